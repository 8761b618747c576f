//! Pages of one site: slots, alignment, paths, rules of fields, traits, and templates that read a page from its bytes to
//! the text of its body in one crossing. Python's lock is released.

use std::collections::HashSet;
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::calls::{array, timed};
use crate::html::{GivenLimits, limited, source_of};
use crate::judge::{Judge, Judged, other_features};
use crate::renderers::remember_text;
use crate::table::{Table, on_page};
use html::page_view::PageView;
use sites::alignment::marks::Marks;
use sites::alignment::{Alignment, Bounds, Mark, align};
use sites::field_rules::{self, Labels, Reader, Rule, split_label};
use sites::stable_paths::{self, Wanted};
use sites::templates::{self, Body, Guard};
use sites::{outline, traits};

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// The tree of slots of a template; see `outline`.
#[pyclass(frozen, module = "weft._native")]
pub struct Outline(Arc<outline::Outline>);

#[pymethods]
impl Outline {
    #[new]
    fn new(parents: Vec<i32>, tags: Vec<String>, marks: Vec<String>) -> PyResult<Self> {
        let outline = outline::Outline::new(&parents, &tags, &marks).map_err(PyValueError::new_err)?;
        Ok(Outline(Arc::new(outline)))
    }

    #[pyo3(signature = (table, *, seconds=f64::INFINITY))]
    fn walk<'py>(&self, table: &Bound<'py, Table>, seconds: f64) -> PyResult<Column<'py, i32>> {
        array(table.py(), on_page(table, seconds, |page| self.0.walk(page))?)
    }
}

type Slots<'py> = (Column<'py, i32>, Vec<String>, Vec<String>, Column<'py, i32>, Column<'py, i32>, Column<'py, i32>);

/// The slots of the pages of one template; see `_native.pyi`.
#[pyfunction]
#[pyo3(signature = (tables, bounds, *, seconds=f64::INFINITY))]
pub fn align_pages<'py>(
    py: Python<'py>,
    tables: Vec<Bound<'py, Table>>,
    bounds: (usize, usize, usize, usize),
    seconds: f64,
) -> PyResult<Slots<'py>> {
    let bounds = Bounds { slots: bounds.0, depth: bounds.1, rows: bounds.2, marks: bounds.3 };
    let pages: Vec<PageView> = tables.iter().map(|table| table.get().view()).collect();
    let (marks, Alignment { slots, pages, rows }) = timed(py, seconds, || {
        let marks = Marks::new(&pages);
        let alignment = align(&pages, &marks, bounds);
        (marks, alignment)
    })?;
    let parents = slots.iter().map(|slot| slot.parent).collect();
    let starts = slots.iter().map(|slot| slot.first as i32).chain([rows.len() as i32]).collect();
    let tags = slots.iter().map(|slot| marks.tag_text(slot.tag).to_owned()).collect();
    let steps = slots.iter().map(|slot| mark_text(slot.mark, &marks)).collect();
    Ok((array(py, parents)?, tags, steps, array(py, starts)?, array(py, pages)?, array(py, rows)?))
}

/// A mark as an outline writes it.
fn mark_text(mark: Mark, marks: &Marks) -> String {
    match mark {
        Mark::None => String::new(),
        Mark::Token(number) => marks.text(number).to_owned(),
        Mark::Nth(ordinal) => format!("[{ordinal}]"),
    }
}

/// The paths of rows by the tokens that are known, and the texts at some of them; see `_native.pyi`.
#[pyclass(frozen, module = "weft._native")]
pub struct StablePaths {
    paths: stable_paths::StablePaths,
    texts: Wanted,
}

type Collected<'py> = (Column<'py, u64>, Vec<(i32, u64, String)>, Vec<(u64, String)>);

#[pymethods]
impl StablePaths {
    #[new]
    #[pyo3(signature = (tokens, texts=Vec::new()))]
    fn new(tokens: Vec<String>, texts: Vec<u64>) -> Self {
        StablePaths { paths: stable_paths::StablePaths::new(&tokens), texts: Wanted::new(texts) }
    }

