//! The exact value of every position of `wali-total` with at most six stones on the board, by retrograde analysis.
//!
//! Written from the rules anew and shares no code with the library: an oracle to hold the search against. A position is two
//! sets of cells, the stones of the player to move first. Captures lead to fewer stones, so that the tables are solved in the order
//! of the number of stones; within a table, values spread from known positions to their predecessors, the shortest first.

const WIDTH: u32 = 6;
const CELLS: u32 = 30;
const BOARD: u32 = (1 << CELLS) - 1;
const LEFTMOST: u32 = 0x0104_1041;
/// The most stones on the board.
pub(crate) const MOST: usize = 6;

/// How a position ends with perfect play, for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    /// Won after so many plies.
    Won(u32),
    Drawn,
    /// Lost after so many plies, 0 if the game is over.
    Lost(u32),
}

/// Cells next to a cell of the set.
fn neighbours(set: u32) -> u32 {
    let right = (set & !(LEFTMOST << (WIDTH - 1))) << 1;
    let left = (set & !LEFTMOST) >> 1;
    (right | left | set << WIDTH | set >> WIDTH) & BOARD
}

/// For each line of up to six cells, those that stand in a run of exactly three.
const THREES: [u32; 64] = {
    let mut threes = [0; 64];
    let mut line = 0;
    while line < 64 {
        let mut start = 0;
        while start < 4 {
            // Around the three cells there must be none, and the edges of the line are no stones.
            let around = 0b10001 << start >> 1;
            let run = 0b111 << start;
            if line as u32 & run == run && line as u32 & around & !run == 0 {
                threes[line] |= run;
            }
            start += 1;
        }
        line += 1;
    }
    threes
};

/// Whether a cell of the set stands in a run of exactly three, along its row or its column.
fn in_three(set: u32, cell: u32) -> bool {
    let (column, row) = (cell % WIDTH, cell / WIDTH);
    let along_row = set >> (row * WIDTH) & 63;
    let along_column = (0..CELLS / WIDTH).map(|row| (set >> (row * WIDTH + column) & 1) << row).sum::<u32>();
    THREES[along_row as usize] >> column & 1 == 1 || THREES[along_column as usize] >> row & 1 == 1
}

fn cells(mut set: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros();
        let more = set != 0;
        set &= set.wrapping_sub(1);
        more.then_some(cell)
    })
}

/// All sets of so many cells, in ascending order.
fn sets(stones: usize) -> impl Iterator<Item = u32> {
    let mut next = Some((1u64 << stones) - 1);
    std::iter::from_fn(move || {
        let set = next.filter(|&set| set <= u64::from(BOARD))?;
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        next = Some(carried | (((set ^ carried) >> 2) / lowest));
        Some(set as u32)
    })
}

/// How many ways there are to choose.
fn choose(n: u32, k: u32) -> usize {
    (0..k).fold(1, |ways, i| ways * (n as usize).saturating_sub(i as usize) / (i as usize + 1))
}

/// The table of all positions with so many stones of the player to move and of the other one.
struct Table {
    /// 0 for a draw, otherwise plies + 1; losses are even plies, wins odd ones.
    plies: Vec<u8>,
}

/// All tables.
pub(crate) struct Oracle {
    tables: Vec<Option<Table>>,
    /// `choose`, as it is asked for all the time.
    ways: Vec<[usize; MOST + 1]>,
}

/// More steps than any position has.
const NEVER_LOST: u8 = 128;

/// The steps of a table that is being solved.
struct Unsolved {
    own: usize,
    enemy: usize,
    /// Steps that are not yet known to lose; a draw by a capture counts as one that never will.
    open: Vec<u8>,
    /// If all lose: the latest end among captures.
    latest: Vec<u8>,
}

impl Oracle {
    pub(crate) fn new() -> Self {
        let ways = (0..=CELLS).map(|n| std::array::from_fn(|k| choose(n, k as u32))).collect();
        let mut oracle = Self { tables: (0..(MOST + 1) * (MOST + 1)).map(|_| None).collect(), ways };
        for stones in 2..=MOST {
            for few in 1..=stones / 2 {
                oracle.solve(few, stones - few);
            }
        }
        oracle
    }

    /// The value of a position that has stones of both players, at most [`MOST`].
    pub(crate) fn value(&self, own: u32, enemy: u32) -> Value {
        if own == 0 {
            return Value::Lost(0);
        }
        if own.count_ones() <= 2 && enemy.count_ones() <= 2 {
            return Value::Drawn;
        }
        let slot = Self::slot(own.count_ones() as usize, enemy.count_ones() as usize);
        match self.tables[slot].as_ref().expect("a solved table").plies[self.index(own, enemy)] {
            0 => Value::Drawn,
            known if known % 2 == 1 => Value::Lost(u32::from(known) - 1),
            known => Value::Won(u32::from(known) - 1),
        }
    }

    /// Calls `visit` with every position after a move of the player to move, as the other player sees it.
    pub(crate) fn for_each_successor(own: u32, enemy: u32, mut visit: impl FnMut(u32, u32)) {
        for from in cells(own) {
            for to in cells(neighbours(1 << from) & !own & !enemy) {
                let moved = own & !(1 << from) | 1 << to;
                if in_three(moved, to) {
                    cells(enemy).for_each(|taken| visit(enemy & !(1 << taken), moved));
                } else {
                    visit(enemy, moved);
                }
            }
        }
    }

