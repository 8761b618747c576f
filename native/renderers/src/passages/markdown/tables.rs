//! The lines of a table as Markdown.

use std::collections::HashMap;

use super::cell_line;
use crate::passages::dollars::guard_prices;
use crate::passages::{Body, Composed, Passage, Piece, Role};
use html::names::{NameId, name};
use html::page_view::PageView;
use text::chars::is_space;
use text::hash::Texts;

const MAX_SPAN_DIGITS: usize = 4;

/// A cell: its row on the page, and its number among the cells of the table.
struct Cell {
    row: u32,
    number: u32,
}

/// The rows of a table and the texts of its cells. A page may be one table, so each is one list and not a list a row.
#[derive(Default)]
struct Grid {
    cells: Vec<Cell>,
    /// Where the cells of each row end.
    ends: Vec<u32>,
    texts: Texts,
    /// Of the cells by number the place of their text.
    places: Vec<u32>,
    /// The numbers of the cells by their container.
    numbers: HashMap<u32, u32>,
}

/// The numbers of the cells in the columns of each row, `EMPTY` where there is none.
#[derive(Default)]
struct Lines {
    cells: Vec<u32>,
    ends: Vec<u32>,
}

const EMPTY: u32 = u32::MAX;

/// The lines of one table from its passages, empty cells included.
pub fn table_lines(page: &PageView, composed: &Composed, passages: &[Passage], table: u32) -> Vec<String> {
    let grid = read(page, composed, passages, table);
    if grid.ends.is_empty() {
        return Vec::new();
    }
    let cells = spread(page, &grid);
    let text_at = |line: &[u32], column: usize| line.get(column).map_or("", |&cell| grid.text(cell));
    let width = cells.rows().map(<[u32]>::len).max().unwrap_or(0);
    let is_used = |&column: &usize| cells.rows().any(|line| !text_at(line, column).is_empty());
    let used = (0..width).filter(is_used).collect::<Vec<_>>();
    let used = if used.is_empty() { vec![0] } else { used };
    let mut lines = Vec::with_capacity(cells.ends.len() + 2);
    if !has_header(page, &grid) {
        lines.push(line_of(used.iter().map(|_| "")));
    }
    for line in cells.rows() {
        if lines.len() == 1 {
            lines.push(line_of(used.iter().map(|_| "---")));
        }
        lines.push(line_of(used.iter().map(|&column| text_at(line, column))));
    }
    if lines.len() == 1 {
        lines.push(line_of(used.iter().map(|_| "---")));
    }
    lines
}

/// Takes the passages apart: those of a row, those of a cell in it.
fn read(page: &PageView, composed: &Composed, passages: &[Passage], table: u32) -> Grid {
    let mut grid = Grid::default();
    let role_of = |container: u32| composed.containers[container as usize].role;
    let places = |passage: &Passage| {
        let path = composed.path(passage.path);
        let inside = path.iter().position(|&container| container == table).unwrap_or_default();
        let within = |role: Role| path[inside..].iter().copied().find(|&container| role_of(container) == role);
        (within(Role::Row), within(Role::Cell))
    };
    let (mut row, mut start) = (None, 0);
    while start < passages.len() {
        limits::tick(1);
        let own = places(&passages[start]);
        let mut end = start + 1;
        while end < passages.len() && places(&passages[end]) == own {
            end += 1;
        }
        if own.0 != row && own.0.is_some() {
            grid.ends.push(grid.cells.len() as u32);
        }
        row = own.0;
        if let (Some(_), Some(cell)) = own {
            let text = cell_text(composed, &passages[start..end]);
            grid.add(page, composed, cell, &text);
        }
        start = end;
    }
    grid
}

/// The passages of a cell on one line; prices in two of them must not be the ends of a formula.
fn cell_text(composed: &Composed, passages: &[Passage]) -> String {
    let text = passages.iter().map(|passage| cell_line(composed, passage)).collect::<Vec<_>>().join("<br>");
    let has_formula = |passage: &Passage| {
        let Body::Pieces(pieces) = &passage.body else { return false };
        pieces.iter().any(|piece| matches!(piece, Piece::Formula { .. }))
    };
    let may_pair = passages.len() > 1 && text.contains('$') && !passages.iter().any(has_formula);
    if may_pair { guard_prices(text) } else { text }
}

