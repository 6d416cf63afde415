//! How likely players are to make each move, and what can be seen of the moves of a position.

use shido::{AnySession, Odds, OddsKind, Request, Settings};

use crate::asking::{open, player};

fn session(game: &str, position: &str) -> Box<dyn AnySession> {
    let session = open(game).session(Some(position), &Settings::in_memory());
    session.expect("a sound position")
}

fn odds(session: &dyn AnySession, by: &str) -> Odds {
    let game = session.game();
    let mut adviser = game.adviser(&player(&*game, by)).expect("of this game");
    let request = Request::default();
    session
        .odds(&mut adviser, &request)
        .expect("somebody moves")
}

/// X wins at c1, and has four other moves. Random ones are a fifth each; a fallible player makes the
/// winning one in 90 of 100 cases and in a fifth of the other ten.
#[test]
fn those_who_draw_tell_their_odds() {
    let session = session("tic-tac-toe", "XX./OO./... X");
    let wins = session.winning_moves();
    assert_eq!(wins.len(), 1);
    let of = |by: &str| {
        let odds = odds(&*session, by);
        assert_eq!((odds.kind, odds.moves.len()), (OddsKind::Drawn, 5), "{by}");
        let found = odds.moves.iter().find(|(mv, _)| *mv == wins[0]);
        found.expect("it is legal").1
    };
    assert_eq!(of("random"), 0.2);
    assert!((of("fallible:noise=10") - 0.92).abs() < 1e-12);
    assert_eq!(of("semi-random:depth=1"), 1.0);
}

#[test]
fn a_search_tells_values_and_a_tutor_its_move() {
    let session = session("tic-tac-toe", "OO./XX./X.. O");
    let judged = odds(&*session, "alphabeta:depth=1");
    assert_eq!(judged.kind, OddsKind::Judged);
    let best = judged.moves.iter().max_by(|a, b| a.1.total_cmp(&b.1));
    let best = best.expect("there are moves").clone();
    assert_eq!((vec![best.0], best.1), (session.winning_moves(), 1.0));
    let chosen = odds(&*session, "tu:depth=2,student=1,limit=1");
    assert_eq!(chosen.kind, OddsKind::Chosen);
    let sum: f64 = chosen.moves.iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-12);
    // With a doubt of one any move is as likely as any other.
    assert_eq!(chosen.probabilities(1.0), [0.25; 4]);
}

#[test]
fn what_is_taken_is_told_where_things_are_taken() {
    assert_eq!(session("tic-tac-toe", "XX./OO./... X").captures(), None);
    // The bishop takes a knight that a pawn guards; the rook stands free.
    let session = session("chess", "4k3/8/2p5/r2n4/4B3/8/8/R3K3 w - - 0 1");
    let captures = session.captures().expect("in chess");
    let told: Vec<(&str, f64)> = (captures.iter().map(|it| (it.mv.as_str(), it.gain))).collect();
    assert_eq!(told.len(), 2);
    assert!(told.contains(&("Rxa5", 5.0)), "{told:?}");
    assert!(
        told.iter()
            .any(|(mv, gain)| *mv == "Bxd5" && (gain + 0.1).abs() < 1e-9)
    );
}

#[test]
fn an_adviser_of_another_game_is_refused() {
    let achi = open("achi");
    let mut adviser = achi.adviser(&player(&*achi, "random")).expect("of achi");
    let session = open("chess").session(None, &Settings::in_memory());
    let session = session.expect("it begins");
    let error = session.odds(&mut adviser, &Request::default());
    assert!(matches!(error, Err(shido::Error::OtherGame { .. })));
}
