//! What marks records on a page, in one pass: the words of every row, and the texts that can be a time, a price or a
//! count of replies.
//!
//! In words: the flags of a row are those of its id, of its classes, and of the attributes that tell its role. A text
//! that is short and visible is a candidate by what stands in it (`short_texts`); what decides is the grammar of dates
//! (`evidence::times`), and patterns of Python (`records/cards.py`, `records/board_rows.py`).

use html::names::{NameId, name};
use html::page_view::PageView;
use text::chars::can_count;
use text::class_words::{EDITED, QUOTE, SIGNATURE, token_flags};
use text::languages::fold;
use text::short_texts::{Kinds, can_be_count, can_be_price, can_be_time, shape, spaced};

const MAX_STAMP_LENGTH: i32 = 90; // as in `evidence::times`
const MAX_LABEL_LENGTH: i32 = 24;
const REACH: usize = 6; // rows before a text in which its label can stand
const MAX_COUNT_LENGTH: i32 = 40;
const MAX_PRICE_LENGTH: i32 = 30;
const MAX_SPAN: i32 = 1_000;
const MAX_TEXTS: usize = 200_000;
const MAX_ATTRIBUTES: usize = 20_000;
const TELLING_ATTRIBUTES: [&str; 2] = ["itemprop", "data-role"];

/// Flags of tokens and rows, and rows of candidates in document order.
#[derive(Default)]
pub struct Marks {
    pub tokens: Vec<u16>,
    pub flags: Vec<u16>,
    /// Texts that can be times, outside quotes and notes of edits.
    pub times: Vec<Stamp>,
    /// Visible elements without text, outside quotes, that carry a number in `datetime` or `title`.
    pub silent: Vec<i64>,
    pub prices: Vec<i64>,
    pub counts: Vec<i64>,
}

/// A text that can be a time.
pub struct Stamp {
    pub row: i64,
    /// The text with single spaces.
    pub text: String,
    /// The same with other numbers: texts of one shape are times alike.
    pub shape: String,
    /// The short text right before it, if there is one.
    pub label: String,
}

/// Marks a page. Years up to `last_year` are years of times.
pub fn mark(page: &PageView, last_year: u32) -> Marks {
    let flags_of = |token: &str| {
        limits::tick(1);
        token_flags(token)
    };
    let tokens: Vec<u16> = page.attributes.tokens.iter().map(flags_of).collect();
    let mut marks = Marks { flags: row_flags(page, &tokens), tokens, ..Marks::default() };
    let (mut quoted_until, mut texts, mut buffer) = (0, 0, Vec::new());
    for row in 0..page.tag.len() {
        limits::tick(1);
        let quotes = marks.flags[row] & (QUOTE | EDITED) > 0 || page.tag[row] == name::BLOCKQUOTE;
        if quotes {
            quoted_until = quoted_until.max(page.end[row]);
        }
        let quoted = (row as i32) < quoted_until;
        if !page.is_text(row) {
            if !quoted && is_silent(page, row) {
                marks.silent.push(row as i64);
            }
        } else if is_short(page, row) && texts < MAX_TEXTS {
            texts += 1;
            let text = page.bytes_of(row);
            let kinds = Kinds::of(text);
            if kinds.digit || kinds.wide || kinds.letter {
                let short = Short { text, folded: fold(text, &mut buffer), kinds };
                marks.add_text(page, row, &short, (!quoted).then_some(last_year));
            }
        }
    }
    marks
}

/// A short text, as it is and folded.
struct Short<'page> {
    text: &'page [u8],
    folded: &'page [u8],
    kinds: Kinds,
}

impl Marks {
    /// Which tokens part a signature or a quote from a body.
    pub fn telling(&self) -> Vec<bool> {
        self.tokens.iter().map(|flags| flags & (SIGNATURE | EDITED | QUOTE) > 0).collect()
    }

