//! The trees of a draft of records, checked once.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::trees::Trees;
use crate::record_draft::Models;
use crate::{record_authors, record_columns, record_lone_features, record_roles, record_titles, trees};

/// The names of the trees of a draft.
const NAMES: [&str; 16] = [
    "regions",
    "readings",
    "lone",
    "bodies",
    "authors",
    "titles",
    "times",
    "buttons",
    "signatures",
    "quotes",
    "replies",
    "views",
    "row_authors",
    "row_last_authors",
    "row_times",
    "row_last_times",
];

/// The trees of a draft, all of which judge the features that the kernel computes.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordModels([Py<Trees>; NAMES.len()]);

#[pymethods]
impl RecordModels {
    #[new]
    fn new(trees: &Bound<'_, PyDict>) -> PyResult<Self> {
        let mut own = Vec::with_capacity(NAMES.len());
        for (place, name) in NAMES.iter().enumerate() {
            let trees = trees.get_item(name)?.ok_or_else(|| PyValueError::new_err(format!("{name} has no trees")))?;
            let trees = trees.cast_into::<Trees>()?;
            let fits = trees.get().0.outputs() == 1 && least_width(place).is_none_or(|w| trees.get().0.width() == w);
            if !fits {
                return Err(PyValueError::new_err(format!("the trees of {name} judge other features")));
            }
            own.push(trees.unbind());
        }
        let own = own.try_into().map_err(|_| PyValueError::new_err("there are trees missing"))?;
        Ok(RecordModels(own))
    }
}

/// How many features the trees of a place judge; those of regions and readings also see what the page declares.
fn least_width(place: usize) -> Option<usize> {
    match NAMES[place] {
        "regions" | "readings" => None,
        "lone" => Some(record_lone_features::FEATURES.len()),
        "bodies" => Some(record_columns::WIDTH),
        "authors" => Some(record_authors::FEATURES.len()),
        "titles" => Some(record_titles::FEATURES.len()),
        _ => Some(record_roles::WIDTH),
    }
}

impl RecordModels {
    pub(super) fn models(&self) -> Models<'_> {
        let of = |place: usize| -> &trees::Trees { &self.0[place].get().0 };
        Models {
            regions: of(0),
            readings: of(1),
            lone: of(2),
            bodies: of(3),
            authors: of(4),
            titles: of(5),
            times: of(6),
            buttons: of(7),
            signatures: of(8),
            quotes: of(9),
            replies: [of(10), of(11)],
            row_authors: [of(12), of(13)],
            row_times: [of(14), of(15)],
        }
    }
}
