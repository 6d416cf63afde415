//! What is refused before anything is looked at, and what every answer says to the browser.

use std::net::IpAddr;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::failure::Failure;

/// Nothing from elsewhere, nothing inline, nothing framed.
const CONTENT_POLICY: &str = "default-src 'self'; img-src 'self' data:; object-src 'none'; \
     base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        "same-origin",
    ),
];

/// Lets a request through that comes from our own pages or from no page at all, and says in the answer what the
/// browser may do with it.
pub(crate) async fn guard(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let begun = std::time::Instant::now();
    let mut answer = match allowed(&method, request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refused) => refused.into_response(),
    };
    for (name, value) in HEADERS {
        let headers = answer.headers_mut();
        headers.insert(name, HeaderValue::from_static(value));
    }
    let status = answer.status().as_u16();
    let milliseconds = begun.elapsed().as_millis() as u64;
    match answer.status().is_server_error() {
        true => tracing::warn!(%method, path, status, milliseconds),
        false => tracing::debug!(%method, path, status, milliseconds),
    }
    answer
}

fn allowed(method: &Method, headers: &HeaderMap) -> Result<(), Failure> {
    let host = headers.get(header::HOST).and_then(|it| it.to_str().ok());
    let host = host.unwrap_or_default();
    if !is_direct(host) {
        return Err(Failure::new(
            StatusCode::MISDIRECTED_REQUEST,
            format!("`{host}` is not the address of this server"),
        )
        .help(
            "open it by its number, such as http://127.0.0.1:8000, or as http://localhost:8000",
        ));
    }
    if method == Method::GET || method == Method::HEAD {
        return Ok(());
    }
    let elsewhere = || {
        Failure::new(
            StatusCode::FORBIDDEN,
            "this was asked by the page of another site",
        )
    };
    if let Some(origin) = headers.get(header::ORIGIN) {
        let own = origin.to_str().ok();
        let own = own.and_then(|it| it.split_once("://"));
        if own.is_none_or(|(_, from)| from != host) {
            return Err(elsewhere());
        }
    }
    match headers.get("sec-fetch-site").map(HeaderValue::as_bytes) {
        None | Some(b"same-origin" | b"none") => Ok(()),
        Some(_) => Err(elsewhere()),
    }
}

/// Whether a host is meant directly: by its number, or as this machine. A name could be one that somebody else
/// has made to point here, so that their page may read what we answer.
fn is_direct(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() => name,
        _ => host,
    };
    let number = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost") || number.parse::<IpAddr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::is_direct;

    #[test]
    fn names_of_others_are_refused() {
        for own in [
            "localhost",
            "localhost:8000",
            "127.0.0.1:8000",
            "[::1]:8000",
            "192.168.0.7",
        ] {
            assert!(is_direct(own), "{own}");
        }
        for other in [
            "",
            "example.org",
            "example.org:8000",
            "localhost.example.org",
            "127.0.0.1.nip.io",
        ] {
            assert!(!is_direct(other), "{other}");
        }
    }
}
