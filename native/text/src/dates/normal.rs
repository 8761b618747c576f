//! The date of a short text: also what would be too bold in running text, `20220904`, `2022-09`, `2022` and Unix time
//! stamps.

use std::sync::LazyLock;

use super::calendar::{Day, Reference};
use super::clock::{Clock, number};
use super::moment::Moment;
use super::zones::read_zone;
use super::{STAMP_LENGTH, find};
use crate::ascii_dates;
use crate::backtracking::{Machine, Program};
use crate::chars::{is_decimal, is_space};

const SLACK: usize = 30; // characters that are allowed around a date: a weekday, a label
const LAST_YEAR: i64 = 2099;

static ISO: LazyLock<Program> = LazyLock::new(|| {
    Program::new(concat!(
        r"([0-9]{4})-([0-9]{2})-([0-9]{2})",
        r"(?:[tT ]([0-9]{2}):([0-9]{2})(?::([0-9]{2})(?:\.[0-9]{1,9})?)?([zZ]|[+-][0-9]{2}:?[0-9]{2})?)?\Z"
    ))
});
static COMPACT: LazyLock<Program> =
    LazyLock::new(|| Program::new(r"(\d{4})(\d\d)(\d\d)(?:[tT ]?(\d\d)(\d\d)(\d\d)?)?([zZ]|[+-]\d\d:?\d\d)?\Z"));
static YEAR_MONTH: LazyLock<Program> = LazyLock::new(|| Program::new(r"(\d{4})(?:[-/.](\d\d?))?\Z"));

/// The groups of a pattern that is a whole text.
fn groups<const COUNT: usize>(program: &Program, text: &[char]) -> Option<[Vec<char>; COUNT]> {
    let mut machine = Machine::default();
    machine.run(program, text, 0)?;
    let of = |group| machine.group(group).map(|(start, end)| text[start..end].to_vec()).unwrap_or_default();
    Some(std::array::from_fn(of))
}

/// The date of a short text in ISO 8601; empty where the text is no date.
pub fn normalise(text: &str, reference: Option<&Reference>, is_day_first: bool) -> String {
    let text = text.trim_matches(is_space);
    let chars: Vec<char> = text.chars().take(2 * STAMP_LENGTH + SLACK + 1).collect();
    if text.is_empty() || chars.len() > 2 * STAMP_LENGTH + SLACK {
        return String::new();
    }
    let iso = read_iso(text, reference);
    if !iso.is_empty() {
        return iso;
    }
    let compact = read_compact(text, &chars, reference);
    if !compact.is_empty() || chars.iter().all(|&c| is_decimal(c)) {
        return compact;
    }
    let first = find(text, reference, is_day_first).into_iter().next();
    let fits = first.filter(|date| chars.len() - (date.end - date.start) <= SLACK);
    fits.map(|date| date.iso).unwrap_or_default()
}

/// A text that is a whole date of ISO 8601, as heads and data declare it; empty where it is none.
pub fn read_iso(text: &str, reference: Option<&Reference>) -> String {
    if reference.is_none()
        && let Some((iso, zone)) = ascii_dates::read_iso(text)
    {
        return [iso, zone].concat();
    }
    if !text.is_ascii() || text.len() > 2 * STAMP_LENGTH {
        return String::new();
    }
    let text: Vec<char> = text.chars().collect();
    let Some([year, month, day, hour, minute, second, zone]) = groups::<7>(&ISO, &text) else { return String::new() };
    if number(&hour) > 23 || number(&minute) > 59 || number(&second) > 59 {
        return String::new();
    }
    let zone: Vec<char> = zone.iter().map(char::to_ascii_lowercase).collect();
    let clock = Clock {
        hour: number(&hour),
        minute: number(&minute),
        second: (!second.is_empty()).then(|| number(&second)),
        zone: read_zone(&zone),
    };
    let clock = (!hour.is_empty()).then_some(clock);
    let moment = Moment { clock, ..Moment::on(number(&year), number(&month), number(&day)) };
    if moment.is_possible(reference) { moment.iso(reference) } else { String::new() }
}

/// Whole strings of digits.
fn read_compact(text: &str, chars: &[char], reference: Option<&Reference>) -> String {
    if matches!(text.len(), 10 | 13) && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return unix_time(number(&chars[..10]));
    }
    if let Some([year, month]) = groups::<2>(&YEAR_MONTH, chars) {
        let moment = Moment::on(number(&year), if month.is_empty() { 1 } else { number(&month) }, 0);
        let whole = if month.is_empty() {
            format!("{:04}", moment.year)
        } else {
            format!("{:04}-{:02}", moment.year, moment.month)
        };
        return if moment.is_possible(reference) { whole } else { String::new() };
    }
    let Some(parts) = groups::<7>(&COMPACT, chars) else { return String::new() };
    let [year, month, day, hour, minute, second, zone] = parts.map(|part| part.into_iter().collect::<String>());
    let second = if second.is_empty() { second } else { format!(":{second}") };
    let time = if hour.is_empty() { hour } else { format!(" {hour}:{minute}{second}{zone}") };
    let dates = find(&format!("{year}-{month}-{day}{time}"), reference, false);
    dates.into_iter().next().map(|date| date.iso).unwrap_or_default()
}

/// The moment so many seconds after the first one of 1970.
fn unix_time(seconds: i64) -> String {
    let days = |day: Day| day.later(seconds / 86_400);
    let Some(day) = Day::new(1970, 1, 1).and_then(days).filter(|day| (1971..=LAST_YEAR).contains(&day.year)) else {
        return String::new();
    };
    format!("{}T{:02}:{:02}:{:02}Z", day.iso(), seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60)
}
