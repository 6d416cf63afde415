//! Which symmetries of the board seem to be symmetries of the game.

use shido_core::{Rng, Symmetry, Turn};

/// How many random contests are looked at before the first tournament.
const CONTESTS: usize = 8;

/// Which symmetries of the board are believed to be symmetries of the game.
///
/// They are induced from questions to the rules: if this state is a win, is its image a win, too, and
/// are the moves there the images of the moves here? A symmetry is believed in until an answer is no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symmetries(Vec<usize>);

/// A position as it is remembered, with the symmetries that lead there.
#[derive(Clone, Debug)]
pub struct Familiar<P> {
    /// The one of its images that stands for all.
    pub state: P,
    by: Vec<usize>,
}

impl Symmetries {
    /// The symmetries that stand up to questions about the positions of some random contests.
    pub fn induced<G: Symmetry>(game: &G, rng: &mut Rng) -> Symmetries {
        let mut believed: Vec<usize> = (0..game.symmetries()).collect();
        for _ in 0..CONTESTS {
            let mut position = game.start();
            // A contest that goes on and on has nothing new to ask.
            for _ in 0..200 {
                believed.retain(|symmetry| *symmetry == 0 || holds(game, *symmetry, &position));
                let Some(mv) = game.random_move(&position, rng) else {
                    break;
                };
                game.play(&mut position, mv);
            }
        }
        Symmetries(believed)
    }

    /// Only these; the identity is always among them.
    #[must_use]
    pub fn of(mut believed: Vec<usize>) -> Symmetries {
        believed.push(0);
        believed.sort_unstable();
        believed.dedup();
        Symmetries(believed)
    }

    /// Their numbers, as [`Symmetry`] counts them.
    #[must_use]
    pub fn believed(&self) -> &[usize] {
        &self.0
    }

    /// The image of a position that stands for all of them.
    pub fn state<G: Symmetry>(&self, game: &G, position: &G::Position) -> G::Position {
        match self.0[..] {
            [_] => position.clone(),
            _ => self
                .0
                .iter()
                .map(|symmetry| game.transform(*symmetry, position))
                .min_by_key(|image| game.key(image))
                .expect("the identity is believed in"),
        }
    }

    /// The same with the ways to get there, so that moves can be recognised as well.
    pub fn familiar<G: Symmetry>(&self, game: &G, position: &G::Position) -> Familiar<G::Position> {
        let state = self.state(game, position);
        let by = self
            .0
            .iter()
            .copied()
            .filter(|symmetry| game.transform(*symmetry, position) == state)
            .collect();
        Familiar { state, by }
    }
}

impl<P> Familiar<P> {
    /// The move as it is remembered: one for all that a symmetry of the position makes the same.
    pub fn mv<G: Symmetry<Position = P>>(&self, game: &G, mv: G::Move) -> G::Move {
        self.by
            .iter()
            .map(|symmetry| game.transform_move(*symmetry, mv))
            .min()
            .expect("some symmetry leads to the state that stands for all")
    }
}

/// Whether the image of a position ends as the position does, and has the images of its moves.
fn holds<G: Symmetry>(game: &G, symmetry: usize, position: &G::Position) -> bool {
    let image = game.transform(symmetry, position);
    let sorted = |mut moves: Vec<G::Move>| {
        moves.sort_unstable();
        moves
    };
    let mapped = game
        .moves(position)
        .into_iter()
        .map(|mv| game.transform_move(symmetry, mv))
        .collect();
    match (game.turn(position), game.turn(&image)) {
        (Turn::Over(here), Turn::Over(there)) => here == there,
        (here, there) => here == there && sorted(mapped) == sorted(game.moves(&image)),
    }
}

#[cfg(test)]
mod tests {
    use shido_core::{Seed, Symmetry};

    use super::Symmetries;
    use crate::example::{Example, FIGURE_3};

    #[test]
    fn those_of_a_square_are_induced_for_games_on_it() {
        for (game, expected) in [
            ("tic-tac-toe", 8),
            ("lose-tic-tac-toe", 8),
            ("achi", 8),
            // Markers drop: left and right are alike, up and down are not.
            ("connect-four", 2),
        ] {
            let game = Example::of(game).game;
            let induced = Symmetries::induced(&game, &mut Seed(1).rng());
            assert_eq!(induced.believed().len(), expected);
            assert_eq!(game.symmetries(), expected);
        }
    }

    #[test]
    fn images_share_a_state_and_their_moves() {
        let example = Example::of("tic-tac-toe");
        let (game, symmetries) = (&example.game, &example.knowledge.symmetries);
        let mirrored = "X../.O./..X O";
        let here = symmetries.familiar(game, &example.position(FIGURE_3));
        let there = symmetries.familiar(game, &example.position(mirrored));
        assert_eq!(here.state, there.state);
        let edge = here.mv(game, example.mv(FIGURE_3, "b3"));
        assert_eq!(edge, here.mv(game, example.mv(FIGURE_3, "c2")));
        assert_eq!(edge, there.mv(game, example.mv(mirrored, "a2")));
        assert_ne!(edge, here.mv(game, example.mv(FIGURE_3, "a3")));
    }

    #[test]
    fn whoever_believes_in_none_tells_images_apart() {
        let example = Example::of("tic-tac-toe");
        let none = Symmetries::of(Vec::new());
        assert_eq!(none.believed(), [0]);
        let [here, there] = [FIGURE_3, "X../.O./..X O"].map(|text| example.position(text));
        assert_ne!(
            none.state(&example.game, &here),
            none.state(&example.game, &there)
        );
    }
}
