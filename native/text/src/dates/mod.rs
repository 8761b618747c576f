//! Dates in text: where they stand and what they are in ISO 8601.
//!
//! In words: a text is folded and spelled (`phrases`, `book`), so that words of all languages are signs of what they mean.
//! At each place the forms are tried in order (`forms`, `relative`), the first that fits is read as a moment (`moment`),
//! and a time of day may stand behind it or before it (`clock`). All is made when it is first needed, once.

pub mod book;
mod calendar;
mod clock;
mod forms;
mod relative;
pub mod short;

use std::sync::OnceLock;

use crate::backtracking::{Machine, Program, Set};
use crate::chars::is_space;
use crate::dates::short::may_have_date;
use book::Book;
pub use book::any_of;
use book::{FILLER, fold_chars};
pub use calendar::{Day, Reference};
use clock::Clocks;
use clock::Moment;
use forms::{Care, Form, Groups};
pub use short::{normalise, read_iso};

/// Characters of a text that is a time stamp and little else.
const STAMP_LENGTH: usize = 40;
/// These are a time only with a clock: "here" in German, and names in English.
const NEEDS_CLOCK: [&str; 4] = ["hier", "ma", "danes", "tana"];

/// A date of a text: where it stands, in characters, and what it is. `iso` is empty where it needs a reference time and
/// there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateMatch {
    pub start: usize,
    pub end: usize,
    pub iso: String,
    pub is_relative: bool,
}

/// The forms of dates, ready to be tried.
struct Grammar {
    book: Book,
    /// Those that begin with a digit first.
    forms: Vec<Form>,
    clocks: Clocks,
    /// What every relative date has in it.
    marks: Program,
    /// By character of ASCII which forms begin with it, one bit each; and with which others some form begins.
    starts: [u32; 128],
    wide_starts: Set,
}

impl Grammar {
    fn new() -> Self {
        let book = Book::read();
        let mut forms = forms::absolute(&book);
        forms.extend(relative::relative(&book));
        forms.sort_by_key(|form| !form.is_digital);
        let (mut starts, mut wide_starts) = ([0; 128], Set::default());
        for (number, form) in forms.iter().enumerate() {
            wide_starts.join(&form.program.first());
            for (c, start) in ('\0'..).zip(&mut starts) {
                *start |= u32::from(form.program.begins_with(c)) << number;
            }
        }
        let (clocks, marks) = (Clocks::new(&book), Program::new(&relative::marks(&book)));
        let is_all = wide_starts.is_negated();
        Grammar { book, forms, clocks, marks, starts, wide_starts: wide_starts.made(is_all) }
    }

    /// Which forms can begin with a character, one bit each.
    fn starting(&self, c: char) -> u32 {
        if c.is_ascii() {
            return self.starts[c as usize];
        }
        if c == FILLER || !self.wide_starts.contains(c) {
            return 0;
        }
        let forms = self.forms.iter().enumerate();
        forms.fold(0, |starting, (number, form)| starting | u32::from(form.program.begins_with(c)) << number)
    }

    /// Whether a spelled text has what every date has in it.
    fn may_have(&self, text: &[char], machine: &mut Machine) -> bool {
        text.iter().any(|&c| c.is_ascii_digit() || c == '年')
            || (0..text.len())
                .any(|at| self.marks.begins_with(text[at]) && machine.run(&self.marks, text, at).is_some())
    }
}

static GRAMMAR: OnceLock<Grammar> = OnceLock::new();

fn grammar() -> &'static Grammar {
    if let Some(grammar) = GRAMMAR.get() {
        return grammar;
    }
    let grammar = Grammar::new();
    GRAMMAR.get_or_init(|| grammar)
}

/// The dates of a text, in order, without overlap.
pub fn find(text: &str, reference: Option<&Reference>, is_day_first: bool) -> Vec<DateMatch> {
    if may_have_date(text, &mut Vec::new()) { search(text, reference, is_day_first) } else { Vec::new() }
}

