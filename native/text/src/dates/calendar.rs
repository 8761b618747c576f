//! Days of the calendar and moments of a day, as Python's `datetime` counts them: the years 1 to 9999; and zones of time.

use std::fmt::Write;

use crate::chars::{decimal_value, is_decimal, is_space};

const MAX_YEAR: i64 = 9_999;
const DAY: i64 = 86_400; // seconds
const MICROSECONDS: i64 = 1_000_000; // of a second

/// A day of the calendar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Day {
    pub year: i64,
    pub month: i64,
    pub day: i64,
}

impl Day {
    /// The day, if the calendar has it.
    pub fn new(year: i64, month: i64, day: i64) -> Option<Self> {
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let last = match month {
            2 => 28 + i64::from(is_leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        let is_known = (1..=MAX_YEAR).contains(&year) && (1..=12).contains(&month) && (1..=last).contains(&day);
        is_known.then_some(Day { year, month, day })
    }

    /// Its number among all days; Monday's numbers are divided by 7 without a rest.
    fn number(self) -> i64 {
        // The year begins with March, so that its last day is the one that not all years have.
        let (year, month) = if self.month > 2 { (self.year, self.month - 3) } else { (self.year - 1, self.month + 9) };
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + self.day + 1
    }

    /// The day of the week, 0 for Monday.
    pub fn weekday(self) -> i64 {
        self.number() % 7
    }

    /// The day so many days later, or earlier where they are less than 0.
    pub fn later(self, days: i64) -> Option<Self> {
        let number = self.number().checked_add(days)?.checked_sub(2)?; // 0 for the first of March of the year 0
        let cycle = number.div_euclid(146_097);
        let of_cycle = number.rem_euclid(146_097);
        let year = (of_cycle - of_cycle / 1_460 + of_cycle / 36_524 - of_cycle / 146_096) / 365;
        let of_year = of_cycle - (365 * year + year / 4 - year / 100);
        let month = (5 * of_year + 2) / 153;
        let day = of_year - (153 * month + 2) / 5 + 1;
        let (year, month) =
            (cycle.checked_mul(400)?.checked_add(year)?, if month < 10 { month + 3 } else { month - 9 });
        Day::new(year + i64::from(month <= 2), month, day)
    }

    /// As ISO 8601 writes it.
    pub fn iso(self) -> String {
        format!("{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// The time at which a page was read.
#[derive(Clone, Debug)]
pub struct Reference {
    pub day: Day,
    pub hour: i64,
    pub minute: i64,
    pub second: i64,
    pub microsecond: i64,
    /// What ISO 8601 writes behind it; empty where it has no zone.
    pub zone: String,
}

impl Reference {
    /// The first moment of a year.
    pub fn of_year(year: i64) -> Option<Self> {
        Some(Reference {
            day: Day::new(year, 1, 1)?,
            hour: 0,
            minute: 0,
            second: 0,
            microsecond: 0,
            zone: String::new(),
        })
    }

    /// The moment so many seconds earlier, in ISO 8601.
    pub fn earlier(&self, seconds: f64) -> Option<String> {
        let own = (self.hour * 60 + self.minute) * 60 + self.second;
        // Whole seconds, or half of them: both are exact.
        let left = own * MICROSECONDS + self.microsecond - (seconds * MICROSECONDS as f64) as i64;
        let (days, left) = (left.div_euclid(DAY * MICROSECONDS), left.rem_euclid(DAY * MICROSECONDS) / MICROSECONDS);
        let mut iso = self.day.later(days)?.iso();
        let _ = write!(iso, "T{:02}:{:02}:{:02}{}", left / 3_600, left / 60 % 60, left % 60, self.zone);
        Some(iso)
    }
}

const MAX_ZONE_DIGITS: usize = 4; // 0800

/// CST is left out: it is Chicago's and Shanghai's.
pub const ZONES: [(&str, &str); 18] = [
    ("z", "Z"),
    ("utc", "Z"),
    ("gmt", "Z"),
    ("bst", "+01:00"),
    ("cet", "+01:00"),
    ("cest", "+02:00"),
    ("msk", "+03:00"),
    ("ist", "+05:30"),
    ("jst", "+09:00"),
    ("kst", "+09:00"),
    ("aest", "+10:00"),
    ("est", "-05:00"),
    ("edt", "-04:00"),
    ("cdt", "-05:00"),
    ("mst", "-07:00"),
    ("mdt", "-06:00"),
    ("pst", "-08:00"),
    ("pdt", "-07:00"),
];

/// The zone of a name.
pub fn zone_named(name: &[char]) -> Option<&'static str> {
    ZONES.iter().find(|(known, _)| known.chars().eq(name.iter().copied())).map(|&(_, zone)| zone)
}

/// A zone as ISO 8601 writes it: `+0800` and `gmt+8` are `+08:00`; empty where weft does not know it.
pub fn read_zone(text: &[char]) -> String {
    let start = text.iter().take_while(|&&c| is_space(c)).count();
    let text = &text[start..];
    let text = &text[..text.len() - text.iter().rev().take_while(|&&c| is_space(c)).count()];
    if let Some(zone) = zone_named(text) {
        return zone.into();
    }
    let first = |sign: char| text.iter().position(|&c| c == sign);
    let Some(sign) = first('+').max(first('-')) else { return String::new() };
    let digits: Vec<char> = text[sign + 1..].iter().copied().filter(|&c| c != ':').take(MAX_ZONE_DIGITS + 1).collect();
    if digits.is_empty() || digits.len() > MAX_ZONE_DIGITS || !digits.iter().all(|&c| is_decimal(c)) {
        return String::new();
    }
    let (hours, minutes) = if digits.len() <= 2 { (&digits[..], &[][..]) } else { digits.split_at(digits.len() - 2) };
    let number = |digits: &[char]| digits.iter().fold(0, |number, &digit| 10 * number + decimal_value(digit));
    let (hours, minutes) = (number(hours), number(minutes));
    if hours > 14 || minutes > 59 { String::new() } else { format!("{}{hours:02}:{minutes:02}", text[sign]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        let day = |year, month, day| Day::new(year, month, day);
        assert_eq!(day(2022, 9, 4).map(Day::weekday), Some(6));
        assert_eq!(day(2022, 2, 29), None);
        assert_eq!(day(0, 1, 1), None);
        assert_eq!(day(2024, 2, 28).and_then(|day| day.later(2)), day(2024, 3, 1));
        assert_eq!(day(2023, 1, 1).and_then(|day| day.later(-1)), day(2022, 12, 31));
        assert_eq!(day(1, 1, 1).and_then(|day| day.later(-1)), None);
        assert_eq!(day(9999, 12, 31).and_then(|day| day.later(1)), None);
        let first = day(1, 1, 1).unwrap();
        let mut one = first;
        for number in 0..400_000 {
            assert_eq!(first.later(number), Some(one), "{number}");
            let same_month = Day::new(one.year, one.month, one.day + 1);
            let next = same_month.or_else(|| Day::new(one.year, one.month + 1, 1));
            one = next.or_else(|| Day::new(one.year + 1, 1, 1)).unwrap();
        }
    }
}
