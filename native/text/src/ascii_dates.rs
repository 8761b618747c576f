//! Dates as most are written: of ISO 8601, and as English writes them alone in a line.
//!
//! In words: what `dates::read_iso` and `dates::find` say of them; of others these are asked.

use crate::date_hints::may_have_date;
use crate::folding::lower;

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
pub fn read_iso(text: &str) -> Option<(&str, &str)> {
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

/// The date of a text of ASCII; none where Python has to read it.
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
    read_iso(&iso).is_some().then_some(OnlyDate { iso, place })
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
            assert_eq!(read_iso(text), Some((date, zone)), "{text}");
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
            assert_eq!(read_iso(text), None, "{text}");
        }
    }
}
