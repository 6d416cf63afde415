//! What a shallow search says of a deep one, as it was measured (ProbCut: Buro 1995).

/// How far the values of deep searches lie from those of shallow ones, by one evaluation of one game.
///
/// Values are compared as advantages: the inverse hyperbolic tangent of their share of the stake. An evaluation
/// squeezes what it adds up by the tangent, and there errors are of one size wherever the value lies.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ProbCut {
    /// How many standard deviations a deep value must be expected to lie outside the window for a node to be
    /// given up. The usual one of Buro is 1.5: one deep value of fifteen would have been inside.
    pub sigmas: f64,
    /// What was measured, in any order.
    pub regressions: Vec<Regression>,
}

/// What a search of one depth says of one of another: deep = slope · shallow + offset + an error of this
/// deviation, all as advantages of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regression {
    /// How many plies the deep search looks ahead.
    pub deep: u32,
    /// How many the shallow one does: fewer.
    pub shallow: u32,
    /// From which measure of progress on; 0 where a game has none.
    pub from: u32,
    /// How much more the deep value is when the shallow one is one more.
    pub slope: f64,
    /// How much the deep value is when the shallow one is zero.
    pub offset: f64,
    /// The standard deviation of the error.
    pub deviation: f64,
    /// How many positions were searched to both depths.
    pub positions: u64,
}

impl ProbCut {
    /// What is known of searches to this depth where the contest has come so far.
    pub(super) fn find(&self, depth: i32, progress: u32) -> Option<&Regression> {
        let fits =
            |cut: &&Regression| i64::from(cut.deep) == i64::from(depth) && cut.from <= progress;
        self.regressions
            .iter()
            .filter(fits)
            .max_by_key(|cut| cut.from)
    }
}

impl Regression {
    /// What a shallow search has to come to at least, for the deep one to be expected so many standard deviations
    /// above `edge`; or at most, for a negative number, to be expected below it.
    pub(super) fn shallow_for(&self, edge: f64, sigmas: f64) -> f64 {
        (edge + sigmas * self.deviation - self.offset) / self.slope
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(deep: u32, from: u32) -> Regression {
        Regression {
            deep,
            shallow: deep / 2,
            from,
            slope: 2.0,
            offset: 0.5,
            deviation: 0.25,
            positions: 100,
        }
    }

    #[test]
    fn the_stage_of_the_contest_decides() {
        let known = ProbCut {
            sigmas: 1.5,
            regressions: vec![cut(4, 20), cut(4, 0), cut(6, 10)],
        };
        let found = |depth, progress| known.find(depth, progress).map(|cut| cut.from);
        assert_eq!(found(4, 0), Some(0));
        assert_eq!(found(4, 19), Some(0));
        assert_eq!(found(4, 50), Some(20));
        assert_eq!(found(6, 9), None);
        assert_eq!(found(5, 30), None);
    }

    #[test]
    fn the_regression_is_turned_round() {
        // deep = 2 * shallow + 0.5, and two deviations are 0.5.
        assert_eq!(cut(4, 0).shallow_for(1.0, 2.0), 0.5);
        assert_eq!(cut(4, 0).shallow_for(1.0, -2.0), 0.0);
    }
}
