//! Engines that behave, and engines that do not, as shell scripts.

use super::line::RawLine;
use super::queue::Arrival;
use super::{Ending, Engine, EngineCommand, GoError, Silence, StartError};
use crate::protocol::{InfoScore, Reply};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Far longer than anything here takes: a hang fails instead of blocking.
const PATIENCE: Duration = Duration::from_secs(60);

fn shell(script: &str) -> Engine {
    Engine::start(&EngineCommand::new("sh").args(["-c", script])).unwrap()
}

/// A script that answers `isready`, and `go` with this.
fn answering(go: &str) -> Engine {
    shell(&format!(
        "while read -r word rest; do case $word in isready) echo readyok;; go) {go};; quit) exit;; esac; done"
    ))
}

fn go(engine: &mut Engine) -> Result<super::Thought, GoError> {
    engine.go("position startpos", "go depth 1", PATIENCE)
}

#[test]
fn an_engine_introduces_itself_and_moves() {
    let mut engine = shell(
        "while read -r word rest; do case $word in
           ugi) echo 'id name x y'; echo 'id author z'; echo noise; echo 'option name Hash type spin default 1 min 1 max 9'; echo ugiok;;
           isready) echo readyok;;
           go) echo 'info depth 3 score cp 7 pv a1'; echo 'info multipv 2 score cp 1'; echo 'info nodes 9'; echo 'bestmove a1 ponder b2';;
         esac; done",
    );
    let introduction = engine.introduce(PATIENCE).unwrap();
    assert_eq!((introduction.name.as_deref(), introduction.author.as_deref()), (Some("x y"), Some("z")));
    assert!(introduction.option("hash").is_some());
    let thought = go(&mut engine).unwrap();
    assert_eq!((thought.best.as_deref(), thought.ponder.as_deref()), (Some("a1"), Some("b2")));
    assert_eq!(thought.info.and_then(|info| info.score), Some(InfoScore::Cp(7)));
}

#[test]
fn a_late_line_is_not_lost() {
    let mut engine = answering("true");
    let asked = Instant::now();
    engine.send("isready");
    // Wait until the answer is there, then pretend to have listened only until before it.
    while engine.late.is_none() {
        assert_eq!(engine.next(asked), Err(Silence::Timeout));
    }
    assert_eq!(engine.next(asked + PATIENCE).unwrap().reply(), Ok(Reply::ReadyOk));
}

#[test]
fn a_line_that_arrives_just_at_the_deadline_is_in_time() {
    let mut engine = shell("cat");
    let at = Instant::now();
    let line = RawLine { text: "readyok".into(), broken: false };
    engine.late = Some(Arrival { line, at });
    assert_eq!(engine.next(at).unwrap().reply(), Ok(Reply::ReadyOk));
}

#[test]
fn a_question_has_one_answer_or_none() {
    let mut engine = shell(
        "while read -r word rest; do case \"$word $rest\" in
           'query fen') echo 'response 6/6 w'; echo 'response of another';;
           isready*) echo readyok;;
         esac; done",
    );
    assert_eq!(engine.query("fen", PATIENCE), Ok(Some("6/6 w".into())));
    assert_eq!(engine.query("colour", PATIENCE), Ok(None));
}

#[test]
fn the_first_complaint_is_told() {
    let mut engine = shell("read -r word; echo error one; echo error two; echo readyok; read -r word; echo readyok");
    assert_eq!(engine.ready(PATIENCE), Ok(Some("one".into())));
    assert_eq!(engine.ready(PATIENCE), Ok(None));
}

#[test]
fn an_engine_has_a_number() {
    let mut engine = shell("echo $$; cat");
    assert_eq!(engine.next(Instant::now() + PATIENCE).unwrap().text, engine.id().to_string());
}

#[test]
fn an_engine_is_told_that_no_more_will_come() {
    let mut engine = shell("cat; exit 3");
    engine.send_bytes(b"all\n".to_vec());
    engine.close_input();
    assert!(engine.input().is_none());
    assert_eq!(engine.next(Instant::now() + PATIENCE).unwrap().text, "all");
    assert_eq!(engine.wait(Instant::now() + PATIENCE).unwrap().code(), Some(3));
}