    /// Adds what a text can be; without a last year it cannot be a time.
    fn add_text(&mut self, page: &PageView, row: usize, short: &Short, last_year: Option<u32>) {
        if let Some(last_year) = last_year
            && can_be_time(short.folded, short.kinds)
        {
            let text = spaced(short.text);
            let (shape, label) = (shape(&text, last_year), label(page, row));
            self.times.push(Stamp { row: row as i64, text, shape, label });
        }
        if short.kinds.digit || short.kinds.digit_beyond {
            if page.chars[row] <= MAX_PRICE_LENGTH && can_be_price(short.text) {
                self.prices.push(row as i64);
            }
            if page.chars[row] <= MAX_COUNT_LENGTH && can_be_count(short.folded) {
                self.counts.push(row as i64);
            }
        }
    }
}

fn row_flags(page: &PageView, tokens: &[u16]) -> Vec<u16> {
    let all = |row: usize| page.tokens_at(row).fold(0, |flags, token| flags | tokens[token]);
    let mut flags: Vec<u16> = (0..page.tag.len()).map(all).collect();
    for attribute in TELLING_ATTRIBUTES {
        let Some(number) = page.names.number(attribute) else { continue };
        for row in page.attributes.rows_with(number).take(MAX_ATTRIBUTES) {
            // Everything has a name in microdata.
            let value = page.value(row as usize, number).filter(|&value| value != "name");
            flags[row as usize] |= value.map_or(0, token_flags);
        }
    }
    flags
}

fn is_short(page: &PageView, row: usize) -> bool {
    (2..=MAX_STAMP_LENGTH).contains(&page.chars[row])
        && !page.raw[row]
        && !page.hidden[row]
        && page.text_end[row] - page.text_start[row] <= MAX_SPAN
}

fn is_silent(page: &PageView, row: usize) -> bool {
    let empty = page.text_start[row] == page.text_end[row] && !page.hidden[row];
    let can_tell = |&(found, value): &(NameId, &str)| {
        matches!(found, name::DATETIME | name::TITLE) && value.bytes().any(|byte| byte.is_ascii_digit() || byte > 127)
    };
    empty && page.attributes.of(row).any(|entry| can_tell(&entry))
}

/// The text right before a row that has at most `MAX_LABEL_LENGTH` characters, empty where there is none near.
fn label(page: &PageView, row: usize) -> String {
    let near = (row.saturating_sub(REACH - 1).max(1)..row).rev();
    let before = near.into_iter().find(|&place| page.is_text(place) && page.chars[place] > 0);
    let Some(place) = before.filter(|&place| page.chars[place] <= MAX_LABEL_LENGTH) else { return String::new() };
    let label = page.text_of(place).trim();
    (if label.chars().count() <= MAX_LABEL_LENGTH as usize { label } else { "" }).to_owned()
}

/// Which texts of a page are numbers that count something, such as replies, views, votes: no date and no price. Of those
/// with a letter, a dollar or anything beyond ASCII `ask` tells which have a price.
pub fn count_mask(page: &PageView, is_date: &[bool], ask: impl FnOnce(&[&str]) -> Vec<bool>) -> Vec<bool> {
    let counts = |row: usize| {
        limits::tick(1);
        if !page.is_text(row) || !(1..=MAX_COUNT_LENGTH).contains(&page.chars[row]) || page.hidden[row] {
            return false;
        }
        let text = page.bytes_of(row);
        text.iter().any(|byte| byte.is_ascii_digit() || *byte > 127) && can_count(&spaced(text))
    };
    let counts: Vec<bool> = (0..page.tag.len()).map(counts).collect();
    let can_be_price = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'$' || !byte.is_ascii();
    let has_words = |&row: &usize| counts[row] && page.bytes_of(row).iter().any(can_be_price);
    let worded: Vec<usize> = (0..counts.len()).filter(has_words).collect();
    let mut mask: Vec<bool> = counts.iter().zip(is_date).map(|(&counts, &is_date)| counts && !is_date).collect();
    if !worded.is_empty() {
        let texts: Vec<&str> = worded.iter().map(|&row| page.text_of(row)).collect();
        worded.into_iter().zip(ask(&texts)).for_each(|(row, is_price)| mask[row] &= !is_price);
    }
    mask
}
