//! Candidates of days: whatever a page says that reads as a date.

use super::context::Context;
use super::listing::{Kind, Listing, Told};
use super::words::{Words, last_words, words_of};
use text::addresses::{day_in, month_in, split};
use text::chars::is_space;
use text::dates::{self, Reference};

/// Characters of a value that is a date.
const MAX_VALUE: usize = 110;
/// Digits of a date: those of its year.
const MIN_DIGITS: usize = 4;
const DAY: usize = "2022-09-04".len();
/// Words before and behind a date.
const AROUND: usize = 3;

/// How dates of a page are read.
#[derive(Clone, Copy)]
pub struct Reading<'own> {
    pub is_day_first: bool,
    pub reference: Option<&'own Reference>,
}

/// Where something is said.
#[derive(Clone, Copy)]
pub struct Said<'own> {
    pub text: &'own str,
    pub kind: Kind,
    pub row: i64,
    pub source: &'static str,
    pub group: u64,
}

impl Reading<'_> {
    /// The date of a value that is one and little else; empty where it is none.
    pub fn value(&self, text: &str) -> String {
        let text = text.trim_matches(is_space);
        let digits = || text.bytes().filter(u8::is_ascii_digit).count();
        if text.len() < 4 || text.len() > MAX_VALUE || text.is_ascii() && digits() < MIN_DIGITS {
            return String::new();
        }
        if text.bytes().all(|byte| byte.is_ascii_digit()) && !matches!(text.len(), 8 | 10 | 12 | 13 | 14) {
            return String::new();
        }
        let iso = dates::read_iso(text, None);
        let iso = if iso.is_empty() { dates::normalise(text, self.reference, self.is_day_first) } else { iso };
        if iso.starts_with("1970-01-01") { String::new() } else { iso }
    }
}

/// What makes two dates the same: the day; of less than a day the whole of it.
fn key_of(iso: &str) -> String {
    iso.get(..DAY).unwrap_or(iso).to_owned()
}

/// Adds a value that is a date, such as the content of a `meta`.
pub fn add_value(list: &mut Listing, said: Said, reading: &Reading, around: &Words) {
    if !list.has_room(said.kind) {
        return;
    }
    let iso = reading.value(said.text);
    if iso.is_empty() {
        return;
    }
    list.add(told(&iso, &said, None), |words| {
        add_form(&iso, said.text, words);
        words.extend(around);
    });
}

/// Adds the day, or the month, in an address.
pub fn add_address(list: &mut Listing, said: Said, reading: &Reading, around: &Words) {
    if !said.text.contains("19") && !said.text.contains("20") || !list.has_room(Kind::Address) {
        return;
    }
    let path = split(said.text).path;
    let day = Some(day_in(path)).filter(|day| !day.is_empty()).unwrap_or_else(|| month_in(path));
    let iso = if day.is_empty() { day } else { reading.value(&day) };
    if !iso.is_empty() {
        let said = Said { kind: Kind::Address, source: "url", ..said };
        list.add(told(&iso, &said, None), |words| {
            add_form(&iso, "", words);
            words.extend(around);
        });
    }
}

fn told<'own>(iso: &'own str, said: &Said, place: Option<u64>) -> Told<'own> {
    let Said { kind, row, source, group, .. } = *said;
    Told { key: key_of(iso), text: iso, kind, row, source, group, link: "", place, is_whole: false }
}

/// Adds the form of a date.
fn add_form(iso: &str, text: &str, words: &mut Words) {
    words.add("precision", &iso.len().min(DAY + 1).to_string());
    let rest = iso.get(DAY..).unwrap_or("");
    if rest.starts_with("T00:00") {
        words.add("is", "midnight");
    }
    if rest.contains(['Z', '+']) || rest.contains('-') {
        words.add("is", "zoned");
    }
    if !text.is_empty() {
        let is_named = text.contains(char::is_alphabetic);
        words.add("form", if is_named { "named" } else { "digits" });
    }
    if iso.ends_with("-01-01") || iso.ends_with("-12-31") {
        words.add("is", "end of year");
    }
    words.own = words.numbers.len();
}

