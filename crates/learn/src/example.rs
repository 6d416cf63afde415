//! For the tests in this crate: positions and contests as text, knowledge prepared by hand.

use shido_arena::Contest;
use shido_core::{Notation, Outcome, Seat, Symmetry, Turn};
use shido_frame::{Compiled, Frame, FrameGame, FrameMove, FramePosition};

use crate::{
    Advice, Advisor, Fork, Knowledge, Lesson, Significant, Situation, Strength, Symmetries,
};

pub(crate) type Board = FrameGame<u64>;

/// A game of a frame, and what is known of it.
pub(crate) struct Example {
    pub(crate) game: Board,
    pub(crate) knowledge: Knowledge<Board>,
}

impl Example {
    /// A shipped game of which nothing is known but its symmetries.
    pub(crate) fn of(name: &str) -> Example {
        Example::sized(name, &[])
    }

    /// A member of a family of games.
    pub(crate) fn sized(name: &str, size: &[(&str, i64)]) -> Example {
        let path = format!("{}/../../frames/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the frame is shipped");
        let size: Vec<(String, i64)> = size
            .iter()
            .map(|(parameter, value)| ((*parameter).to_owned(), *value))
            .collect();
        let frame = Frame::read(name, &text, &size).expect("the frame is sound");
        let Compiled::Small(game) = Compiled::new(&frame) else {
            panic!("{name} does not fit on a small board");
        };
        let knowledge =
            Knowledge::with_symmetries(Symmetries::of((0..game.symmetries()).collect()));
        Example { game, knowledge }
    }

    pub(crate) fn position(&self, text: &str) -> FramePosition<u64> {
        let read = self.game.parse_position(text);
        read.unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    pub(crate) fn mv(&self, position: &str, mv: &str) -> FrameMove {
        let read = self.game.parse_move(&self.position(position), mv);
        read.unwrap_or_else(|error| panic!("{position}, {mv}: {error}"))
    }

    /// The same, with a position remembered as a certain win of a side within some plies.
    pub(crate) fn certain(mut self, position: &str, winner: Seat, plies: u32) -> Example {
        let state = self.position(position);
        let value = Outcome::win(winner).verdict();
        let knowledge = &mut self.knowledge;
        knowledge.significant.keep(
            &self.game,
            &knowledge.symmetries,
            &state,
            Significant { value, plies },
        );
        self
    }

    /// The same, with a fork that has been seen to win.
    pub(crate) fn fork(mut self, lines: &[usize]) -> Example {
        self.knowledge.forks.keep(Fork {
            lines: lines.to_vec(),
        });
        self
    }

    /// A contest from the start. Where it is not over after these moves, the side to move resigns.
    pub(crate) fn contest(&self, moves: &str) -> Contest<'_, Board> {
        let mut contest = Contest::new(&self.game);
        for text in moves.split_whitespace() {
            let mv = self.game.parse_move(contest.position(), text);
            let mv = mv.unwrap_or_else(|error| panic!("{text} of {moves}: {error}"));
            contest.play(mv).expect("the contest goes on");
        }
        if let Turn::Of(loser) = contest.turn() {
            contest.resign(loser);
        }
        contest
    }

    /// Checks what an Advisor says in some positions.
    ///
    /// Advice is written as `silence`, `remark`, `mandate MOVES`, `veto MOVES` or as moves with
    /// strengths (`a1=7`), moves in the order of their names.
    pub(crate) fn check(&self, advisor: &dyn Advisor<Board>, rows: &[(&str, &str)]) {
        for (text, expected) in rows {
            let position = self.position(text);
            let situation = Situation::new(&self.game, &position, &self.knowledge)
                .expect("somebody is to move");
            let said = self.written(&position, advisor.advise(&situation));
            assert_eq!(said, *expected, "{} in {text}", advisor.name());
        }
    }

    fn written(&self, position: &FramePosition<u64>, advice: Advice<FrameMove>) -> String {
        let name = |mv: FrameMove| self.game.write_move(position, mv);
        let list = |verb: &str, moves: Vec<FrameMove>| {
            let mut names: Vec<String> = moves.into_iter().map(name).collect();
            names.sort();
            format!("{verb} {}", names.join(" "))
        };
        match advice {
            Advice::Silence => "silence".to_owned(),
            Advice::Remark(_) => "remark".to_owned(),
            Advice::Mandate(moves) => list("mandate", moves),
            Advice::Veto(moves) => list("veto", moves),
            Advice::Comments(comments) => {
                let comment =
                    |(mv, strength): (_, Strength)| format!("{}={}", name(mv), strength.number());
                let mut comments: Vec<String> = comments.into_iter().map(comment).collect();
                comments.sort();
                comments.join(" ")
            }
        }
    }
}

/// A contest as a lesson, with Hoyle on one side or on both.
pub(crate) fn lesson<'c, G: crate::Learnable>(
    contest: &'c Contest<'_, G>,
    hoyle: Option<Seat>,
) -> Lesson<'c, G> {
    let Turn::Over(outcome) = contest.turn() else {
        panic!("the contest goes on");
    };
    Lesson {
        positions: contest.positions(),
        moves: contest.moves(),
        winner: outcome.winner(),
        hoyle,
        observed: false,
    }
}

/// The position of Epstein's Figure 3: a corner was opened, the centre taken, the opposite corner
/// taken. Both corners that are left lose; the points between do not.
pub(crate) const FIGURE_3: &str = "..X/.O./X.. O";
/// After the error of Figure 3: O has to be stopped, and stopping it forks.
pub(crate) const FORKED_NEXT: &str = "O.X/.O./X.. X";
/// The fork.
pub(crate) const FORKED: &str = "O.X/.O./X.X O";
