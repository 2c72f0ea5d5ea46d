//! What the weights of an evaluation are, so that they can be fitted to games: see `tern tune`.

use super::Searchable;

/// An evaluation whose weights can be fitted.
pub trait Tunable: Searchable {
    /// What its weights are.
    const WEIGHTS: Weights<Self>;
}

/// The weights of an evaluation.
#[derive(Clone, Copy, Debug)]
pub enum Weights<G> {
    /// A few with names, which stand in the source.
    Named(NamedWeights<G>),
    /// A large table, which is a file of its own.
    Table(WeightTable<G>),
}

/// A few weights with names; the evaluation is linear in them.
#[derive(Clone, Copy, Debug)]
pub struct NamedWeights<G> {
    /// The constant in the source that has the values.
    pub constant: &'static str,
    /// All weights by name with their present values, in the order of the source.
    pub list: fn() -> Vec<(&'static str, i32)>,
    /// How much the evaluation of a game that is not over changes for p1 with a point more of each weight.
    pub slopes: fn(&G) -> Vec<f64>,
    /// Whether the evaluation is meant for such a position: nothing is about to happen that it does not look at.
    pub is_quiet: fn(&G) -> bool,
}

/// A large table; the evaluation is the sum of a few of its entries.
#[derive(Clone, Copy, Debug)]
pub struct WeightTable<G> {
    /// How many entries the table has.
    pub entries: usize,
    /// Bytes an entry takes in its file: a signed number, its lowest byte first.
    pub bytes: usize,
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

/// Declares a struct of weights with the reason for each, and how to get at them as a list.
macro_rules! weights {
    ($(#[$about:meta])* $visibility:vis struct $name:ident { $($(#[$why:meta])* $weight:ident,)* }) => {
        $(#[$about])*
        $visibility struct $name {
            $($(#[$why])* $visibility $weight: i32,)*
        }

        #[allow(dead_code, reason = "not every evaluation needs all of it")]
        impl $name {
            $visibility const COUNT: usize = [$(stringify!($weight)),*].len();

            /// Names and values.
            $visibility fn list(&self) -> Vec<(&'static str, i32)> {
                vec![$((stringify!($weight), self.$weight)),*]
            }

            /// One of all weights is 1, the others are 0; all are if there are not so many.
            $visibility fn unit(index: usize) -> Self {
                let mut values = (0..Self::COUNT).map(|i| i32::from(i == index));
                Self { $($weight: values.next().unwrap_or(0)),* }
            }
        }
    };
}

pub(super) use weights;
