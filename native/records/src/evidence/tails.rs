//! What follows the head of a record that has no elements of its own, and what classes say of a body.
//!
//! In words: the head ends with the top row that holds the first time, and with headings and breaks behind it. Breaks
//! and pagers at the end of the record are no part of what follows.

use super::{Evidence, is_heading};
use html::names::{NameId, name};
use text::class_words::{BODY, PAGER, PERSON, SIGNATURE, TITLE};

const WORD_WEIGHT: f64 = 15.0; // what a word such as "content" in the class is worth, in characters a record

pub type Span = (usize, usize);

/// The rows behind the head of a range.
pub fn tail_behind_head(evidence: &Evidence, span: Span) -> Span {
    let (start, mut end) = span;
    let Some(&head) = evidence.times_within(span).first() else { return (end, end) };
    let is_one = evidence.page.end[start] as usize == end;
    let mut row = if is_one { start + 1 } else { start };
    let mut behind: Vec<usize> = Vec::new();
    while row < end {
        limits::tick(1);
        let says = !evidence.page.is_text(row) || evidence.page.chars[row] != 0;
        if row as i64 > head && says && !(behind.is_empty() && is_head(evidence.page.tag[row])) {
            behind.push(row);
        }
        row = evidence.page.end[row] as usize;
    }
    while let Some(&last) = behind.last() {
        if !is_break(evidence.page.tag[last]) && evidence.flags[last] & PAGER == 0 {
            break;
        }
        behind.pop();
        end = last;
    }
    behind.first().map_or((end, end), |&first| (first, end))
}

fn is_break(tag: NameId) -> bool {
    matches!(tag, name::BR | name::HR)
}

fn is_head(tag: NameId) -> bool {
    is_break(tag) || is_heading(tag)
}

/// Whether a text stands in the range without an element around it.
pub fn has_loose_text(evidence: &Evidence, span: Span) -> bool {
    let depth = evidence.page.depth[span.0];
    let is_loose = |row: usize| evidence.has_text(row) && evidence.page.depth[row] == depth;
    (span.0..span.1).any(is_loose)
}

/// What the classes of a row add to its weight as a body.
pub fn word_gain(flags: u16) -> f64 {
    let for_body = if flags & BODY > 0 { WORD_WEIGHT } else { 0.0 };
    for_body - if flags & (SIGNATURE | PERSON | TITLE | PAGER) > 0 { WORD_WEIGHT } else { 0.0 }
}
