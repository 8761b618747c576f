//! The kept blocks of a page as pieces of Markdown for models.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::calls::timed;
use crate::passages::{GivenRecords, Options, in_order, list_of, wanted, written_records};
use crate::table::{Table, string};
use renderers::passages;
use renderers::passages::chunks::{Counter, How, find};
use renderers::passages::records::place;
use renderers::passages::{shown, tokens};

/// A function of Python's that counts tokens; they are estimated where there is none.
struct Count<'own>(Option<&'own Py<PyAny>>);

impl Counter for Count<'_> {
    type Error = PyErr;

    fn count(&mut self, text: &str) -> PyResult<i64> {
        let Some(count) = self.0 else { return Ok(tokens::estimate(text)) };
        Python::attach(|py| count.bind(py).call1((string(py, text)?,))?.extract())
    }
}

/// Chunks: titles of the headings above, text, tokens, ranges of rows and blocks. `spans` are where the records of the page
/// begin and end; `how` is the size, the overlap, whether headings begin chunks and whether tables may be split.
#[pyfunction]
#[pyo3(signature = (table, keep, options, records, spans, how, count, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "one call of Python's")]
pub fn find_chunks<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    records: GivenRecords,
    mut spans: Vec<(usize, usize)>,
    how: (i64, i64, bool, bool),
    count: Option<Py<PyAny>>,
    seconds: f64,
) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let page = table.view();
    let records = written_records(records, page.tag.len())?;
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(table, options, false)?);
    let how = How { size: how.0, overlap: how.1, by_heading: how.2, split_tables: how.3 };
    spans.sort_unstable();
    let chunks = timed(py, seconds, || {
        let rows = shown::find(&page, &keep, &wanted);
        let mut composed = passages::compose(&page, &rows, &wanted);
        place(&page, &mut composed, &records, wanted.links);
        find((&page, &keep), &mut composed, &spans, &how, &mut Count(count.as_ref()))
    });
    let chunks = chunks??;
    list_of(py, &chunks, |chunk| {
        let headings = list_of(py, &chunk.headings, |title| string(py, title))?;
        Ok((headings, string(py, &chunk.text)?, chunk.tokens, chunk.rows.clone(), chunk.blocks.clone()))
    })
}
