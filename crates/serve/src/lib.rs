//! Shido in the browser: an HTTP API over sessions, and the pages that use it.
//!
//! A thin layer: games and players come from a [`Catalog`], contests are sessions kept in a memory, and what is
//! said comes from `club` and `review`. It knows no game and no player by name.

mod answers;
mod api;
mod app;
mod clock;
mod connections;
mod failure;
mod guard;
mod keeper;
mod packing;
mod pages;
mod schema;
mod sitting;

use std::future::Future;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::middleware::from_fn;
use shido::{Catalog, Settings};
use shido_store::StoreError;
use tokio::net::TcpListener;

use crate::app::App;
use crate::pages::Pages;

/// What is served, where, and to whom.
pub struct Config {
    /// Where connections are taken.
    pub address: IpAddr,
    /// The port; where none is asked for, [`USUAL_PORT`] or the next one that is free.
    pub port: Option<u16>,
    /// Whose contests and cards these are.
    pub student: String,
    /// Where work is done and kept. Without a folder for data nothing can be served.
    pub settings: Settings,
    /// Whether players may be asked for that read files or start programs. Whoever reaches the address can then do
    /// so in the name of who started the server.
    pub any_player: bool,
    /// How much may be done at once.
    pub limits: Limits,
    /// A folder to take the pages from instead of the program itself, for who works on them.
    pub web: Option<PathBuf>,
}

/// The port that is taken where none is asked for.
pub const USUAL_PORT: u16 = 8000;

/// How much may be done at once, and for how long.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest body of a request, in bytes.
    pub body: usize,
    /// How long it may take to send a request.
    pub reading: Duration,
    /// Contests that are held in memory; others are taken from the disk when they are asked for.
    pub contests: usize,
    /// How many of them may be held though nobody looks at them.
    pub at_rest: usize,
    /// How many players may think about their moves at the same time.
    pub moving: usize,
    /// How many hints and opinions may be thought about at the same time.
    pub studying: usize,
    /// How many contests may be reviewed at the same time.
    pub reviewing: usize,
    /// How many may wait for one of these.
    pub waiting: usize,
    /// How long a player may think about a move.
    pub move_time: Duration,
    /// How long somebody may think about a hint or an opinion.
    pub opinion_time: Duration,
    /// How long a study may take.
    pub study: Duration,
    /// How long a review may take.
    pub review: Duration,
    /// How many bytes a solver may hold.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        let processors = std::thread::available_parallelism().map_or(2, usize::from);
        Limits {
            body: 1 << 20,
            reading: Duration::from_secs(30),
            contests: 1000,
            at_rest: 50,
            moving: (8 * processors).max(16),
            studying: (2 * processors).max(4),
            reviewing: processors,
            waiting: 256,
            move_time: Duration::from_secs(60),
            opinion_time: Duration::from_secs(3),
            study: Duration::from_secs(120),
            review: Duration::from_secs(900),
            memory: 1 << 30,
        }
    }
}

/// How much is logged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LogLevel {
    /// What fails.
    Error,
    /// Also what should not happen.
    Warn,
    /// Also that the server began and stopped.
    Info,
    /// Also every request.
    Debug,
}

/// Writes a line for what happens to the standard error stream. The first call decides how much.
pub fn log_to_stderr(level: LogLevel) {
    let level = match level {
        LogLevel::Error => tracing::Level::ERROR,
        LogLevel::Warn => tracing::Level::WARN,
        LogLevel::Info => tracing::Level::INFO,
        LogLevel::Debug => tracing::Level::DEBUG,
    };
    let lines = tracing_subscriber::fmt()
        .with_max_level(level)
        .with_target(false)
        .with_ansi(std::io::IsTerminal::is_terminal(&std::io::stderr()))
        .with_writer(std::io::stderr);
    let _ = lines.try_init();
}

/// Why nothing is served.
#[derive(Debug)]
#[non_exhaustive]
pub enum ServeError {
    /// There is no folder to keep contests in.
    NoFolder,
    /// What is remembered cannot be used.
    Memory(StoreError),
    /// Connections cannot be taken there.
    Address(SocketAddr, std::io::Error),
    /// The system gives the program too few threads.
    NoThreads(std::io::Error),
    /// The connection broke, or the system refused something else.
    System(std::io::Error),
}

impl std::error::Error for ServeError {}

