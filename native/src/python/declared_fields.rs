//! All candidates of metadata that a page declares, in one crossing.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};

use super::table::{Table, read, string};
use super::{call_error, list_of, made, memory_error};
use crate::candidates::{Candidate, FIELDS, More, SOURCES, Said};
use crate::declared_fields::{self, Named};
use crate::declares::Columns;
use crate::limits::Deadline;
use crate::names::{NameId, name};

/// What is read of a head, and which fields of metadata it tells; see `declared_fields`.
#[pyclass(frozen, module = "weft._native")]
pub struct DeclaredNames {
    names: declared_fields::DeclaredNames,
    relations: Vec<String>,
}

/// Relations of which only the rows are asked for: of others what their links say, too.
const ROWS_ONLY: [&str; 4] = ["author", "canonical", "category", "tag"];

/// By field the candidates; the programs that made the page; by relation the rows of its links, and of some what these
/// say; what the site is called.
type Read<'py> =
    (Bound<'py, PyDict>, Bound<'py, PyList>, Bound<'py, PyDict>, Bound<'py, PyDict>, Option<Bound<'py, PyList>>);

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
        let names = declared_fields::DeclaredNames::new(names, (&graph, &other), properties, &priority);
        let unknown = || PyValueError::new_err("a field or a name is not known");
        Ok(DeclaredNames { names: names.map_err(memory_error)?.ok_or_else(unknown)?, relations })
    }

    /// What a page at an address declares; none where Python has to read it.
    #[pyo3(signature = (table, url, *, seconds=f64::INFINITY))]
    fn read<'py>(
        &self,
        table: &Bound<'py, Table>,
        url: &Bound<'py, PyString>,
        seconds: f64,
    ) -> PyResult<Option<Read<'py>>> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, end);
        let (end, url, deadline) = (end.as_slice()?, url.to_string_lossy(), &mut Deadline::after(seconds));
        let read = py.detach(|| self.names.read(&table.head(), end, &url, deadline));
        let Some(declared) = read.map_err(call_error(seconds))? else { return Ok(None) };
        made(py, || {
            let hreflang = table.rest.names.number("hreflang");
            let (fields, relations, links) = (PyDict::new(py), PyDict::new(py), PyDict::new(py));
            for (name, list) in FIELDS.iter().zip(declared.lists).filter(|(_, list)| !list.is_empty()) {
                let entries = PyList::empty(py);
                list.into_iter().try_for_each(|candidate| entries.append(entry(py, candidate)?))?;
                fields.set_item(name, entries)?;
            }
            for (name, rows) in self.relations.iter().zip(declared.relations).filter(|(_, rows)| !rows.is_empty()) {
                if !ROWS_ONLY.contains(&name.as_str()) {
                    let own = PyList::empty(py);
                    rows.iter().try_for_each(|&row| own.append(link(py, &table.head(), row, hreflang)?))?;
                    links.set_item(name, own)?;
                }
                relations.set_item(name, list_of(py, rows)?)?;
            }
            let sites = declared.sites.map(|sites| list_of(py, sites)).transpose()?;
            Ok(Some((fields, list_of(py, declared.programs)?, relations, links, sites)))
        })
    }
}

/// A link: its row, whether it is a `link`, its address, language, type and title.
fn link<'py>(py: Python<'py>, page: &Columns, row: usize, hreflang: Option<NameId>) -> PyResult<Bound<'py, PyTuple>> {
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
fn entry<'py>(py: Python<'py>, candidate: Candidate) -> PyResult<Bound<'py, PyAny>> {
    let (row, source) = (candidate.row, SOURCES[candidate.source]);
    let more = match candidate.more {
        More::None => py.None().into_bound(py),
        More::Link { url, kind } => (string(py, &url)?, kind).into_pyobject(py)?.into_any(),
        More::Image { width, height } => (width, height).into_pyobject(py)?.into_any(),
    };
    let entry = match candidate.said {
        Said::Clean(text) => (string(py, &text)?, row, source, 0, more).into_pyobject(py)?,
        Said::Raw(text) => (string(py, &text)?, row, source, 1, more).into_pyobject(py)?,
        Said::Names(names) => (list_of(py, names)?, row, source, 2, more).into_pyobject(py)?,
        Said::Inside => ("", row, source, 3, more).into_pyobject(py)?,
        Said::Labelled(text, label) => (string(py, &text)?, row, source, 4, string(py, &label)?).into_pyobject(py)?,
    };
    Ok(entry.into_any())
}
