//! What is said about an engine on the command line: `name=old cmd="./old --quiet" option.Hash=16 nodes=1000`.

use super::limit::ThinkLimit;
use crate::token::Token;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// An engine that takes part in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// What it is called in reports; made up if left out.
    pub name: Option<String>,
    /// The program and its arguments; tern itself if empty.
    pub command: Vec<String>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// Its own limits; those of the match if there are none.
    pub limit: ThinkLimit,
}

/// Why the description of an engine was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// A quotation mark without its partner.
    #[error("{0}: a quotation mark is not closed")]
    Quotes(Token),
    /// A word that sets nothing.
    #[error("{0} is not of the form key=value; the keys are name, cmd, tc, movetime, nodes, depth and option.NAME")]
    NotAPair(Token),
    /// An unknown key.
    #[error("unknown key {0}; expected name, cmd, tc, movetime, nodes, depth or option.NAME")]
    Key(Token),
    /// A value that makes no sense.
    #[error("{key} cannot be {value}: {expected}")]
    Value {
        /// What was to be set.
        key: &'static str,
        /// What was given.
        value: Token,
        /// What would be right.
        expected: String,
    },
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        for word in shlex::split(text).ok_or_else(|| SpecError::Quotes(text.into()))? {
            let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NotAPair(word.as_str().into()))?;
            spec.set(key, value)?;
        }
        Ok(spec)
    }
}

impl EngineSpec {
    fn set(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        let refuse = |key, expected: &str| SpecError::Value { key, value: value.into(), expected: expected.into() };
        let number = |key| match value.parse::<u64>() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(refuse(key, "expected a whole number from 1 on")),
        };
        match key {
            "name" if value.is_empty() || word_has_control(value) => {
                return Err(refuse("name", "expected something to print"));
            }
            "name" => self.name = Some(value.into()),
            "cmd" => match shlex::split(value) {
                Some(words) if !words.is_empty() => self.command = words,
                _ => return Err(refuse("cmd", "expected a program and its arguments")),
            },
            "tc" => self.limit.tc = Some(value.parse().map_err(|error| refuse("tc", &format!("{error}")))?),
            "movetime" => self.limit.movetime = Some(number("movetime")?),
            "nodes" => self.limit.nodes = Some(number("nodes")?),
            "depth" => {
                let depth = number("depth")?.try_into();
                self.limit.depth = Some(depth.map_err(|_| refuse("depth", "expected a smaller number"))?);
            }
            _ => match key.strip_prefix("option.") {
                Some(_) if word_has_control(key) || word_has_control(value) => {
                    return Err(refuse("option", "expected a name and a value on one line"));
                }
                Some(name) if !name.is_empty() => self.options.push((name.into(), value.into())),
                _ => return Err(SpecError::Key(key.into())),
            },
        }
        Ok(())
    }

    /// The name the engine has by itself: that of its program.
    fn own_name(&self) -> String {
        let program = self.command.first().map(Path::new).and_then(Path::file_stem);
        program.map_or_else(|| "tern".into(), |stem| stem.to_string_lossy().escape_debug().to_string())
    }
}

/// Whether a word would be more than one line, or more than text.
fn word_has_control(word: &str) -> bool {
    word.chars().any(char::is_control)
}

/// An engine ready to be started: every question about it answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contestant {
    /// What it is called; no other in the match has this name.
    pub(super) name: String,
    /// The command as it was given; empty for this tern.
    pub(super) command: Vec<String>,
    /// The program.
    pub(super) program: PathBuf,
    /// The arguments of the program.
    pub(super) arguments: Vec<String>,
    /// Options to set, in this order.
    pub(super) options: Vec<(String, String)>,
    /// When its searches end.
    pub(super) limit: ThinkLimit,
}

