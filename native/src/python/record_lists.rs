//! The lists of a page and their features.

use numpy::{PyArray2, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::record_evidence::RecordEvidence;
use super::records::rows_of;
use super::table::{Table, read};
use super::{call_error, made};
use crate::limits::Deadline;
use crate::record_list_features::{self as features, FEATURES};
use crate::record_lists::{Columns, View, find};

/// What the functions about lists ask of a page.
macro_rules! list_columns {
    ($table:ident, $py:ident, $columns:ident) => {
        read!($table, $py, tag, parent, end, chars, in_link, hidden, raw, path_tags, step);
        let $columns = Columns {
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            end: end.as_slice()?,
            chars: chars.as_slice()?,
            in_link: in_link.as_slice()?,
            hidden: hidden.as_slice()?,
            raw: raw.as_slice()?,
            path_tags: path_tags.as_slice()?,
            step: step.as_slice()?,
        };
    };
}

/// The members of the lists of a page, those with the most text first; see `record_lists`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn page_lists(table: &Bound<'_, Table>, seconds: f64) -> PyResult<Vec<Vec<usize>>> {
    let (py, table) = (table.py(), table.get());
    list_columns!(table, py, columns);
    let deadline = &mut Deadline::after(seconds);
    py.detach(|| find(&columns, &View::new(&columns, deadline)?, deadline)).map_err(call_error(seconds))
}

/// A row of features for each list of ranges of rows; `rows` are those of prices, times, pagers and declared items.
#[pyfunction]
#[pyo3(signature = (table, evidence, link_kinds, rows, lists, *, seconds=f64::INFINITY))]
pub fn list_features<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    link_kinds: PyReadonlyArray1<'py, u8>,
    rows: [PyReadonlyArray1<'py, i64>; 4],
    lists: Vec<Vec<(i64, i64)>>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    list_columns!(table, py, columns);
    read!(table, py, depth, text_start, text_end);
    read!(evidence, py, link);
    let count = columns.tag.len();
    let fits = |&(start, end): &(i64, i64)| 0 <= start && start < end && end <= count as i64;
    let known = lists.iter().all(|spans| !spans.is_empty() && spans.iter().all(fits));
    let own = features::Columns {
        text: table.text.as_bytes(),
        tag: columns.tag,
        parent: columns.parent,
        depth: depth.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        link: link.as_slice()?,
        link_kinds: link_kinds.as_slice()?,
        attributes: &table.rest.attributes,
        prices: rows_of(&rows[0], count)?,
        times: rows_of(&rows[1], count)?,
        pagers: rows_of(&rows[2], count)?,
        typed: rows_of(&rows[3], count)?,
    };
    if !known || own.link.len() != count || own.link_kinds.len() != count {
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
