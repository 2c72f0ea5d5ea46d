//! Listens, answers, and ends everything in the end.

use super::engines::{Offered, RosterError, roster};
use super::farewell::Farewell;
use super::guard::{Guard, Refusal, SUBPROTOCOL};
use super::limits::Limits;
use super::{ServeArguments, assets, conversation};
use axum::Router;
use axum::extract::ws::{Message, WebSocketUpgrade, rejection::WebSocketUpgradeRejection};
use axum::extract::{Path, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::serve::ListenerExt;
use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use thiserror::Error;
use tokio::sync::{Semaphore, watch};

/// Where the page is if nobody says otherwise. Always the same, so that the browser finds again what it kept.
const DEFAULT_PORT: u16 = 7077;

/// How long the engines may take to end.
const END_PATIENCE: Duration = Duration::from_secs(10);

/// Why there is no page.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Somebody else listens there, or nobody may.
    #[error("cannot listen at 127.0.0.1:{port}: {error}")]
    Port {
        /// Where.
        port: u16,
        /// What the system says.
        error: io::Error,
    },
    /// An engine that cannot be offered.
    #[error(transparent)]
    Engine(#[from] RosterError),
    /// The system failed.
    #[error(transparent)]
    System(#[from] io::Error),
}

/// A server that listens already.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
    stop: Arc<watch::Sender<bool>>,
}

/// Tells a server to end.
#[derive(Clone)]
pub struct Stopper(Arc<watch::Sender<bool>>);

impl Stopper {
    /// Ends the server and all engines.
    pub fn stop(&self) {
        self.0.send_replace(true);
    }
}

/// What every request needs.
struct Shared {
    guard: Guard,
    limits: Limits,
    engines: Vec<Offered>,
    page: Option<PathBuf>,
    /// One for every engine that may run.
    permits: Arc<Semaphore>,
    shutdown: watch::Receiver<bool>,
}

impl Server {
    /// Listens at 127.0.0.1. `tern` is the program for engines that have none of their own.
    pub fn bind(arguments: &ServeArguments, tern: &FilePath) -> Result<Self, ServeError> {
        let engines = roster(&arguments.engine, tern)?;
        let listener = listen(arguments.port)?;
        let limits = Limits::new(arguments);
        let (stop, shutdown) = watch::channel(false);
        let shared = Shared {
            guard: Guard::new(listener.local_addr()?.port()),
            permits: Arc::new(Semaphore::new(limits.sockets as usize)),
            limits,
            engines,
            page: arguments.page.clone(),
            shutdown,
        };
        Ok(Self { listener, shared: Arc::new(shared), stop: Arc::new(stop) })
    }

    /// The address of the page, with the token that lets it in.
    pub fn address(&self) -> String {
        self.shared.guard.address()
    }

    /// For whoever ends it.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }

    /// Serves until it is told to stop, then ends all engines.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        runtime.block_on(serve(self.listener, self.shared))
    }
}

fn listen(port: Option<u16>) -> Result<TcpListener, ServeError> {
    let at = |port| TcpListener::bind((Ipv4Addr::LOCALHOST, port)).map_err(|error| ServeError::Port { port, error });
    let listener = match port {
        Some(port) => at(port)?,
        None => at(DEFAULT_PORT).or_else(|_| at(0))?,
    };
    listener.set_nonblocking(true)?;
    Ok(listener)
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) -> io::Result<()> {
    // Lines are short and answered at once: none may wait for the next to fill a packet.
    let listener = tokio::net::TcpListener::from_std(listener)?.tap_io(|stream| drop(stream.set_nodelay(true)));
    let app = Router::new()
        .route("/engines", get(engines))
        .route("/engine/{name}", get(engine))
        .fallback(get(file))
        .layer(middleware::from_fn_with_state(Arc::clone(&shared), guard))
        .with_state(Arc::clone(&shared));
    let mut shutdown = shared.shutdown.clone();
    tokio::select! {
        served = axum::serve(listener, app).into_future() => served?,
        _ = shutdown.wait_for(|&stop| stop) => {}
    }
    // When all permits are back, all engines have ended. Those that do not are the supervisors' business.
    let _ = tokio::time::timeout(END_PATIENCE, shared.permits.acquire_many(shared.limits.sockets)).await;
    Ok(())
}

/// Refuses whatever calls us by another name, and adds the headers of every answer.
async fn guard(State(shared): State<Arc<Shared>>, request: Request, next: Next) -> Response {
    let mut response = match shared.guard.check_host(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    response.headers_mut().extend(assets::HEADERS);
    response
}

async fn file(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    assets::file(request.uri().path(), shared.page.as_deref())
}

/// The names of the engines, as JSON.
async fn engines(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Result<Response, Refusal> {
    shared.guard.check_token(&headers)?;
    let names: Vec<&str> = shared.engines.iter().map(|engine| engine.name.as_str()).collect();
    let limits = serde_json::json!({ "hash": shared.limits.hash, "threads": shared.limits.threads });
    let text = serde_json::json!({ "engines": names, "limits": limits }).to_string();
    Ok(([(CONTENT_TYPE, "application/json")], text).into_response())
}

/// A socket, and with it an engine.
async fn engine(
    State(shared): State<Arc<Shared>>,
    Path(name): Path<String>,
    headers: HeaderMap,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Response> {
    shared.guard.check_socket(&headers).map_err(Refusal::into_response)?;
    let found = shared.engines.iter().find(|engine| engine.name == name).cloned();
    let engine = found.ok_or_else(|| (StatusCode::NOT_FOUND, "there is no such engine").into_response())?;
    let upgrade = upgrade.map_err(IntoResponse::into_response)?;
    let limits = shared.limits.clone();
    let upgrade = upgrade.protocols([SUBPROTOCOL]).max_message_size(limits.line).max_frame_size(limits.line);
    Ok(upgrade.on_upgrade(async move |mut socket| match Arc::clone(&shared.permits).try_acquire_owned() {
        Ok(permit) => conversation::run(socket, engine, limits, permit, shared.shutdown.clone()).await,
        // A page learns why only from a socket that is open.
        Err(_) => drop(socket.send(Message::Close(Some(Farewell::TooMany.frame()))).await),
    }))
}
