//! What games of lines see ahead: threats, and in columns the strategy of following up.

use shido_core::{
    ForMover, Foresight, Game, Prospect, Turn, Verdict, candidates_by_trying, prospect_by_trying,
};

use crate::bits::Bits;
use crate::game::{FrameGame, FrameMove, FramePosition, Placing};

const WIN: Prospect = Prospect::certain(ForMover(Verdict::Win));
const DRAW: Prospect = Prospect::certain(ForMover(Verdict::Draw));
const LOSS: Prospect = Prospect::certain(ForMover(Verdict::Loss));

/// How much less a move promises for each reply to it that does not lose at once: what leaves little
/// choice is soon searched.
const REPLY: i32 = 4;

impl<B: Bits> Foresight for FrameGame<B> {
    fn prospect(&self, position: &FramePosition<B>) -> Prospect {
        let Some(placing) = self.line_race else {
            return prospect_by_trying(self, position);
        };
        self.prospect_at(&Sight::new(self, position, placing), placing)
    }

    fn each_candidate(&self, position: &FramePosition<B>, mut visit: impl FnMut(FrameMove, i32)) {
        let Some(placing) = self.line_race else {
            return candidates_by_trying(self, position, visit);
        };
        let sight = Sight::new(self, position, placing);
        for to in sight.safe.points() {
            visit(
                FrameMove::placing(to),
                self.lines.stakes(to, sight.own, sight.other),
            );
        }
    }

    fn each_prospect(
        &self,
        position: &FramePosition<B>,
        mut visit: impl FnMut(FrameMove, i32, FramePosition<B>, Prospect),
    ) {
        let Some(placing) = self.line_race else {
            return self.each_candidate(position, |mv, promise| {
                let next = self.after(position, mv);
                let prospect = match self.turn(&next) {
                    Turn::Of(_) => self.prospect(&next),
                    Turn::Chance | Turn::Over(_) => Prospect::OPEN,
                };
                visit(mv, promise, next, prospect);
            });
        };
        let sight = Sight::new(self, position, placing);
        for to in sight.safe.points() {
            let next = self.after_placing(position, placing, to);
            // What completes a line for the other side is the same as before, but for the point.
            let completing = sight.threatened & !B::bit(to);
            let sight_there = Sight::with(self, &next, placing, completing);
            let prospect = self.prospect_at(&sight_there, placing);
            let replies = sight_there.safe.count() as i32;
            let promise = self.lines.stakes(to, sight.own, sight.other) - REPLY * replies;
            visit(FrameMove::placing(to), promise, next, prospect);
        }
    }
}

/// The threats in a position of a game in which whoever completes a line wins.
struct Sight<B> {
    own: B,
    other: B,
    /// Where a marker may yet come to lie.
    empty: B,
    /// Where one may be placed now.
    playable: B,
    /// Where the side to move would complete a line.
    completing: B,
    /// Where the other side would.
    threatened: B,
    /// The moves after which the other side cannot complete a line at once. Where the side to move
    /// can, these mean nothing.
    safe: B,
}

impl<B: Bits> Sight<B> {
    #[inline]
    fn new(game: &FrameGame<B>, position: &FramePosition<B>, placing: Placing<B>) -> Sight<B> {
        let own = position.board(position.ledger.mover());
        let completing = game.lines.missing(own) & game.empty(position) & placing.allowed;
        Sight::with(game, position, placing, completing)
    }

    /// The same where it is known where the side to move would complete a line.
    #[inline]
    fn with(
        game: &FrameGame<B>,
        position: &FramePosition<B>,
        placing: Placing<B>,
        completing: B,
    ) -> Sight<B> {
        let mover = position.ledger.mover();
        let (own, other) = (position.board(mover), position.board(mover.other()));
        let empty = game.empty(position) & placing.allowed;
        let playable = game.plain_targets(position, placing);
        let threatened = game.lines.missing(other) & empty;
        let at_once = threatened & playable;
        let mut safe = playable;
        if !at_once.is_empty() {
            let one = at_once.without_lowest().is_empty();
            safe = if one { at_once } else { B::EMPTY };
        }
        if placing.in_columns && game.stride > 0 {
            safe = safe & !(threatened >> game.stride);
        }
        Sight {
            own,
            other,
            empty,
            playable,
            completing,
            threatened,
            safe,
        }
    }
}

