//! What a head declares behind a Python class, in one crossing.

use pyo3::prelude::*;
use pyo3::types::PyList;

use super::table::{Table, read, string};
use super::{list_of, made, memory_error};
use crate::head::{self, Columns};
use crate::title_text;

/// The names of `meta` elements and the relations of links that are asked for; see `head`.
#[pyclass(frozen, module = "weft._native")]
pub struct HeadNames(head::HeadNames);

#[pymethods]
impl HeadNames {
    #[new]
    fn new(metas: Vec<String>, relations: Vec<String>, properties: Vec<String>) -> PyResult<Self> {
        head::HeadNames::new(metas, relations, properties).map(HeadNames).map_err(memory_error)
    }

    /// The rows that have properties which are asked for, among the first with any, and the numbers of these.
    fn properties<'py>(&self, table: &Bound<'py, Table>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag);
        let page = Columns { tag: tag.as_slice()?, attributes: &table.rest.attributes };
        let rows = py.detach(|| self.0.properties(&page, most)).map_err(memory_error)?;
        list_of(py, rows)
    }

    /// The number of the name, the row and the content of each `meta`, made clean; and by relation the rows.
    fn read<'py>(&self, table: &Bound<'py, Table>) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag);
        let page = Columns { tag: tag.as_slice()?, attributes: &table.rest.attributes };
        let head = py.detach(|| self.0.read(&page)).map_err(memory_error)?;
        let metas = made(py, || {
            let list = PyList::empty(py);
            for (number, row, content) in head.metas {
                list.append((number, row, string(py, &title_text::cleaned(content))?))?;
            }
            Ok(list)
        })?;
        Ok((metas, list_of(py, head.relations)?))
    }
}
