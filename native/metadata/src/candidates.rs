//! What a page declares of a field that nobody has to rank: its candidates, by the order of their sources.

use crate::declared_names::FIELDS;
use extractors::titles::values::cleaned;

pub const SOURCES: [&str; 6] = ["json-ld", "opengraph", "microdata", "meta", "html", "link"];
/// Candidates of one field from one source.
const MAX_CANDIDATES: usize = 40;

/// The number of a field.
pub fn field(name: &str) -> Option<usize> {
    FIELDS.iter().position(|own| own.field == name)
}

/// What else is known of a candidate.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum More {
    #[default]
    None,
    Url(String),
    Image {
        width: u32,
        height: u32,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    pub text: String,
    pub row: i64,
    pub source: &'static str,
    pub more: More,
}

/// The candidates of each of `FIELDS`.
#[derive(Default)]
pub struct Candidates {
    pub lists: [Vec<Candidate>; FIELDS.len()],
}

impl Candidates {
    /// Adds what a source says of a field, made clean; nothing where it says nothing, or there is enough.
    pub fn add(&mut self, field: usize, text: &str, (row, source): (i64, &'static str), more: More) {
        let text = cleaned(text);
        if !text.is_empty() && self.lists[field].len() < MAX_CANDIDATES {
            self.lists[field].push(Candidate { text, row, source, more });
        }
    }
}
