//! Times: the short texts of a page that are a time stamp, and elements that carry one in an attribute.
//!
//! In words: of the texts that can be times (`marks`) the grammar of dates tells which are. Those of persons, of
//! edits and of the page itself are kept apart, by words in them and in the label before. A day word needs a clock behind
//! it or nothing beside it; a month alone needs an element that says it is a time; ages such as `6h` count where several
//! elements of one build have such.

use std::collections::HashMap;

use super::marks::{Marks, Stamp};
use super::time_words::{is_clear_age, read_age, time_words};
use html::names::name;
use html::page_view::PageView;
use text::chars::{is_decimal, is_letter, is_space};
use text::class_words::TIME;
use text::dates::{self, DateMatch, Reference};
use text::phrases::{OTHER_TIME, Room, says};
use text::short_texts::spaced;

const MAX_STAMP_LENGTH: usize = 90; // characters of a text that is a time with a label; longer texts are prose
const MAX_LABEL_LENGTH: usize = 34; // characters beside the date in such a text: "Posted by somebody on", "发表于"
const MAX_MARK_LENGTH: usize = 12; // characters beside it that are no letters: brackets, a second clock
const MAX_BESIDE_DAY: usize = 2; // characters beside a word such as "Today" that stands alone
const MAX_DAY_TEXT: usize = 24; // characters of a text with a day word whose clock stands in the next text
const MAX_JOINED: usize = 60; // characters of both
const MAX_ATTRIBUTES: usize = 200_000;
const MAX_COLON_LABEL: usize = 12; // characters before a colon behind which a short form is a date
const MIN_AGES: usize = 3;
const MARKS: [char; 12] = [' ', '(', ')', '[', ']', ',', '|', '-', '·', '•', '»', '«']; // around a date

/// The time stamps of a page in document order, one in each list; and the rows of dates of something else.
#[derive(Default)]
pub struct Times {
    pub rows: Vec<i64>,
    /// As displayed; empty where a script shows it.
    pub texts: Vec<String>,
    /// In ISO 8601; empty where it takes a reference time and there is none.
    pub isos: Vec<String>,
    pub are_relative: Vec<bool>,
    /// What the dates are read from.
    pub sources: Vec<String>,
    pub others: Vec<i64>,
}

/// What a text says as a time stamp, the same for all texts of its shape. Places are in characters.
#[derive(Clone, Copy)]
struct Shape {
    start: usize,
    end: usize,
    /// Characters beside the dates.
    rest: usize,
    is_other: bool,
    is_day_word: bool,
    /// A month, "last week": more often a link to an archive.
    is_vague: bool,
}

/// What a date is read from, and what of it is displayed.
type Shown = (String, String);
/// The rows of times, and what each is read from and shows.
type Shows = Vec<(i64, Shown)>;

/// The times among the texts that can be one, and of the elements without text that carry a number.
pub fn find(page: &PageView, marks: &Marks, reference: Option<&Reference>) -> Times {
    let year = reference.and_then(|reference| Reference::of_year(reference.day.year));
    let (shapes, room) = (HashMap::new(), Room::default());
    let mut search = Search { page, flags: &marks.flags, reference, year: year.as_ref(), shapes, room };
    search.find(&marks.times, &marks.silent)
}

struct Search<'page, 'call> {
    page: &'call PageView<'page>,
    flags: &'call [u16],
    reference: Option<&'call Reference>,
    /// The first moment of the year of the reference time.
    year: Option<&'call Reference>,
    shapes: HashMap<&'call str, Option<Shape>>,
    room: Room,
}

