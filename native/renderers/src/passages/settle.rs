//! White space over a whole passage: one space for each stretch of it, none at the ends, none between the lines of a
//! script that is written without spaces.

use std::borrow::Cow;

use super::{Mark, Piece};
use text::chars::is_space;

/// Marks that both kinds of script use: they go with their wide neighbour.
const SHARED: &str = "‘’“”…—·";

/// A piece whose white space is collapsed, and the marks around it.
pub struct Part<'piece> {
    pub content: Settled<'piece>,
    pub mark: u32,
}

#[derive(Clone)]
pub enum Settled<'piece> {
    Text(Cow<'piece, str>),
    Space,
    Break,
    Image(&'piece str, &'piece str),
    /// Its LaTeX, and whether it stands on lines of its own.
    Formula(&'piece str, bool),
    Note(&'piece str),
    Rule,
}

impl Part<'_> {
    /// The character at an end of a text.
    pub fn edge(&self, at_end: bool) -> Option<char> {
        match &self.content {
            Settled::Text(text) if at_end => text.chars().next_back(),
            Settled::Text(text) => text.chars().next(),
            _ => None,
        }
    }
}

/// What stands between two pieces.
#[derive(Default)]
struct Gap {
    is_space: bool,
    has_line: bool,
    has_break: bool,
}

impl Gap {
    fn add(&mut self, space: &str) {
        self.is_space |= !space.is_empty();
        self.has_line |= space.contains('\n');
    }
}

/// The pieces with their white space collapsed, each under the marks that `shown` gives for its own; the space between
/// two of them is a part of its own, under the marks that `shared` gives for both.
pub fn settle<'piece>(
    pieces: &'piece [Piece],
    shown: impl Fn(u32) -> u32,
    shared: impl Fn(u32, u32) -> u32,
) -> Vec<Part<'piece>> {
    let mut parts: Vec<Part> = Vec::with_capacity(2 * pieces.len());
    let mut gap = Gap::default();
    for piece in pieces {
        let (content, mark, tail) = match piece {
            Piece::Break(_) => {
                gap.has_break = true;
                continue;
            }
            Piece::Rule => (Settled::Rule, 0, ""),
            Piece::Note(label) => (Settled::Note(label), 0, ""),
            Piece::Formula { latex, marks, display } => (Settled::Formula(latex, *display), *marks, ""),
            Piece::Image { alt, address, marks } => (Settled::Image(alt, address), *marks, ""),
            Piece::Text(text, mark) => {
                let body = text.trim_matches(is_space);
                if body.is_empty() {
                    gap.add(text);
                    continue;
                }
                let start = text.len() - text.trim_start_matches(is_space).len();
                gap.add(&text[..start]);
                (Settled::Text(collapse(body)), *mark, &text[start + body.len()..])
            }
        };
        let mark = shown(mark);
        let part = Part { content, mark };
        if let Some(before) = parts.last().filter(|_| gap.is_space || gap.has_break) {
            let around = shared(before.mark, mark);
            if gap.has_break {
                parts.push(Part { content: Settled::Break, mark: around });
            } else if !(gap.has_line && is_one_word(before.edge(true), part.edge(false))) {
                parts.push(Part { content: Settled::Space, mark: around });
            }
        }
        parts.push(part);
        gap = Gap::default();
        gap.add(tail);
    }
    parts
}

/// The pieces with their white space collapsed, under their own marks.
pub fn settled_pieces<'piece>(pieces: &'piece [Piece], marks: &[Mark]) -> Vec<Piece<'piece>> {
    let parts = settle(pieces, |mark| mark, |one, other| shared_mark(marks, one, other));
    let pieces = parts.into_iter().map(|Part { content, mark }| match content {
        Settled::Text(text) => Piece::Text(text, mark),
        Settled::Space => Piece::Text(Cow::Borrowed(" "), mark),
        Settled::Break => Piece::Break(mark),
        Settled::Image(alt, address) => Piece::Image { alt: alt.to_owned(), address: address.to_owned(), marks: mark },
        Settled::Formula(latex, display) => Piece::Formula { latex, marks: mark, display },
        Settled::Note(label) => Piece::Note(label),
        Settled::Rule => Piece::Rule,
    });
    pieces.collect()
}

