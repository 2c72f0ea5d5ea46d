//! What the weights of an evaluation are, so that they can be fitted to games: see `tern tune`.

use super::Searchable;
use super::hidden;
use super::waldmeister::Features;
use std::ops::RangeInclusive;

/// An evaluation whose weights can be fitted.
pub trait Tunable: Searchable {
    /// What its weights are.
    const WEIGHTS: Weights<Self>;
}

/// The weights of an evaluation, which are a file of their own.
#[derive(Clone, Debug)]
pub enum Weights<G> {
    /// A large table.
    Table(WeightTable<G>),
    /// A small net.
    Net(NetWeights<G>),
}

/// A large table; the evaluation is the sum of a few of its entries, and what a hidden layer makes of the position.
#[derive(Clone, Copy, Debug)]
pub struct WeightTable<G> {
    /// How many entries the table has.
    pub entries: usize,
    /// Bytes an entry takes in its file: a signed number, its lowest byte first.
    pub bytes: usize,
    /// The hidden layer, if there is one; it comes after the table in the file.
    pub hidden: Option<HiddenRows<G>>,
    /// Points of the evaluation for odds of e to 1.
    pub points: f32,
    /// How much of what is learnt from a position is how its game ended; the rest is what a search said of it.
    pub result_share: f32,
    /// Calls the function with every entry whose sum is the evaluation, as the player to move sees it.
    pub for_each_entry: fn(&G, &mut dyn FnMut(usize)),
    /// Of two entries that must be equal, as one speaks of the mirror image of the other, always the same.
    pub twin: fn(usize) -> usize,
    /// What an entry is worth at present.
    pub weight: fn(usize) -> i32,
    /// Whether the evaluation is meant for such a position: nothing is about to happen that it does not look at.
    pub is_quiet: fn(&G) -> bool,
}

#[cfg(feature = "cli")]
impl<G> WeightTable<G> {
    /// How long its file is.
    pub(crate) const fn file_size(&self) -> usize {
        let layer = if let Some(hidden) = &self.hidden { hidden::file_size(hidden.rows) } else { 0 };
        self.entries * self.bytes + layer
    }
}

/// What a hidden layer is shown of a position. It is learnt from nothing.
#[derive(Clone, Copy, Debug)]
pub struct HiddenRows<G> {
    /// How many rows there are.
    pub rows: usize,
    /// In how many ways the layer looks at a board: as it is, and at its mirror images.
    pub views: usize,
    /// Calls the function with the row of everything on the board in one of these views, as the player to move sees it.
    pub for_each_row: fn(&G, usize, &mut dyn FnMut(usize)),
    /// What rows have in common, so that rare ones are learnt from others: how many such parts there are, and those of every row.
    pub parts: usize,
    /// The parts of every row.
    pub parts_of_rows: fn() -> Vec<Vec<usize>>,
}

/// A [`Net`](super::Net), which is learnt from nothing, and from boards of all sizes.
#[derive(Clone, Debug)]
pub struct NetWeights<G> {
    /// The sizes of boards.
    pub sizes: RangeInclusive<u8>,
    /// What the net is shown of a position; `None` where it is not asked.
    pub features: fn(&G) -> Option<Features>,
    /// By how many points p1 has won, at the end of a game.
    pub margin: fn(&G) -> i32,
}
