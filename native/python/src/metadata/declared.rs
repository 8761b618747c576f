//! What a page declares of itself, in one crossing: what is asked of its head, and all candidates of its fields.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString};

use crate::calls::timed;
use crate::table::Table;
use extractors::titles::values::cleaned;
use html::declares;
use html::names::{NameId, name};
use html::page_view::PageView;
use metadata::candidates::{self, Candidate, More, SOURCES, Statement};
use metadata::field_candidates::{self, Declared, NamesByField};

/// Relations of which only the rows are asked for: of others what their links say, too.
const ROWS_ONLY: [&str; 4] = ["author", "canonical", "category", "tag"];

/// The names of `meta` elements and the relations of links that are asked for; see `head`.
#[pyclass(frozen, module = "weft._native")]
pub struct HeadNames(declares::HeadNames);

/// The number of the name, the row and the content of each `meta`, made clean; and by relation the rows.
type Head = (Vec<(usize, usize, String)>, Vec<Vec<usize>>);

#[pymethods]
impl HeadNames {
    #[new]
    fn new(metas: Vec<String>, relations: Vec<String>, properties: Vec<String>) -> Self {
        HeadNames(declares::HeadNames::new(metas, relations, properties))
    }

    /// The rows that have properties which are asked for, among the first with any, and the numbers of these.
    fn properties(&self, table: &Bound<'_, Table>, most: usize) -> Vec<(usize, Vec<usize>)> {
        let (py, page) = (table.py(), table.get().view());
        py.detach(|| self.0.properties(&page, most))
    }

    fn read(&self, table: &Bound<'_, Table>) -> Head {
        let (py, page) = (table.py(), table.get().view());
        py.detach(|| {
            let head = self.0.read(&page);
            let metas = head.metas.into_iter().map(|(number, row, content)| (number, row, cleaned(content)));
            (metas.collect(), head.relations)
        })
    }
}

/// What is read of a head, and which fields of metadata it tells; see `field_candidates`.
#[pyclass(frozen, module = "weft._native")]
pub struct DeclaredNames {
    pub(super) names: field_candidates::DeclaredNames,
    pub(super) relations: Arc<[String]>,
}

#[pymethods]
impl DeclaredNames {
    #[new]
    fn new(
        metas: Vec<String>,
        relations: Vec<String>,
        graph: NamesByField,
        other: NamesByField,
        properties: Vec<(String, String)>,
        priority: NamesByField,
    ) -> PyResult<Self> {
        let names = (metas, relations.clone());
        let names = field_candidates::DeclaredNames::new(names, (&graph, &other), properties, &priority);
        let unknown = || PyValueError::new_err("a field or a name is not known");
        Ok(DeclaredNames { names: names.ok_or_else(unknown)?, relations: relations.into() })
    }

    /// What a page at an address declares; None: Python must read it.
    #[pyo3(signature = (table, url, *, seconds=f64::INFINITY))]
    fn read(
        &self,
        table: &Bound<'_, Table>,
        url: &Bound<'_, PyString>,
        seconds: f64,
    ) -> PyResult<Option<DeclaredFields>> {
        let (py, own) = (table.py(), table.get());
        let url = url.to_string_lossy();
        let declared = timed(py, seconds, || self.names.read(&own.view(), &url))?;
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

/// What a candidate says, as far as it is read.
#[derive(IntoPyObject)]
enum Value<'page> {
    Text(&'page str),
    Names(&'page [String]),
}

/// What else is known of a candidate: an address and a kind, the size of a picture, or the label beside it.
#[derive(IntoPyObject)]
enum Extra<'page> {
    Link((&'page str, &'static str)),
    Image((u32, u32)),
    Label(&'page str),
}

/// A candidate: its value, row and source, how far Python has to read it, and what else is known.
type CandidateParts<'page> = (Value<'page>, i64, &'static str, u8, Option<Extra<'page>>);
/// A link: its row, whether it is a `link`, its address, language, type and title.
type LinkParts<'page> = (usize, bool, &'page str, &'page str, &'page str, &'page str);

#[pymethods]
impl DeclaredFields {
    /// The candidates of a field, the best first.
    fn candidates(&self, name: &str) -> Vec<CandidateParts<'_>> {
        let list = candidates::field(name).map_or(&[][..], |number| &self.declared.lists[number]);
        list.iter().map(parts).collect()
    }

    /// The first words of the programs that say that they made the page, in lower case.
    fn programs(&self) -> &[String] {
        &self.declared.programs
    }

    /// What the site is called, folded.
    fn sites(&self) -> &[String] {
        &self.declared.sites
    }

    /// By relation the rows of its links.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.related().into_py_dict(py)
    }

    /// By relation, but for some, what its links say.
    fn links<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let page = self.table.get().view();
        let hreflang = page.names.number("hreflang");
        let links_of = |rows: &[usize]| rows.iter().map(|&row| link(&page, row, hreflang)).collect::<Vec<_>>();
        let told = self.related().filter(|(name, _)| !ROWS_ONLY.contains(name));
        told.map(|(name, rows)| (name, links_of(rows))).into_py_dict(py)
    }
}

impl DeclaredFields {
    fn related(&self) -> impl Iterator<Item = (&str, &[usize])> {
        let all = self.relations.iter().zip(&self.declared.relations);
        all.filter(|(_, rows)| !rows.is_empty()).map(|(name, rows)| (name.as_str(), rows.as_slice()))
    }
}

fn link<'page>(page: &PageView<'page>, row: usize, hreflang: Option<NameId>) -> LinkParts<'page> {
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
    (row, page.tag[row] == name::LINK, href, language, kind, title)
}

fn parts(candidate: &Candidate) -> CandidateParts<'_> {
    let extra = match &candidate.more {
        More::None => None,
        More::Link { url, kind } => Some(Extra::Link((url, kind))),
        More::Image { width, height } => Some(Extra::Image((*width, *height))),
    };
    let (value, form, extra) = match &candidate.said {
        Statement::Clean(text) => (Value::Text(text), 0, extra),
        Statement::Names(names) => (Value::Names(names), 2, extra),
        Statement::Inside => (Value::Text(""), 3, extra),
        Statement::Labelled(text, label) => (Value::Text(text), 4, Some(Extra::Label(label))),
    };
    (value, candidate.row, SOURCES[candidate.source], form, extra)
}
