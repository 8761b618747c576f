//! Rows near the title of a page, and the topics there, behind a Python class.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::calls::{list_of, timed};
use crate::name_patterns::NamePatterns;
use crate::table::{Table, string};
use metadata::near_title::Near;

/// What stands near the title; see `near_title`.
#[pyclass(frozen, module = "weft._native")]
pub struct NearTitle {
    pub(super) table: Py<Table>,
    pub(super) near: Near,
}

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
        let (py, own) = (table.py(), table.get());
        let (patterns, rows) = ((&patterns.0.0, &patterns.1.0), (around.0..around.1, side));
        let near = timed(py, seconds, || Near::find(&own.near(), title_row, patterns, rows));
        Ok(NearTitle { table: table.clone().unbind(), near: near? })
    }

    /// The row of the title.
    #[getter]
    fn title_row(&self) -> usize {
        self.near.title_row
    }

    /// The first block of the title, the first behind it, and how many blocks there are.
    fn title_blocks(&self) -> PyResult<(usize, usize, usize)> {
        let (table, title) = (self.table.get(), self.near.title_row);
        self.check([title].into_iter())?;
        let (first, end) = (table.block_first.values(), table.end.values()[title]);
        let behind = |row: i32| first.partition_point(|&own| own < row);
        Ok((behind(title as i32), behind(end), first.len()))
    }

    /// The rows of a kind of names.
    fn named<'py>(&self, py: Python<'py>, kind: usize) -> PyResult<Bound<'py, PyList>> {
        list_of(py, self.near.kind(kind).collect::<Vec<_>>())
    }

    /// The rows of a kind of addresses.
    fn leading<'py>(&self, py: Python<'py>, kind: usize) -> PyResult<Bound<'py, PyList>> {
        let rows = self.near.leading.get(kind).map_or(&[][..], |rows| rows);
        list_of(py, rows.to_vec())
    }

    /// So many of some rows that are nearest to the title, the nearest first, without side matter.
    fn beside<'py>(&self, py: Python<'py>, rows: Vec<usize>, most: usize) -> PyResult<Bound<'py, PyList>> {
        let table = self.table.get();
        self.check(rows.iter().copied())?;
        list_of(py, self.near.beside(&table.near(), rows.into_iter(), most))
    }

    /// The same of the rows of a kind of names.
    fn beside_named<'py>(&self, py: Python<'py>, kind: usize, most: usize) -> PyResult<Bound<'py, PyList>> {
        let table = self.table.get();
        list_of(py, self.near.beside(&table.near(), self.near.kind(kind), most))
    }

    /// Whether a row stands in side matter.
    fn in_side(&self, row: usize) -> PyResult<bool> {
        self.check([row].into_iter())?;
        Ok(self.near.in_side(&self.table.get().near(), row))
    }

    /// So many elements that may tell a date, by tag or by a kind of names, the nearest first: row, text, and whether that
    /// is an attribute's.
    fn marked<'py>(&self, py: Python<'py>, kind: usize, most: usize) -> PyResult<Bound<'py, PyList>> {
        let table = self.table.get();
        let marked = self.near.marked(&table.near(), kind, most);
        let list = PyList::empty(py);
        for (row, text, is_attribute) in marked {
            list.append((row, string(py, text)?, is_attribute))?;
        }
        Ok(list)
    }

    /// The topics that links with a relation, in elements of a kind of names, or of a kind of addresses name, at least
    /// `least` where only addresses tell them; none where Python has to look.
    fn topics<'py>(
        &self,
        py: Python<'py>,
        related: Vec<usize>,
        named: usize,
        leading: usize,
        least: usize,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        self.check(related.iter().copied())?;
        let (page, places) = (self.table.get().near(), metadata::topics::Places { related: &related, named, leading });
        let found = py.detach(|| metadata::topics::printed(&page, &self.near, &places, least));
        found.map(|topics| listed(py, topics)).transpose()
    }

    /// The steps of the breadcrumbs in elements of a kind of names; none where Python has to look.
    fn way<'py>(
        &self,
        py: Python<'py>,
        kind: usize,
        title: &Bound<'py, PyString>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let (page, title) = (self.table.get().near(), title.to_string_lossy());
        let found = py.detach(|| metadata::topics::printed_way(&page, &self.near, kind, &title));
        found.map(|topics| listed(py, topics)).transpose()
    }
}

impl NearTitle {
    pub(super) fn near(&self) -> &Near {
        &self.near
    }

    /// Whether it is what stands near the title of that page, which has such a row.
    pub(super) fn is_of(&self, table: &Py<Table>) -> bool {
        self.table.is(table) && self.check([self.near.title_row].into_iter()).is_ok()
    }

    fn check(&self, mut rows: impl Iterator<Item = usize>) -> PyResult<()> {
        let count = self.table.get().tag.values().len();
        let is_there = rows.all(|row| row < count);
        if is_there { Ok(()) } else { Err(PyIndexError::new_err("there is no such row")) }
    }
}

fn listed<'py>(py: Python<'py>, topics: Vec<metadata::topics::Topic>) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for topic in topics {
        list.append((string(py, &topic.text)?, topic.row, string(py, topic.address)?))?;
    }
    Ok(list)
}