impl std::fmt::Display for ServeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ServeError::NoFolder => {
                f.write_str("there is no folder to keep contests in: name one by SHIDO_DATA")
            }
            ServeError::Memory(error) => match error.help() {
                Some(help) => write!(f, "{error}; {help}"),
                None => write!(f, "{error}"),
            },
            ServeError::Address(address, error) => {
                write!(f, "cannot take connections at {address}: {error}")?;
                f.write_str(match error.kind() {
                    ErrorKind::AddrInUse => {
                        "; another program has it: name another port, or none to take one that is free"
                    }
                    ErrorKind::PermissionDenied => {
                        "; ports below 1024 are the system's: name a higher one"
                    }
                    ErrorKind::AddrNotAvailable => "; this machine has no such address",
                    _ => "",
                })
            }
            ServeError::NoThreads(error) => write!(
                f,
                "the system gives the program too few threads: end other programs, or allow more processes \
                 (`ulimit -u`): {error}"
            ),
            ServeError::System(error) => write!(f, "{error}"),
        }
    }
}

/// Serves until Ctrl-C, a signal to terminate, or `stop`. `ready` is called with the address once connections are
/// taken.
///
/// # Errors
/// Where the memory or the address cannot be used.
pub fn serve(
    catalog: Arc<Catalog>,
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    try_threads().map_err(ServeError::NoThreads)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(ServeError::System)?;
    let done = runtime.block_on(run(catalog, config, ready, stop));
    // Whoever does not stop thinking is left behind: what they were about is kept.
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

/// Whether the system gives as many threads as serving begins with: the runtime panics where it does not.
fn try_threads() -> std::io::Result<()> {
    let workers = std::thread::available_parallelism().map_or(1, NonZero::get);
    let hold = std::sync::Mutex::new(());
    std::thread::scope(|scope| {
        // All are there at once before the first ends.
        let _held = hold.lock();
        for _ in 0..workers + THREADS_BESIDES {
            let wait = || drop(hold.lock());
            std::thread::Builder::new().spawn_scoped(scope, wait)?;
        }
        Ok(())
    })
}

/// Threads that serving needs besides those that answer: one that opens all games, one that keeps.
const THREADS_BESIDES: usize = 2;

async fn run(
    catalog: Arc<Catalog>,
    config: Config,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let listener = bind(config.address, config.port).await?;
    let address = listener.local_addr().map_err(ServeError::System)?;
    let pages = config.web.map_or(Pages::Embedded, Pages::Folder);
    let (body, reading) = (config.limits.body, config.limits.reading);
    let app = Arc::new(App::new(
        catalog,
        config.settings,
        config.student,
        config.any_player,
        config.limits,
        pages,
    )?);
    tokio::spawn(Arc::clone(&app).watch());
    // Whoever opens the first page should not have to wait for all games to be opened.
    let opening = Arc::clone(&app);
    tokio::task::spawn_blocking(move || api::games::all(&opening).map(|_| ()));
    let router = Router::new()
        .nest("/api/v1", api::router(body))
        .fallback(page)
        .layer(from_fn(packing::pack))
        .layer(from_fn(guard::guard))
        .with_state(Arc::clone(&app));
    tracing::info!(%address, student = app.student, "serving");
    ready(address);
    let closing = Arc::clone(&app);
    let stopped = async move {
        tokio::select! {
            () = stop => {}
            () = signalled() => {}
        }
        tracing::info!("stopping");
        closing.close();
    };
    connections::answer(listener, router, reading, stopped).await;
    Ok(())
}

async fn page(
    State(app): State<Arc<App>>,
    uri: Uri,
    headers: HeaderMap,
) -> axum::response::Response {
    app.pages.answer(uri.path(), &headers).await
}

/// Takes connections at the port that is asked for, or at the usual one or one of the next.
async fn bind(address: IpAddr, port: Option<u16>) -> Result<TcpListener, ServeError> {
    const TRIED: u16 = 20;
    let ports = match port {
        Some(port) => port..=port,
        None => USUAL_PORT..=USUAL_PORT + TRIED,
    };
    let mut refused = None;
    for port in ports {
        let address = SocketAddr::new(address, port);
        match TcpListener::bind(address).await {
            Ok(listener) => return Ok(listener),
            Err(error) => refused = refused.or(Some(ServeError::Address(address, error))),
        }
    }
    Err(refused.expect("at least one port was tried"))
}

/// Waits for Ctrl-C or a signal to terminate.
async fn signalled() {
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupted => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = interrupted.await;
}