impl<'call> Search<'_, 'call> {
    fn find(&mut self, stamps: &'call [Stamp], silent: &[i64]) -> Times {
        let (mut found, mut times, mut ages) = (Shows::new(), Times::default(), Vec::new());
        for stamp in stamps {
            limits::tick(1);
            if read_age(&stamp.text).is_some() {
                ages.push(stamp);
                continue;
            }
            let Some(shape) = self.shape_of(&stamp.shape) else { continue };
            if shape.is_other || self.is_other_label(&stamp.label) {
                times.others.push(stamp.row);
            } else if let Some(shown) = self.shown(stamp, &shape) {
                found.push((stamp.row, shown));
            }
        }
        self.pick_ages(&ages, &mut found);
        self.add_attributes(silent, &mut found);
        found.sort_unstable_by_key(|&(row, _)| row);
        for (row, (source, text)) in found {
            limits::tick(1);
            let (iso, is_relative) = self.read(&source);
            times.rows.push(row);
            times.texts.push(text);
            times.sources.push(source);
            times.isos.push(iso);
            times.are_relative.push(is_relative);
        }
        times
    }

    /// What a stamp is read from and shows, if it is one of a record.
    fn shown(&mut self, stamp: &Stamp, shape: &Shape) -> Option<Shown> {
        if shape.is_day_word
            && let Some(joined) = self.with_next_clock(stamp)
        {
            return Some(joined);
        }
        // "Today" is a word of prose beside other words.
        let most = if shape.is_day_word { MAX_BESIDE_DAY } else { MAX_LABEL_LENGTH };
        let is_clear = shape.is_day_word || !shape.is_vague || self.says_time(stamp.row as usize);
        if shape.rest > most || !is_clear {
            return None;
        }
        Some((stamp.text.to_owned(), slice(&stamp.text, shape.start, shape.end).to_owned()))
    }

    /// How a text of that shape reads on a page read in that year, none where it has no date.
    fn shape_of(&mut self, text: &'call str) -> Option<Shape> {
        if let Some(&shape) = self.shapes.get(text) {
            return shape;
        }
        let shape = self.read_shape(text);
        self.shapes.insert(text, shape);
        shape
    }

    fn read_shape(&mut self, text: &str) -> Option<Shape> {
        let dates = self.dates(text, self.year);
        let date = dates.first()?;
        let dated: usize = dates.iter().map(|date| date.end - date.start).sum();
        let rest = text.chars().count() - dated;
        let (start, end) = self.displayed(text, date, rest);
        let (words, shown) = (time_words(), slice(text, date.start, date.end));
        Some(Shape {
            start,
            end,
            rest,
            is_other: says(text, OTHER_TIME, &mut self.room) > 0,
            is_day_word: words.is_day_word(shown),
            is_vague: words.is_last_unit(shown) || (date.iso.len() == "2022-09".len() && !date.is_relative),
        })
    }

    /// What is shown: the whole text where only marks surround the date; else the date with its weekday.
    fn displayed(&mut self, text: &str, date: &DateMatch, rest: usize) -> (usize, usize) {
        let (before, behind) = (slice(text, 0, date.start), slice(text, date.end, usize::MAX));
        if rest <= MAX_MARK_LENGTH && !before.contains(is_letter) && !behind.contains(is_letter) {
            let start = text.chars().take_while(|c| MARKS.contains(c)).count();
            return (start, text.trim_end_matches(MARKS).chars().count().max(start));
        }
        let weekday = time_words().weekday_start(before);
        (weekday.unwrap_or(date.start), date.end)
    }

    fn dates(&mut self, text: &str, reference: Option<&Reference>) -> Vec<DateMatch> {
        let dates = dates::search(text, reference, false);
        if dates.is_empty() { self.behind_label(text, reference) } else { dates }
    }

    /// The dates behind a label and a colon, where a short form (`04-04`) is a date by itself.
    fn behind_label(&mut self, text: &str, reference: Option<&Reference>) -> Vec<DateMatch> {
        let text = text.replace('：', ":");
        let Some((label, rest)) = text.split_once(':') else { return Vec::new() };
        let length = label.chars().count();
        if length > MAX_COLON_LABEL || label.contains(is_decimal) {
            return Vec::new();
        }
        let bare = rest.trim_matches(is_space);
        let shift = length + 1 + rest.chars().take_while(|&c| is_space(c)).count();
        let mut dates = dates::search(bare, reference, false);
        for date in &mut dates {
            (date.start, date.end) = (date.start + shift, date.end + shift);
        }
        dates
    }

    /// Whether the text before a time says that it is the time of something else.
    fn is_other_label(&mut self, label: &str) -> bool {
        !label.is_empty() && says(label, OTHER_TIME, &mut self.room) > 0 && !self.is_whole(label)
    }

    /// Whether a text ends with a date of its own: "Joined: Mar 2019" labels nothing behind it.
    fn is_whole(&mut self, text: &str) -> bool {
        let text = text.trim_end_matches(MARKS);
        if ends_with_year(text) || text.strip_suffix('\n').is_some_and(ends_with_year) {
            return true;
        }
        let length = text.chars().count();
        dates::search(text, None, false).iter().any(|date| date.end == length)
    }

    /// A day word with the clock in the next text, and the date in it: `<b>Today</b>, 12:08`.
    fn with_next_clock(&mut self, stamp: &Stamp) -> Option<Shown> {
        let (page, row) = (self.page, stamp.row as usize);
        let is_text = |&row: &usize| page.is_text(row) && page.chars[row] > 0;
        let after = (row + 1..page.tag.len().min(row + 3)).find(is_text)?;
        let clock = spaced(page.bytes_of(after));
        if !time_words().begins_with_clock(&clock) || stamp.text.chars().count() > MAX_DAY_TEXT {
            return None;
        }
        let mut joined = stamp.text.to_owned();
        joined.push_str(slice(&clock, 0, MAX_JOINED));
        let joined = slice(&joined, 0, MAX_JOINED).to_owned();
        let dates = dates::search(&joined, self.reference, false);
        let date = dates.first()?;
        let shown = slice(&joined, date.start, date.end).to_owned();
        Some((joined, shown))
    }

    /// The element around a row; the last row where there is none.
    fn above(&self, row: usize) -> usize {
        usize::try_from(self.page.parent[row]).unwrap_or(self.page.tag.len() - 1)
    }

    /// Whether an element near says that a text is a time: a month alone is more often a link to an archive.
    fn says_time(&self, row: usize) -> bool {
        let parent = self.above(row);
        [parent, self.above(parent)].iter().any(|&row| self.flags[row] & TIME > 0 || self.page.tag[row] == name::TIME)
    }

    /// Adds the ages that several elements of one tag and classes have.
    fn pick_ages(&self, ages: &[&Stamp], found: &mut Shows) {
        let step = |stamp: &Stamp| self.page.step[self.above(stamp.row as usize)];
        let mut builds: HashMap<u64, (usize, bool)> = HashMap::new(); // how many ages, and whether one is clear
        for stamp in ages.iter().filter(|_| ages.len() >= MIN_AGES) {
            let build = builds.entry(step(stamp)).or_default();
            *build = (build.0 + 1, build.1 || is_clear_age(&stamp.text));
        }
        let is_time = |stamp: &Stamp| builds.get(&step(stamp)).is_some_and(|build| build.0 >= MIN_AGES && build.1);
        for stamp in ages.iter().filter(|stamp| is_time(stamp)) {
            found.push((stamp.row, (stamp.text.to_owned(), stamp.text.to_owned())));
        }
    }

    /// Adds elements without text that carry a time: a script writes it in the reader's browser.
    fn add_attributes(&mut self, rows: &[i64], found: &mut Shows) {
        for &row in rows.iter().take(MAX_ATTRIBUTES) {
            limits::tick(1);
            let of = |name| self.page.value(row as usize, name).filter(|value| !value.is_empty());
            let value = of(name::DATETIME).or_else(|| of(name::TITLE)).unwrap_or_default();
            let length = value.chars().take(MAX_STAMP_LENGTH + 1).count();
            if length > MAX_STAMP_LENGTH || !value.contains(is_decimal) {
                continue;
            }
            let dates = dates::search(value, self.reference, false);
            if dates.first().is_some_and(|date| length - (date.end - date.start) <= MAX_MARK_LENGTH) {
                found.push((row, (value.to_owned(), String::new())));
            }
        }
    }

    /// What a stamp means, and whether only a reference time tells it.
    fn read(&mut self, source: &str) -> (String, bool) {
        if let Some(iso) = read_plain(source) {
            return (iso, false);
        }
        if let Some((count, unit)) = read_age(source) {
            let dates = dates::search(&format!("{count} {unit} ago"), self.reference, false);
            return (dates.into_iter().next().map(|date| date.iso).unwrap_or_default(), true);
        }
        let date = self.dates(source, self.reference).into_iter().next();
        date.map(|date| (date.iso, date.is_relative)).unwrap_or_default()
    }
}

