//! What is read from words alone: tokens of records, signs of a discussion, a text's language, a line of JSON.

use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::calls::timed;
use crate::table::{Table, read};
use extractors::discussion_score::{Said, Spoken};
use text::{class_words, json_line, language, languages, shared_runs};

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
pub fn token_flags(token: &str) -> PyResult<u16> {
    Ok(class_words::token_flags(token))
}

/// How much the words of a page speak for a discussion, in tenths; see `discussion`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn discussion_score(table: &Bound<'_, Table>, seconds: f64) -> PyResult<i32> {
    spoken(table, seconds, |spoken, said| spoken.score(said))
}

/// Whether the words of a page speak so much for a discussion, in tenths.
#[pyfunction]
#[pyo3(signature = (table, least, *, seconds=f64::INFINITY))]
pub fn speaks_as_discussion(table: &Bound<'_, Table>, least: i32, seconds: f64) -> PyResult<bool> {
    spoken(table, seconds, |spoken, said| spoken.reaches(least, said))
}

/// What is asked of what a page remembers of its score.
fn spoken<T: Send>(table: &Bound<'_, Table>, seconds: f64, ask: impl Fn(&Spoken, &Said) -> T + Sync) -> PyResult<T> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, text_end);
    let end = text_end.as_slice()?.first().map_or(0, |&end| end as usize);
    let (text, raw) = table.text.as_bytes().split_at(end);
    let said = Said { attributes: &table.rest.attributes, text, raw };
    timed(py, seconds, || ask(&table.rest.known.spoken, &said))
}

/// How many of the runs of words of one page another one has, and how many there are; see `shared_runs`.
#[pyfunction]
#[pyo3(signature = (part, whole, *, seconds=f64::INFINITY))]
pub fn count_shared_runs(part: &Bound<'_, Table>, whole: &Bound<'_, Table>, seconds: f64) -> PyResult<(usize, usize)> {
    let (py, part, whole) = (part.py(), part.get(), whole.get());
    timed(py, seconds, || shared_runs::count(part.said(), whole.said()))
}

#[pyfunction]
pub fn guess_language(text: &str) -> PyResult<(&'static str, f64)> {
    Ok(language::guess(text))
}

/// The language of a page by its longest visible blocks, how sure that is, and the characters it was told by.
#[pyfunction]
pub fn page_language(table: &Bound<'_, Table>, least: usize) -> PyResult<(&'static str, f64, usize)> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, block_chars, block_hidden, block_text_start, block_text_end);
    let (chars, hidden) = (block_chars.as_slice()?, block_hidden.as_slice()?);
    let (starts, ends) = (block_text_start.as_slice()?, block_text_end.as_slice()?);
    let text = table.text.as_str();
    let text_of = |block: usize| text.get(starts[block] as usize..ends[block] as usize).unwrap_or_default();
    Ok(py.detach(|| language::of_longest(chars, hidden, text_of, least)))
}

/// The words of times, buttons, counters and names, one kind of one language a line; see `languages`.
#[pyfunction]
pub fn language_table() -> &'static str {
    languages::TABLE
}
