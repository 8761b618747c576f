//! A template's tree of slots behind a Python class.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::table::{Table, read};
use super::{array, call_error};
use crate::limits::{Deadline, Tripped};
use crate::{memory, outline};

macro_rules! columns {
    ($columns:ident, $table:ident, $py:ident) => {
        read!($table, $py, tag, parent, nth, id_token, class_start, class_token);
        let $columns = outline::Columns {
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            nth: nth.as_slice()?,
            id_token: id_token.as_slice()?,
            class_start: class_start.as_slice()?,
            class_token: class_token.as_slice()?,
            attributes: &$table.rest.attributes,
            names: &$table.rest.names,
        };
    };
}

/// Slots, the fit as usual slots found, elements known and unknown, and blocks.
type Reading<'py> = (Bound<'py, PyArray1<i32>>, (usize, usize, usize), Bound<'py, PyArray1<i64>>);

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
        columns!(columns, table, py);
        let slots = py.detach(|| self.0.walk(&columns, &mut Deadline::after(seconds))).map_err(call_error(seconds))?;
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
        columns!(columns, table, py);
        read!(table, py, block_first, block_hidden);
        let flags = flags.as_slice()?;
        self.0.check_flags(flags).map_err(PyValueError::new_err)?;
        let (first, hidden) = (block_first.as_slice()?, block_hidden.as_slice()?);
        let done: Result<_, Tripped> = py.detach(|| {
            let reading = self.0.read(&columns, flags, &mut Deadline::after(seconds))?;
            let blocks = kept_blocks(&reading.kept, first, hidden)?;
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
        read!(table, py, tag, parent, block_first, block_hidden);
        let (slots, rules) = (slots.as_slice()?, rules.as_slice()?);
        self.0.check(slots, tag.as_slice()?.len()).map_err(PyValueError::new_err)?;
        self.0.check_flags(rules).map_err(PyValueError::new_err)?;
        let deadline = &mut Deadline::after(seconds);
        let kept = outline::keep(slots, tag.as_slice()?, parent.as_slice()?, rules, deadline);
        let kept = kept.map_err(call_error(seconds))?;
        let chosen = kept_blocks(&kept, block_first.as_slice()?, block_hidden.as_slice()?);
        let chosen = chosen.map_err(call_error(seconds))?;
        array(py, chosen)
    }
}

/// The blocks that begin at kept rows, in document order, hidden ones left out.
fn kept_blocks(kept: &[bool], first: &[i32], hidden: &[bool]) -> Result<Vec<i64>, Tripped> {
    let blocks = first.iter().zip(hidden).enumerate();
    let chosen = blocks.filter(|&(_, (&first, &hidden))| kept[first as usize] && !hidden);
    memory::collect(chosen.map(|(block, _)| block as i64))
}