    /// The path of every row.
    #[pyo3(signature = (table, *, seconds=f64::INFINITY))]
    fn paths<'py>(&self, table: &Bound<'py, Table>, seconds: f64) -> PyResult<Column<'py, u64>> {
        array(table.py(), on_page(table, seconds, |page| self.paths.paths(page))?)
    }

    /// The paths of all rows; the texts of those that say something, have one of the tags or a path of `texts`; the labels that
    /// texts begin with, each with its path.
    #[pyo3(signature = (table, tags, most, *, seconds=f64::INFINITY))]
    fn collect<'py>(
        &self,
        table: &Bound<'py, Table>,
        tags: Vec<u16>,
        most: i32,
        seconds: f64,
    ) -> PyResult<Collected<'py>> {
        let (paths, found) = on_page(table, seconds, |page| {
            let paths = self.paths.paths(page);
            let is_wanted =
                |row: usize| page.chars[row] > 0 || tags.contains(&page.tag[row]) || self.texts.has(paths[row]);
            let found = stable_paths::find_texts(page, most, is_wanted);
            (paths, found)
        })?;
        let path = |row: i32| paths[row as usize];
        let heads = found.iter().map(|(row, text)| (path(*row), split_label(text).0.to_owned()));
        let heads = heads.filter(|(_, head)| !head.is_empty()).collect();
        let texts = found.into_iter().map(|(row, text)| (row, path(row), text)).collect();
        Ok((array(table.py(), paths)?, texts, heads))
    }
}

/// A rule as Python gives it: path, label, ordinal, whether the text is whole, prefix, suffix.
type GivenRule = (u64, Option<String>, u32, bool, String, String);

/// The field rules of a template; see `field_rules`.
#[pyclass(frozen, module = "weft._native")]
pub struct FieldRules(field_rules::FieldRules);

#[pymethods]
impl FieldRules {
    #[new]
    fn new(
        tokens: Vec<String>,
        rules: Vec<GivenRule>,
        labels: Vec<(u64, Vec<String>)>,
        attributes: Vec<u64>,
    ) -> PyResult<Self> {
        let rule = |(path, after, nth, whole, prefix, suffix)| Rule { path, after, nth, whole, prefix, suffix };
        let rules = rules.into_iter().map(rule).collect();
        Ok(FieldRules(field_rules::FieldRules::new(&tokens, rules, labels, attributes)))
    }

    /// The numbers of the rules that find a text, each with its row and its value; and the rows, with their paths, of which
    /// an attribute may be taken.
    #[pyo3(signature = (table, most, *, seconds=f64::INFINITY))]
    #[expect(clippy::type_complexity, reason = "as Python reads it")]
    fn find(
        &self,
        table: &Bound<'_, Table>,
        most: i32,
        seconds: f64,
    ) -> PyResult<(Vec<(usize, i32, String)>, Vec<(i64, u64)>)> {
        let found = on_page(table, seconds, |page| self.0.find(page, most))?;
        let values = found.values.into_iter().map(|value| (value.rule, value.row, value.text)).collect();
        Ok((values, found.taken))
    }
}

type Read<'text> = (i32, u64, &'text str, i32, u32, u32, &'text str, &'text str);

/// The texts of a page, given by row and path, less the labels among them, as `LabelledText` names their parts.
#[pyfunction]
pub fn read_texts(
    py: Python<'_>,
    texts: Vec<(i32, u64, String)>,
    labels: Vec<(u64, Vec<String>)>,
) -> PyResult<Bound<'_, PyAny>> {
    let labels = Labels::new(labels);
    let mut reader = Reader::new(&labels);
    let read = texts.iter().filter_map(|(row, path, text)| {
        let read = reader.read(*row, *path, text)?;
        Some((*row, *path, read.label, read.label_row, read.nth, read.nth_under, text.as_str(), read.value))
    });
    read.collect::<Vec<Read>>().into_pyobject(py)
}

type Set<'py> = (Column<'py, u64>, Column<'py, bool>);

/// The tag paths and the named steps of a page, each with whether it is there once, and counts; see `traits`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn page_traits<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<(Set<'py>, Set<'py>, [i64; 7])> {
    let found = on_page(table, seconds, traits::describe)?;
    let set = |set: traits::HashSet| Ok::<_, PyErr>((array(table.py(), set.hashes)?, array(table.py(), set.once)?));
    Ok((set(found.paths)?, set(found.steps)?, found.counts))
}

/// What chooses the body: slots with the title's own, slots without links, texts, the lengths of these, and the flags
/// for a page of which nothing is kept; or slots of records.
#[derive(FromPyObject)]
enum GivenBody {
    Slots(Vec<i32>, Vec<i32>, HashSet<String>, Vec<i32>, Option<Vec<u8>>),
    Records(Vec<i32>),
}

/// A template; see `templates`.
#[pyclass(frozen, module = "weft._native")]
pub struct Template(Arc<templates::Template>);

#[pymethods]
impl Template {
    #[new]
    fn new(outline: &Bound<'_, Outline>, flags: Vec<u8>, usual: usize, body: Option<GivenBody>) -> PyResult<Self> {
        let outline = Arc::clone(&outline.get().0);
        let check = |flags: &[u8]| outline.check_flags(flags).map_err(PyValueError::new_err);
        check(&flags)?;
        let body = match body {
            Some(GivenBody::Slots(own, no_links, texts, mut lengths, spared)) => {
                spared.as_deref().map_or(Ok(()), check)?;
                lengths.sort_unstable();
                Body::Slots { own, no_links, texts, lengths, spared }
            }
            Some(GivenBody::Records(slots)) => Body::Records(slots),
            None => Body::Other,
        };
        Ok(Template(Arc::new(templates::Template { outline, flags, usual, body })))
    }

