//! A hidden layer beside a table of weights: what several things on the board mean together, which a sum of weights cannot tell.
//!
//! Everything on the board has a row with a number for each unit of the layer. The rows of a position are added up; the sum of a unit,
//! held between zero and one and squared (`SCReLU`), goes into the evaluation with a weight. The same units also look at the mirror
//! images of the board, so that they can tell left from right and the evaluation does not. Each way to look is a view.

/// How many units the layer has.
pub(crate) const UNITS: usize = 16;

/// One, in the numbers of a row.
pub(crate) const ONE: i32 = 64;

/// A point of the evaluation, in the numbers of an output weight.
pub(crate) const POINT: i32 = 16;

/// No output weight is larger than this, so that all of them together fit into a sum.
pub(crate) const LARGEST_OUTPUT: i32 = 8_000;

/// What one thing on the board adds to the units of all views, one view after the other, in parts of [`ONE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Row<const LANES: usize>([i8; LANES]);

/// Rows added up, from the biases on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub(crate) struct Sums<const LANES: usize>([i16; LANES]);

impl<const LANES: usize> Sums<LANES> {
    #[inline]
    pub(crate) fn add(&mut self, row: &Row<LANES>) {
        self.0.iter_mut().zip(row.0).for_each(|(sum, part)| *sum = sum.wrapping_add(part.into()));
    }
}

/// Bytes of a file with so many rows.
pub(crate) const fn file_size(rows: usize) -> usize {
    UNITS * (rows + 2 * 2)
}

/// The layer as its file has it: a row of numbers for each of some things, biases, output weights. A lane for every unit of every view.
pub(crate) struct Layer<const LANES: usize> {
    rows: &'static [u8],
    biases: Sums<LANES>,
    output: [i16; LANES],
}

impl<const LANES: usize> Layer<LANES> {
    const FITS: () = assert!((LANES as i64) * (LARGEST_OUTPUT * ONE * ONE) as i64 <= i32::MAX as i64);

    /// Reads a file with so many rows.
    pub(crate) const fn read(file: &'static [u8], rows: usize) -> Self {
        let () = Self::FITS;
        let (rows, words) = file.split_at(UNITS * rows);
        let mut layer = Self { rows, biases: Sums([0; LANES]), output: [0; LANES] };
        let mut lane = 0;
        while lane < LANES {
            layer.biases.0[lane] = word(words, lane % UNITS);
            layer.output[lane] = word(words, UNITS + lane % UNITS);
            lane += 1;
        }
        layer
    }

    /// The row of a thing that has these numbers in all views.
    pub(crate) fn row(&self, seen: &[usize]) -> Row<LANES> {
        let unit = |lane: usize| self.rows[UNITS * seen[lane / UNITS] + lane % UNITS];
        Row(std::array::from_fn(|lane| unit(lane) as i8))
    }

    /// The sums of a board with nothing on it.
    #[inline]
    pub(crate) const fn start(&self) -> Sums<LANES> {
        self.biases
    }

    /// What rows with these sums are worth, in points.
    #[inline]
    pub(crate) fn points(&self, sums: &Sums<LANES>) -> i32 {
        let active = sums.0.map(|sum| sum.clamp(0, ONE as i16));
        let products =
            active.iter().zip(self.output).map(|(&active, weight)| i32::from(active * active) * i32::from(weight));
        products.sum::<i32>() / (ONE * ONE * POINT)
    }
}

/// A number of a file: the lower byte first.
const fn word(file: &[u8], place: usize) -> i16 {
    i16::from_le_bytes([file[2 * place], file[2 * place + 1]])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file with two rows in which all units but the first two have nothing.
    static FILE: [u8; file_size(2)] = {
        let mut file = [0; file_size(2)];
        file[0] = 32;
        file[1] = 100;
        file[UNITS] = 16;
        file[UNITS + 1] = -20_i8 as u8;
        // The bias of the first unit is an eighth; the units are worth 10 and 100 points.
        file[2 * UNITS] = 8;
        file[4 * UNITS] = 160;
        [file[4 * UNITS + 2], file[4 * UNITS + 3]] = 1600_i16.to_le_bytes();
        file
    };

    #[test]
    fn sums_are_held_between_zero_and_one_and_squared() {
        let layer = Layer::<32>::read(&FILE, 2);
        let mut sums = layer.start();
        assert_eq!(layer.points(&sums), 0, "an eighth squared, twice, is a sixth of a point of ten");
        sums.add(&layer.row(&[0, 1]));
        // Seen directly 40 and 100, in the mirror 24 and -20, in parts of 64.
        assert_eq!(layer.points(&sums), (10 * (40 * 40 + 24 * 24) + 100 * 64 * 64) / (64 * 64));
        sums.add(&layer.row(&[1, 1]));
        // 56 and 80, 40 and -40.
        assert_eq!(layer.points(&sums), (10 * (56 * 56 + 40 * 40) + 100 * 64 * 64) / (64 * 64));
    }

    #[test]
    fn the_mirror_image_is_worth_the_same() {
        let layer = Layer::<32>::read(&FILE, 2);
        let [mut sums, mut mirrored] = [layer.start(); 2];
        sums.add(&layer.row(&[0, 1]));
        mirrored.add(&layer.row(&[1, 0]));
        assert_ne!(sums, mirrored);
        assert_eq!(layer.points(&sums), layer.points(&mirrored));
    }
}
