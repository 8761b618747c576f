//! The lists of a page and their features.

use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::records::rows_of;
use super::table::Table;
use super::{call_error, made};
use crate::limits::Deadline;
use crate::record_list_features::{self as features, FEATURES};
use crate::record_lists::{View, find};

/// The members of the lists of a page, those with the most text first; see `record_lists`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn page_lists(table: &Bound<'_, Table>, seconds: f64) -> PyResult<Vec<Vec<usize>>> {
    let (py, table) = (table.py(), table.get());
    let columns = table.recorded().map_err(call_error(seconds))?.searched().lists;
    let deadline = &mut Deadline::after(seconds);
    py.detach(|| find(&columns, &View::new(&columns, deadline)?, deadline)).map_err(call_error(seconds))
}

/// A row of features for each list of ranges of rows; `rows` are those of prices, times, pagers and declared items.
#[pyfunction]
#[pyo3(signature = (table, rows, lists, *, seconds=f64::INFINITY))]
pub fn list_features<'py>(
    table: &Bound<'py, Table>,
    rows: [PyReadonlyArray1<'py, i64>; 4],
    lists: Vec<Vec<(i64, i64)>>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (py, table) = (table.py(), table.get());
    let columns = table.recorded().map_err(call_error(seconds))?.searched().lists;
    let count = columns.tag.len();
    let fits = |&(start, end): &(i64, i64)| 0 <= start && start < end && end <= count as i64;
    let known = lists.iter().all(|spans| !spans.is_empty() && spans.iter().all(fits));
    let own = features::Columns {
        text: table.text.as_bytes(),
        tag: columns.tag,
        parent: columns.parent,
        text_start: table.text_start.values(),
        text_end: table.text_end.values(),
        attributes: &table.rest.attributes,
        prices: rows_of(&rows[0], count)?,
        times: rows_of(&rows[1], count)?,
        pagers: rows_of(&rows[2], count)?,
        typed: rows_of(&rows[3], count)?,
    };
    if !known {
        return Err(PyValueError::new_err("these are no lists of records of the page"));
    }
    let deadline = &mut Deadline::after(seconds);
    let values = py.detach(|| {
        let view = View::new(&columns, deadline)?;
        let mut values = Vec::new();
        for spans in &lists {
            crate::memory::extend(&mut values, &features::features(&own, &view, spans, deadline)?)?;
        }
        Ok(values)
    });
    let values = values.map_err(call_error(seconds))?;
    made(py, || values.to_pyarray(py).reshape([lists.len(), FEATURES.len()]))
}
