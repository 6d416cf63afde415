//! Somebody at a board in the browser who plays by mouse, finger or keyboard.

use serde_json::{Value, json};

use crate::driver::{Browser, Hand, Window};
use crate::server::Server;

/// A contest in a browser.
pub(crate) struct Table<'a> {
    pub(crate) browser: &'a Browser,
    pub(crate) server: &'a Server,
    pub(crate) hand: Hand,
    pub(crate) id: u64,
}

/// The window in which a hand works.
pub(crate) fn window(hand: Hand) -> Window {
    match hand {
        Hand::Finger => Window::PHONE,
        Hand::Mouse | Hand::Keyboard => Window::DESK,
    }
}

impl<'a> Table<'a> {
    pub(crate) fn open(browser: &'a Browser, server: &'a Server, hand: Hand, id: u64) -> Table<'a> {
        browser.go(&server.page(&format!("/play/{id}")));
        browser.until("the board is there", "document.querySelector('.board svg')");
        Table {
            browser,
            server,
            hand,
            id,
        }
    }

    pub(crate) fn contest(&self) -> Value {
        self.server.get(&format!("/contests/{}", self.id))
    }

    /// Waits until a person is to move or the contest is over, in the page as on the server; gives the contest.
    pub(crate) fn turn(&self) -> Value {
        self.browser.until(
            "it is somebody's turn here",
            "document.querySelector('#turn, #ending') && !document.querySelector('.glide *')",
        );
        self.contest()
    }

    /// Makes a move on the board.
    pub(crate) fn play(&self, mv: &Value) {
        let before = self.moves_shown();
        self.touch_all(mv);
        self.browser.until(
            &format!("the move {} is made", mv["text"]),
            &format!("document.querySelectorAll('.moves .move').length > {before} || document.querySelector('#ending')"),
        );
    }

    /// Touches everything that a move needs.
    pub(crate) fn touch_all(&self, mv: &Value) {
        let touches: Vec<&str> = mv["touches"]
            .as_array()
            .expect("touches")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        for touch in &touches {
            self.touch(touch);
        }
        let choice = match (mv["choice"].as_str(), touches.is_empty()) {
            (Some(choice), _) => Some(choice),
            (None, true) => mv["text"].as_str(),
            (None, false) => None,
        };
        if let Some(choice) = choice {
            self.choose(choice);
        } else {
            // Where it could go on it is ended by hand.
            self.browser.run(
                "document.querySelectorAll('.choices button').forEach((button) => { if (button.textContent === `Done: ${arguments[0]}`) button.click(); })",
                mv["text"].clone(),
            );
        }
    }

    fn moves_shown(&self) -> u64 {
        let count = self.browser.run(
            "return document.querySelectorAll('.moves .move').length",
            Value::Null,
        );
        count.as_u64().expect("a number")
    }

    fn choose(&self, label: &str) {
        self.browser.run(
            "for (const button of document.querySelectorAll('.choices button'))
               button.toggleAttribute('data-wanted', button.textContent === arguments[0])",
            json!(label),
        );
        self.browser.press(self.hand, ".choices [data-wanted]");
    }

    /// Touches a place.
    pub(crate) fn touch(&self, name: &str) {
        let selector = format!("[data-touch=\"{name}\"]");
        if self.hand != Hand::Keyboard {
            self.browser.press(self.hand, &selector);
            return;
        }
        self.walk(name);
        self.browser.keys("\u{e007}");
    }

    /// Goes from place to place with the arrow keys.
    fn walk(&self, name: &str) {
        const ARROWS: [(&str, &str); 4] = [
            ("left", "\u{e012}"),
            ("up", "\u{e013}"),
            ("right", "\u{e014}"),
            ("down", "\u{e015}"),
        ];
        self.browser.run(
            "if (!document.activeElement?.closest('[data-touch]')) document.querySelector('[data-touch][tabindex=\"0\"]').focus()",
            Value::Null,
        );
        for _ in 0..60 {
            let way = self.browser.run(
                "const here = document.activeElement.closest('[data-touch]');
                 const there = document.querySelector(`[data-touch=\"${arguments[0]}\"]`);
                 if (here === there) return 'there';
                 const middle = (group) => {
                   const box = (group.querySelector(':scope > rect, :scope > circle') ?? group).getBoundingClientRect();
                   return [box.x + box.width / 2, box.y + box.height / 2];
                 };
                 const [x, y] = middle(here);
                 const [u, v] = middle(there);
                 if (Math.abs(u - x) > Math.abs(v - y)) return u > x ? 'right' : 'left';
                 return v > y ? 'down' : 'up';",
                json!(name),
            );
            let way = way.as_str().expect("a direction");
            match ARROWS.iter().find(|(known, _)| *known == way) {
                Some((_, key)) => self.browser.keys(key),
                None => return,
            }
        }
        panic!("{name} cannot be reached with the arrow keys");
    }

    /// Plays until the contest is over, some legal move each time, and gives what is said of the end.
    pub(crate) fn play_out(&self, mut choose: impl FnMut(&Value) -> usize) -> String {
        for _ in 0..400 {
            let contest = self.turn();
            if !contest["ending"].is_null() {
                return self.ending();
            }
            if contest["yours"] == true {
                let legal = contest["legal"].as_array().expect("moves");
                let number = choose(&contest);
                self.play(&legal[number % legal.len()]);
            }
        }
        panic!("the contest has no end");
    }

    /// Plays moves for both sides.
    pub(crate) fn play_moves(&self, moves: &str) {
        for text in moves.split_whitespace() {
            let contest = self.turn();
            let legal = contest["legal"].as_array().expect("moves");
            let found = legal.iter().find(|mv| mv["text"] == text);
            self.play(found.unwrap_or_else(|| panic!("{text} is not legal")));
        }
    }

    /// What is said of the end.
    pub(crate) fn ending(&self) -> String {
        self.browser
            .until("it is over", "document.querySelector('#ending')");
        self.browser.text("#ending")
    }
}
