//! What marks records on a page, in one pass: the words of every row, and the texts that can be a time, a price or a
//! count of replies.
//!
//! In words: the flags of a row are those of its id, of its classes, and of the attributes that tell its role. A text
//! that is short and visible is a candidate by what stands in it (`short_texts`); what decides is the grammar of dates
//! (`evidence::times`), and patterns of Python (`records/cards.py`, `records/board_rows.py`).

use html::attributes::AttributeColumns;
use html::names::{NameId, Names, name};
use text::class_words::{EDITED, QUOTE, token_flags};
use text::languages::fold;
use text::short_texts::{Kinds, can_be_count, can_be_price, can_be_time, shape, spaced};

const LONGEST_STAMP: i32 = 90; // as in `evidence::times`
const LONGEST_LABEL: i32 = 24;
const REACH: usize = 6; // rows before a text in which its label can stand
const LONGEST_COUNT: i32 = 40;
const LONGEST_PRICE: i32 = 30;
const LONGEST_SPAN: i32 = 1_000;
const MOST_TEXTS: usize = 200_000;
const MOST_ATTRIBUTES: usize = 20_000;
const TELLING_ATTRIBUTES: [&str; 2] = ["itemprop", "data-role"];

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub end: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub hidden: &'page [bool],
    pub raw: &'page [bool],
    pub id_token: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
    pub attributes: &'page AttributeColumns,
    pub names: &'page Names,
}

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
pub fn mark(columns: &Columns, last_year: u32) -> Marks {
    let mut tokens = Vec::with_capacity(columns.attributes.tokens.len());
    for token in columns.attributes.tokens.iter() {
        limits::tick(1);
        tokens.push(token_flags(token));
    }
    let mut marks = Marks { flags: row_flags(columns, &tokens), tokens, ..Marks::default() };
    let (mut quoted_until, mut texts, mut buffer) = (0, 0, Vec::new());
    for row in 0..columns.tag.len() {
        limits::tick(1);
        let quotes = marks.flags[row] & (QUOTE | EDITED) > 0 || columns.tag[row] == name::BLOCKQUOTE;
        if quotes {
            quoted_until = quoted_until.max(columns.end[row]);
        }
        let quoted = (row as i32) < quoted_until;
        if columns.tag[row] != name::TEXT {
            if !quoted && is_silent(columns, row) {
                marks.silent.push(row as i64);
            }
        } else if is_short(columns, row) && texts < MOST_TEXTS {
            texts += 1;
            let text = &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize];
            let kinds = Kinds::of(text);
            if kinds.digit || kinds.wide || kinds.letter {
                let short = Short { text, folded: fold(text, &mut buffer), kinds };
                marks.add_text(columns, row, &short, (!quoted).then_some(last_year));
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
    /// Adds what a text can be; without a last year it cannot be a time.
    fn add_text(&mut self, columns: &Columns, row: usize, short: &Short, last_year: Option<u32>) {
        if let Some(last_year) = last_year
            && can_be_time(short.folded, short.kinds)
        {
            let text = spaced(short.text);
            let (shape, label) = (shape(&text, last_year), label(columns, row));
            self.times.push(Stamp { row: row as i64, text, shape, label });
        }
        if short.kinds.digit || short.kinds.digit_beyond {
            if columns.chars[row] <= LONGEST_PRICE && can_be_price(short.text) {
                self.prices.push(row as i64);
            }
            if columns.chars[row] <= LONGEST_COUNT && can_be_count(short.folded) {
                self.counts.push(row as i64);
            }
        }
    }
}

fn row_flags(columns: &Columns, tokens: &[u16]) -> Vec<u16> {
    let of = |token: i32| usize::try_from(token).ok().and_then(|token| tokens.get(token)).copied().unwrap_or(0);
    let classes = |row: usize| columns.class_start[row] as usize..columns.class_start[row + 1] as usize;
    let all = |row: usize| columns.class_token[classes(row)].iter().fold(0, |flags, &token| flags | of(token));
    let mut flags = (0..columns.tag.len()).map(|row| of(columns.id_token[row]) | all(row)).collect::<Vec<_>>();
    for attribute in TELLING_ATTRIBUTES {
        let Some(number) = columns.names.number(attribute) else { continue };
        for row in columns.attributes.rows_with(number).take(MOST_ATTRIBUTES) {
            // Everything has a name in microdata.
            let value = value_of(columns, row as usize, number).filter(|&value| value != "name");
            flags[row as usize] |= value.map_or(0, token_flags);
        }
    }
    flags
}

fn value_of<'page>(columns: &Columns<'page>, row: usize, wanted: NameId) -> Option<&'page str> {
    columns.attributes.of(row).find(|&(found, _)| found == wanted).map(|(_, value)| value)
}

fn is_short(columns: &Columns, row: usize) -> bool {
    (2..=LONGEST_STAMP).contains(&columns.chars[row])
        && !columns.raw[row]
        && !columns.hidden[row]
        && columns.text_end[row] - columns.text_start[row] <= LONGEST_SPAN
}

fn is_silent(columns: &Columns, row: usize) -> bool {
    let empty = columns.text_start[row] == columns.text_end[row] && !columns.hidden[row];
    let can_tell = |&(found, value): &(NameId, &str)| {
        matches!(found, name::DATETIME | name::TITLE) && value.bytes().any(|byte| byte.is_ascii_digit() || byte > 127)
    };
    empty && columns.attributes.of(row).any(|entry| can_tell(&entry))
}

/// The text right before a row that has at most `LONGEST_LABEL` characters, empty where there is none near.
fn label(columns: &Columns, row: usize) -> String {
    let near = (row.saturating_sub(REACH - 1).max(1)..row).rev();
    let before = near.into_iter().find(|&place| columns.tag[place] == name::TEXT && columns.chars[place] > 0);
    let Some(place) = before.filter(|&place| columns.chars[place] <= LONGEST_LABEL) else { return String::new() };
    let text = &columns.text[columns.text_start[place] as usize..columns.text_end[place] as usize];
    let label = str::from_utf8(text).unwrap_or_default().trim();
    (if label.chars().count() <= LONGEST_LABEL as usize { label } else { "" }).to_owned()
}
