//! What can be written behind `tern`.

use crate::arguments::{BoardArguments, game, size};
use crate::games::any::GameKind;
use crate::matches::{MatchArguments, MergeArguments, ReplayArguments};
use crate::{check, draw, play, report, tune};
use clap::{Args, Parser};
use clap_complete::Shell;
use std::path::PathBuf;

/// An engine for the board games Wali, Differo and WaldMeister, and what people do with engines.
///
/// Without a command it speaks a text protocol on standard input and output, as chess engines do; try help and quit.
#[derive(Parser)]
#[command(version)]
pub(super) struct Arguments {
    #[command(flatten)]
    pub(super) board: FirstBoard,
    #[command(subcommand)]
    pub(super) subcommand: Option<Subcommand>,
}

/// What the protocol begins with.
#[derive(Args)]
pub(super) struct FirstBoard {
    /// The game to start with; wali if left out
    #[arg(long, value_name = "NAME", value_parser = game(), ignore_case = true)]
    pub(super) game: Option<GameKind>,
    /// The side of the board, 5 to 11, for WaldMeister
    #[arg(long, value_name = "N", value_parser = size())]
    pub(super) size: Option<u8>,
}

impl FirstBoard {
    /// What a subcommand would not see where it stands.
    pub(super) fn misplaced(&self) -> Option<String> {
        let game = self.game.map(|game| format!("--game {game}"));
        game.or_else(|| self.size.map(|size| format!("--size {size}")))
    }
}

#[derive(clap::Subcommand)]
pub(super) enum Subcommand {
    /// Search a fixed set of positions and count nodes
    Bench,
    /// Count the move sequences of a given length
    Perft(PerftArguments),
    /// Play in the terminal
    Play(play::PlayArguments),
    /// Play and analyse in the browser
    #[cfg(feature = "serve")]
    Serve(crate::serve::ServeArguments),
    /// Print the rules of a game, or of all
    Rules {
        /// The game
        #[arg(value_name = "GAME", value_parser = game(), ignore_case = true)]
        game: Option<GameKind>,
    },
    /// Draw a position and write it to an SVG file
    Draw(draw::DrawArguments),
    /// Check whether an engine speaks the protocol and plays by the rules
    Check(check::CheckArguments),
    /// Play engines against each other and compare their strength
    Match(Box<MatchArguments>),
    /// Put the parts of a match together that tern match --shard has played
    Merge(MergeArguments),
    /// Check recorded games against the rules, and draw them
    Replay(ReplayArguments),
    /// Judge every move of games, or sum up a match, and write a page about it
    Report(Box<report::ReportArguments>),
    /// Fit the weights of an evaluation to games of tern against itself
    Tune(tune::TuneArguments),
    /// Print the script that completes tern in a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page of tern, or write those of all commands
    Man {
        /// A folder to write all pages into: tern.1, tern-match.1 and so on
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

impl Subcommand {
    /// What it is called.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Bench => "bench",
            Self::Perft(_) => "perft",
            Self::Play(_) => "play",
            #[cfg(feature = "serve")]
            Self::Serve(_) => "serve",
            Self::Rules { .. } => "rules",
            Self::Draw(_) => "draw",
            Self::Check(_) => "check",
            Self::Match(_) => "match",
            Self::Merge(_) => "merge",
            Self::Replay(_) => "replay",
            Self::Report(_) => "report",
            Self::Tune(_) => "tune",
            Self::Completions { .. } => "completions",
            Self::Man { .. } => "man",
        }
    }
}

/// What is counted.
#[derive(Args)]
pub(super) struct PerftArguments {
    #[command(flatten)]
    pub(super) board: BoardArguments,
    /// The length
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) depth: u32,
}
