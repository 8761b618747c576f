//! Forms of dates that name a day or a month: one pattern and one reader each, on spelled text.

use super::book::{Book, Languages, Sense};
use super::calendar::read_zone;
use super::clock::Moment;
use super::clock::{Clock, Clocks, number};
use crate::backtracking::{Machine, Program};

const MIN_NAME_LENGTH: usize = 4; // letters of a month that stands for a date without a year: "set 4" is seldom a date
const BUDDHIST: i64 = 543; // years that the Thai calendar is ahead
const MIN_BUDDHIST_YEAR: i64 = 2400;

const YEAR: &str = r"\d{4}(?!\d)";
const ORDINAL: &str = "(?:st|nd|rd|th|er|º|ª|°)?";
const OF: &str = "(?:of|del?|d'|-|/)";
const END: &str = r"(?!\d)(?![-./]\d)";
const HAN_DIGITS: [&str; 10] = ["〇零○", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/// When words that have the form of a date are more likely prose.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Care {
    Little,
    /// Where something stands beside them.
    Alone,
    /// Without a clock.
    Clock,
    /// In a long text.
    Prose,
}

/// What a form reads: the groups of its match, and what is known of words.
pub struct Groups<'text> {
    pub text: &'text [char],
    pub machine: &'text Machine,
    pub book: &'text Book,
    pub is_day_first: bool,
}

impl<'text> Groups<'text> {
    /// The text of a group, empty where it has none.
    pub fn of(&self, group: usize) -> &'text [char] {
        self.machine.group(group).map_or(&[], |(start, end)| &self.text[start..end])
    }

    fn number(&self, group: usize) -> i64 {
        number(self.of(group))
    }
}

/// The date that a match is, if it is one.
pub type Read = fn(&Groups, &Clocks) -> Option<Moment>;

/// A form of dates.
pub struct Form {
    pub program: Program,
    pub read: Read,
    pub care: Care,
    /// Whether it begins with a digit in every language; such forms are tried first.
    pub is_digital: bool,
}

impl Form {
    pub fn new(pattern: &str, read: Read, care: Care) -> Self {
        Form { program: Program::new(pattern), read, care, is_digital: pattern.starts_with(r"(\d") }
    }
}

/// Two digits mean 1970 to 2069, as in POSIX.
fn full_year(digits: &[char]) -> i64 {
    match number(digits) {
        year if digits.len() > 2 => year,
        year @ ..70 => 2000 + year,
        year => 1900 + year,
    }
}

fn year_first(groups: &Groups, _: &Clocks) -> Option<Moment> {
    Some(Moment::on(groups.number(0), groups.number(2), groups.number(3)))
}

fn cjk(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let (year, day) = (groups.of(0), groups.of(2));
    let is_date = year.len() != 2 || !day.is_empty();
    is_date.then(|| Moment::on(full_year(year), groups.number(1), number(day)))
}

fn month_day(groups: &Groups, _: &Clocks) -> Option<Moment> {
    Some(Moment::on(0, groups.number(0), groups.number(1)))
}

fn han_digit(c: char) -> Option<i64> {
    HAN_DIGITS.iter().position(|digits| digits.contains(c)).map(|digit| digit as i64)
}

/// `九` is 9, `十` 10, `二十` 20, `廿一` 21, `三十一` 31.
fn han_number(text: &[char]) -> i64 {
    let text: Vec<char> = text.iter().flat_map(|&c| if c == '廿' { vec!['二', '十'] } else { vec![c] }).collect();
    let of = |text: &[char], other| match text {
        [c] => han_digit(*c).unwrap_or(other),
        _ => other,
    };
    match text.iter().rposition(|&c| c == '十') {
        Some(ten) => of(&text[..ten], 1) * 10 + of(&text[ten + 1..], 0),
        None => of(&text, 0),
    }
}

fn han(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let year = groups.of(0).iter().fold(0, |year, &c| 10 * year + han_digit(c).unwrap_or(0));
    Some(Moment::on(year, han_number(groups.of(1)), han_number(groups.of(2))))
}

