//! What a page declares of itself, in one crossing.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::blocks::sign_columns;
use super::table::{Table, read};
use super::{list_of, memory_error};
use crate::names::name;
use crate::{declares, page_title};

/// The columns that declarations are read from, under the name that is given.
macro_rules! declaring_columns {
    ($table:ident, $py:ident, $name:ident) => {
        read!($table, $py, tag, text_start, text_end);
        let $name = crate::declares::Columns {
            text: $table.text.as_str(),
            tag: tag.as_slice()?,
            text_start: text_start.as_slice()?,
            text_end: text_end.as_slice()?,
            attributes: &$table.rest.attributes,
        };
    };
}

pub(super) use declaring_columns;

type Declared = (Vec<String>, [String; 4], [usize; 2]);

/// The types that a page declares; its type of OpenGraph, the program that made it, its canonical address, that of
/// OpenGraph; how many kinds of fields of articles and of products it has. See `declares`.
#[pyfunction]
pub fn read_declared(table: &Bound<'_, Table>) -> PyResult<Declared> {
    let (py, table) = (table.py(), table.get());
    declaring_columns!(table, py, page);
    let declared = py.detach(|| declares::read(&page)).map_err(memory_error)?;
    let texts = [declared.graph_type, declared.generator, declared.canonical, declared.graph_address];
    Ok((declared.types, texts, [declared.article_fields, declared.product_fields]))
}

/// Which kinds of content as data the scripts of a page may hold; see `declares`.
#[pyfunction]
pub fn data_signs(table: &Bound<'_, Table>, all: bool) -> PyResult<[bool; 3]> {
    let (py, table) = (table.py(), table.get());
    declaring_columns!(table, py, page);
    py.detach(|| declares::data_signs(&page, all)).map_err(memory_error)
}

/// The scripts of at most so many bytes that may be JSON-LD; see `declares`.
#[pyfunction]
pub fn linked_scripts<'py>(table: &Bound<'py, Table>, most_bytes: usize) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    declaring_columns!(table, py, page);
    let rows = py.detach(|| declares::linked_scripts(&page, most_bytes)).map_err(memory_error)?;
    list_of(py, rows)
}

/// The text, the row and the level of the heading that is the title of a page at this address; none where it is none, or
/// where Python has to look; see `page_title`.
#[pyfunction]
pub fn title_heading(table: &Bound<'_, Table>, url: &str) -> PyResult<Option<(String, usize, u8)>> {
    let (py, table) = (table.py(), table.get());
    sign_columns!(table, py, page);
    declaring_columns!(table, py, head);
    let heading = py.detach(|| page_title::find_heading(&page, &head, url)).map_err(memory_error)?;
    Ok(heading.map(|heading| (heading.value.text, heading.row, if heading.tag == name::H1 { 1 } else { 2 })))
}
