//! What every binding calls: the errors of limits, lists and arrays as Python has them.

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use limits::{Ended, LimitHit};

pyo3::create_exception!(_native, LimitTripped, pyo3::exceptions::PyException, "A page went over a limit.");

/// Does work without Python's lock that may take so many seconds of the thread's time.
pub fn timed<T: Send>(py: Python<'_>, seconds: f64, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| limits::within(seconds, work)).map_err(|ended| error_of(ended, |_| seconds))
}

/// The error of work that ended before its end; a limit is told with its value.
pub fn error_of(ended: Ended, value: impl FnOnce(LimitHit) -> f64) -> PyErr {
    match ended {
        Ended::Limit(limit) => LimitTripped::new_err((limit.name(), value(limit))),
        Ended::Fault(message) => {
            PyRuntimeError::new_err(format!("fault in weft's kernel, please report it with the page: {message}"))
        }
    }
}

/// A list of numbers as an array that shares its memory.
pub fn array<T: Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Bound<'_, PyArray1<T>>> {
    Ok(values.into_pyarray(py))
}

/// A copy of a list of numbers as an array.
pub fn copy<'py, T: Element + Copy>(py: Python<'py>, values: &[T]) -> PyResult<Bound<'py, PyArray1<T>>> {
    array(py, values.to_vec())
}

/// The numbers of columns that a caller gives, if the matrix has them all.
pub fn column_numbers(columns: &[i64], width: usize) -> PyResult<Vec<usize>> {
    let number = |&column: &i64| usize::try_from(column).ok().filter(|&column| column < width);
    let numbers: Option<Vec<usize>> = columns.iter().map(number).collect();
    numbers.ok_or_else(|| PyValueError::new_err("there are columns that the features do not have"))
}