#[test]
fn whoever_talks_beside_us_is_refused_when_too_much_waits() {
    let mut engine = shell("cat");
    let input = engine.input().unwrap();
    assert!(!input.send_line("fives", 5), "six bytes with the end of the line");
    assert!(input.send_line("four", 5));
    assert_eq!(engine.next(Instant::now() + PATIENCE).unwrap().text, "four");

    let mut deaf = shell("exec sleep 3600");
    let input = deaf.input().unwrap();
    let megabyte = "x".repeat(1 << 20);
    assert!(input.send_line(&megabyte, 2 << 20), "more than a pipe holds: it is never written");
    assert!(!input.send_line(&megabyte, 2 << 20));
    assert!(input.send_line("x", 2 << 20), "what was refused does not wait");
    deaf.kill();
}

#[test]
fn an_engine_that_is_let_go_is_told_to_stop_and_to_quit() {
    let heard = std::env::temp_dir().join(format!("tern-client-{}", std::process::id()));
    let script = format!("while read -r word; do echo $word >>'{}'; [ $word = quit ] && exit; done", heard.display());
    drop(shell(&script));
    assert_eq!(std::fs::read_to_string(&heard).unwrap(), "stop\nquit\n");
    std::fs::remove_file(&heard).unwrap();
}

#[test]
fn a_second_answer_is_not_taken_for_the_next() {
    let mut engine = answering("n=$((n + 1)); echo bestmove a$n; echo bestmove z$n");
    for expected in ["a1", "a2", "a3"] {
        assert_eq!(go(&mut engine).unwrap().best.as_deref(), Some(expected));
    }
}

#[test]
fn an_error_is_an_answer() {
    let refused = |text: &str| Err(GoError::Refused(text.into()));
    assert_eq!(go(&mut answering("echo error no time for this")), refused("no time for this"));
    let mut picky = shell("while read -r word rest; do [ $word = position ] && echo error what; echo readyok; done");
    assert_eq!(go(&mut picky), refused("what"));
    assert!(matches!(go(&mut answering("echo bestmove")), Err(GoError::Garbled(_))), "a best move without a move");
}

#[test]
fn a_search_without_an_answer_is_stopped_before_the_next() {
    let mut engine = shell(
        "while read -r word rest; do case $word in
           isready) echo readyok;;
           stop) stopped=yes; echo bestmove z1;;
           go) [ $stopped ] && echo bestmove a1 || echo error busy;;
         esac; done",
    );
    assert_eq!(go(&mut engine), Err(GoError::Refused("busy".into())));
    assert_eq!(go(&mut engine).unwrap().best.as_deref(), Some("a1"));
}

#[test]
fn an_engine_that_must_be_stopped_is_late() {
    let mut engine = answering("read -r stop; echo bestmove a1");
    let thought = engine.go_within("position startpos", "go infinite", PATIENCE, Duration::from_millis(20));
    let Err(GoError::Late(thought)) = thought else { panic!("{thought:?}") };
    assert_eq!(thought.best.as_deref(), Some("a1"));
    assert!(thought.time >= Duration::from_millis(20));
}

