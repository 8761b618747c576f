//! A page from bytes to text in one crossing: decode, parse, judge, decide, write. Python's lock is released from its
//! beginning to its end.
//!
//! `parse`, `decide` and `write_text` say the same in three calls.

use std::time::Instant;

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::blocks::write_plain;
use super::judge::{Judge, Judged, fault_error};
use super::parsing::{GivenLimits, Source};
use super::table::Table;
use super::views::Written;
use super::{call_error, made};
use crate::decision::Answer;
use crate::judge::Fault;
use crate::limits::{Deadline, Tripped};
use crate::{judge, memory};

/// Reads a page that stands at an address: its table, what the model says of it, and what is kept, as `decide` tells it.
/// The table remembers the text of what is kept. Posts decide where there is a `search`.
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
    let (table, (judged, answer)) = py.detach(|| {
        let table = view.read(charset, &limits)?;
        let decided = cross(judge, &table, &url, left()).map_err(|fault| fault_error(fault, limits.seconds))?;
        Ok::<_, PyErr>((table, decided))
    })?;
    let (table, is_open) = (made(py, || Bound::new(py, table))?, matches!(answer, Answer::Records(_)));
    let answer = judge.settle(&table, &url, (&judged, answer), search.as_ref(), left())?;
    let page = table.get();
    if is_open {
        py.detach(|| write(page, &answer, &url, &mut Deadline::after(left()))).map_err(call_error(limits.seconds))?;
    }
    let told = judge.tell(answer, &judged, page);
    made(py, || (table, Judged(judged), told).into_pyobject(py))
}

/// From a table to the text that it remembers.
pub(super) fn cross(judge: &Judge, table: &Table, url: &str, seconds: f64) -> Result<(judge::Judged, Answer), Fault> {
    let deadline = &mut Deadline::after(seconds);
    let judged = judge.judge_table(table, url, deadline)?;
    let answer = judge.decide(table, url, &judged, deadline)?;
    write(table, &answer, url, deadline)?;
    Ok((judged, answer))
}

/// Lets a table remember the text of what is kept.
fn write(table: &Table, answer: &Answer, url: &str, deadline: &mut Deadline) -> Result<(), Tripped> {
    if let Answer::Decided(decision) = answer {
        let text = write_plain(table, &decision.keep, (url, false), deadline)?;
        table.remember(Written { keep: memory::list(&decision.keep)?, text });
    }
    Ok(())
}