/// A line of a page: its text, the rows of its parts with where each begins, and the lines before and behind it.
#[derive(Default)]
pub struct Line<'own> {
    pub text: &'own str,
    pub parts: &'own [(usize, usize)],
    pub before: &'own str,
    pub behind: &'own str,
    /// Whether the line before, this one and the one behind may have a date.
    pub has_dates: [bool; 3],
}

impl Line<'_> {
    /// The row that holds a byte of the text.
    pub fn row_at(&self, byte: usize) -> usize {
        let after = self.parts.partition_point(|&(start, _)| start <= byte);
        self.parts[after.saturating_sub(1)].1
    }

    /// Whether a part begins and ends where an element's text does.
    pub fn edges(&self, part: &std::ops::Range<usize>) -> &'static str {
        let begins = self.parts.iter().any(|&(start, _)| start == part.start);
        let next = self.parts.iter().map(|&(start, _)| start).find(|start| *start >= part.end);
        let ends = self.text[part.end..next.unwrap_or(self.text.len())].trim_matches(is_space).is_empty();
        match (begins, ends) {
            (true, true) => "both",
            (true, false) => "first",
            (false, true) => "last",
            (false, false) => "none",
        }
    }
}

/// Adds the dates in a line.
pub fn add_line(list: &mut Listing, line: &Line, reading: &Reading, context: &mut Context) {
    let found = dates::find(line.text, reading.reference, reading.is_day_first);
    let turned = if found.is_empty() { Vec::new() } else { turned(line.text, reading) };
    let count = found.len();
    for (number, date) in found.iter().chain(&turned).enumerate() {
        if date.iso.is_empty() || !list.has_room(Kind::Text) {
            continue;
        }
        let is_turned = number >= count;
        if is_turned && found.iter().any(|other| other.start == date.start && other.iso == date.iso) {
            continue;
        }
        let byte = |place: usize| line.text.char_indices().nth(place).map_or(line.text.len(), |(byte, _)| byte);
        let (start, end) = (byte(date.start), byte(date.end));
        let row = line.row_at(start);
        let said = Said { text: &line.text[start..end], kind: Kind::Text, row: row as i64, source: "byline", group: 0 };
        let place = context.count(row);
        list.add(told(&date.iso, &said, Some(place)), |words| {
            add_form(&date.iso, said.text, words);
            add_around(line, start..end, words);
            words.add_steps("dates", count as i64);
            words.add_steps("number", number.min(count) as i64);
            words.add("share", &(4 * (end - start) / line.text.len().max(1)).to_string());
            if is_turned {
                words.add("is", "turned");
            }
            if date.is_relative {
                words.add("is", "relative");
            }
            context.add_words(row, words);
        });
    }
}

/// The dates of a line where day and month change places.
fn turned(text: &str, reading: &Reading) -> Vec<dates::DateMatch> {
    let bytes = text.as_bytes();
    let is_between = |&place: &usize| {
        matches!(bytes[place], b'/' | b'.' | b'-')
            && bytes[..place].last().is_some_and(u8::is_ascii_digit)
            && bytes.get(place + 1).is_some_and(u8::is_ascii_digit)
    };
    if (0..bytes.len()).filter(is_between).nth(1).is_none() {
        return Vec::new();
    }
    dates::find(text, reading.reference, !reading.is_day_first)
}

/// Adds the words around a part of a line; of a part at its edge those of the lines around it too.
pub fn add_around(line: &Line, part: std::ops::Range<usize>, words: &mut Words) {
    let is_shown = words.is_shown();
    let before = last_words(&line.text[..part.start], AROUND, is_shown);
    let behind = words_of(&line.text[part.end..], AROUND, is_shown);
    if let Some(last) = before.last() {
        words.add_word("right before", last);
    } else {
        words.add("is", "first");
        words.add_all("line before", &last_words(line.before, AROUND, is_shown));
    }
    if let Some(first) = behind.first() {
        words.add_word("right behind", first);
    } else {
        words.add("is", "last");
        words.add_all("line behind", &words_of(line.behind, AROUND, is_shown));
    }
    words.add_all("before", &before);
    words.add_all("behind", &behind);
    words.add_all("beginning", &words_of(&line.text[..part.start], 2, is_shown));
}
