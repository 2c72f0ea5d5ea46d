//! Quiescence search: forcing moves are played out before a position is evaluated.

use super::value::Value;
use super::worker::{NodeValue, Worker};
use crate::eval::Searchable;

/// No quiescence search goes deeper than this.
const MAX_PLIES: usize = 8;

/// How many forcing moves of a position are followed: a capture may take any of a dozen stones.
const WIDTH: usize = 2;

impl<G: Searchable> Worker<'_, G> {
    /// The value of a position once forcing moves have been played out.
    pub(super) fn quiesce(&mut self, position: &G, alpha: Value, beta: Value, ply: usize) -> NodeValue {
        self.quiesce_within(position, alpha, beta, ply, MAX_PLIES)
    }

    fn quiesce_within(
        &mut self,
        position: &G,
        mut alpha: Value,
        mut beta: Value,
        ply: usize,
        plies_left: usize,
    ) -> NodeValue {
        self.clear_pv(ply);
        self.visit(ply)?;
        if let Some(value) = self.value_without_search(position, ply, beta - alpha > 1) {
            return Ok(value);
        }
        let known = self.context.tablebase.probe(position, ply);
        let possible = |value| known.map_or(value, |known| known.clamp(value));
        if let Some(value) = known.and_then(|known| known.cutoff(&mut alpha, &mut beta)) {
            return Ok(value);
        }
        // Stand pat: nobody is forced to play a forcing move.
        let mut best = possible(position.evaluate());
        if best >= beta || plies_left == 0 {
            return Ok(best);
        }
        alpha = alpha.max(best);
        let start = self.moves.len();
        position.for_each_forcing_move(|m| self.moves.push(m, position.move_score(m)));
        let mut next = start;
        let width = if self.context.exhaustive { usize::MAX } else { WIDTH };
        while next - start < width
            && let Some(m) = self.moves.pick(next)
        {
            let mut child = position.clone();
            child.play_unchecked(m);
            self.path.push(position);
            let value = -self.quiesce_within(&child, -beta, -alpha, ply + 1, plies_left - 1)?;
            self.path.pop();
            if value > best {
                best = value;
                if value > alpha {
                    alpha = value;
                    self.update_pv(ply, m);
                }
                if value >= beta {
                    break;
                }
            }
            next += 1;
        }
        self.moves.truncate(start);
        Ok(possible(best))
    }
}
