//! Dates as a page prints them: in short blocks around the title, in `time`, in elements of a telling class.
//!
//! In words: `src/weft/metadata/printed_dates.py` says why each counts, and is the twin.

use crate::answers::{MAX_BESIDE, One, Page};
use crate::bylines::title_blocks;
use crate::lines::{block_texts, may_print_date, published};
use crate::near_title::Near;
use crate::questions::{Answerer, DateSpan, Question, find_dates, read_date};
use extractors::titles::values::cleaned;
use text::chars::first_chars;
use text::dates::short::has_digit;

/// Blocks right behind the title and before it, and behind it, that may print a date, and the characters of one.
const CLOSE_BLOCKS: usize = 3;
const MAX_BLOCKS: usize = 12;
const LINE_CHARS: (i32, i32) = (4, 120);
/// Texts of a block, and rows in which they are.
const TEXTS: (usize, usize) = (12, 80);
/// Characters besides a date in a block that is there to tell it, close to the title, farther from it, and with a label
/// that says "published"; and the characters of a label before one.
const MAX_AROUND_CLOSE: usize = 60;
const MAX_AROUND_LATER: usize = 20;
const MAX_AROUND_LABELLED: usize = 300;
const MAX_LABEL: usize = 24;
/// Blocks in which a line that says "published" is looked for, and its characters.
const MAX_LABELLED: usize = 400;
const LABELLED_CHARS: (i32, i32) = (8, 300);
/// Blocks behind the title that may begin with a place and a date, the characters in which they do, and the words before
/// the date.
const DATELINE_BLOCKS: usize = 5;
const MAX_DATELINE: usize = 90;
const MAX_WORDS_BEFORE: usize = 5;

/// A date as the page prints it.
pub struct PrintedDate {
    pub iso: String,
    pub row: i64,
    pub text: String,
    pub is_update: bool,
}

impl PrintedDate {
    pub fn field(&self) -> One {
        One::new(&self.iso, self.row, "byline")
    }
}

/// A page whose printed dates are looked for.
pub struct Prints<'page> {
    pub page: &'page Page<'page>,
    pub near: &'page Near,
    pub day_first: bool,
}

