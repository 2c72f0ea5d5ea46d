//! `option name N type T …`: what can be set, and to what.

use crate::token::Token;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// An option as it is advertised.
///
/// ```
/// use tern::protocol::{OptionInfo, OptionType};
///
/// let option: OptionInfo = "option name Hash type spin default 64 min 1 max 65536".parse()?;
/// assert_eq!(option.name, "Hash");
/// assert_eq!(option.of_type, OptionType::Spin { default: 64, min: 1, max: 65536 });
/// # Ok::<(), tern::protocol::OptionInfoError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// Its name, which may hold blanks.
    pub name: String,
    /// What it can be.
    pub of_type: OptionType,
}

/// What an option can be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionType {
    /// True or false.
    Check {
        /// What it is to begin with.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// What it is to begin with.
        default: i64,
        /// The least allowed.
        min: i64,
        /// The most allowed.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// What it is to begin with.
        default: String,
        /// Everything it can be.
        vars: Vec<String>,
    },
    /// Something to do; has no value.
    Button,
    /// Any text.
    String {
        /// What it is to begin with.
        default: String,
    },
}

/// An `option` line that does not say what can be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionInfoError {
    /// No name where it should be.
    #[error("an option must have a name, not {0}")]
    NoName(Token),
    /// A type that there is not, or none.
    #[error("option {name} is of no known type, {found}")]
    Type {
        /// Which option.
        name: String,
        /// What was said.
        found: Token,
    },
}

/// The words between which the fields of an option stand.
const FIELDS: [&str; 5] = ["type", "default", "min", "max", "var"];

/// How an empty text is spelled.
const EMPTY: &str = "<empty>";

impl FromStr for OptionInfo {
    type Err = OptionInfoError;

    fn from_str(line: &str) -> Result<Self, OptionInfoError> {
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let ["option", "name", rest @ ..] = words.as_slice() else { return Err(OptionInfoError::NoName(line.into())) };
        let end = rest.iter().position(|word| *word == "type").unwrap_or(rest.len());
        let (name, rest) = (rest[..end].join(" "), &rest[end..]);
        if name.is_empty() {
            return Err(OptionInfoError::NoName(line.into()));
        }
        let fields = fields(rest);
        let field = |name| fields.iter().find(|(of, _)| *of == name).map_or("", |(_, value)| value);
        let number = |name, otherwise| field(name).parse().unwrap_or(otherwise);
        let text = |name| Some(field(name)).filter(|text| *text != EMPTY).unwrap_or_default().to_string();
        let of_type = match field("type") {
            "check" => OptionType::Check { default: field("default") == "true" },
            "spin" => OptionType::Spin {
                default: number("default", 0),
                min: number("min", i64::MIN),
                max: number("max", i64::MAX),
            },
            "combo" => OptionType::Combo {
                default: text("default"),
                vars: fields.iter().filter(|(name, _)| *name == "var").map(|(_, value)| value.clone()).collect(),
            },
            "button" => OptionType::Button,
            "string" => OptionType::String { default: text("default") },
            found => return Err(OptionInfoError::Type { name, found: found.into() }),
        };
        Ok(Self { name, of_type })
    }
}

/// Every field with what follows it up to the next.
fn fields<'a>(words: &[&'a str]) -> Vec<(&'a str, String)> {
    let mut fields: Vec<(&str, String)> = Vec::new();
    for word in words {
        if FIELDS.contains(word) {
            fields.push((word, String::new()));
        } else if let Some((_, value)) = fields.last_mut() {
            if !value.is_empty() {
                value.push(' ');
            }
            value.push_str(word);
        }
    }
    fields
}

impl fmt::Display for OptionInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type {}", self.name, self.of_type)
    }
}

impl fmt::Display for OptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { default } => write!(f, "check default {default}"),
            Self::Spin { default, min, max } => write!(f, "spin default {default} min {min} max {max}"),
            Self::Combo { default, vars } => {
                write!(f, "combo default {default}")?;
                vars.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Self::Button => f.write_str("button"),
            Self::String { default } if default.is_empty() => write!(f, "string default {EMPTY}"),
            Self::String { default } => write!(f, "string default {default}"),
        }
    }
}