/// The same, for a text that is likely to have one: without the look for the sign of a date, which every date has.
pub fn search(text: &str, reference: Option<&Reference>, is_day_first: bool) -> Vec<DateMatch> {
    let grammar = grammar();
    let mut spelled = fold_chars(text);
    grammar.book.spell(&mut spelled);
    let mut machine = Machine::default();
    if !grammar.may_have(&spelled, &mut machine) {
        return Vec::new();
    }
    let text = Text::of(text, spelled.len());
    Search { text, spelled: &spelled, grammar, reference, is_day_first, machine }.run()
}

/// A text that is cut by characters.
struct Text<'text> {
    text: &'text str,
    /// Where each character begins, and the end; empty where each is one byte.
    places: Vec<usize>,
    /// Without white space around it.
    bare: &'text str,
}

impl<'text> Text<'text> {
    fn of(text: &'text str, length: usize) -> Self {
        let mut places = Vec::new();
        if !text.is_ascii() {
            places = Vec::with_capacity(length + 1);
            places.extend(text.char_indices().map(|(place, _)| place).chain([text.len()]));
        }
        Text { text, places, bare: text.trim_matches(is_space) }
    }

    fn slice(&self, start: usize, end: usize) -> &'text str {
        let place = |at: usize| {
            self.places.get(at).copied().unwrap_or(if self.places.is_empty() { at } else { self.text.len() })
        };
        self.text.get(place(start)..place(end)).unwrap_or_default()
    }
}

struct Search<'text> {
    text: Text<'text>,
    spelled: &'text [char],
    grammar: &'static Grammar,
    reference: Option<&'text Reference>,
    is_day_first: bool,
    machine: Machine,
}

impl Search<'_> {
    fn run(&mut self) -> Vec<DateMatch> {
        let mut found = Vec::new();
        let (mut floor, mut place) = (0, 0);
        while place < self.spelled.len() {
            let starting = self.grammar.starting(self.spelled[place]);
            if starting > 0 && !is_barred(&self.spelled[..place]) {
                if let Some((form, end)) = self.first_form(starting, place)
                    && let Some((moment, start, end)) = self.read(form, (floor, place, end))
                {
                    (floor, place) = (end, end.max(place + 1) - 1);
                    found.push(self.shown(&moment, start, end));
                }
                limits::tick(std::mem::take(&mut self.machine.steps));
            }
            limits::tick(1);
            place += 1;
        }
        found
    }

    /// The first form that fits at a place, and where it ends.
    fn first_form(&mut self, mut starting: u32, place: usize) -> Option<(&'static Form, usize)> {
        while starting > 0 {
            let form = &self.grammar.forms[starting.trailing_zeros() as usize];
            if let Some(end) = self.machine.run(&form.program, self.spelled, place) {
                return Some((form, end));
            }
            starting &= starting - 1;
        }
        None
    }

    /// The moment of a match and where it begins and ends with its time of day.
    fn read(&mut self, form: &Form, (floor, start, end): (usize, usize, usize)) -> Option<(Moment, usize, usize)> {
        let Grammar { book, clocks, .. } = self.grammar;
        let (text, is_day_first) = (self.spelled, self.is_day_first);
        let moment = (form.read)(&Groups { text, machine: &self.machine, book, is_day_first }, clocks);
        let mut moment = moment.filter(|moment| moment.is_possible(self.reference))?;
        let (mut first, mut last) = (start, end);
        if moment.clock.is_none() && moment.takes_clock() {
            if let Some((clock, behind)) = clocks.behind(text, end, book, &mut self.machine) {
                (moment.clock, last) = (Some(clock), behind);
            } else if let Some((clock, before)) = clocks.ahead(text, (floor, start), book, &mut self.machine) {
                (moment.clock, first) = (Some(clock), before);
            }
        }
        let is_prose = moment.clock.is_none() && self.is_prose(form, &moment, start, end);
        (!is_prose).then_some((moment, first, last))
    }

    /// Whether words without a clock are probably prose and no date.
    fn is_prose(&self, form: &Form, moment: &Moment, start: usize, end: usize) -> bool {
        let shown = self.text.slice(start, end);
        if moment.is_bold || form.care == Care::Alone {
            return shown != self.text.bare;
        }
        let needs_clock = || end - start <= STAMP_LENGTH && NEEDS_CLOCK.contains(&shown.to_lowercase().as_str());
        let is_long = form.care == Care::Prose && self.spelled.len() > STAMP_LENGTH;
        form.care == Care::Clock || is_long || needs_clock()
    }

    /// What is found, without the white space around it.
    fn shown(&self, moment: &Moment, start: usize, end: usize) -> DateMatch {
        let shown = self.text.slice(start, end);
        let start = start + shown.chars().take_while(|&c| is_space(c)).count();
        let length = shown.trim_matches(is_space).chars().count();
        let (iso, is_relative) = (moment.iso(self.reference), moment.is_relative());
        DateMatch { start, end: start + length, iso, is_relative }
    }
}

