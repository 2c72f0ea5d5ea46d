//! The engines that a page can choose from.

use crate::client::EngineCommand;
use crate::matches::{EngineSpec, ThinkLimit};
use crate::protocol::Command;
use crate::token::Token;
use std::path::Path;
use thiserror::Error;

/// The engine that is always there.
const OWN_NAME: &str = "tern";

/// An engine by its name.
#[derive(Clone, Debug)]
pub(super) struct Offered {
    pub(super) name: String,
    pub(super) command: EngineCommand,
    /// The lines that set its options, before the page says anything.
    pub(super) options: Vec<String>,
}

/// Why an engine of the command line cannot be offered.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RosterError {
    /// Two of the same name.
    #[error("there are two engines with the name {0}")]
    Twice(Token),
    /// A name is how the page asks for it.
    #[error("every engine needs a name, as in name=old cmd=\"./old\"")]
    Nameless,
    /// How long to think is chosen on the page.
    #[error("{0} has a limit, but how long engines think is chosen on the page")]
    Limited(Token),
}

/// tern itself, and the engines of the command line.
pub(super) fn roster(specs: &[EngineSpec], tern: &Path) -> Result<Vec<Offered>, RosterError> {
    let own = Offered { name: OWN_NAME.into(), command: EngineCommand::new(tern), options: vec![] };
    let mut roster = vec![own];
    for spec in specs {
        let name = spec.name.clone().ok_or(RosterError::Nameless)?;
        if spec.limit != ThinkLimit::default() {
            return Err(RosterError::Limited(name.as_str().into()));
        }
        if roster.iter().any(|other| other.name == name) {
            return Err(RosterError::Twice(name.as_str().into()));
        }
        let command = EngineCommand::from_words(&spec.command).unwrap_or_else(|| EngineCommand::new(tern));
        let set = |(name, value): &(String, String)| Command::set_option(name, value).to_string();
        roster.push(Offered { name, command, options: spec.options.iter().map(set).collect() });
    }
    Ok(roster)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(specs: &[&str]) -> Result<Vec<String>, RosterError> {
        let specs: Vec<EngineSpec> = specs.iter().map(|text| text.parse().unwrap()).collect();
        Ok(roster(&specs, Path::new("/bin/tern"))?.into_iter().map(|one| one.name).collect())
    }

    #[test]
    fn tern_is_always_there() {
        assert_eq!(names(&[]).unwrap(), ["tern"]);
        assert_eq!(
            names(&["name=old cmd=./old", "name=greedy option.Level=greedy"]).unwrap(),
            ["tern", "old", "greedy"]
        );
    }

    #[test]
    fn an_engine_has_a_name_of_its_own_and_no_limit() {
        for (spec, message) in [
            ("cmd=./old", "every engine needs a name, as in name=old cmd=\"./old\""),
            ("name=tern", "there are two engines with the name 'tern'"),
            ("name=x nodes=5", "'x' has a limit, but how long engines think is chosen on the page"),
        ] {
            assert_eq!(names(&[spec]).unwrap_err().to_string(), message);
        }
    }

    #[test]
    fn options_are_set_before_the_page_speaks() {
        let spec = "name=greedy option.Level=greedy".parse().unwrap();
        assert_eq!(roster(&[spec], Path::new("tern")).unwrap()[1].options, ["setoption name Level value greedy"]);
    }
}
