//! Times of day: behind a date, and before it; and moments: what a date in a text says, and how ISO 8601 writes it.

use super::book::Book;
use super::calendar::{Day, Reference, ZONES, read_zone};
use crate::backtracking::{Machine, Program};
use crate::chars::{decimal_value, is_decimal, is_space};

const REACH: usize = 24; // characters before a date in which its time may stand
const HALF_DAY: &str = "上午|早上|凌晨|清晨|中午|下午|傍晚|晚上|午前|午後|오전|오후";
/// Beside the words of the table.
const AFTERNOON: [&str; 6] = ["pm", "下午", "晚上", "傍晚", "午後", "오후"];
const MORNING: [&str; 7] = ["am", "上午", "早上", "凌晨", "清晨", "午前", "오전"];

/// A time of day.
#[derive(Clone, Debug)]
pub struct Clock {
    pub hour: i64,
    pub minute: i64,
    /// None where the text does not say it.
    pub second: Option<i64>,
    /// Empty where the text does not say it, or weft does not know it.
    pub zone: String,
}

impl Clock {
    /// As ISO 8601 writes it behind a date, `T` included.
    pub fn iso(&self) -> String {
        let second = self.second.map(|second| format!(":{second:02}")).unwrap_or_default();
        format!("T{:02}:{:02}{second}{}", self.hour, self.minute, self.zone)
    }
}

/// The number that digits of any script write.
pub fn number(digits: &[char]) -> i64 {
    digits.iter().fold(0, |number, &digit| 10 * number + i64::from(decimal_value(digit)))
}

/// The patterns of times of day.
pub struct Clocks {
    behind: Program,
    ahead: Program,
}

/// The groups of a time of day, in its pattern.
#[derive(Clone, Copy)]
enum Part {
    Before,
    Hour,
    Minute,
    Second,
    Dot,
    After,
    Zone,
}

impl Clocks {
    pub fn new(book: &Book) -> Self {
        // What may stand between a date and its time: "at", a comma, the day of the week.
        let link = format!(
            concat!(
                r"[\s,，.]{{0,40}}+(?:\(?(?:星期|周|週)?[一二三四五六日天月火水木金土월화수목금토일](?:요일|曜日)?\)?",
                r"[\s,，]{{0,3}})?(?:{weekday}[\s,]{{0,3}})?(?:{year}\.?[\s,]{{1,3}})?",
                r"(?:(?:(?P<at>{at}\.?)|t|@|-|–|—|·|•|\||/|,)\s{{0,40}}+)?"
            ),
            weekday = book.pattern(&["weekday"]),
            year = book.pattern(&["year"]),
            at = book.pattern(&["at"]),
        );
        let end = r"(?:\s?(?:on|am|le|el|il|,|·|•|-|–|—|\|)\s{0,3}|\s{1,3}|,\s{0,3})\Z";
        Clocks {
            behind: Program::new(&(link + &time_pattern(book, r"(?(at)|(?=\s?uhr))"))),
            ahead: Program::new(&(time_pattern(book, r"(?=\s?uhr)") + end)),
        }
    }

    /// The time of day that follows a date ending at a place, and where it ends.
    pub fn behind(&self, text: &[char], place: usize, book: &Book, machine: &mut Machine) -> Option<(Clock, usize)> {
        let end = machine.run(&self.behind, text, place)?;
        Some((read(text, machine, 1, book)?, end))
    }

    /// The time of day right before a date starting at a place, and where it starts; never before `floor`.
    pub fn ahead(
        &self,
        text: &[char],
        (floor, place): (usize, usize),
        book: &Book,
        machine: &mut Machine,
    ) -> Option<(Clock, usize)> {
        let begin = floor.max(place.saturating_sub(REACH));
        let window = &text[begin.min(place)..place];
        if !window.contains(&':') && !window.contains(&'m') {
            return None;
        }
        let mut at = 0;
        while at < window.len() {
            let length = hour_length(window, at);
            if length > 0
                && machine.run(&self.ahead, window, at).is_some()
                && let Some(clock) = read(window, machine, 0, book)
            {
                return Some((clock, begin + at));
            }
            at += length.max(1);
        }
        None
    }
}

