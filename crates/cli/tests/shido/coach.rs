//! `shido play --coach`: a word before a mistake is final.

use crate::play::{Room, has};

/// X threatens to complete the top row, and only c3 stops it.
const THREAT: &str = "XX./.O./... O";

/// After 1. e4 e5 2. Bc4 Nc6 3. Qh5 White threatens mate on f7; Nf6 allows it, g6 and others do not.
const SCHOLAR: &str = "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3";

impl Room {
    fn at(&self, game: &str, position: &str, coach: bool, lines: &[&str]) -> String {
        let mut arguments = vec!["play", game, "--against", "human", "--position", position];
        arguments.extend(coach.then_some("--coach"));
        let output = self.run(&arguments, &(lines.join("\n") + "\n"));
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    }
}

#[test]
fn who_insists_plays_the_mistake() {
    let shown = Room::new().at("tic-tac-toe", THREAT, true, &["a1", "a1", "c3"]);
    let again = "Type a1 again to play it all the same, or another move.";
    has(&shown, &["Careful: that allows a line.", again, "X wins"]);
    assert_eq!(shown.matches("Careful").count(), 1, "{shown}");
    let warning = shown.lines().find(|line| line.contains("Careful"));
    assert!(
        !warning.unwrap().contains("c3"),
        "a hint is no move: {shown}"
    );
}

#[test]
fn who_thinks_again_plays_another_move() {
    let shown = Room::new().at("tic-tac-toe", THREAT, true, &["a1", "b1", "c3", "quit"]);
    assert_eq!(shown.matches("Careful").count(), 2, "{shown}");
    has(&shown, &["Type a1 again", "Type b1 again", "X to move"]);
}

#[test]
fn what_is_right_is_not_talked_about() {
    let room = Room::new();
    for (coach, mv) in [(true, "c3"), (false, "a1")] {
        let shown = room.at("tic-tac-toe", THREAT, coach, &[mv, "quit"]);
        has(&shown, &["X to move"]);
        assert!(!shown.contains("Careful"), "{shown}");
    }
}

/// However a move is typed, it is warned of; the warning names what is threatened and not the move.
#[test]
fn at_chess_the_motif_is_named() {
    let shown = Room::new().at("chess", SCHOLAR, true, &["g8f6", "Nf6", "Qxf7"]);
    has(
        &shown,
        &["Careful: that allows mate.", "Type Nf6 again", "White wins"],
    );
    let warning = shown.lines().find(|line| line.contains("Careful"));
    assert!(!warning.unwrap().contains("f7"), "{shown}");
    let shown = Room::new().at("chess", SCHOLAR, true, &["g6", "quit"]);
    assert!(!shown.contains("Careful"), "{shown}");
}

/// Playouts cannot tell a mistake while somebody waits.
#[test]
fn where_nothing_judges_there_is_no_coach() {
    let error = Room::new().refuse(&["play", "go", "--against", "random", "--coach"]);
    has(&error, &["there is no coach for", "`hint`"]);
}