    /// A page as the template reads it.
    #[pyo3(signature = (table, *, seconds=f64::INFINITY))]
    fn read(&self, table: &Bound<'_, Table>, seconds: f64) -> PyResult<Fitting> {
        Fitting::of(table.py(), on_page(table, seconds, |page| self.0.read(page))?)
    }
}

/// The template that a page fits best, and the page as that one reads it; see `_native.pyi`.
#[pyclass(frozen, get_all, module = "weft._native")]
pub struct Fitting {
    cluster: i64,
    score: f64,
    found: f64,
    known: f64,
    slots: Py<PyArray1<i32>>,
    keep: Option<Py<PyArray1<i64>>>,
    is_settled: bool,
}

impl Fitting {
    fn of(py: Python<'_>, fitting: templates::Fitting) -> PyResult<Self> {
        let templates::Fitting { template, found, known, score, slots, keep, is_settled } = fitting;
        let keep = keep.map(|keep| array(py, keep).map(Bound::unbind)).transpose()?;
        let cluster = template.map_or(-1, |number| number as i64);
        Ok(Fitting { cluster, score, found, known, slots: array(py, slots)?.unbind(), keep, is_settled })
    }
}

/// A template; whether it is doubted, the least and the most words of a body, and the least fit of a page.
type GivenTemplate<'py> = (Bound<'py, Template>, (bool, (i64, i64), f64));

/// The templates of a site; see `templates`.
#[pyclass(frozen, module = "weft._native")]
pub struct Templates(templates::Templates);

#[pymethods]
impl Templates {
    #[new]
    fn new(given: Vec<GivenTemplate<'_>>, fits: f64) -> Self {
        let read = |(template, (is_doubted, words, fit)): GivenTemplate<'_>| {
            (Arc::clone(&template.get().0), Guard { is_doubted, words, fit })
        };
        Templates(templates::Templates { templates: given.into_iter().map(read).collect(), fits })
    }

    /// The best of the templates that are tried on a page, group by group until one fits, and its choice.
    #[pyo3(signature = (table, tried, *, seconds=f64::INFINITY))]
    fn choose(&self, table: &Bound<'_, Table>, tried: Vec<Vec<usize>>, seconds: f64) -> PyResult<Fitting> {
        self.check(&tried)?;
        Fitting::of(table.py(), on_page(table, seconds, |page| self.0.choose(page, &tried))?)
    }

    /// The table of a page, what `choose` tells of it, and what is told of the page alone where templates were tried and
    /// none chooses, as `extract` tells it. The table remembers the text of what is kept.
    #[pyo3(signature = (data, limits, tried, *, judge=None, charset=None, url=None))]
    fn read<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        limits: GivenLimits,
        tried: Vec<Vec<usize>>,
        judge: Option<&Bound<'py, Judge>>,
        charset: Option<&str>,
        url: Option<&Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (py, limits) = (data.py(), limits.read());
        self.check(&tried)?;
        let url = url.map(|url| url.to_string_lossy()).unwrap_or_default();
        let judge = judge.filter(|_| tried.iter().any(|group| !group.is_empty())).map(|judge| judge.get());
        let source = source_of(data)?;
        let (table, fitting, alone) = limited(py, &limits, || {
            let table = Table::from_columns(source.parse(charset, &limits));
            let fitting = self.read_table(&table, &tried, &url);
            let judge = judge.filter(|_| !fitting.is_settled);
            let alone = judge.map(|judge| judge.read(&table, &url)).transpose();
            (table, fitting, alone)
        })?;
        let alone = alone.map_err(other_features)?.zip(judge).map(|((judged, answer), judge)| {
            let told = judge.tell(answer, &judged, &table);
            (Judged(judged), told)
        });
        let fitting = Fitting::of(py, fitting)?;
        (table, fitting, alone).into_pyobject(py)
    }
}

impl Templates {
    fn check(&self, tried: &[Vec<usize>]) -> PyResult<()> {
        let has_all = tried.iter().flatten().all(|&number| number < self.0.templates.len());
        if has_all { Ok(()) } else { Err(PyValueError::new_err("there is no such template")) }
    }

    /// From a table to the text that it remembers.
    fn read_table(&self, table: &Table, tried: &[Vec<usize>], url: &str) -> templates::Fitting {
        let fitting = self.0.choose(&table.view(), tried);
        if let Some(keep) = fitting.keep.as_ref().filter(|_| fitting.is_settled) {
            remember_text(table, keep, url);
        }
        fitting
    }
}
