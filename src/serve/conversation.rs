//! One socket and its engine, line by line.

use super::engines::Offered;
use super::farewell::Farewell;
use super::limits::Limits;
use crate::client::{Engine, EngineInput, Silence};
use axum::extract::ws::{Message, WebSocket};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::{OwnedSemaphorePermit, mpsc, watch};
use tokio::time::timeout;

/// Lines between the engine and the socket. Few, so that an engine whose page does not read has to wait.
const LINES_UNDER_WAY: usize = 8;

/// How long one look at the engine lasts. It ends before if there is something to see.
const LOOK: Duration = Duration::from_secs(1);

/// What the thread that listens to the engine has to tell.
enum Event {
    Started(EngineInput),
    Line(String),
    Over(Farewell),
}

/// Passes lines on until one side has had enough, then ends the engine and the socket.
pub(super) async fn run(
    mut socket: WebSocket,
    engine: Offered,
    limits: Limits,
    permit: OwnedSemaphorePermit,
    mut shutdown: watch::Receiver<bool>,
) {
    let (sender, mut events) = mpsc::channel(LINES_UNDER_WAY);
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // The permit is given back when the engine has ended, not when the socket has.
    let listener = thread::Builder::new().name("engine of a page".into()).spawn(move || {
        listen(&engine, flag, &sender);
        drop(permit);
    });
    let farewell = match listener {
        Ok(_) => converse(&mut socket, &limits, &mut events, &mut shutdown).await,
        Err(error) => Some(Farewell::NotStarted(crate::client::StartError::Shortage(error))),
    };
    stop.store(true, Ordering::Relaxed);
    drop(events);
    if let Some(farewell) = farewell {
        log::info!("a socket is closed: {farewell}");
        // Whoever does not take the last frame has gone.
        let _ = timeout(LOOK, socket.send(Message::Close(Some(farewell.frame())))).await;
    } else {
        // Lets the answer to the page's own last frame go out.
        let _ = timeout(LOOK, socket.recv()).await;
    }
}

/// Starts the engine and says all that it says. Ends it, with everything it has started, when told to stop.
fn listen(engine: &Offered, stop: Arc<AtomicBool>, events: &mpsc::Sender<Event>) {
    // An error means that the socket has gone.
    let tell = |event| events.blocking_send(event).is_ok();
    let mut running = match Engine::start(&engine.command) {
        Ok(engine) => engine.interrupted_by(stop),
        Err(error) => {
            tell(Event::Over(Farewell::NotStarted(error)));
            return;
        }
    };
    for line in &engine.options {
        running.send(line);
    }
    let Some(input) = running.input() else { return };
    let mut heard = tell(Event::Started(input));
    while heard {
        heard = match running.next(Instant::now() + LOOK) {
            Ok(line) => tell(Event::Line(line.text)),
            Err(Silence::Timeout) => !events.is_closed(),
            Err(Silence::Interrupted) => false,
            Err(ended) => {
                tell(Event::Over(Farewell::Ended(ended)));
                false
            }
        };
    }
}

/// Passes lines both ways; says why it ended, unless the page itself has gone.
async fn converse(
    socket: &mut WebSocket,
    limits: &Limits,
    events: &mut mpsc::Receiver<Event>,
    shutdown: &mut watch::Receiver<bool>,
) -> Option<Farewell> {
    let input = match events.recv().await? {
        Event::Started(input) => input,
        Event::Over(farewell) => return Some(farewell),
        Event::Line(_) => return None,
    };
    let mut last_frame = tokio::time::Instant::now();
    loop {
        let answer = tokio::select! {
            event = events.recv() => match event? {
                Event::Line(line) => Some(line),
                Event::Over(farewell) => return Some(farewell),
                Event::Started(_) => None,
            },
            frame = socket.recv() => {
                last_frame = tokio::time::Instant::now();
                match pass_on(frame?, &input, limits) {
                    Ok(answer) => answer,
                    Err(farewell) => return farewell,
                }
            }
            () = tokio::time::sleep_until(last_frame + limits.idle) => return Some(Farewell::Idle),
            _ = shutdown.wait_for(|&stop| stop) => return Some(Farewell::Shutdown),
        };
        if let Some(line) = answer
            && let Err(farewell) = say(socket, line, limits, shutdown).await
        {
            return farewell;
        }
    }
}

/// Gives a line to the page, and waits no longer for it to read than it may be silent.
async fn say(
    socket: &mut WebSocket,
    line: String,
    limits: &Limits,
    shutdown: &mut watch::Receiver<bool>,
) -> Result<(), Option<Farewell>> {
    tokio::select! {
        sent = timeout(limits.idle, socket.send(Message::Text(line.into()))) => match sent {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(None),
            Err(_) => Err(Some(Farewell::Idle)),
        },
        _ = shutdown.wait_for(|&stop| stop) => Err(Some(Farewell::Shutdown)),
    }
}

/// Gives what a page sent to the engine, or what the page is to hear instead.
fn pass_on(
    frame: Result<Message, axum::Error>,
    input: &EngineInput,
    limits: &Limits,
) -> Result<Option<String>, Option<Farewell>> {
    match frame {
        Ok(Message::Text(line)) => match limits.refusal(&line) {
            Some(refusal) => Ok(Some(refusal)),
            None if input.send_line(&line, limits.backlog) => Ok(None),
            None => Err(Some(Farewell::Deaf)),
        },
        Ok(Message::Binary(_)) => Err(Some(Farewell::NotText)),
        Ok(Message::Ping(_) | Message::Pong(_)) => Ok(None),
        Ok(Message::Close(_)) => Err(None),
        Err(_) => Err(Some(Farewell::TooLong)),
    }
}
