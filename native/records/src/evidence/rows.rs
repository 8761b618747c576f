//! What the words and times of a page say of every row, in one pass: see `records/evidence.py`.
//!
//! In words: a row is framed where it lies under an element about a person or a button, appended where it lies under a
//! signature or a note of an edit; wrappers of a whole page, which carry such words too, do not count. A text is a
//! title where it repeats the page's. The weight of a text is its length, turned or taken away by all that.

use memchr::memmem;

use super::{is_heading, mask};
use html::names::name;
use html::page_view::PageView;
use html::page_view::sums_before;
use text::class_words::{BODY, BUTTON, EDITED, PERSON, SIGNATURE};
use text::languages;
use text::short_texts::spaced;

const FRAME_SHARE: f64 = 0.4; // of the page's text: an element with more of it is no frame of something
const LINK_WEIGHT: f64 = -0.2; // of a character in a link: bodies have links too, menus have nothing else
const DATE_WEIGHT: f64 = -30.0; // what holds the time of a record is more than its body
const MIN_TITLE: usize = 4;
const MAX_TITLE: usize = 1_000; // characters of the page's title that headings are compared with
const MAX_LABEL: usize = 10; // characters before a colon that say what follows
const MAX_REPLY_MARK: usize = 16; // characters up to its colon
const MIN_LONG: i32 = 80; // characters of a text that somebody surely wrote

/// One entry a row, but for `text_rows`: the rows of the texts that can be content.
#[derive(Default)]
pub struct RowEvidence {
    pub is_time: Vec<bool>,
    pub is_date: Vec<bool>,
    pub text_rows: Vec<i64>,
    pub framed: Vec<bool>,
    pub appended: Vec<bool>,
    pub is_title: Vec<bool>,
    pub weights: Vec<f64>,
    /// The nearest link above each row, -1 where there is none.
    pub link: Vec<i32>,
}

/// The evidence of a page whose rows have these flags, with these times and dates of something else.
pub fn gather(page: &PageView, flags: &[u16], times: &[i64], others: &[i64]) -> RowEvidence {
    let count = page.tag.len();
    let is_time = mask(count, times);
    let mut is_date = mask(count, others);
    times.iter().for_each(|&row| is_date[row as usize] = true);
    let mut its = RowEvidence {
        framed: vec![false; count],
        appended: vec![false; count],
        is_title: vec![false; count],
        weights: vec![0.0; count],
        link: vec![-1; count],
        is_time,
        is_date,
        ..RowEvidence::default()
    };
    let chars = sums_before(page.chars.iter().map(|&chars| i64::from(chars)));
    let time_sums = sums_before(its.is_time.iter().map(|&is_time| i64::from(is_time)));
    let title = Title::of(page);
    let mut until = Until::default();
    for (row, &flags) in flags.iter().enumerate() {
        limits::tick(1);
        let end = page.end[row] as usize;
        let times_under = time_sums[end] - time_sums[row];
        let is_small = (chars[end] - chars[row]) as f64 <= FRAME_SHARE * chars[count] as f64;
        until.enter(page, row, flags, is_small && times_under <= 1);
        its.add(page, row, &until, &title);
    }
    its
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
    fn enter(&mut self, page: &PageView, row: usize, flags: u16, can_frame: bool) {
        let (tag, end) = (page.tag[row], page.end[row] as usize);
        let is_control = matches!(tag, name::BUTTON | name::SELECT | name::OPTION | name::LABEL | name::TEXTAREA);
        let says = |wanted: u16| flags & wanted > 0 && flags & BODY == 0;
        if can_frame && (is_control || says(PERSON | BUTTON)) {
            self.framed = self.framed.max(end);
        }
        if can_frame && says(SIGNATURE | EDITED) {
            self.appended = self.appended.max(end);
        }
        if is_heading(tag) {
            self.heading = self.heading.max(end);
        }
        if tag == name::H1 {
            self.main_heading = self.main_heading.max(end);
        }
    }
}

