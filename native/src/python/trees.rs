//! Boosted trees behind a Python class.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::{array, call_error, made};
use crate::limits::Deadline;
use crate::trees;

/// Boosted trees; see `trees`.
#[pyclass(frozen, module = "weft._native")]
pub struct Trees(pub(super) trees::Trees);

#[pymethods]
impl Trees {
    #[new]
    fn new(
        feature: PyReadonlyArray1<'_, u16>,
        threshold: PyReadonlyArray1<'_, f32>,
        child: PyReadonlyArray1<'_, u32>,
        value: PyReadonlyArray1<'_, f32>,
        roots: PyReadonlyArray1<'_, u32>,
        base: PyReadonlyArray1<'_, f32>,
        width: usize,
    ) -> PyResult<Self> {
        let (feature, threshold, child) = (feature.as_slice()?, threshold.as_slice()?, child.as_slice()?);
        if threshold.len() != feature.len() || child.len() != feature.len() {
            return Err(PyValueError::new_err("the columns of the nodes are not equally long"));
        }
        let nodes = feature.iter().zip(threshold).zip(child);
        let nodes = nodes.map(|((&feature, &threshold), &child)| trees::TreeNode { feature, threshold, child });
        let (value, roots, base) = (value.as_slice()?.to_vec(), roots.as_slice()?.to_vec(), base.as_slice()?.to_vec());
        trees::Trees::new(nodes.collect(), value, roots, base, width).map(Trees).map_err(PyValueError::new_err)
    }

    #[pyo3(signature = (matrix, *, seconds=f64::INFINITY))]
    fn predict<'py>(&self, matrix: PyReadonlyArray2<'py, f32>, seconds: f64) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (py, shape) = (matrix.py(), matrix.shape());
        if shape[1] != self.0.width() {
            return Err(PyValueError::new_err(format!("{} features are needed, not {}", self.0.width(), shape[1])));
        }
        let rows = matrix.as_slice()?;
        let sums = py.detach(|| self.0.predict(rows, &mut Deadline::after(seconds))).map_err(call_error(seconds))?;
        made(py, || sums.into_pyarray(py).reshape([shape[0], self.0.outputs()]))
    }

    /// How likely each row is, of trees with one output.
    #[pyo3(signature = (matrix, *, seconds=f64::INFINITY))]
    fn likely(&self, matrix: PyReadonlyArray2<'_, f32>, seconds: f64) -> PyResult<Vec<f64>> {
        if matrix.shape()[1] != self.0.width() || self.0.outputs() != 1 {
            return Err(PyValueError::new_err(format!("{} features and one output are needed", self.0.width())));
        }
        let rows = matrix.as_slice()?;
        matrix.py().detach(|| self.0.likely(rows, &mut Deadline::after(seconds))).map_err(call_error(seconds))
    }

    /// How likely a row can be at most, whatever the features are that are no numbers.
    #[pyo3(signature = (row, *, seconds=f64::INFINITY))]
    fn most_likely(&self, row: PyReadonlyArray1<'_, f32>, seconds: f64) -> PyResult<f64> {
        let values = row.as_slice()?;
        if values.len() != self.0.width() || self.0.outputs() != 1 {
            return Err(PyValueError::new_err(format!("{} features and one output are needed", self.0.width())));
        }
        row.py().detach(|| self.0.most_likely(values, &mut Deadline::after(seconds))).map_err(call_error(seconds))
    }

    fn contributions<'py>(&self, row: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let values = row.as_slice()?;
        if values.len() != self.0.width() {
            return Err(PyValueError::new_err(format!("{} features are needed, not {}", self.0.width(), values.len())));
        }
        array(row.py(), self.0.contributions(values))
    }
}
