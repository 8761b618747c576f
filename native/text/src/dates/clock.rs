//! Times of day: behind a date, and before it.

use super::book::Book;
use super::zones::{ZONES, read_zone};
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
