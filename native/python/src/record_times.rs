//! The times of a page's records; see `evidence::times`.

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::calls::{copy, timed};
use crate::dates::GivenReference;
use crate::records::RecordMarks;
use crate::table::Table;
use records::evidence::times::{self, Times};

type Rows<'py> = Bound<'py, PyArray1<i64>>;
type List<'py> = Bound<'py, PyList>;
/// Rows of times, what is told of each, and rows of dates of something else.
pub type ToldTimes<'py> = (Rows<'py>, (List<'py>, List<'py>, List<'py>, List<'py>), Rows<'py>);

/// The rows of the times of a page; as each is displayed, what it means, whether only a reference time tells that, and what
/// it is read from; and the rows of dates of something else.
#[pyfunction]
#[pyo3(signature = (table, marks, reference, *, seconds=f64::INFINITY))]
pub fn find_times<'py>(
    table: &Bound<'py, Table>,
    marks: &Bound<'py, RecordMarks>,
    reference: Option<GivenReference>,
    seconds: f64,
) -> PyResult<ToldTimes<'py>> {
    let (py, table, marks) = (table.py(), table.get(), marks.get());
    let source = table.recorded();
    if marks.its.flags.len() != source.tag.len() {
        return Err(PyValueError::new_err("the marks are those of another page"));
    }
    let reference = reference.map(GivenReference::read).transpose()?;
    let its = &marks.its;
    let times =
        timed(py, seconds, || times::find(&source.timed(&its.flags), (&its.times, &its.silent), reference.as_ref()));
    tell_times(py, &times?)
}

/// Times for Python.
pub(super) fn tell_times<'py>(py: Python<'py>, times: &Times) -> PyResult<ToldTimes<'py>> {
    let list = |texts: &[String]| PyList::new(py, texts.iter().map(String::as_str));
    let relative = PyList::new(py, &times.are_relative)?;
    let told = (list(&times.texts)?, list(&times.isos)?, relative, list(&times.sources)?);
    Ok((copy(py, &times.rows)?, told, copy(py, &times.others)?))
}