impl RowEvidence {
    /// Writes the entries of a row.
    fn add(&mut self, page: &PageView, row: usize, until: &Until, title: &Title) {
        let is_text = page.is_text(row);
        let can_say = is_text && page.chars[row] > 0 && !page.raw[row];
        if can_say {
            self.text_rows.push(row as i64);
        }
        let framed = row < until.framed;
        let is_title =
            (is_text && row < until.main_heading) || (can_say && title.is_repeated(page, row, row < until.heading));
        let mut weight = if page.raw[row] { 0.0 } else { f64::from(page.chars[row]) };
        weight *= if framed { -1.0 } else { 1.0 };
        weight *= if page.in_link[row] && !framed { LINK_WEIGHT } else { 1.0 };
        if row < until.appended {
            weight = 0.0;
        }
        if self.is_date[row] {
            weight = DATE_WEIGHT;
        }
        let above = page.parent[row];
        let link = match usize::try_from(above) {
            Ok(above) if page.tag[above] != name::A => self.link[above],
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
    fn of(page: &PageView) -> Self {
        let head = page.tag.iter().position(|&tag| tag == name::TITLE);
        let mut text = spaced(head.map_or(&[][..], |row| page.bytes_of(row)));
        let cut = |text: &str, chars: usize| text.char_indices().nth(chars).map_or(text.len(), |(place, _)| place);
        text.truncate(cut(&text, MAX_TITLE));
        let start = cut(&text, MIN_TITLE);
        let first_word = text[..start].split(' ').next().unwrap_or_default();
        let piece = memmem::Finder::new(first_word).into_owned();
        Title { chars: text.chars().count(), start, piece, text }
    }

    /// Whether a text repeats the title: a heading is a part of it, other texts are its beginning.
    fn is_repeated(&self, page: &PageView, row: usize, in_heading: bool) -> bool {
        let chars = page.chars[row] as usize;
        if !(MIN_TITLE..=self.chars + MIN_TITLE).contains(&chars) {
            return false;
        }
        let text = page.bytes_of(row);
        if !in_heading && self.piece.find(text).is_none() {
            return false;
        }
        let text = spaced(text);
        if in_heading {
            let text = without_label(&text);
            return text.chars().nth(MIN_TITLE - 1).is_some() && self.text.contains(text);
        }
        text.contains(&self.text[..self.start]) && self.text.starts_with(without_reply_mark(&text))
    }
}

/// A text with single spaces without a short label and a colon at its start.
fn without_label(text: &str) -> &str {
    let colon = text.chars().take(MAX_LABEL + 1).position(is_colon).filter(|&chars| chars > 0);
    colon.and_then(|_| text.split_once(is_colon)).map_or(text, |(_, rest)| rest.trim_start_matches(' '))
}

/// A text with single spaces without the mark of a reply ("Re:", in any language) at its start.
pub fn without_reply_mark(text: &str) -> &str {
    let near = text.char_indices().take(MAX_REPLY_MARK).find(|&(_, c)| is_colon(c));
    let Some((place, colon)) = near else { return text };
    let mut folded = Vec::new();
    let word = languages::fold(text[..place].trim_end_matches(' ').as_bytes(), &mut folded);
    let rest = text[place + colon.len_utf8()..].trim_start_matches(' ');
    if languages::is_reply_mark(word) { rest } else { text }
}

fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：')
}

/// How many sums there are.
pub const SUMS: usize = 7;
/// The sums before each row of a page and over all rows: characters of texts, those outside menus and other frames of the
/// page, those in links, hidden ones, those of long texts; headings; times. A measure of a range is one subtraction.
pub type Sums<'page> = [&'page [f64]; SUMS];

/// The sums of a page with these times; see `Sums`.
pub fn sum_rows(page: &PageView, is_time: &[bool]) -> [Vec<f64>; SUMS] {
    let mut sums: [Vec<f64>; SUMS] = std::array::from_fn(|_| vec![0.0; is_time.len() + 1]);
    let (mut total, mut frame_until) = ([0.0; SUMS], 0);
    for (row, &is_time) in is_time.iter().enumerate() {
        limits::tick(1);
        let tag = page.tag[row];
        if matches!(tag, name::NAV | name::HEADER | name::FOOTER | name::ASIDE) {
            frame_until = frame_until.max(page.end[row]);
        }
        if tag == name::TEXT && !page.raw[row] {
            let chars = f64::from(page.chars[row]);
            let when = |is: bool| if is { chars } else { 0.0 };
            total[0] += chars;
            total[1] += when(!page.hidden[row] && row as i32 >= frame_until);
            total[2] += when(page.in_link[row]);
            total[3] += when(page.hidden[row]);
            total[4] += when(page.chars[row] >= MIN_LONG);
        } else if is_heading(tag) {
            total[5] += 1.0;
        }
        total[6] += f64::from(is_time);
        sums.iter_mut().zip(total).for_each(|(sums, total)| sums[row + 1] = total);
    }
    sums
}

/// The sums before each row of the characters that are shown, and of all.
pub fn sum_shown(page: &PageView) -> Vec<f64> {
    let is_shown = |row: usize| page.is_text(row) && !page.raw[row] && !page.hidden[row];
    sums_before((0..page.tag.len()).map(|row| if is_shown(row) { f64::from(page.chars[row]) } else { 0.0 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::marks::mark;
    use html::page::parse_text;
    use limits::Limits;

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
        let html = "<title>One story</title><h2>One stor</h2><div class=author><a href=x>Ann</a></div><p>12 May 22<br>Once more";
        let table = parse_text(html, &Limits::NONE);
        let page = table.view();
        let row = |text: &str| (0..page.tag.len()).find(|&row| page.is_text(row) && page.text_of(row) == text).unwrap();
        let [title, ann, time, more] = ["One stor", "Ann", "12 May 22", "Once more"].map(row);
        let its = gather(&page, &mark(&page, 2099).flags, &[time as i64], &[]);
        assert_eq!([title, ann, time, more].map(|row| its.weights[row]), [-7.0, -3.0, -30.0, 8.0]);
        assert_eq!(its.text_rows, [title, ann, time, more].map(|row| row as i64));
        assert_eq!((its.link[ann], its.link[more]), (ann as i32 - 1, -1));
        assert!(its.framed[ann] && its.is_title[title] && !its.is_title[more]);
    }
}
