//! Numbers of lines that no name tells: in code, beside it, or in the rows of a table of code.
//!
//! In words: elements that hold nothing but numbers, which count 1, 2, 3 up to the last line. In a `pre` every line begins
//! with one, or all stand before the code. Beside a `pre` they stand in the element right before it. In a table each
//! stands in the first cell of a row, and code alone stands behind it.

use super::{Code, is_numbers};
use html::blocks::is_block;
use html::names::name;
use html::page_view::PageView;
use text::chars::is_space;

/// Two numbers may well be a part of the code.
const MIN_LINES: usize = 3;
/// Levels from code to what stands beside the column of its numbers.
const MAX_CLIMB: usize = 2;
/// What highlighters call lines.
const LINES: [&str; 7] = ["line", "token-line", "code-line", "codeline", "view-line", "CodeMirror-line", "hljs-line"];
/// What highlighters call numbers of the code.
const NUMBERS: [&str; 6] = ["mi", "m", "mf", "nu0", "number", "hljs-number"];
/// What code is called in the cell of a table.
pub const CELLS: [&str; 6] = ["blob-code", "js-file-line", "hljs-ln-code", "crayon-code", "code", "line-content"];

/// The elements that hold numbers of lines.
pub fn find(page: &PageView, code: &Code) -> Vec<usize> {
    let (mut rows, mut end) = (Vec::new(), 0);
    for &pre in &code.rows {
        if pre >= end {
            end = page.end[pre] as usize;
            limits::tick(page.under(pre).len());
            rows.extend(Numbered::of(page, pre).found(page));
            rows.extend(beside(page, pre));
        }
    }
    if page.tag.contains(&name::TR) && (!code.rows.is_empty() || page.tag.contains(&name::CODE)) {
        rows.extend(in_tables(page));
    }
    rows
}

/// Whether an inline element is one line: a `code` beside others, or a `span` that is called a line.
pub fn is_line(page: &PageView, row: usize) -> bool {
    page.nth[row] > 1
        && match page.tag[row] {
            name::CODE => page.parent[row] >= 0 && page.tag[page.parent[row] as usize] == name::PRE,
            name::SPAN => page.classes(row).any(|class| LINES.contains(&class)),
            _ => false,
        }
}

/// The lines of a `pre`: the numbers with which some begin and what holds these, and how many begin otherwise.
#[derive(Default)]
struct Numbered {
    values: Vec<usize>,
    holders: Vec<usize>,
    others: usize,
    /// Whether all numbers stand before the first other text, and whether there is such a text.
    is_first: bool,
    has_text: bool,
    /// The elements around numbers, and those around numbers in the middle of a line.
    elements: Vec<usize>,
    inner: Vec<usize>,
}

impl Numbered {
    fn of(page: &PageView, pre: usize) -> Numbered {
        let mut lines = Numbered { is_first: true, ..Numbered::default() };
        let mut is_start = true;
        for row in page.under(pre).skip(1) {
            if !page.is_text(row) {
                is_start |= page.tag[row] == name::BR || is_block(page.tag[row]) || is_line(page, row);
            } else if !page.raw[row] {
                is_start = lines.add(page, pre, row, is_start);
            }
        }
        lines
    }

    /// Adds a text, at the start of a line or in it; whether a line starts behind it.
    fn add(&mut self, page: &PageView, pre: usize, row: usize, mut is_start: bool) -> bool {
        let text = page.text_of(row);
        let holder = page.above(row).take_while(|&above| above > pre && is_numbers(page, above)).last();
        if let (Some(holder), Ok(value)) = (holder, text.trim_matches(is_space).parse()) {
            let element = page.parent[row] as usize;
            if is_start {
                self.values.push(value);
                self.holders.push(holder);
                self.elements.push(element);
                self.is_first &= !self.has_text;
            } else {
                self.inner.push(element);
            }
            return text.trim_end_matches([' ', '\t', '\r']).ends_with('\n');
        }
        for (number, line) in text.split('\n').enumerate() {
            is_start |= number > 0;
            if line.contains(|sign| !is_space(sign)) {
                self.others += usize::from(is_start);
                self.has_text = true;
                is_start = false;
            }
        }
        is_start
    }