fn named_month_day(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let [month, day, short_year, year] = [0, 1, 2, 3].map(|group| groups.of(group));
    named(groups.book, month, day, if short_year.is_empty() { year } else { short_year }, false)
}

/// Croatian has full stops behind the day and the year, and its own names for some months of its neighbours.
fn day_named_month(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let [day, stop, month, year, last_stop, short_year] = [0, 1, 2, 3, 4, 5].map(|group| groups.of(group));
    let is_croatian = !stop.is_empty() && !last_stop.is_empty();
    named(groups.book, month, day, if year.is_empty() { short_year } else { year }, is_croatian)
}

fn year_named_month(groups: &Groups, _: &Clocks) -> Option<Moment> {
    named(groups.book, groups.of(1), groups.of(2), groups.of(0), false)
}

fn year_day_month(groups: &Groups, _: &Clocks) -> Option<Moment> {
    named(groups.book, groups.of(2), groups.of(1), groups.of(0), false)
}

/// A short name of another language than English is too often another word: "pro 2000".
fn named_month_year(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let (month, year) = (groups.of(0), groups.of(1));
    let moment = named(groups.book, month, &[], year, false)?;
    let letters = month.len() - month.iter().rev().take_while(|&&c| c == '.').count();
    let is_bold = letters < MIN_NAME_LENGTH && !is_english(groups.book, month_of(groups.book, month, false)?.1);
    Some(Moment { is_bold: is_bold || moment.is_bold, ..moment })
}

fn is_english(book: &Book, languages: Languages) -> bool {
    languages & book.languages(&["en"]) > 0
}

/// Without a year a name of another language than English must be long, and then it is bold to read it.
fn named(book: &Book, word: &[char], day: &[char], year: &[char], is_croatian: bool) -> Option<Moment> {
    let (month, languages) = month_of(book, word, is_croatian)?;
    let mut moment = Moment::on(0, month, number(day));
    if year.is_empty() {
        moment.is_bold = !is_english(book, languages);
        return (!moment.is_bold || word.len() >= MIN_NAME_LENGTH).then_some(moment);
    }
    moment.year = full_year(year);
    if languages & book.languages(&["th"]) > 0 && moment.year > MIN_BUDDHIST_YEAR {
        moment.year -= BUDDHIST;
    }
    Some(moment)
}

/// The month of a word, and the languages in which it is that.
fn month_of(book: &Book, word: &[char], is_croatian: bool) -> Option<(i64, Languages)> {
    let croatian = book.languages(&["hr"]);
    let is_other = |sense: &&Sense| (sense.languages & croatian > 0) != is_croatian;
    let sense = book.senses(word, "month").min_by_key(is_other)?;
    Some((sense.value.parse().ok()?, sense.languages))
}

/// The order of Unix `date` and of Java: the year comes last.
fn unix(groups: &Groups, clocks: &Clocks) -> Option<Moment> {
    let [month, day, time, zone, year] = [0, 1, 2, 3, 4].map(|group| groups.of(group));
    let clock = clocks.behind(time, 0, groups.book, &mut Machine::default()).map(|(clock, _)| clock);
    let clock = clock.map(|clock| if zone.is_empty() { clock } else { Clock { zone: read_zone(zone), ..clock } });
    let (month, _) = month_of(groups.book, month, false)?;
    Some(Moment { clock, ..Moment::on(number(year), month, number(day)) })
}

/// Day first with dots; else month first, unless that cannot be or `day_first` says otherwise.
fn year_last(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let [first, separator, second, year] = [0, 1, 2, 3].map(|group| groups.of(group));
    if year.len() == 2 && !(first.len() == 2 && second.len() == 2) {
        return None; // rather a version number
    }
    let (first, second) = (number(first), number(second));
    let mut day_leads = groups.is_day_first || separator == ['.'];
    if first > 12 || (second > 12 && day_leads) {
        day_leads = first > 12;
    }
    let (day, month) = if day_leads { (first, second) } else { (second, first) };
    Some(Moment::on(full_year(year), month, day))
}

