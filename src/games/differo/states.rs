//! What stands on a line as a single number, and the moves that follow from it.
//!
//! Which moves a line allows depends on nothing but the pieces on that line. With each place empty, white or black a line
//! of `n` places has 3^n states, few enough to work out the moves of every state of every line in advance.

use super::board::Cell;
use super::lines::{Crossing, LINES, Line, Shape};
use super::position::Differo;
use crate::game::{ByPlayer, Player};
use std::sync::LazyLock;

/// The number of what stands on a line. Numbers are shared by lines of equal shape and by no others.
pub(crate) type State = u16;

/// How many states there are, those of rows first.
pub(crate) const STATES: usize = count_states(false) + UPRIGHT_STATES;

/// How many of them are states of other lines than rows.
pub(crate) const UPRIGHT_STATES: usize = count_states(true);

const fn count_states(upright: bool) -> usize {
    let mut states = 0;
    let mut next = Some(Shape::FIRST);
    while let Some(shape) = next {
        if shape.upright == upright {
            states += 3_usize.pow(shape.contested.count_ones());
        }
        next = shape.following();
    }
    states
}

/// The pieces on some line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) shape: Shape,
    /// The places of each player's pieces, as bits.
    pub(crate) pieces: ByPlayer<u16>,
}

impl Content {
    /// What the states stand for, from state 0 on.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        std::iter::successors(Some(Self::empty(Shape::FIRST)), |content| content.following())
    }

    fn empty(shape: Shape) -> Self {
        Self { shape, pieces: ByPlayer::both(0) }
    }

    /// What the next state stands for, or `None` after the last of all shapes. This counts in base three, with the
    /// contested places for digits: an empty place becomes white, a white one black, a black one empty with a carry.
    fn following(self) -> Option<Self> {
        let contested = self.shape.contested;
        let ByPlayer { p1: mut white, p2: mut black } = self.pieces;
        let mut place = contested & contested.wrapping_neg();
        while black & place != 0 {
            black ^= place;
            place <<= 1;
        }
        if contested & place == 0 {
            return self.shape.following().map(Self::empty);
        }
        if white & place != 0 {
            black |= place;
        }
        white ^= place;
        Some(Self { shape: self.shape, pieces: ByPlayer { p1: white, p2: black } })
    }

    /// How many pieces a player has on the line.
    pub(crate) fn count(self, player: Player) -> i32 {
        self.pieces[player].count_ones() as i32
    }

    /// How many pieces `player` has on the line more than the opponent: how far they move on it, if positive.
    pub(crate) fn balance(self, player: Player) -> i32 {
        self.count(player) - self.count(player.opponent())
    }

    /// The number of this state.
    pub(crate) fn state(self) -> State {
        let places = (0..State::BITS).filter(|place| self.shape.contested & (1 << place) != 0).rev();
        let digit = |place: u32| (self.pieces[Player::P1] >> place & 1) + 2 * (self.pieces[Player::P2] >> place & 1);
        empty_state(self.shape) + places.fold(0, |number, place| 3 * number + digit(place))
    }

    /// What a mirror beside the board shows.
    pub(crate) fn mirrored(self) -> Self {
        let image = |places| if self.shape.upright { places } else { self.shape.reversed(places) };
        Self { pieces: ByPlayer::new(|player| image(self.pieces[player])), ..self }
    }

    /// What the line is to the other player: the board turned by half a turn, the colours swapped.
    pub(crate) fn turned(self) -> Self {
        let pieces = ByPlayer::new(|player| self.shape.reversed(self.pieces[player.opponent()]));
        Self { shape: self.shape.turned(), pieces }
    }

    /// The moves of a player on this line.
    pub(crate) fn moves(self, player: Player) -> LineMoves {
        let balance = self.balance(player);
        if balance <= 0 {
            return LineMoves::NONE;
        }
        let own = self.pieces[player];
        let taken = self.pieces.p1 | self.pieces.p2;
        let open = self.shape.places & !taken & !self.shape.goals[player.opponent()];
        let (ahead, back) = ((own << balance) & open, (own >> balance) & open);
        let goal = (ahead | back) & self.shape.goals[player] != 0;
        LineMoves::new(balance as u32, ahead, back, goal)
    }
}

