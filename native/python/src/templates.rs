//! The templates of a site behind a Python class: from bytes to the text of the body in one crossing, Python's lock
//! released from its beginning to its end.

use std::collections::HashSet;
use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::blocks::write_plain;
use crate::calls::{array, timed};
use crate::crossing;
use crate::judge::{Judge, Judged, other_features};
use crate::outline::Outline;
use crate::parsing::{GivenLimits, Source, limited};
use crate::table::{Table, Written};
use sites::templates::{self, Body, Guard};

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
        let (py, table) = (table.py(), table.get());
        let fitting = timed(py, seconds, || self.0.read(&table.view()));
        Fitting::of(py, fitting?)
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
        let (py, table) = (table.py(), table.get());
        self.check(&tried)?;
        let fitting = timed(py, seconds, || self.0.choose(&table.view(), &tried));
        Fitting::of(py, fitting?)
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
        let source = Source::of(data)?;
        let view = source.view();
        let (table, fitting, alone) = limited(py, &limits, || {
            let table = view.table(charset, &limits);
            let fitting = self.cross(&table, &tried, &url);
            let judge = judge.filter(|_| !fitting.is_settled);
            let alone = judge.map(|judge| crossing::cross(judge, &table, &url)).transpose();
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
    fn cross(&self, table: &Table, tried: &[Vec<usize>], url: &str) -> templates::Fitting {
        let fitting = self.0.choose(&table.view(), tried);
        if let Some(keep) = fitting.keep.as_ref().filter(|_| fitting.is_settled) {
            let text = write_plain(table, keep, (url, false));
            table.remember(Written { keep: keep.to_vec(), text });
        }
        fitting
    }
}