/// Whether no date begins behind these characters: they go on with a word, a number or an address.
fn is_barred(before: &[char]) -> bool {
    let is_letter =
        |c: char| matches!(c, 'a'..='z' | '0'..='9' | '_' | 'à'..='ɏ' | '\u{370}'..='\u{6ff}' | '\u{900}'..='\u{dff}');
    match *before {
        [.., last] if is_letter(last) => true,
        [.., first, '/'] => first.is_ascii_lowercase() || first.is_ascii_digit(),
        [.., first, '-' | '.' | ':'] => first.is_ascii_digit(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, reference: Option<&Reference>) -> Vec<(usize, usize, String)> {
        let found = find(text, reference, false);
        found.into_iter().map(|date| (date.start, date.end, date.iso)).collect()
    }

    #[test]
    fn dates_are_found() {
        let noon = Reference { hour: 12, ..Reference::of_year(2022).unwrap() };
        for (text, start, end, iso) in [
            ("Posted Sept. 4th, 2022 at 6:38 pm", 7, 33, "2022-09-04T18:38"),
            ("4. prosinca 2022.", 0, 16, "2022-12-04"),
            ("al 4 Dezember 2022", 3, 18, "2022-12-04"),
            ("二〇二二年九月廿一日", 0, 10, "2022-09-21"),
            ("vor 3 Stunden", 0, 13, "2022-01-01T09:00:00"),
            ("昨天 14:05", 0, 8, "2021-12-31T14:05"),
            ("Thu Sep  4 06:38:48 UTC 2021", 4, 28, "2021-09-04T06:38:48Z"),
        ] {
            assert_eq!(read(text, Some(&noon)), [(start, end, iso.to_string())], "{text}");
        }
        for text in ["version 1.2.34", "a/2022-09-04", "set 4", "2022-02-30", "we met in may", "31.13.2022"] {
            assert_eq!(read(text, None), [], "{text}");
        }
    }

    #[test]
    fn long_texts_take_steps_that_grow_with_them() {
        let steps = |text: &str| {
            let (grammar, mut machine) = (grammar(), Machine::default());
            let spelled = fold_chars(text);
            for place in 0..spelled.len() {
                for form in &grammar.forms {
                    machine.run(&form.program, &spelled, place);
                }
            }
            machine.steps
        };
        for piece in ["1 ", "1-", "2022-", "sep ", "1 sep, ", "4 de ", "昨天", "十", " ", "two years, ", "1:", "04-04 "]
        {
            let (short, long) = (steps(&piece.repeat(100)), steps(&piece.repeat(1_000)));
            assert!(long < 12 * short, "{piece}: {short} {long}");
        }
    }
}
