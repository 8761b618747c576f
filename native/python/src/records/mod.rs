//! What repeats on a page: its evidence, its regions, what these are read as, and the draft of all.

pub mod draft;
pub mod evidence;
pub mod fields;
pub mod models;
pub mod reading;
pub mod regions;

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use limits::LimitHit;

/// Rows by record, as Python has them.
type Entries = Vec<(usize, usize)>;

/// Rows that a caller gives, if the page has them all.
fn rows_of<'rows>(rows: &'rows PyReadonlyArray1<'_, i64>, count: usize) -> PyResult<&'rows [i64]> {
    let rows = rows.as_slice()?;
    let known = rows.iter().all(|&row| usize::try_from(row).is_ok_and(|row| row < count));
    checked(rows, known, "there are rows that the page does not have")
}

/// What was given, if it is as it has to be.
fn checked<T>(given: T, fits: bool, otherwise: &'static str) -> PyResult<T> {
    if fits { Ok(given) } else { Err(PyValueError::new_err(otherwise)) }
}

/// Asks Python while the kernel works; its error ends the work. Python's lock is taken while it answers, and not before.
fn ask<T>(error: &mut Option<PyErr>, question: impl FnOnce(Python<'_>) -> PyResult<T>) -> T {
    Python::attach(question).unwrap_or_else(|raised| {
        *error = Some(raised);
        limits::hit(LimitHit::Seconds)
    })
}

/// Asks a function of Python about texts: one answer for each.
fn ask_texts<'py, T>(function: &Bound<'py, PyAny>, texts: &[&str]) -> PyResult<Vec<T>>
where
    T: for<'a> FromPyObject<'a, 'py>,
{
    let texts = PyList::new(function.py(), texts.iter().map(|text| PyString::new(function.py(), text)))?;
    let answers: Vec<T> = function.call1((&texts,))?.extract()?;
    let is_whole = answers.len() == texts.len();
    checked(answers, is_whole, "there is not one answer for each question")
}