    const fn slot(own: usize, enemy: usize) -> usize {
        own * (MOST + 1) + enemy
    }

    fn rank(&self, set: u32) -> usize {
        cells(set).enumerate().map(|(i, cell)| self.ways[cell as usize][i + 1]).sum()
    }

    /// The place of a position in its table; overlapping sets have places, too, which stay unused.
    fn index(&self, own: u32, enemy: u32) -> usize {
        self.rank(own) * self.ways[CELLS as usize][enemy.count_ones() as usize] + self.rank(enemy)
    }

    /// Solves the tables in which one player has `few` stones and the other one `many`.
    fn solve(&mut self, few: usize, many: usize) {
        if many <= 2 {
            return;
        }
        let mut sides = vec![(few, many)];
        if few != many {
            sides.push((many, few));
        }
        let mut waiting: Vec<Vec<(u32, u32)>> = vec![Vec::new(); 256];
        let mut unsolved = Vec::new();
        for &(own, enemy) in &sides {
            unsolved.push(self.begin(own, enemy, &mut waiting));
        }
        for plies in 0..waiting.len() - 1 {
            for (own, enemy) in std::mem::take(&mut waiting[plies]) {
                let (slot, index) =
                    (Self::slot(own.count_ones() as usize, enemy.count_ones() as usize), self.index(own, enemy));
                let known = &mut self.tables[slot].as_mut().expect("begun").plies[index];
                if *known == 0 {
                    *known = plies as u8 + 1;
                    self.spread(own, enemy, plies, &mut unsolved, &mut waiting);
                }
            }
        }
    }

    /// Looks at all positions of a table: what is over, and what captures lead to.
    fn begin(&mut self, own: usize, enemy: usize, waiting: &mut [Vec<(u32, u32)>]) -> Unsolved {
        let size = choose(CELLS, own as u32) * choose(CELLS, enemy as u32);
        let mut unsolved = Unsolved { own, enemy, open: vec![0; size], latest: vec![0; size] };
        for (ours, theirs) in sets(own).flat_map(|ours| sets(enemy).map(move |theirs| (ours, theirs))) {
            if ours & theirs != 0 {
                continue;
            }
            let (mut open, mut latest, mut soonest) = (0u8, 0, None::<u32>);
            Self::for_each_successor(ours, theirs, |next, last| {
                if next.count_ones() as usize == enemy {
                    open += 1;
                    return;
                }
                match self.value(next, last) {
                    Value::Lost(plies) => soonest = Some(soonest.map_or(plies + 1, |old| old.min(plies + 1))),
                    Value::Won(plies) => latest = latest.max(plies as u8 + 1),
                    Value::Drawn => open = NEVER_LOST,
                }
            });
            let index = self.index(ours, theirs);
            (unsolved.open[index], unsolved.latest[index]) = (open, latest);
            if let Some(plies) = soonest {
                waiting[plies as usize].push((ours, theirs));
            } else if open == 0 {
                waiting[usize::from(latest)].push((ours, theirs));
            }
        }
        self.tables[Self::slot(own, enemy)] = Some(Table { plies: vec![0; size] });
        unsolved
    }

    /// Tells the positions from which a quiet step leads here what has been found out.
    fn spread(&self, own: u32, enemy: u32, plies: usize, unsolved: &mut [Unsolved], waiting: &mut [Vec<(u32, u32)>]) {
        let before = unsolved
            .iter_mut()
            .find(|table| table.own == enemy.count_ones() as usize && table.enemy == own.count_ones() as usize);
        let before = before.expect("both sides are solved together");
        for to in cells(enemy).filter(|&to| !in_three(enemy, to)) {
            for from in cells(neighbours(1 << to) & !own & !enemy) {
                let mover = enemy & !(1 << to) | 1 << from;
                if plies.is_multiple_of(2) {
                    waiting[plies + 1].push((mover, own));
                    continue;
                }
                let index = self.index(mover, own);
                before.open[index] -= 1;
                if before.open[index] == 0 {
                    waiting[(plies + 1).max(usize::from(before.latest[index]))].push((mover, own));
                }
            }
        }
    }
}

/// A position text with these stones, White to move, for a position in which White's are `own`.
pub(crate) fn fen(own: u32, enemy: u32) -> String {
    let rows = (0..CELLS / WIDTH).rev().map(|row| {
        let mut text = String::new();
        let mut gap = 0;
        for column in 0..WIDTH {
            let bit = 1 << (row * WIDTH + column);
            if (own | enemy) & bit == 0 {
                gap += 1;
                continue;
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            gap = 0;
            text.push(if own & bit == 0 { 'b' } else { 'w' });
        }
        if gap > 0 {
            text += &gap.to_string();
        }
        text
    });
    format!("{} w 0 0 - - 0", rows.collect::<Vec<_>>().join("/"))
}

/// All positions with so many stones.
pub(crate) fn positions(own: usize, enemy: usize) -> impl Iterator<Item = (u32, u32)> {
    sets(own).flat_map(move |ours| sets(enemy).map(move |theirs| (ours, theirs))).filter(|(a, b)| a & b == 0)
}
