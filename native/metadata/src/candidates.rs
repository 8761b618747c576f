//! Candidates of metadata: what a source says of a field, as far as it can be read without Python.
//!
//! In words: a text made clean is a value; the names of authors are joined by Python, and so is the name inside of an
//! element. A list holds so many; where one is full and Python might leave some of it out, the page is odd and Python
//! reads all of it.

use extractors::titles::values::cleaned;

/// The fields that sources tell of.
pub const FIELDS: [&str; 19] = [
    "title", "author", "organisation", "date", "unsure_date", "modified", "language", "site_name", "description",
    "url", "image", "tags", "section", "way", "author_links", "licence", "access", "word_count", "reading_time",
];
pub const SOURCES: [&str; 7] = ["json-ld", "opengraph", "microdata", "meta", "html", "link", "twitter"];
/// Candidates of one field from one source, and characters of one that are read.
const MAX_CANDIDATES: usize = 40;

/// The number of a field.
pub fn field(name: &str) -> Option<usize> {
    FIELDS.iter().position(|&own| own == name)
}

/// What a candidate says.
#[derive(Debug, PartialEq)]
pub enum Statement {
    Clean(String),
    /// The names of authors, to be joined.
    Names(Vec<String>),
    /// An author's name stands somewhere in its row.
    Inside,
    /// A name, and the label that says whether it is that of an author.
    Labelled(String, String),
}

/// What else is known of it.
#[derive(Debug, Default, PartialEq)]
pub enum More {
    #[default]
    None,
    Link {
        url: String,
        kind: &'static str,
    },
    Image {
        width: u32,
        height: u32,
    },
}

#[derive(Debug, PartialEq)]
pub struct Candidate {
    pub said: Statement,
    pub row: i64,
    /// Its place in `SOURCES`.
    pub source: usize,
    pub more: More,
}

/// The candidates of each of `FIELDS`.
#[derive(Default)]
pub struct Candidates {
    pub lists: [Vec<Candidate>; FIELDS.len()],
    /// Whether Python has to read the page.
    pub is_odd: bool,
}

impl Candidates {
    /// Adds what a source says of a field, made clean; nothing where it says nothing, or there is enough.
    pub fn add(&mut self, field: usize, text: &str, (row, source): (i64, usize), more: More) {
        let said = said(text);
        if matches!(&said, Statement::Clean(text) if text.is_empty()) {
            return;
        }
        self.push(field, Candidate { said, row, source, more })
    }

    pub fn push(&mut self, field: usize, candidate: Candidate) {
        let list = &mut self.lists[field];
        if list.len() < MAX_CANDIDATES {
            return list.push(candidate);
        }
        self.is_odd = self.is_odd || list.iter().any(|candidate| !matches!(candidate.said, Statement::Clean(_)));
    }

    pub fn is_full(&self, field: usize) -> bool {
        self.lists[field].len() >= MAX_CANDIDATES
    }
}

/// A text as it is said.
pub fn said(text: &str) -> Statement {
    Statement::Clean(cleaned(text))
}
