//! Lexical patterns behind a Python class.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use text::patterns::{self, Steps, Stopped};

/// A lexical pattern; see `patterns`.
#[pyclass(frozen, module = "weft._native")]
pub struct Pattern(patterns::Pattern);

#[pymethods]
impl Pattern {
    #[new]
    fn new(text: &str, max_length: usize) -> PyResult<Self> {
        let pattern = patterns::Pattern::new(text, max_length);
        pattern.map(Pattern).map_err(|fault| PyValueError::new_err((fault.what, fault.place)))
    }

    /// The matches and the steps that the search took; where it took more than `max_steps`, it stopped.
    fn find(&self, py: Python<'_>, text: &str, max_steps: u64) -> PyResult<(Vec<(usize, usize)>, u64)> {
        let mut steps = Steps { count: 0, max: max_steps };
        let matches = py.detach(|| self.0.find(text, &mut steps));
        Ok((result(matches)?, steps.count))
    }

    /// Where the longest match from `start` ends, and the steps as in `find`.
    fn match_at(&self, py: Python<'_>, text: &str, start: usize, max_steps: u64) -> PyResult<(Option<usize>, u64)> {
        let mut steps = Steps { count: 0, max: max_steps };
        let end = py.detach(|| self.0.match_at(text, start, &mut steps));
        Ok((result(end)?, steps.count))
    }
}

/// What a search gave; nothing where it took too many steps, which their count tells.
fn result<T: Default>(given: Result<T, Stopped>) -> PyResult<T> {
    Ok(given.unwrap_or_default())
}