/// The moves of one player on one line.
#[derive(Clone, Copy)]
pub(crate) struct LineMoves(u32);

impl LineMoves {
    const NONE: Self = Self(0);
    const PLACES: u32 = 0x1FF;

    fn new(steps: u32, ahead: u16, back: u16, reach_goal: bool) -> Self {
        let count = ahead.count_ones() + back.count_ones();
        Self((count << 24) | (steps << 20) | ((reach_goal as u32) << 19) | ((back as u32) << 10) | ahead as u32)
    }

    /// How many moves there are.
    pub(crate) const fn count(self) -> u32 {
        self.0 >> 24
    }

    /// How far they go.
    pub(crate) const fn steps(self) -> u32 {
        (self.0 >> 20) & 0xF
    }

    /// Whether one of them wins: it ends in the player's goal row, where an upright line has one end.
    pub(crate) const fn reach_goal(self) -> bool {
        self.0 & (1 << 19) != 0
    }

    /// The places reached by moves away from place 0: to the right, or up.
    pub(crate) const fn ahead(self) -> u32 {
        self.0 & Self::PLACES
    }

    /// The places reached by moves towards place 0: to the left, or down.
    pub(crate) const fn back(self) -> u32 {
        (self.0 >> 10) & Self::PLACES
    }
}

impl Differo {
    /// What stands on a line.
    pub(crate) fn content(&self, line: Line) -> Content {
        let places = |player| {
            let stands_on = |&place: &u32| self.pieces(player) & line.cell(place).bit() != 0;
            (0..=line.last_place()).filter(stands_on).fold(0, |places, place| places | 1 << place)
        };
        Content { shape: line.shape(), pieces: ByPlayer::new(places) }
    }
}

/// The moves of both players in every state, worked out when they are first asked for.
static MOVES: LazyLock<Vec<ByPlayer<LineMoves>>> =
    LazyLock::new(|| Content::all().map(|content| ByPlayer::new(|player| content.moves(player))).collect());

/// The moves of a player on a line in this state.
pub(crate) fn moves(state: State, player: Player) -> LineMoves {
    // Only an illegal move can lead to a state that is not in the table.
    MOVES.get(usize::from(state)).map_or(LineMoves::NONE, |both| both[player])
}

/// What a piece on a cell means to one of the lines through it.
#[derive(Clone, Copy)]
pub(crate) struct Share {
    pub(crate) line: Line,
    /// How much a white piece there adds to the state of the line; a black one adds twice as much.
    pub(crate) weight: State,
}

impl Share {
    const fn of(crossing: Crossing) -> Self {
        let contested = crossing.line.shape().contested;
        let place: u16 = 1 << crossing.place;
        let lower = contested & (place - 1);
        let weight = if contested & place == 0 { 0 } else { 3_u16.pow(lower.count_ones()) };
        Self { line: crossing.line, weight }
    }
}

static SHARES: [[Share; 3]; Cell::COUNT] = {
    let mut shares = [[Share { line: Line::FIRST, weight: 0 }; 3]; Cell::COUNT];
    let mut next = Some(Cell::FIRST);
    while let Some(cell) = next {
        let [a, b, c] = Crossing::all_of(cell);
        shares[cell.index()] = [Share::of(a), Share::of(b), Share::of(c)];
        next = cell.following();
    }
    shares
};

/// What a piece on a cell means to the three lines through it.
pub(crate) fn shares(cell: Cell) -> &'static [Share; 3] {
    &SHARES[cell.index()]
}

/// The lines through a cell, a bit each.
pub(crate) fn lines_through(cell: Cell) -> u32 {
    shares(cell).iter().fold(0, |lines, share| lines | 1 << share.line.index())
}

