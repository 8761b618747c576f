//! Boosted trees, and what their outputs mean.

use std::sync::Arc;

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::calls::{array, timed};
use trees::{batches, boosted};

/// Boosted trees; see `trees`.
#[pyclass(frozen, module = "weft._native")]
pub struct Trees(pub(super) Arc<boosted::Trees>);

#[pymethods]
impl Trees {
    /// From columns as little-endian bytes: of nodes the feature, threshold, child and value; roots; base. `columns` has
    /// the number of each feature that a node may name, among `width`; none: they have their own.
    #[new]
    #[pyo3(signature = (nodes, roots, base, width, columns=None))]
    fn new(
        nodes: [PyBackedBytes; 4],
        roots: &[u8],
        base: &[u8],
        width: usize,
        columns: Option<Vec<u16>>,
    ) -> PyResult<Self> {
        let [feature, threshold, child, value] = &nodes;
        let (feature, threshold) = (numbers(feature, u16::from_le_bytes)?, numbers(threshold, f32::from_le_bytes)?);
        let child = numbers(child, u32::from_le_bytes)?;
        if threshold.len() != feature.len() || child.len() != feature.len() {
            return Err(PyValueError::new_err("the columns of the nodes are not equally long"));
        }
        let number = |feature: u16| match &columns {
            Some(columns) => columns.get(usize::from(feature)).copied(),
            None => Some(feature),
        };
        let nodes = feature.into_iter().zip(threshold).zip(child).map(|((feature, threshold), child)| {
            number(feature).map(|feature| batches::TreeNode { feature, threshold, child })
        });
        let nodes = nodes.collect::<Option<Vec<_>>>();
        let nodes = nodes.ok_or_else(|| PyValueError::new_err("a node asks for a feature that has no number"))?;
        let (value, base) = (numbers(value, f32::from_le_bytes)?, numbers(base, f32::from_le_bytes)?);
        let roots = numbers(roots, u32::from_le_bytes)?;
        let trees = boosted::Trees::new(nodes, value, roots, base, width).map_err(PyValueError::new_err)?;
        Ok(Trees(Arc::new(trees)))
    }

    #[pyo3(signature = (matrix, *, seconds=f64::INFINITY))]
    fn predict<'py>(&self, matrix: PyReadonlyArray2<'py, f32>, seconds: f64) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (py, shape) = (matrix.py(), matrix.shape());
        self.check_width(shape[1])?;
        let rows = matrix.as_slice()?;
        let sums = timed(py, seconds, || self.0.predict(rows))?;
        sums.into_pyarray(py).reshape([shape[0], self.0.outputs()])
    }

    /// How likely each row is, of trees with one output.
    #[pyo3(signature = (matrix, *, seconds=f64::INFINITY))]
    fn likely(&self, matrix: PyReadonlyArray2<'_, f32>, seconds: f64) -> PyResult<Vec<f64>> {
        self.check_likely(matrix.shape()[1])?;
        let rows = matrix.as_slice()?;
        timed(matrix.py(), seconds, || self.0.likely(rows))
    }

    fn contributions<'py>(&self, row: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let values = row.as_slice()?;
        self.check_width(values.len())?;
        array(row.py(), self.0.contributions(values))
    }
}

impl Trees {
    fn check_width(&self, width: usize) -> PyResult<()> {
        let needed = self.0.width();
        let other = || PyValueError::new_err(format!("{needed} features are needed, not {width}"));
        (width == needed).then_some(()).ok_or_else(other)
    }

    fn check_likely(&self, width: usize) -> PyResult<()> {
        let needed = self.0.width();
        let other = || PyValueError::new_err(format!("{needed} features and one output are needed"));
        (width == needed && self.0.outputs() == 1).then_some(()).ok_or_else(other)
    }
}

/// Numbers from their bytes.
fn numbers<T, const SIZE: usize>(bytes: &[u8], read: impl Fn([u8; SIZE]) -> T) -> PyResult<Vec<T>> {
    let (whole, rest) = bytes.as_chunks::<SIZE>();
    if rest.is_empty() {
        Ok(whole.iter().map(|&number| read(number)).collect())
    } else {
        Err(PyValueError::new_err("a column ends within a number"))
    }
}

/// How probable each of two things is whose odds have these logarithms; see `boosted`.
#[pyfunction]
pub fn logistic<'py>(margins: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray1<f64>>> {
    array(margins.py(), boosted::logistic(margins.as_slice()?))
}

/// How probable each of several things is, of which one is true; see `boosted`.
#[pyfunction]
pub fn shares<'py>(margins: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray1<f64>>> {
    array(margins.py(), boosted::shares(margins.as_slice()?))
}
