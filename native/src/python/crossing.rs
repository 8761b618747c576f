//! A page from bytes to text in one crossing: decode, parse, judge, decide, write. Python's lock is released from its
//! beginning to its end.
//!
//! `parse`, `decide` and `write_text` say the same in three calls.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::blocks::write_plain;
use super::decision::{Decided, Typed, judge_and_decide, tell_all, with_posts};
use super::judge::{Judge, Judged, fault_error};
use super::parsing::{GivenLimits, Source};
use super::table::Table;
use super::views::Written;
use super::{call_error, made};
use crate::decision::{Answer, Found};
use crate::judge::Fault;
use crate::limits::{Deadline, Tripped};
use crate::memory;

/// Reads a page that stands at an address: its table, what the model says of it, and what is kept or what Python must find
/// first, as `decide` tells it. The table remembers the text of what is kept. Posts decide where there is a `search`.
#[pyfunction]
#[pyo3(signature = (judge, data, limits, *, charset=None, url=None, search=None))]
pub fn extract<'py>(
    judge: &Bound<'py, Judge>,
    data: &Bound<'py, PyAny>,
    limits: GivenLimits,
    charset: Option<&str>,
    url: Option<&Bound<'py, PyString>>,
    search: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, judge, limits) = (judge.py(), judge.get(), limits.read());
    let url = url.map(|url| url.to_string_lossy()).unwrap_or_default();
    let source = Source::of(data)?;
    let view = source.view();
    let begun = Instant::now();
    let left = || limits.seconds - begun.elapsed().as_secs_f64();
    let (table, (judged, mut told)) = py.detach(|| {
        let table = view.read(charset, &limits)?;
        let decided = cross(judge, &table, &url, left()).map_err(|fault| fault_error(fault, limits.seconds))?;
        Ok::<_, PyErr>((table, decided))
    })?;
    let table = made(py, || Bound::new(py, table))?;
    if let (Some((Answer::Records(_), _)), Some(judged)) = (&told, &judged)
        && let Some(open) = told.take()
    {
        let settled = with_posts(judge, &table, (&url, judged), (open, &Found::default()), search.as_ref(), left())?;
        let page = table.get();
        py.detach(|| write(page, &settled, &url, &mut Deadline::after(left()))).map_err(call_error(limits.seconds))?;
        told = Some(settled);
    }
    let judged = judged.map(|judged| Judged::of(judged, table.get())).transpose()?;
    let told = tell_all(py, told, table.get().block_row.values().len())?;
    made(py, || (table, judged, told).into_pyobject(py))
}

/// From a table to the text that it remembers.
pub(super) fn cross(judge: &Judge, table: &Table, url: &str, seconds: f64) -> Result<Decided, Fault> {
    let deadline = &mut Deadline::after(seconds);
    let decided = judge_and_decide(judge, table, url, None, &Found::default(), deadline)?;
    if let (_, Some(told)) = &decided {
        write(table, told, url, deadline)?;
    }
    Ok(decided)
}

/// Lets a table remember the text of what is kept.
fn write(table: &Table, told: &Typed, url: &str, deadline: &mut Deadline) -> Result<(), Tripped> {
    if let (Answer::Decided(decision), _) = told {
        let text = write_plain(table, &decision.keep, (url, false), deadline)?;
        table.remember(Written { keep: memory::list(&decision.keep)?, text });
    }
    Ok(())
}
