//! A template's tree of slots behind a Python class.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::table::{Table, read};
use super::{array, call_error};
use crate::limits::Deadline;
use crate::{memory, outline};

/// The tree of slots of a template; see `outline`.
#[pyclass(frozen, module = "weft._native")]
pub struct Outline(outline::Outline);

#[pymethods]
impl Outline {
    #[new]
    fn new(parents: Vec<i32>, tags: Vec<String>, marks: Vec<String>) -> PyResult<Self> {
        outline::Outline::new(&parents, &tags, &marks).map(Outline).map_err(PyValueError::new_err)
    }

    #[pyo3(signature = (table, *, seconds=f64::INFINITY))]
    fn walk<'py>(&self, table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag, parent, nth, id_token, class_start, class_token);
        let columns = outline::Columns {
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            nth: nth.as_slice()?,
            id_token: id_token.as_slice()?,
            class_start: class_start.as_slice()?,
            class_token: class_token.as_slice()?,
            attributes: &table.rest.attributes,
            names: &table.rest.names,
        };
        let slots = py.detach(|| self.0.walk(&columns, &mut Deadline::after(seconds))).map_err(call_error(seconds))?;
        array(py, slots)
    }

    #[pyo3(signature = (table, slots, usual, free, *, seconds=f64::INFINITY))]
    fn fit(
        &self,
        table: &Bound<'_, Table>,
        slots: PyReadonlyArray1<'_, i32>,
        usual: PyReadonlyArray1<'_, bool>,
        free: PyReadonlyArray1<'_, bool>,
        seconds: f64,
    ) -> PyResult<(usize, usize, usize)> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag, parent);
        let (slots, usual, free) = (slots.as_slice()?, usual.as_slice()?, free.as_slice()?);
        self.0.check(slots, tag.as_slice()?.len(), usual.len(), free.len()).map_err(PyValueError::new_err)?;
        let deadline = &mut Deadline::after(seconds);
        let fit = outline::fit(slots, tag.as_slice()?, parent.as_slice()?, (usual, free), deadline);
        let fit = fit.map_err(call_error(seconds))?;
        Ok((fit.found, fit.known, fit.unknown))
    }

    /// The blocks that the rules keep, in document order, hidden ones left out.
    #[pyo3(signature = (table, slots, rules, *, seconds=f64::INFINITY))]
    fn choose<'py>(
        &self,
        table: &Bound<'py, Table>,
        slots: PyReadonlyArray1<'py, i32>,
        rules: PyReadonlyArray1<'py, u8>,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag, parent, block_first, block_hidden);
        let (slots, rules) = (slots.as_slice()?, rules.as_slice()?);
        self.0.check(slots, tag.as_slice()?.len(), rules.len(), rules.len()).map_err(PyValueError::new_err)?;
        let deadline = &mut Deadline::after(seconds);
        let kept = outline::keep(slots, tag.as_slice()?, parent.as_slice()?, rules, deadline);
        let kept = kept.map_err(call_error(seconds))?;
        let blocks = block_first.as_slice()?.iter().zip(block_hidden.as_slice()?).enumerate();
        let chosen = blocks.filter(|&(_, (&first, &hidden))| kept[first as usize] && !hidden);
        let chosen = memory::collect(chosen.map(|(block, _)| block as i64)).map_err(call_error(seconds))?;
        array(py, chosen)
    }
}
