//! The list of checks. Each is a name and a function; what belongs together is in one file.

mod answers;
mod counting;
mod endings;
mod endless;
mod errors;
mod front_end;
mod handshake;
mod info;
mod input;
mod leaving;
mod limits;
mod moving;
mod positions;
mod ready;
mod rules;

use super::failure::Outcome;
use super::subject::Subject;
use serde::Serialize;

/// Whether any engine must pass, see the module above.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    Core,
    Extension,
}

pub(super) struct Check {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) run: fn(&mut Subject<'_>) -> Outcome,
}

const fn core(name: &'static str, run: fn(&mut Subject<'_>) -> Outcome) -> Check {
    Check { name, kind: Kind::Core, run }
}

const fn extension(name: &'static str, run: fn(&mut Subject<'_>) -> Outcome) -> Check {
    Check { name, kind: Kind::Extension, run }
}

/// All checks, in the order in which they are made.
pub(super) const ALL: &[Check] = &[
    core("introduction", handshake::introduction),
    core("unknown option survived", handshake::unknown_option),
    core("ready at rest", ready::at_rest),
    core("ready in search", ready::in_search),
    core("empty move list", positions::empty_move_list),
    core("long move list", positions::long_move_list),
    core("position texts understood", positions::texts),
    core("go depth", limits::depth),
    core("go nodes", limits::nodes),
    core("go movetime", limits::move_time),
    core("go with clocks", limits::clocks),
    core("go with clocks, chess spelling", limits::chess_clocks),
    core("go with one clock", limits::one_clock),
    core("go with an empty clock", limits::empty_clock),
    core("go movestogo", limits::moves_to_go),
    core("go mate", limits::mate),
    core("go with several limits", limits::several),
    core("go searchmoves", limits::search_moves),
    core("go alone runs until stop", endless::bare),
    core("go infinite held until stop", endless::infinite),
    core("go ponder held until ponderhit", endless::ponder),
    core("stop latency", endless::stop_latency),
    core("one bestmove per go", answers::one_best_move),
    core("stop at rest ignored", answers::stop_at_rest),
    core("two-word bestmove", answers::two_word_best_move),
    core("two-word response", answers::two_word_response),
    core("bad input survived", input::bad_lines),
    core("very long lines survived", input::long_lines),
    core("blanks and line ends", input::blanks),
    core("turns in random games", rules::turns),
    core("game over in random games", rules::game_over),
    core("results of random games", rules::results),
    core("results of all endings", endings::results),
    core("best moves in random games", rules::best_moves),
    core("quit at rest", leaving::quit_at_rest),
    core("quit in search", leaving::quit_in_search),
    core("end of input at rest", leaving::end_at_rest),
    core("end of input in search", leaving::end_in_search),
    extension("bestmove before leaving", leaving::best_move_before_leaving),
    extension("go in a finished game", answers::finished),
    extension("query game", rules::name),
    extension("query moves", rules::legal_moves),
    extension("query fen", rules::texts),
    extension("query score", rules::scores),
    extension("query reason", rules::reasons),
    extension("reasons of all endings", endings::reasons),
    extension("move and undo", moving::move_and_undo),
    extension("half moves", moving::half_moves),
    extension("query protocol", front_end::protocol),
    extension("query steps", front_end::steps),
    extension("query board", front_end::board),
    extension("query pieces", front_end::pieces),
    extension("query hands", front_end::hands),
    extension("query history, lastmove, start", front_end::history),
    extension("query svg", front_end::svg),
    extension("ShowWDL", info::wdl),
    extension("whole moves while half a move is pending", front_end::whole_moves),
    extension("errors named", errors::named),
    extension("position all or nothing", errors::all_or_nothing),
    extension("changes refused in search", errors::busy),
    extension("info before bestmove", info::before_best_move),
    extension("no blanks at line ends", info::tidy_lines),
    extension("same seed, same search", info::repeatable),
    extension("perft", counting::perft),
];
