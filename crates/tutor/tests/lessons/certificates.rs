//! What a certificate says is so, by searches that share nothing with the tutor: the plain minimax of the testkit for
//! what the student sees, and exact values (by iteration over all positions, or by proof) for what can be punished.

use shido_core::{ForFirst, Game, Guide, Notation, Turn, Verdict};
use shido_solve::{ProveOptions, prove_position};
use shido_testkit::reference::{minimax, value_by_iteration};
use shido_tutor::concession::{LEAST_LOSS, PUNISHED, VISIBLE};

use crate::four::{Board, Solver};
use crate::pupil::Pupil;
use crate::school::{Made, School, Small, connect_four, solved};
use crate::setting;

/// Games in which positions recur: their values are found by iteration.
const RECURRING: [(&str, &str); 5] = [
    ("achi", include_str!("../../../../frames/achi.toml")),
    (
        "three-mens-morris",
        include_str!("../../../../frames/three-mens-morris.toml"),
    ),
    ("tapatan", include_str!("../../../../frames/tapatan.toml")),
    (
        "nine-holes",
        include_str!("../../../../frames/nine-holes.toml"),
    ),
    (
        "picaria-nine",
        include_str!("../../../../frames/picaria-nine.toml"),
    ),
];
/// A name, a frame and its parameters.
type Instance = (&'static str, &'static str, &'static [(&'static str, i64)]);

const FOUR: &str = include_str!("../../../../frames/connect-four.toml");
/// Games in which they do not: by proof.
const ENDING: [Instance; 3] = [
    (
        "tic-tac-toe",
        include_str!("../../../../frames/tic-tac-toe.toml"),
        &[],
    ),
    ("connect-four-4x4", FOUR, &[("columns", 4), ("rows", 4)]),
    ("connect-four-5x4", FOUR, &[("columns", 5), ("rows", 4)]),
];

/// What a move loses as plain minimax sees it that looks so many plies ahead after it.
fn visible_loss<G: Guide>(
    school: &School<G>,
    before: &G::Position,
    mv: G::Move,
    plies: u32,
) -> f64 {
    let game = &school.game;
    let Turn::Of(mover) = game.turn(before) else {
        unreachable!("somebody conceded something here")
    };
    let worth = |position: &G::Position| match game.turn(position) {
        Turn::Over(outcome) => outcome.payoff(),
        _ => school.sight.horizon(game, position).expect("an evaluation"),
    };
    let odds = |_: &G::Position, _| unreachable!("there are no dice");
    let value = |mv| {
        let found = minimax(game, &game.after(before, mv), Some(plies), &worth, &odds);
        found.value.seen_by(mover).0 / game.stake()
    };
    let best = game
        .moves(before)
        .into_iter()
        .map(value)
        .fold(-1.0, f64::max);
    best - value(mv)
}

/// Knows what the position after some moves is worth if both sides play best.
type Exact<'e, G> = dyn FnMut(&[<G as Game>::Move]) -> ForFirst<f64> + 'e;

/// The position after some moves.
fn after<G: Game>(game: &G, moves: &[G::Move]) -> G::Position {
    (moves.iter()).fold(game.start(), |position, mv| game.after(&position, *mv))
}

/// What is wrong with the certificate of a concession; nothing, if all of it holds.
fn complaint<G: Guide>(
    school: &School<G>,
    made: &Made<G>,
    exact: &mut Exact<'_, G>,
) -> Option<String> {
    let said = &made.certificate;
    let seen = visible_loss(school, &made.before, said.mv, said.horizon);
    if seen > VISIBLE + 1e-6 {
        return Some(format!(
            "seen: it loses {seen:.3} from {} plies",
            said.horizon
        ));
    }
    if (seen - said.visible_loss).abs() > 1e-6 {
        return Some(format!(
            "{seen:.3} is seen and not {:.3}",
            said.visible_loss
        ));
    }
    if said.loss < LEAST_LOSS || said.loss > said.budget {
        return Some(format!("loses {:.3} of {:.3}", said.loss, said.budget));
    }
    if !(PUNISHED[0]..=PUNISHED[1]).contains(&said.punished) {
        return Some(format!("punished with {:.2}", said.punished));
    }
    if (said.blind_spot.iter()).any(|spot| !said.kinds.contains(spot)) {
        return Some("a blind spot that the punishment does not show".to_owned());
    }
    let game = &school.game;
    let Turn::Of(tutor) = game.turn(&made.before) else {
        unreachable!("somebody conceded something here")
    };
    let mut worth = |further: &[G::Move]| {
        let line: Vec<G::Move> = made.moves.iter().chain(further).copied().collect();
        exact(&line).seen_by(tutor).0
    };
    let (before, now) = (worth(&[]), worth(&[said.mv]));
    // Whoever is lost by exact play can concede nothing more, but the student has to have a win.
    if now >= before && now > -1.0 {
        return Some(format!(
            "not punishable: {before} before it and {now} after it"
        ));
    }
    match (said.punished_by.iter()).any(|mv| worth(&[said.mv, *mv]) <= now) {
        true => None,
        false => Some("no reply that it names keeps what was conceded".to_owned()),
    }
}

