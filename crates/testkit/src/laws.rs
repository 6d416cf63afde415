//! Laws that every game must keep, checked along random playouts.
//!
//! Each check plays `playouts` contests from the start, with moves drawn from `seed`, and looks at
//! every position on the way. A broken law panics with its name, the position in the game's own
//! notation and the moves that led there.

use std::collections::HashSet;
use std::fmt::Debug;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use rand::seq::IndexedRandom;
use shido_core::picture::{Cells, Picture, Surface};
use shido_core::{
    Chance, Depict, Evaluation, Features, Game, Guide, Markers, Notation, Pack, Seat, Seed,
    Symmetry, Touch, Touches, Turn,
};

/// Playouts are cut here, since some games have no end of their own.
const LONGEST: usize = 300;

/// Checks the rules, the notation and the picture.
///
/// # Panics
/// Where a law is broken.
pub fn check<G: Notation + Depict>(game: &G, seed: Seed, playouts: usize) {
    along_playouts(game, seed, playouts, |case| {
        check_rules(case);
        check_notation(case);
        check_picture(case);
    });
}

fn check_rules<G: Notation>(case: &Case<'_, G>) {
    let Case { game, position, .. } = *case;
    let moves = game.moves(position);
    let turn = game.turn(position);
    case.same("turn is stable", &game.turn(position), &turn);
    case.same("moves are stable", &game.moves(position), &moves);
    let mut visited = Vec::new();
    game.each_move(position, |mv| visited.push(mv));
    case.same("each_move agrees with moves", &visited, &moves);
    case.same(
        "count_moves agrees with moves",
        &game.count_moves(position),
        &moves.len(),
    );
    if let Some(leading) = game.leading_move(position) {
        case.same("leading_move is the first", &Some(&leading), &moves.first());
    }
    let mut successors = Vec::new();
    game.each_successor(position, |mv, next| successors.push((mv, next)));
    let after = moves.iter().map(|&mv| (mv, game.after(position, mv)));
    case.same(
        "each_successor agrees with moves and after",
        &successors,
        &after.collect(),
    );
    let distinct: HashSet<G::Move> = moves.iter().copied().collect();
    case.same("moves are distinct", &distinct.len(), &moves.len());
    let mut rng = Seed(moves.len() as u64).rng();
    match game.random_move(position, &mut rng) {
        Some(drawn) => case.holds("a random move is legal", distinct.contains(&drawn)),
        None => case.holds("there is a random move if any", moves.is_empty()),
    }
    if let Turn::Over(outcome) = turn {
        case.holds("a contest that is over has no moves", moves.is_empty());
        let within = outcome.payoff().0.abs() <= game.stake();
        case.holds("no payoff is above the stake", within);
    } else {
        case.holds("a contest that goes on has a move", !moves.is_empty());
    }
    for &mv in &moves {
        let next = game.after(position, mv);
        let mut played = position.clone();
        game.play(&mut played, mv);
        case.same("play is a function", &played, &next);
        if let Some(progress) = game.progress(position) {
            let grown = game.progress(&next).is_some_and(|next| next > progress);
            case.holds("progress grows", grown);
        }
    }
    let form = game.recurs_as(position);
    case.same("recurs_as settles at once", &game.recurs_as(&form), &form);
}

fn check_notation<G: Notation>(case: &Case<'_, G>) {
    let Case { game, position, .. } = *case;
    let moves = game.moves(position);
    let mut names = HashSet::new();
    for &mv in &moves {
        let name = game.write_move(position, mv);
        let read = game.parse_move(position, &name);
        case.holds("moves are written differently", names.insert(name));
        case.same("moves are read as they are written", &read, &Ok(mv));
    }
    let written = game.write_position(position);
    case.holds("a position is written on one line", !written.contains('\n'));
    match game.parse_position(&written) {
        Err(error) => case.broken("positions are read as they are written", &error.to_string()),
        Ok(read) => {
            case.same("positions are read as they are written", &read, position);
            case.same(
                "equal positions have equal turns",
                &game.turn(&read),
                &game.turn(position),
            );
            case.same(
                "equal positions have equal moves",
                &game.moves(&read),
                &moves,
            );
            case.same_hash(&read, position);
            case.same(
                "equal positions have equal keys",
                &game.key(&read),
                &game.key(position),
            );
        }
    }
}

