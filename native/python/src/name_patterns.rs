//! Patterns of names and addresses behind a Python class.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use text::name_patterns;

/// Patterns of kinds of names; see `name_patterns`.
#[pyclass(frozen, module = "weft._native")]
pub struct NamePatterns(pub name_patterns::NamePatterns);

#[pymethods]
impl NamePatterns {
    #[new]
    fn new(kinds: Vec<(String, String)>) -> PyResult<Self> {
        name_patterns::NamePatterns::new(&kinds).map(NamePatterns).map_err(PyValueError::new_err)
    }
}
