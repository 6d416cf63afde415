//! What is learned from a game: its review, a chance to find, and a card that is due.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::driver::{Browser, Hand, PATIENCE, Window};
use crate::server::Server;
use crate::table::{Table, window};

/// A game in which White leaves the queen to be taken, twice, although it could give check with it.
const GAME: &str = "[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n\
    1. e4 e5 2. Nf3 Nc6 3. Bc4 Nd4 4. O-O Qf6 5. Nxd4 exd4 6. d3 Qe5 7. f4 Qc5 8. Qh5 d6 \
    9. Nd2 Nf6 10. Nf3 Nxh5 11. Ng5 g6 12. Nxf7 Nf6 0-1\n";

/// Brings the game to the server and lets it be reviewed; gives its number.
pub(crate) fn reviewed(server: &Server) -> u64 {
    let brought = server.post("/contests/import", &json!({"text": GAME, "seat": "first"}));
    let id = brought["contests"][0]["id"].as_u64().expect("a number");
    let path = format!("/contests/{id}/review");
    server.post(&path, &json!({"rating": 1300}));
    let begun = Instant::now();
    loop {
        let found = server.get(&path);
        match found["state"].as_str() {
            Some("done") => return id,
            Some("running") if begun.elapsed() < PATIENCE => {
                std::thread::sleep(Duration::from_millis(50));
            }
            _ => panic!("no review: {found}"),
        }
    }
}

/// The move that a moment is about.
fn right_move(moment: &Value) -> String {
    moment["card"]["moves"][0]
        .as_str()
        .expect("a move")
        .to_owned()
}

#[test]
fn a_chance_is_found_on_the_board_and_comes_back_as_a_card() {
    let server = Server::start();
    let id = reviewed(&server);
    for hand in [Hand::Mouse, Hand::Finger, Hand::Keyboard] {
        let browser = Browser::open(window(hand));
        browser.go(&server.page(&format!("/review/{id}")));
        browser.until("the review is there", "document.querySelector('#moment-0')");
        let review = server.get(&format!("/contests/{id}/review"));
        let moment = &review["review"]["moments"][0];
        let number = moment["number"].as_u64().expect("a number");
        browser.press(hand, "#moment-0");
        browser.until(
            "something is asked",
            "document.querySelector('.finding h2')",
        );
        browser.press(hand, "#finding-hint");
        browser.until(
            "a hint is given",
            "document.querySelector('#finding-said p')",
        );
        let table = Table {
            browser: &browser,
            server: &server,
            hand,
            id,
        };
        let at = server.get(&format!("/contests/{id}/at/{}", number - 1));
        let legal = at["legal"].as_array().expect("moves");
        let find = |text: &str| {
            legal
                .iter()
                .find(|mv| mv["text"] == text)
                .expect("legal")
                .clone()
        };
        // What was played is not it; the right move is.
        table.touch_all(&find(moment["played"].as_str().expect("a move")));
        browser.until(
            "it is refused",
            "document.querySelector('#finding-said .bad')",
        );
        table.touch_all(&find(&right_move(moment)));
        browser.until(
            "it is right",
            "document.querySelector('#finding-said .good')",
        );
        browser.until(
            "there is a reason",
            "document.querySelector('.finding .why')",
        );
        browser.until("and an arrow", "document.querySelector('.arrow.good')");
    }
}

#[test]
fn a_review_is_there_at_once_after_the_server_was_killed() {
    let mut server = Server::start();
    let id = reviewed(&server);
    let before = server.get(&format!("/contests/{id}/review"));
    server.kill_and_start();
    let after = server.get(&format!("/contests/{id}/review"));
    assert_eq!(after, before, "it is kept, and not made again");
    let browser = Browser::open(Window::DESK);
    browser.go(&server.page(&format!("/review/{id}")));
    browser.until("the review is there", "document.querySelector('#moment-0')");
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Somebody who always plays at the edge loses to the tutor, and is shown why.
#[test]
fn a_contest_with_the_tutor_is_played_looked_at_and_practised() {
    let server = Server::start();
    let browser = Browser::open(Window::DESK);
    // It may happen that nothing was to be found.
    let mut contests = (0..3).map(|_| {
        let id = server.contest(&json!({"game": "connect-four", "opponent": {"tutor": "club"}}));
        let table = Table::open(&browser, &server, Hand::Mouse, id);
        let told = table.play_out(at_the_edge);
        assert_eq!(told, table.contest()["ending"]["sentence"]);
        browser.press(Hand::Mouse, "#review");
        browser.until("it is reviewed", "document.querySelector('svg.graph')");
        let review = server.get(&format!("/contests/{id}/review"));
        (table, review["review"]["moments"][0].clone())
    });
    let found = contests.find(|(_, moment)| !moment.is_null());
    let (table, moment) = found.expect("mistakes were made");
    browser.press(Hand::Mouse, "#moment-0");
    browser.until(
        "something is asked",
        "document.querySelector('.finding h2')",
    );
    let before = moment["number"].as_u64().expect("a number") - 1;
    let at = server.get(&format!("/contests/{}/at/{before}", table.id));
    let legal = at["legal"].as_array().expect("moves");
    let right = legal.iter().find(|mv| mv["text"] == right_move(&moment));
    table.touch_all(right.expect("the right move is legal"));
    browser.until(
        "it is right",
        "document.querySelector('#finding-said .good')",
    );
    browser.go(&server.page("/cards"));
    browser.until(
        "it comes back as a card",
        "document.querySelector('.finding')",
    );
    assert_eq!(browser.complaints(), [""; 0]);
}

/// The number of a move in the first or the last column.
fn at_the_edge(contest: &Value) -> usize {
    let mut legal = contest["legal"].as_array().expect("moves").iter();
    let edge = legal.position(|mv| mv["text"] == "a" || mv["text"] == "g");
    edge.unwrap_or(0)
}

#[test]
fn other_moves_are_explored_with_the_tutors_opinion() {
    let server = Server::start();
    let id = reviewed(&server);
    let browser = Browser::open(Window::DESK);
    browser.go(&server.page(&format!("/review/{id}")));
    browser.until(
        "the list is there",
        "document.querySelector('.moves .move')",
    );
    browser.press(Hand::Mouse, ".moves li:nth-of-type(2) .move");
    browser.until(
        "it is there",
        "document.querySelector('.moves li:nth-of-type(2) [aria-current]')",
    );
    let table = Table {
        browser: &browser,
        server: &server,
        hand: Hand::Mouse,
        id,
    };
    table.touch("e7");
    table.touch("e6");
    browser.until(
        "the tutor has an opinion",
        "document.querySelector('#exploring .why')",
    );
    assert!(!browser.text("#exploring .why").is_empty());
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_due_card_is_answered() {
    let server = Server::start();
    reviewed(&server);
    let due = server.get("/cards")["due"].as_u64().expect("a number");
    assert!(due > 0, "the review makes cards");
    let browser = Browser::open(Window::PHONE);
    browser.go(&server.page("/cards"));
    browser.until("a card is asked", "document.querySelector('.finding')");
    browser.press(Hand::Finger, "#finding-show");
    browser.until(
        "the answer is shown",
        "document.querySelector('.finding .why')",
    );
    browser.press(Hand::Finger, "#next-card");
    browser.until(
        "the next one comes, or none",
        "!document.querySelector('.finding .why')",
    );
    assert_eq!(server.get("/cards")["due"], due - 1);
    assert_eq!(browser.complaints(), [""; 0]);
}