/// How many digits an hour has that may begin there, 0 where none does.
fn hour_length(text: &[char], at: usize) -> usize {
    let is_digit = |at: usize| text.get(at).is_some_and(|&c| is_decimal(c));
    let is_barred = at > 0 && (is_decimal(text[at - 1]) || matches!(text[at - 1], ':' | '.'));
    let goes_on = |at: usize| is_digit(at) || matches!(text.get(at), Some('a' | 'p'));
    let is_apart = |at: usize| text.get(at).is_some_and(|&c| c == ':' || is_space(c));
    let fits = |end: usize| goes_on(end) || is_apart(end) && goes_on(end + 1);
    match (is_digit(at) && !is_barred, is_digit(at + 1)) {
        (true, true) if fits(at + 2) => 2,
        (true, _) if fits(at + 1) => 1,
        _ => 0,
    }
}

/// A time of day; `dotted` says where a full stop may part hours and minutes.
fn time_pattern(book: &Book, dotted: &str) -> String {
    let mut names: Vec<&str> = ZONES.iter().map(|&(name, _)| name).collect();
    names.sort_by_key(|name| usize::MAX - name.len());
    let names = names.join("|");
    let zone = format!(r"(?:gmt|utc)?\s?[+-]\d\d?:?(?:\d\d)?(?!\d)|(?:{names})(?![a-z])");
    let half = book.pattern(&["am", "pm"]);
    format!(
        concat!(
            r"(?P<before>{half_day})?\s{{0,3}}",
            r"(?P<hour>\d\d?)(?:\s?[:：h時时点點시]\s?(?P<minute>\d\d)?(?!\d)(?:\s?分|\s?분)?",
            r"(?:\s?[:：分]?\s?(?P<second>\d\d)(?!\d)(?:[.,]\d{{1,9}})?\s?秒?)?",
            r"|\.(?P<dot>\d\d)(?!\d|\.\d){dotted}|(?=\s?[ap]\.?m\b))",
            r"\s{{0,3}}(?P<after>[ap]\.?\s?m\b\.?|uhr|{half}\.?)?\s{{0,3}}(?P<zone>{zone})?"
        ),
        half_day = HALF_DAY,
        dotted = dotted,
        half = half,
        zone = zone,
    )
}

/// The time of day that was matched; `first` is its first group.
fn read(text: &[char], machine: &Machine, first: usize, book: &Book) -> Option<Clock> {
    let part = |part: Part| machine.group(first + part as usize).map(|(start, end)| &text[start..end]);
    let filled = |one: Part| part(one).filter(|text| !text.is_empty());
    let after = || part(Part::After).unwrap_or_default().iter().copied().filter(|&c| c != '.' && !is_space(c));
    let half: Vec<char> = filled(Part::Before).map_or_else(|| after().collect(), <[char]>::to_vec);
    let says = |words: &[&str], kind| {
        let is_word = words.iter().any(|word| word.chars().eq(half.iter().copied()));
        is_word || !half.is_empty() && book.senses(&half, kind).next().is_some()
    };
    let mut hour = number(part(Part::Hour)?);
    let minute = filled(Part::Minute).or_else(|| filled(Part::Dot)).map_or(0, number);
    let second = filled(Part::Second).map(number);
    if hour < 12 && says(&AFTERNOON, "pm") {
        hour += 12;
    }
    if hour == 12 && says(&MORNING, "am") {
        hour = 0;
    }
    if hour > 23 || minute > 59 || second.is_some_and(|second| second > 60) {
        return None;
    }
    let zone = read_zone(part(Part::Zone).unwrap_or_default());
    Some(Clock { hour, minute, second: second.map(|second| second.min(59)), zone })
}

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
