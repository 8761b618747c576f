//! What words beside a time say: the days of the week, "today", "last week", a clock, ages such as `6h`.

use std::sync::OnceLock;

use text::backtracking::{Machine, Program};
use text::chars::{is_decimal, is_space};
use text::dates::any_of;
use text::dates::book::{ByWord, Phrases, Word, fold_chars};
use text::languages::rows;

/// What ages are counted in, and how a date says it.
const AGE_UNITS: [(&str, &str); 11] = [
    ("s", "seconds"),
    ("m", "minutes"),
    ("min", "minutes"),
    ("h", "hours"),
    ("hr", "hours"),
    ("d", "days"),
    ("w", "weeks"),
    ("wk", "weeks"),
    ("mo", "months"),
    ("y", "years"),
    ("yr", "years"),
];
/// Units that measure nothing but time: one of a list has such a unit.
const CLEAR: [&str; 3] = ["h", "hr", "d"];

type Words = ByWord<Word, ()>;

/// The words of the table that are asked for here, ready to be looked for.
pub struct TimeWords {
    days: Words,
    last_units: Words,
    weekdays: Phrases,
    clock: Program,
}

static WORDS: OnceLock<TimeWords> = OnceLock::new();

/// The words, read when they are first needed.
pub fn time_words() -> &'static TimeWords {
    WORDS.get_or_init(TimeWords::read)
}

/// The words of some kinds, folded, whatever the value behind the kind.
fn words_of(kinds: &[&str]) -> Words {
    let mut all = Words::default();
    for (.., words) in rows().filter(|(_, kind, _)| kinds.contains(&kind.split(' ').next().unwrap_or(kind))) {
        for word in words {
            let word = fold_chars(word);
            let bare = word.len() - word.iter().rev().take_while(|&&c| c == '.').count();
            all.insert(word[..bare].into(), ());
        }
    }
    all
}

impl TimeWords {
    fn read() -> Self {
        let at = words_of(&["at"]);
        let at = any_of(at.keys().map(|word| &**word)).unwrap_or_default();
        let weekdays = words_of(&["weekday"]).into_keys().map(|word| (word, ' '));
        TimeWords {
            days: words_of(&["day"]),
            last_units: words_of(&["last_week", "last_month", "last_year"]),
            weekdays: Phrases::new(weekdays),
            clock: Program::new(&format!(r"[\s,，]*(?:{at}\.?\s)?\s*\d{{1,2}}[:：.]\d\d")),
        }
    }

    /// Whether a text is a word such as "today" and nothing else.
    pub fn is_day_word(&self, text: &str) -> bool {
        is_one(&self.days, text)
    }

    /// Whether a text is "last week" or the like and nothing else.
    pub fn is_last_unit(&self, text: &str) -> bool {
        is_one(&self.last_units, text)
    }

    /// Where the day of the week begins with which a text ends, if it does, in characters.
    pub fn weekday_start(&self, text: &str) -> Option<usize> {
        let end = text.trim_end_matches([' ', ',', '.']).chars().count();
        let found = self.weekdays.find(&fold_chars(text));
        found.into_iter().find(|&(_, stop, _)| stop == end).map(|(start, ..)| start)
    }

    /// Whether a text begins with a time of day, or with the word for "at" before it.
    pub fn begins_with_clock(&self, text: &str) -> bool {
        let mut machine = Machine::default();
        let begins = machine.run(&self.clock, &fold_chars(text), 0).is_some();
        limits::tick(machine.steps);
        begins
    }
}

fn is_one(words: &Words, text: &str) -> bool {
    let text = fold_chars(text.trim_matches(is_space));
    let is_blank = |c: &&char| is_space(**c);
    let start = text.iter().take_while(is_blank).count();
    let end = text.len() - text[start..].iter().rev().take_while(is_blank).count();
    words.contains_key(&text[start..end])
}

/// The count of an age such as `6h`, and its unit as a date says it.
pub fn read_age(text: &str) -> Option<(&str, &'static str)> {
    let digits: usize = text.chars().take_while(|&c| is_decimal(c)).map(char::len_utf8).sum();
    let (count, unit) = text.split_at(digits);
    let unit = unit_of_age(unit)?;
    (1..=2).contains(&count.chars().count()).then_some((count, unit))
}

fn unit_of_age(text: &str) -> Option<&'static str> {
    let is_short = text.chars().count() <= 3;
    let lowered = if is_short { text.to_lowercase() } else { return None };
    AGE_UNITS.iter().find(|(unit, _)| *unit == lowered).map(|&(_, name)| name)
}

/// Whether an age is of a unit that measures nothing but time.
pub fn is_clear_age(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit());
    CLEAR.iter().any(|clear| clear.eq_ignore_ascii_case(unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_beside_times() {
        let words = time_words();
        assert!(words.is_day_word(" Gestern "));
        assert!(!words.is_day_word("gestern 12:08"));
        assert!(words.is_last_unit("Letzte Woche"));
        assert!(!words.is_last_unit("yesterday"));
        assert_eq!(words.weekday_start("am Sonntag, "), Some(3));
        assert_eq!(words.weekday_start("am "), None);
        assert!(words.begins_with_clock(", um 12:08 Uhr"));
        assert!(!words.begins_with_clock("um 12 Uhr"));
    }

    #[test]
    fn ages_are_a_number_and_a_unit() {
        assert_eq!(read_age("6H"), Some(("6", "hours")));
        assert_eq!(["6 h", "6km", "123h", "h", "6"].map(read_age), [None; 5]);
        assert!(is_clear_age("12HR") && !is_clear_age("12m"));
    }
}
