//! Pictures of every page and of many boards, for those who change them to look at:
//!
//! ```sh
//! SHIDO_PICTURES=pictures cargo test -p shido-cli --test browser pictures -- --ignored
//! ```

use std::path::PathBuf;

use serde_json::json;

use crate::access::pages;
use crate::driver::{Browser, Window};
use crate::server::Server;

/// Boards to look at: a game, and moves or a position with something on it.
const BOARDS: [(&str, &str); 14] = [
    ("tic-tac-toe", "b2 a1 c1"),
    ("connect-four", "d d d c c b f e"),
    ("nine-mens-morris", "d6 f4 d2 b4 f6 b6 f2"),
    ("chess", "e4 e5 Nf3 Nc6 Bc4 Bc5 c3 Nf6"),
    ("shogi", "7g7f 3c3d 8h2b+ 3a2b"),
    ("go:size=9", "E5 E7 G6 C5 C4 D4 D5 C3"),
    ("go", "Q16 D4 Q4 D16"),
    ("othello", "d3 c5 f6 f5 e6 e3"),
    ("draughts", "11-15 23-19"),
    ("backgammon", ""),
    ("breakthrough", ""),
    ("qubic", ""),
    ("shisima", ""),
    ("teeko", ""),
];

fn folder() -> PathBuf {
    let folder = std::env::var_os("SHIDO_PICTURES").expect("SHIDO_PICTURES names a folder");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    PathBuf::from(folder)
}

fn windows() -> impl Iterator<Item = (String, Window)> {
    [Window::DESK, Window::PHONE]
        .into_iter()
        .flat_map(|window| {
            [false, true].map(|dark| {
                let name = format!("{}-{}", window.width, if dark { "dark" } else { "light" });
                (name, Window { dark, ..window })
            })
        })
}

#[test]
#[ignore = "makes pictures, and checks nothing"]
fn pictures_of_pages_and_boards() {
    let folder = folder();
    let server = Server::start();
    let mut shown: Vec<(String, String, &str)> = pages(&server)
        .into_iter()
        .map(|(path, there)| {
            let name = path
                .split('/')
                .find(|part| !part.is_empty())
                .unwrap_or("games");
            (
                format!(
                    "page-{name}{}",
                    if there == "#ending" { "-over" } else { "" }
                ),
                path.clone(),
                there,
            )
        })
        .collect();
    for (game, moves) in BOARDS {
        let id = server.contest(&json!({"game": game, "opponent": {"people": true}}));
        for mv in moves.split_whitespace() {
            server.post(&format!("/contests/{id}/play"), &json!({"move": mv}));
        }
        let name = game.replace([':', '='], "-");
        shown.push((format!("board-{name}"), format!("/play/{id}"), ".board svg"));
    }
    for (size, window) in windows() {
        let browser = Browser::open(window);
        for (name, path, there) in &shown {
            browser.go(&server.page(path));
            browser.until(
                path,
                &format!(
                    "document.querySelector('{there}') && !document.querySelector('[aria-busy]')"
                ),
            );
            browser.until(
                "pictures are there",
                "[...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight)",
            );
            let whole = name.starts_with("page") && !name.contains("games");
            let file = folder.join(format!("{name}-{size}.png"));
            std::fs::write(file, browser.picture(whole)).expect("the picture can be written");
        }
    }
}
