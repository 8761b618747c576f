//! The fields of a page: those that are ranked, and those that it declares or prints at known places.

use html::names::NameId;
use html::page_view::PageView;
use html::safe_addresses::safe;
use text::chars::is_space;
use text::folding::lower;

use crate::candidates::{Candidate, More, field};
use crate::declared::Declared;
use crate::declared_names::RELATIONS;
use crate::near_title::Near;

const FREE: &str = "true yes free 1";
const LOCKED: &str = "false no 0 locked premium paid subscription";
const METERED: &str = "metered freemium";
/// Characters of an address.
const MAX_ADDRESS: usize = 2_000;
/// Rows nearest to the title that are looked at.
pub const MAX_BESIDE: usize = 12;

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

/// What is said of a field.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    Nothing,
    One(One),
    /// One that was ranked, and how likely it is right.
    Likely(One, f64),
    /// The same of a number.
    Number(One),
    Image(One, (u32, u32)),
    Link(Linked),
    Links(Vec<Linked>),
}

/// Answers by the names of their fields.
pub type Answers = Vec<(&'static str, Answer)>;

/// A page of which fields are asked.
#[derive(Clone, Copy)]
pub struct Page<'page> {
    pub view: PageView<'page>,
    pub declared: &'page Declared,
    /// What stands near the title; none where that does not count.
    pub near: Option<&'page Near>,
    pub title: &'page str,
    pub url: &'page str,
    /// What addresses are joined with.
    pub base: &'page str,
    pub hreflang: Option<NameId>,
}

impl One {
    pub fn new(value: &str, row: i64, source: &'static str) -> One {
        One { value: value.to_owned(), row, source }
    }

    fn of(candidate: &Candidate) -> One {
        One::new(&candidate.text, candidate.row, candidate.source)
    }
}

impl<'page> Page<'page> {
    /// The candidates of a field.
    pub fn ranked(&self, name: &str) -> &'page [Candidate] {
        field(name).map_or(&[][..], |number| &self.declared.lists[number])
    }

    /// The rows of a relation.
    pub fn related(&self, name: &str) -> &'page [usize] {
        let number = RELATIONS.iter().position(|own| *own == name);
        number.and_then(|number| self.declared.relations.get(number)).map_or(&[][..], Vec::as_slice)
    }

    /// The first text that is declared of a field.
    pub fn first(&self, name: &str) -> Answer {
        self.ranked(name).first().map_or(Answer::Nothing, |candidate| Answer::One(One::of(candidate)))
    }

    /// The absolute address, empty where nobody can follow it.
    pub fn join(&self, address: &str) -> String {
        let absolute = safe(address, self.base, true);
        if absolute.chars().nth(MAX_ADDRESS).is_some() { String::new() } else { absolute }
    }

    /// The canonical address.
    pub fn address(&self) -> Answer {
        let joined = |candidate: &Candidate| Some(self.join(&candidate.text)).filter(|url| !url.is_empty());
        let found = self.ranked("url").iter().find_map(|own| joined(own).map(|value| (own, value)));
        found.map_or(Answer::Nothing, |(own, value)| Answer::One(One { value, row: own.row, source: own.source }))
    }

    /// The picture of the page.
    pub fn image(&self) -> Answer {
        for candidate in self.ranked("image") {
            let value = self.join(&candidate.text);
            if let (More::Image { width, height }, false) = (&candidate.more, value.is_empty()) {
                return Answer::Image(One { value, row: candidate.row, source: candidate.source }, (*width, *height));
            }
        }
        Answer::Nothing
    }

    /// Whether the page is free, metered or locked.
    pub fn access(&self) -> Answer {
        for candidate in self.ranked("access") {
            let said = lower(candidate.text.trim_matches(is_space));
            let kinds = [("free", FREE), ("locked", LOCKED), ("metered", METERED)];
            let has = |words: &str| words.split(' ').any(|word| word == said);
            if let Some((value, _)) = kinds.iter().find(|(_, words)| has(words)) {
                return Answer::One(One::new(value, candidate.row, candidate.source));
            }
        }
        Answer::Nothing
    }
}
