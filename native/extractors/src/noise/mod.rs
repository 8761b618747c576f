//! Noise inside of structures: what stands in a code block, a table, a heading or a figure and is no part of it.
//!
//! In words: buttons that copy code, the numbers of its lines, links beside a heading that edit it or lead to it, controls
//! that sort a table, buttons on a figure, advertisements among rows and items. Each is told by its own evidence, a tag, a
//! name or an address, and only where its structure has other words. Numbers of lines and counters of paragraphs are told
//! by their numbers, too.
//!
//! Columns of line numbers beside code.
//!
//! In words: a `pre` whose text is nothing but numbers, in a table row with another `pre`; or, in no table row, near
//! below an element that is called a gutter.

mod counters;
pub mod line_numbers;
mod names;

use std::cell::OnceCell;

use html::names::{NameId, name};
use html::page_view::{PageView, sums_before};
use html::signs::{ADS, ANCHOR, CODE, COPY, EDIT, GUTTER, SORT};
use names::{AD_NAMES, AD_WORDS, ANCHOR_WORDS, COPY_WORDS, EDIT_WORDS, SIGNS, SORT_WORDS, is_ad_label, leads_to_edit};
use text::chars::{is_digit, is_space};
use text::name_patterns::has_word;

/// Words of a control: "Copy code to clipboard", "[edit | edit source]".
const MAX_CONTROL_WORDS: i64 = 6;
/// Words beside a code block and its button: the language, the name of a file.
const MAX_LABEL_WORDS: i64 = 8;
/// Levels from a control to what holds it and the code; and from what edits a heading to what holds both.
const MAX_CLIMB: usize = 3;
const MAX_CLIMB_TO_HEADING: usize = 2;

/// Those of the kept blocks, given in document order, that are noise inside of a structure, as a whole.
pub fn find_blocks(page: &PageView, keep: &[i64]) -> Vec<i64> {
    let code = Code::of(page);
    let numbers = find_numbers(page, &code);
    let rows = Search::of(page, code, numbers).rows();
    let is_noise = |&block: &i64| {
        let (first, last) = (page.block_first[block as usize], page.block_last[block as usize]);
        let after = rows.partition_point(|&row| row as i32 <= first);
        after > 0 && last <= page.end[rows[after - 1]]
    };
    keep.iter().copied().filter(is_noise).collect::<Vec<_>>()
}

/// The elements that are noise in the middle of a kept text: a link in a heading, the number of a line of code.
pub fn find_inline(page: &PageView, keep: &[i64]) -> Vec<usize> {
    let is_parted = |&block: &i64| {
        let (block, is_part) = (block as usize, |tag| is_heading(tag) || matches!(tag, name::TH | name::PRE));
        page.block_last[block] > page.block_first[block] + 1 && is_part(page.tag[page.block_row[block] as usize])
    };
    let has_names = page.hints() & (SORT | EDIT | ANCHOR | GUTTER) != 0 && keep.iter().any(is_parted);
    let code = Code::of(page);
    let numbers = find_numbers(page, &code);
    if !has_names && numbers.is_empty() {
        return Vec::new();
    }
    let mut rows = Search::of(page, code, numbers).rows();
    rows.retain(|&row| is_in_text(page, row));
    rows
}

/// Numbers of lines, and counters of paragraphs.
fn find_numbers(page: &PageView, code: &Code) -> Vec<usize> {
    let mut numbers = [line_numbers::find(page, code), counters::find(page)].concat();
    numbers.sort_unstable();
    numbers
}

/// Whether a row lies in the middle of a block, or a block goes on behind it.
fn is_in_text(page: &PageView, row: usize) -> bool {
    let (first, last, end) = (page.block_first, page.block_last, page.end[row]);
    let after = first.partition_point(|&first| first < row as i32);
    let goes_on = first.get(after).is_some_and(|&first| first < end && end < last[after]);
    goes_on || after > 0 && (row as i32) < last[after - 1]
}

fn is_heading(tag: NameId) -> bool {
    matches!(tag, name::H1..=name::H6)
}