fn check_picture<G: Notation + Depict>(case: &Case<'_, G>) {
    let picture = case.game.picture(case.position);
    let mut names = HashSet::new();
    for place in &picture.places {
        case.holds("places are named", !place.name.is_empty());
        case.holds(
            "places are named differently",
            names.insert(place.name.as_str()),
        );
        case.holds(
            "places are somewhere",
            place.at.iter().all(|along| along.is_finite()),
        );
    }
    let places = 0..picture.places.len();
    for (from, to) in &picture.joins {
        let two_places = places.contains(from) && places.contains(to) && from != to;
        case.holds("joins are between two places", two_places);
    }
    if let Surface::Crossings { stars: numbers }
    | Surface::Cells(Cells::Triangles { bars: numbers }) = &picture.surface
    {
        let on_places = numbers.iter().all(|number| places.contains(number));
        case.holds("stars and bars are places", on_places);
    }
    let alarmed = picture
        .alarms
        .iter()
        .all(|name| names.contains(name.as_str()));
    case.holds("alarms are at places", alarmed);
    case.holds(
        "a picture turned twice is the same",
        picture.clone().turned().turned() == picture,
    );
    if let Turn::Of(_) = case.game.turn(case.position) {
        check_touches(case, &picture);
    }
}

fn check_touches<G: Notation + Depict>(case: &Case<'_, G>, picture: &Picture) {
    let Case { game, position, .. } = *case;
    let is_there = |touch: &Touch| match (touch, &picture.hands) {
        (Touch::Place(name), _) => picture.places.iter().any(|place| place.name == *name),
        (Touch::Held(seat, name), Some(hands)) => {
            hands[seat.index()].iter().any(|held| held.name == *name)
        }
        (Touch::Hand(_), Some(_)) => true,
        (Touch::Held(..) | Touch::Hand(_), None) => false,
    };
    let mut made = HashSet::new();
    for mv in game.moves(position) {
        let Touches { ways, choice } = game.touches(position, picture, mv);
        case.holds("a move can be made by touching", !ways.is_empty());
        for way in ways {
            case.holds(
                "what is touched is on the picture",
                way.iter().all(is_there),
            );
            case.holds(
                "a move without a touch is a button with a label",
                !way.is_empty() || choice.is_some(),
            );
            case.holds(
                "moves differ in what is touched or chosen",
                made.insert((way, choice.clone())),
            );
        }
    }
}

/// Checks that the symmetries are a group that leaves the start as it is and commutes with play.
///
/// # Panics
/// Where a law is broken.
pub fn check_symmetry<G: Symmetry + Notation>(game: &G, seed: Seed, playouts: usize) {
    let all = 0..game.symmetries();
    assert!(!all.is_empty(), "law broken: the identity is a symmetry");
    // For each two symmetries, those that may still be their composition after all positions so
    // far: it must be the same one everywhere.
    let pairs = all.clone().flat_map(|a| all.clone().map(move |b| (a, b)));
    let mut compositions: Vec<_> = pairs
        .map(|pair| (pair, all.clone().collect::<Vec<_>>()))
        .collect();
    along_playouts(game, seed, playouts, |case| {
        let position = case.position;
        let moves = game.moves(position);
        let unmoved = game.transform(0, position);
        case.same("symmetry 0 is the identity", &unmoved, position);
        let mapped = moves.iter().map(|&mv| game.transform_move(0, mv)).collect();
        case.same("symmetry 0 is the identity", &mapped, &moves);
        for symmetry in all.clone() {
            if case.led_here.is_empty() {
                let start = game.transform(symmetry, position);
                case.same("symmetries keep the start", &start, position);
            }
            check_image(case, symmetry, &moves);
        }
        for ((a, b), candidates) in &mut compositions {
            let image = game.transform(*a, &game.transform(*b, position));
            let move_image = |mv| game.transform_move(*a, game.transform_move(*b, mv));
            candidates.retain(|&c| {
                game.transform(c, position) == image
                    && moves
                        .iter()
                        .all(|&mv| game.transform_move(c, mv) == move_image(mv))
            });
            if candidates.is_empty() {
                let detail = format!("{a} after {b} is none of them");
                case.broken("symmetries are closed under composition", &detail);
            }
        }
    });
}

fn check_image<G: Symmetry + Notation>(case: &Case<'_, G>, symmetry: usize, moves: &[G::Move]) {
    let Case { game, position, .. } = *case;
    let image = game.transform(symmetry, position);
    case.same(
        "symmetries keep the turn",
        &game.turn(&image),
        &game.turn(position),
    );
    case.same(
        "symmetries keep the progress",
        &game.progress(&image),
        &game.progress(position),
    );
    let mut images: Vec<G::Move> = moves
        .iter()
        .map(|&mv| game.transform_move(symmetry, mv))
        .collect();
    images.sort_unstable();
    let mut legal = game.moves(&image);
    legal.sort_unstable();
    case.same(
        "symmetries map legal moves onto legal moves",
        &images,
        &legal,
    );
    for &mv in moves {
        let played_first = game.transform(symmetry, &game.after(position, mv));
        let mapped_first = game.after(&image, game.transform_move(symmetry, mv));
        case.same("symmetries commute with play", &mapped_first, &played_first);
        case.same_hash(&mapped_first, &played_first);
    }
}

