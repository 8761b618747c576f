//! Rows near the title of a page, and the topics there, behind a Python class.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::timed;
use crate::table::Table;
use crate::text::NamePatterns;
use metadata::near_title::{MarkedElement, Near};
use metadata::topics::{self, Places, Topic};

/// What stands near the title; see `near_title`.
#[pyclass(frozen, module = "weft._native")]
pub struct NearTitle {
    pub(super) table: Py<Table>,
    pub(super) near: Near,
}

/// A topic, its row and its address.
type TopicParts<'page> = (String, usize, &'page str);

#[pymethods]
impl NearTitle {
    /// Rows are told by names on the whole page, by addresses between `around`; `side` is the kind of names of side matter.
    #[new]
    #[pyo3(signature = (table, title_row, patterns, around, side, *, seconds=f64::INFINITY))]
    fn new(
        table: &Bound<'_, Table>,
        title_row: usize,
        patterns: (PyRef<'_, NamePatterns>, PyRef<'_, NamePatterns>),
        around: (usize, usize),
        side: usize,
        seconds: f64,
    ) -> PyResult<Self> {
        let (py, page) = (table.py(), table.get().view());
        let (patterns, rows) = ((&patterns.0.0, &patterns.1.0), (around.0..around.1, side));
        let near = timed(py, seconds, || Near::find(&page, title_row, patterns, rows))?;
        Ok(NearTitle { table: table.clone().unbind(), near })
    }

    /// The row of the title.
    #[getter]
    fn title_row(&self) -> usize {
        self.near.title_row
    }

    /// The first block of the title, the first behind it, and how many blocks there are.
    fn title_blocks(&self) -> PyResult<(usize, usize, usize)> {
        let (page, title) = (self.table.get().view(), self.near.title_row);
        self.check(&[title])?;
        let behind = |row: i32| page.block_first.partition_point(|&own| own < row);
        Ok((behind(title as i32), behind(page.end[title]), page.block_first.len()))
    }

    /// The rows of a kind of names.
    fn named(&self, kind: usize) -> Vec<usize> {
        self.near.kind(kind).collect()
    }

    /// The rows of a kind of addresses.
    fn leading(&self, kind: usize) -> Vec<i64> {
        self.near.leading.get(kind).cloned().unwrap_or_default()
    }

    /// So many of some rows that are nearest to the title, the nearest first, without side matter.
    fn beside(&self, rows: Vec<usize>, most: usize) -> PyResult<Vec<usize>> {
        self.check(&rows)?;
        Ok(self.near.beside(&self.table.get().view(), rows.into_iter(), most))
    }

    /// The same of the rows of a kind of names.
    fn beside_named(&self, kind: usize, most: usize) -> Vec<usize> {
        self.near.beside(&self.table.get().view(), self.near.kind(kind), most)
    }

    /// Whether a row stands in side matter.
    fn in_side(&self, row: usize) -> PyResult<bool> {
        self.check(&[row])?;
        Ok(self.near.in_side(&self.table.get().view(), row))
    }

    /// So many elements that may tell a date, by tag or by a kind of names, the nearest first: row, text, and whether that
    /// is an attribute's.
    fn marked(&self, kind: usize, most: usize) -> Vec<MarkedElement<'_>> {
        self.near.marked(&self.table.get().view(), kind, most)
    }

    /// The topics that links with a relation, in elements of a kind of names, or of a kind of addresses name, at least
    /// `least` where only addresses tell them. None: Python must find them.
    fn topics(
        &self,
        py: Python<'_>,
        related: Vec<usize>,
        named: usize,
        leading: usize,
        least: usize,
    ) -> PyResult<Option<Vec<TopicParts<'_>>>> {
        self.check(&related)?;
        let (page, places) = (self.table.get().view(), Places { related: &related, named, leading });
        Ok(py.detach(|| topics::printed(&page, &self.near, &places, least)).map(parts))
    }

    /// The steps of the breadcrumbs in elements of a kind of names. None: Python must find them.
    fn way(&self, kind: usize, title: &Bound<'_, PyString>) -> Option<Vec<TopicParts<'_>>> {
        let (page, py, title) = (self.table.get().view(), title.py(), title.to_string_lossy());
        py.detach(|| topics::printed_way(&page, &self.near, kind, &title)).map(parts)
    }
}

impl NearTitle {
    /// Whether it is what stands near the title of that page, which has such a row.
    pub(super) fn is_of(&self, table: &Py<Table>) -> bool {
        self.table.is(table) && self.check(&[self.near.title_row]).is_ok()
    }

    fn check(&self, rows: &[usize]) -> PyResult<()> {
        let count = self.table.get().tag.values().len();
        let is_there = rows.iter().all(|&row| row < count);
        if is_there { Ok(()) } else { Err(PyIndexError::new_err("there is no such row")) }
    }
}

fn parts(topics: Vec<Topic>) -> Vec<TopicParts> {
    topics.into_iter().map(|topic| (topic.text, topic.row, topic.address)).collect()
}