/// Whether an element is a row of a table, a cell or an item.
fn is_row(tag: NameId) -> bool {
    matches!(tag, name::TR | name::LI | name::TD | name::DT | name::DD)
}

/// What a button is no part of.
fn is_holder(tag: NameId) -> bool {
    is_heading(tag)
        || matches!(tag, name::TH | name::TD | name::CAPTION | name::FIGURE | name::FIGCAPTION | name::PRE | name::DT)
}

/// A page with what noise stands in.
struct Search<'page> {
    page: &'page PageView<'page>,
    code: Code<'page>,
    headings: Vec<usize>,
    has_heads: bool,
    /// Whether code may stand beside code in the row of a table.
    has_columns: bool,
    /// Rows, cells and items that are advertisements.
    ads: Vec<usize>,
    /// Numbers of lines and counters.
    numbers: Vec<usize>,
    /// The words before each row, and before each piece of code those that stand in code; few pages have to count them.
    totals: OnceCell<(Vec<i64>, Vec<i64>)>,
}

impl<'page> Search<'page> {
    fn of(page: &'page PageView, code: Code<'page>, numbers: Vec<usize>) -> Self {
        Search {
            page,
            has_columns: code.rows.len() > 1 && page.tag.contains(&name::TR),
            code,
            headings: (0..page.tag.len()).filter(|&row| is_heading(page.tag[row])).collect::<Vec<_>>(),
            has_heads: page.tag.contains(&name::TH),
            ads: find_advertisements(page),
            numbers,
            totals: OnceCell::new(),
        }
    }

    /// The outermost elements that are noise, in document order.
    fn rows(&self) -> Vec<usize> {
        let (mut rows, mut end, mut heading) = (Vec::new(), 0, None);
        for row in 0..self.page.tag.len() {
            limits::tick(1);
            if row >= end && self.is_noise(row, heading) {
                rows.push(row);
                end = self.page.end[row] as usize;
            }
            if is_heading(self.page.tag[row]) {
                heading = Some(row);
            }
        }
        rows
    }

    /// Whether an element is noise; the last heading that begins before it is given.
    fn is_noise(&self, row: usize, heading: Option<usize>) -> bool {
        let (page, tag) = (self.page, self.page.tag[row]);
        let is_control = matches!(tag, name::BUTTON | name::SELECT);
        if tag == name::TEXT {
            return false;
        }
        if tag == name::PRE && self.has_columns {
            limits::tick(page.bytes_of(row).len());
            if self.code.is_number_column(row) {
                return true;
            }
        }
        let is_noise = is_control && (self.is_part_near(row, is_holder) || self.is_copier(row))
            || tag == name::A && self.is_beside_heading(row, heading)
            || is_row(tag) && self.ads.binary_search(&row).is_ok()
            || self.numbers.binary_search(&row).is_ok();
        if is_noise || page.hints() & (SORT | COPY | GUTTER | EDIT) == 0 {
            return is_noise;
        }
        self.is_called_noise(row, page.hints_at(row))
    }

    /// Whether the names of an element say that it is noise.
    fn is_called_noise(&self, row: usize, hints: u64) -> bool {
        let has = |mask: u64, words: &[&str]| hints & mask != 0 && is_named(self.page, row, words);
        if self.has_heads && has(SORT, &SORT_WORDS) && self.is_part_near(row, |tag| tag == name::TH) {
            return true;
        }
        if has(COPY, &COPY_WORDS) && self.is_copier(row) {
            return true;
        }
        if has(EDIT, &EDIT_WORDS) && self.edits_heading(row) {
            return true;
        }
        let has_code = !self.code.rows.is_empty() || self.page.hints() & CODE != 0;
        if hints & GUTTER == 0 || !has_code || !is_called(self.page, row, &GUTTERS) {
            return false;
        }
        limits::tick(self.page.bytes_of(row).len());
        is_numbers(self.page, row)
    }

