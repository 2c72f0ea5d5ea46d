//! A hidden layer while it is fitted, beside its table: backpropagation, from random numbers on.
//!
//! A row is learnt as the sum of numbers of its own and of numbers of its parts, which it shares with other rows (a factoriser). Numbers of
//! its own begin with nothing, so that a row that was never seen is made of its parts alone.

use crate::eval::HiddenRows;
use crate::eval::hidden::{LARGEST_OUTPUT, ONE, POINT, UNITS};
use rand::RngExt;
use rand::rngs::StdRng;

/// The first learning rate, as a part of that of the table.
const STEP: f32 = 0.2;
/// Weight decay of the rows, towards nothing.
const DECAY: f32 = 0.0003;
/// Adagrad: what every weight is taken to have moved before, squared.
const RESISTANCE: f32 = 0.03;
/// The parts are at first at random within this, and the output weights within that.
const FIRST_PART: f32 = 0.1;
const FIRST_OUTPUT: f32 = 0.3;
/// All biases at first: where a unit is neither off nor saturated.
const FIRST_BIAS: f32 = 0.2;

type Units = [f32; UNITS];

/// A weight for every unit, and the sums of their squared gradients.
#[derive(Clone, Copy)]
struct UnitWeights {
    values: Units,
    moved: Units,
}

impl UnitWeights {
    fn all(value: f32) -> Self {
        Self { values: [value; UNITS], moved: [0.0; UNITS] }
    }

    fn random(limit: f32, rng: &mut StdRng) -> Self {
        Self { values: std::array::from_fn(|_| rng.random_range(-limit..limit)), ..Self::all(0.0) }
    }

    fn climb(&mut self, pull: &Units, decay: f32, step: f32) {
        for unit in 0..UNITS {
            let pull = pull[unit] - decay * self.values[unit];
            self.moved[unit] += pull * pull;
            self.values[unit] += step * pull / (RESISTANCE + self.moved[unit]).sqrt();
        }
    }

    fn words(&self, one: f32, largest: i32) -> impl Iterator<Item = u8> {
        self.values.iter().flat_map(move |value| (round(*value * one, largest) as i16).to_le_bytes())
    }
}

fn round(value: f32, largest: i32) -> i32 {
    (value.round() as i32).clamp(-largest, largest)
}

/// What a unit gives for a sum.
fn active(sum: f32) -> f32 {
    sum.clamp(0.0, 1.0).powi(2)
}

/// The board and its mirror images, as the layer sees them: the rows of each view, and their sums.
pub(super) struct Views(Vec<(Vec<usize>, Units)>);

impl Views {
    /// What all units give, of both views together.
    fn active(&self) -> Units {
        std::array::from_fn(|unit| self.0.iter().map(|(_, sums)| active(sums[unit])).sum())
    }
}

/// The layer.
pub(super) struct Layer<G> {
    shape: HiddenRows<G>,
    parts_of_rows: Vec<Vec<usize>>,
    rows: Vec<UnitWeights>,
    parts: Vec<UnitWeights>,
    biases: UnitWeights,
    output: UnitWeights,
}

impl<G> Layer<G> {
    pub(super) fn new(shape: HiddenRows<G>, rng: &mut StdRng) -> Self {
        Self {
            parts_of_rows: (shape.parts_of_rows)(),
            rows: vec![UnitWeights::all(0.0); shape.rows],
            parts: (0..shape.parts).map(|_| UnitWeights::random(FIRST_PART, rng)).collect(),
            biases: UnitWeights::all(FIRST_BIAS),
            output: UnitWeights::random(FIRST_OUTPUT, rng),
            shape,
        }
    }

    /// How the layer sees a position.
    pub(super) fn look(&self, position: &G) -> Views {
        let view = |view| {
            let mut rows = Vec::new();
            (self.shape.for_each_row)(position, view, &mut |row| rows.push(row));
            let mut sums = self.biases.values;
            for &row in &rows {
                self.add_row(&mut sums, row);
            }
            (rows, sums)
        };
        Views((0..self.shape.views).map(view).collect())
    }

    fn add_row(&self, sums: &mut Units, row: usize) {
        let parts = self.parts_of_rows[row].iter().map(|&part| &self.parts[part]);
        for weights in parts.chain([&self.rows[row]]) {
            sums.iter_mut().zip(&weights.values).for_each(|(sum, value)| *sum += value);
        }
    }

    /// What the layer adds to the log odds.
    pub(super) fn value(&self, views: &Views) -> f32 {
        views.active().iter().zip(&self.output.values).map(|(active, weight)| active * weight).sum()
    }

    /// Moves everything that speaks of a position by the pull of its target.
    pub(super) fn learn(&mut self, views: &Views, pull: f32, step: f32) {
        let step = STEP * step;
        for (rows, sums) in &views.0 {
            let slope = |sum: f32| if sum > 0.0 && sum < 1.0 { 2.0 * sum } else { 0.0 };
            let back = std::array::from_fn(|unit| pull * self.output.values[unit] * slope(sums[unit]));
            for &row in rows {
                self.rows[row].climb(&back, DECAY, step);
                self.parts_of_rows[row].iter().for_each(|&part| self.parts[part].climb(&back, DECAY, step));
            }
            self.biases.climb(&back, 0.0, step);
        }
        self.output.climb(&views.active().map(|active| pull * active), 0.0, step);
    }

    /// The bytes of the file: the rows, the biases, the output weights.
    pub(super) fn file(&self, points: f32) -> impl Iterator<Item = u8> {
        let rows = (0..self.rows.len()).flat_map(|row| {
            let mut sums = [0.0; UNITS];
            self.add_row(&mut sums, row);
            sums.map(|value| round(value * ONE as f32, i8::MAX.into()) as u8)
        });
        let output = self.output.words(points * POINT as f32, LARGEST_OUTPUT);
        rows.chain(self.biases.words(ONE as f32, i8::MAX.into())).chain(output)
    }
}
