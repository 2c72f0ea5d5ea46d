//! What a record says about the match it belongs to, in a line before its games: everything that parts of a match must have in
//! common, so that they can be merged by someone who was not there.

use super::limit::ThinkLimit;
use super::opening::{Ground, Openings, RandomOpenings};
use super::plan::Plan;
use super::ratings::Anchor;
use super::reader::MANIFEST;
use super::schedule::{Schedule, Tournament};
use super::seat::Patience;
use super::shard::Shard;
use super::spec::Contestant;
use super::sprt::Sprt;
use crate::arguments::size_for;
use crate::token::Token;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;
use thiserror::Error;

/// What is wrong with what a record says about its match.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ManifestError {
    /// It cannot be read.
    #[error("the manifest cannot be read: {0}")]
    Unreadable(String),
    /// Something in it cannot be.
    #[error("the manifest says {field} {value}, which cannot be")]
    Field {
        /// What it is about.
        field: &'static str,
        /// What it says.
        value: Token,
    },
    /// It is about another match.
    #[error("it is the record of another match: its {field} is {found}, and here it would be {expected}")]
    Other {
        /// In what it differs.
        field: String,
        /// What it is there.
        found: Token,
        /// What it is here.
        expected: Token,
    },
}

/// An engine as the manifest describes it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct EngineManifest {
    name: String,
    /// The command as it was given; empty for the tern that played the match.
    command: Vec<String>,
    /// The fingerprint of the program.
    program: String,
    options: Vec<(String, String)>,
    limit: String,
}

impl EngineManifest {
    pub(super) fn new(contestant: &Contestant, program: String) -> Self {
        Self {
            name: contestant.name.clone(),
            command: contestant.command.clone(),
            program,
            options: contestant.options.clone(),
            limit: contestant.limit.to_string(),
        }
    }

    fn contestant(&self) -> Result<Contestant, ManifestError> {
        let limit = self.limit.parse::<ThinkLimit>().map_err(|_| impossible("limit", &self.limit))?;
        Ok(Contestant {
            name: self.name.clone(),
            command: self.command.clone(),
            program: PathBuf::new(),
            arguments: Vec::new(),
            options: self.options.clone(),
            limit,
        })
    }
}

/// How games begin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum OpeningsManifest {
    /// With so many random moves.
    Plies(u16),
    /// As in a file with this fingerprint.
    File(String),
}

/// The number of this format.
const FORMAT: u32 = 1;

/// More engines than anybody has; a schedule of them would still fit into memory.
const MOST_ENGINES: usize = 1000;

/// Everything that makes a match the match it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Manifest {
    format: u32,
    /// The version of the referee.
    tern: String,
    game: String,
    size: Option<usize>,
    engines: Vec<EngineManifest>,
    tournament: String,
    /// Games for each pairing.
    games: u32,
    openings: OpeningsManifest,
    seed: u64,
    max_plies: u32,
    margin_ms: u64,
    patience_ms: u64,
    sprt: Option<Sprt>,
    pub(super) shard: Shard,
    /// Where it was played; parts may differ in this.
    pub(super) machine: Option<String>,
}

impl Manifest {
    pub(super) fn new(
        plan: &Plan,
        engines: Vec<EngineManifest>,
        tournament: Tournament,
        openings: OpeningsManifest,
    ) -> Self {
        Self {
            format: FORMAT,
            tern: env!("CARGO_PKG_VERSION").into(),
            game: plan.ground.kind.to_string(),
            size: plan.ground.board_size,
            engines,
            tournament: tournament.to_string(),
            games: plan.schedule.games_each as u32,
            openings,
            seed: plan.seed,
            max_plies: plan.max_plies,
            margin_ms: plan.patience.margin.as_millis() as u64,
            patience_ms: plan.patience.silence.as_millis() as u64,
            sprt: plan.sprt,
            shard: plan.shard,
            machine: machine(),
        }
    }

    pub(super) fn read(text: &str) -> Result<Self, ManifestError> {
        serde_json::from_str(text).map_err(|error| ManifestError::Unreadable(error.to_string()))
    }

    fn json(&self) -> Value {
        // Strings, numbers and lists can always be written.
        serde_json::to_value(self).unwrap_or_default()
    }

    /// The line that stands before the games, and an empty one.
    pub(super) fn line(&self) -> String {
        format!("{MANIFEST}{}\n\n", self.json())
    }

    /// Whether the text of a manifest says just this.
    pub(super) fn is(&self, text: &str) -> bool {
        Self::read(text).is_ok_and(|other| other == *self)
    }

    /// The same for the match in one piece, wherever it was played.
    pub(super) fn of_the_whole(&self) -> Self {
        Self { shard: Shard::WHOLE, machine: None, ..self.clone() }
    }

