//! Forms of dates that take a reference time: "3 hours ago", "yesterday", on spelled text.

use super::book::{Book, Languages, Sense};
use super::clock::{Clocks, number};
use super::clock::{Moment, seconds_of};
use super::forms::{Care, Form, Groups, Read};
use crate::chars::is_decimal;

/// "An hour ago" is "hour ago" where there are no articles.
const WITHOUT_ARTICLES: [&str; 15] =
    ["ar", "bg", "cs", "et", "fi", "he", "hr", "lt", "lv", "pl", "ru", "sk", "sl", "sr", "uk"];
/// "3 weeks ago" is "3" and "last week" there.
const LAST_IS_AGO: [&str; 5] = ["fa", "id", "ms", "th", "vi"];
const LAST: [(&str, &str); 3] = [("last_week", "week"), ("last_month", "month"), ("last_year", "year")];
/// Units that people write in languages that have others.
const EVERYWHERE: [&str; 4] = ["d", "h", "min", "sec"];
const HAN_NUMBERS: [(&str, i64); 14] = [
    ("一", 1),
    ("二", 2),
    ("两", 2),
    ("兩", 2),
    ("三", 3),
    ("四", 4),
    ("五", 5),
    ("六", 6),
    ("七", 7),
    ("八", 8),
    ("九", 9),
    ("十", 10),
    ("十一", 11),
    ("十二", 12),
];

fn is(text: &[char], word: &str) -> bool {
    word.chars().eq(text.iter().copied())
}

fn count_of(book: &Book, text: &[char]) -> Option<f64> {
    if is(text, "半") || is(text, "half") {
        return Some(0.5);
    }
    if text.iter().all(|&c| is_decimal(c)) {
        return Some(number(text) as f64);
    }
    if let Some(&(_, number)) = HAN_NUMBERS.iter().find(|(word, _)| is(text, word)) {
        return Some(number as f64);
    }
    book.senses(text, "number").next()?.value.parse().ok()
}

/// The unit that a word is in one of the languages.
fn unit_of(book: &Book, word: &[char], languages: Languages) -> Option<&'static str> {
    let in_languages = |languages: Languages| {
        let own = book.senses(word, "unit").find(|sense| sense.languages & languages > 0);
        own.map(|sense| sense.value)
    };
    in_languages(languages).or_else(|| in_languages(book.languages(&["en"])).filter(|_| is_everywhere(book, word)))
}

fn is_everywhere(book: &Book, word: &[char]) -> bool {
    EVERYWHERE.iter().any(|unit| book.senses(word, "unit").eq(book.senses(&book.spelled_word(unit), "unit")))
}

/// The languages in which a word is of a kind without values.
fn languages_of(book: &Book, word: &[char], kind: &'static str) -> Languages {
    book.senses(word, kind).find(|sense| sense.value.is_empty()).map_or(0, |sense| sense.languages)
}

fn ago(groups: &Groups, _: &Clocks) -> Option<Moment> {
    span(groups, 0, languages_of(groups.book, groups.of(4), "ago"))
}

fn before(groups: &Groups, _: &Clocks) -> Option<Moment> {
    span(groups, 1, languages_of(groups.book, groups.of(0), "before"))
}

/// `2 years, 3 months ago` counts in the smaller unit. `first` is the first group of the span.
fn span(groups: &Groups, first: usize, languages: Languages) -> Option<Moment> {
    let [count, unit, more, smaller] = [0, 1, 2, 3].map(|group| groups.of(first + group));
    let (book, name) = (groups.book, unit_of(groups.book, unit, languages)?);
    if more.is_empty() {
        return Some(Moment::ago(name, count_of(book, count)?));
    }
    let small = unit_of(book, smaller, languages)?;
    let share = (seconds_of(name) / seconds_of(small)) as f64;
    Some(Moment::ago(small, count_of(book, count)? * share + count_of(book, more)?))
}

fn one_ago(groups: &Groups, _: &Clocks) -> Option<Moment> {
    one(groups.book, groups.of(0), languages_of(groups.book, groups.of(1), "ago"))
}

fn before_one(groups: &Groups, _: &Clocks) -> Option<Moment> {
    one(groups.book, groups.of(1), languages_of(groups.book, groups.of(0), "before"))
}

/// A unit without a count: some languages have words for one and for two of it.
fn one(book: &Book, word: &[char], languages: Languages) -> Option<Moment> {
    if let Some(sense) = book.senses(word, "past").find(|sense| sense.languages & languages > 0) {
        let (count, unit) = sense.value.split_once('_')?;
        return Some(Moment::ago(unit, count.parse().ok()?));
    }
    let bare = languages & book.languages(&WITHOUT_ARTICLES);
    let sense = book.senses(word, "unit").find(|sense| sense.languages & bare > 0)?;
    Some(Moment::ago(sense.value, 1.0))
}

