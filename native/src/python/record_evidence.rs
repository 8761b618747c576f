//! The evidence of a page that every search for records asks for.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::records::rows_of;
use super::table::{Table, read};
use super::{array, call_error};
use crate::limits::Deadline;
use crate::{record_evidence as evidence, record_links};

type Array<'py, T> = Bound<'py, PyArray1<T>>;

/// Masks of times and dates, times under rows, rows of texts, masks of frames, appendices and titles, weights, links
/// above; see `record_evidence`.
#[pyfunction]
#[pyo3(signature = (table, flags, times, others, *, seconds=f64::INFINITY))]
#[expect(clippy::type_complexity)]
pub fn record_evidence<'py>(
    table: &Bound<'py, Table>,
    flags: PyReadonlyArray1<'py, u16>,
    times: PyReadonlyArray1<'py, i64>,
    others: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<([Array<'py, bool>; 5], [Array<'py, i64>; 2], Array<'py, f64>, Array<'py, i32>)> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, parent, end, text_start, text_end, chars, in_link, raw);
    let count = tag.as_slice()?.len();
    if flags.as_slice()?.len() != count {
        return Err(PyValueError::new_err("the flags are not those of the page's rows"));
    }
    let (times, others) = (rows_of(&times, count)?, rows_of(&others, count)?);
    let columns = evidence::Columns {
        text: table.text.as_bytes(py),
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        in_link: in_link.as_slice()?,
        raw: raw.as_slice()?,
        flags: flags.as_slice()?,
    };
    let deadline = &mut Deadline::after(seconds);
    let its = py.detach(|| evidence::gather(&columns, times, others, deadline)).map_err(call_error(seconds))?;
    let masks = [its.is_time, its.is_date, its.framed, its.appended, its.is_title];
    let [is_time, is_date, framed, appended, is_title] = masks.map(|mask| array(py, mask));
    let masks = [is_time?, is_date?, framed?, appended?, is_title?];
    Ok((masks, [array(py, its.times_under)?, array(py, its.text_rows)?], array(py, its.weights)?, array(py, its.link)?))
}

/// What the address of each row speaks of; see `record_links`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn link_kinds<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Array<'py, u8>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag);
    let (rows, deadline) = (tag.as_slice()?.len(), &mut Deadline::after(seconds));
    let kinds = py.detach(|| record_links::row_kinds(&table.rest.attributes, rows, deadline));
    array(py, kinds.map_err(call_error(seconds))?)
}