    /// Checks that a record is of the same programs and the same part. Everything else is said by its games, and a match may
    /// be gone on with for longer than was planned.
    pub(super) fn check_resumed(&self, text: &str) -> Result<(), ManifestError> {
        let other = Self::read(text)?;
        let programs =
            |manifest: &Self| manifest.engines.iter().map(|engine| engine.program.clone()).collect::<Vec<_>>();
        let facts = |manifest: &Self| {
            serde_json::json!({
                "shard": manifest.shard,
                "version of tern": manifest.tern,
                "program of the engines": programs(manifest),
            })
        };
        first_difference("", &facts(&other), &facts(self))
    }

    /// Checks that another manifest is of the same match, perhaps another part of it.
    pub(super) fn check_merged(&self, other: &Self) -> Result<(), ManifestError> {
        let facts = |manifest: &Self| {
            Self { shard: Shard { number: 1, ..manifest.shard }, machine: None, ..manifest.clone() }.json()
        };
        first_difference("", &facts(other), &facts(self))
    }

    /// The match as it was planned, for somebody who counts its games and plays none.
    pub(super) fn plan(&self) -> Result<Plan, ManifestError> {
        if self.format != FORMAT {
            return Err(impossible("format", &self.format.to_string()));
        }
        let kind = self.game.parse().map_err(|_| impossible("game", &self.game))?;
        let ground = Ground { kind, board_size: self.size };
        let tournament: Tournament = self.tournament.parse().map_err(|_| impossible("tournament", &self.tournament))?;
        if !(2..=MOST_ENGINES).contains(&self.engines.len()) {
            return Err(impossible("engines", &self.engines.len().to_string()));
        }
        if let Some(size) = self.size {
            let known = u8::try_from(size).ok().filter(|size| size_for(kind, Some(*size)).is_ok());
            known.ok_or_else(|| impossible("size", &size.to_string()))?;
        }
        let schedule = Schedule::new(tournament.pairings(self.engines.len()), self.games as usize);
        let Shard { number, of } = self.shard;
        if !(1..=of).contains(&number) || of > schedule.pairs() {
            return Err(impossible("shard", &format!("{number}/{of}")));
        }
        Ok(Plan {
            ground,
            contestants: self.engines.iter().map(EngineManifest::contestant).collect::<Result<_, _>>()?,
            schedule,
            openings: match self.openings {
                OpeningsManifest::Plies(plies) => {
                    Openings::Random(Box::new(Mutex::new(RandomOpenings::new(ground, plies.into(), self.seed))))
                }
                OpeningsManifest::File(_) => Openings::Elsewhere,
            },
            seed: self.seed,
            max_plies: self.max_plies,
            patience: Patience {
                margin: Duration::from_millis(self.margin_ms),
                silence: Duration::from_millis(self.patience_ms),
            },
            concurrency: 1,
            sprt: self.sprt,
            shard: Shard::WHOLE,
            anchor: Anchor::Mean,
        })
    }
}

fn impossible(field: &'static str, value: &str) -> ManifestError {
    ManifestError::Field { field, value: value.into() }
}

/// Where two texts of JSON differ first.
pub(crate) fn first_difference(field: &str, found: &Value, expected: &Value) -> Result<(), ManifestError> {
    let within = |key: &str| if field.is_empty() { key.into() } else { format!("{field}.{key}") };
    match (found, expected) {
        (Value::Object(found), Value::Object(expected)) => expected.iter().try_for_each(|(key, expected)| {
            first_difference(&within(key), found.get(key).unwrap_or(&Value::Null), expected)
        }),
        (Value::Array(found), Value::Array(expected)) => {
            first_difference(&format!("number of {field}"), &found.len().into(), &expected.len().into())?;
            let mut both = found.iter().zip(expected).enumerate();
            both.try_for_each(|(i, (found, expected))| first_difference(&format!("{field}[{i}]"), found, expected))
        }
        _ if found == expected => Ok(()),
        _ => {
            let shown = |value: &Value| match value {
                Value::String(text) => Token::from(text.as_str()),
                other => Token::from(other.to_string().as_str()),
            };
            Err(ManifestError::Other { field: field.into(), found: shown(found), expected: shown(expected) })
        }
    }
}

