//! The place of an endgame position among all with the same numbers of stones. Positions that are mirror images of each other
//! share one.
//!
//! The board is turned until the stones of the player who has fewer stand as in the first of their mirror images. These stones
//! have a number, and the others a rank among all ways to stand on the remaining cells.

const CELLS: usize = 30;

/// A player has fewer stones than this here.
pub(super) const COUNTS: usize = 6;

/// How the board can be turned and mirrored onto itself.
pub(super) const SYMMETRIES: usize = 4;

/// In how many ways so many stones can stand, mirror images counted once.
pub(super) const PLACES: [usize; 4] = [0, 9, 123, 1038];

/// `WAYS[n][k]`: the ways to choose k of n.
const WAYS: [[u32; COUNTS]; CELLS + 1] = {
    let mut ways = [[0; COUNTS]; CELLS + 1];
    let mut n = 0;
    while n <= CELLS {
        ways[n][0] = 1;
        let mut k = 1;
        while k < COUNTS && n > 0 {
            ways[n][k] = ways[n - 1][k - 1] + ways[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    ways
};

/// The ways to choose `stones` of all cells but `taken`.
pub(super) const fn ways_beside(taken: usize, stones: usize) -> usize {
    WAYS[CELLS - taken][stones] as usize
}

/// For every way in which one, two, three stones can stand: its number times four, and how to turn the board for it.
static ONE: [u16; ways_beside(0, 1)] = numbered(1);
static TWO: [u16; ways_beside(0, 2)] = numbered(2);
static THREE: [u16; ways_beside(0, 3)] = numbered(3);

const fn numbered<const N: usize>(stones: u32) -> [u16; N] {
    let mut places = [0; N];
    let (mut next, mut i) = (0, 0);
    let mut set = (1 << stones) - 1;
    while i < N {
        let (mut first, mut symmetry, mut s) = (set, 0, 1);
        while s < SYMMETRIES {
            let image = dense(turned(spread(set), s));
            if image < first {
                (first, symmetry) = (image, s);
            }
            s += 1;
        }
        if symmetry == 0 {
            places[i] = next * SYMMETRIES as u16;
            next += 1;
        } else {
            // The first of its images came before.
            places[i] = places[rank(first, 0)] + symmetry as u16;
        }
        set = following(set);
        i += 1;
    }
    assert!(next as usize == PLACES[stones as usize]);
    places
}

/// The next larger set of as many cells.
pub(super) const fn following(set: u32) -> u32 {
    let lowest = set & set.wrapping_neg();
    let carried = set + lowest;
    carried | (((set ^ carried) >> 2) / lowest)
}

/// The cells of a set without the guard columns between rows.
pub(super) const fn dense(set: u64) -> u32 {
    let (mut dense, mut row) = (0, 0);
    while row < 5 {
        dense |= ((set >> (8 * row)) as u32 & 0x3F) << (6 * row);
        row += 1;
    }
    dense
}

/// The opposite of [`dense`].
pub(super) const fn spread(dense: u32) -> u64 {
    let (mut set, mut row) = (0, 0);
    while row < 5 {
        set |= ((dense >> (6 * row)) as u64 & 0x3F) << (8 * row);
        row += 1;
    }
    set
}

/// A set of cells after one of the [`SYMMETRIES`], of which 0 leaves it as it is.
pub(super) const fn turned(set: u64, symmetry: usize) -> u64 {
    match symmetry {
        0 => set,
        1 => set.swap_bytes() >> 24,
        2 => set.reverse_bits() >> 26,
        _ => (set.reverse_bits() >> 26).swap_bytes() >> 24,
    }
}

/// The rank of a set among all of its size that leave out the cells `taken`.
const fn rank(mut set: u32, taken: u32) -> usize {
    let (mut rank, mut k) = (0, 1);
    while set != 0 {
        let cell = set.trailing_zeros();
        let before = (taken & ((1 << cell) - 1)).count_ones();
        rank += WAYS[(cell - before) as usize][k];
        set &= set - 1;
        k += 1;
    }
    rank as usize
}

/// The place of a position, in which one player has at most three stones and the other not more than `COUNTS` allows.
pub(super) fn index(own: u64, enemy: u64) -> usize {
    let (few, many) = if own.count_ones() <= enemy.count_ones() { (own, enemy) } else { (enemy, own) };
    let set = rank(dense(few), 0);
    let number = match few.count_ones() {
        1 => ONE[set],
        2 => TWO[set],
        _ => THREE[set],
    };
    let (place, symmetry) = (usize::from(number) / SYMMETRIES, usize::from(number) % SYMMETRIES);
    let (taken, others) = (few.count_ones() as usize, many.count_ones() as usize);
    place * ways_beside(taken, others) + rank(dense(turned(many, symmetry)), dense(turned(few, symmetry)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirror_images_share_a_place() {
        // c1 c2 d5 against a1 b4: no image of these stones is another.
        let (own, enemy) = (0x08_0000_0404, 0x0200_0001);
        let place = index(own, enemy);
        for symmetry in 0..SYMMETRIES {
            assert_eq!(index(turned(own, symmetry), turned(enemy, symmetry)), place);
            assert_eq!(index(turned(enemy, symmetry), turned(own, symmetry)), place, "the turn is no matter of places");
        }
        assert_eq!(turned(0b1, 1), 1 << 32);
        assert_eq!(turned(0b1, 2), 1 << 37);
        assert_eq!(turned(0b1, 3), 1 << 5);
    }

    #[test]
    fn places_are_all_used() {
        let mut seen = vec![false; PLACES[2] * ways_beside(2, 3)];
        let sets = |stones: u32, count| {
            std::iter::successors(Some((1 << stones) - 1), |&set| Some(following(set))).take(count).map(spread)
        };
        for few in sets(2, TWO.len()) {
            for many in sets(3, THREE.len()).filter(|many| many & few == 0) {
                seen[index(few, many)] = true;
            }
        }
        assert!(seen.iter().all(|&seen| seen));
    }
}
