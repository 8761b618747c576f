//! The parts of board rows that the kernel finds: titles, and texts that can count something.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::record_evidence::RecordEvidence;
use super::table::{Table, read};
use super::{array, call_error};
use crate::limits::Deadline;
use crate::record_columns::Region;
use crate::{record_titles, record_values};

/// The rows of titles by record; see `record_titles`.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, slot, *, seconds=f64::INFINITY))]
pub fn find_titles<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Vec<(usize, usize)>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    read!(table, py, tag, parent, depth, text_start, text_end, chars, in_link, hidden);
    read!(evidence, py, flags, is_time, link);
    let columns = record_titles::Columns {
        text: table.text.as_bytes(py),
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        depth: depth.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        in_link: in_link.as_slice()?,
        hidden: hidden.as_slice()?,
        flags: flags.as_slice()?,
        is_time: is_time.as_slice()?,
        link: link.as_slice()?,
        attributes: &table.rest.attributes,
    };
    let count = columns.tag.len();
    let region = Region::new(&ranges, slot.as_slice()?, count).map_err(call_error(seconds))?;
    let Some(region) = region.filter(|_| columns.flags.len() == count) else {
        return Err(PyValueError::new_err("the slots are not those of these records of the page"));
    };
    let titles = py.detach(|| record_titles::find(&columns, &region, &mut Deadline::after(seconds)));
    titles.map_err(call_error(seconds))
}

/// The rows of the short texts that can count something; see `record_values`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn count_rows<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, text_start, text_end, chars, hidden);
    let columns = record_values::Columns {
        text: table.text.as_bytes(py),
        tag: tag.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        hidden: hidden.as_slice()?,
    };
    let rows = py.detach(|| record_values::count_rows(&columns, &mut Deadline::after(seconds)));
    array(py, rows.map_err(call_error(seconds))?)
}
