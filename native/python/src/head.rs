//! What a head declares behind a Python class, in one crossing.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::calls::list_of;
use crate::table::{Table, string};
use extractors::titles::values;
use html::head;

/// The names of `meta` elements and the relations of links that are asked for; see `head`.
#[pyclass(frozen, module = "weft._native")]
pub struct HeadNames(head::HeadNames);

#[pymethods]
impl HeadNames {
    #[new]
    fn new(metas: Vec<String>, relations: Vec<String>, properties: Vec<String>) -> PyResult<Self> {
        Ok(HeadNames(head::HeadNames::new(metas, relations, properties)))
    }

    /// The rows that have properties which are asked for, among the first with any, and the numbers of these.
    fn properties<'py>(&self, table: &Bound<'py, Table>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let (py, table) = (table.py(), table.get());
        let rows = py.detach(|| self.0.properties(&table.view(), most));
        list_of(py, rows)
    }

    /// The number of the name, the row and the content of each `meta`, made clean; and by relation the rows.
    fn read<'py>(&self, table: &Bound<'py, Table>) -> PyResult<(Bound<'py, PyList>, Bound<'py, PyList>)> {
        let (py, table) = (table.py(), table.get());
        let head = py.detach(|| self.0.read(&table.view()));
        let metas = PyList::empty(py);
        for (number, row, content) in head.metas {
            metas.append((number, row, string(py, &values::cleaned(content))?))?;
        }
        Ok((metas, list_of(py, head.relations)?))
    }
}