fn ending(engine: &mut Engine) -> (Ending, Vec<String>) {
    match go(engine) {
        Err(GoError::Silence(Silence::Ended { ending, stderr })) => (ending, stderr),
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_way_to_end_is_told_from_the_others() {
    let mut engine = answering("echo oh no >&2; exit 3");
    let (exited, stderr) = ending(&mut engine);
    assert_eq!((exited.to_string(), stderr), ("ended unexpectedly, exit status: 3".into(), vec!["oh no".into()]));
    assert_eq!(engine.stderr(), ["oh no"]);
    assert_eq!(
        (Ending::ClosedOutput.to_string(), Ending::Killed.to_string()),
        ("closed its output".into(), "was ended by tern".into())
    );
    let (died, _) = ending(&mut answering("kill -SEGV $$"));
    assert!(died.to_string().starts_with("ended unexpectedly, signal: 11"), "{died}");
    assert_eq!(ending(&mut answering("exec >&-; while :; do read -r x; done")).0, Ending::ClosedOutput);
    let mut killed = answering("true");
    killed.kill();
    assert_eq!(ending(&mut killed).0, Ending::Killed);
}

#[test]
fn a_flood_does_not_fill_memory_and_does_not_hang() {
    let mut engine = shell("yes | tr -d '\\n'");
    assert_eq!(engine.next(Instant::now() + Duration::from_millis(300)), Err(Silence::Timeout));
    let mut engine = shell("yes 'option name x type button'");
    assert_eq!(engine.introduce(PATIENCE), Err(Silence::Flood));
    let options = |count: usize| format!("yes 'option name x type button' | head -n {count}; echo ugiok; cat");
    assert_eq!(shell(&options(1000)).introduce(PATIENCE).map(|introduction| introduction.options.len()), Ok(1000));
    assert_eq!(shell(&options(1001)).introduce(PATIENCE), Err(Silence::Flood));
    let mut engine = shell("yes");
    assert_eq!(engine.ready(Duration::from_millis(300)), Err(Silence::Timeout));
}

#[test]
fn an_engine_that_takes_its_time_is_waited_for() {
    let mut engine = shell("while read -r word; do sleep 0.3; echo readyok; done");
    assert_eq!(engine.ready(PATIENCE), Ok(None));
}

#[test]
fn an_engine_that_ends_while_nobody_is_told_to_stop_is_to_blame() {
    let mut engine = shell("echo farewell >&2; exit 1").interrupted_by(Arc::default());
    let Err(silence) = engine.ready(PATIENCE) else { panic!("it cannot answer") };
    let said = silence.to_string();
    assert_eq!(said, "ended unexpectedly, exit status: 1; its last words were 'farewell'");
}

#[test]
fn an_engine_that_stays_is_ended_when_it_is_let_go() {
    let mut engine = shell("echo $$; trap '' TERM; exec sleep 3600");
    let id = engine.next(Instant::now() + PATIENCE).unwrap().text.parse().unwrap();
    drop(engine);
    let gone = nix::sys::signal::kill(nix::unistd::Pid::from_raw(id), None);
    assert_eq!(gone, Err(nix::errno::Errno::ESRCH), "and nobody has to wait for it any more");
}

#[test]
fn whoever_waits_can_be_interrupted() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut engine = shell("cat > /dev/null").interrupted_by(Arc::clone(&stop));
    let waiting = std::thread::spawn(move || engine.ready(PATIENCE));
    stop.store(true, Ordering::Relaxed);
    assert_eq!(waiting.join().unwrap(), Err(Silence::Interrupted));
}

#[test]
fn an_engine_that_ends_just_before_we_are_told_to_stop_is_not_to_blame() {
    let stop = Arc::new(AtomicBool::new(false));
    let mut engine = shell("exit 1").interrupted_by(Arc::clone(&stop));
    let waiting = std::thread::spawn(move || engine.ready(PATIENCE));
    std::thread::sleep(Duration::from_millis(20));
    stop.store(true, Ordering::Relaxed);
    assert_eq!(waiting.join().unwrap(), Err(Silence::Interrupted));
}

#[test]
fn a_program_that_does_not_exist_is_named() {
    let error = Engine::start(&EngineCommand::new("/no/such/engine")).err().unwrap();
    assert!(matches!(error, StartError::Program { .. }));
    assert!(error.to_string().starts_with("'/no/such/engine' cannot be started: No such file"), "{error}");
}

#[test]
fn our_own_shortage_is_not_a_fault_of_the_engine() {
    use std::io::Error;
    let error = |code| StartError::new("x".as_ref(), Error::from_raw_os_error(code));
    assert!(matches!(error(nix::errno::Errno::EMFILE as i32), StartError::Shortage(_)));
    assert!(matches!(error(nix::errno::Errno::EAGAIN as i32), StartError::Shortage(_)));
    assert!(matches!(error(nix::errno::Errno::EACCES as i32), StartError::Program { .. }));
}

#[test]
fn an_engine_that_leaves_when_told_to_says_how() {
    assert_eq!(answering("true").quit(PATIENCE).unwrap().code(), Some(0));
    assert_eq!(shell("trap '' TERM; exec sleep 3600").quit(Duration::from_millis(10)), None);
}
