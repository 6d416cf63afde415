//! Laws of deciding, along random contests of several games and with what was learned from them.

use shido_arena::Random;
use shido_core::{Game, Notation, Seed, Symmetry, Turn};
use shido_frame::{FrameMove, FramePosition};
use shido_learn::{Advice, Decision, Hoyle, Learnable, Paradigm, Reason, Tier};

use crate::advice::players::{Board, board, taught_by, untrained};

const GAMES: [&str; 9] = [
    "tic-tac-toe",
    "lose-tic-tac-toe",
    "achi",
    "three-mens-morris",
    "six-mens-morris",
    "connect-four",
    "mu-torere",
    "pong-hau-ki",
    "picaria",
];

/// Shows every position of some random contests to `visit`, with one who knows the game a little.
fn along_contests(
    contests: u64,
    mut visit: impl FnMut(&Board, &Hoyle<Board>, &FramePosition<u64>),
) {
    for name in GAMES {
        let game = board(name);
        let hoyle = taught_by(&game, Random, 20, Seed(3));
        for contest in 0..contests {
            let mut rng = Seed(4).derive(contest).rng();
            let mut position = game.start();
            for _ in 0..40 {
                let Turn::Of(_) = game.turn(&position) else {
                    break;
                };
                visit(&game, &hoyle, &position);
                let mv = game.random_move(&position, &mut rng);
                game.play(&mut position, mv.expect("the contest goes on"));
            }
        }
    }
}

fn decide<G: Learnable>(
    game: &G,
    hoyle: &Hoyle<G>,
    position: &G::Position,
    paradigm: Paradigm,
) -> Decision<G::Move> {
    let decision = hoyle.decide(game, position, paradigm);
    decision.expect("somebody is to move")
}

/// All that was said and decided, with moves as a symmetry maps them, in an order of its own.
fn mapped(decision: Decision<FrameMove>, image: impl Fn(FrameMove) -> FrameMove) -> Vec<String> {
    let sorted = |moves: Vec<FrameMove>| {
        let mut moves: Vec<FrameMove> = moves.into_iter().map(&image).collect();
        moves.sort_unstable();
        moves
    };
    let mut told: Vec<String> = decision
        .opinions
        .into_iter()
        .map(|opinion| {
            let advice = match opinion.advice {
                Advice::Mandate(moves) => Advice::Mandate(sorted(moves)),
                Advice::Veto(moves) => Advice::Veto(sorted(moves)),
                Advice::Comments(mut comments) => {
                    comments.iter_mut().for_each(|(mv, _)| *mv = image(*mv));
                    comments.sort_unstable();
                    Advice::Comments(comments)
                }
                said => said,
            };
            format!("{}: {advice:?}", opinion.advisor)
        })
        .collect();
    told.push(format!("{:?}", sorted(decision.choice)));
    told
}

#[test]
fn mirrored_positions_get_mirrored_advice() {
    along_contests(3, |game, hoyle, position| {
        let here = decide(game, hoyle, position, Paradigm::Sum);
        for symmetry in 1..game.symmetries() {
            let image = game.transform(symmetry, position);
            let there = decide(game, hoyle, &image, Paradigm::Sum);
            assert_eq!(
                mapped(there, |mv| mv),
                mapped(here.clone(), |mv| game.transform_move(symmetry, mv)),
                "{}",
                game.write_position(position)
            );
        }
    });
}

#[test]
fn some_legal_move_is_always_left_and_none_that_was_vetoed() {
    along_contests(10, |game, hoyle, position| {
        for paradigm in Paradigm::ALL {
            let decision = decide(game, hoyle, position, paradigm);
            let text = game.write_position(position);
            assert_eq!(decision.legal, game.moves(position), "{text}");
            assert!(!decision.choice.is_empty(), "{text}");
            for mv in &decision.choice {
                assert!(decision.legal.contains(mv), "{text}");
                for opinion in &decision.opinions {
                    if let Advice::Veto(moves) = &opinion.advice {
                        assert!(!moves.contains(mv), "{text}: {}", opinion.advisor);
                    }
                }
            }
        }
    });
}

