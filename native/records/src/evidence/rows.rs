//! What the words and times of a page say of every row, in one pass: see `records/evidence.py`.
//!
//! In words: a row is framed where it lies under an element about a person or a button, appended where it lies under a
//! signature or a note of an edit; wrappers of a whole page, which carry such words too, do not count. A text is a
//! title where it repeats the page's. The weight of a text is its length, turned or taken away by all that.

use memchr::memmem;

use html::names::{NameId, name};
use text::class_words::{BODY, BUTTON, EDITED, PERSON, SIGNATURE};
use text::languages;
use text::short_texts::spaced;

const FRAME_SHARE: f64 = 0.4; // of the page's text: an element with more of it is no frame of something
const LINK_WEIGHT: f64 = -0.2; // of a character in a link: bodies have links too, menus have nothing else
const DATE_WEIGHT: f64 = -30.0; // what holds the time of a record is more than its body
const SHORTEST_TITLE: usize = 4;
const LONGEST_TITLE: usize = 1_000; // characters of the page's title that headings are compared with
const LONGEST_LABEL: usize = 10; // characters before a colon that say what follows
const LONGEST_REPLY_MARK: usize = 16; // characters up to its colon

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub in_link: &'page [bool],
    pub raw: &'page [bool],
    /// What the words of each row speak of.
    pub flags: &'page [u16],
}

/// One entry a row, but for `text_rows`: the rows of the texts that can be content.
#[derive(Default)]
pub struct Evidence {
    pub is_time: Vec<bool>,
    pub is_date: Vec<bool>,
    pub times_under: Vec<i64>,
    pub text_rows: Vec<i64>,
    pub framed: Vec<bool>,
    pub appended: Vec<bool>,
    pub is_title: Vec<bool>,
    pub weights: Vec<f64>,
    /// The nearest link above each row, -1 where there is none.
    pub link: Vec<i32>,
}

/// The evidence of a page with these times, and dates of something else.
pub fn gather(columns: &Columns, times: &[i64], others: &[i64]) -> Evidence {
    let count = columns.tag.len();
    let is_time = mask(count, times);
    let mut is_date = mask(count, others);
    times.iter().for_each(|&row| is_date[row as usize] = true);
    let mut evidence = Evidence {
        times_under: vec![0; count],
        framed: vec![false; count],
        appended: vec![false; count],
        is_title: vec![false; count],
        weights: vec![0.0; count],
        link: vec![-1; count],
        is_time,
        is_date,
        ..Evidence::default()
    };
    let chars = running_sums(columns.chars.iter().map(|&chars| i64::from(chars)));
    let time_sums = running_sums(evidence.is_time.iter().map(|&is_time| i64::from(is_time)));
    let title = Title::of(columns);
    let mut until = Until::default();
    for row in 0..count {
        limits::tick(1);
        let end = columns.end[row] as usize;
        evidence.times_under[row] = time_sums[end] - time_sums[row];
        let is_small = (chars[end] - chars[row]) as f64 <= FRAME_SHARE * chars[count] as f64;
        until.enter(columns, row, is_small && evidence.times_under[row] <= 1);
        evidence.add(columns, row, &until, &title);
    }
    evidence
}

/// Which of so many rows are these.
pub fn mask(count: usize, rows: &[i64]) -> Vec<bool> {
    let mut mask = vec![false; count];
    rows.iter().for_each(|&row| mask[row as usize] = true);
    mask
}

/// The sums of the values before each place, and of all.
fn running_sums(values: impl ExactSizeIterator<Item = i64>) -> Vec<i64> {
    let mut sums = Vec::with_capacity(values.len() + 1);
    sums.push(0);
    let mut sum = 0;
    sums.extend(values.map(|value| {
        sum += value;
        sum
    }));
    sums
}

/// Up to which row what was entered goes on.
#[derive(Default)]
struct Until {
    framed: usize,
    appended: usize,
    heading: usize,
    main_heading: usize,
}

impl Until {
    fn enter(&mut self, columns: &Columns, row: usize, can_frame: bool) {
        let (tag, end, flags) = (columns.tag[row], columns.end[row] as usize, columns.flags[row]);
        let is_control = matches!(tag, name::BUTTON | name::SELECT | name::OPTION | name::LABEL | name::TEXTAREA);
        let says = |wanted: u16| flags & wanted > 0 && flags & BODY == 0;
        if can_frame && (is_control || says(PERSON | BUTTON)) {
            self.framed = self.framed.max(end);
        }
        if can_frame && says(SIGNATURE | EDITED) {
            self.appended = self.appended.max(end);
        }
        if matches!(tag, name::H1 | name::H2 | name::H3 | name::H4 | name::H5 | name::H6) {
            self.heading = self.heading.max(end);
        }
        if tag == name::H1 {
            self.main_heading = self.main_heading.max(end);
        }
    }
}

impl Evidence {
    /// Writes the entries of a row.
    fn add(&mut self, columns: &Columns, row: usize, until: &Until, title: &Title) {
        let is_text = columns.tag[row] == name::TEXT;
        let can_say = is_text && columns.chars[row] > 0 && !columns.raw[row];
        if can_say {
            self.text_rows.push(row as i64);
        }
        let framed = row < until.framed;
        let is_title =
            (is_text && row < until.main_heading) || (can_say && title.is_repeated(columns, row, row < until.heading));
        let mut weight = if columns.raw[row] { 0.0 } else { f64::from(columns.chars[row]) };
        weight *= if framed { -1.0 } else { 1.0 };
        weight *= if columns.in_link[row] && !framed { LINK_WEIGHT } else { 1.0 };
        if row < until.appended {
            weight = 0.0;
        }
        if self.is_date[row] {
            weight = DATE_WEIGHT;
        }
        let above = columns.parent[row];
        let link = match usize::try_from(above) {
            Ok(above) if columns.tag[above] != name::A => self.link[above],
            _ => above,
        };
        self.framed[row] = framed;
        self.appended[row] = row < until.appended;
        self.is_title[row] = is_title;
        self.weights[row] = if is_title { -weight.abs() } else { weight };
        self.link[row] = link;
    }
}

