//! What a page declares of itself, in one crossing.

use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::table::Table;
use super::{list_of, memory_error};
use crate::limits::Tripped;
use crate::{declares, memory, title_rest};

type Declared = (Vec<String>, [String; 4], [usize; 2]);

/// The types that a page declares; its type of OpenGraph, the program that made it, its canonical address, that of
/// OpenGraph; how many kinds of fields of articles and of products it has. See `declares`.
#[pyfunction]
pub fn read_declared(table: &Bound<'_, Table>) -> PyResult<Declared> {
    let (py, table) = (table.py(), table.get());
    let declared = py.detach(|| declares::read(&table.head())).map_err(memory_error)?;
    let texts = [declared.graph_type, declared.generator, declared.canonical, declared.graph_address];
    Ok((declared.types, texts, [declared.article_fields, declared.product_fields]))
}

/// Which kinds of content as data the scripts of a page may hold; see `declares`.
#[pyfunction]
pub fn data_signs(table: &Bound<'_, Table>, all: bool) -> PyResult<[bool; 3]> {
    let (py, table) = (table.py(), table.get());
    py.detach(|| declares::data_signs(&table.head(), all)).map_err(memory_error)
}

/// The scripts of at most so many bytes that may be JSON-LD; see `declares`.
#[pyfunction]
pub fn linked_scripts<'py>(table: &Bound<'py, Table>, most_bytes: usize) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let rows = py.detach(|| declares::linked_scripts(&table.head(), most_bytes)).map_err(memory_error)?;
    list_of(py, rows)
}

/// The title of a page at this address, its row and who tells it; none where Python has to look; see `page_title`.
#[pyfunction]
pub fn find_title(table: &Bound<'_, Table>, url: &Bound<'_, PyString>) -> PyResult<Option<Title>> {
    let (py, table) = (table.py(), table.get());
    let url = url.to_string_lossy();
    py.detach(|| title_of(table, &url)).map_err(memory_error)
}

pub(super) type Title = (String, i64, &'static str);

pub(super) fn title_of(table: &Table, url: &str) -> Result<Option<Title>, Tripped> {
    let page = (&table.signs()?, &table.head(), &table.lines());
    table.rest.known.title.read(page, url, |title| {
        title.map(|title| Ok((memory::copy(&title.value.text)?, title.row, title.source))).transpose()
    })?
}

/// The row of the first block behind a row that prints a text and nothing else, -1 where there is none; none where Python
/// has to look; see `title_rest`.
#[pyfunction]
pub fn find_line(table: &Bound<'_, Table>, text: &Bound<'_, PyString>, behind: i32) -> PyResult<Option<i64>> {
    let (py, table) = (table.py(), table.get());
    let text = text.to_string_lossy();
    py.detach(|| line_of(table, &text, behind)).map_err(memory_error)
}

pub(super) fn line_of(table: &Table, text: &str, behind: i32) -> Result<Option<i64>, Tripped> {
    let block = title_rest::find_line(&table.signs()?, &table.lines(), text, behind)?;
    let row_of = |block: i64| usize::try_from(block).map_or(-1, |block| i64::from(table.block_row.values()[block]));
    Ok(block.map(row_of))
}