impl Prints<'_> {
    /// In the few blocks right behind the title, then in those right before it.
    pub fn close(&self, answerer: &mut dyn Answerer) -> Vec<PrintedDate> {
        let (first, behind) = title_blocks(self.page, self.near);
        let after = (behind..self.page.view.block_row.len()).take(CLOSE_BLOCKS);
        self.in_blocks(after.chain((0..first).rev().take(CLOSE_BLOCKS)), MAX_AROUND_CLOSE, answerer)
    }

    /// In short blocks farther behind the title.
    pub fn later(&self, answerer: &mut dyn Answerer) -> Vec<PrintedDate> {
        let (_, behind) = title_blocks(self.page, self.near);
        let blocks = (behind..self.page.view.block_row.len()).take(MAX_BLOCKS).skip(CLOSE_BLOCKS);
        self.in_blocks(blocks, MAX_AROUND_LATER, answerer)
    }

    fn in_blocks(
        &self,
        blocks: impl Iterator<Item = usize>,
        around: usize,
        answerer: &mut dyn Answerer,
    ) -> Vec<PrintedDate> {
        let (mut found, lines, mut buffer) = (Vec::new(), &self.page.view, Vec::new());
        for block in blocks {
            let fits = (LINE_CHARS.0..=LINE_CHARS.1).contains(&lines.block_chars[block]);
            if fits && may_print_date(lines, block, TEXTS, &mut buffer) {
                self.in_block(block, around, false, answerer, &mut found);
            }
        }
        found
    }

    /// Adds the dates of a short block that says little else; where they must have a label, "published" stands before them.
    fn in_block(
        &self,
        block: usize,
        around: usize,
        is_labelled: bool,
        answerer: &mut dyn Answerer,
        found: &mut Vec<PrintedDate>,
    ) {
        let lines = &self.page.view;
        let mut text = cleaned(lines.text_of_block(block));
        if !has_digit(&text) {
            return;
        }
        let mut dates = find_dates(&text, self.day_first);
        if dates.is_empty() {
            text = self.texts_of(block); // elements without a space between them: a name and a date
            dates = find_dates(&text, self.day_first);
        }
        let shown: usize = dates.iter().map(|date| text[date.place.clone()].chars().count()).sum();
        if text.chars().count() - shown > around {
            return;
        }
        let mut start = 0;
        for DateSpan { iso, place } in dates {
            let before = &text[start..place.start];
            start = place.end;
            if iso.is_empty() || is_labelled && !self.page.words.says_published(before, answerer) {
                continue;
            }
            let before = if before.is_empty() { self.line_before(block) } else { before };
            let is_update = self.page.words.says_updated(last_chars(before, 2 * MAX_LABEL), answerer);
            let row = i64::from(lines.block_row[block]);
            found.push(PrintedDate { iso, row, text: text[place].to_owned(), is_update });
        }
    }

    /// The first texts of a block, with a space between them.
    fn texts_of(&self, block: usize) -> String {
        let mut line = String::new();
        for text in block_texts(&self.page.view, block, TEXTS.0, TEXTS.1) {
            let clean = cleaned(text);
            let between = if line.is_empty() || clean.is_empty() { "" } else { " " };
            line.push_str(between);
            line.push_str(&clean);
        }
        line
    }

    /// The short block before one: it may be the label of a date.
    fn line_before(&self, block: usize) -> &str {
        let lines = &self.page.view;
        match block.checked_sub(1) {
            Some(before) if lines.block_chars[before] <= MAX_LABEL as i32 => lines.text_of_block(before),
            _ => "",
        }
    }

    /// In `time`, `abbr` and elements whose class speaks of a date, nearest to the title first.
    pub fn marked(&self, answerer: &mut dyn Answerer) -> Vec<PrintedDate> {
        let (mut found, columns) = (Vec::new(), &self.page.view);
        let kind = self.page.kinds.names.number("date");
        for (row, said, is_attribute) in self.near.marked(columns, kind, MAX_BESIDE) {
            let text = if is_attribute { said.to_owned() } else { cleaned(said) };
            let iso = read_date(&text, self.day_first);
            if iso.is_empty() {
                continue;
            }
            let mut label: String = columns.classes(row).flat_map(|class| [class, " "]).collect();
            let is_update = if label.contains("publish") {
                false
            } else {
                label.push_str(self.text_before(row));
                label.push(' ');
                label.push_str(&text);
                self.page.words.says_updated(&label, answerer)
            };
            found.push(PrintedDate { iso, row: row as i64, text, is_update });
        }
        found
    }

    /// The few bytes before a row, as whole characters: its label is there.
    fn text_before(&self, row: usize) -> &str {
        let columns = &self.page.view;
        let end = columns.text_start[row] as usize;
        let start = (end.saturating_sub(MAX_LABEL)..=end).find(|&start| columns.text.is_char_boundary(start));
        columns.text.get(start.unwrap_or(end)..end).unwrap_or_default()
    }

    /// At the beginning of the first paragraphs: "Berlin, 25 January 2022 – …".
    pub fn datelines(&self, answerer: &mut dyn Answerer) -> Vec<PrintedDate> {
        let (_, behind) = title_blocks(self.page, self.near);
        let (mut found, lines) = (Vec::new(), &self.page.view);
        for block in (behind..lines.block_row.len()).take(DATELINE_BLOCKS) {
            if lines.block_chars[block] <= MAX_DATELINE as i32 || lines.block_hidden[block] {
                continue;
            }
            let text = cleaned(first_chars(lines.text_of_block(block), 2 * MAX_DATELINE));
            let text = first_chars(&text, MAX_DATELINE);
            let dates = if has_digit(text) { find_dates(text, self.day_first) } else { Vec::new() };
            let Some(DateSpan { iso, place }) = dates.into_iter().next() else { continue };
            let before = &text[..place.start];
            if before.split_whitespace().count() <= MAX_WORDS_BEFORE
                && !answerer.ask(Question::DatelineEnd, &text[place.end..]).is_empty()
            {
                let is_update = self.page.words.says_updated(before, answerer);
                let row = i64::from(lines.block_row[block]);
                found.push(PrintedDate { iso, row, text: text[place].to_owned(), is_update });
            }
        }
        found
    }

    /// In a block anywhere behind the title that says "published".
    pub fn labelled(&self, answerer: &mut dyn Answerer) -> Vec<PrintedDate> {
        let (_, behind) = title_blocks(self.page, self.near);
        let (mut found, lines) = (Vec::new(), &self.page.view);
        for block in published(lines, behind, MAX_LABELLED, LABELLED_CHARS) {
            limits::tick(1);
            let is_side = || self.near.in_side(&self.page.view, lines.block_row[block] as usize);
            if self.page.words.says_published(lines.text_of_block(block), answerer) && !is_side() {
                self.in_block(block, MAX_AROUND_LABELLED, true, answerer, &mut found);
            }
        }
        found
    }
}

/// The last characters of a text.
fn last_chars(text: &str, most: usize) -> &str {
    if text.len() <= most {
        return text;
    }
    text.char_indices().rev().nth(most - 1).map_or(text, |(start, _)| &text[start..])
}
