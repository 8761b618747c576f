//! The templates of a site behind a Python class: from bytes to the text of the body in one crossing, Python's lock
//! released from its beginning to its end.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::blocks::write_plain;
use super::crossing;
use super::decision::{Decided, tell_all};
use super::judge::{Judge, Judged, fault_error};
use super::outline::Outline;
use super::parsing::{GivenLimits, Source};
use super::table::Table;
use super::views::Written;
use super::{array, call_error, made, memory_error};
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::outline::{self, Fit};
use crate::templates::{self, Body, Fitting, Template};

/// What chooses the body: slots with the title's own, slots without links, texts and the lengths of these; or slots of
/// records.
#[derive(FromPyObject)]
enum GivenBody {
    Slots(Vec<i32>, Vec<i32>, HashSet<String>, Vec<i32>),
    Records(Vec<i32>),
}

/// A template: its outline, the flags of every slot, how many slots are usual, what chooses the body, where that is not
/// something only Python knows; whether it is doubted, and the least and the most words of a body and the least fit of
/// a page that need no second look.
#[derive(FromPyObject)]
struct GivenTemplate<'py>(Bound<'py, Outline>, Vec<u8>, usize, Option<GivenBody>, GivenGuard);

type GivenGuard = (bool, (i64, i64), f64);

impl GivenTemplate<'_> {
    fn read(self) -> PyResult<Template> {
        let GivenTemplate(outline, flags, usual, body, (is_doubted, words, fit)) = self;
        let outline = Arc::clone(&outline.get().0);
        outline.check_flags(&flags).map_err(PyValueError::new_err)?;
        let body = match body {
            Some(GivenBody::Slots(own, no_links, texts, mut lengths)) => {
                lengths.sort_unstable();
                Body::Slots { own, no_links, texts, lengths }
            }
            Some(GivenBody::Records(slots)) => Body::Records(slots),
            None => Body::Other,
        };
        Ok(Template { outline, flags, usual, body, is_doubted, words, fit })
    }
}

/// The number of the template, the blocks of the body where the kernel knows them, and what `Outline` tells of a page as
/// the template reads it; without the blocks that its slots keep where the body is settled.
type Told<'py> = (
    usize,
    Option<Bound<'py, PyArray1<i64>>>,
    Bound<'py, PyArray1<i32>>,
    (usize, usize, usize),
    Option<Bound<'py, PyArray1<i64>>>,
);

/// The templates of a site; see `templates`.
#[pyclass(frozen, module = "weft._native")]
pub struct Templates(templates::Templates);

#[pymethods]
impl Templates {
    #[new]
    fn new(given: Vec<GivenTemplate<'_>>, fits: f64) -> PyResult<Self> {
        let templates = given.into_iter().map(GivenTemplate::read).collect::<PyResult<Vec<_>>>()?;
        Ok(Templates(templates::Templates { templates, fits }))
    }

    /// The best of the templates that are tried on a page, and its choice; none where Python must find the template.
    #[pyo3(signature = (table, tried, *, seconds=f64::INFINITY))]
    fn choose<'py>(&self, table: &Bound<'py, Table>, tried: Vec<usize>, seconds: f64) -> PyResult<Option<Told<'py>>> {
        let (py, table) = (table.py(), table.get());
        self.check(&tried)?;
        let fitting = py.detach(|| self.0.choose(&table.templated(), &tried, &mut Deadline::after(seconds)));
        tell(py, fitting.map_err(call_error(seconds))?, table)
    }

    /// The table of a page, what `choose` tells of it, and what is told of the page alone where templates were tried and
    /// none chooses, as `extract` tells it. The table remembers the text of what is kept.
    #[pyo3(signature = (data, limits, tried, *, judge=None, charset=None, url=None))]
    fn read<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        limits: GivenLimits,
        tried: Vec<usize>,
        judge: Option<&Bound<'py, Judge>>,
        charset: Option<&str>,
        url: Option<&Bound<'py, PyString>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let (py, limits) = (data.py(), limits.read());
        self.check(&tried)?;
        let url = url.map(|url| url.to_string_lossy()).unwrap_or_default();
        let judge = judge.filter(|_| !tried.is_empty()).map(|judge| judge.get());
        let source = Source::of(data)?;
        let view = source.view();
        let (table, fitting, alone) = py.detach(|| {
            let begun = Instant::now();
            let table = view.read(charset, &limits)?;
            let left = || limits.seconds - begun.elapsed().as_secs_f64();
            let fitting =
                self.cross(&table, &tried, &url, &mut Deadline::after(left())).map_err(call_error(limits.seconds))?;
            let judge = judge.filter(|_| fitting.as_ref().is_none_or(|fitting| !fitting.is_settled));
            let alone = judge.map(|judge| crossing::cross(judge, &table, &url, left())).transpose();
            Ok::<_, PyErr>((table, fitting, alone.map_err(|fault| fault_error(fault, limits.seconds))?))
        })?;
        let alone = alone.map(|alone| tell_alone(py, alone, &table)).transpose()?;
        let fitting = tell(py, fitting, &table)?;
        made(py, || (table, fitting, alone).into_pyobject(py))
    }
}

/// What is told of a page alone: the judgement, and the decision or a question.
fn tell_alone<'py>(py: Python<'py>, (judged, told): Decided, table: &Table) -> PyResult<Bound<'py, PyTuple>> {
    let judged = judged.map(|judged| Judged::of(judged, table)).transpose()?;
    let told = tell_all(py, told, table.block_row.values().len())?;
    made(py, || (judged, told).into_pyobject(py))
}

impl Templates {
    fn check(&self, tried: &[usize]) -> PyResult<()> {
        let has_all = tried.iter().all(|&number| number < self.0.templates.len());
        if has_all { Ok(()) } else { Err(PyValueError::new_err("there is no such template")) }
    }

    /// From a table to the text that it remembers.
    fn cross(
        &self,
        table: &Table,
        tried: &[usize],
        url: &str,
        deadline: &mut Deadline,
    ) -> Result<Option<Fitting>, Tripped> {
        let fitting = self.0.choose(&table.templated(), tried, deadline)?;
        if let Some(Fitting { keep: Some(keep), is_settled: true, .. }) = &fitting {
            let text = write_plain(table, keep, (url, false), deadline)?;
            table.remember(Written { keep: memory::list(keep)?, text });
        }
        Ok(fitting)
    }
}

fn tell<'py>(py: Python<'py>, fitting: Option<Fitting>, table: &Table) -> PyResult<Option<Told<'py>>> {
    let Some(Fitting { template, keep, is_settled, reading }) = fitting else { return Ok(None) };
    let (first, hidden) = (table.block_first.values(), table.block_hidden.values());
    let blocks = || outline::kept_blocks(&reading.kept, first, hidden).map_err(memory_error);
    let kept = if is_settled { None } else { Some(array(py, blocks()?)?) };
    let keep = keep.map(|keep| array(py, keep)).transpose()?;
    let Fit { found, known, unknown } = reading.fit;
    Ok(Some((template, keep, array(py, reading.slots)?, (found, known, unknown), kept)))
}
