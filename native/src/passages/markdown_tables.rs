//! The lines of a table as Markdown; `renderers/markdown.py` is the twin (`table_lines`).

use std::collections::HashMap;

use super::markdown::cell_line;
use super::{Ask, Body, Columns, Composed, Passage, Piece, Role, Stop};
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::{NameId, name};
use crate::title_text::is_space;

const MAX_SPAN_DIGITS: usize = 4;

/// A cell: its row on the page, and where its text stands among those of the table.
struct Cell {
    row: usize,
    text: usize,
}

/// The rows of a table and the texts of its cells.
#[derive(Default)]
struct Grid {
    rows: Vec<Vec<Cell>>,
    texts: Vec<String>,
    /// Where the texts of cells stand.
    known: HashMap<u32, usize>,
}

/// The lines of one table from its passages, empty cells included.
pub fn table_lines<Asked: Ask>(
    page: &Columns,
    composed: &Composed,
    passages: &[Passage],
    table: u32,
    ask: &mut Asked,
    deadline: &mut Deadline,
) -> Result<Vec<String>, Stop<Asked::Error>> {
    let grid = read(page, composed, passages, table, ask, deadline)?;
    if grid.rows.is_empty() {
        return Ok(Vec::new());
    }
    let cells = spread(page, &grid, deadline)?;
    let width = cells[0].len();
    let used = memory::collect(
        (0..width)
            .filter(|&column| cells.iter().any(|line| line[column].is_some_and(|text| !grid.texts[text].is_empty()))),
    )?;
    let used = if used.is_empty() { memory::filled(0, 1)? } else { used };
    let mut lines = memory::with_room(cells.len() + 2)?;
    if !has_header(page, &grid) {
        lines.push(line_of(used.iter().map(|_| ""))?);
    }
    for line in &cells {
        if lines.len() == 1 {
            lines.push(line_of(used.iter().map(|_| "---"))?);
        }
        lines.push(line_of(used.iter().map(|&column| line[column].map_or("", |text| &grid.texts[text])))?);
    }
    if lines.len() == 1 {
        memory::push(&mut lines, line_of(used.iter().map(|_| "---"))?)?;
    }
    Ok(lines)
}

/// Takes the passages apart: those of a row, those of a cell in it.
fn read<Asked: Ask>(
    page: &Columns,
    composed: &Composed,
    passages: &[Passage],
    table: u32,
    ask: &mut Asked,
    deadline: &mut Deadline,
) -> Result<Grid, Stop<Asked::Error>> {
    let (mut grid, mut path) = (Grid::default(), Vec::new());
    let role_of = |container: u32| composed.containers[container as usize].role;
    let mut places = |passage: &Passage| {
        composed.path(passage.path, &mut path)?;
        let inside = path.iter().position(|&container| container == table).unwrap_or_default();
        let within = |role: Role| path[inside..].iter().copied().find(|&container| role_of(container) == role);
        Ok::<_, Tripped>((within(Role::Row), within(Role::Cell)))
    };
    let (mut row, mut start) = (None, 0);
    while start < passages.len() {
        deadline.check()?;
        let own = places(&passages[start])?;
        let mut end = start + 1;
        while end < passages.len() && places(&passages[end])? == own {
            end += 1;
        }
        if own.0 != row && own.0.is_some() {
            memory::push(&mut grid.rows, Vec::new())?;
        }
        row = own.0;
        if let (Some(_), Some(cell)) = own {
            let text = cell_text(composed, &passages[start..end], ask)?;
            grid.add(page, composed, cell, text)?;
        }
        start = end;
    }
    Ok(grid)
}

/// The passages of a cell on one line; prices in two of them must not be the ends of a formula.
fn cell_text<Asked: Ask>(
    composed: &Composed,
    passages: &[Passage],
    ask: &mut Asked,
) -> Result<String, Stop<Asked::Error>> {
    let mut text = String::new();
    for (number, passage) in passages.iter().enumerate() {
        memory::push_str(&mut text, if number > 0 { "<br>" } else { "" })?;
        memory::push_str(&mut text, &cell_line(composed, passage, ask)?)?;
    }
    let has_formula = |passage: &Passage| {
        let Body::Pieces(pieces) = &passage.body else { return false };
        pieces.iter().any(|piece| matches!(piece, Piece::Formula { .. }))
    };
    let may_pair = passages.len() > 1 && text.contains('$') && !passages.iter().any(has_formula);
    if may_pair { ask.guard_prices(&text).map_err(Stop::Asked) } else { Ok(text) }
}