#[test]
fn tiers_are_consulted_in_order_and_none_after_the_decision() {
    along_contests(10, |game, hoyle, position| {
        let decision = decide(game, hoyle, position, Paradigm::Sum);
        let tiers: Vec<Tier> = decision.opinions.iter().map(|said| said.tier).collect();
        assert!(tiers.is_sorted());
        match &decision.reason {
            Reason::OnlyMove => assert_eq!(decision.opinions, []),
            Reason::Mandate(advisor) => {
                let last = decision.opinions.last().expect("someone decided");
                assert_eq!(last.advisor, *advisor);
                assert_eq!(last.advice, Advice::Mandate(decision.choice.clone()));
            }
            Reason::LastLeft => assert_eq!(decision.choice.len(), 1),
            Reason::Combined(..) => {}
        }
    });
}

/// The definition of the paradigms, written a second time: for each move what each Advisor adds.
fn score(paradigm: Paradigm, decision: &Decision<FrameMove>, mv: FrameMove) -> i32 {
    let mut score = 0;
    for opinion in &decision.opinions {
        let Advice::Comments(comments) = &opinion.advice else {
            continue;
        };
        let lean = |number: u8| i32::from(number) - 5;
        let strongest = comments.iter().map(|(_, s)| lean(s.number()).abs()).max();
        for (about, strength) in comments.iter().filter(|(about, _)| *about == mv) {
            assert_eq!(*about, mv);
            let lean = lean(strength.number());
            let heard = match paradigm {
                Paradigm::Sum | Paradigm::Smoothed => true,
                Paradigm::Limited | Paradigm::SmoothedLimited => Some(lean.abs()) == strongest,
            };
            score += match paradigm {
                _ if !heard => 0,
                Paradigm::Sum | Paradigm::Limited => lean,
                Paradigm::Smoothed | Paradigm::SmoothedLimited => lean.signum(),
            };
        }
    }
    score
}

#[test]
fn paradigms_combine_comments_as_they_are_defined() {
    let mut differ = 0;
    along_contests(5, |game, hoyle, position| {
        let mut choices = Vec::new();
        for paradigm in Paradigm::ALL {
            let decision = decide(game, hoyle, position, paradigm);
            if let Reason::Combined(by, scores) = &decision.reason {
                assert_eq!(*by, paradigm);
                let best = scores.iter().map(|(_, score)| *score).max();
                for (mv, found) in scores {
                    assert_eq!(*found, score(paradigm, &decision, *mv));
                    assert_eq!(decision.choice.contains(mv), Some(*found) == best);
                }
                choices.push(decision.choice);
            }
        }
        differ += usize::from(choices.windows(2).any(|pair| pair[0] != pair[1]));
    });
    assert!(
        differ > 100,
        "paradigms chose differently only {differ} times"
    );
}

#[test]
fn the_same_seed_gives_the_same_learner() {
    for name in ["lose-tic-tac-toe", "three-mens-morris"] {
        let game = board(name);
        let [one, other] = [(); 2].map(|()| taught_by(&game, Random, 60, Seed(5)));
        assert_eq!(one.knowledge.space(), other.knowledge.space());
        assert_eq!(
            one.knowledge.histories.kept(),
            other.knowledge.histories.kept()
        );
        let another = taught_by(&game, Random, 60, Seed(6));
        assert_ne!(
            one.knowledge.histories.kept(),
            another.knowledge.histories.kept()
        );
        let mut rng = Seed(7).rng();
        let mut position = game.start();
        while let Some(mv) = game.random_move(&position, &mut rng) {
            assert_eq!(
                decide(&game, &one, &position, Paradigm::Sum),
                decide(&game, &other, &position, Paradigm::Sum)
            );
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn advisors_that_are_left_out_say_nothing() {
    let game = board("tic-tac-toe");
    let all = untrained(&game, Seed(8));
    let without = untrained(&game, Seed(8)).without(&["Victory", "Worried", "Nobody"]);
    let names = |hoyle: &Hoyle<Board>, position| {
        let decision = decide(&game, hoyle, position, Paradigm::Sum);
        let names = decision.opinions.iter().map(|opinion| opinion.advisor);
        names.collect::<Vec<_>>()
    };
    let quiet = game.parse_position("X../.O./... X").expect("a position");
    assert!(names(&all, &quiet).contains(&"Worried"));
    let expected: Vec<&str> = names(&all, &quiet)
        .into_iter()
        .filter(|name| *name != "Worried")
        .collect();
    assert_eq!(names(&without, &quiet), expected);
    let won = game.parse_position("XX./OO./... X").expect("a position");
    assert_eq!(names(&all, &won), ["Victory"]);
    assert!(!names(&without, &won).contains(&"Victory"));
}
