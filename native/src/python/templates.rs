//! The templates of a site behind a Python class: from bytes to the text of the body in one crossing, Python's lock
//! released from its beginning to its end.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Instant;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::blocks::write_clean;
use super::outline::Outline;
use super::parsing::{GivenLimits, Source};
use super::table::Table;
use super::views::Written;
use super::{array, call_error};
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::templates::{self, Body, Choice, Template};

/// What chooses the body: slots with the title's own, slots without links, texts and the lengths of these; or slots of
/// records.
#[derive(FromPyObject)]
enum GivenBody {
    Slots(Vec<i32>, Vec<i32>, HashSet<String>, Vec<i32>),
    Records(Vec<i32>),
}

/// A template: its outline, the flags of every slot, how many slots are usual, what chooses the body, where
/// that is not something only Python knows; the least and the
/// most words of a body and the least fit of a page that need no second look.
#[derive(FromPyObject)]
struct GivenTemplate<'py>(Bound<'py, Outline>, Vec<u8>, usize, Option<GivenBody>, (i64, i64), f64);

impl GivenTemplate<'_> {
    fn read(self) -> PyResult<Template> {
        let GivenTemplate(outline, flags, usual, body, words, fit) = self;
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
        Ok(Template { outline, flags, usual, body, words, fit })
    }
}

/// The number of a template, the blocks of the body, the slots of all rows.
type Told<'py> = (usize, Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<i32>>);

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

    /// The choice on a page by the best of the templates that are tried; none where Python must choose.
    #[pyo3(signature = (table, tried, *, seconds=f64::INFINITY))]
    fn choose<'py>(&self, table: &Bound<'py, Table>, tried: Vec<usize>, seconds: f64) -> PyResult<Option<Told<'py>>> {
        let (py, table) = (table.py(), table.get());
        self.check(&tried)?;
        let choice = py.detach(|| self.0.choose(&table.templated(), &tried, &mut Deadline::after(seconds)));
        tell(py, choice.map_err(call_error(seconds))?)
    }

    /// The table of a page and the choice on it. The table remembers the text of what is kept.
    #[pyo3(signature = (data, limits, tried, *, charset=None))]
    fn read<'py>(
        &self,
        data: &Bound<'py, PyAny>,
        limits: GivenLimits,
        tried: Vec<usize>,
        charset: Option<&str>,
    ) -> PyResult<(Table, Option<Told<'py>>)> {
        let (py, limits) = (data.py(), limits.read());
        self.check(&tried)?;
        let source = Source::of(data)?;
        let view = source.view();
        let (table, choice) = py.detach(|| {
            let begun = Instant::now();
            let table = view.read(charset, &limits)?;
            let left = limits.seconds - begun.elapsed().as_secs_f64();
            let choice = self.cross(&table, &tried, &mut Deadline::after(left));
            Ok::<_, PyErr>((table, choice.map_err(call_error(limits.seconds))?))
        })?;
        Ok((table, tell(py, choice)?))
    }
}

impl Templates {
    fn check(&self, tried: &[usize]) -> PyResult<()> {
        let has_all = tried.iter().all(|&number| number < self.0.templates.len());
        if has_all { Ok(()) } else { Err(PyValueError::new_err("there is no such template")) }
    }

    /// From a table to the text that it remembers.
    fn cross(&self, table: &Table, tried: &[usize], deadline: &mut Deadline) -> Result<Option<Choice>, Tripped> {
        let choice = self.0.choose(&table.templated(), tried, deadline)?;
        if let Some(Choice { keep, .. }) = &choice
            && let Some(text) = write_clean(table, keep, deadline)?
        {
            table.remember(Written { keep: memory::list(keep)?, text });
        }
        Ok(choice)
    }
}

fn tell(py: Python<'_>, choice: Option<Choice>) -> PyResult<Option<Told<'_>>> {
    let Some(Choice { template, keep, slots }) = choice else { return Ok(None) };
    Ok(Some((template, array(py, keep)?, array(py, slots)?)))
}
