//! Questions about single texts that whoever asks for metadata answers: what this kernel does not read as Python does; and
//! the words and codes that metadata is told by, which Python hands over, so that each table stands once.
//!
//! In words: the search for a field is made here; where a text on its way is written in a way that this kernel does not
//! know for sure, that one text is asked, and the search goes on with the answer.

use std::collections::HashSet;
use std::ops::Range;

use crate::lines::{LabelWords, has_odd};
use text::chars::is_space;
use text::dates;

use text::dates::short::{may_have_date, only_date, usual_iso};
use text::folding::lower;

/// Digits of a year; characters of a text that is a date and little else, and those besides the date.
const YEAR: usize = 4;
const MAX_DATED: usize = 110;
const MAX_BESIDE: usize = 30;

/// What is asked of a text; the answer is a text, which is empty for no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// The names of the authors that it lists.
    Names,
    /// Whether a label says that an author follows.
    Speaks,
    /// Whether a name is that of an organisation.
    Organisation,
    /// The author in the lines of a byline.
    Byline,
    /// The author in a line around the title, and in one close to it.
    Line,
    CloseLine,
    /// The author in a line of a box about one.
    BoxLine,
    /// The author in a line far below the title; `:` where it is a label, and the author stands in the next line.
    FarLine,
    /// The author in the line behind a label.
    NextLine,
    /// Whether a text says that something was changed, and that it was published.
    Updated,
    Published,
    /// Whether what stands behind a date begins an article: " – It rained".
    DatelineEnd,
    /// The day of publication in a piece of a script.
    ScriptDay,
    /// The day in an address, and the month.
    AddressDay,
    AddressMonth,
    /// The minutes that a text tells.
    Minutes,
    /// The name of a licence of Creative Commons by its address.
    Licence,
    /// Whether a date is another one where day and month change places.
    Ambiguous,
}

/// The names of the questions, in the order of their numbers.
pub const QUESTIONS: [&str; 18] = [
    "names", "speaks", "organisation", "byline", "line", "close_line", "box_line", "far_line", "next_line", "updated",
    "published", "dateline_end", "script_day", "address_day", "address_month", "minutes", "licence", "ambiguous",
];

/// A date of a text, in ISO 8601; empty where it needs a time of reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateSpan {
    pub iso: String,
    /// Its bytes in the text.
    pub place: Range<usize>,
}

/// Who answers questions.
pub trait Answerer {
    fn ask(&mut self, question: Question, text: &str) -> String;
    /// The absolute address of one that is joined with a base, empty where nobody can follow it.
    fn join(&mut self, address: &str, base: &str) -> String;
}

/// The dates of a text, in order; `day_first` says that 9/4/2022 is in April. What is written as most dates are needs no
/// grammar.
pub fn find_dates(text: &str, day_first: bool) -> Vec<DateSpan> {
    let buffer = &mut Vec::new();
    if !may_have_date(text, buffer) {
        return Vec::new();
    }
    if let Some(date) = only_date(text, buffer) {
        return vec![DateSpan { iso: date.iso, place: date.place }];
    }
    let byte = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(byte, _)| byte);
    let span = |date: dates::DateMatch| DateSpan { place: byte(date.start)..byte(date.end), iso: date.iso };
    dates::find(text, None, day_first).into_iter().map(span).collect()
}

/// The date of a short text, empty where it is none, or a time stamp of zero.
pub fn read_date(text: &str, day_first: bool) -> String {
    let (text, buffer) = (text.trim_matches(is_space), &mut Vec::new());
    let not_zero = |iso: String| if iso.starts_with("1970-01-01") { String::new() } else { iso };
    if let Some((date, zone)) = usual_iso(text) {
        return not_zero(format!("{date}{zone}"));
    }
    let begins_with_year = text.len() >= YEAR && text.bytes().take(YEAR).all(|byte| byte.is_ascii_digit());
    let length = text.chars().count();
    if text.is_empty() || length > MAX_DATED || text.is_ascii() && !text.contains(|c: char| c.is_ascii_digit()) {
        return String::new(); // a time such as "yesterday" is no date without another
    }
    if text.is_ascii() && !begins_with_year {
        if !may_have_date(text, buffer) {
            return String::new();
        }
        if let Some(date) = only_date(text, buffer) {
            let is_short = length - date.place.len() <= MAX_BESIDE;
            return if is_short { not_zero(date.iso) } else { String::new() };
        }
    }
    let iso = dates::read_iso(text, None);
    not_zero(if iso.is_empty() { dates::normalise(text, None, day_first) } else { iso })
}

/// The tables of `src/weft/metadata`, each named as there.
pub struct Words {
    /// First words of labels before an author, and the days of the week.
    pub labels: LabelWords,
    pub days: HashSet<String>,
    /// What a label before the day of a change has, and one before that of a publication.
    pub updated: Vec<String>,
    pub published: Vec<String>,
    /// Languages and regions that write the month first, and domains of English that writes the day first.
    pub month_first: Vec<String>,
    pub month_first_regions: Vec<String>,
    pub day_first_domains: Vec<String>,
    /// Languages that are told apart by little, those that pages write instead of a code, codes of none, and those that
    /// are written from right to left.
    pub alike: Vec<Vec<String>>,
    pub written: Vec<(String, String)>,
    pub no_languages: Vec<String>,
    pub from_right: Vec<String>,
}

impl Words {
    /// Whether a text says that something was changed.
    pub fn says_updated(&self, text: &str, answerer: &mut dyn Answerer) -> bool {
        says(&self.updated, text, Question::Updated, answerer)
    }

    /// Whether a text says that something was published.
    pub fn says_published(&self, text: &str, answerer: &mut dyn Answerer) -> bool {
        says(&self.published, text, Question::Published, answerer)
    }
}

/// Whether a text has one of some words, whatever their case.
fn says(words: &[String], text: &str, question: Question, answerer: &mut dyn Answerer) -> bool {
    if text.is_empty() {
        return false;
    }
    if !text.is_ascii() && has_odd(text) {
        return !answerer.ask(question, text).is_empty();
    }
    let small = lower(text);
    words.iter().any(|word| (!small.is_ascii() || word.is_ascii()) && small.contains(word.as_str()))
}
