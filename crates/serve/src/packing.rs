//! Answers are packed for browsers that can unpack them: boards are drawings written as text, which packs to a
//! tenth.

use std::io::Write;

use axum::body::{Body, to_bytes};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;

/// What is shorter is not worth it.
const SHORT: usize = 1000;

/// Packs an answer that is text. Events are sent as they come and stay as they are.
pub(crate) async fn pack(request: Request, next: Next) -> Response {
    let wanted = says(request.headers(), header::ACCEPT_ENCODING, &["gzip"]);
    let answer = next.run(request).await;
    const TEXT: &[&str] = &["text/html", "text/css", "text/javascript", "json", "svg"];
    if !wanted || !says(answer.headers(), header::CONTENT_TYPE, TEXT) {
        return answer;
    }
    let (mut parts, body) = answer.into_parts();
    // All of these were made as a whole.
    let Ok(content) = to_bytes(body, usize::MAX).await else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    let packed = (content.len() >= SHORT).then(|| packed(&content)).flatten();
    let Some(packed) = packed else {
        return Response::from_parts(parts, Body::from(content));
    };
    let headers = &mut parts.headers;
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    headers.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    Response::from_parts(parts, Body::from(packed))
}

fn packed(content: &[u8]) -> Option<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(content).ok()?;
    packer.finish().ok()
}

fn says(headers: &HeaderMap, name: header::HeaderName, words: &[&str]) -> bool {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.is_some_and(|value| words.iter().any(|word| value.contains(word)))
}