/// The state of every line of an empty board.
pub(crate) const EMPTY: [State; LINES] = {
    let mut states = [0; LINES];
    let mut next = Some(Line::FIRST);
    while let Some(line) = next {
        states[line.index()] = empty_state(line.shape());
        next = line.following();
    }
    states
};

/// The number of the state in which nothing stands on a line of this shape: all states of the shapes before it come first.
const fn empty_state(shape: Shape) -> State {
    let mut state = 0;
    let mut next = Some(Shape::FIRST);
    while let Some(earlier) = next {
        if earlier.is(shape) {
            break;
        }
        state += 3_u16.pow(earlier.contested.count_ones());
        next = earlier.following();
    }
    state
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::differo::board::goal_row;

    #[test]
    fn states_are_numbered_in_the_order_of_what_they_stand_for() {
        let (mut states, mut upright) = (0, 0);
        for (number, content) in Content::all().enumerate() {
            assert_eq!(usize::from(content.state()), number, "{content:?}");
            let (mirrored, turned) = (content.mirrored(), content.turned());
            assert_eq!((mirrored.mirrored(), turned.turned()), (content, content));
            for player in Player::BOTH {
                let moves = content.moves(player);
                assert_eq!(mirrored.moves(player).count(), moves.count(), "{content:?} mirrored");
                assert_eq!(turned.moves(player.opponent()).count(), moves.count(), "{content:?} turned");
                assert_eq!(turned.moves(player.opponent()).reach_goal(), moves.reach_goal(), "{content:?} turned");
            }
            states += 1;
            upright += usize::from(content.shape.upright);
        }
        assert_eq!((states, upright), (STATES, UPRIGHT_STATES));
    }

    #[test]
    fn a_position_knows_what_stands_on_its_lines() {
        let middle = "5/b1bbbb/2wb1b1/bb3b1w/wb1w2bb1/1ww1ww2/1w1w3/ww3w/5 w".parse().unwrap();
        let [won, lost] = ["w4/6/7/8/4w4/8/7/6/5 b", "5/6/7/8/4w4/8/7/6/2b2 w"].map(|text| text.parse().unwrap());
        for position in [Differo::start(), middle, won, lost] {
            for line in Line::all() {
                assert_eq!(position.content(line).state(), position.states()[line.index()], "{line:?} of {position}");
            }
        }
    }

    #[test]
    fn a_mirror_shows_the_lines_of_the_mirrored_board() {
        let rows = "5/b1bbbb/2wb1b1/bb3b1w/wb1w2bb1/1ww1ww2/1w1w3/ww3w/5";
        let mirrored: Vec<String> = rows.split('/').map(|row| row.chars().rev().collect()).collect();
        let [position, image] =
            [rows.into(), mirrored.join("/")].map(|rows| format!("{rows} w").parse::<Differo>().unwrap());
        // A row is turned around; what leans to the left leans to the right.
        let lines: Vec<Line> = Line::all().collect();
        let (across, leaning) = lines.split_at(LINES / 3);
        let (left, right) = leaning.split_at(LINES / 3);
        for (&line, &shown) in lines.iter().zip(across.iter().chain(right).chain(left)) {
            assert_eq!(position.content(line).mirrored(), image.content(shown), "{line:?}");
        }
        assert_ne!(position.content(across[3]).mirrored(), position.content(across[3]));
    }

    #[test]
    fn goal_moves_are_those_that_end_in_the_goal_row() {
        for text in ["5/3w2/1w5/8/9/8/7/2b3/5 w", "5/3w2/7/8/9/8/1b5/2b3/5 b", "5/3w2/3b3/8/9/8/3w3/2b3/5 w"] {
            let position: Differo = text.parse().unwrap();
            let mut wins = position.legal_moves();
            wins.retain(|m| m.to.row() == goal_row(position.to_move()));
            let mut found = Vec::new();
            position.for_each_goal_move(|m| found.push(m));
            assert!(!wins.is_empty() && wins.iter().all(|m| found.contains(m)), "{text}: {wins:?}, found {found:?}");
            assert_eq!(found.len(), wins.len(), "{text}");
        }
    }
}
