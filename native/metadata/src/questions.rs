//! Questions about single texts that whoever asks for metadata answers: what this kernel does not read as Python does.
//!
//! In words: the search for a field is made here; where a text on its way is written in a way that this kernel does not
//! know for sure, that one text is asked, and the search goes on with the answer.

use std::ops::Range;

use text::ascii_dates::{only_date, read_iso};
use text::chars::is_space;
use text::date_hints::may_have_date;

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
    "names",
    "speaks",
    "organisation",
    "byline",
    "line",
    "close_line",
    "box_line",
    "far_line",
    "next_line",
    "updated",
    "published",
    "dateline_end",
    "script_day",
    "address_day",
    "address_month",
    "minutes",
    "licence",
    "ambiguous",
];

/// A date of a text, in ISO 8601; empty where it needs a time of reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundDate {
    pub iso: String,
    /// Its bytes in the text.
    pub place: Range<usize>,
}

/// Who answers questions.
pub trait Answerer {
    fn ask(&mut self, question: Question, text: &str) -> String;
    /// The dates of a text, in order; `day_first` says that 9/4/2022 is in April.
    fn find_dates(&mut self, text: &str, day_first: bool) -> Vec<FoundDate>;
    /// The absolute address of one that is joined with a base, empty where nobody can follow it.
    fn join(&mut self, address: &str, base: &str) -> String;
    /// The date of a short text, empty for none.
    fn read_date(&mut self, text: &str, day_first: bool) -> String;
}

/// The dates of a text, in order; what is written as most dates are needs no grammar.
pub fn find_dates(text: &str, day_first: bool, answerer: &mut dyn Answerer) -> Vec<FoundDate> {
    let buffer = &mut Vec::new();
    if !may_have_date(text, buffer) {
        return Vec::new();
    }
    match only_date(text, buffer) {
        Some(date) => vec![FoundDate { iso: date.iso, place: date.place }],
        None => answerer.find_dates(text, day_first),
    }
}

/// The date of a short text, empty where it is none, or a time stamp of zero.
pub fn read_date(text: &str, day_first: bool, answerer: &mut dyn Answerer) -> String {
    let (text, buffer) = (text.trim_matches(is_space), &mut Vec::new());
    if let Some((date, zone)) = read_iso(text) {
        let mut date = (if date.starts_with("1970-01-01") { "" } else { date }).to_owned();
        let zone = if date.is_empty() { "" } else { zone };
        date.push_str(zone);
        return date;
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
            return if is_short && !date.iso.starts_with("1970-01-01") { date.iso } else { String::new() };
        }
    }
    answerer.read_date(text, day_first)
}
