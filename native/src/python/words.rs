//! What is read from words alone: tokens of records, signs of a discussion, a text's language.

use pyo3::prelude::*;

use super::table::{Table, read};
use crate::{discussion, language, record_words};

#[pyfunction]
pub fn token_flags(token: &str) -> u16 {
    record_words::token_flags(token)
}

/// How much the words of a page speak for a discussion, in tenths; see `discussion`.
#[pyfunction]
pub fn discussion_score(table: &Bound<'_, Table>) -> PyResult<i32> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, text_end);
    let end = text_end.as_slice()?.first().map_or(0, |&end| end as usize);
    let (text, raw) = table.text.as_bytes(py).split_at(end);
    Ok(py.detach(|| discussion::score(&table.rest.attributes, text, raw)))
}

#[pyfunction]
pub fn guess_language(text: &str) -> (&'static str, f64) {
    language::guess(text)
}
