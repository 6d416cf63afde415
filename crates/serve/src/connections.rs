//! Connections: taken while the server runs, and closed on those who begin to ask and do not go on.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

/// Answers everybody who connects until `stopped`, and then those who have asked already. Who does not say within
/// `reading` what is wanted loses the connection.
pub(crate) async fn answer(
    mut listener: TcpListener,
    router: Router,
    reading: Duration,
    stopped: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(reading);
    let open = GracefulShutdown::new();
    let mut stopped = pin!(stopped);
    loop {
        let (stream, _) = tokio::select! {
            taken = Listener::accept(&mut listener) => taken,
            () = &mut stopped => break,
        };
        // A move is a small message: it must not wait for more to be sent with it.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = open.watch(http.serve_connection(TokioIo::new(stream), service));
        tokio::spawn(async move {
            if let Err(error) = connection.await {
                tracing::debug!(%error, "a connection broke");
            }
        });
    }
    drop(listener);
    open.shutdown().await;
}