impl Grid {
    /// Adds a cell to the last row; a cell that comes again has one text, the later.
    fn add(&mut self, page: &Columns, composed: &Composed, cell: u32, text: String) -> Result<(), Tripped> {
        let place = match self.known.get(&cell) {
            Some(&place) => {
                self.texts[place] = text;
                place
            }
            None => {
                memory::push(&mut self.texts, text)?;
                memory::insert(&mut self.known, cell, self.texts.len() - 1)?;
                self.texts.len() - 1
            }
        };
        let row = composed.containers[cell as usize].row;
        let row = if row < 0 { page.tag.len() - 1 } else { row as usize };
        let Some(line) = self.rows.last_mut() else { return Ok(()) };
        memory::push(line, Cell { row, text: place })
    }
}

/// Every row with the same number of cells: a cell that spans several leaves the others empty.
fn spread(page: &Columns, grid: &Grid, deadline: &mut Deadline) -> Result<Vec<Vec<Option<usize>>>, Tripped> {
    let mut lines: Vec<Vec<Option<usize>>> = memory::with_room(grid.rows.len())?;
    let widest = grid.rows.iter().map(Vec::len).max().unwrap_or(0); // no span needs to be wider, whatever it says
    let mut covered: Vec<usize> = memory::filled(0, 3 * widest + 1)?; // further rows that a cell above takes
    for row in &grid.rows {
        deadline.check()?;
        let mut line = Vec::new();
        for cell in row {
            pass_covered(&mut line, &mut covered, 2 * widest)?;
            let own = span(page, cell.row, name::COLSPAN).min(widest);
            let width = if line.len() >= 2 * widest { 1 } else { own }; // spans that do not fit are not believed
            let height = span(page, cell.row, name::ROWSPAN);
            memory::reserve(&mut covered, width)?;
            covered.resize(covered.len().max(line.len() + width), 0);
            covered[line.len()..line.len() + width].fill(height - 1);
            memory::push(&mut line, Some(cell.text))?;
            memory::reserve(&mut line, width)?;
            line.resize(line.len() + width - 1, None);
        }
        pass_covered(&mut line, &mut covered, 2 * widest)?;
        lines.push(line);
    }
    let width = lines.iter().map(Vec::len).max().unwrap_or(0).max(1);
    for line in &mut lines {
        let missing = width - line.len();
        memory::reserve(line, missing)?;
        line.resize(width, None);
    }
    Ok(lines)
}

/// Leaves the columns empty that cells of rows above take up here.
fn pass_covered(line: &mut Vec<Option<usize>>, covered: &mut [usize], limit: usize) -> Result<(), Tripped> {
    while line.len() < limit && covered.get(line.len()).is_some_and(|&left| left > 0) {
        covered[line.len()] -= 1;
        memory::push(line, None)?;
    }
    Ok(())
}

fn span(page: &Columns, row: usize, name: NameId) -> usize {
    let value = page.attribute(row, name).trim_matches(is_space);
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { value[..value.len().min(MAX_SPAN_DIGITS)].parse().unwrap_or(1).max(1) } else { 1 }
}

/// Whether the first row names the columns: all of it is `th`, or the table has no `th` to say otherwise.
fn has_header(page: &Columns, grid: &Grid) -> bool {
    let heads = |row: &[Cell]| row.iter().filter(|cell| page.tag[cell.row] == name::TH).count();
    let first = heads(&grid.rows[0]);
    first == grid.rows[0].len() || first > 1 || grid.rows.iter().all(|row| heads(row) == 0)
}

fn line_of<'text>(cells: impl Iterator<Item = &'text str>) -> Result<String, Tripped> {
    let mut line = memory::copy("|")?;
    for cell in cells {
        for text in [" ", cell, " |"] {
            memory::push_str(&mut line, text)?;
        }
    }
    Ok(line)
}