/// What this machine is called.
fn machine() -> Option<String> {
    #[cfg(unix)]
    let name = nix::unistd::gethostname().ok().and_then(|name| name.into_string().ok());
    #[cfg(not(unix))]
    let name = std::env::var("COMPUTERNAME").ok();
    name.filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn manifest() -> Manifest {
        let engine = |name: &str| EngineManifest {
            name: name.into(),
            command: vec![],
            program: "fnv1a-0".into(),
            options: vec![("Hash".into(), "1".into())],
            limit: "nodes 100".into(),
        };
        Manifest {
            format: FORMAT,
            tern: "0.1.0".into(),
            game: "wali".into(),
            size: None,
            engines: vec![engine("a"), engine("b")],
            tournament: "round-robin".into(),
            games: 8,
            openings: OpeningsManifest::Plies(4),
            seed: 1,
            max_plies: 500,
            margin_ms: 200,
            patience_ms: 60_000,
            sprt: Some(Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }),
            shard: Shard { number: 2, of: 4 },
            machine: Some("here".into()),
        }
    }

    fn text(manifest: &Manifest) -> String {
        manifest.line().trim_start_matches(MANIFEST).trim_end().into()
    }

    #[test]
    fn what_is_written_can_be_read() {
        assert_eq!(Manifest::read(&text(&manifest())), Ok(manifest()));
        assert!(manifest().is(&text(&manifest())));
        assert_eq!(manifest().plan().unwrap().schedule.len(), 8);
    }

    #[test]
    fn parts_of_one_match_differ_in_number_and_machine_alone() {
        let other = Manifest { shard: Shard { number: 1, of: 4 }, machine: None, ..manifest() };
        assert_eq!(manifest().check_merged(&other), Ok(()));
        let mut options = manifest();
        options.engines[1].options[0].1 = "2".into();
        let mut limit = manifest();
        limit.engines[0].limit = "nodes 101".into();
        for (other, message) in [
            (options, "its engines[1].options[0][1] is '2', and here it would be '1'"),
            (limit, "its engines[0].limit is 'nodes 101', and here it would be 'nodes 100'"),
            (Manifest { seed: 7, ..manifest() }, "its seed is '7', and here it would be '1'"),
            (Manifest { sprt: None, ..manifest() }, "its sprt is 'null', and here it would be"),
            (Manifest { shard: Shard { number: 2, of: 5 }, ..manifest() }, "its shard.of is '5'"),
            (Manifest { openings: OpeningsManifest::File("x".into()), ..manifest() }, "its openings.plies is 'null'"),
        ] {
            let error = manifest().check_merged(&other).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn other_programs_do_not_go_on_with_a_match() {
        let mut other = manifest();
        other.games = 100;
        assert_eq!(manifest().check_resumed(&text(&other)), Ok(()), "it may be longer");
        other.engines[0].program = "fnv1a-1".into();
        let error = manifest().check_resumed(&text(&other)).unwrap_err().to_string();
        assert!(error.contains("its program of the engines[0] is 'fnv1a-1', and here"), "{error}");
    }

    #[test]
    fn manifests_that_cannot_be_are_refused() {
        assert!(matches!(Manifest::read("{"), Err(ManifestError::Unreadable(_))));
        for (wrong, message) in [
            (Manifest { format: 2, ..manifest() }, "the manifest says format '2', which cannot be"),
            (Manifest { game: "go".into(), ..manifest() }, "game 'go'"),
            (Manifest { engines: vec![], ..manifest() }, "engines '0'"),
            (Manifest { shard: Shard { number: 0, of: 0 }, ..manifest() }, "shard '0/0'"),
        ] {
            let error = wrong.plan().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn what_cannot_be_planned_is_refused() {
        let shard = |number, of| Manifest { shard: Shard { number, of }, ..manifest() };
        let wrong_limit = || {
            let mut wrong = manifest();
            wrong.engines[1].limit = "speed 9".into();
            wrong
        };
        for (wrong, message) in [
            (shard(5, 4), "shard '5/4'"),
            (shard(1, 5), "shard '1/5'"),
            (Manifest { tournament: "knockout".into(), ..manifest() }, "tournament 'knockout'"),
            (Manifest { engines: vec![manifest().engines[0].clone()], ..manifest() }, "engines '1'"),
            (Manifest { size: Some(6), ..manifest() }, "size '6'"),
            (Manifest { size: Some(300), game: "waldmeister".into(), ..manifest() }, "size '300'"),
            (wrong_limit(), "limit 'speed 9'"),
        ] {
            let error = wrong.plan().unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        }
        assert!(shard(4, 4).plan().is_ok(), "four pairs, four parts");
        assert!(Manifest { size: Some(6), game: "waldmeister".into(), ..manifest() }.plan().is_ok());
    }

    #[test]
    fn the_whole_is_played_nowhere_in_particular() {
        let whole = manifest().of_the_whole();
        assert_eq!((whole.shard, whole.machine.clone()), (Shard::WHOLE, None));
        assert!(!whole.is(&text(&manifest())) && whole.is(&text(&whole)) && !whole.is("{"));
        #[cfg(unix)]
        assert_eq!(machine(), nix::unistd::gethostname().ok().and_then(|name| name.into_string().ok()));
    }

    #[test]
    fn the_first_difference_is_named() {
        let differs = |found: Value, expected: Value| first_difference("x", &found, &expected).unwrap_err().to_string();
        let json = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let here = "it is the record of another match: its";
        assert_eq!(
            differs(json("[1]"), json("[1, 2]")),
            format!("{here} number of x is '1', and here it would be '2'")
        );
        assert_eq!(differs(json("[1, 3]"), json("[1, 2]")), format!("{here} x[1] is '3', and here it would be '2'"));
        assert_eq!(differs(json("{}"), json(r#"{"y": 1}"#)), format!("{here} x.y is 'null', and here it would be '1'"));
        assert_eq!(first_difference("", &json(r#"{"a": [{}]}"#), &json(r#"{"a": [{}]}"#)), Ok(()));
    }
}
