//! `WaldMeister` a second time, straight from the rules, on maps and texts: slow, obvious, and nothing shared with the engine.

use std::collections::{BTreeMap, BTreeSet};

const TREES: [&str; 9] = ["sl", "sg", "sd", "ml", "mg", "md", "tl", "tg", "td"];
const STEPS: [(i32, i32); 6] = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)];

type Cell = (i32, i32);

#[derive(Clone)]
struct Position {
    side: i32,
    /// The tree on each cell that has one; a cell is its letter and its number, both from 0.
    trees: BTreeMap<Cell, &'static str>,
    turn: usize,
    hands: [Vec<u32>; 2],
    p1_goal: String,
}

impl Position {
    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows: Vec<&str> = fields[0].split('/').collect();
        let side = rows.len() as i32;
        let mut trees = BTreeMap::new();
        for (i, row) in rows.iter().enumerate() {
            let y = side - 1 - i as i32;
            let mut x = 0;
            let mut rest = *row;
            while !rest.is_empty() {
                let digits = rest.chars().take_while(char::is_ascii_digit).count();
                if digits > 0 {
                    x += rest[..digits].parse::<i32>().unwrap();
                    rest = &rest[digits..];
                } else {
                    let tree = TREES.into_iter().find(|tree| *tree == &rest[..2]).unwrap();
                    trees.insert((x, y), tree);
                    x += 1;
                    rest = &rest[2..];
                }
            }
            assert_eq!(x, side, "{text}");
        }
        let hand = |field: &str| field.chars().map(|c| c.to_digit(10).unwrap()).collect();
        let turn = usize::from(fields[1] == "2");
        Self { side, trees, turn, hands: [hand(fields[2]), hand(fields[3])], p1_goal: fields[4].into() }
    }

    fn write(&self) -> String {
        let mut rows = Vec::new();
        for y in (0..self.side).rev() {
            let mut row = String::new();
            let mut gap = 0;
            for x in 0..self.side {
                match self.trees.get(&(x, y)) {
                    None => gap += 1,
                    Some(tree) => {
                        if gap > 0 {
                            row += &gap.to_string();
                        }
                        gap = 0;
                        row += tree;
                    }
                }
            }
            if gap > 0 {
                row += &gap.to_string();
            }
            rows.push(row);
        }
        let hand = |hand: &Vec<u32>| hand.iter().map(u32::to_string).collect::<String>();
        let [p1, p2] = &self.hands;
        format!("{} {} {} {} {}", rows.join("/"), self.turn + 1, hand(p1), hand(p2), self.p1_goal)
    }

    fn inside(&self, (x, y): Cell) -> bool {
        (0..self.side).contains(&x) && (0..self.side).contains(&y)
    }

    fn planted(&self, cell: Cell, tree: usize) -> Self {
        let mut next = self.clone();
        next.trees.insert(cell, TREES[tree]);
        next.hands[self.turn][tree] -= 1;
        next.turn = 1 - self.turn;
        next
    }

    fn slides(&self) -> Vec<(Cell, Cell)> {
        let mut slides = Vec::new();
        for &(x, y) in self.trees.keys() {
            for (dx, dy) in STEPS {
                let mut to = (x + dx, y + dy);
                while self.inside(to) && !self.trees.contains_key(&to) {
                    slides.push(((x, y), to));
                    to = (to.0 + dx, to.1 + dy);
                }
            }
        }
        slides
    }

    /// The size of the largest group of trees that have a letter in their name.
    fn largest(&self, letter: char) -> usize {
        let mut largest = 0;
        let mut seen = BTreeSet::new();
        for (&start, tree) in &self.trees {
            if !tree.contains(letter) || seen.contains(&start) {
                continue;
            }
            let mut group = 0;
            let mut open = vec![start];
            while let Some(cell) = open.pop() {
                if self.trees.get(&cell).is_some_and(|tree| tree.contains(letter)) && seen.insert(cell) {
                    group += 1;
                    open.extend(STEPS.map(|(dx, dy)| (cell.0 + dx, cell.1 + dy)));
                }
            }
            largest = largest.max(group);
        }
        largest
    }
}

fn name((x, y): Cell) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}

/// The points of both players as things stand.
pub(crate) fn points(position: &str) -> [usize; 2] {
    let position = Position::read(position);
    let colours = "lgd".chars().map(|letter| position.largest(letter)).sum();
    let heights = "smt".chars().map(|letter| position.largest(letter)).sum();
    if position.p1_goal == "c" { [colours, heights] } else { [heights, colours] }
}

/// Every legal move and the position it leads to; none if the game is over.
pub(crate) fn successors(position: &str) -> Vec<(String, String)> {
    let position = Position::read(position);
    let hand = &position.hands[position.turn];
    let in_hand: Vec<usize> = (0..9).filter(|&tree| hand[tree] > 0).collect();
    let mut moves = Vec::new();
    if position.trees.is_empty() {
        for cell in (0..position.side).flat_map(|x| (0..position.side).map(move |y| (x, y))) {
            for &tree in &in_hand {
                moves.push((format!("{}+{}", name(cell), TREES[tree]), position.planted(cell, tree).write()));
            }
        }
    }
    for (from, to) in position.slides() {
        let mut slid = position.clone();
        let tree = slid.trees.remove(&from).unwrap();
        slid.trees.insert(to, tree);
        for &tree in &in_hand {
            moves.push((format!("{}{}+{}", name(from), name(to), TREES[tree]), slid.planted(from, tree).write()));
        }
    }
    moves
}

/// Who won and why, once all trees stand.
pub(crate) fn outcome(position: &str) -> Option<(&'static str, &'static str)> {
    let left: u32 = Position::read(position).hands.iter().flatten().sum();
    let [p1, p2] = points(position);
    (left == 0).then_some(match p1.cmp(&p2) {
        std::cmp::Ordering::Greater => ("p1win", "points"),
        std::cmp::Ordering::Less => ("p2win", "points"),
        std::cmp::Ordering::Equal => ("draw", "points"),
    })
}
