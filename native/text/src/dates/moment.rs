//! Moments: what a date in a text says, and how ISO 8601 writes it.

use super::calendar::{Day, Reference};
use super::clock::Clock;

const FIRST_YEAR: i64 = 1970; // older years in the text of a web page are history, not a time stamp
const LAST_YEAR: i64 = 2099; // without a reference time
const YEARS_AHEAD: i64 = 2; // after the reference time: events are announced, but seldom earlier than that

/// An absolute date (year 0: it names none; day 0: a whole month) or a distance back from the reference time.
#[derive(Clone, Debug, Default)]
pub struct Moment {
    pub year: i64,
    pub month: i64,
    pub day: i64,
    pub clock: Option<Clock>,
    /// Of `back`; empty for an absolute date.
    pub unit: &'static str,
    pub back: f64,
    /// The last such day before the reference time.
    pub weekday: Option<i64>,
    /// A reading that takes a clock or a text with nothing beside it.
    pub is_bold: bool,
}

/// The seconds of a unit.
pub fn seconds_of(unit: &str) -> i64 {
    match unit {
        "second" => 1,
        "minute" => 60,
        "hour" => 3_600,
        "day" => 86_400,
        "week" => 604_800,
        "month" => 2_592_000,
        _ => 31_536_000,
    }
}

impl Moment {
    /// A day or a month of a year.
    pub fn on(year: i64, month: i64, day: i64) -> Self {
        Moment { year, month, day, ..Moment::default() }
    }

    /// So many units before the reference time.
    pub fn ago(unit: &'static str, back: f64) -> Self {
        Moment { unit, back, ..Moment::default() }
    }

    /// Whether only a reference time makes it a date.
    pub fn is_relative(&self) -> bool {
        self.year == 0
    }

    /// Whether a time of day can stand beside it.
    pub fn takes_clock(&self) -> bool {
        self.day != 0 || self.unit == "day" || self.weekday.is_some()
    }

    /// Whether the calendar has such a day and the year is one that pages are written in.
    pub fn is_possible(&self, reference: Option<&Reference>) -> bool {
        if !self.unit.is_empty() || self.weekday.is_some() {
            return true;
        }
        let last = reference.map_or(LAST_YEAR, |reference| reference.day.year + YEARS_AHEAD);
        let is_year = self.year == 0 || (FIRST_YEAR..=last).contains(&self.year);
        let year = if self.year == 0 { 2000 } else { self.year }; // 2000 is a leap year
        is_year && Day::new(year, self.month, if self.day == 0 { 1 } else { self.day }).is_some()
    }

    /// As precise as the text; empty where it takes a reference time and there is none, or is out of range.
    pub fn iso(&self, reference: Option<&Reference>) -> String {
        let clock = self.clock.as_ref().map(Clock::iso).unwrap_or_default();
        if self.year != 0 {
            let month = format!("{:04}-{:02}", self.year, self.month);
            return if self.day == 0 { month } else { format!("{month}-{:02}{clock}", self.day) };
        }
        let Some(reference) = reference else { return String::new() };
        let today = reference.day;
        let iso = if let Some(weekday) = self.weekday {
            today.later(-(today.weekday() - weekday).rem_euclid(7)).map(|day| day.iso() + &clock)
        } else if !self.unit.is_empty() {
            self.before(reference, &clock)
        } else {
            latest(today, self.month, self.day).map(|day| day.iso() + &clock)
        };
        iso.unwrap_or_default()
    }

    fn before(&self, reference: &Reference, clock: &str) -> Option<String> {
        let (today, seconds) = (reference.day, self.back * seconds_of(self.unit) as f64);
        let whole_days = (seconds / 86_400.0).floor() as i64;
        match self.unit {
            "second" | "minute" | "hour" => reference.earlier(seconds),
            "day" | "week" => Some(today.later(-whole_days)?.iso() + clock),
            // Half a year, half a month.
            _ if self.back.fract() != 0.0 => Some(today.later(-whole_days)?.iso()[..7].into()),
            "year" => Some(format!("{:04}", Day::new(today.year - self.back as i64, 1, 1)?.year)),
            _ => {
                let months = today.year * 12 + today.month - 1 - self.back as i64;
                Some(Day::new(months.div_euclid(12), months.rem_euclid(12) + 1, 1)?.iso()[..7].into())
            }
        }
    }
}

/// The last such day of a year; a day ahead is allowed for readers in another time zone.
fn latest(today: Day, month: i64, day: i64) -> Option<Day> {
    let this_year = Day::new(today.year, month, day)?;
    if this_year <= today.later(1)? { Some(this_year) } else { Day::new(today.year - 1, month, day) }
}
