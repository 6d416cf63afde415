//! Whole contests, by mouse, by finger on a phone, and by keyboard.

use serde_json::{Value, json};

use crate::driver::{Browser, Hand, Window};
use crate::server::Server;
use crate::table::{Table, window};

/// A game that nobody knows: three in a row on a wide board.
const FRAME: &str = r#"
name = "wide-three"
board = { grid = [4, 3], lines = { in-a-row = 3 } }
markers = { first = { symbol = "X" }, second = { symbol = "O" } }
stages = [{ move = "place" }]
goal = { line = "win" }
"#;

/// One who plays all games, one after the other, in one window.
struct Guest<'a> {
    browser: &'a Browser,
    server: &'a Server,
    hand: Hand,
}

impl Guest<'_> {
    /// Sits down to a contest.
    fn sit(&self, order: &Value) -> Table<'_> {
        let id = self.server.contest(order);
        Table::open(self.browser, self.server, self.hand, id)
    }

    /// Plays some legal move each time until it is over.
    fn play_out(&self, order: &Value) -> String {
        let table = self.sit(order);
        let told = table.play_out(numbers());
        assert_eq!(told, table.contest()["ending"]["sentence"]);
        told
    }

    fn tic_tac_toe_against_the_tutor(&self) {
        let table = self.sit(&json!({"game": "tic-tac-toe"}));
        let told = table.play_out(numbers());
        let result = table.contest()["ending"]["result"].clone();
        let won = told.starts_with("You win");
        assert_eq!(won, result == "won", "{told}, but {result}");
    }

    fn connect_four_against_random_moves(&self) {
        let order =
            json!({"game": "connect-four", "opponent": {"player": "random"}, "seat": "second"});
        self.play_out(&order);
    }

    fn chess_from_the_first_move_to_the_mate(&self) {
        let table = self.sit(&json!({"game": "chess", "opponent": {"people": true}}));
        table.play_moves("f3 e5 g4 Qh4#");
        let told = table.ending();
        assert!(told.to_lowercase().contains("checkmate"), "{told}");
    }

    fn go_until_both_pass_and_it_is_counted(&self) {
        let table = self.sit(&json!({"game": "go:size=9", "opponent": {"people": true}}));
        // White's stone in the corner is captured.
        table.play_moves("E5 A1 A2 J9 B1 pass pass");
        let shown = self.browser.run(
            "return document.querySelectorAll('[data-place] [data-side]').length",
            Value::Null,
        );
        assert_eq!(shown, 4, "stones on the board");
        // Two stones each of all that is not surrounded: Black has three and the corner, White one and the komi.
        assert_eq!(table.contest()["points"], json!([4.0, 8.5]));
        table.ending();
    }

    fn the_end_of_backgammon(&self) {
        let start = "-CB-------------------bc-- first 64";
        let order = json!({"game": "backgammon", "opponent": {"player": "random"}, "start": start});
        self.play_out(&order);
    }

    fn a_frame_from_a_file(&self) {
        let Guest {
            browser,
            server,
            hand,
        } = *self;
        let folder = tempfile::TempDir::new().expect("a folder");
        let file = folder.path().join("wide.toml");
        std::fs::write(&file, FRAME).expect("the frame can be written");
        browser.go(&server.page("/"));
        browser.until("the page is there", "document.querySelector('.drop input')");
        browser.choose_file(".drop input", &file);
        browser.until("the game is shown", "document.querySelector('#begin')");
        browser.run(
            "document.querySelector('input[value=people]').click()",
            Value::Null,
        );
        browser.press(hand, "#begin");
        browser.until("the board is there", "document.querySelector('.board svg')");
        let path = browser.run("return location.pathname", Value::Null);
        let id = path
            .as_str()
            .and_then(|path| path.rsplit('/').next()?.parse().ok());
        let id = id.expect("the number of a contest");
        let table = Table {
            browser,
            server,
            hand,
            id,
        };
        let told = table.play_out(numbers());
        assert_eq!(told, table.contest()["ending"]["sentence"]);
    }
}

fn every_game(hand: Hand) {
    let server = Server::start();
    let browser = Browser::open(window(hand));
    let guest = Guest {
        browser: &browser,
        server: &server,
        hand,
    };
    guest.tic_tac_toe_against_the_tutor();
    guest.connect_four_against_random_moves();
    guest.chess_from_the_first_move_to_the_mate();
    guest.go_until_both_pass_and_it_is_counted();
    guest.a_frame_from_a_file();
    guest.the_end_of_backgammon();
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn whole_contests_by_mouse() {
    every_game(Hand::Mouse);
}

#[test]
fn whole_contests_by_finger_on_a_phone() {
    every_game(Hand::Finger);
}

#[test]
fn whole_contests_by_keyboard() {
    every_game(Hand::Keyboard);
}

#[test]
fn a_whole_contest_of_backgammon_where_nothing_moves_by_itself() {
    let server = Server::start();
    let still = Window {
        still: true,
        ..Window::DESK
    };
    let browser = Browser::open(still);
    let guest = Guest {
        browser: &browser,
        server: &server,
        hand: Hand::Mouse,
    };
    guest.play_out(&json!({"game": "backgammon", "opponent": {"player": "random"}}));
    assert_eq!(browser.complaints(), [""; 0]);
}

/// Numbers that look random and are the same in each run.
fn numbers() -> impl FnMut(&Value) -> usize {
    let mut state = 7_u64;
    move |_| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    }
}

