//! As many numbers as fit into a register of the processor that is compiled for. Each loop is as long as a
//! register and by index, so that the compiler makes one instruction of it.

/// How many numbers fit into a register.
pub(crate) const LANE: usize = if cfg!(target_feature = "avx512f") {
    16
} else if cfg!(target_feature = "avx2") {
    8
} else {
    4
};

/// The numbers of one register.
#[derive(Clone, Copy)]
pub(crate) struct Lane([f32; LANE]);

impl Lane {
    pub(crate) const ZERO: Lane = Lane([0.0; LANE]);

    /// The lane of this number among `values`.
    #[inline(always)]
    pub(crate) fn load(values: &[f32], lane: usize) -> Lane {
        let values = &values[lane * LANE..(lane + 1) * LANE];
        Lane(values.try_into().expect("a lane"))
    }

    /// Adds the numbers to the lane of this number among `out`.
    #[inline(always)]
    pub(crate) fn add_to(self, out: &mut [f32], lane: usize) {
        let mut sum = Lane::load(out, lane);
        sum.accumulate(1.0, self);
        out[lane * LANE..(lane + 1) * LANE].copy_from_slice(&sum.0);
    }

    /// Adds `factor` times the values, rounded once where the processor does that in one step.
    #[inline(always)]
    pub(crate) fn accumulate(&mut self, factor: f32, values: Lane) {
        for place in 0..LANE {
            let (value, sum) = (values.0[place], &mut self.0[place]);
            *sum = if cfg!(target_feature = "fma") {
                factor.mul_add(value, *sum)
            } else {
                factor * value + *sum
            };
        }
    }
}
