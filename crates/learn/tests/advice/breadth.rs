//! Games that no frame tells of: Hoyle plays them, learns from them, and knows a win when it sees one.

use shido_arena::Random;
use shido_core::{Notation, Seed};
use shido_games::breakthrough::Breakthrough;
use shido_games::chess::Chess;
use shido_games::coins::{Coins, LastCoin};
use shido_games::draughts::Draughts;
use shido_games::othello::Othello;
use shido_games::shogi::Shogi;
use shido_games::tree::Tree;
use shido_learn::{Advice, Learnable, Paradigm, Reason};

use crate::advice::players::{taught_by, untrained};

fn plays<G: Learnable>(game: &G, contests: u64) {
    let hoyle = taught_by(game, Random, contests, Seed(1));
    assert_eq!(hoyle.knowledge.contest_length.contests, contests);
}

#[test]
fn it_plays_and_learns_from_any_game_without_chance() {
    plays(&Chess, 2);
    plays(&Shogi, 1);
    plays(&Draughts, 4);
    plays(&Othello::new(6).expect("a size"), 4);
    plays(&Breakthrough::new(5, 5).expect("a size"), 6);
    plays(&Coins::new(21, 3, LastCoin::Wins).expect("a pile"), 20);
    let text = include_str!("../../../../examples/trees/textbook.tree");
    plays(&Tree::parse(text).expect("the tree is well-formed"), 20);
}

/// What was said by one Advisor, with the moves that are left, as they are written.
fn told<G: Learnable + Notation>(game: &G, position: &str, advisor: &str) -> (String, String) {
    let position = game.parse_position(position).expect("a position");
    let decision = untrained(game, Seed(2))
        .decide(game, &position, Paradigm::Sum)
        .expect("somebody is to move");
    let written = |moves: &[G::Move]| {
        let mut names: Vec<String> = moves
            .iter()
            .map(|mv| game.write_move(&position, *mv))
            .collect();
        names.sort();
        names.join(" ")
    };
    let opinion = decision
        .opinions
        .iter()
        .find(|said| said.advisor == advisor);
    let said = match opinion.map(|opinion| &opinion.advice) {
        Some(Advice::Mandate(moves)) => format!("mandate {}", written(moves)),
        Some(Advice::Veto(moves)) => format!("veto {}", written(moves)),
        Some(_) => "something".to_owned(),
        None => "silence".to_owned(),
    };
    (said, written(&decision.choice))
}

#[test]
fn victory_finds_mate_in_one() {
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
    let (said, choice) = told(&Chess, back_rank, "Victory");
    assert_eq!((said.as_str(), choice.as_str()), ("mandate Ra8#", "Ra8#"));
}

#[test]
fn panic_stops_mate_in_one() {
    // White threatens Ra8#. A check or a way out for the king stops it.
    let back_rank = "6k1/5ppp/8/8/8/8/8/R3K3 b - - 0 1";
    let (_, choice) = told(&Chess, back_rank, "Panic");
    for mv in choice.split(' ') {
        assert!(
            ["f5", "f6", "g5", "g6", "h5", "h6", "Kf8"].contains(&mv),
            "{mv}"
        );
    }
}

#[test]
fn dont_lose_leaves_the_last_coin() {
    // Three coins are left, up to three may be taken, and who takes the last one loses.
    let coins = Coins::new(3, 3, LastCoin::Loses).expect("a pile");
    let position = coins.write_position(&shido_core::Game::start(&coins));
    let (said, choice) = told(&coins, &position, "Don't Lose");
    assert_eq!((said.as_str(), choice.as_str()), ("veto 3", "1 2"));
}

#[test]
fn an_only_move_needs_no_advice() {
    let coins = Coins::new(1, 1, LastCoin::Loses).expect("a pile");
    let decision = untrained(&coins, Seed(3))
        .decide(&coins, &shido_core::Game::start(&coins), Paradigm::Sum)
        .expect("somebody is to move");
    assert_eq!(decision.reason, Reason::OnlyMove);
}
