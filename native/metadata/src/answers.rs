//! Fields of metadata of which most pages leave no doubt: what they declare, or that they neither declare nor print any.
//!
//! In words: each field is answered as `_OWN` of `src/weft/metadata/page_fields.py` finds it, which is the twin; where
//! that would read something that this kernel reads otherwise, or not at all, the field is left to it.

use crate::author_names::Site;
use crate::candidates::{Candidate, More, SOURCES, Statement, field};
use crate::field_candidates::Declared;
use crate::lines::is_among;
use crate::near_title::Near;
use crate::questions::Answerer;
use crate::questions::Words;
use crate::usual_address::Base;
use html::names::NameId;
use html::page_view::PageView;
use text::chars::is_space;
use text::folding::lower;

const FREE: &str = "true yes free 1";
const LOCKED: &str = "false no 0 locked premium paid subscription";
const METERED: &str = "metered freemium";
/// A value with its row and source.
#[derive(Clone, Debug, PartialEq)]
pub struct One {
    pub value: String,
    pub row: i64,
    pub source: &'static str,
}

/// A value that leads somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Linked {
    pub one: One,
    pub url: String,
    pub kind: String,
}

/// What is said of a field. None: Python must find it.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Nothing,
    One(One),
    /// The same of a number.
    Number(One),
    Image(One, (u32, u32)),
    Link(Linked),
    Links(Vec<Linked>),
}

/// Answers by the names of their fields.
pub type Answers = Vec<(&'static str, Answer)>;

/// By their numbers the kinds of names and of addresses, and the relations, that answers ask for.
pub struct Kinds {
    pub relations: Vec<String>,
    pub names: KindsOf,
    pub addresses: KindsOf,
}

/// The numbers of kinds by name.
pub struct KindsOf(pub Vec<String>);

impl KindsOf {
    /// The number of a kind; one that is not known has no rows.
    pub fn number(&self, kind: &str) -> usize {
        self.0.iter().position(|own| own == kind).unwrap_or(usize::MAX)
    }
}

/// A page of which fields are asked.
pub struct Page<'page> {
    pub view: PageView<'page>,
    pub declared: &'page Declared,
    /// What stands near the title; none where that does not count.
    pub near: Option<&'page Near>,
    pub kinds: &'page Kinds,
    pub words: &'page Words,
    /// The title; as headings and the head tell it, with its row.
    pub title: &'page str,
    pub heading: (&'page str, i64),
    pub url: &'page str,
    pub base: Base<'page>,
    pub hreflang: Option<NameId>,
}

impl One {
    pub fn new(value: &str, row: i64, source: &'static str) -> One {
        One { value: value.to_owned(), row, source }
    }
}

impl<'page> Page<'page> {
    /// The candidates of a field.
    pub fn ranked(&self, name: &str) -> &'page [Candidate] {
        field(name).map_or(&[][..], |number| &self.declared.lists[number])
    }

    /// The rows of a relation.
    pub fn related(&self, name: &str) -> &'page [usize] {
        let number = self.kinds.relations.iter().position(|own| own == name);
        number.and_then(|number| self.declared.relations.get(number)).map_or(&[][..], Vec::as_slice)
    }

    /// What the site is called. None: Python must look.
    pub fn site(&self) -> Option<Site<'page>> {
        let name = match first_text(self.ranked("site_name")) {
            First::Text(text, _) => text,
            First::Nothing => "",
            First::Unsure => return None,
        };
        Some(Site { name, folded: &self.declared.sites })
    }

    /// The title as headings and the head tell it, else as data do. None: Python must look.
    pub fn whole_title(&self, source: &'static str) -> Option<Answer> {
        match self.heading {
            ("", _) => self.first("title"),
            (title, row) => Some(Answer::One(One::new(title, row, source))),
        }
    }

    /// The first text that is declared of a field.
    pub fn first(&self, name: &str) -> Option<Answer> {
        match first_text(self.ranked(name)) {
            First::Text(text, candidate) => Some(Answer::One(One::new(text, candidate.row, SOURCES[candidate.source]))),
            First::Nothing => Some(Answer::Nothing),
            First::Unsure => None,
        }
    }

    /// The absolute address, empty where nobody can follow it.
    pub fn join(&self, address: &str, answerer: &mut dyn Answerer) -> String {
        match self.base.join(address) {
            Some(absolute) => absolute,
            None => answerer.join(address, self.base.address),
        }
    }

    /// The canonical address.
    pub fn address(&self, answerer: &mut dyn Answerer) -> Option<Answer> {
        for candidate in self.ranked("url") {
            let Statement::Clean(text) = &candidate.said else { return None };
            let value = self.join(text, answerer);
            if !value.is_empty() {
                let (row, source) = (candidate.row, SOURCES[candidate.source]);
                return Some(Answer::One(One { value, row, source }));
            }
        }
        Some(Answer::Nothing)
    }

    /// The picture of the page.
    pub fn image(&self, answerer: &mut dyn Answerer) -> Option<Answer> {
        for candidate in self.ranked("image") {
            let (Statement::Clean(text), &More::Image { width, height }) = (&candidate.said, &candidate.more) else {
                return None;
            };
            let value = self.join(text, answerer);
            if !value.is_empty() {
                let one = One { value, row: candidate.row, source: SOURCES[candidate.source] };
                return Some(Answer::Image(one, (width, height)));
            }
        }
        Some(Answer::Nothing)
    }

    /// Whether the page is free, metered or locked.
    pub fn access(&self) -> Option<Answer> {
        for candidate in self.ranked("access") {
            let Statement::Clean(text) = &candidate.said else { return None };
            let said = lower(text.trim_matches(is_space));
            let kinds = [("free", FREE), ("locked", LOCKED), ("metered", METERED)];
            if let Some((value, _)) = kinds.iter().find(|(_, words)| is_among(words, &said)) {
                return Some(Answer::One(One::new(value, candidate.row, SOURCES[candidate.source])));
            }
        }
        Some(Answer::Nothing)
    }
}

/// Rows nearest to the title that are looked at.
pub const MAX_BESIDE: usize = 12;

enum First<'page> {
    Text(&'page str, &'page Candidate),
    Nothing,
    Unsure,
}

/// The first text among candidates.
fn first_text(candidates: &[Candidate]) -> First<'_> {
    for candidate in candidates {
        match &candidate.said {
            Statement::Clean(text) if text.is_empty() => {}
            Statement::Clean(text) => return First::Text(text, candidate),
            _ => return First::Unsure,
        }
    }
    First::Nothing
}
