//! Weights apart from what they weigh, so that they can be fitted to games: see `tern tune`.

use super::Evaluate;

/// An evaluation whose weights can be fitted.
pub trait Tunable: Evaluate {
    /// The constant in the source that has the values.
    const CONSTANT: &'static str;

    /// All weights by name with their present values, in the order of the source.
    fn weights() -> Vec<(&'static str, i32)>;

    /// How much the evaluation of a game that is not over changes for p1 with a point more of each weight.
    fn slopes(&self) -> Vec<f64>;

    /// Whether the evaluation is meant for such a position: nothing is about to happen that it does not look at.
    fn is_quiet(&self) -> bool {
        true
    }
}

/// An evaluation that is the sum of a few entries of a large table.
pub trait Tabular: Evaluate {
    /// How many entries the table has.
    const ENTRIES: usize;

    /// Bytes an entry takes in its file: a signed number, its lowest byte first.
    const BYTES: usize;

    /// Points of the evaluation for odds of e to 1.
    const POINTS: f32;

    /// How much of what is learnt from a position is how its game ended; the rest is what a search said of it.
    const RESULT_SHARE: f32;

    /// Calls `visit` with every entry whose sum is the evaluation, as the player to move sees it.
    fn for_each_entry(&self, visit: impl FnMut(usize));

    /// What an entry is worth at present.
    fn weight(entry: usize) -> i32;

    /// Of two entries that must be equal, as one speaks of the mirror image of what the other speaks of, always the same.
    fn twin(entry: usize) -> usize;

    /// Whether the evaluation is meant for such a position: nothing is about to happen that it does not look at.
    fn is_quiet(&self) -> bool {
        true
    }
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