fn since(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let unit = groups.book.senses(groups.of(1), "since").next()?.value;
    Some(Moment::ago(unit, count_of(groups.book, groups.of(0))?))
}

fn counted_last(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let (book, phrase) = (groups.book, groups.of(1));
    let known = book.languages(&LAST_IS_AGO);
    let (_, unit) = LAST.into_iter().find(|(kind, _)| languages_of(book, phrase, kind) & known > 0)?;
    Some(Moment::ago(unit, count_of(book, groups.of(0))?))
}

fn cjk_ago(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let unit = groups.book.senses(groups.of(2), "unit").next()?.value;
    let half = if groups.of(1).is_empty() { 0.0 } else { 0.5 };
    Some(Moment::ago(unit, count_of(groups.book, groups.of(0))? + half))
}

fn now(_: &Groups, _: &Clocks) -> Option<Moment> {
    Some(Moment::ago("second", 0.0))
}

fn value_of(groups: &Groups, kind: &'static str) -> Option<i64> {
    groups.book.senses(groups.of(0), kind).next().and_then(|sense: &Sense| sense.value.parse().ok())
}

fn day_word(groups: &Groups, _: &Clocks) -> Option<Moment> {
    Some(Moment::ago("day", value_of(groups, "day")? as f64))
}

fn last_unit(groups: &Groups, _: &Clocks) -> Option<Moment> {
    let is_kind = |kind| groups.book.senses(groups.of(0), kind).next().is_some();
    let (_, unit) = LAST.into_iter().find(|&(kind, _)| is_kind(kind))?;
    Some(Moment::ago(unit, 1.0))
}

fn weekday(groups: &Groups, _: &Clocks) -> Option<Moment> {
    Some(Moment { weekday: Some(value_of(groups, "weekday")?), ..Moment::default() })
}

fn last_kinds() -> [&'static str; 3] {
    LAST.map(|(kind, _)| kind)
}

/// The forms that take a reference time.
pub fn relative(book: &Book) -> Vec<Form> {
    let cjk_unit = book.cjk_pattern("unit");
    let (unit, ago_word, before_word) =
        (book.pattern(&["unit"]) + r"\.?", book.pattern(&["ago"]), book.pattern(&["before"]));
    let count = format!(r"(?:\d{{1,4}}|half(?![a-z])|{})", book.pattern(&["number"]));
    let span = format!(
        r"({count})['\s]?(?:an?\s)?(?:de\s)?({unit})(?:,?\s(?:and\s|und\s|et\s|y\s|e\s)?({count})\s?({unit}))?"
    );
    let (last, one_unit) = (book.pattern(&last_kinds()), book.pattern(&["unit", "past"]));
    let cjk_pattern = format!(
        r"(半|[一二两兩三四五六七八九]|十[一二]?|\d{{1,4}})\s?[个個]?(半)?多?\s?({cjk_unit})\s?(?:之前|以前|前|전)"
    );
    let written: [(String, Read, Care); 11] = [
        (cjk_pattern, cjk_ago, Care::Little),
        (format!(r"(?:{}\s)?{span}\s?({ago_word})", book.pattern(&["around"])), ago, Care::Little),
        (format!(r"({before_word})\s(?:about\s|environ\s)?{span}"), before, Care::Little),
        (format!(r"({one_unit})\s({ago_word})"), one_ago, Care::Little),
        (format!(r"({before_word})\s({one_unit})"), before_one, Care::Little),
        (format!(r"({count})\s?({})", book.pattern(&["since"])), since, Care::Little),
        (format!(r"({count})\s?({last})"), counted_last, Care::Little),
        (format!("({})", book.pattern(&["now"])), now, Care::Prose),
        (format!("({})", book.pattern(&["day"])), day_word, Care::Prose),
        (format!("({last})"), last_unit, Care::Prose),
        (format!("({})", book.pattern(&["weekday"])), weekday, Care::Clock),
    ];
    written.map(|(pattern, read, care)| Form::new(&pattern, read, care)).into()
}

/// A pattern for what every relative date has in it.
pub fn marks(book: &Book) -> String {
    let [week, month, year] = last_kinds();
    format!("[前전]|{}", book.pattern(&["ago", "before", "since", "now", "day", "weekday", week, month, year]))
}