/// Completes what was said of the engines: `tern` is the program of those that have none, and the opponent if there is
/// none; `limit` holds for those that have none of their own. Engines of the same name are numbered.
pub(super) fn contestants(specs: &[EngineSpec], tern: &Path, limit: ThinkLimit) -> Vec<Contestant> {
    let missing = 2_usize.saturating_sub(specs.len());
    let specs = specs.iter().cloned().chain((0..missing).map(|_| EngineSpec::default()));
    let mut all: Vec<Contestant> = Vec::new();
    for spec in specs {
        let wanted = spec.name.clone().unwrap_or_else(|| spec.own_name());
        let numbered = (2..).map(|n| format!("{wanted}-{n}"));
        let free = |name: &String| all.iter().all(|other| other.name != *name);
        let name = std::iter::once(wanted.clone()).chain(numbered).find(free).unwrap_or(wanted);
        let program = spec.command.first().map_or_else(|| tern.to_path_buf(), PathBuf::from);
        let arguments = spec.command.iter().skip(1).cloned().collect();
        let limit = spec.limit.or(limit);
        all.push(Contestant { name, command: spec.command, program, arguments, options: spec.options, limit });
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_can_be_said() {
        let spec: EngineSpec =
            r#"name="old one" cmd="./old --book 'a b'" option.Hash=16 'option.Clear Hash=' tc=1+0.5 nodes=7 depth=3"#
                .parse()
                .unwrap();
        assert_eq!(spec.name.as_deref(), Some("old one"));
        assert_eq!(spec.command, ["./old", "--book", "a b"]);
        assert_eq!(spec.options, [("Hash".into(), "16".into()), ("Clear Hash".into(), String::new())]);
        assert_eq!(spec.limit.to_string(), "tc 1+0.5 nodes 7 depth 3");
    }

    #[test]
    fn mistakes_are_explained() {
        let keys = "name, cmd, tc, movetime, nodes, depth";
        for (text, message) in [
            ("tern", format!("'tern' is not of the form key=value; the keys are {keys} and option.NAME")),
            ("path=x", format!("unknown key 'path'; expected {keys} or option.NAME")),
            ("name=\"x", r#"'name=\"x': a quotation mark is not closed"#.into()),
            ("nodes=0", "nodes cannot be '0': expected a whole number from 1 on".into()),
            ("cmd=", "cmd cannot be '': expected a program and its arguments".into()),
            ("option.=3", format!("unknown key 'option.'; expected {keys} or option.NAME")),
        ] {
            assert_eq!(text.parse::<EngineSpec>().unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn tern_plays_where_nobody_else_does() {
        let names = |specs: &[&str]| {
            let specs: Vec<EngineSpec> = specs.iter().map(|text| text.parse().unwrap()).collect();
            let all = contestants(&specs, Path::new("/bin/tern"), ThinkLimit::DEFAULT);
            all.into_iter().map(|one| one.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&[]), ["tern", "tern-2"]);
        assert_eq!(names(&["name=greedy option.Level=greedy"]), ["greedy", "tern"]);
        assert_eq!(names(&["cmd=./x.sh", "cmd=./x.sh", "name=x-2"]), ["x", "x-2", "x-2-2"]);
    }

    #[test]
    fn names_and_options_are_for_one_line() {
        for (text, message) in [
            ("name=", "name cannot be '': expected something to print"),
            ("'name=a\tb'", "name cannot be 'a\\tb': expected something to print"),
            ("'option.A\nB=1'", "option cannot be '1': expected a name and a value on one line"),
            ("'option.A=1\n2'", "option cannot be '1\\n2': expected a name and a value on one line"),
            ("tc=x", "tc cannot be 'x': time control 'x' must be seconds"),
            ("depth=4294967296", "depth cannot be '4294967296': expected a smaller number"),
            ("movetime=-1", "movetime cannot be '-1': expected a whole number from 1 on"),
        ] {
            let error = text.parse::<EngineSpec>().unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        }
        assert_eq!(
            "movetime=1 nodes=1 depth=1".parse::<EngineSpec>().unwrap().limit.to_string(),
            "movetime 1 nodes 1 depth 1"
        );
    }

    #[test]
    fn a_command_is_a_program_with_its_arguments() {
        let specs = ["cmd='./a.sh -x \"y z\"' nodes=5", "name=b"].map(|text| text.parse().unwrap());
        let limit = ThinkLimit { depth: Some(9), ..ThinkLimit::default() };
        let [a, b] = &contestants(&specs, Path::new("/bin/tern"), limit)[..] else { panic!("two engines") };
        assert_eq!(
            (a.name.as_str(), a.program.as_path(), a.limit.to_string()),
            ("a", Path::new("./a.sh"), "nodes 5".into())
        );
        assert_eq!(
            (&a.command[..], &a.arguments[..]),
            (&["./a.sh", "-x", "y z"].map(String::from)[..], &["-x", "y z"].map(String::from)[..])
        );
        assert_eq!((b.program.as_path(), b.limit.to_string()), (Path::new("/bin/tern"), "depth 9".into()));
        assert!(b.command.is_empty() && b.arguments.is_empty());
    }
}
