//! What a sweep is given and what it gives.
//!
//! What elements are to a renderer: a container of a role, a mark of a kind, a boundary.
//!
//! Characters that a reader never sees: soft hyphens, control characters, marks of byte order.

use std::borrow::Cow;

use super::Container;
use super::paths::Role;
use crate::safe_addresses::origin_of;
use html::names::NameId;
use html::names::name::*;

/// What is wanted of the kept blocks.
#[derive(Default)]
pub struct Wanted {
    pub links: bool,
    pub images: bool,
    /// Whether the captions of pictures are written.
    pub captions: bool,
    /// Whether footnotes are told from other lists.
    pub notes: bool,
    /// Whether the readings of characters are written.
    pub readings: bool,
    /// Whether passages are wanted as lines of Markdown.
    pub lines: bool,
    /// The URL of the page, what relative addresses are joined with, and what addresses from the root are appended to.
    pub url: String,
    pub base: String,
    pub origin: String,
}

impl Wanted {
    /// What of addresses alone, which are joined with a base.
    pub fn addresses(base: String) -> Self {
        Wanted { origin: origin_of(&base), base, ..Wanted::default() }
    }
}

/// The rows that are shown. `mask` marks them and all that they stand in; `root` is the row they all lie under.
#[derive(Default)]
pub struct Shown {
    pub mask: Vec<bool>,
    pub root: usize,
    /// The blocks that are shown: those kept, with captions or without.
    pub keep: Vec<i64>,
    /// Rows of the pictures with their addresses, which rise.
    pub pictures: Vec<(usize, String)>,
    /// Rows of the tables that hold data, and of elements that are left out; both rise.
    pub tables: Vec<usize>,
    pub noise: Vec<usize>,
    /// In order, without overlap; and the rows of kept texts that they stand for, which rise.
    pub formulas: Vec<Formula>,
    pub replaced: Vec<usize>,
    pub notes: Notes,
}

/// A formula: the rows that show it in one way or another, and its LaTeX.
pub struct Formula {
    pub start: usize,
    pub end: usize,
    pub latex: String,
    /// Whether it stands on lines of its own.
    pub display: bool,
    /// The spaces that its wrapper holds beside it.
    pub before: String,
    pub after: String,
}

/// Footnotes: rows with their labels, which rise.
#[derive(Default)]
pub struct Notes {
    /// The links that refer to one.
    pub references: Vec<(usize, String)>,
    /// The elements that hold one.
    pub notes: Vec<(usize, String)>,
    /// Those that stand in the sentence they belong to.
    pub inline: Vec<(usize, String)>,
    /// The links back to a reference, with the signs around them.
    pub left_out: Vec<usize>,
    /// The labels of references, sorted.
    pub referred: Vec<String>,
}

impl Notes {
    /// Whether a link refers to the note of a label.
    pub(super) fn is_referred(&self, label: &str) -> bool {
        self.referred.binary_search_by(|own| own.as_str().cmp(label)).is_ok()
    }
}

/// The label of a row.
pub(super) fn label_at(labels: &[(usize, String)], row: usize) -> Option<&str> {
    if labels.is_empty() {
        return None; // as on most pages
    }
    labels.binary_search_by_key(&row, |(own, _)| *own).ok().map(|place| labels[place].1.as_str())
}

/// Where a passage stands: what may begin a line there, and how a line ends.
#[derive(Clone, Copy, PartialEq)]
pub enum Setting {
    Flow,
    /// Of a level.
    Heading(usize),
    /// All passages of a cell end up on one line, so there every sign may find a partner.
    Cell,
    /// A term or a summary, which is bold as a whole.
    Bold,
}

/// A stretch of inline content; `marks` is a place in `Composed::marks`.
#[derive(Clone)]
pub enum Piece<'page> {
    Text(Cow<'page, str>, u32),
    Break(u32),
    Image {
        alt: String,
        address: String,
        marks: u32,
    },
    Formula {
        latex: &'page str,
        marks: u32,
        display: bool,
    },
    /// A reference to a note, by its label.
    Note(&'page str),
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
    /// Of code the language, of a note its label, of an item the box of a task; by the containers, which rise.
    pub labels: Vec<(u32, String)>,
}

impl Composed<'_> {
    /// The label of the container that a path leads to.
    pub(super) fn label(&self, path: u32) -> &str {
        label_of(&self.labels, self.paths[path as usize].1)
    }
}

