//! The choice of units behind a Python function.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::{array, call_error};
use crate::likely::{self, Blocks};
use crate::limits::Deadline;

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// Of every block whether it is kept and how probable its unit is; what F1 is expected; the cut. See `likely`.
#[pyfunction]
#[pyo3(signature = (probability, words, structure, *, beta, seconds=f64::INFINITY))]
pub fn find_likely<'py>(
    probability: PyReadonlyArray1<'py, f64>,
    words: PyReadonlyArray1<'py, i32>,
    structure: PyReadonlyArray1<'py, i32>,
    beta: f64,
    seconds: f64,
) -> PyResult<(Column<'py, bool>, Column<'py, f64>, f64, f64)> {
    let py = probability.py();
    let (probability, words, structure) = (probability.as_slice()?, words.as_slice()?, structure.as_slice()?);
    if words.len() != probability.len() || structure.len() != probability.len() {
        return Err(PyValueError::new_err("there must be a probability, words and a structure for every block"));
    }
    let blocks = Blocks { probability, words, structure };
    let likely = py.detach(|| likely::find(&blocks, beta, &mut Deadline::after(seconds)));
    let likely = likely.map_err(call_error(seconds))?;
    Ok((array(py, likely.is_kept)?, array(py, likely.probability)?, likely.expected, likely.cut))
}
