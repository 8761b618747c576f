//! The trees of a draft of records, checked once.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::judge::WordLists;
use crate::trees::Trees;
use extractors::declared_features::Lists;
use records::features::{authors, lone_posts, roles, slot_features, title_features};
use records::read::context::Models;
use records::read::{reading, views};
use trees::boosted;

/// The names of the trees of a draft; all behind the first six judge roles.
const NAMES: &str = "regions readings lone bodies authors titles times buttons signatures quotes \
    replies views row_authors row_last_authors row_times row_last_times";

/// The trees of a draft, all of which judge the features that the kernel computes.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordModels {
    trees: Vec<Py<Trees>>,
    lists: Py<WordLists>,
    declared: Vec<usize>,
}

#[pymethods]
impl RecordModels {
    /// The trees by their names; the words by which numbers tell what a page declares, and which of these numbers are
    /// features of regions.
    #[new]
    fn new(trees: &Bound<'_, PyDict>, lists: Py<WordLists>, declared: Vec<usize>) -> PyResult<Self> {
        let widths = [
            views::WIDTH + declared.len(), // regions and readings also see what the page declares
            views::WIDTH + declared.len() + reading::WIDTH,
            lone_posts::FEATURES.len(),
            slot_features::WIDTH,
            authors::FEATURES.len(),
            title_features::FEATURES.len(),
        ];
        let widths = widths.into_iter().chain(std::iter::repeat(roles::WIDTH));
        let find = |(name, width): (&str, usize)| {
            let trees = trees.get_item(name)?.ok_or_else(|| PyValueError::new_err(format!("{name} has no trees")))?;
            let trees = trees.cast_into::<Trees>()?;
            let fits = trees.get().0.outputs() == 1 && trees.get().0.width() == width;
            let other = || PyValueError::new_err(format!("the trees of {name} judge other features"));
            if fits { Ok(trees.unbind()) } else { Err(other()) }
        };
        let trees = NAMES.split_whitespace().zip(widths).map(find).collect::<PyResult<_>>()?;
        Ok(RecordModels { trees, lists, declared })
    }
}

impl RecordModels {
    /// The words by which numbers tell what a page declares.
    pub(super) fn lists(&self) -> &Lists {
        &self.lists.get().0
    }

    /// Which of these numbers are features of regions.
    pub(super) fn declared(&self) -> &[usize] {
        &self.declared
    }

    pub(super) fn models(&self) -> Models<'_> {
        let of = |place: usize| -> &boosted::Trees { &self.trees[place].get().0 };
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
