//! What the sweep does inside of code: its lines, their numbers, and what stands in it and is no code.

use std::borrow::Cow;

use super::{Container, Piece, Sweep, code};
use extractors::titles::values::is_space;
use html::names::name;

/// Rows from the element of a line to the blank text at its beginning.
const MAX_INDENT_ROWS: usize = 6;

impl Sweep<'_> {
    /// Takes in an inline element in code, which may be a line or the number of one.
    pub(super) fn open_code_line(&mut self, row: usize) -> bool {
        if code::is_gutter(self.page, row) {
            return true;
        }
        if code::is_line(self.page, row) {
            self.push_open(row, true);
            self.end_line();
            self.add_blank_lines(row);
        }
        false
    }

    /// Whether a block element in code is no part of it: the number of a line, a button or the name of the language.
    pub(super) fn is_beside_code(&self, row: usize) -> bool {
        let is_label = |code: &Container| code::is_label(self.page, row, code.row as usize);
        code::is_gutter(self.page, row) || self.paths.inner(self.path).is_some_and(is_label)
    }

    /// A block element in code begins a line.
    pub(super) fn begin_line(&mut self, row: usize) {
        self.add_blank_lines(row);
        let indent = self.indent_of(row);
        if indent.is_empty() {
        } else {
            self.pieces.push(Piece::Text(Cow::Owned(indent), 0))
        }
    }

    pub(super) fn end_line(&mut self) {
        self.has_text = false;
        let is_ended = match self.pieces.last() {
            None | Some(Piece::Break(_)) => true,
            Some(Piece::Text(text, _)) => text.ends_with('\n'),
            Some(Piece::Formula { latex, .. }) => latex.ends_with('\n'),
            Some(_) => false,
        };
        if is_ended {
        } else {
            self.pieces.push(Piece::Text(Cow::Borrowed("\n"), 0))
        }
    }

    /// An empty element between two lines of code is an empty line.
    fn add_blank_lines(&mut self, row: usize) {
        if let Some(before) = self.last_line.filter(|_| !self.pieces.is_empty()) {
            for _ in 0..code::blank_lines(self.page, before, row) {
                self.pieces.push(Piece::Text(Cow::Borrowed("\n"), 0));
            }
        }
        self.last_line = Some(row);
    }

    /// The blank text at the beginning of a line that stands in an element of its own, and so in no block.
    fn indent_of(&self, row: usize) -> String {
        let (page, mut blank) = (self.page, String::new());
        for inner in (row + 1..page.end[row] as usize).take(MAX_INDENT_ROWS - 1) {
            if page.tag[inner] == name::TEXT {
                let text = page.text_of(inner);
                if self.shown.mask[inner] || text.contains('\n') || !text.trim_matches(is_space).is_empty() {
                    break;
                }
                blank.push_str(text);
            }
        }
        blank
    }
}
