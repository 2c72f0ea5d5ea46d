//! A hidden layer over a table of weights: what several entries mean together, which their sum cannot tell.
//!
//! Beside its weight every entry has a number for each unit of the layer. The rows of a position are added up; negative sums of a unit
//! count as nothing (`ReLU`), and the others go into the evaluation with a weight each.

/// How many units the layer has: with the weight of the entry they fill one register of every processor.
pub(crate) const UNITS: usize = 7;

const LANES: usize = 1 + UNITS;

/// One, in the numbers of a unit.
pub(crate) const ONE: i32 = 256;

/// A point of the evaluation, in the numbers of an output weight.
pub(crate) const POINT: i32 = 16;

/// No number of a row is larger than this, so that the sum of 27 rows fits into a word.
pub(crate) const LARGEST: i32 = 1200;

/// The weight of an entry, in points, and what it adds to every unit, in parts of [`ONE`]; or several of these added up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Row([i16; LANES]);

impl Row {
    pub(crate) const ZERO: Self = Self([0; LANES]);

    /// The row with this number in a file.
    pub(crate) const fn read(file: &[u8], number: usize) -> Self {
        let mut row = [0; LANES];
        let mut lane = 0;
        while lane < LANES {
            row[lane] = word(file, LANES * number + lane);
            lane += 1;
        }
        Self(row)
    }

    /// The weight of the row with this number in a file.
    pub(crate) const fn read_weight(file: &[u8], number: usize) -> i16 {
        word(file, LANES * number)
    }

    /// What the entries are worth, each by itself.
    pub(crate) const fn weight(self) -> i16 {
        self.0[0]
    }

    #[inline]
    pub(crate) fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(sum, part)| *sum = sum.wrapping_add(part));
    }

    /// What entries with this sum are worth, in points. The weights of the units are a row too, without a weight of its own.
    #[inline]
    pub(crate) fn points(&self, output: &Self) -> i32 {
        let products = self.0.iter().zip(output.0).map(|(&sum, weight)| i32::from(sum.max(0)) * i32::from(weight));
        i32::from(self.0[0]) + products.sum::<i32>() / (ONE * POINT)
    }
}

/// A number of a file: the lower byte first.
const fn word(file: &[u8], place: usize) -> i16 {
    i16::from_le_bytes([file[2 * place], file[2 * place + 1]])
}

/// Bytes of a file: a row for every entry, and the weights of the units.
pub(crate) const fn file_size(entries: usize) -> usize {
    2 * LANES * (entries + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of nothing but its first three numbers.
    fn row(weight: i16, first: i16, second: i16) -> Row {
        let mut row = Row::ZERO;
        row.0[..3].copy_from_slice(&[weight, first, second]);
        row
    }

    #[test]
    fn negative_sums_count_as_nothing() {
        let output = row(0, 160, 3000);
        let mut sum = row(-7, 256, -300);
        sum.add(&row(10, 128, 200));
        assert_eq!(sum.points(&output), 3 + 15, "one and a half times ten points");
        sum.add(&row(0, 0, 228));
        assert_eq!(sum.points(&output), 3 + 15 + 93, "and half of 187");
        sum.add(&row(-100, -384, -128));
        assert_eq!(sum.points(&output), -97);
    }

    #[test]
    fn a_file_has_a_row_for_every_entry() {
        let file: Vec<u8> = (0..16).flat_map(|number| (number * 100i16 - 300).to_le_bytes()).collect();
        assert_eq!(file.len(), file_size(1));
        assert_eq!(Row::read(&file, 1), Row([500, 600, 700, 800, 900, 1000, 1100, 1200]));
        assert_eq!((Row::read(&file, 0).weight(), Row::read_weight(&file, 0)), (-300, -300));
    }
}