/// Checks that positions can be packed and unpacked, where they fit.
///
/// # Panics
/// Where a law is broken.
pub fn check_pack<G: Pack + Notation>(game: &G, seed: Seed, playouts: usize) {
    let bits = game.packed_bits();
    if bits > u64::BITS {
        return;
    }
    along_playouts(game, seed, playouts, |case| {
        let position = case.position;
        let packed = game.pack(position);
        case.holds(
            "packed positions are below 2^bits",
            u128::from(packed) < 1 << bits,
        );
        case.same(
            "unpacking is the inverse of packing",
            &game.unpack(packed).as_ref(),
            &Some(position),
        );
        let canonical = game.pack_canonical(position);
        let mut among_images = false;
        for symmetry in 0..game.symmetries() {
            let image = game.transform(symmetry, position);
            among_images |= game.pack(&image) == canonical;
            case.same(
                "images share a canonical number",
                &game.pack_canonical(&image),
                &canonical,
            );
        }
        case.holds("the canonical number is that of an image", among_images);
    });
}

/// Checks that the probabilities of what chance can do add up to one.
///
/// # Panics
/// Where a law is broken.
pub fn check_chance<G: Chance + Notation>(game: &G, seed: Seed, playouts: usize) {
    along_playouts(game, seed, playouts, |case| {
        if game.turn(case.position) == Turn::Chance {
            let odds = game
                .moves(case.position)
                .into_iter()
                .map(|mv| game.probability(case.position, mv));
            let odds: Vec<f64> = odds.collect();
            let within = odds.iter().all(|odds| (0.0..=1.0).contains(odds));
            case.holds("probabilities are from 0 to 1", within);
            let sum: f64 = odds.iter().sum();
            case.holds("probabilities add up to one", (sum - 1.0).abs() <= 1e-8);
        }
    });
}

/// Checks that judgements are finite and stable.
///
/// # Panics
/// Where a law is broken.
pub fn check_evaluation<G: Evaluation + Notation>(game: &G, seed: Seed, playouts: usize) {
    along_playouts(game, seed, playouts, |case| {
        for judge in Seat::BOTH {
            let value = game.evaluate(case.position, judge);
            case.holds(
                "judgements are finite",
                value.is_none_or(|value| value.0.is_finite()),
            );
            case.same(
                "judgements are stable",
                &game.evaluate(case.position, judge),
                &value,
            );
        }
    });
}

/// Checks what a game says of its tactics.
///
/// # Panics
/// Where a law is broken.
pub fn check_guide<G: Guide + Notation>(game: &G, seed: Seed, playouts: usize) {
    along_playouts(game, seed, playouts, |case| {
        let position = case.position;
        let Turn::Of(mover) = game.turn(position) else {
            return;
        };
        let moves = game.moves(position).into_iter();
        let mut expected: Vec<_> = moves.filter(|mv| game.noisy(position, *mv)).collect();
        let mut visited = Vec::new();
        game.each_noisy(position, |mv| visited.push(mv));
        expected.sort();
        visited.sort();
        case.same("each_noisy visits the noisy moves", &visited, &expected);
        if let Some(passed) = game.pass(position) {
            let handed_over = game.turn(&passed) == Turn::Of(mover.other());
            case.holds("a pass hands the turn over", handed_over);
            case.holds("a pass needs ease", game.at_ease(position));
        }
        let ends = |mv: &G::Move| match game.turn(&game.after(position, *mv)) {
            Turn::Over(outcome) => Some(outcome),
            Turn::Of(_) | Turn::Chance => None,
        };
        let wins = |mv: &G::Move| ends(mv).is_some_and(|end| end.winner() == Some(mover));
        let moves = game.moves(position);
        let winning = game.win_at_once(position);
        case.same(
            "win_at_once finds a move that wins",
            &winning.is_some_and(|mv| moves.contains(&mv) && wins(&mv)),
            &moves.iter().any(wins),
        );
        if let Some(plies) = game.plies_unless_won(position) {
            for mv in &moves {
                let next = game.after(position, *mv);
                let kept = match game.turn(&next) {
                    Turn::Over(outcome) => wins(mv) || plies == 1 && outcome.winner().is_none(),
                    Turn::Of(seat) => {
                        seat != mover && game.plies_unless_won(&next) == Some(plies - 1)
                    }
                    Turn::Chance => false,
                };
                case.holds("plies_unless_won are left unless somebody wins", kept);
            }
        }
    });
}

