//! The date of a short text: whether it may have one, in one fast look; those written as most are, of ISO 8601 or in English;
//! and what would be too bold in running text, `20220904`, `2022-09`, `2022` and Unix time stamps.
//!
//! In words: what `read_iso` and `find` say of texts that are written as most are; of others these are asked.

use std::sync::LazyLock;

use super::calendar::{Day, Reference, read_zone};
use super::clock::{Clock, Moment, number};
use super::{STAMP_LENGTH, find};
use crate::backtracking::{Machine, Program};
use crate::chars::{is_ascii_space, is_decimal, is_space};
use crate::folding::{fold, lower};
use crate::languages::{Search, kinds_in};

/// Whether a text has a digit of any script, or the sign of a year.
pub fn has_digit(text: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit() || !c.is_ascii() && (c == '年' || c.is_numeric());
    if text.is_ascii() { text.bytes().any(|byte| byte.is_ascii_digit()) } else { text.contains(is_digit) }
}

/// Whether a text has what every date has: digits around a separator, or a word of a month, a weekday or a relative time.
/// Beyond ASCII, where a digit may be of any script and a year a sign, any digit will do.
pub fn may_have_date(text: &str, buffer: &mut Vec<u8>) -> bool {
    let has_numbers = if text.is_ascii() {
        has_separated_digits(text.as_bytes())
    } else {
        has_digit(text) || text.contains(['前', '전'])
    };
    has_numbers || kinds_in(fold(text.as_bytes(), buffer), Search::BesideDigit, |_| true) > 0
}

/// Whether two digits stand around `-`, `/` or `.`, with a space on either side of it or none.
fn has_separated_digits(text: &[u8]) -> bool {
    let mut places = text.iter().enumerate().filter(|(_, byte)| matches!(byte, b'-' | b'/' | b'.'));
    places.any(|(place, _)| {
        let (before, behind) = (&text[..place], &text[place + 1..]);
        let before = before.split_last().filter(|(last, _)| is_ascii_space(**last)).map_or(before, |(_, rest)| rest);
        let behind = behind.split_first().filter(|(first, _)| is_ascii_space(**first)).map_or(behind, |(_, rest)| rest);
        before.last().is_some_and(u8::is_ascii_digit) && behind.first().is_some_and(u8::is_ascii_digit)
    })
}

const MONTHS: [&[&str]; 12] = [
    &["january", "jan"],
    &["february", "feb"],
    &["march", "mar"],
    &["april", "apr"],
    &["may"],
    &["june", "jun"],
    &["july", "jul"],
    &["august", "aug"],
    &["september", "sep", "sept"],
    &["october", "oct"],
    &["november", "nov"],
    &["december", "dec"],
];