    fn totals(&self) -> &(Vec<i64>, Vec<i64>) {
        self.totals.get_or_init(|| {
            let words = sums_before(self.page.words.iter().map(|&words| i64::from(words)));
            let of_code = |&row: &usize| words[self.page.end[row] as usize] - words[row];
            let in_code = sums_before(self.code.rows.iter().map(of_code));
            (words, in_code)
        })
    }

    /// The words of a subtree.
    fn words(&self, row: usize) -> i64 {
        let (words, _) = self.totals();
        words[self.page.end[row] as usize] - words[row]
    }

    /// Whether a short element stands in a holder that has other words.
    fn is_part(&self, row: usize, holder: usize) -> bool {
        let words = self.words(row);
        let is_short = words <= MAX_CONTROL_WORDS || self.page.tag[row] == name::SELECT;
        is_short && self.words(holder) > words
    }

    /// Whether an element is a part of the nearest one above it, not far, that holds such parts.
    fn is_part_near(&self, row: usize, holds: impl Fn(NameId) -> bool) -> bool {
        let mut above = self.page.above(row).take(MAX_CLIMB);
        match above.find(|&above| holds(self.page.tag[above])) {
            Some(holder) => self.is_part(row, holder),
            None => false,
        }
    }

    /// Whether an element is short and lies in a `pre`, or in an element that holds one and little else.
    fn is_copier(&self, row: usize) -> bool {
        if self.code.rows.is_empty() || self.words(row) > MAX_CONTROL_WORDS {
            return false;
        }
        for above in self.page.above(row).take(MAX_CLIMB) {
            let place = |row: usize| self.code.rows.partition_point(|&code| code < row);
            let (low, high) = (place(above), place(self.page.end[above] as usize));
            if low < high {
                let (_, in_code) = self.totals();
                let others = self.words(above) - (in_code[high] - in_code[low]) - self.words(row);
                return self.page.tag[above] == name::PRE || others <= MAX_LABEL_WORDS;
            }
        }
        row == 0 // the page itself, which is short
    }

    /// Whether an element stands beside a heading that it is called to edit, and beside nothing else.
    fn edits_heading(&self, row: usize) -> bool {
        if self.headings.is_empty() || row == 0 {
            return !self.headings.is_empty();
        }
        for above in self.page.above(row).take(MAX_CLIMB_TO_HEADING) {
            let first = self.headings.partition_point(|&heading| heading < above);
            let heading = self.headings.get(first).filter(|&&heading| heading < self.page.end[above] as usize);
            if let Some(&heading) = heading
                && self.words(above) - self.words(row) <= self.words(heading)
            {
                return true;
            }
        }
        false
    }

    /// Whether a link stands in a heading and edits it, or is the sign that leads to it.
    fn is_beside_heading(&self, link: usize, heading: Option<usize>) -> bool {
        match heading {
            Some(heading) if link < self.page.end[heading] as usize && leads_to_heading(self.page, link) => {
                self.is_part(link, heading)
            }
            _ => false,
        }
    }
}

/// Whether a link is the sign beside a heading that leads to it, or the one that edits it.
fn leads_to_heading(page: &PageView, link: usize) -> bool {
    let Some(address) = page.value(link, name::HREF).map(|address| address.trim_matches(is_space)) else {
        return false;
    };
    let is_sign =
        || std::str::from_utf8(page.bytes_of(link)).is_ok_and(|text| SIGNS.contains(&text.trim_matches(is_space)));
    let is_anchor = || page.classes(link).any(|class| has_word(class, &ANCHOR_WORDS));
    leads_to_edit(address) || address.contains('#') && (is_sign() || is_anchor())
}

/// Whether a class or the id of a row has one of some words.
fn is_named(page: &PageView, row: usize, words: &[&str]) -> bool {
    page.tokens_at(row).any(|token| has_word(&page.attributes.tokens[token], words))
}

