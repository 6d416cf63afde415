//! The pages: files that are part of the program.

use std::path::{Component, Path, PathBuf};

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use xxhash_rust::xxh3::xxh3_64;

/// Each file of `web/` with its path.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web.rs"));

/// Where pages are taken from.
#[derive(Clone, Debug)]
pub(crate) enum Pages {
    /// From the program itself.
    Embedded,
    /// From a folder, for who works on them.
    Folder(PathBuf),
}

impl Pages {
    /// The file at a path of an address. A path that looks like no file is one of the application: it shows
    /// itself what belongs there.
    pub(crate) async fn answer(&self, path: &str, asked: &HeaderMap) -> Response {
        let path = path.trim_start_matches('/');
        let is_file = path.rsplit('/').next().is_some_and(|it| it.contains('.'));
        let name = if is_file { path } else { "index.html" };
        let Some(content) = self.read(name).await else {
            return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
        };
        let tag = format!("\"{:016x}\"", xxh3_64(&content));
        let known = asked.get(header::IF_NONE_MATCH);
        if known.is_some_and(|known| known.as_bytes() == tag.as_bytes()) {
            return StatusCode::NOT_MODIFIED.into_response();
        }
        let mut answer = Response::new(Body::from(content));
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            headers.insert(header::ETAG, tag);
        }
        answer
    }

    async fn read(&self, name: &str) -> Option<Vec<u8>> {
        match self {
            Pages::Embedded => {
                let found = FILES.iter().find(|(known, _)| *known == name);
                found.map(|(_, content)| content.to_vec())
            }
            Pages::Folder(folder) => {
                let plain = |part: Component<'_>| matches!(part, Component::Normal(_));
                let file = folder.join(name);
                let inside = Path::new(name).components().all(plain);
                let read = tokio::task::spawn_blocking(move || std::fs::read(file).ok());
                if inside { read.await.ok()? } else { None }
            }
        }
    }
}

/// What a file is, by how its name ends.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
