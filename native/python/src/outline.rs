//! A template's tree of slots behind a Python class.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::calls::{array, timed};
use crate::table::Table;
use sites::outline;

/// The tree of slots of a template; see `outline`.
#[pyclass(frozen, module = "weft._native")]
pub struct Outline(pub Arc<outline::Outline>);

#[pymethods]
impl Outline {
    #[new]
    fn new(parents: Vec<i32>, tags: Vec<String>, marks: Vec<String>) -> PyResult<Self> {
        outline::Outline::new(&parents, &tags, &marks)
            .map(|outline| Outline(Arc::new(outline)))
            .map_err(PyValueError::new_err)
    }

    #[pyo3(signature = (table, *, seconds=f64::INFINITY))]
    fn walk<'py>(&self, table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (py, table) = (table.py(), table.get());
        let slots = timed(py, seconds, || self.0.walk(&table.view()))?;
        array(py, slots)
    }
}
