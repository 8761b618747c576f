//! Blocks of code that are nothing but text and inline elements; `renderers/composer.py` and `markdown.py` are the twins.
//!
//! In words: a `pre` is written here where none of its elements is a block, a medium, a line of its own or the number of
//! one. Its lines stand between fences that are longer than any in it.

use super::tags::{Meaning, meaning_of};
use super::{Columns, Piece};
use crate::limits::Tripped;
use crate::memory;
use crate::names::name;
use crate::number_columns::GUTTERS;

/// What highlighters call lines.
const LINES: [&str; 7] = ["line", "token-line", "code-line", "codeline", "view-line", "CodeMirror-line", "hljs-line"];
/// Spaces before a fence, and the backticks that make one.
const MAX_INDENT: usize = 3;
const MIN_FENCE: usize = 3;

/// Whether the code in an element is nothing but text and inline elements, and no column of numbers.
pub fn is_plain(page: &Columns, code: usize) -> bool {
    let is_part = |row: usize| match meaning_of(page.tag[row]) {
        Meaning::Text | Meaning::Break | Meaning::Image => true,
        Meaning::Nothing | Meaning::Mark(_) => !is_line(page, row) && !has_class(page, row, &GUTTERS),
        _ => false,
    };
    !page.may_be_numbers(code) && (code + 1..page.end[code] as usize).all(is_part)
}

/// Whether an inline element is one line: a `code` beside others, or a `span` that is called a line.
fn is_line(page: &Columns, row: usize) -> bool {
    page.nth[row] > 1
        && match page.tag[row] {
            name::CODE => page.parent[row] >= 0 && page.tag[page.parent[row] as usize] == name::PRE,
            name::SPAN => has_class(page, row, &LINES),
            _ => false,
        }
}

/// Whether one of the classes of a row is one of the names.
pub fn has_class(page: &Columns, row: usize, names: &[&str]) -> bool {
    let classes = &page.class_token[page.class_start[row] as usize..page.class_start[row + 1] as usize];
    classes.iter().any(|&token| names.contains(&&page.attributes.tokens[token as usize]))
}

/// Whether a class of a row may call it a list of tasks.
pub fn speaks_of_tasks(page: &Columns, row: usize) -> bool {
    let classes = &page.class_token[page.class_start[row] as usize..page.class_start[row + 1] as usize];
    let has = |name: &[u8], part: &[u8]| name.windows(part.len()).any(|own| own.eq_ignore_ascii_case(part));
    let parts: [&[u8]; 3] = [b"task", b"todo", b"checklist"];
    classes.iter().any(|&token| parts.iter().any(|part| has(page.attributes.tokens[token as usize].as_bytes(), part)))
}

/// The text of code; spaces that do not break indent code outside of a `pre`.
pub fn text_of(pieces: &[Piece]) -> Result<String, Tripped> {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(own, _) if !own.is_empty() => {
                for (number, part) in own.split('\u{a0}').enumerate() {
                    memory::push_str(&mut text, if number > 0 { " " } else { "" })?;
                    memory::push_str(&mut text, part)?;
                }
            }
            _ => memory::push_str(&mut text, "\n")?,
        }
    }
    Ok(text)
}

/// The lines of code as Markdown, between fences.
pub fn lines(pieces: &[Piece], label: &str) -> Result<Vec<String>, Tripped> {
    let mut text = text_of(pieces)?;
    text.retain(|sign| sign != '\r');
    let is_full = |line: &str| !line.trim().is_empty();
    let first = text.split('\n').position(is_full).unwrap_or(0);
    let last = text.split('\n').count() - text.rsplit('\n').position(is_full).unwrap_or(0);
    let code = || text.split('\n').take(last).skip(first);
    let longest = code().filter_map(fence_of).max().unwrap_or(MIN_FENCE - 1);
    let fence: String = memory::collect(std::iter::repeat_n(b'`', longest + 1))?.into_iter().map(char::from).collect();
    let mut lines = memory::with_room(last.saturating_sub(first) + 2)?;
    let mut open = memory::copy(&fence)?;
    memory::push_str(&mut open, label)?;
    lines.push(open);
    for line in code() {
        lines.push(memory::copy(line.trim_end())?);
    }
    lines.push(fence);
    Ok(lines)
}

/// The backticks of a line that may be a fence.
fn fence_of(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches([' ', '\t']);
    let indent = &line[..line.len() - rest.len()];
    let ticks = rest.bytes().take_while(|&byte| byte == b'`').count();
    (ticks >= MIN_FENCE && (indent.len() <= MAX_INDENT || indent.contains('\t'))).then_some(ticks)
}
