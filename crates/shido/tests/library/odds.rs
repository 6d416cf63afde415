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

/// People of several ratings are asked at once, and say what each of them says alone: where it was learned how
/// they play and where it was not, whether or not the rating of their opponent is known.
#[test]
fn people_of_several_ratings_are_asked_at_once() {
    let ratings = [900.0, 1500.0, 2300.0];
    for (name, moves, opponents) in [
        (
            "chess",
            &["e4", "e5", "Bc4", "Nc6", "Qh5"][..],
            &["", ",opponent=1700"][..],
        ),
        ("tic-tac-toe", &["b2", "a1"][..], &[""][..]),
    ] {
        let game = open(name);
        let mut session = (game.clone().session(None, &Settings::in_memory())).expect("it begins");
        for mv in moves {
            session.play(mv).expect("a legal move");
        }
        for opponent in opponents {
            let of = |rating: f64| format!("people:rating={rating}{opponent}");
            let alone = ratings.map(|rating| odds(&*session, &of(rating)));
            assert_ne!(alone[0], alone[2], "{name}: ratings make a difference");
            let mut adviser =
                (game.adviser(&player(&*game, "people:rating=1200"))).expect("of this game");
            let known = (!opponent.is_empty()).then_some(1700.0);
            let request = Request::default();
            let together = session.odds_by_rating(&mut adviser, &ratings, known, &request);
            assert_eq!(together.expect("they tell"), alone, "{name}{opponent}");
        }
        let mut adviser = (game.adviser(&player(&*game, "random"))).expect("of this game");
        let error = session.odds_by_rating(&mut adviser, &ratings, None, &Request::default());
        let error = error.expect_err("anybody plays like that").to_string();
        assert!(
            error.contains("does not play like people of different ratings"),
            "{error}"
        );
    }
}
