//! Random numbers that can be repeated.

use rand::SeedableRng;

/// The generator behind every random choice; its sequence for a given seed never changes.
pub type Rng = rand_pcg::Pcg64;

/// Where a reproducible stream of random numbers starts.
///
/// A run has one root seed. What it does in parallel takes a seed derived from its *index*, before
/// any thread starts, so results do not depend on the number of threads.
///
/// ```
/// use shido_core::Seed;
/// let root = Seed(7);
/// assert_eq!(root.derive(3), root.derive(3));
/// assert_ne!(root.derive(3), root.derive(4));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seed(pub u64);

impl Seed {
    /// The seed of the `index`-th part of what this seed governs.
    #[must_use]
    pub const fn derive(self, index: u64) -> Seed {
        Seed(spread(spread(self.0).wrapping_add(index)))
    }

    /// The generator that starts here.
    #[must_use]
    pub fn rng(self) -> Rng {
        Rng::seed_from_u64(self.0)
    }
}

/// A bijection in which every bit of the input changes about half of the output: the output function
/// of SplitMix64 (Steele, Lea and Flood 2014).
#[must_use]
pub const fn spread(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::spread;

    /// The first outputs of the reference SplitMix64 generator seeded with 1234567, as listed in
    /// the test vectors that implementations share.
    #[test]
    fn mixes_as_splitmix64_does() {
        let step = 0x9e37_79b9_7f4a_7c15_u64;
        let outputs: Vec<u64> = (0..3)
            .map(|i| spread(1_234_567_u64.wrapping_add(step.wrapping_mul(i))))
            .collect();
        assert_eq!(
            outputs,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }
}