/// The exact value of a position, by proof.
fn proved(game: &Small, moves: &[<Small as Game>::Move]) -> ForFirst<f64> {
    let position = &after(game, moves);
    if let Turn::Over(outcome) = game.turn(position) {
        return outcome.payoff();
    }
    let options = ProveOptions {
        memory: 256 << 20,
        ..ProveOptions::default()
    };
    let proof = prove_position(game, position, &options, &|_| {});
    ForFirst(match proof.expect("a game that ends").value.0 {
        Verdict::Win => 1.0,
        Verdict::Draw => 0.0,
        Verdict::Loss => -1.0,
    })
}

const PUPILS: [Pupil; 4] = [
    Pupil {
        plies: 1,
        noise: 0.1,
    },
    Pupil {
        plies: 2,
        noise: 0.2,
    },
    Pupil {
        plies: 3,
        noise: 0.1,
    },
    Pupil {
        plies: 4,
        noise: 0.2,
    },
];

/// Teaches all pupils, and returns how much was conceded and what is wrong with it.
fn examine(
    school: &School<Small>,
    name: &str,
    contests: u64,
    exact: &mut Exact<'_, Small>,
) -> (usize, Vec<String>) {
    let mut conceded = 0;
    let mut wrong = Vec::new();
    for (number, pupil) in PUPILS.into_iter().enumerate() {
        println!("{name}: {conceded} concessions before {pupil:?}");
        for made in school.teach(pupil, contests, 100 + number as u64) {
            conceded += 1;
            if let Some(complaint) = complaint(school, &made, exact) {
                wrong.push(format!(
                    "{name}, {pupil:?}: {complaint}; {:?}",
                    made.certificate
                ));
            }
        }
    }
    (conceded, wrong)
}

/// Teaches a game, prints what was found and returns what is wrong.
fn report(
    school: &School<Small>,
    name: &str,
    contests: u64,
    exact: &mut Exact<'_, Small>,
) -> Vec<String> {
    let (conceded, wrong) = examine(school, name, contests, exact);
    let played = PUPILS.len() as u64 * contests;
    let bad = wrong.len();
    println!("{name}: {played} contests, {conceded} concessions, {bad} wrong");
    wrong
}

fn examine_recurring(contests: u64, games: &[(&str, &str)]) -> Vec<String> {
    let examine = |(name, text): &(&str, &str)| {
        let school = solved(name, text, &[]);
        let known = value_by_iteration(&school.game, &school.game.start());
        let mut exact = |moves: &[_]| known[&after(&school.game, moves)];
        report(&school, name, contests, &mut exact)
    };
    games.iter().flat_map(examine).collect()
}

fn examine_ending(contests: u64, games: &[Instance]) -> Vec<String> {
    let examine = |(name, text, parameters): &Instance| {
        let school = solved(name, text, parameters);
        let mut exact = |moves: &[_]| proved(&school.game, moves);
        report(&school, name, contests, &mut exact)
    };
    games.iter().flat_map(examine).collect()
}

/// From so many moves on Connect Four is solved by somebody else than the tutor's prover.
const SOON: usize = 14;

/// The columns of moves: the letters that they are written with.
fn columns(game: &Small, moves: &[<Small as Game>::Move]) -> Vec<u32> {
    let mut position = game.start();
    let column = moves.iter().map(|mv| {
        let written = game.write_move(&position, *mv);
        position = game.after(&position, *mv);
        u32::from(written.as_bytes()[0] - b'a')
    });
    column.collect()
}

fn examine_connect_four(contests: u64, nodes: u64) -> Vec<String> {
    let school = connect_four(nodes);
    let mut solver = Solver::default();
    let mut exact = |moves: &[_]| match moves.len() {
        // It would take too long from the start.
        ..SOON => proved(&school.game, moves),
        plies => {
            let value = solver.value(Board::after(columns(&school.game, moves)));
            ForFirst(f64::from(if plies % 2 == 0 { value } else { -value }))
        }
    };
    report(&school, "connect-four", contests, &mut exact)
}

#[test]
fn a_concession_at_a_solved_game_is_unseen_and_can_be_punished() {
    let mut wrong = examine_recurring(6, &RECURRING[..2]);
    wrong.extend(examine_ending(6, &ENDING[..2]));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_concession_at_connect_four_is_unseen_and_can_be_punished() {
    let wrong = examine_connect_four(2, 3_000);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `CONTESTS=50 cargo test -p shido-tutor --test lessons thousand -- --ignored --nocapture`
#[test]
#[ignore = "takes long: the table of docs/tutor.md"]
fn a_thousand_contests_at_solved_games() {
    let contests = setting("CONTESTS", 50);
    let mut wrong = examine_recurring(contests, &RECURRING);
    wrong.extend(examine_ending(contests, &ENDING));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `CONTESTS=250 NODES=3000 cargo test -p shido-tutor --test lessons thousand_contests_at_connect -- --ignored --nocapture`
#[test]
#[ignore = "takes long: the table of docs/tutor.md"]
fn a_thousand_contests_at_connect_four() {
    let wrong = examine_connect_four(setting("CONTESTS", 250), setting("NODES", 40_000));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
