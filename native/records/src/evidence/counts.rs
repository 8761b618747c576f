//! The short texts of a page that can count something: replies, views, votes.

use html::names::{NameId, name};
use text::chars::can_count;
use text::short_texts::spaced;

const LONGEST_COUNT: i32 = 40; // characters of a text that is a number with its label

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub text: &'page [u8],
    pub tag: &'page [NameId],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub hidden: &'page [bool],
}

/// Whether the text of a row has a letter, a dollar or anything beyond ASCII: a price has.
pub fn has_words(columns: &Columns, row: usize) -> bool {
    let text = &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize];
    text.iter().any(|&byte| byte.is_ascii_alphabetic() || byte == b'$' || !byte.is_ascii())
}

/// The rows of the short visible texts that can count something.
pub fn count_rows(columns: &Columns) -> Vec<i64> {
    let mut rows = Vec::new();
    for row in 0..columns.tag.len() {
        limits::tick(1);
        let is_short = columns.tag[row] == name::TEXT && (1..=LONGEST_COUNT).contains(&columns.chars[row]);
        if !is_short || columns.hidden[row] {
            continue;
        }
        let text = &columns.text[columns.text_start[row] as usize..columns.text_end[row] as usize];
        let can_have_digits = text.iter().any(|byte| byte.is_ascii_digit() || *byte > 127);
        if can_have_digits && can_count(&spaced(text)) {
            rows.push(row as i64);
        }
    }
    rows
}
