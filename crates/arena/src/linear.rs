//! Systems of linear equations, for estimates by Newton's method.

/// The solution of a system whose matrix is symmetric and positive definite, by Gauss's elimination.
#[must_use]
pub fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let size = right.len();
    for at in 0..size {
        let pivot = rows[at].clone();
        for below in at + 1..size {
            let factor = rows[below][at] / pivot[at];
            let row = rows[below].iter_mut().zip(&pivot).skip(at);
            row.for_each(|(entry, above)| *entry -= factor * above);
            right[below] -= factor * right[at];
        }
    }
    for at in (0..size).rev() {
        let known: f64 = (at + 1..size)
            .map(|later| rows[at][later] * right[later])
            .sum();
        right[at] = (right[at] - known) / rows[at][at];
    }
    right
}
