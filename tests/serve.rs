//! `tern serve` over real sockets: who gets in, what passes, and what is left behind.

#![cfg(all(feature = "serve", target_os = "linux"))]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// Far longer than anything here takes: a hang fails instead of blocking. Says nothing about speed.
const DEADLINE: Duration = Duration::from_secs(60);

/// In the environment of tern, and so in that of every engine.
const MARK: &str = "TERN_SERVE_TEST";

struct Served {
    process: Child,
    port: u16,
    token: String,
    mark: String,
}

/// What a socket says of itself.
struct Visit<'a> {
    engine: &'a str,
    host: &'a str,
    origin: Option<&'a str>,
    token: &'a str,
}

type Socket = WebSocket<TcpStream>;

fn wait_until(what: &str, mut done: impl FnMut() -> bool) {
    let started = Instant::now();
    while !done() {
        assert!(started.elapsed() < DEADLINE, "{what} takes too long");
        sleep(Duration::from_millis(20));
    }
}

impl Served {
    fn start(name: &str, arguments: &[&str]) -> Self {
        let mark = format!("{name}-{}", std::process::id());
        let mut process = Command::new(env!("CARGO_BIN_EXE_tern"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .env(MARK, &mark)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut address).unwrap();
        let (port, token) = address.trim().strip_prefix("http://127.0.0.1:").unwrap().split_once("/#").unwrap();
        Self { process, port: port.parse().unwrap(), token: token.into(), mark }
    }

    /// The processes of the server and its engines, supervisors included.
    fn processes(&self) -> Vec<u32> {
        let wanted = format!("{MARK}={}", self.mark);
        let is_ours =
            |environment: Vec<u8>| environment.split(|&byte| byte == 0).any(|entry| entry == wanted.as_bytes());
        let processes = fs::read_dir("/proc").unwrap().flatten();
        let ours = processes.filter(|process| fs::read(process.path().join("environ")).is_ok_and(is_ours));
        ours.filter_map(|process| process.file_name().to_str()?.parse().ok()).collect()
    }

    /// The engine processes, without server and supervisors.
    fn engines(&self) -> Vec<u32> {
        let is_supervisor = |id: &u32| {
            let command = fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default();
            String::from_utf8_lossy(&command).contains("--supervise-engine")
        };
        self.processes().into_iter().filter(|id| *id != self.process.id() && !is_supervisor(id)).collect()
    }

    /// The memory of the server itself, in kB.
    fn resident(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    fn own(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(DEADLINE)).unwrap();
        stream
    }

    /// Tries to open a socket; the status of the answer if it is refused.
    fn visit(&self, visit: &Visit) -> Result<Socket, u16> {
        let mut request =
            format!("ws://127.0.0.1:{}/engine/{}", self.port, visit.engine).into_client_request().unwrap();
        let headers = request.headers_mut();
        headers.insert("Host", visit.host.parse().unwrap());
        if let Some(origin) = visit.origin {
            headers.insert("Origin", origin.parse().unwrap());
        }
        headers.insert("Sec-WebSocket-Protocol", format!("tern, {}", visit.token).parse().unwrap());
        match tungstenite::client(request, self.connect()) {
            Ok((socket, _)) => Ok(socket),
            Err(tungstenite::HandshakeError::Failure(tungstenite::Error::Http(response))) => {
                Err(response.status().as_u16())
            }
            Err(error) => panic!("{error}"),
        }
    }

    /// Opens a socket as the page does.
    fn engine(&self, engine: &str) -> Socket {
        let origin = format!("http://{}", self.own());
        self.visit(&Visit { engine, host: &self.own(), origin: Some(&origin), token: &self.token }).unwrap()
    }

    /// The head and the body of what a plain request is answered with.
    fn get(&self, path: &str, headers: &str) -> (String, String) {
        let mut stream = self.connect();
        write!(stream, "GET {path} HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.to_lowercase(), body.into())
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn say(socket: &mut Socket, line: &str) {
    socket.send(Message::text(line)).unwrap();
}

/// Reads until a line begins so.
fn hear(socket: &mut Socket, beginning: &str) -> String {
    loop {
        match socket.read().unwrap() {
            Message::Text(line) if line.starts_with(beginning) => return line.to_string(),
            Message::Text(_) => {}
            other => panic!("{other:?} instead of {beginning}"),
        }
    }
}

/// Reads until the socket is closed: the code and the reason.
fn farewell(socket: &mut Socket) -> (u16, String) {
    loop {
        if let Message::Close(frame) = socket.read().unwrap() {
            let frame = frame.unwrap();
            return (frame.code.into(), frame.reason.to_string());
        }
    }
}

#[test]
fn a_socket_is_an_engine() {
    let served = Served::start("conversation", &["--engine", "name=other option.Game=differo"]);
    let mut socket = served.engine("tern");
    say(&mut socket, "ugi");
    assert!(hear(&mut socket, "id name").starts_with("id name tern"));
    hear(&mut socket, "ugiok");
    say(&mut socket, "move c3 c9");
    assert_eq!(
        hear(&mut socket, "error"),
        "error 'c9' is not a Wali move; write a drop c3, a step c3c4, a capture c3c4xd5 or pass"
    );
    say(&mut socket, "go nodes 1000");
    hear(&mut socket, "bestmove ");
    let mut other = served.engine("other");
    say(&mut other, "query game");
    assert_eq!(hear(&mut other, "response"), "response differo");
    say(&mut socket, "query game");
    assert_eq!(hear(&mut socket, "response"), "response wali");
}

#[test]
fn nobody_else_gets_in_and_no_engine_is_started() {
    let served = Served::start("strangers", &[]);
    let (own, token) = (served.own(), served.token.as_str());
    let origin = format!("http://{own}");
    let right = Visit { engine: "tern", host: &own, origin: Some(&origin), token };
    let refused = |visit: Visit| served.visit(&visit).err();
    // A name that leads to 127.0.0.1 by a trick, and another port.
    assert_eq!(refused(Visit { host: &format!("evil.example:{}", served.port), ..right }), Some(403));
    assert_eq!(refused(Visit { host: "127.0.0.1", ..right }), Some(403));
    // Another page in the same browser, and a program that is no browser.
    assert_eq!(refused(Visit { origin: Some("http://evil.example"), ..right }), Some(403));
    assert_eq!(refused(Visit { origin: Some("null"), ..right }), Some(403));
    assert_eq!(refused(Visit { origin: None, ..right }), Some(403));
    // Somebody who has not seen the address.
    assert_eq!(refused(Visit { token: "", ..right }), Some(403));
    assert_eq!(refused(Visit { token: &"0".repeat(32), ..right }), Some(403));
    // A command instead of a name.
    assert_eq!(refused(Visit { engine: "sh%20-c%20id", ..right }), Some(404));
    assert_eq!(served.processes(), [served.process.id()]);
    assert!(served.visit(&right).is_ok());
}

#[test]
fn files_are_served_to_our_own_host_only_and_with_strict_headers() {
    let served = Served::start("files", &[]);
    let host = format!("Host: {}\r\n", served.own());
    let (head, body) = served.get("/", &host);
    assert!(head.starts_with("http/1.1 200") && body.starts_with("<!doctype html>"), "{head}\n{body}");
    for header in [
        "content-security-policy: default-src 'none'",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(head.contains(header), "{head}");
    }
    assert!(!head.contains("access-control"), "{head}");
    assert!(!body.contains(&served.token));
    assert!(served.get("/", "Host: evil.example\r\n").0.starts_with("http/1.1 403"));
    for path in ["/no-such-file", "/../Cargo.toml", "/%2e%2e/Cargo.toml"] {
        assert!(served.get(path, &host).0.starts_with("http/1.1 404"), "{path}");
    }
    assert!(served.get("/engines", &host).0.starts_with("http/1.1 403"));
    let (_, names) = served.get("/engines", &format!("{host}Authorization: Bearer {}\r\n", served.token));
    assert!(names.contains(r#""engines":["tern"]"#), "{names}");
}

#[test]
fn what_a_page_uses_up_is_bounded() {
    let served =
        Served::start("limits", &["--max-sockets", "2", "--max-line", "300", "--max-hash", "8", "--max-threads", "1"]);
    let (mut first, _second) = (served.engine("tern"), served.engine("tern"));
    let (code, reason) = farewell(&mut served.engine("tern"));
    assert_eq!(code, 1013, "{reason}");
    say(&mut first, "setoption name Hash value 9");
    assert_eq!(hear(&mut first, "error"), "error option Hash cannot be '9': this server allows 8 at most");
    say(&mut first, "setoption name Threads value 2");
    assert!(hear(&mut first, "error").contains("allows 1 at most"));
    say(&mut first, "setoption name Hash value 8");
    say(&mut first, "d\nsetoption name Hash value 9");
    assert_eq!(hear(&mut first, "error"), "error a frame is one line");
    say(&mut first, &"x".repeat(301));
    assert_eq!(farewell(&mut first).0, 1009);
    // Its place is free again once its engine has ended.
    wait_until("ending an engine", || served.engines().len() == 1);
    wait_until("a free place", || {
        let mut socket = served.engine("tern");
        say(&mut socket, "isready");
        matches!(socket.read(), Ok(Message::Text(_)))
    });
}

#[test]
fn an_engine_that_dies_is_reported_with_its_last_words() {
    let dying = r#"name=dying cmd="sh -c 'read line; echo oh no >&2; exit 3'""#;
    let served = Served::start("dying", &["--engine", dying, "--engine", "name=missing cmd=/no/such/engine"]);
    let mut socket = served.engine("dying");
    say(&mut socket, "ugi");
    let (code, reason) = farewell(&mut socket);
    assert_eq!(
        (code, reason.as_str()),
        (4000, "the engine ended unexpectedly, exit status: 3; its last words were 'oh no'")
    );
    let (code, reason) = farewell(&mut served.engine("missing"));
    assert_eq!(code, 4001);
    assert!(reason.starts_with("'/no/such/engine' cannot be started"), "{reason}");
    let mut killed = served.engine("tern");
    say(&mut killed, "isready");
    hear(&mut killed, "readyok");
    let engines = served.engines();
    assert_eq!(engines.len(), 1);
    Command::new("kill").args(["-9", &engines[0].to_string()]).status().unwrap();
    let (code, reason) = farewell(&mut killed);
    assert_eq!(code, 4000, "{reason}");
    assert!(reason.contains("signal: 9"), "{reason}");
}

#[test]
fn an_engine_that_hangs_ends_with_its_socket_and_its_children() {
    let hanging =
        r#"name=hanging cmd="sh -c 'sleep 1000 & setsid sleep 1000 & trap : TERM INT; while :; do sleep 1000; done'""#;
    let served = Served::start("hanging", &["--engine", hanging]);
    let mut socket = served.engine("hanging");
    wait_until("starting the children", || served.engines().len() >= 4);
    say(&mut socket, "quit");
    drop(socket);
    wait_until("ending the children", || served.processes().len() == 1);
    // One that does not read: what waits for it is bounded, and the page is told.
    let mut socket = served.engine("hanging");
    let line = "x".repeat(60_000);
    let sent = (0..200).take_while(|_| socket.send(Message::text(line.clone())).is_ok()).count();
    assert!(sent < 200, "all was taken");
    wait_until("ending the children", || served.processes().len() == 1);
}

#[test]
fn an_engine_that_is_told_nothing_is_ended() {
    let served = Served::start("idle", &["--idle", "0.02"]);
    let mut socket = served.engine("tern");
    say(&mut socket, "isready");
    hear(&mut socket, "readyok");
    let (code, reason) = farewell(&mut socket);
    assert_eq!(code, 4002, "{reason}");
    wait_until("ending the engine", || served.processes().len() == 1);
}

#[test]
fn a_slow_reader_does_not_fill_memory() {
    let flood =
        r#"name=flood cmd="sh -c 'yes 0123456789012345678901234567890123456789012345678901234567890123456789'""#;
    let served = Served::start("flood", &["--engine", flood]);
    let mut socket = served.engine("flood");
    hear(&mut socket, "0123");
    let before = served.resident();
    sleep(Duration::from_secs(2));
    let after = served.resident();
    assert!(after < before + 20_000, "{before} kB became {after} kB");
    drop(socket);
    wait_until("ending the flood", || served.processes().len() == 1);
}

#[test]
fn fifty_games_leave_nothing_behind() {
    let served = Served::start("fifty", &[]);
    let files = || fs::read_dir(format!("/proc/{}/fd", served.process.id())).unwrap().count();
    let threads = || fs::read_dir(format!("/proc/{}/task", served.process.id())).unwrap().count();
    let game = || {
        let mut socket = served.engine("tern");
        say(&mut socket, "go nodes 100");
        hear(&mut socket, "bestmove");
    };
    // The first few make the server's own pools as large as they get.
    (0..5).for_each(|_| game());
    wait_until("ending the first engines", || served.processes().len() == 1);
    let (few_files, few_threads, little) = (files(), threads(), served.resident());
    for _ in 0..50 {
        game();
    }
    wait_until("ending all engines", || served.processes().len() == 1);
    wait_until("closing all sockets", || files() <= few_files);
    wait_until("ending all threads", || threads() <= few_threads);
    let much = served.resident();
    println!("{little} kB before, {much} kB after");
    // An engine's backlog alone would be a megabyte.
    assert!(much < little + 2_000, "{little} kB became {much} kB");
}

#[test]
fn an_interrupt_ends_everything() {
    for signal in ["-INT", "-TERM"] {
        let mut served = Served::start(&format!("interrupt{signal}"), &[]);
        let mut socket = served.engine("tern");
        say(&mut socket, "go infinite");
        hear(&mut socket, "info");
        let engine = served.engines();
        assert_eq!(engine.len(), 1);
        Command::new("kill").args([signal, &served.process.id().to_string()]).status().unwrap();
        assert_eq!(farewell(&mut socket), (1001, "tern serve has ended".into()));
        assert!(served.process.wait().unwrap().success());
        wait_until("ending the engine", || served.processes().is_empty());
    }
}
