//! What is asked of a head by name.

use pyo3::prelude::*;

use crate::table::Table;
use extractors::titles::values::cleaned;
use html::declares;

/// The names of `meta` elements that are asked for; see `head`.
#[pyclass(frozen, module = "weft._native")]
pub struct HeadNames(declares::HeadNames);

#[pymethods]
impl HeadNames {
    #[new]
    fn new(metas: Vec<String>) -> Self {
        HeadNames(declares::HeadNames::new(metas, Vec::new(), Vec::new()))
    }

    /// The number of the name, the row and the content of each `meta`, made clean.
    fn read(&self, table: &Bound<'_, Table>) -> Vec<(usize, usize, String)> {
        let (py, page) = (table.py(), table.get().view());
        py.detach(|| {
            let head = self.0.read(&page);
            head.metas.into_iter().map(|(number, row, content)| (number, row, cleaned(content))).collect()
        })
    }
}
