//! A hidden layer while it is fitted, beside its table: backpropagation, from random rows on.

use crate::eval::hidden::{LARGEST, ONE, POINT, UNITS};
use rand::RngExt;
use rand::rngs::StdRng;

/// The first learning rate, as a part of that of the table.
const STEP: f32 = 0.1;
/// Weight decay of the rows, towards nothing.
const DECAY: f32 = 0.003;
/// Adagrad: what every weight is taken to have moved before, squared.
const RESISTANCE: f32 = 0.03;
/// The rows are at first at random within this, and the output weights within that.
const FIRST_ROW: f32 = 0.05;
const FIRST_OUTPUT: f32 = 0.3;

/// A weight for every unit, and the sums of their squared gradients.
#[derive(Clone, Copy)]
struct UnitWeights {
    values: [f32; UNITS],
    moved: [f32; UNITS],
}

impl UnitWeights {
    fn random(limit: f32, rng: &mut StdRng) -> Self {
        Self { values: std::array::from_fn(|_| rng.random_range(-limit..limit)), moved: [0.0; UNITS] }
    }

    fn climb(&mut self, pull: &[f32; UNITS], decay: f32, step: f32) {
        for unit in 0..UNITS {
            let pull = pull[unit] - decay * self.values[unit];
            self.moved[unit] += pull * pull;
            self.values[unit] += step * pull / (RESISTANCE + self.moved[unit]).sqrt();
        }
    }
}

/// The layer.
pub(super) struct Layer {
    rows: Vec<UnitWeights>,
    output: UnitWeights,
}

impl Layer {
    pub(super) fn new(entries: usize, rng: &mut StdRng) -> Self {
        let rows = (0..entries).map(|_| UnitWeights::random(FIRST_ROW, rng)).collect();
        Self { rows, output: UnitWeights::random(FIRST_OUTPUT, rng) }
    }

    /// What the units sum up of these entries, negative sums as nothing.
    pub(super) fn active(&self, entries: &[u32]) -> [f32; UNITS] {
        let mut sums = [0.0; UNITS];
        for &entry in entries {
            sums.iter_mut().zip(&self.rows[entry as usize].values).for_each(|(sum, value)| *sum += value);
        }
        sums.map(|sum: f32| sum.max(0.0))
    }

    /// What the layer adds to the log odds.
    pub(super) fn value(&self, active: &[f32; UNITS]) -> f32 {
        active.iter().zip(&self.output.values).map(|(active, weight)| active * weight).sum()
    }

    /// Moves everything that speaks of these entries by the pull of their target.
    pub(super) fn learn(&mut self, entries: &[u32], active: &[f32; UNITS], pull: f32, step: f32) {
        let back = std::array::from_fn(|unit| if active[unit] > 0.0 { pull * self.output.values[unit] } else { 0.0 });
        self.output.climb(&active.map(|active| pull * active), 0.0, STEP * step);
        for &entry in entries {
            self.rows[entry as usize].climb(&back, DECAY, STEP * step);
        }
    }

    /// The bytes of a row of the file: the weight of an entry, and what it adds to the units.
    pub(super) fn row(&self, entry: usize, weight: i32, is_seen: bool) -> impl Iterator<Item = u8> {
        let number = |value: f32| ((value * ONE as f32).round() as i32).clamp(-LARGEST, LARGEST) as i16;
        // What an entry was at first is noise.
        let units = if is_seen { self.rows[entry].values.map(number) } else { [0; UNITS] };
        std::iter::once(weight as i16).chain(units).flat_map(i16::to_le_bytes)
    }

    /// The bytes of the last row: the weights of the units.
    pub(super) fn last_row(&self, points: f32) -> impl Iterator<Item = u8> {
        let units = self.output.values.map(|value| (value * points * POINT as f32).round() as i16);
        std::iter::once(0).chain(units).flat_map(i16::to_le_bytes)
    }
}
