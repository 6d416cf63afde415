//! `shido serve`: Shido in the browser.

use std::io::IsTerminal;
use std::net::SocketAddr;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;

use shido::{Catalog, Settings};
use shido_serve::{Config, Limits, LogLevel, log_to_stderr, serve};

use crate::args::{LogArg, ServeArgs};
use crate::terminal::{FAINT, STRONG, styled};
use crate::{play, remembered};

/// Serves until it is stopped.
pub(crate) fn run(args: &ServeArgs, catalog: &Arc<Catalog>) -> anyhow::Result<ExitCode> {
    log_to_stderr(match args.log {
        LogArg::Error => LogLevel::Error,
        LogArg::Warn => LogLevel::Warn,
        LogArg::Info => LogLevel::Info,
        LogArg::Debug => LogLevel::Debug,
    });
    let config = Config {
        address: args.address,
        port: args.port,
        student: remembered::student(args.who.student.as_deref()),
        settings: Settings::for_user(),
        any_player: args.any_player,
        limits: Limits::default(),
        web: std::env::var_os("SHIDO_WEB").map(Into::into),
    };
    let wanted = match (args.open, args.no_open) {
        (true, _) => true,
        (false, true) => false,
        (false, false) => std::io::stdout().is_terminal(),
    };
    let ready = |address: SocketAddr| {
        let shown = format!("http://{address}");
        let told = format!(
            "Shido is at {}\n{}\n",
            styled(STRONG, &shown),
            styled(FAINT, "Ctrl-C stops it; your games are kept.")
        );
        // Whoever has closed the output has no use for the address.
        let _ = play::say(&told);
        if wanted && !open(&shown) {
            let _ = play::say("No browser could be opened: open the address yourself.\n");
        }
    };
    serve(Arc::clone(catalog), config, ready, std::future::pending())?;
    Ok(ExitCode::SUCCESS)
}

/// Opens an address in the browser; tells whether there was somebody to ask.
fn open(address: &str) -> bool {
    let (program, arguments): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start"])
    } else {
        ("xdg-open", &[])
    };
    Command::new(program)
        .args(arguments)
        .arg(address)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .is_ok()
}
