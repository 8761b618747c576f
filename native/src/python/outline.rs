//! A template's tree of slots behind a Python class.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::table::Table;
use super::{array, call_error};
use crate::limits::{Deadline, Tripped};
use crate::outline;

/// Slots, the fit as usual slots found, elements known and unknown, and blocks.
type Reading<'py> = (Bound<'py, PyArray1<i32>>, (usize, usize, usize), Bound<'py, PyArray1<i64>>);

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
        let slots =
            py.detach(|| self.0.walk(&table.outlined(), &mut Deadline::after(seconds))).map_err(call_error(seconds))?;
        array(py, slots)
    }

    /// The slots of a page's rows, its fit, and the blocks that are kept, in one walk; `flags` are those of every slot.
    #[pyo3(signature = (table, flags, *, seconds=f64::INFINITY))]
    fn read<'py>(
        &self,
        table: &Bound<'py, Table>,
        flags: PyReadonlyArray1<'py, u8>,
        seconds: f64,
    ) -> PyResult<Reading<'py>> {
        let (py, table) = (table.py(), table.get());
        let flags = flags.as_slice()?;
        self.0.check_flags(flags).map_err(PyValueError::new_err)?;
        let (first, hidden) = (table.block_first.values(), table.block_hidden.values());
        let done: Result<_, Tripped> = py.detach(|| {
            let reading = self.0.read(&table.outlined(), flags, &mut Deadline::after(seconds))?;
            let blocks = outline::kept_blocks(&reading.kept, first, hidden)?;
            Ok((reading, blocks))
        });
        let (reading, blocks) = done.map_err(call_error(seconds))?;
        let outline::Fit { found, known, unknown } = reading.fit;
        Ok((array(py, reading.slots)?, (found, known, unknown), array(py, blocks)?))
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
        let (tag, parent) = (table.tag.values(), table.parent.values());
        let (slots, rules) = (slots.as_slice()?, rules.as_slice()?);
        self.0.check(slots, tag.len()).map_err(PyValueError::new_err)?;
        self.0.check_flags(rules).map_err(PyValueError::new_err)?;
        let deadline = &mut Deadline::after(seconds);
        let kept = outline::keep(slots, tag, parent, rules, deadline);
        let kept = kept.map_err(call_error(seconds))?;
        let chosen = outline::kept_blocks(&kept, table.block_first.values(), table.block_hidden.values());
        let chosen = chosen.map_err(call_error(seconds))?;
        array(py, chosen)
    }
}