impl<B: Bits> FrameGame<B> {
    #[inline]
    fn prospect_at(&self, sight: &Sight<B>, placing: Placing<B>) -> Prospect {
        if !(sight.completing & sight.playable).is_empty() {
            return WIN;
        }
        if sight.safe.is_empty() {
            return LOSS;
        }
        if sight.empty.without_lowest().is_empty() {
            return DRAW;
        }
        let mut prospect = Prospect::OPEN;
        if !self.lines.any_complete(sight.other | sight.empty) {
            prospect.sure = ForMover(Verdict::Draw);
        }
        if !self.lines.any_complete(sight.own | sight.empty) {
            prospect.hope = ForMover(Verdict::Draw);
        }
        if placing.in_columns {
            prospect.hope = prospect
                .hope
                .min(self.hope_against_follow_up(sight, placing.open));
        }
        prospect
    }

    /// What the side to move can hope for if the other one *follows up*: answers each move with one in
    /// the same column, on top of it (Allis 1988, where it is the rule called claimeven).
    ///
    /// So the side to move gets the first, third, fifth empty point of each column and the other the
    /// points between. Following up comes to an end in a column with an odd number of empty points,
    /// unless it wins there before: on a point that it gets and that completes a line. Other odd
    /// columns are taken two by two: who places in one is answered in the other, and both are even
    /// then, with the follower on the points that would have been the mover's.
    ///
    /// If this leaves the side to move no line it cannot win. And if there is a column in which
    /// following up wins, it loses: all other columns fill up in pairs, so in the end it has to enter
    /// that one.
    fn hope_against_follow_up(&self, sight: &Sight<B>, tops: B) -> ForMover<Verdict> {
        let hope = |line_left: bool, wins: B| {
            ForMover(match line_left {
                true => Verdict::Win,
                false if wins.is_empty() => Verdict::Draw,
                false => Verdict::Loss,
            })
        };
        let firsts = self.upward(sight.playable, 2);
        let seconds = sight.empty & !firsts;
        let wins = sight.threatened & seconds;
        let beyond = self.upward(wins, 1);
        let odd_tops = firsts & tops & !beyond;
        if odd_tops.is_empty() {
            let reached = sight.own | (firsts & !beyond);
            return hope(self.lines.any_complete(reached), wins);
        }
        // One column remains if they are odd in number. With six or more, pairs would have to be found
        // that are good whichever points are taken first; with four, one pair leaves but one other.
        if ![2, 4].contains(&odd_tops.count()) {
            return ForMover(Verdict::Win);
        }
        let odd = self.downward(odd_tops) & sight.empty;
        let landings = odd & sight.playable;
        let odd_wins = sight.threatened & firsts & odd & !landings;
        let odd_beyond = self.upward(odd_wins, 1);
        let reached = sight.own | (firsts & !odd & !beyond) | (seconds & odd & !odd_beyond);
        let line = self.lines.any_complete(reached) || !self.pairs_hold(reached, landings);
        hope(line, wins | odd_wins)
    }

    /// Whether the landing points, at most four, can be paired so that no line lies in `reached` and
    /// one point of each pair.
    fn pairs_hold(&self, reached: B, landings: B) -> bool {
        if !self.lines.any_complete(reached | landings) {
            return true;
        }
        let rest = landings.without_lowest();
        let one = landings & !rest;
        rest.points().any(|point| {
            let other = B::bit(point);
            let rest = rest & !other;
            self.pairs_hold(reached | one, rest) && self.pairs_hold(reached | other, rest)
        })
    }

    /// The points, and above each of them every point (or every second one) of its column.
    #[inline]
    fn upward(&self, points: B, step: u32) -> B {
        let mut all = points;
        let mut shift = step * self.stride;
        while shift > 0 && shift < self.points {
            all = all | (all << shift);
            shift *= 2;
        }
        all & self.full
    }

    /// The points, and all below them.
    #[inline]
    fn downward(&self, points: B) -> B {
        let mut all = points;
        let mut shift = self.stride;
        while shift > 0 && shift < self.points {
            all = all | (all >> shift);
            shift *= 2;
        }
        all
    }
}
