//! A page from bytes to text in one crossing: decode, parse, judge, decide, write. Python's lock is released from its
//! beginning to its end.
//!
//! `parse`, `decide` and `clean_text` say the same in three calls.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::blocks::write_clean;
use super::decision::{Decided, judge_and_decide, tell_all};
use super::judge::{Judge, Judged, fault_error};
use super::made;
use super::parsing::{GivenLimits, Source};
use super::table::Table;
use super::views::Written;
use crate::decision::{Answer, Found};
use crate::judge::Fault;
use crate::limits::Deadline;
use crate::memory;

/// Reads a page that stands at an address: its table, what the model says of it, and what is kept or what Python must find
/// first, as `decide` tells it. The table remembers the text of what is kept.
#[pyfunction]
#[pyo3(signature = (judge, data, limits, *, charset=None, url=None))]
pub fn extract<'py>(
    judge: &Bound<'py, Judge>,
    data: &Bound<'py, PyAny>,
    limits: GivenLimits,
    charset: Option<&str>,
    url: Option<&Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, judge, limits) = (judge.py(), judge.get(), limits.read());
    let url = url.map(|url| url.to_string_lossy()).unwrap_or_default();
    let source = Source::of(data)?;
    let view = source.view();
    let (table, (judged, told)) = py.detach(|| {
        let begun = Instant::now();
        let table = view.read(charset, &limits)?;
        let seconds = limits.seconds - begun.elapsed().as_secs_f64();
        let decided = cross(judge, &table, &url, seconds).map_err(|fault| fault_error(fault, limits.seconds))?;
        Ok::<_, PyErr>((table, decided))
    })?;
    let judged = judged.map(|judged| Judged::of(judged, &table)).transpose()?;
    let told = tell_all(py, told, table.block_row.values().len())?;
    made(py, || (table, judged, told).into_pyobject(py))
}

/// From a table to the text that it remembers.
pub(super) fn cross(judge: &Judge, table: &Table, url: &str, seconds: f64) -> Result<Decided, Fault> {
    let deadline = &mut Deadline::after(seconds);
    let decided = judge_and_decide(judge, table, url, None, &Found::default(), deadline)?;
    if let (_, Some((Answer::Decided(decision), _))) = &decided
        && let Some(text) = write_clean(table, &decision.keep, deadline)?
    {
        table.remember(Written { keep: memory::list(&decision.keep)?, text });
    }
    Ok(decided)
}