/// The title of the page with single spaces, and what texts that repeat it begin with.
struct Title<'page> {
    text: String,
    chars: usize,
    /// The first characters.
    start: usize,
    /// The first word of them, for a search in texts as they were written.
    piece: memmem::Finder<'page>,
}

impl Title<'_> {
    fn of(columns: &Columns) -> Self {
        let head = columns.tag.iter().position(|&tag| tag == name::TITLE);
        let mut text = spaced(head.map_or(b"", |row| text_of(columns, row)));
        let cut = |text: &str, chars: usize| text.char_indices().nth(chars).map_or(text.len(), |(place, _)| place);
        text.truncate(cut(&text, LONGEST_TITLE));
        let start = cut(&text, SHORTEST_TITLE);
        let first_word = text[..start].split(' ').next().unwrap_or_default();
        let piece = memmem::Finder::new(first_word).into_owned();
        Title { chars: text.chars().count(), start, piece, text }
    }

    /// Whether a text repeats the title: a heading is a part of it, other texts are its beginning.
    fn is_repeated(&self, columns: &Columns, row: usize, in_heading: bool) -> bool {
        let chars = columns.chars[row] as usize;
        if !(SHORTEST_TITLE..=self.chars + SHORTEST_TITLE).contains(&chars) {
            return false;
        }
        let text = text_of(columns, row);
        if !in_heading && self.piece.find(text).is_none() {
            return false;
        }
        let text = spaced(text);
        if in_heading {
            let text = without_label(&text);
            return text.chars().nth(SHORTEST_TITLE - 1).is_some() && self.text.contains(text);
        }
        text.contains(&self.text[..self.start]) && self.text.starts_with(without_reply_mark(&text))
    }
}

fn text_of<'page>(columns: &Columns<'page>, row: usize) -> &'page [u8] {
    &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize]
}

/// A text with single spaces without a short label and a colon at its start.
fn without_label(text: &str) -> &str {
    let colon = text.chars().take(LONGEST_LABEL + 1).position(is_colon).filter(|&chars| chars > 0);
    colon.and_then(|_| text.split_once(is_colon)).map_or(text, |(_, rest)| rest.trim_start_matches(' '))
}

/// A text with single spaces without the mark of a reply ("Re:", in any language) at its start.
pub fn without_reply_mark(text: &str) -> &str {
    let near = text.char_indices().take(LONGEST_REPLY_MARK).find(|&(_, c)| is_colon(c));
    let Some((place, colon)) = near else { return text };
    let mut folded = Vec::new();
    let word = languages::fold(text[..place].trim_end_matches(' ').as_bytes(), &mut folded);
    let rest = text[place + colon.len_utf8()..].trim_start_matches(' ');
    if languages::is_reply_mark(word) { rest } else { text }
}

fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_and_marks_of_replies() {
        assert_eq!(without_label("Topic: One"), "One");
        assert_eq!(without_label(": One"), ": One");
        assert_eq!(without_label("A long label: One"), "A long label: One");
        assert_eq!(without_reply_mark("RE : One"), "One");
        assert_eq!(without_reply_mark("回复：One"), "One");
        assert_eq!(without_reply_mark("Rest: One"), "Rest: One");
    }

    #[test]
    fn frames_titles_and_links() {
        // 0 html > (1 title > 2, 3 h2 > 4, 5 div.author > 6 a > 7, 8 p > (9, 10))
        let text = b"One story12 May 2022Once moreOne storyAnn";
        let columns = Columns {
            text,
            tag: &[name::HTML, name::TITLE, 0, name::H2, 0, name::DIV, name::A, 0, name::P, 0, 0],
            parent: &[-1, 0, 1, 0, 3, 0, 5, 6, 0, 8, 8],
            end: &[11, 3, 3, 5, 5, 8, 8, 8, 11, 10, 11],
            text_start: &[0, 0, 0, 29, 29, 38, 38, 38, 9, 9, 20],
            text_end: &[0, 9, 9, 38, 38, 41, 41, 41, 29, 20, 29],
            chars: &[0, 0, 0, 0, 8, 0, 0, 3, 0, 9, 8],
            in_link: &[false, false, false, false, false, false, true, true, false, false, false],
            raw: &[false, true, true, false, false, false, false, false, false, false, false],
            flags: &[0, 0, 0, 0, 0, PERSON, 0, 0, 0, 0, 0],
        };
        let evidence = gather(&columns, &[9], &[]);
        assert_eq!(evidence.weights[4..], [-8.0, 0.0, 0.0, -3.0, 0.0, -30.0, 8.0]);
        assert_eq!(evidence.text_rows, [4, 7, 9, 10]);
        assert_eq!(evidence.link, [-1, -1, -1, -1, -1, -1, -1, 6, -1, -1, -1]);
        assert_eq!(evidence.times_under, [1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0]);
        assert!(evidence.framed[7] && evidence.is_title[4] && !evidence.is_title[10]);
    }
}
