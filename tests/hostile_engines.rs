//! Engines that flood, fork, hide, hang and die, under `tern check`: memory stays small and no process is left behind,
//! however the engine or tern ends.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const TERN: &str = env!("CARGO_BIN_EXE_tern");

/// Far longer than anything here takes: what hangs fails instead of blocking.
const DEADLINE: Duration = Duration::from_secs(120);

/// An entry of the environment by which everything that a test starts is found again.
struct Mark(String);

impl Mark {
    fn new(test: &str) -> Self {
        Self(format!("TERN_TEST_MARK={test}-{}", std::process::id()))
    }

    /// The processes that carry the mark, with their command lines.
    fn processes(&self) -> Vec<String> {
        let carries = |path: &std::path::Path| {
            let environment = fs::read(path.join("environ")).unwrap_or_default();
            environment.split(|&byte| byte == 0).any(|entry| entry == self.0.as_bytes())
        };
        let all = fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
        let marked = all.filter(|path| carries(path));
        marked.map(|path| fs::read_to_string(path.join("cmdline")).unwrap_or_default().replace('\0', " ")).collect()
    }

    /// Waits until nothing is left; what was killed may need a moment to go.
    fn nothing_left(&self) {
        let started = Instant::now();
        while !self.processes().is_empty() {
            assert!(started.elapsed() < Duration::from_secs(20), "left behind: {:#?}", self.processes());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    fn start(&self, arguments: &[&str]) -> Child {
        let (name, value) = self.0.split_once('=').unwrap();
        let mut command = Command::new(TERN);
        command.args(arguments).env(name, value).process_group(0);
        command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
    }

    fn check(&self, timeout: &str, engine: &str) -> Child {
        self.start(&["check", "--game", "wali", "--timeout", timeout, "--", "sh", "-c", engine])
    }
}

/// Whether whoever started the tests told them to ignore SIGHUP, which all processes inherit.
fn hang_ups_are_ignored() -> bool {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).unwrap();
    u64::from_str_radix(ignored.trim(), 16).unwrap() & 1 == 1
}

/// The most memory a process has had, in KiB.
fn peak_memory(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Waits for the end of tern and gives the most memory it was seen with.
fn finish(mut process: Child) -> u64 {
    let started = Instant::now();
    let mut peak = 0;
    while process.try_wait().unwrap().is_none() {
        assert!(started.elapsed() < DEADLINE, "the check does not end");
        peak = peak.max(peak_memory(&process).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(5));
    }
    peak
}

/// What answers the handshake and questions, and does something bad when it is to search.
fn bad_at_go(bad: &str) -> String {
    format!(
        "while read -r word rest; do case $word in ugi) echo ugiok;; isready) echo readyok;; \
         query) echo response none;; go) {bad};; quit) exit;; esac; done"
    )
}

/// Most engines here do nothing but wait, so they can do it at the same time.
fn each_at_once(engines: Vec<(&'static str, String)>, test: fn(&str, &str)) {
    let runs: Vec<_> =
        engines.into_iter().map(|(name, engine)| std::thread::spawn(move || test(name, &engine))).collect();
    let failed = runs.into_iter().map(std::thread::JoinHandle::join).filter(Result::is_err).count();
    assert_eq!(failed, 0, "see above");
}

#[test]
fn memory_stays_small_whatever_is_printed() {
    each_at_once(
        vec![
            ("endless line", "exec tr '\\0' x < /dev/zero".to_string()),
            ("endless lines", "exec yes".into()),
            ("endless options", "exec yes 'option name x type string default y'".into()),
            ("long lines", "while :; do head -c 60000000 /dev/zero | tr '\\0' x; echo; done".into()),
            ("endless complaints", "exec yes >&2".into()),
            ("endless line at go", bad_at_go("exec tr '\\0' x < /dev/zero")),
            ("endless info at go", bad_at_go("exec yes info depth 1 score cp 1 pv a1 a2 a3")),
        ],
        |name, engine| {
            let mark = Mark::new(&name.replace(' ', "-"));
            let peak = finish(mark.check("30", engine));
            assert!(peak < 50 << 10, "{name}: {peak} KiB");
            assert!(peak > 0, "{name}: nothing was measured");
            mark.nothing_left();
        },
    );
}

#[test]
fn no_process_is_left_behind() {
    each_at_once(
        vec![
            ("hangs behind a shell", "sleep 41; true".to_string()),
            ("hangs at go", bad_at_go("sleep 42; true")),
            ("forks", bad_at_go("for i in 1 2 3; do sleep 43 & done; exit 1")),
            ("leaves its session", bad_at_go("setsid sleep 44 & exit 1")),
            ("leaves its session twice", "(setsid setsid sleep 45 > /dev/null < /dev/null 2>&1 &) ; sleep 46".into()),
            ("ignores everything", "trap '' TERM INT HUP QUIT; while :; do sleep 47; done".into()),
            ("closes its output", bad_at_go("exec >&-; sleep 48")),
            ("closes all", "exec >&- <&- 2>&-; sleep 49".into()),
            ("dies of a signal", bad_at_go("sleep 50 & kill -SEGV $$")),
            ("leaves at once", "sleep 51 & exit 0".into()),
        ],
        |name, engine| {
            let mark = Mark::new(&name.replace(' ', "-"));
            finish(mark.check("20", engine));
            mark.nothing_left();
        },
    );
}

#[test]
fn no_process_outlives_tern_however_it_dies() {
    let engine = "(setsid sleep 52 &) ; sleep 53 & while :; do sleep 54; done";
    let spec = format!("cmd=\"sh -c '{engine}'\"");
    let subcommands: [&[&str]; 2] = [
        &["check", "--game", "wali", "--timeout", "100000", "--", "sh", "-c", engine],
        &["match", "--games", "2", "--patience", "100000", "-e", &spec, "-e", "name=tern"],
    ];
    for subcommand in subcommands {
        for signal in ["INT", "TERM", "HUP", "KILL"] {
            if signal == "HUP" && hang_ups_are_ignored() {
                println!("SIGHUP is left out: these tests run under nohup");
                continue;
            }
            let mark = Mark::new(&format!("{}-{signal}", subcommand[0]));
            let mut process = mark.start(subcommand);
            let started = Instant::now();
            // tern, its supervisor, the shell and all three that it starts.
            while mark.processes().len() < 6 {
                assert!(started.elapsed() < DEADLINE, "the engine does not start: {:#?}", mark.processes());
                std::thread::sleep(Duration::from_millis(5));
            }
            Command::new("kill").args([&format!("-{signal}"), &process.id().to_string()]).status().unwrap();
            process.wait().unwrap();
            mark.nothing_left();
        }
    }
}

#[test]
fn shortage_is_not_a_fault_of_the_engine() {
    // Enough files for tern itself, and not for the pipes of an engine.
    let script = format!("ulimit -n 8; exec {TERN} check --game wali -- {TERN}");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{message}");
    assert!(message.contains("out of resources"), "{message}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "no check has failed");
}

#[test]
fn absurd_numbers_are_refused_in_a_line() {
    for option in ["--games", "--timeout", "--latency"] {
        let output = Command::new(TERN).args(["check", option, "18446744073709551615", "--", TERN]).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains("18446744073709551615"), "{message}");
    }
}

#[test]
fn what_an_engine_died_of_is_said() {
    let options = ["check", "--game", "wali", "--timeout", "10000", "--", "sh", "-c", "kill -SEGV $$"];
    let output = Command::new(TERN).args(options).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("ended unexpectedly, signal: 11 (SIGSEGV)"), "{text}");
}

#[test]
fn the_end_of_a_process_left_behind_is_not_the_end_of_the_engine() {
    let engine = format!("cmd=\"sh -c '(true &); sleep 0.3; exec {TERN}'\"");
    let options = ["match", "--games", "2", "--nodes", "20", "-e", &engine, "-e", "name=tern"];
    let output = Command::new(TERN).args(options).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert!(!text.contains("crash"), "{text}");
}

#[test]
fn an_illegal_move_is_explained() {
    let engine = format!("{TERN} | stdbuf -oL sed -e 's/^bestmove [^(].*/bestmove a9/'");
    let options = ["check", "--game", "wali", "--games", "1", "--timeout", "10000", "--", "sh", "-c", &engine];
    let output = Command::new(TERN).args(options).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find(|line| line.contains("best moves in random games")).unwrap();
    assert!(line.contains("6/6/6/6/6 w 12 12 - - 0, position startpos, saw"), "{line}");
    assert!(line.contains("'bestmove a9': "), "{line}");
}
