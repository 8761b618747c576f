//! Blocks of code: which elements are lines of it, which are the numbers of lines, and how it is written in Markdown.

use super::Piece;
use super::code_names::known_language;
use extractors::noise::number_columns::{GUTTERS, is_numbers};
use html::names::name;
use html::page_view::PageView;
use html::signs::GUTTER;

/// What highlighters call lines.
const LINES: [&str; 7] = ["line", "token-line", "code-line", "codeline", "view-line", "CodeMirror-line", "hljs-line"];
/// Empty lines between two lines of code, more empty elements are not lines; and the rows of them.
const MAX_BLANK_LINES: usize = 20;
const MAX_BLANK_ROWS: usize = 64;
/// Rows of the name of a language above the code, with buttons beside it; and from there to the code.
const MAX_LABEL_ROWS: usize = 24;
const MAX_CODE_ROWS: usize = 64;
/// Spaces before a fence, and the backticks that make one.
const MAX_INDENT: usize = 3;
const MIN_FENCE: usize = 3;

/// Whether an element inside code holds nothing but line numbers.
pub fn is_gutter(page: &PageView, row: usize) -> bool {
    let is_first_cell = page.tag[row] == name::TD && page.nth[row] == 1;
    let is_called = || page.hints_at(row) & GUTTER != 0 && has_class(page, row, &GUTTERS);
    (is_first_cell || is_called()) && is_numbers(page, row)
}

/// How many empty elements of the same kind stand between two lines side by side: each is an empty line.
pub fn blank_lines(page: &PageView, before: usize, row: usize) -> usize {
    let skipped = i64::from(page.nth[row]) - i64::from(page.nth[before]) - 1;
    let are_beside = page.parent[row] == page.parent[before] && page.tag[row] == page.tag[before];
    let between = page.end[before] as usize..row;
    if skipped < 1 || !are_beside || between.len() > MAX_BLANK_ROWS || page.tag[between].contains(&name::TEXT) {
        return 0; // a text between them breaks the lines itself
    }
    (skipped as usize).min(MAX_BLANK_LINES)
}

/// Whether an inline element is one line: a `code` beside others, or a `span` that is called a line.
pub fn is_line(page: &PageView, row: usize) -> bool {
    page.nth[row] > 1
        && match page.tag[row] {
            name::CODE => page.parent[row] >= 0 && page.tag[page.parent[row] as usize] == name::PRE,
            name::SPAN => has_class(page, row, &LINES),
            _ => false,
        }
}

/// Whether a block element in code is a button, or names the language above the code itself.
pub fn is_label(page: &PageView, row: usize, code: usize) -> bool {
    let rows = page.under(row);
    if page.tag[row] == name::BUTTON {
        return true;
    }
    if rows.len() > MAX_LABEL_ROWS || page.tag[rows.clone()].contains(&name::CODE) {
        return false;
    }
    let below = row..(page.end[code] as usize).min(row + MAX_CODE_ROWS);
    if !page.tag.get(below).is_some_and(|below| below.contains(&name::CODE)) {
        return false;
    }
    let (mut text, mut skip) = (String::new(), row);
    for inner in rows {
        if page.tag[inner] == name::BUTTON {
            skip = skip.max(page.end[inner] as usize);
        } else if page.tag[inner] == name::TEXT && inner >= skip {
            text.push_str(page.text_of(inner));
        }
    }
    !known_language(&text, false).is_empty()
}

/// Whether one of the classes of a row is one of the names.
pub fn has_class(page: &PageView, row: usize, names: &[&str]) -> bool {
    page.classes(row).any(|class| names.contains(&class))
}

/// The text of code; spaces that do not break indent code outside of a `pre`.
pub fn text_of(pieces: &[Piece]) -> String {
    let mut text = String::new();
    for piece in pieces {
        let own: &str = match piece {
            Piece::Text(own, _) => own.as_ref(),
            Piece::Formula { latex: own, .. } | Piece::Note(own) => own,
            _ => "",
        };
        for (number, part) in own.split('\u{a0}').enumerate() {
            text.push_str(if number > 0 { " " } else { "" });
            text.push_str(part);
        }
        text.push_str(if own.is_empty() { "\n" } else { "" });
    }
    text
}

/// The lines of code as Markdown, between fences.
pub fn lines(pieces: &[Piece], label: &str) -> Vec<String> {
    let mut text = text_of(pieces);
    text.retain(|sign| sign != '\r');
    let is_full = |line: &str| !line.trim().is_empty();
    let first = text.split('\n').position(is_full).unwrap_or(0);
    let last = text.split('\n').count() - text.rsplit('\n').position(is_full).unwrap_or(0);
    let code = || text.split('\n').take(last).skip(first);
    let longest = code().filter_map(fence_of).max().unwrap_or(MIN_FENCE - 1);
    let fence = std::iter::repeat_n('`', longest + 1).collect::<String>();
    let mut lines = Vec::with_capacity(last.saturating_sub(first) + 2);
    let mut open = fence.to_owned();
    open.push_str(label);
    lines.push(open);
    for line in code() {
        lines.push(line.trim_end().to_owned());
    }
    lines.push(fence);
    lines
}

/// The backticks of a line that may be a fence.
fn fence_of(line: &str) -> Option<usize> {
    let rest = line.trim_start_matches([' ', '\t']);
    let indent = &line[..line.len() - rest.len()];
    let ticks = rest.bytes().take_while(|&byte| byte == b'`').count();
    (ticks >= MIN_FENCE && (indent.len() <= MAX_INDENT || indent.contains('\t'))).then_some(ticks)
}