/// Checks that features are named, finite and stable.
///
/// # Panics
/// Where a law is broken.
pub fn check_features<G: Features + Notation + Symmetry>(game: &G, seed: Seed, playouts: usize) {
    let names = game.feature_names();
    let distinct: HashSet<&String> = names.iter().collect();
    assert!(
        distinct.len() == names.len(),
        "law broken: features are named differently"
    );
    along_playouts(game, seed, playouts, |case| {
        let features = |position: &G::Position| {
            let mut values = vec![0.0; names.len()];
            game.each_feature(position, |index, value| {
                case.holds("features are named", index < names.len());
                case.holds("features are finite", value.is_finite());
                values[index] += value;
            });
            values
        };
        let here = features(case.position);
        case.same("features are stable", &here, &features(case.position));
        for symmetry in 1..game.symmetries() {
            let image = features(&game.transform(symmetry, case.position));
            let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9 * a.abs().max(1.0);
            case.holds("features are symmetric", here.iter().zip(&image).all(close));
        }
    });
}

/// Checks what is seen of a board by someone who does not know the rules.
///
/// # Panics
/// Where a law is broken.
pub fn check_markers<G: Markers + Symmetry + Notation>(game: &G, seed: Seed, playouts: usize) {
    let drawing = game.drawing();
    let points = game.holders(&game.start()).len();
    let drawn = drawing.lines.iter().chain(&drawing.adjacent);
    assert!(
        drawn.flatten().all(|point| *point < points) && drawing.adjacent.len() <= points,
        "law broken: what is drawn is on the board"
    );
    let joined = |a: usize, b: usize| drawing.adjacent[a].contains(&b);
    let neighbours = || {
        (0..drawing.adjacent.len()).flat_map(|a| drawing.adjacent[a].iter().map(move |b| (a, *b)))
    };
    assert!(
        neighbours().all(|(a, b)| a != b && joined(b, a)),
        "law broken: neighbours are neighbours of each other"
    );
    // For each symmetry and point, where the point may go after all positions so far: it must be the
    // same place everywhere.
    let mut images: Vec<Vec<Vec<usize>>> =
        vec![vec![(0..points).collect(); points]; game.symmetries()];
    along_playouts(game, seed, playouts, |case| {
        let position = case.position;
        let holders = game.holders(position);
        case.same("the board keeps its points", &holders.len(), &points);
        case.same("holders are stable", &game.holders(position), &holders);
        for (symmetry, images) in images.iter_mut().enumerate() {
            let there = game.holders(&game.transform(symmetry, position));
            for (point, places) in images.iter_mut().enumerate() {
                places.retain(|place| there.get(*place) == Some(&holders[point]));
                let detail = format!("symmetry {symmetry}, point {point}");
                if places.is_empty() {
                    case.broken("symmetries move markers from point to point", &detail);
                }
            }
        }
        if let (Turn::Of(mover), Some(turned)) = (game.turn(position), game.turned(position)) {
            case.same(
                "turning round keeps the markers",
                &game.holders(&turned),
                &holders,
            );
            case.holds(
                "turning round hands the turn over",
                game.turn(&turned) != Turn::Of(mover),
            );
        }
    });
}

/// Shows every position of the playouts to `visit`.
fn along_playouts<G: Notation>(
    game: &G,
    seed: Seed,
    playouts: usize,
    mut visit: impl FnMut(&Case<'_, G>),
) {
    for playout in 0..playouts {
        let mut rng = seed.derive(playout as u64).rng();
        let mut position = game.start();
        let mut led_here = Vec::new();
        loop {
            visit(&Case {
                game,
                position: &position,
                led_here: &led_here,
            });
            match game.moves(&position).choose(&mut rng) {
                Some(&mv) if led_here.len() < LONGEST => {
                    game.play(&mut position, mv);
                    led_here.push(mv);
                }
                _ => break,
            }
        }
    }
}

/// A position under examination, and how it came about.
struct Case<'a, G: Game> {
    game: &'a G,
    position: &'a G::Position,
    led_here: &'a [G::Move],
}

impl<G: Notation> Case<'_, G> {
    fn holds(&self, law: &str, kept: bool) {
        if !kept {
            self.broken(law, "");
        }
    }

    fn same<T: PartialEq + Debug>(&self, law: &str, found: &T, expected: &T) {
        if found != expected {
            self.broken(law, &format!("found {found:?}, expected {expected:?}"));
        }
    }

    fn same_hash(&self, one: &G::Position, other: &G::Position) {
        let hasher = BuildHasherDefault::<DefaultHasher>::default();
        let hash = |position: &G::Position| hasher.hash_one(position);
        self.same(
            "equal positions have equal hashes",
            &hash(one),
            &hash(other),
        );
    }

    fn broken(&self, law: &str, detail: &str) -> ! {
        let mut at = self.game.start();
        let names: Vec<String> = self
            .led_here
            .iter()
            .map(|&mv| {
                let name = self.game.write_move(&at, mv);
                self.game.play(&mut at, mv);
                name
            })
            .collect();
        panic!(
            "law broken: {law}\n  in position {}\n  after the moves [{}]\n  {detail}",
            self.game.write_position(self.position),
            names.join(" "),
        );
    }
}
