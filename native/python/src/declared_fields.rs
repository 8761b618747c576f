//! All candidates of metadata that a page declares, in one crossing.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use crate::calls::timed;
use crate::table::{Table, string};
use html::names::{NameId, name};
use html::page_view::PageView;
use metadata::candidates::{Candidate, More, SOURCES, Said};
use metadata::field_candidates::{self, Declared, Named};

/// What is read of a head, and which fields of metadata it tells; see `field_candidates`.
#[pyclass(frozen, module = "weft._native")]
pub struct DeclaredNames {
    pub(super) names: field_candidates::DeclaredNames,
    pub(super) relations: Arc<[String]>,
}

/// Relations of which only the rows are asked for: of others what their links say, too.
const ROWS_ONLY: [&str; 4] = ["author", "canonical", "category", "tag"];

#[pymethods]
impl DeclaredNames {
    #[new]
    fn new(
        metas: Vec<String>,
        relations: Vec<String>,
        graph: Named,
        other: Named,
        properties: Vec<(String, String)>,
        priority: Named,
    ) -> PyResult<Self> {
        let names = (metas, relations.clone());
        let names = field_candidates::DeclaredNames::new(names, (&graph, &other), properties, &priority);
        let unknown = || PyValueError::new_err("a field or a name is not known");
        Ok(DeclaredNames { names: names.ok_or_else(unknown)?, relations: relations.into() })
    }

    /// What a page at an address declares; none where Python has to read it.
    #[pyo3(signature = (table, url, *, seconds=f64::INFINITY))]
    fn read(
        &self,
        table: &Bound<'_, Table>,
        url: &Bound<'_, PyString>,
        seconds: f64,
    ) -> PyResult<Option<DeclaredFields>> {
        let (py, own) = (table.py(), table.get());
        let url = url.to_string_lossy();
        let read = timed(py, seconds, || self.names.read(&own.view(), own.end.values(), &url));
        let declared = read?;
        let relations = Arc::clone(&self.relations);
        Ok(declared.map(|declared| DeclaredFields { table: table.clone().unbind(), declared, relations }))
    }
}

/// What a page declares; each part is made for Python where it is asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct DeclaredFields {
    pub(super) table: Py<Table>,
    pub(super) declared: Declared,
    pub(super) relations: Arc<[String]>,
}

#[pymethods]
impl DeclaredFields {
    /// The candidates of a field, the best first.
    fn candidates<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let list = metadata::candidates::field(name).map_or(&[][..], |number| &self.declared.lists[number]);
        let entries = PyList::empty(py);
        list.iter().try_for_each(|candidate| entries.append(entry(py, candidate)?))?;
        Ok(entries)
    }

    /// The first words of the programs that say that they made the page, in lower case.
    fn programs<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, &self.declared.programs)
    }

    /// What the site is called, folded; none where Python has to look.
    fn sites<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        PyList::new(py, &self.declared.sites)
    }

    /// By relation the rows of its links.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let relations = PyDict::new(py);
        self.related().try_for_each(|(name, rows)| relations.set_item(name, PyList::new(py, rows)?))?;
        Ok(relations)
    }

    /// By relation, but for some, what its links say.
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let table = self.table.get();
        let hreflang = table.rest.names.number("hreflang");
        let links = PyDict::new(py);
        for (name, rows) in self.related().filter(|(name, _)| !ROWS_ONLY.contains(name)) {
            let own = PyList::empty(py);
            rows.iter().try_for_each(|&row| own.append(link(py, &table.view(), row, hreflang)?))?;
            links.set_item(name, own)?;
        }
        Ok(links)
    }
}

impl DeclaredFields {
    fn related(&self) -> impl Iterator<Item = (&str, &[usize])> {
        let all = self.relations.iter().zip(&self.declared.relations);
        all.filter(|(_, rows)| !rows.is_empty()).map(|(name, rows)| (name.as_str(), rows.as_slice()))
    }
}

/// A link: its row, whether it is a `link`, its address, language, type and title.
fn link<'py>(py: Python<'py>, page: &PageView, row: usize, hreflang: Option<NameId>) -> PyResult<Bound<'py, PyTuple>> {
    let [mut href, mut language, mut kind, mut title] = [""; 4];
    for (key, value) in page.attributes.of(row) {
        match key {
            name::HREF => href = value,
            _ if Some(key) == hreflang => language = value,
            name::TYPE => kind = value,
            name::TITLE => title = value,
            _ => {}
        }
    }
    let is_link = page.tag[row] == name::LINK;
    let [href, language, kind, title] =
        [string(py, href)?, string(py, language)?, string(py, kind)?, string(py, title)?];
    (row, is_link, href, language, kind, title).into_pyobject(py)
}

/// A candidate: its value, row and source, how far Python has to read it, and what else is known.
fn entry<'py>(py: Python<'py>, candidate: &Candidate) -> PyResult<Bound<'py, PyAny>> {
    let (row, source) = (candidate.row, SOURCES[candidate.source]);
    let more = match &candidate.more {
        More::None => py.None().into_bound(py),
        More::Link { url, kind } => (string(py, url)?, *kind).into_pyobject(py)?.into_any(),
        More::Image { width, height } => (*width, *height).into_pyobject(py)?.into_any(),
    };
    let entry = match &candidate.said {
        Said::Clean(text) => (string(py, text)?, row, source, 0, more).into_pyobject(py)?,
        Said::Names(names) => (PyList::new(py, names)?, row, source, 2, more).into_pyobject(py)?,
        Said::Inside => ("", row, source, 3, more).into_pyobject(py)?,
        Said::Labelled(text, label) => (string(py, text)?, row, source, 4, string(py, label)?).into_pyobject(py)?,
    };
    Ok(entry.into_any())
}