impl Grid {
    /// Adds a cell to the last row; a cell that comes again has one text, the later.
    fn add(&mut self, page: &PageView, composed: &Composed, cell: u32, text: &str) {
        let place = self.texts.len() as u32;
        self.texts.push(text);
        let number = match self.numbers.get(&cell) {
            Some(&number) => {
                self.places[number as usize] = place;
                number
            }
            None => {
                let number = self.places.len() as u32;
                self.places.push(place);
                self.numbers.insert(cell, number);
                number
            }
        };
        let row = composed.containers[cell as usize].row;
        let row = if row < 0 { page.tag.len() as u32 - 1 } else { row as u32 };
        if let Some(end) = self.ends.last_mut() {
            self.cells.push(Cell { row, number });
            *end += 1;
        }
    }

    fn text(&self, cell: u32) -> &str {
        self.places.get(cell as usize).map_or("", |&place| &self.texts[place as usize])
    }

    fn rows(&self) -> impl Iterator<Item = &[Cell]> {
        rows_of(&self.cells, &self.ends)
    }
}

impl Lines {
    fn rows(&self) -> impl Iterator<Item = &[u32]> {
        rows_of(&self.cells, &self.ends)
    }
}

/// The parts of a list that end at some places.
fn rows_of<'list, T>(list: &'list [T], ends: &'list [u32]) -> impl Iterator<Item = &'list [T]> {
    (0..ends.len()).map(|row| &list[row.checked_sub(1).map_or(0, |row| ends[row] as usize)..ends[row] as usize])
}

/// Every row with the columns of its cells: a cell that spans several leaves the others empty. Rows may end before others.
fn spread(page: &PageView, grid: &Grid) -> Lines {
    let mut lines = Lines::default();
    let widest = grid.rows().map(<[Cell]>::len).max().unwrap_or(0); // no span needs to be wider, whatever it says
    let mut covered: Vec<usize> = vec![0; 3 * widest + 1]; // further rows that a cell above takes
    let mut line = Vec::new();
    for row in grid.rows() {
        limits::tick(1);
        line.clear();
        for cell in row {
            pass_covered(&mut line, &mut covered, 2 * widest);
            let own = span(page, cell.row as usize, name::COLSPAN).min(widest);
            let width = if line.len() >= 2 * widest { 1 } else { own }; // spans that do not fit are not believed
            let height = span(page, cell.row as usize, name::ROWSPAN);
            covered.resize(covered.len().max(line.len() + width), 0);
            covered[line.len()..line.len() + width].fill(height - 1);
            line.push(cell.number);
            line.resize(line.len() + width - 1, EMPTY);
        }
        pass_covered(&mut line, &mut covered, 2 * widest);
        lines.cells.extend_from_slice(&line);
        lines.ends.push(lines.cells.len() as u32);
    }
    lines
}

/// Leaves the columns empty that cells of rows above take up here.
fn pass_covered(line: &mut Vec<u32>, covered: &mut [usize], limit: usize) {
    while line.len() < limit && covered.get(line.len()).is_some_and(|&left| left > 0) {
        covered[line.len()] -= 1;
        line.push(EMPTY);
    }
}

fn span(page: &PageView, row: usize, name: NameId) -> usize {
    let value = page.attribute(row, name).trim_matches(is_space);
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { value[..value.len().min(MAX_SPAN_DIGITS)].parse().unwrap_or(1).max(1) } else { 1 }
}

/// Whether the first row names the columns: all of it is `th`, or the table has no `th` to say otherwise.
fn has_header(page: &PageView, grid: &Grid) -> bool {
    let heads = |row: &[Cell]| row.iter().filter(|cell| page.tag[cell.row as usize] == name::TH).count();
    let Some(row) = grid.rows().next() else { return false };
    let first = heads(row);
    first == row.len() || first > 1 || grid.rows().all(|row| heads(row) == 0)
}

fn line_of<'text>(cells: impl Iterator<Item = &'text str>) -> String {
    cells.flat_map(|cell| [" ", cell, " |"]).fold("|".to_owned(), |line, text| line + text)
}