#[test]
fn a_contest_goes_on_after_a_reload_and_after_the_server_was_killed() {
    let mut server = Server::start();
    let browser = Browser::open(Window::DESK);
    let id = server.contest(&json!({"game": "chess", "opponent": {"people": true}}));
    let shown =
        "[...document.querySelectorAll('.moves .move')].map((move) => move.textContent).join(' ')";
    {
        let table = Table::open(&browser, &server, Hand::Mouse, id);
        table.play_moves("e4 e5 Nf3");
    }
    server.kill_and_start();
    {
        let table = Table::open(&browser, &server, Hand::Mouse, id);
        assert_eq!(browser.until("the moves are there", shown), "e4 e5 Nf3");
        table.play_moves("Nc6");
    }
    browser.go(&server.page(&format!("/play/{id}")));
    assert_eq!(browser.until("the moves are there", shown), "e4 e5 Nf3 Nc6");
}

#[test]
fn earlier_positions_are_looked_at_while_one_plays() {
    let server = Server::start();
    let browser = Browser::open(Window::DESK);
    let id = server.contest(&json!({"game": "chess", "opponent": {"people": true}}));
    let table = Table::open(&browser, &server, Hand::Mouse, id);
    table.play_moves("e4 e5 Nf3");
    let at =
        |square: &str| format!("document.querySelector('[data-place=\"{square}\"] [data-side]')");
    browser.press(Hand::Mouse, ".moves li:nth-of-type(2) .move");
    browser.until("the first move is shown", &format!("!{}", at("e5")));
    browser.until("it is told", "document.querySelector('#to-now')");
    // Nothing is played there: e5 cannot be answered from before it was played.
    table.touch("e7");
    table.touch("e6");
    assert_eq!(table.contest()["moves"].as_array().map(Vec::len), Some(3));
    browser.run(
        "document.querySelector('.moves .move[aria-current]').focus()",
        Value::Null,
    );
    browser.keys("\u{e014}");
    browser.until("the arrow key goes on", &at("e5"));
    browser.press(Hand::Mouse, "#to-now");
    browser.until("it is now again", &at("f3"));
    table.play_moves("Nc6");
    assert_eq!(browser.complaints(), [""; 0]);
}

#[test]
fn a_piece_is_dragged_and_the_tutor_answers() {
    let server = Server::start();
    for hand in [Hand::Mouse, Hand::Finger] {
        let browser = Browser::open(window(hand));
        let id = server.contest(&json!({"game": "chess", "opponent": {"tutor": "beginner"}}));
        let table = Table::open(&browser, &server, hand, id);
        table.turn();
        browser.drag(hand, "[data-touch=\"e2\"]", "[data-touch=\"e4\"]");
        browser.until(
            "the tutor has moved",
            "document.querySelectorAll('.moves .move').length === 2",
        );
        let contest = table.turn();
        assert_eq!(contest["moves"][0]["text"], "e4");
        let heard = browser.until(
            "the move is announced",
            "document.querySelector('#polite').textContent",
        );
        assert!(
            heard.as_str().is_some_and(|heard| heard.contains("Black")),
            "{heard}"
        );
        // Where it is not legal to go, nothing happens.
        browser.drag(hand, "[data-touch=\"e4\"]", "[data-touch=\"a8\"]");
        browser.press(hand, "#take-back");
        browser.until(
            "both moves are taken back",
            "document.querySelectorAll('.moves .move').length === 0",
        );
    }
}

#[test]
fn moves_are_typed_and_mistakes_explained() {
    let server = Server::start();
    let browser = Browser::open(Window::DESK);
    let id = server.contest(&json!({"game": "chess", "opponent": {"people": true}}));
    Table::open(&browser, &server, Hand::Keyboard, id);
    browser.run("document.querySelector('#typed').focus()", Value::Null);
    browser.keys("e5\u{e007}");
    browser.until("it is refused", "document.querySelector('.notice')");
    browser.run("document.querySelector('#typed').select()", Value::Null);
    browser.keys("e4\u{e007}");
    browser.until(
        "it is played",
        "document.querySelectorAll('.moves .move').length === 1",
    );
    browser.press(Hand::Keyboard, "#resign");
    browser.press(Hand::Keyboard, "#resign");
    browser.until("it is over", "document.querySelector('#ending')");
}
