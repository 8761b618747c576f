//! The expected F1 of a choice behind a Python function.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::calls::array;

/// The expected F1, or F-beta, of keeping the first 0, 1, 2 … of some units, given by falling probability; see `expected_f1`.
#[pyfunction]
#[pyo3(signature = (probability, words, *, beta=1.0))]
pub fn expected_f1<'py>(
    probability: PyReadonlyArray1<'py, f64>,
    words: PyReadonlyArray1<'py, f64>,
    beta: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let py = probability.py();
    let (probability, words) = (probability.as_array().to_vec(), words.as_array().to_vec());
    if words.len() != probability.len() {
        return Err(PyValueError::new_err("there must be a probability and words for every unit"));
    }
    array(py, extractors::expected_f1::expected_f1(&probability, &words, beta))
}
