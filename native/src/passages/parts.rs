//! What a sweep is given and what it gives.

use std::borrow::Cow;

use super::{Container, Kind};
use crate::attributes::AttributeColumns;
use crate::limits::Tripped;
use crate::names::NameId;

/// The columns of a page that passages are made of.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub nth: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub block_first: &'page [i32],
    pub attributes: &'page AttributeColumns,
}

impl<'page> Columns<'page> {
    pub(super) fn text(&self, row: usize) -> &'page str {
        let bytes = &self.text[self.text_start[row] as usize..self.text_end[row] as usize];
        str::from_utf8(bytes).unwrap_or_default()
    }

    pub(super) fn attribute(&self, row: usize, name: NameId) -> &'page str {
        self.attributes.of(row).find(|&(own, _)| own == name).map_or("", |(_, value)| value)
    }
}

/// What is shown, and how.
pub struct Shown<'page> {
    pub mask: &'page [bool],
    pub root: usize,
    /// Rows of the tables that hold data, and of elements that are left out; both rise.
    pub tables: &'page [i64],
    pub noise: &'page [i64],
    pub links: bool,
    /// What addresses from the root are appended to.
    pub origin: &'page str,
    /// Whether passages are wanted as lines of Markdown where they are plain.
    pub lines: bool,
}

/// What only Python knows of a row.
pub trait Ask {
    type Error;
    /// The address of a link, empty where it leads nowhere.
    fn link(&mut self, row: usize) -> Result<String, Self::Error>;
    /// Whether a link in a heading is only the sign that leads to it.
    fn is_anchor(&mut self, row: usize, heading: usize) -> Result<bool, Self::Error>;
    /// Whether a table is code.
    fn is_code(&mut self, row: usize) -> Result<bool, Self::Error>;
    /// Of an image its description, its address and what tells it from others; empty addresses for none.
    fn image(&mut self, row: usize) -> Result<(String, String, String), Self::Error>;
}

/// Why there are no passages.
pub enum Stop<Error> {
    /// The page needs the twin.
    Twin,
    Tripped(Tripped),
    Asked(Error),
}

impl<Error> From<Tripped> for Stop<Error> {
    fn from(tripped: Tripped) -> Self {
        Stop::Tripped(tripped)
    }
}

/// A stretch of inline content; `marks` is a place in `Composed::marks`.
pub enum Piece<'page> {
    Text(Cow<'page, str>, u32),
    Break(u32),
    Image { alt: String, address: String, marks: u32 },
    Rule,
}

/// Lines of Markdown, or what they are made of.
pub enum Body<'page> {
    Lines(Vec<String>),
    Pieces(Vec<Piece<'page>>),
}

pub struct Passage<'page> {
    /// A place in `Composed::paths`.
    pub path: u32,
    pub row: i64,
    pub body: Body<'page>,
}

/// A mark and the marks around it.
pub struct Mark {
    pub around: u32,
    pub kind: Kind,
    pub value: String,
}

/// The passages, and what they refer to. The first path and the first marks are empty.
pub struct Composed<'page> {
    pub passages: Vec<Passage<'page>>,
    pub containers: Vec<Container>,
    pub paths: Vec<(u32, u32)>,
    pub marks: Vec<Mark>,
}
