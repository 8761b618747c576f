//! Columns of line numbers beside code.
//!
//! In words: a `pre` whose text is nothing but numbers, in a table row with another `pre`; or, in no table row, near
//! below an element that is called a gutter.

use html::names::name;
use html::page_view::PageView;
use text::chars::is_digit;

/// The numbers of some thirty thousand lines.
const MAX_BYTES: usize = 200_000;
/// Levels from a column to the row of its table, and to what is called a gutter.
const MAX_CLIMB: usize = 6;
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
        let mut above = self.page.above(row).take(MAX_CLIMB);
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
    let text = page.bytes_of(row);
    let is_number = |c: char| c.is_whitespace() || ('\x1c'..='\x1f').contains(&c) || is_digit(c);
    text.len() <= MAX_BYTES && std::str::from_utf8(text).is_ok_and(|text| text.chars().all(is_number))
}

/// Whether a class of an element says that it holds line numbers.
fn is_gutter(page: &PageView, row: usize) -> bool {
    page.classes(row).any(|class| GUTTERS.contains(&class))
}
