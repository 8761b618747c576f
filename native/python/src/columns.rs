//! Columns that stay in the kernel. Python gets a copy as a numpy array when it first asks: most columns of most pages are
//! never asked for.

use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyBytes;

use crate::calls::array;

/// A column of numbers.
pub struct Column<T> {
    values: Vec<T>,
    array: PyOnceLock<Py<PyArray1<T>>>,
}

impl<T> From<Vec<T>> for Column<T> {
    fn from(values: Vec<T>) -> Self {
        Column { values, array: PyOnceLock::new() }
    }
}

impl<T> Column<T> {
    /// The numbers, without Python.
    pub fn values(&self) -> &[T] {
        &self.values
    }
}

impl<'py, T: Element + Copy> IntoPyObject<'py> for &Column<T> {
    type Target = PyArray1<T>;
    type Output = Bound<'py, PyArray1<T>>;
    type Error = PyErr;

    /// The array, for reading only; the same one each time.
    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let make = || {
            let array = array(py, self.values.to_vec())?;
            array.readwrite().make_nonwriteable();
            Ok::<_, PyErr>(array.unbind())
        };
        Ok(self.array.get_or_try_init(py, make)?.bind(py).clone())
    }
}

/// A text.
pub struct Text {
    text: String,
    bytes: PyOnceLock<Py<PyBytes>>,
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Text { text, bytes: PyOnceLock::new() }
    }
}

impl Text {
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }
}

impl<'py> IntoPyObject<'py> for &Text {
    type Target = PyBytes;
    type Output = Bound<'py, PyBytes>;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let copy = |bytes: &mut [u8]| {
            bytes.copy_from_slice(self.as_bytes());
            Ok(())
        };
        let make = || PyBytes::new_with(py, self.text.len(), copy).map(Bound::unbind);
        Ok(self.bytes.get_or_try_init(py, make)?.bind(py).clone())
    }
}
