//! Random explicit trees, as the text of a `.tree` file.

use rand::RngExt;
use shido_core::{Rng, Seed};

/// How random trees look.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// How many levels of branches there are at most.
    pub depth: u32,
    /// How many branches a node has at most, at least one.
    pub branches: u32,
    /// Whether some nodes belong to chance.
    pub chance: bool,
}

/// A random tree. Its nodes belong to either side in no fixed order, its leaves are small whole
/// numbers, so that ties are common, judged differently by the two sides, and every inner node has
/// a value of its own.
///
/// # Panics
/// Where the shape allows no branches.
#[must_use]
pub fn random(seed: Seed, shape: Shape) -> String {
    let mut text = String::new();
    grow(&mut seed.rng(), shape, shape.depth, &mut text);
    text
}

fn grow(rng: &mut Rng, shape: Shape, depth: u32, text: &mut String) {
    let value = format!("{}|{}", rng.random_range(-5..=5), rng.random_range(-5..=5));
    // An early leaf now and then makes lines of different lengths; the root is never one.
    if depth == 0 || (depth < shape.depth && rng.random_bool(0.1)) {
        text.push_str(&value);
        return;
    }
    let heads = if shape.chance { 3 } else { 2 };
    let head = ["max", "min", "chance"][rng.random_range(0..heads)];
    text.push_str(&format!("({head} ={value}"));
    let branches = rng.random_range(1..=shape.branches);
    for _ in 0..branches {
        text.push(' ');
        if head == "chance" {
            text.push_str(&format!("1/{branches} "));
        }
        grow(rng, shape, depth - 1, text);
    }
    text.push(')');
}
