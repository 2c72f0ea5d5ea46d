//! Wali straight from its rules, slow and obvious: a second opinion on the engine's moves. Texts in, texts out.

/// Column and row, both counted from 0.
type Cell = (usize, usize);

const COLUMNS: usize = 6;
const ROWS: usize = 5;
const EMPTY: char = '.';
const COLOURS: [char; 2] = ['w', 'b'];

#[derive(Clone)]
struct Position {
    /// `w`, `b` or `.`, first by column, then by row.
    board: [[char; ROWS]; COLUMNS],
    /// The number of the player to move: 0 is White, 1 is Black.
    player: usize,
    hands: [usize; 2],
    no_return: [Option<(Cell, Cell)>; 2],
    idle: usize,
}

/// Every legal move of a position and the position it leads to; none if the game is over.
pub(crate) fn successors(variant: &str, position: &str) -> Vec<(String, String)> {
    let position = Position::read(position);
    if position.outcome(variant).is_some() {
        return Vec::new();
    }
    let moves = if position.is_dropping() { position.drops() } else { position.steps(variant) };
    moves.into_iter().map(|(text, next)| (text, next.write())).collect()
}

/// How the game has ended in a position, and why.
pub(crate) fn outcome(variant: &str, position: &str) -> Option<(&'static str, &'static str)> {
    Position::read(position).outcome(variant)
}

fn all_cells() -> Vec<Cell> {
    (0..ROWS).flat_map(|row| (0..COLUMNS).map(move |column| (column, row))).collect()
}

fn neighbours((column, row): Cell) -> Vec<Cell> {
    let next_to = |&(c, r): &Cell| c.abs_diff(column) + r.abs_diff(row) == 1;
    all_cells().into_iter().filter(next_to).collect()
}

fn cell_name((column, row): Cell) -> String {
    format!("{}{}", ["a", "b", "c", "d", "e", "f"][column], row + 1)
}

fn cell_named(name: &str) -> Cell {
    all_cells().into_iter().find(|&cell| cell_name(cell) == name).unwrap()
}

fn win(player: usize) -> &'static str {
    ["p1win", "p2win"][player]
}

impl Position {
    fn read(text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let mut board = [[EMPTY; ROWS]; COLUMNS];
        for (row, line) in fields[0].split('/').rev().enumerate() {
            let mut column = 0;
            for letter in line.chars() {
                if let Some(gap) = letter.to_digit(10) {
                    column += gap as usize;
                } else {
                    board[column][row] = letter;
                    column += 1;
                }
            }
        }
        let no_return = |text: &str| match text {
            "-" => None,
            _ => Some((cell_named(&text[..2]), cell_named(&text[2..]))),
        };
        let mut position = Self {
            board,
            player: usize::from(fields[1] == "b"),
            hands: [fields[2].parse().unwrap(), fields[3].parse().unwrap()],
            no_return: [no_return(fields[4]), no_return(fields[5])],
            idle: fields[6].parse().unwrap(),
        };
        position.discard_hands_that_cannot_be_dropped();
        position
    }

    fn write(&self) -> String {
        let rows: Vec<String> = (0..ROWS).rev().map(|row| self.write_row(row)).collect();
        let side = COLOURS[self.player];
        let [white, black] = self.hands;
        let no_return = self.no_return.map(|pair| match pair {
            None => "-".to_string(),
            Some((stone, to)) => cell_name(stone) + &cell_name(to),
        });
        format!("{} {side} {white} {black} {} {}", rows.join("/"), no_return.join(" "), self.idle)
    }

    fn write_row(&self, row: usize) -> String {
        let mut text: String = (0..COLUMNS).map(|column| self.board[column][row]).collect();
        for gap in (1..=COLUMNS).rev() {
            text = text.replace(&EMPTY.to_string().repeat(gap), &gap.to_string());
        }
        text
    }

    fn at(&self, (column, row): Cell) -> char {
        self.board[column][row]
    }

    fn put(&mut self, (column, row): Cell, what: char) {
        self.board[column][row] = what;
    }

    fn cells_with(&self, what: char) -> Vec<Cell> {
        all_cells().into_iter().filter(|&cell| self.at(cell) == what).collect()
    }

    fn stones(&self, player: usize) -> usize {
        self.cells_with(COLOURS[player]).len()
    }