/// Whether a class or the id of a row is one of some names, in lower case.
fn is_called(page: &PageView, row: usize, names: &[&str]) -> bool {
    let is_one = |token: &str| match token.is_ascii() {
        true => names.iter().any(|name| token.eq_ignore_ascii_case(name)),
        false => names.iter().any(|name| token.chars().flat_map(char::to_lowercase).eq(name.to_lowercase().chars())),
    };
    page.tokens_at(row).any(|token| is_one(&page.attributes.tokens[token]))
}

/// Rows, cells and items with the name or the label of an advertisement, where at most half of their parent's children have:
/// else the name says what the table or list is about.
fn find_advertisements(page: &PageView) -> Vec<usize> {
    let label = page.names.number("aria-label");
    if page.hints() & ADS == 0 && label.is_none() {
        return Vec::new();
    }
    let is_labelled = |row: usize| label.and_then(|label| page.value(row, label)).is_some_and(is_ad_label);
    let is_ad = |&row: &usize| {
        is_row(page.tag[row])
            && (page.hints() & ADS != 0
                && page.hints_at(row) & ADS != 0
                && (is_called(page, row, &AD_NAMES) || is_named(page, row, &AD_WORDS))
                || is_labelled(row))
    };
    let mut ads: Vec<usize> = (0..page.tag.len()).filter(is_ad).collect();
    let mut parents: Vec<i32> = ads.iter().map(|&row| page.parent[row]).collect();
    parents.sort_unstable();
    let is_many = |same: &&[i32]| 2 * same.len() > page.children(same[0].max(0) as usize).count();
    let many: Vec<i32> = parents.chunk_by(i32::eq).filter(is_many).map(|same| same[0]).collect();
    ads.retain(|&row| many.binary_search(&page.parent[row]).is_err());
    ads
}

/// The numbers of some thirty thousand lines.
const MAX_BYTES: usize = 200_000;
/// Levels from a column to the row of its table, and to what is called a gutter.
const MAX_CLIMB_TO_LINE: usize = 6;
const MAX_CLIMB_TO_NAME: usize = 3;
/// What highlighters call the numbers of lines.
pub const GUTTERS: [&str; 21] = [
    "linenos",
    "lineno",
    "linenodiv",
    "line-number",
    "line-numbers-rows",
    "linenumber",
    "linenumbers",
    "line_numbers",
    "gutter",
    "rouge-gutter",
    "gl",
    "blob-num",
    "hljs-ln-numbers",
    "hljs-ln-line-number",
    "crayon-nums",
    "crayon-num",
    "ln",
    "lnt",
    "LineNumber",
    "code-line-number",
    "react-syntax-highlighter-line-number",
];

/// The code of a page.
pub struct Code<'page> {
    page: &'page PageView<'page>,
    pub rows: Vec<usize>,
}

impl<'page> Code<'page> {
    pub fn of(page: &'page PageView<'page>) -> Self {
        let rows = (0..page.tag.len()).filter(|&row| page.tag[row] == name::PRE).collect::<Vec<_>>();
        Code { page, rows }
    }

    /// Whether a `pre` is a column of line numbers.
    pub fn is_number_column(&self, row: usize) -> bool {
        if !is_numbers(self.page, row) {
            return false;
        }
        let mut above = self.page.above(row).take(MAX_CLIMB_TO_LINE);
        match above.find(|&above| self.page.tag[above] == name::TR) {
            Some(line) => {
                let first = self.rows.partition_point(|&code| code < line);
                self.rows.get(first + 1).is_some_and(|code| self.page.under(line).contains(code))
            }
            None => self.page.above(row).take(MAX_CLIMB_TO_NAME).any(|above| is_gutter(self.page, above)),
        }
    }
}

/// Whether the text of a row is nothing but numbers.
pub fn is_numbers(page: &PageView, row: usize) -> bool {
    let text = page.text_of(row);
    text.len() <= MAX_BYTES && text.chars().all(|c| is_space(c) || is_digit(c))
}

/// Whether a class of an element says that it holds line numbers.
fn is_gutter(page: &PageView, row: usize) -> bool {
    page.classes(row).any(|class| GUTTERS.contains(&class))
}
