//! Endgame tablebases: what they prove about positions of a search, and the lines they lead to.

use super::value::{DRAW, INFINITE, MAX_PLY, PROVEN, Value, WIN, of_outcome};
use crate::eval::{Evaluate, TablebaseValue};
use crate::history::History;

/// What is known of the value of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds {
    low: Value,
    high: Value,
}

impl Bounds {
    const AT_LEAST_DRAW: Self = Self { low: DRAW, high: INFINITE };
    const AT_MOST_DRAW: Self = Self { low: -INFINITE, high: DRAW };

    const fn exactly(value: Value) -> Self {
        Self { low: value, high: value }
    }

    /// The value, if it is known or lies outside of the window; otherwise the window becomes the part in which it may lie.
    pub(super) fn cutoff(self, alpha: &mut Value, beta: &mut Value) -> Option<Value> {
        if self.is_exact() || self.low >= *beta {
            return Some(self.low);
        }
        if self.high <= *alpha {
            return Some(self.high);
        }
        (*alpha, *beta) = (self.low.max(*alpha), self.high.min(*beta));
        None
    }

    /// What a search found, as far as it is possible.
    pub(super) fn clamp(self, value: Value) -> Value {
        value.clamp(self.low, self.high)
    }

    pub(super) const fn is_exact(self) -> bool {
        self.low == self.high
    }

    /// The same as the other player sees it.
    const fn opposite(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }

    /// Puts moves in order: what is certainly won, what may be, draws, what may be lost, and losses.
    pub(super) const fn rank(self) -> Value {
        if self.is_exact() { self.low } else { (self.low == DRAW) as Value - (self.high == DRAW) as Value }
    }
}

/// How far the tablebase of a game can be believed in a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tablebase {
    /// The longest way to the end that nothing can disturb; `None` if the tablebase is not to be used.
    longest: Option<u32>,
}

impl Tablebase {
    /// No tablebase.
    pub(super) const OFF: Self = Self { longest: None };

    /// For a search from the present position of a game. On the way to the end the distance shrinks with every ply, so that no
    /// position comes twice. But one that came twice before, nearer to the end, would be a draw.
    pub(super) fn for_game<G: Evaluate>(game: &History<G>) -> Self {
        let distance = |position: &G| match position.probe_tablebase()? {
            TablebaseValue::Win(dtm) | TablebaseValue::Loss(dtm) => Some(dtm),
            _ => None,
        };
        Self { longest: Some(game.drawn_if_repeated().filter_map(distance).min().unwrap_or(u32::MAX)) }
    }

    /// What is known of a position that is not over, `ply` plies below the root.
    #[inline]
    pub(super) fn probe<G: Evaluate>(self, position: &G, ply: usize) -> Option<Bounds> {
        let value = position.probe_tablebase()?;
        let longest = self.longest?;
        let plies = |dtm: u32| ply as Value + dtm as Value;
        Some(match value {
            TablebaseValue::Draw => Bounds::exactly(DRAW),
            TablebaseValue::Win(dtm) if dtm <= longest => Bounds::exactly(WIN - plies(dtm)),
            TablebaseValue::Loss(dtm) if dtm <= longest => Bounds::exactly(plies(dtm) - WIN),
            TablebaseValue::Win(_) | TablebaseValue::WinOrDraw => Bounds::AT_LEAST_DRAW,
            TablebaseValue::Loss(_) | TablebaseValue::LossOrDraw => Bounds::AT_MOST_DRAW,
        })
    }

    /// What is known of a move that is played `ply` plies below the root, for the player who makes it.
    pub(super) fn probe_move<G: Evaluate>(self, position: &G, m: G::Move, ply: usize) -> Option<Bounds> {
        let mut child = position.clone();
        child.play_unchecked(m);
        match child.outcome() {
            Some(outcome) => Some(Bounds::exactly(of_outcome(outcome, position.to_move(), ply + 1))),
            None => self.probe(&child, ply + 1).map(Bounds::opposite),
        }
    }

    /// Puts root moves in order. Of moves that draw those come first that lead to something new, and of these the ones after which
    /// most replies lose.
    pub(super) fn rank_move<G: Evaluate>(self, game: &History<G>, m: G::Move) -> (Value, bool, usize) {
        let mut child = game.position().clone();
        child.play_unchecked(m);
        let is_new = game.earlier_positions().all(|earlier| earlier.hash() != child.hash());
        let replies = child.legal_moves();
        let rank = |position: &G, m, ply| self.probe_move(position, m, ply).map_or(DRAW, Bounds::rank);
        let losing = replies.iter().filter(|&&reply| rank(&child, reply, 1) < DRAW).count();
        (rank(game.position(), m, 0), is_new, 1000 * losing / replies.len().max(1))
    }