    fn cells_to_drop_on(&self, player: usize) -> Vec<Cell> {
        if self.hands[player] == 0 {
            return Vec::new();
        }
        let beside_own = |cell: Cell| neighbours(cell).into_iter().any(|next| self.at(next) == COLOURS[player]);
        self.cells_with(EMPTY).into_iter().filter(|&cell| !beside_own(cell)).collect()
    }

    fn discard_hands_that_cannot_be_dropped(&mut self) {
        if self.cells_to_drop_on(0).is_empty() && self.cells_to_drop_on(1).is_empty() {
            self.hands = [0, 0];
        }
    }

    fn is_dropping(&self) -> bool {
        self.hands != [0, 0]
    }

    fn with_the_turn_passed_on(mut self) -> Self {
        self.player = 1 - self.player;
        self
    }

    fn drops(&self) -> Vec<(String, Self)> {
        let cells = self.cells_to_drop_on(self.player);
        if cells.is_empty() {
            return vec![("pass".to_string(), self.clone().with_the_turn_passed_on())];
        }
        let mut moves = Vec::new();
        for cell in cells {
            let mut next = self.clone();
            next.put(cell, COLOURS[self.player]);
            next.hands[self.player] -= 1;
            next.discard_hands_that_cannot_be_dropped();
            moves.push((cell_name(cell), next.with_the_turn_passed_on()));
        }
        moves
    }

    fn steps(&self, variant: &str) -> Vec<(String, Self)> {
        let (me, enemy) = (self.player, 1 - self.player);
        let mut moves = Vec::new();
        for from in self.cells_with(COLOURS[me]) {
            for to in neighbours(from) {
                if self.at(to) != EMPTY || self.no_return[me] == Some((from, to)) {
                    continue;
                }
                let text = cell_name(from) + &cell_name(to);
                let mut stepped = self.clone();
                stepped.put(from, EMPTY);
                stepped.put(to, COLOURS[me]);
                stepped.idle += 1;
                if variant == "wali" {
                    stepped.no_return[me] = Some((to, from));
                }
                let prey = if stepped.is_in_exact_three(to) { stepped.takeable(variant, enemy) } else { Vec::new() };
                for &taken in &prey {
                    let mut next = stepped.clone();
                    next.put(taken, EMPTY);
                    next.idle = 0;
                    if next.no_return[enemy].is_some_and(|(stone, _)| stone == taken) {
                        next.no_return[enemy] = None;
                    }
                    moves.push((format!("{text}x{}", cell_name(taken)), next.with_the_turn_passed_on()));
                }
                if prey.is_empty() {
                    moves.push((text, stepped.with_the_turn_passed_on()));
                }
            }
        }
        moves
    }

    fn takeable(&self, variant: &str, player: usize) -> Vec<Cell> {
        let stones = self.cells_with(COLOURS[player]).into_iter();
        stones.filter(|&stone| variant == "wali-total" || !self.is_in_exact_three(stone)).collect()
    }

    fn is_in_exact_three(&self, stone: Cell) -> bool {
        let along_row = 1 + self.count_from(stone, 1, 0) + self.count_from(stone, -1, 0);
        let along_column = 1 + self.count_from(stone, 0, 1) + self.count_from(stone, 0, -1);
        along_row == 3 || along_column == 3
    }

    /// How many stones of the same colour follow without a break, looking one way.
    fn count_from(&self, (column, row): Cell, right: isize, up: isize) -> usize {
        let colour = self.board[column][row];
        let mut count = 0;
        let mut place = (column.checked_add_signed(right), row.checked_add_signed(up));
        while let (Some(c), Some(r)) = place {
            if c >= COLUMNS || r >= ROWS || self.board[c][r] != colour {
                break;
            }
            count += 1;
            place = (c.checked_add_signed(right), r.checked_add_signed(up));
        }
        count
    }

    fn outcome(&self, variant: &str) -> Option<(&'static str, &'static str)> {
        if self.is_dropping() {
            return None;
        }
        let (me, enemy) = (self.player, 1 - self.player);
        let too_few = if variant == "wali" { 2 } else { 0 };
        for loser in [me, enemy] {
            if self.stones(loser) <= too_few {
                return Some((win(1 - loser), "stones"));
            }
        }
        if variant == "wali-total" && self.stones(0) <= 2 && self.stones(1) <= 2 {
            return Some(("draw", "material"));
        }
        if self.steps(variant).is_empty() {
            return Some((win(enemy), "blocked"));
        }
        (self.idle >= 100).then_some(("draw", "idle"))
    }
}
