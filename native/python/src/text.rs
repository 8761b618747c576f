//! What is read from words and characters: dates, patterns, languages, signs of a discussion, a line of JSON.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::calls::timed;
use crate::table::{Table, on_page};
use text::dates::{self, Day, Reference};
use text::patterns::{self, Steps, Stopped};
use text::{class_words, hash, json_line, language, languages};

/// Year, month, day, hour, minute, second and microsecond of the time at which a page was read, and its zone.
#[derive(FromPyObject)]
pub struct GivenReference((i64, i64, i64, i64, i64, i64, i64, String));

impl GivenReference {
    pub fn read(self) -> PyResult<Reference> {
        let (year, month, day, hour, minute, second, microsecond, zone) = self.0;
        let day = Day::new(year, month, day).ok_or_else(|| PyValueError::new_err("the calendar has no such day"))?;
        Ok(Reference { day, hour, minute, second, microsecond, zone })
    }
}

/// A text of Python. JSON can have halves of characters, which no date has: a question mark stands for each.
fn readable<'text>(text: &'text Bound<'_, PyString>) -> PyResult<Cow<'text, str>> {
    text.to_cow().or_else(|_| {
        let bytes: Vec<u8> = text.call_method1("encode", ("utf-8", "replace"))?.extract()?;
        Ok(Cow::Owned(String::from_utf8(bytes)?))
    })
}

type FoundDates = Vec<(usize, usize, String, bool)>;

/// The dates of a text: where each begins and ends, what it is, and whether it takes a reference time.
#[pyfunction]
#[pyo3(signature = (text, reference, day_first, *, seconds=f64::INFINITY))]
pub fn find_dates(
    text: &Bound<'_, PyString>,
    reference: Option<GivenReference>,
    day_first: bool,
    seconds: f64,
) -> PyResult<FoundDates> {
    let reference = reference.map(GivenReference::read).transpose()?;
    let (py, text) = (text.py(), readable(text)?);
    let dates = timed(py, seconds, || dates::find(&text, reference.as_ref(), day_first))?;
    let dates = dates.into_iter().map(|date| (date.start, date.end, date.iso, date.is_relative));
    Ok(dates.collect())
}

/// The date of a short text in ISO 8601; empty where the text is no date.
#[pyfunction]
#[pyo3(signature = (text, reference, day_first, *, seconds=f64::INFINITY))]
pub fn normalise_date(
    text: &Bound<'_, PyString>,
    reference: Option<GivenReference>,
    day_first: bool,
    seconds: f64,
) -> PyResult<String> {
    let reference = reference.map(GivenReference::read).transpose()?;
    let (py, text) = (text.py(), readable(text)?);
    timed(py, seconds, || dates::normalise(&text, reference.as_ref(), day_first))
}

/// A text that is a whole date of ISO 8601; empty where it is none.
#[pyfunction]
pub fn read_iso(text: &Bound<'_, PyString>, reference: Option<GivenReference>) -> PyResult<String> {
    Ok(dates::read_iso(&readable(text)?, reference.map(GivenReference::read).transpose()?.as_ref()))
}

/// A lexical pattern; see `patterns`.
#[pyclass(frozen, module = "weft._native")]
pub struct Pattern(patterns::Pattern);

#[pymethods]
impl Pattern {
    #[new]
    fn new(text: &str, max_length: usize) -> PyResult<Self> {
        let pattern = patterns::Pattern::new(text, max_length);
        pattern.map(Pattern).map_err(|fault| PyValueError::new_err((fault.what, fault.place)))
    }

    /// The matches and the steps that the search took; where it took more than `max_steps`, it stopped.
    fn find(&self, py: Python<'_>, text: &str, max_steps: u64) -> PyResult<(Vec<(usize, usize)>, u64)> {
        let mut steps = Steps { count: 0, max: max_steps };
        let matches = py.detach(|| self.0.find(text, &mut steps));
        Ok((result(matches)?, steps.count))
    }

    /// Where the longest match from `start` ends, and the steps as in `find`.
    fn match_at(&self, py: Python<'_>, text: &str, start: usize, max_steps: u64) -> PyResult<(Option<usize>, u64)> {
        let mut steps = Steps { count: 0, max: max_steps };
        let end = py.detach(|| self.0.match_at(text, start, &mut steps));
        Ok((result(end)?, steps.count))
    }
}

/// What a search gave; nothing where it took too many steps, which their count tells.
fn result<T: Default>(given: Result<T, Stopped>) -> PyResult<T> {
    Ok(given.unwrap_or_default())
}

/// The text under a name of a line of JSON, and the line without it; see `json_line`.
#[pyfunction]
pub fn cut_text<'py>(
    py: Python<'py>,
    line: &[u8],
    name: &str,
) -> PyResult<Option<(Bound<'py, PyBytes>, Bound<'py, PyBytes>)>> {
    let cut = py.detach(|| json_line::cut_text(line, name.as_bytes()));
    Ok(cut.map(|(rest, text)| (PyBytes::new(py, &rest), PyBytes::new(py, &text))))
}

#[pyfunction]
pub fn token_flags(token: &str) -> u16 {
    class_words::token_flags(token)
}

/// How much the words of a page speak for a discussion, in tenths; see `discussion`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn discussion_score(table: &Bound<'_, Table>, seconds: f64) -> PyResult<i32> {
    let spoken = &table.get().rest.known.spoken;
    on_page(table, seconds, |page| spoken.score(page))
}

/// Whether the words of a page speak so much for a discussion, in tenths.
#[pyfunction]
#[pyo3(signature = (table, least, *, seconds=f64::INFINITY))]
pub fn speaks_as_discussion(table: &Bound<'_, Table>, least: i32, seconds: f64) -> PyResult<bool> {
    let spoken = &table.get().rest.known.spoken;
    on_page(table, seconds, |page| spoken.reaches(least, page))
}

/// How many of the runs of words of one page another one has, and how many there are; see `shared_runs`.
#[pyfunction]
#[pyo3(signature = (part, whole, *, seconds=f64::INFINITY))]
pub fn count_shared_runs(part: &Bound<'_, Table>, whole: &Bound<'_, Table>, seconds: f64) -> PyResult<(usize, usize)> {
    let (py, part, whole) = (part.py(), part.get(), whole.get());
    timed(py, seconds, || hash::count_shared_runs(part.said(), whole.said()))
}

#[pyfunction]
pub fn guess_language(text: &str) -> (&'static str, f64) {
    language::guess(text)
}

/// The words of times, buttons, counters and names, one kind of one language a line; see `languages`.
#[pyfunction]
pub fn language_table() -> &'static str {
    languages::TABLE
}