    /// Goes on with a line that ends where the tablebase knows the way, to the end of the game.
    pub(super) fn extend_pv<G: Evaluate>(self, root: &G, value: Value, pv: &mut Vec<G::Move>) {
        if value.abs() < PROVEN {
            return;
        }
        let mut position = root.clone();
        for &m in pv.iter() {
            position.play_unchecked(m);
        }
        let expected = |ply: usize| Some(Bounds::exactly(if ply.is_multiple_of(2) { value } else { -value }));
        while pv.len() < MAX_PLY
            && position.outcome().is_none()
            && self.probe(&position, pv.len()) == expected(pv.len())
        {
            let ply = pv.len();
            let keeps = |&m: &G::Move| self.probe_move(&position, m, ply) == expected(ply);
            let Some(m) = position.legal_moves().into_iter().find(keeps) else { return };
            position.play_unchecked(m);
            pv.push(m);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::games::wali::{Total, Wali};

    fn game(fen: &str, moves: &[&str]) -> History<Wali<Total>> {
        let mut game = History::new(fen.parse().unwrap());
        game.play_texts(moves, false).unwrap();
        game
    }

    /// White wins.
    const WON: &str = "4b1/6/bb4/1w4/ww4 w 0 0 - -";

    #[test]
    fn values_are_counted_from_the_root() {
        let won = game(&format!("{WON} 0"), &[]);
        let Some(TablebaseValue::Win(dtm)) = won.position().probe_tablebase() else { panic!("not won") };
        let tablebase = Tablebase::for_game(&won);
        assert_eq!(tablebase.probe(won.position(), 0), Some(Bounds::exactly(WIN - dtm as Value)));
        assert_eq!(tablebase.probe(won.position(), 4), Some(Bounds::exactly(WIN - dtm as Value - 4)));
        assert_eq!(Tablebase::OFF.probe(won.position(), 0), None);
        for (idle, expected) in [(100 - dtm, Bounds::exactly(WIN - dtm as Value)), (101 - dtm, Bounds::AT_LEAST_DRAW)] {
            let late = game(&format!("{WON} {idle}"), &[]);
            assert_eq!(tablebase.probe(late.position(), 0), Some(expected), "{idle}");
        }
    }

    #[test]
    fn lines_lead_to_the_end() {
        let won = game(&format!("{WON} 0"), &[]);
        let tablebase = Tablebase::for_game(&won);
        let Bounds { high: value, .. } = tablebase.probe(won.position(), 0).unwrap();
        let mut pv = Vec::new();
        tablebase.extend_pv(won.position(), value, &mut pv);
        assert_eq!(pv.len() as Value, WIN - value);
        let mut end = *won.position();
        for &m in &pv {
            end.play(m).unwrap();
        }
        assert_eq!(of_outcome(end.outcome().unwrap(), won.to_move(), pv.len()), value);
        pv.clear();
        tablebase.extend_pv(won.position(), value - 2, &mut pv);
        assert_eq!(pv, [], "another value than that of the line");
    }

    #[test]
    fn what_came_twice_is_a_draw_on_the_way() {
        let there_and_back = ["a1a2", "a3a4", "a2a1", "a4a3"];
        let mut wavering = game(&format!("{WON} 0"), &there_and_back);
        let nearest = |game: &History<Wali<Total>>| Tablebase::for_game(game).longest.unwrap();
        let dtm = |game: &History<Wali<Total>>| match game.position().probe_tablebase() {
            Some(TablebaseValue::Win(dtm) | TablebaseValue::Loss(dtm)) => dtm,
            other => panic!("{other:?}"),
        };
        assert_eq!(nearest(&wavering), dtm(&wavering), "here for the second time");
        assert!(Tablebase::for_game(&wavering).probe(wavering.position(), 0).unwrap().is_exact());
        let there = dtm(&wavering);
        wavering.play_texts(&["b2a2", "e5e4"], false).unwrap();
        assert_eq!(nearest(&wavering), there);
        assert!(dtm(&wavering) > there);
        assert_eq!(Tablebase::for_game(&wavering).probe(wavering.position(), 0), Some(Bounds::AT_LEAST_DRAW));
    }

    #[test]
    fn bounds_cut_off_and_narrow() {
        let cutoff = |bounds: Bounds, mut alpha, mut beta| (bounds.cutoff(&mut alpha, &mut beta), alpha, beta);
        assert_eq!(cutoff(Bounds::exactly(7), -9, 9).0, Some(7));
        assert_eq!(cutoff(Bounds::AT_LEAST_DRAW, -9, 0).0, Some(DRAW));
        assert_eq!(cutoff(Bounds::AT_LEAST_DRAW, -9, 1), (None, DRAW, 1));
        assert_eq!(cutoff(Bounds::AT_LEAST_DRAW, 3, 9), (None, 3, 9));
        assert_eq!(cutoff(Bounds::AT_MOST_DRAW, 0, 9).0, Some(DRAW));
        assert_eq!(cutoff(Bounds::AT_MOST_DRAW, -1, 9), (None, -1, DRAW));
        assert_eq!((Bounds::AT_LEAST_DRAW.clamp(-3), Bounds::AT_MOST_DRAW.clamp(3)), (DRAW, DRAW));
        let ranks = [Bounds::exactly(WIN), Bounds::AT_LEAST_DRAW, Bounds::exactly(DRAW), Bounds::AT_MOST_DRAW];
        assert!(ranks.map(Bounds::rank).is_sorted_by(|a, b| a > b));
    }
}
