//! A page from bytes to text in one crossing: decode, parse, judge, decide, write. Python's lock is released from its
//! beginning to its end.
//!
//! `parse`, `decide` and `write_text` say the same in three calls.

use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::blocks::write_plain;
use crate::calls::timed;
use crate::judge::{Judge, Judged, other_features};
use crate::parsing::{GivenLimits, Source, limited};
use crate::table::{Table, Written};
use extractors::decision::Answer;
use extractors::judge::{self, OtherFeatures};
use limits::ThreadTime;

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
    let begun = ThreadTime::now();
    let left = || limits.seconds - begun.elapsed().as_secs_f64();
    let (table, decided) = limited(py, &limits, || {
        let table = view.table(charset, &limits);
        let decided = cross(judge, &table, &url);
        (table, decided)
    })?;
    let (judged, answer) = decided.map_err(other_features)?;
    let (table, is_open) = (Bound::new(py, table)?, matches!(answer, Answer::Records(_)));
    let answer = judge.settle(&table, &url, (&judged, answer), search.as_ref(), left())?;
    let page = table.get();
    if is_open {
        timed(py, left(), || write(page, &answer, &url))?;
    }
    let told = judge.tell(answer, &judged, page);
    (table, Judged(judged), told).into_pyobject(py)
}

/// From a table to the text that it remembers.
pub(super) fn cross(judge: &Judge, table: &Table, url: &str) -> Result<(judge::Judged, Answer), OtherFeatures> {
    let judged = judge.judge_table(table, url)?;
    let answer = judge.decide(table, url, &judged);
    write(table, &answer, url);
    Ok((judged, answer))
}

/// Lets a table remember the text of what is kept.
fn write(table: &Table, answer: &Answer, url: &str) {
    if let Answer::Decided(decision) = answer {
        let text = write_plain(table, &decision.keep, (url, false));
        table.remember(Written { keep: decision.keep.to_vec(), text });
    }
}
