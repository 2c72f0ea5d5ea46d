//! A small net that says how many points a set will be worth in the end, the same for all six sets.
//!
//! Each feature of a set picks a row of weights. Their sum goes into a hidden layer of rectified units, whose output weights
//! depend on the phase of the game; beside that each row has a weight of its own for each phase, straight to the output.

use super::features::{COUNTS, ROWS, SetFeatures};

/// The weights, in fixed point.
#[derive(Clone, Debug)]
pub struct Net {
    hidden: [[i16; Self::UNITS]; ROWS],
    direct: [[i16; ROWS]; Self::PHASES],
    output: [[i16; Self::UNITS]; Self::PHASES],
    /// What a point is worth that the best move gains, by plies to come.
    gain: [i16; Self::LATE + 1],
}

impl Net {
    /// Units of the hidden layer.
    pub const UNITS: usize = 16;
    /// Rows that features can pick.
    pub const ROWS: usize = ROWS;
    /// Phases of the game.
    pub const PHASES: usize = 9;
    /// So many plies before the end what the best move gains begins to matter.
    pub const LATE: usize = 8;
    /// A weight of 1.
    pub const ONE: i32 = 256;
    /// A direct weight of 1: these are small, and many are added up.
    pub const DIRECT_ONE: i32 = 1024;
    /// The largest weight between a feature and a unit, so that sums stay within their words.
    pub const HIDDEN_LIMIT: i16 = i16::MAX / COUNTS as i16;
    /// Bytes of the file, two for each weight, the lower first.
    pub const BYTES: usize =
        2 * (Self::UNITS * ROWS + Self::PHASES * ROWS + Self::PHASES * Self::UNITS + Self::LATE + 1);

    /// Plies in a phase.
    const OF_A_PHASE: usize = 6;

    /// The phase so many plies before the end.
    pub const fn phase(plies_to_come: usize) -> usize {
        let phase = plies_to_come / Self::OF_A_PHASE;
        if phase < Self::PHASES { phase } else { Self::PHASES - 1 }
    }

    /// Reads the file: the hidden weights of all rows, the direct weights phase by phase, the output weights phase by
    /// phase, the gains.
    pub(super) const fn read(file: &[u8; Self::BYTES]) -> Self {
        let mut net = Self {
            hidden: [[0; Self::UNITS]; ROWS],
            direct: [[0; ROWS]; Self::PHASES],
            output: [[0; Self::UNITS]; Self::PHASES],
            gain: [0; Self::LATE + 1],
        };
        let direct = Self::UNITS * ROWS;
        let output = direct + Self::PHASES * ROWS;
        let gain = output + Self::PHASES * Self::UNITS;
        let mut i = 0;
        while i < Self::BYTES / 2 {
            let weight = i16::from_le_bytes([file[2 * i], file[2 * i + 1]]);
            if i < direct {
                net.hidden[i / Self::UNITS][i % Self::UNITS] = weight;
            } else if i < output {
                net.direct[(i - direct) / ROWS][(i - direct) % ROWS] = weight;
            } else if i < gain {
                net.output[(i - output) / Self::UNITS][(i - output) % Self::UNITS] = weight;
            } else {
                net.gain[i - gain] = weight;
            }
            i += 1;
        }
        net
    }

    /// What a set will be worth, in hundredths of a point.
    pub(super) fn worth(&self, features: &SetFeatures, phase: usize) -> i32 {
        let mut sums = [0i16; Self::UNITS];
        let mut direct = 0;
        for &row in features {
            let row = usize::from(row);
            for (sum, &weight) in sums.iter_mut().zip(&self.hidden[row]) {
                *sum = sum.wrapping_add(weight);
            }
            direct += i32::from(self.direct[phase][row]);
        }
        let active =
            sums.iter().zip(&self.output[phase]).map(|(&sum, &weight)| i32::from(sum.max(0)) * i32::from(weight));
        let points = active.sum::<i32>() + direct * (Self::ONE * Self::ONE / Self::DIRECT_ONE);
        (i64::from(points) * 100 / i64::from(Self::ONE * Self::ONE)) as i32
    }

    /// What a point is worth that the best move gains so late in the game, in hundredths of one.
    pub(super) fn gain(&self, plies_to_come: usize) -> i32 {
        i32::from(self.gain[plies_to_come.min(Self::LATE)]) * 100 / Self::ONE
    }
}