/// A date of ISO 8601 as most are written, without the fraction of a second: what stands before that, and the zone.
pub fn usual_iso(text: &str) -> Option<(&str, &str)> {
    let bytes = text.as_bytes();
    let number = |range: std::ops::Range<usize>| {
        let digits = bytes.get(range).filter(|digits| digits.iter().all(u8::is_ascii_digit))?;
        Some(digits.iter().fold(0_u32, |number, digit| 10 * number + u32::from(digit - b'0')))
    };
    let is = |place: usize, sign: u8| bytes.get(place) == Some(&sign);
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let last = match month {
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    let is_day = (1970..=2099).contains(&year) && (1..=12).contains(&month) && (1..=last).contains(&day);
    if !is_day || !is(4, b'-') || !is(7, b'-') || !text.is_ascii() {
        return None;
    }
    if bytes.len() == 10 {
        return Some((text, ""));
    }
    let is_time = is(10, b'T') && is(13, b':') && number(11..13)? <= 23 && number(14..16)? <= 59;
    if !is_time {
        return None;
    }
    let end = if is(16, b':') { number(17..19).filter(|&second| second <= 59).map(|_| 19)? } else { 16 };
    let mut zone = &text[end..];
    if let Some(fraction) = zone.strip_prefix('.').filter(|_| end == 19) {
        let length = fraction.bytes().take_while(u8::is_ascii_digit).count();
        zone = (1..=9).contains(&length).then(|| &fraction[length..])?;
    }
    is_zone(zone).then_some((&text[..end], zone))
}

/// Whether a text is the zone of a time, or nothing.
fn is_zone(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digits = |range: std::ops::Range<usize>| bytes[range].iter().all(u8::is_ascii_digit);
    match bytes {
        [] | [b'Z'] => true,
        [b'+' | b'-', ..] if bytes.len() == 6 && bytes[3] == b':' && digits(1..3) && digits(4..6) => {
            &bytes[1..3] <= b"14".as_slice() && bytes[4] <= b'5'
        }
        _ => false,
    }
}

/// The number of a day of ISO 8601 among the days since the year 0.
pub fn day_number(iso: &str) -> Option<i64> {
    let number = |range: std::ops::Range<usize>| iso.get(range)?.parse::<i64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    // The year begins with March, so that its last day is the one that not all years have.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    Some(365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day)
}

/// The date of a text that has one, and no other digits: "May 4, 2022".
pub struct OnlyDate {
    pub iso: String,
    pub place: std::ops::Range<usize>,
}

/// The date of a text of ASCII. None: Python must read it.
pub fn only_date(text: &str, buffer: &mut Vec<u8>) -> Option<OnlyDate> {
    let is_digit = |c: char| c.is_ascii_digit();
    let start = text.find(is_digit).filter(|_| text.is_ascii())?;
    let number = |rest: &str| rest.find(|c: char| !is_digit(c)).unwrap_or(rest.len());
    let day_end = start + number(&text[start..]);
    let year_start = day_end + text[day_end..].find(|c| !matches!(c, ' ' | ',' | '.')).unwrap_or(0);
    let year_end = year_start + number(&text[year_start..]);
    let before = text[..start].trim_end_matches(' ');
    let before = before.strip_suffix('.').unwrap_or(before);
    let word = before.rfind(|c: char| !c.is_ascii_alphabetic()).map_or(0, |place| place + 1);
    let month = lower(&before[word..]);
    let month = MONTHS.iter().position(|names| names.contains(&month.as_str()));
    let is_apart = !before[..word].ends_with(['_', '/']) && !text[year_end..].contains(is_digit);
    let (true, Some(month)) = (is_apart && year_end - year_start == 4 && day_end - start <= 2, month) else {
        return None;
    };
    let place = word..year_end;
    if may_have_date(&text[..place.start], buffer) || may_have_date(&text[place.end..], buffer) {
        return None;
    }
    let (year, day) = (&text[year_start..year_end], &text[start..day_end]);
    let iso = format!("{year}-{:02}-{day:0>2}", month + 1); // of ten bytes
    usual_iso(&iso).is_some().then_some(OnlyDate { iso, place })
}

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
        && let Some((iso, zone)) = usual_iso(text)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lone_dates_are_read() {
        let read = |text: &str| only_date(text, &mut Vec::new()).map(|date| (date.iso, date.place));
        assert_eq!(read("By Ann, May 4, 2022 x"), Some(("2022-05-04".into(), 8..19)));
        assert_eq!(read("Sept. 14 2022"), Some(("2022-09-14".into(), 0..13)));
        for text in [
            "May 4",
            "4 May 2022",
            "xMay 4, 2022",
            "May 4, 2022, 10:30",
            "Feb 30, 2022",
            "May 4, 1812",
            "yesterday, May 4, 2022",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(day_number("2022-03-01").unwrap() - day_number("2022-02-28").unwrap(), 1);
        assert_eq!(day_number("2024-03-01").unwrap() - day_number("2024-02-28").unwrap(), 2);
        assert_eq!(day_number("2023-01-01").unwrap() - day_number("2022-12-31").unwrap(), 1);
    }

    #[test]
    fn usual_dates_are_read() {
        for (text, date, zone) in [
            ("2022-09-04", "2022-09-04", ""),
            ("2022-09-04T06:38", "2022-09-04T06:38", ""),
            ("2022-09-04T06:38:48.125+08:00", "2022-09-04T06:38:48", "+08:00"),
            ("2022-12-31T23:59:59Z", "2022-12-31T23:59:59", "Z"),
        ] {
            assert_eq!(usual_iso(text), Some((date, zone)), "{text}");
        }
        for text in [
            "",
            "2022-9-4",
            "2022-02-29",
            "2022-04-31",
            "2022-09-04 06:38",
            "2022-09-04T24:00",
            "2022-09-04T06:38.5",
            "1969-01-01",
            "2022-09-04T06:38:60",
            "2022-09-04T06:38+15:00",
            "2022-09-04T06:38+0800",
            "2022-09-04T06:38:48.",
            "2022-09-04é",
        ] {
            assert_eq!(usual_iso(text), None, "{text}");
        }
    }
}