/// The label of a container.
pub(super) fn label_of(labels: &[(u32, String)], container: u32) -> &str {
    labels.binary_search_by_key(&container, |(own, _)| *own).map_or("", |place| &labels[place].1)
}

/// The kinds of marks by number.
pub const MARKS: &[&str] =
    &["strong", "emphasis", "strike", "code", "sub", "sup", "quotation", "abbr", "time", "mark", "link"];

/// What an inline element does to its text.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Strong,
    Emphasis,
    Strike,
    Code,
    Sub,
    Sup,
    Quotation,
    Abbr,
    Time,
    Mark,
    Link,
}

impl Kind {
    /// All of them, by number.
    pub const ALL: [Kind; MARKS.len()] = [
        Kind::Strong,
        Kind::Emphasis,
        Kind::Strike,
        Kind::Code,
        Kind::Sub,
        Kind::Sup,
        Kind::Quotation,
        Kind::Abbr,
        Kind::Time,
        Kind::Mark,
        Kind::Link,
    ];
}

/// What an element is.
pub(super) enum Meaning {
    Nothing,
    Text,
    Break,
    Image,
    Rule,
    /// A boundary that holds nothing together.
    Plain,
    Mark(Kind),
    /// A boundary, a container where it has a role.
    Block(Option<Role>),
    Code,
    Medium,
    Reading,
}

pub(super) fn meaning_of(tag: NameId) -> Meaning {
    match tag {
        TEXT => Meaning::Text,
        BR => Meaning::Break,
        IMG => Meaning::Image,
        HR => Meaning::Rule,
        PRE | LISTING | XMP | PLAINTEXT => Meaning::Code,
        VIDEO | AUDIO | IFRAME | EMBED | OBJECT => Meaning::Medium,
        RT | RP => Meaning::Reading,
        DIV | P | SECTION | ARTICLE | MAIN | HEADER | FOOTER | NAV | ASIDE | FORM | CENTER | TBODY | THEAD => {
            Meaning::Plain
        }
        HTML | HEAD | BODY | HGROUP | ADDRESS | SEARCH | DIALOG | COLGROUP | COL | TFOOT | FIELDSET | LEGEND
        | BUTTON | SELECT | OPTION | OPTGROUP | TEXTAREA | FRAMESET | MARQUEE => Meaning::Block(None),
        _ => mark_of(tag)
            .map(Meaning::Mark)
            .or_else(|| role_of(tag).map(|role| Meaning::Block(Some(role))))
            .unwrap_or(Meaning::Nothing),
    }
}

fn mark_of(tag: NameId) -> Option<Kind> {
    Some(match tag {
        B | STRONG => Kind::Strong,
        I | EM | CITE | DFN | VAR => Kind::Emphasis,
        S | STRIKE | DEL => Kind::Strike,
        CODE | TT | KBD | SAMP => Kind::Code,
        SUB => Kind::Sub,
        SUP => Kind::Sup,
        Q => Kind::Quotation,
        ABBR => Kind::Abbr,
        TIME => Kind::Time,
        MARK => Kind::Mark,
        A => Kind::Link,
        _ => return None,
    })
}

fn role_of(tag: NameId) -> Option<Role> {
    Some(match tag {
        UL | OL | MENU | DIR => Role::List,
        LI => Role::Item,
        BLOCKQUOTE => Role::Quote,
        H1 | H2 | H3 | H4 | H5 | H6 => Role::Heading,
        TABLE => Role::Table,
        TR => Role::Row,
        TD | TH => Role::Cell,
        CAPTION => Role::Caption,
        DL => Role::Terms,
        DT => Role::Term,
        DD => Role::Definition,
        FIGURE => Role::Figure,
        FIGCAPTION => Role::Figcaption,
        DETAILS => Role::Details,
        SUMMARY => Role::Summary,
        _ => return None,
    })
}

/// A text without soft hyphens, controls that are no white space and marks of byte order.
pub fn without_controls(text: &str) -> Cow<'_, str> {
    let is_control = |sign: char| matches!(sign, '\0'..='\x08' | '\x0b' | '\x0e'..='\x1f' | '\x7f'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{ad}' | '\u{feff}');
    let may_have = |byte: &u8| *byte < 9 || matches!(byte, 11 | 14..=31 | 0x7f | 0xc2 | 0xef);
    if !text.bytes().any(|byte| may_have(&byte)) || !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().filter(|&sign| !is_control(sign)).collect())
}