/// The date that a stamp such as `2022-9-4 06:38` is: half of all have this form, and the grammar of dates takes longer.
fn read_plain(text: &str) -> Option<String> {
    let (day, clock) = text.split_once(' ').unwrap_or((text, ""));
    let mut parts = day.splitn(3, '-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    let is_number =
        |text: &str, most| (1..=most).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if year.len() != 4 || !is_number(year, 4) || !is_number(month, 2) || !is_number(day, 2) {
        return None;
    }
    if clock.is_empty() {
        return (!text.ends_with(' ')).then(|| format!("{year}-{month:0>2}-{day:0>2}"));
    }
    let (hour, rest) = clock.split_once(':')?;
    let is_sixtieth = |text: &str| text.len() == 2 && is_number(text, 2) && text < "60";
    let is_hour = is_number(hour, 2) && (hour.len() == 1 || hour < "24");
    let is_clock = is_hour && rest.split(':').all(is_sixtieth) && rest.len() <= "38:48".len();
    is_clock.then(|| format!("{year}-{month:0>2}-{day:0>2}T{hour:0>2}:{rest}"))
}

/// Whether a text ends with a year that stands by itself.
fn ends_with_year(text: &str) -> bool {
    let mut back = text.chars().rev();
    let is_short = back.next().is_some_and(is_decimal) && back.next().is_some_and(is_decimal);
    let century = (back.next(), back.next());
    let is_year = is_short && matches!(century, (Some('9'), Some('1')) | (Some('0'), Some('2')));
    is_year && !back.next().is_some_and(|c| c == '_' || text::chars::is_word(c))
}

/// A part of a short text, by characters.
fn slice(text: &str, start: usize, end: usize) -> &str {
    let place = |count: usize| text.char_indices().nth(count).map_or(text.len(), |(place, _)| place);
    &text[place(start)..place(end)]
}
