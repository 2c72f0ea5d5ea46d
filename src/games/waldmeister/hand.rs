//! The trees a player has not planted yet.

use super::tree::Tree;
use std::fmt;

/// The lower bit of each kind's count.
const LOW_BITS: u32 = 0b01_01_01_01_01_01_01_01_01;

/// A hand of trees: up to three of each kind, two bits a kind. Its `Display` is the nine digits of the position text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u32);

impl Hand {
    /// More trees of a kind than this fit into no hand.
    pub(crate) const MOST: u8 = 3;

    /// A hand with `counts` trees of each kind, in the order of [`Tree::ALL`]; `None` if one is above 3.
    pub fn new(counts: [u8; Tree::KINDS]) -> Option<Self> {
        let fits = counts.iter().all(|&count| count <= Self::MOST);
        fits.then(|| Self(counts.iter().rev().fold(0, |bits, &count| (bits << 2) | u32::from(count))))
    }

    /// A hand with so many trees of every kind, at most 3.
    pub(super) const fn of_each(count: u8) -> Self {
        let count = if count < Self::MOST { count } else { Self::MOST };
        Self(LOW_BITS * count as u32)
    }

    /// How many trees of a kind are left.
    pub const fn count(self, tree: Tree) -> u8 {
        ((self.0 >> (2 * tree.index())) & 3) as u8
    }

    /// The hand after a tree that is in it was planted.
    pub(super) const fn without(self, tree: Tree) -> Self {
        Self(self.0.wrapping_sub(1 << (2 * tree.index())))
    }

    /// Whether every tree is planted.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many trees are left.
    pub const fn total(self) -> u32 {
        (self.0 & LOW_BITS).count_ones() + 2 * (self.0 & (LOW_BITS << 1)).count_ones()
    }

    /// One bit for each kind that is left, two places apart.
    const fn kinds_set(self) -> u32 {
        (self.0 | (self.0 >> 1)) & LOW_BITS
    }

    /// How many kinds are left.
    pub(crate) const fn kinds_count(self) -> u32 {
        self.kinds_set().count_ones()
    }

    /// The kinds that are left, in order.
    pub fn kinds(self) -> impl Iterator<Item = Tree> {
        let mut set = self.kinds_set();
        std::iter::from_fn(move || {
            (set != 0).then(|| {
                let tree = Tree::ALL[set.trailing_zeros() as usize / 2];
                set &= set - 1;
                tree
            })
        })
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Tree::ALL.into_iter().try_for_each(|tree| write!(f, "{}", self.count(tree)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_what_is_left() {
        let hand = Hand::new([0, 1, 2, 3, 0, 1, 2, 3, 0]).unwrap();
        assert_eq!(hand.to_string(), "012301230");
        assert_eq!((hand.total(), hand.kinds_count()), (12, 6));
        let kinds: Vec<String> = hand.kinds().map(|tree| tree.to_string()).collect();
        assert_eq!(kinds.join(" "), "sg sd ml md tl tg");
        assert_eq!(hand.without(Tree::ALL[3]).to_string(), "012201230");
    }
}
