//! What a shallow search says of a deep one, as it was measured (ProbCut: Buro 1995).

/// How far the values of deep searches lie from those of shallow ones, by one evaluation of one game.
///
/// Values are compared as advantages: the inverse hyperbolic tangent of their share of the stake. An evaluation
/// squeezes what it adds up by the tangent, and there errors are of one size wherever the value lies.
#[derive(Clone, PartialEq, Debug)]
pub struct ProbCut {
    pub(super) sigmas: f64,
    /// By the deep depth; of each the shallow ones in ascending order, and of each of these the stages.
    by_depth: Vec<Vec<Regression>>,
}

/// What a search of one depth says of one of another: deep = slope · shallow + offset + an error of this
/// deviation, all as advantages of the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regression {
    /// How many plies the deep search looks ahead.
    pub deep: u32,
    /// How many the shallow one does: fewer. Where none, it is the evaluation.
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
    /// Gives a node up where a deep value is expected so many standard deviations outside the window. The usual
    /// number of Buro is 1.5: one deep value of fifteen would have been inside.
    #[must_use]
    pub fn new(sigmas: f64, regressions: &[Regression]) -> ProbCut {
        let deepest = regressions.iter().map(|it| it.deep).max().unwrap_or(0);
        let mut by_depth = vec![Vec::new(); deepest as usize + 1];
        for regression in regressions {
            by_depth[regression.deep as usize].push(*regression);
        }
        for of_depth in &mut by_depth {
            of_depth.sort_by_key(|it: &Regression| (it.shallow, it.from));
        }
        ProbCut { sigmas, by_depth }
    }

    /// What is known of searches to this depth where the contest has come so far, by the cheapest first.
    pub(super) fn find(&self, depth: i32, progress: u32) -> impl Iterator<Item = &Regression> {
        let of_depth = usize::try_from(depth)
            .ok()
            .and_then(|at| self.by_depth.get(at));
        let by_shallow = of_depth
            .into_iter()
            .flat_map(|all| all.chunk_by(|a, b| a.shallow == b.shallow));
        by_shallow.filter_map(move |stages| stages.iter().rev().find(|it| it.from <= progress))
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
        let at_sight = Regression {
            shallow: 0,
            ..cut(4, 10)
        };
        let known = ProbCut::new(1.5, &[cut(4, 20), cut(4, 0), cut(6, 10), at_sight]);
        let found = |depth, progress| -> Vec<(u32, u32)> {
            let found = known.find(depth, progress);
            found.map(|cut| (cut.shallow, cut.from)).collect()
        };
        assert_eq!(found(4, 0), [(2, 0)]);
        assert_eq!(found(4, 19), [(0, 10), (2, 0)]);
        assert_eq!(found(4, 50), [(0, 10), (2, 20)]);
        assert_eq!(found(6, 9), []);
        assert_eq!(found(5, 30), []);
        assert_eq!(found(-1, 30), []);
        assert_eq!(found(7, 30), []);
    }

    #[test]
    fn the_regression_is_turned_round() {
        // deep = 2 * shallow + 0.5, and two deviations are 0.5.
        assert_eq!(cut(4, 0).shallow_for(1.0, 2.0), 0.5);
        assert_eq!(cut(4, 0).shallow_for(1.0, -2.0), 0.0);
    }
}
