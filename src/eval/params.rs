//! What steers the search of a game: numbers that `tern tune search` finds by matches, and how many moves to look at.

use crate::games::any::GameKind;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

/// How many moves of a node late move pruning (LMP) leaves, in a game that has too many to search them all.
#[derive(Clone, Copy, Debug)]
pub struct MoveLimits {
    /// At the root.
    pub root: usize,
    /// One ply from the leaves, two plies, and further away.
    pub by_depth: [usize; 3],
}

impl MoveLimits {
    /// The limit of a node with this depth, which is at least 1.
    pub(crate) fn at(self, depth: u32) -> usize {
        self.by_depth[(depth as usize).clamp(1, self.by_depth.len()) - 1]
    }
}

/// What differs from game to game.
pub trait Steering {
    /// Which game it is: the tables of levels and of parameters have rows for each.
    const GAME: GameKind;

    /// Late move pruning (LMP) to a number of moves that does not depend on how the search goes; `None` to look at all moves.
    const MOVE_LIMITS: Option<MoveLimits> = None;
}

/// Declares the parameters once: the fields, and their names and ranges.
macro_rules! search_params {
    ($($(#[doc = $doc:literal])+ $name:ident: $range:expr, by $step:literal;)+) => {
        /// The parameters of the search. Margins are in points of the evaluation, depths in plies.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct SearchParams {
            $($(#[doc = $doc])+ pub $name: i32,)+
        }

        impl SearchParams {
            /// All parameters: their names, what they may be, and a step that is about to be felt.
            pub const RANGES: [(&'static str, RangeInclusive<i32>, i32); [$(stringify!($name)),+].len()] =
                [$((stringify!($name), $range, $step)),+];

            /// All parameters, in the order of [`RANGES`](Self::RANGES).
            pub fn values(&mut self) -> [&mut i32; Self::RANGES.len()] {
                [$(&mut self.$name),+]
            }

            const ZERO: Self = Self { $($name: 0),+ };
        }
    };
}

search_params! {
    /// Reverse futility pruning (RFP): the margin for each ply of depth.
    rfp_margin: 5..=300, by 8;
    /// Up to this depth RFP is tried.
    rfp_depth: 0..=12, by 1;
    /// Futility pruning: the margin for each ply of depth.
    futility_margin: 5..=300, by 8;
    /// Up to this depth futility pruning leaves out all quiet moves of a hopeless node.
    futility_depth: 0..=8, by 1;
    /// Futility pruning of single moves by the evaluation of the child: the margin at depth 0.
    child_futility_base: 0..=1000, by 15;
    /// The same for each ply of depth.
    child_futility_margin: 0..=300, by 5;
    /// From this depth on moves are ordered by the evaluation of the child: it pays wherever the tree below is larger than that.
    child_evaluation_depth: 1..=6, by 1;
    /// From this depth on internal iterative reduction (IIR) is applied.
    iir_depth: 2..=12, by 1;
    /// Late move reductions (LMR), in parts of 1024 plies: the same for all moves,
    lmr_base: -1024..=2048, by 150;
    /// for each unit of the logarithms of depth and index, multiplied,
    lmr_scale: 0..=2048, by 80;
    /// and less for a move with the best history, more for one with the worst.
    lmr_history: 0..=4096, by 250;
    /// Late move pruning (LMP), in parts of 16 moves: how many are searched at any depth,
    lmp_base: 0..=1600, by 60;
    /// and how many more for each ply of depth, squared.
    lmp_scale: 0..=1600, by 25;
    /// Up to this depth LMP is applied.
    lmp_depth: 0..=12, by 1;
}

/// The parameters of all games. Written by `tern tune search`.
pub(crate) const FILE: &str = include_str!("params.tsv");

/// Reads a table: in every line the name of a parameter and its value in each game, the games in the first line.
pub(crate) fn read(text: &str, game: GameKind) -> Option<SearchParams> {
    let mut lines = text.lines().map(|line| line.split('\t'));
    let column = lines.next()?.position(|name| name == game.name())?;
    let mut params = SearchParams::ZERO;
    for ((name, range, _), value) in SearchParams::RANGES.into_iter().zip(params.values()) {
        let mut line = lines.next()?;
        if line.clone().next() != Some(name) {
            return None;
        }
        *value = line.nth(column)?.parse().ok().filter(|value| range.contains(value))?;
    }
    Some(params)
}

/// The same table with other values in the column of a game.
#[cfg(feature = "cli")]
pub(crate) fn with(text: &str, game: GameKind, mut params: SearchParams) -> Option<String> {
    let (header, rows) = text.split_once('\n')?;
    let column = header.split('\t').position(|name| name == game.name())?;
    let rows = rows.lines().zip(params.values()).map(|(line, value)| {
        let mut words: Vec<_> = line.split('\t').map(String::from).collect();
        *words.get_mut(column)? = value.to_string();
        Some(words.join("\t") + "\n")
    });
    Some(format!("{header}\n{}", rows.collect::<Option<String>>()?))
}

static PARAMS: LazyLock<Vec<SearchParams>> =
    LazyLock::new(|| GameKind::ALL.iter().map(|&game| read(FILE, game).unwrap_or(SearchParams::ZERO)).collect());

/// The parameters of a game.
pub(crate) fn of(game: GameKind) -> &'static SearchParams {
    &PARAMS[game as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_has_all_parameters_within_their_ranges() {
        for &game in GameKind::ALL {
            assert_eq!(read(FILE, game).as_ref(), Some(of(game)), "{game}");
        }
    }

    #[cfg(feature = "cli")]
    #[test]
    fn one_column_of_a_table_is_replaced() {
        let new = SearchParams { rfp_depth: 9, lmp_scale: 3, ..*of(GameKind::Wali) };
        let table = with(FILE, GameKind::Wali, new).unwrap();
        assert_eq!(read(&table, GameKind::Wali), Some(new));
        assert_eq!(read(&table, GameKind::Differo).as_ref(), Some(of(GameKind::Differo)));
        assert_eq!(with(FILE, GameKind::Differo, *of(GameKind::Differo)).as_deref(), Some(FILE));
    }

    #[test]
    fn a_table_that_is_not_whole_is_no_table() {
        let whole = |text: &str| read(text, GameKind::Differo).is_some();
        assert!(whole(FILE));
        assert!(!whole(&FILE.replace("rfp_depth", "rfp_death")));
        assert!(!whole(&FILE.replace("differo", "diffuso")));
        assert!(!whole(FILE.trim_end().rsplit_once('\n').map_or("", |(first, _)| first)));
        assert!(!whole(&FILE.replace("iir_depth\t", "iir_depth\t4\t4\t99\t")), "99 is too much");
    }
}
