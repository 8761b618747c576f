//! The times of a page's records; see `record_times`.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::dates::GivenReference;
use super::records::{RecordMarks, rows_of};
use super::table::{Table, read};
use super::{array, call_error, list_of};
use crate::limits::Deadline;
use crate::record_times;
use pyo3::types::PyList;

type Rows<'py> = Bound<'py, PyArray1<i64>>;
type Lists<'py> = [Bound<'py, PyList>; 4];

/// The rows of the times of a page; as each is displayed, what it means, whether only a reference time tells that, and what
/// it is read from; and the rows of dates of something else.
#[pyfunction]
#[pyo3(signature = (table, marks, reference, *, seconds=f64::INFINITY))]
pub fn find_times<'py>(
    table: &Bound<'py, Table>,
    marks: &Bound<'py, RecordMarks>,
    reference: Option<GivenReference>,
    seconds: f64,
) -> PyResult<(Rows<'py>, Lists<'py>, Rows<'py>)> {
    let (py, table, marks) = (table.py(), table.get(), marks.get());
    read!(table, py, tag, parent, text_start, text_end, chars, step);
    read!(marks, py, flags, attribute_times);
    let columns = record_times::Columns {
        text: table.text.as_bytes(),
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        step: step.as_slice()?,
        attributes: &table.rest.attributes,
        flags: flags.as_slice()?,
    };
    if columns.flags.len() != columns.tag.len() {
        return Err(PyValueError::new_err("the marks are those of another page"));
    }
    let silent = rows_of(&attribute_times, columns.tag.len())?;
    let reference = reference.map(GivenReference::read).transpose()?;
    let deadline = &mut Deadline::after(seconds);
    let times = py.detach(|| record_times::find(&columns, (&marks.stamps, silent), reference.as_ref(), deadline));
    let times = times.map_err(call_error(seconds))?;
    let (texts, isos) = (list_of(py, times.texts)?, list_of(py, times.isos)?);
    let (relative, sources) = (list_of(py, times.are_relative)?, list_of(py, times.sources)?);
    Ok((array(py, times.rows)?, [texts, isos, relative, sources], array(py, times.others)?))
}
