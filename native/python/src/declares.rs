//! What a page declares of itself, in one crossing.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::blocks::blocks_of;
use crate::calls::list_of;
use crate::table::Table;
use extractors::comment_places;
use extractors::titles::values::fold;
use extractors::titles::{places, rest};
use html::declares;

/// The type of page that a page declares itself to be, `other` where it declares nothing; see `declares`.
#[pyfunction]
pub fn find_page_type(table: &Bound<'_, Table>) -> PyResult<&'static str> {
    let (py, table) = (table.py(), table.get());
    Ok(py.detach(|| declares::page_type(&table.view())))
}

/// The rows of the places where readers comment, and their ends; see `comment_places`.
#[pyfunction]
pub fn comment_areas(table: &Bound<'_, Table>) -> PyResult<Vec<(usize, usize)>> {
    let (py, table) = (table.py(), table.get());
    Ok(py.detach(|| comment_places::places(&table.view())))
}

/// Which kinds of content as data the scripts of a page may hold; see `declares`.
#[pyfunction]
pub fn data_signs(table: &Bound<'_, Table>, all: bool) -> PyResult<[bool; 3]> {
    let (py, table) = (table.py(), table.get());
    Ok(py.detach(|| declares::data_signs(&table.view(), all)))
}

/// The scripts of at most so many bytes that may be JSON-LD; see `declares`.
#[pyfunction]
pub fn linked_scripts<'py>(table: &Bound<'py, Table>, most_bytes: usize) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let rows = py.detach(|| declares::linked_scripts(&table.view(), most_bytes));
    list_of(py, rows)
}

/// The title of a page at this address, its row and who tells it; see `page_title`.
#[pyfunction]
pub fn find_title(table: &Bound<'_, Table>, url: &Bound<'_, PyString>) -> PyResult<Title> {
    let (py, table) = (table.py(), table.get());
    let url = url.to_string_lossy();
    Ok(py.detach(|| title_of(table, &url)))
}

pub(super) type Title = (String, i64, &'static str);

pub(super) fn title_of(table: &Table, url: &str) -> Title {
    table.rest.known.title.read(&table.view(), url, |title| (title.value.text.clone(), title.row, title.source))
}

/// The row of the first block behind a row that prints a text and nothing else, -1 where there is none; see `rest`.
#[pyfunction]
pub fn find_line(table: &Bound<'_, Table>, text: &Bound<'_, PyString>, behind: i32) -> PyResult<i64> {
    let (py, table) = (table.py(), table.get());
    let text = text.to_string_lossy();
    let row = py.detach(|| line_of(table, &text, behind));
    Ok(row.map_or(-1, i64::from))
}

pub(super) fn line_of(table: &Table, text: &str, behind: i32) -> Option<i32> {
    let block = rest::find_line(&table.view(), text, behind);
    block.map(|block| table.block_row.values()[block])
}

/// Those of some blocks, or of what holds the first of them, that print a title as a heading: the first, and the one
/// behind the last; see `places`.
#[pyfunction]
pub fn title_blocks(
    table: &Bound<'_, Table>,
    title: &Bound<'_, PyString>,
    among: PyReadonlyArray1<'_, i64>,
) -> PyResult<(usize, usize)> {
    let (py, table) = (table.py(), table.get());
    let (title, among) = (title.to_string_lossy(), blocks_of(table, &among)?);
    let own = || places::find(&table.view(), &fold(&title), among);
    let blocks = py.detach(own);
    Ok((blocks.start, blocks.end))
}
