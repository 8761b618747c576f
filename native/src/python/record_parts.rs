//! The parts of board rows that the kernel finds: titles, and texts that can count something.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::record_evidence::RecordEvidence;
use super::table::{Table, read};
use super::{array, call_error, made};
use crate::limits::Deadline;
use crate::record_region::Region;
use crate::{record_title_shapes as shapes, record_titles, record_values};

type Titles = Vec<(usize, usize)>;

/// What the functions about titles ask of a page and its records.
macro_rules! title_columns {
    ($table:ident, $evidence:ident, $py:ident, $columns:ident) => {
        read!($table, $py, tag, parent, depth, text_start, text_end, chars, in_link, hidden);
        read!($evidence, $py, flags, is_time, link);
        let $columns = record_titles::Columns {
            text: $table.text.as_bytes(),
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
            attributes: &$table.rest.attributes,
        };
    };
}
pub(super) use title_columns;

/// The region of these ranges and slots, if page and evidence are of one page and it has them.
pub(super) fn region_of<'region>(
    ranges: &'region [(i64, i64)],
    slot: &'region [i64],
    columns: &record_titles::Columns,
    seconds: f64,
) -> PyResult<Region<'region>> {
    let count = columns.tag.len();
    let region = Region::new(ranges, slot, count).map_err(call_error(seconds))?;
    let region = region.filter(|_| columns.flags.len() == count && columns.link.len() == count);
    region.ok_or_else(|| PyValueError::new_err("the slots are not those of these records of the page"))
}

/// The columns of links by record, and a row of features for each; see `record_titles`.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, slot, *, seconds=f64::INFINITY))]
pub fn link_columns<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<(Vec<Titles>, Bound<'py, PyArray2<f32>>)> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    title_columns!(table, evidence, py, columns);
    let region = region_of(&ranges, slot.as_slice()?, &columns, seconds)?;
    let found = py.detach(|| record_titles::link_columns(&columns, &region, &mut Deadline::after(seconds)));
    let (titles, features) = found.map_err(call_error(seconds))?;
    let shape = [titles.len(), record_titles::FEATURES.len()];
    Ok((titles, made(py, || features.into_pyarray(py).reshape(shape))?))
}

/// The titles by record with those of rows that are built differently; see `record_titles`.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, slot, titles, *, seconds=f64::INFINITY))]
pub fn with_odd_titles<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    titles: Titles,
    seconds: f64,
) -> PyResult<Titles> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    title_columns!(table, evidence, py, columns);
    let region = region_of(&ranges, slot.as_slice()?, &columns, seconds)?;
    if !titles.iter().all(|&(record, row)| record < ranges.len() && row < columns.tag.len()) {
        return Err(PyValueError::new_err("there are titles that the records do not have"));
    }
    let found = py.detach(|| shapes::with_odd_rows(&columns, &region, titles, &mut Deadline::after(seconds)));
    found.map_err(call_error(seconds))
}

/// Whether the records of these titles are boards; `edges` are of each record the first and last row of its numbers.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, slot, titles, edges, *, seconds=f64::INFINITY))]
pub fn is_index<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    titles: Titles,
    edges: shapes::Edges,
    seconds: f64,
) -> PyResult<bool> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    title_columns!(table, evidence, py, columns);
    let region = region_of(&ranges, slot.as_slice()?, &columns, seconds)?;
    if !titles.iter().all(|&(record, row)| record < ranges.len() && row < columns.tag.len()) {
        return Err(PyValueError::new_err("there are titles that the records do not have"));
    }
    let deadline = &mut Deadline::after(seconds);
    py.detach(|| shapes::is_index(&columns, &region, &titles, &edges, deadline)).map_err(call_error(seconds))
}

/// The rows of the short texts that can count something; see `record_values`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn count_rows<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, text_start, text_end, chars, hidden);
    let columns = record_values::Columns {
        text: table.text.as_bytes(),
        tag: tag.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        hidden: hidden.as_slice()?,
    };
    let rows = py.detach(|| record_values::count_rows(&columns, &mut Deadline::after(seconds)));
    array(py, rows.map_err(call_error(seconds))?)
}
