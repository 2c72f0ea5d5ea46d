//! The nine kinds of trees: a height and a colour each.

use std::fmt;

/// How tall a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Height {
    /// `s`
    Small,
    /// `m`
    Medium,
    /// `t`
    Tall,
}

impl Height {
    /// All heights, in order.
    pub const ALL: [Self; 3] = [Self::Small, Self::Medium, Self::Tall];

    /// A number below 3.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The letter that stands for this height in texts.
    pub const fn letter(self) -> char {
        match self {
            Self::Small => 's',
            Self::Medium => 'm',
            Self::Tall => 't',
        }
    }

    /// The word for it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Small => "small",
            Self::Medium => "medium",
            Self::Tall => "tall",
        }
    }
}

/// The colour of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// `l`
    Light,
    /// `g`
    Green,
    /// `d`
    Dark,
}

impl Colour {
    /// All colours, in order.
    pub const ALL: [Self; 3] = [Self::Light, Self::Green, Self::Dark];

    /// A number below 3.
    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    /// The letter that stands for this colour in texts.
    pub const fn letter(self) -> char {
        match self {
            Self::Light => 'l',
            Self::Green => 'g',
            Self::Dark => 'd',
        }
    }

    /// The word for it.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Green => "green",
            Self::Dark => "dark",
        }
    }
}

/// A kind of tree. Its `Display` is its two letters, as in `sl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tree {
    /// What one player scores.
    pub height: Height,
    /// What the other player scores.
    pub colour: Colour,
}

impl Tree {
    /// How many kinds there are.
    pub(crate) const KINDS: usize = 9;

    /// All kinds, in the order in which hands are written: `sl sg sd ml mg md tl tg td`.
    pub const ALL: [Self; Self::KINDS] = {
        let mut all = [Self { height: Height::Small, colour: Colour::Light }; Self::KINDS];
        let mut i = 0;
        while i < Self::KINDS {
            all[i] = Self { height: Height::ALL[i / 3], colour: Colour::ALL[i % 3] };
            i += 1;
        }
        all
    };

    /// The place of this kind in [`ALL`](Self::ALL).
    pub(crate) const fn index(self) -> usize {
        self.height.index() * 3 + self.colour.index()
    }
}

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.height.letter(), self.colour.letter())
    }
}