/// A text with one space for each stretch of white space.
fn collapse(text: &str) -> Cow<'_, str> {
    if is_settled(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let (mut rest, is_ascii) = (text, text.is_ascii());
    while !rest.is_empty() {
        let end = rest.find(is_space).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        out.push_str(word);
        rest = behind.trim_start_matches(is_space);
        let space = &behind[..behind.len() - rest.len()];
        let is_joined = !is_ascii && space.contains('\n') && is_one_word(word.chars().next_back(), rest.chars().next());
        if !rest.is_empty() && !is_joined {
            out.push(' ');
        }
    }
    Cow::Owned(out)
}

/// Whether a text has no white space but single spaces.
fn is_settled(text: &str) -> bool {
    let mut before = 0;
    let mut may_be_wide = false; // white space beyond ASCII begins with one of these bytes
    let is_fine = text.bytes().all(|byte| {
        let is_fine = byte > b' ' || byte == b' ' && before != b' ';
        may_be_wide |= matches!(byte, 0xc2 | 0xe1..=0xe3);
        before = byte;
        is_fine
    });
    is_fine && !(may_be_wide && text.chars().any(|sign| !sign.is_ascii() && sign.is_whitespace()))
}

/// Whether a line of the source that ends between two characters parts nothing.
fn is_one_word(before: Option<char>, after: Option<char>) -> bool {
    let (Some(before), Some(after)) = (before, after) else { return false };
    is_wide(before) && (is_wide(after) || SHARED.contains(after)) || SHARED.contains(before) && is_wide(after)
}

/// Whether a character is of a script that is written without spaces between words, or of its punctuation.
fn is_wide(sign: char) -> bool {
    matches!(sign, '\u{2e80}'..='\u{312f}' | '\u{31a0}'..='\u{31bf}' | '\u{31f0}'..='\u{31ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe4f}' | '\u{ff00}'..='\u{ff9f}'
        | '\u{20000}'..='\u{3ffff}')
}

/// The marks of a piece from the outermost on.
pub fn marks_of(marks: &[Mark], mark: u32) -> Vec<u32> {
    let around = std::iter::successors(Some(mark), |&mark| Some(marks[mark as usize].around));
    let mut own: Vec<u32> = around.take_while(|&mark| mark > 0).collect();
    own.reverse();
    own
}

/// Whether two marks say the same.
pub fn are_same(marks: &[Mark], one: u32, other: u32) -> bool {
    let (first, second) = (&marks[one as usize], &marks[other as usize]);
    one == other || (one > 0 && other > 0 && first.kind == second.kind && first.value == second.value)
}

/// The innermost of the marks that two pieces have in common from the outermost on: a mark of the first.
pub fn shared_mark(marks: &[Mark], one: u32, other: u32) -> u32 {
    if one == other {
        return one;
    }
    let depth = |mark: u32| {
        std::iter::successors(Some(mark), |&mark| Some(marks[mark as usize].around))
            .take_while(|&mark| mark > 0)
            .count()
    };
    let up = |mut mark: u32, steps: usize| {
        (0..steps).for_each(|_| mark = marks[mark as usize].around);
        mark
    };
    let (own, its) = (depth(one), depth(other));
    let (mut one, mut other) = (up(one, own.saturating_sub(its)), up(other, its.saturating_sub(own)));
    let mut shared = one;
    while one > 0 {
        if !are_same(marks, one, other) {
            shared = marks[one as usize].around;
        }
        (one, other) = (marks[one as usize].around, marks[other as usize].around);
    }
    shared
}