/// The forms that name a month by its number or by its name.
pub fn absolute(book: &Book) -> Vec<Form> {
    let digits = [
        (
            format!(r"(\d{{4}})\s?(?P<sep1>[-/.–])\s?(\d\d?)\s?(?P=sep1)\s?(\d\d?){END}"),
            year_first as Read,
            Care::Little,
        ),
        (r"(\d{4}|\d\d)\s?[年년]\s?(\d\d?)\s?[月월](?:\s?(\d\d?)\s?[日号號일])?".into(), cjk, Care::Little),
        (r"(\d\d?)\s?[月월]\s?(\d\d?)\s?[日号號일]".into(), month_day, Care::Little),
        (format!(r"(\d\d?)(?P<sep2>[-/.])(\d\d?)(?P=sep2)(\d{{4}}|\d\d){END}"), year_last, Care::Little),
        // Arabic sets marks of direction before the bars.
        (r"(\d\d?)\s(/)(\d\d?)\s/(\d{4})(?!\d)".into(), year_last, Care::Little),
        (r"(\d\d?)(\.)\s(\d\d?)\.\s(\d{4})(?!\d)".into(), year_last, Care::Little),
        (r"(\d\d?)[-/](\d\d?)(?=\s+\d\d?:\d\d)".into(), month_day, Care::Little),
        (r"(\d\d)[-/](\d\d)(?=\s*+\Z)".into(), month_day, Care::Alone),
    ];
    let written = digits.into_iter().chain(named_forms(book));
    written.map(|(pattern, read, care)| Form::new(&pattern, read, care)).collect()
}

/// The forms with the name of a month, and those in Han digits.
fn named_forms(book: &Book) -> [(String, Read, Care); 7] {
    let (month, year_word) = (book.pattern(&["month"]) + r"\.?", book.pattern(&["year"]) + r"\.?");
    let day_month = [
        format!(r"(\d\d?)(?:{ORDINAL}|(\.)|,(?=\s{month}\s\d{{4}}))\s*+(?:{OF}\s?)?({month})"),
        format!(r"(?:[\s,]*+(?:(?:{OF}|{year_word})\s?)?({YEAR})(?=(\.)?)"),
        r"|\s?[-/']?\s?(\d\d)(?![\d:.,]|\s?[ap]\.?m))?".into(),
    ];
    let year_month =
        format!(r"({YEAR})(?:\(?e?\)?ko)?[\s,./-]{{1,3}}(?:{year_word}\s)?({month})[\s,/-]{{1,3}}(\d\d?)(?!\d)");
    let han_pattern =
        "([〇零○一二三四五六七八九]{4})年([一二三四五六七八九十]{1,2})月(?:([一二三四五六七八九十廿]{1,3})[日号])?";
    let clock_month =
        format!(r"({month})\s{{1,3}}(\d\d?)\s(\d\d:\d\d:\d\d)(?:\s([a-z]{{3,4}}|[+-]\d{{4}}))?\s(\d{{4}})(?!\d)");
    let month_day = [
        format!(r"({month})\s*+(\d\d?)(?!\d|:\d)(?:st|nd|rd|th|er|[º°ª.])?"),
        format!(r"(?:\s?'\s?(\d\d)(?!\d)|(?:[\s,.]|de\s|del\s)*+({YEAR}))?"),
    ];
    let month_year = format!(r"({month}),?\s*+(?:(?:del?\s|{year_word}\s))?({YEAR})");
    [
        (day_month.concat(), day_named_month as Read, Care::Little),
        (year_month, year_named_month, Care::Little),
        (format!(r"({YEAR})\.?\s{year_word}\s(\d\d?)\.?\s({month})"), year_day_month, Care::Little),
        (han_pattern.into(), han, Care::Little),
        (clock_month, unix, Care::Little),
        (month_day.concat(), named_month_day, Care::Little),
        (month_year, named_month_year, Care::Little),
    ]
}