    /// What holds the numbers, if they are those of the lines: of every line, or a column before the code. Where numbers
    /// in the middle of lines are marked in the same way, all are numbers of the code.
    fn found(mut self, page: &PageView) -> Vec<usize> {
        let is_column = self.is_first && (self.others..=2 * self.others).contains(&self.values.len());
        let is_alike = |own: usize, other: usize| {
            page.tag[own] == page.tag[other] && page.class_tokens(own) == page.class_tokens(other)
        };
        let is_code = |&own: &usize| {
            page.classes(own).any(|class| NUMBERS.contains(&class))
                || self.inner.iter().any(|&inner| is_alike(own, inner))
        };
        if !self.has_text || !(self.others == 0 || is_column) || !is_count(&self.values) || is_code(&self.elements[0]) {
            return Vec::new();
        }
        self.holders.dedup();
        self.holders
    }
}

/// Whether some numbers are those of lines.
fn is_count(values: &[usize]) -> bool {
    values.len() >= MIN_LINES && values.iter().enumerate().all(|(place, &value)| value == place + 1)
}

/// The element right before some code, or before what holds it, with a number for each of its lines.
fn beside(page: &PageView, pre: usize) -> Option<usize> {
    let around = std::iter::once(pre).chain(page.above(pre)).take(MAX_CLIMB + 1);
    let column = around.filter_map(|row| before(page, row)).next().filter(|&row| is_numbers(page, row))?;
    let texts = page.under(column).filter(|&row| page.is_text(row) && !page.raw[row]).map(|row| page.text_of(row));
    let values: Option<Vec<usize>> = texts
        .flat_map(|text| text.split(is_space))
        .filter(|word| !word.is_empty())
        .map(|word| word.parse().ok())
        .collect();
    let breaks = page.under(pre).filter(|&row| page.tag[row] == name::BR).count();
    let lines = page.text_of(pre).trim_matches(['\n', '\r']).split('\n').count() + breaks;
    values.filter(|values| is_count(values) && values.len().abs_diff(lines) <= 1).map(|_| column)
}

/// The element or text before a row, below the same parent; blank texts are passed.
fn before(page: &PageView, row: usize) -> Option<usize> {
    let parent = usize::try_from(page.parent[row]).ok()?;
    let mut next = row;
    while next > parent + 1 {
        let last = next - 1;
        next = std::iter::once(last).chain(page.above(last)).find(|&above| page.parent[above] == parent as i32)?;
        if !page.is_text(next) || page.chars[next] > 0 {
            return Some(next);
        }
    }
    None
}

/// The first cells of tables of code in which each row has its number.
fn in_tables(page: &PageView) -> Vec<usize> {
    let is_table = |&row: &usize| page.tag[row] == name::TABLE;
    let table_of = |row: usize| page.above(row).take(MAX_CLIMB).find(is_table).map(|table| (table, row));
    let mut lines: Vec<_> = (0..page.tag.len()).filter(|&row| page.tag[row] == name::TR).filter_map(table_of).collect();
    lines.sort_unstable();
    let mut found = Vec::new();
    for lines in lines.chunk_by(|one, other| one.0 == other.0) {
        let numbers: Option<Vec<(usize, usize)>> = lines.iter().map(|&(_, line)| number_of(page, line)).collect();
        if let Some((values, cells)) = numbers.map(|numbers| numbers.into_iter().unzip::<_, _, Vec<_>, Vec<_>>())
            && is_count(&values)
        {
            found.extend(cells);
        }
    }
    found
}

/// The number of a row, and the cell that it has for itself; none where something else than code stands behind it.
fn number_of(page: &PageView, line: usize) -> Option<(usize, usize)> {
    limits::tick(page.under(line).len());
    let mut cells = page.children(line).filter(|&cell| !page.is_text(cell));
    let first = cells.next().filter(|&cell| page.tag[cell] == name::TD)?;
    let value = page.text_of(first).trim_matches(is_space).parse().ok()?;
    let in_code = || page.above(line).any(|above| page.tag[above] == name::PRE);
    let mut cells = cells.peekable();
    cells.peek()?;
    cells.all(|cell| is_code(page, cell) || in_code()).then_some((value, first))
}

/// Whether a cell holds nothing but code.
fn is_code(page: &PageView, cell: usize) -> bool {
    let said = |row: usize| page.text_of(row).trim_matches(is_space);
    let mut codes = page.under(cell).filter(|&row| matches!(page.tag[row], name::CODE | name::PRE));
    page.classes(cell).any(|class| CELLS.contains(&class)) || codes.next().is_some_and(|code| said(code) == said(cell))
}
