//! Pages in: bytes or text from Python, parsed with Python's lock released, one page or many on several threads; and what
//! a page declares of itself.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::calls::error_of;
use crate::table::{Table, on_page};
use html::declares;
use html::page::{Source, parse_all};
use limits::{Ended, Limits};
use text::short_texts::spaced;

/// The limits as Python gives them: bytes, nodes, depth, growth, seconds.
#[derive(FromPyObject)]
pub struct GivenLimits(usize, usize, usize, usize, f64);

impl GivenLimits {
    pub fn read(self) -> Limits {
        let GivenLimits(bytes, nodes, depth, growth, seconds) = self;
        Limits { bytes, nodes, depth, growth, seconds }
    }
}

/// The input of a page, which can cross threads. Lone surrogates of a text are replaced.
pub fn source_of<'data>(data: &'data Bound<'_, PyAny>) -> PyResult<Source<'data>> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        Ok(Source::Bytes(bytes.as_bytes()))
    } else if let Ok(text) = data.cast::<PyString>() {
        Ok(Source::Text(text.to_string_lossy()))
    } else {
        Err(PyTypeError::new_err(format!("a page is bytes or str, not {}", data.get_type().name()?)))
    }
}

/// Does work on a page without Python's lock, inside of its limits.
pub fn limited<T: Send>(py: Python<'_>, limits: &Limits, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| limits::within(limits.seconds, work)).map_err(|ended| error_of(ended, |hit| limits.value(hit)))
}

#[pyfunction]
#[pyo3(signature = (data, limits, *, charset=None))]
pub fn parse(data: &Bound<'_, PyAny>, limits: GivenLimits, charset: Option<&str>) -> PyResult<Table> {
    let (limits, source) = (limits.read(), source_of(data)?);
    limited(data.py(), &limits, || Table::from_columns(source.parse(charset, &limits)))
}

#[pyfunction]
#[pyo3(signature = (pages, limits, *, threads=0))]
pub fn parse_many(
    py: Python<'_>,
    pages: Vec<Bound<'_, PyAny>>,
    limits: GivenLimits,
    threads: usize,
) -> PyResult<Vec<Py<PyAny>>> {
    let limits = limits.read();
    let sources = pages.iter().map(source_of).collect::<PyResult<Vec<_>>>()?;
    let tables = py.detach(|| parse_all(&sources, threads, &limits));
    let entry = |parsed| match parsed {
        Ok(table) => Ok(Table::from_columns(table).into_pyobject(py)?.into_any().unbind()),
        Err(Ended::Fault(message)) => Err(error_of(Ended::Fault(message), |_| 0.0)),
        Err(ended) => Ok(error_of(ended, |hit| limits.value(hit)).into_value(py).into_any()),
    };
    tables.into_iter().map(entry).collect()
}

/// The words of some blocks together; blocks that are not there have none.
#[pyfunction]
pub fn count_words(table: &Bound<'_, Table>, blocks: PyReadonlyArray1<'_, i64>) -> i64 {
    let words = table.get().block_words.values();
    let own = |&block: &i64| usize::try_from(block).ok().and_then(|block| words.get(block));
    blocks.as_array().iter().filter_map(own).map(|&count| i64::from(count)).sum()
}

/// The texts of all blocks with single spaces.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn spaced_blocks(table: &Bound<'_, Table>, seconds: f64) -> PyResult<Vec<String>> {
    on_page(table, seconds, |page| {
        let text = |block: usize| {
            limits::tick(1);
            spaced(page.text_of_block(block).as_bytes())
        };
        (0..page.block_row.len()).map(text).collect()
    })
}

/// The type of page that a page declares itself to be, `other` where it declares nothing; see `declares`.
#[pyfunction]
pub fn find_page_type(table: &Bound<'_, Table>) -> PyResult<&'static str> {
    on_page(table, f64::INFINITY, declares::page_type)
}

/// Which kinds of content as data the scripts of a page may hold; see `declares`.
#[pyfunction]
pub fn data_signs(table: &Bound<'_, Table>, all: bool) -> PyResult<[bool; 3]> {
    on_page(table, f64::INFINITY, |page| declares::data_signs(page, all))
}

/// The scripts of at most so many bytes that may be JSON-LD; see `declares`.
#[pyfunction]
pub fn linked_scripts(table: &Bound<'_, Table>, most_bytes: usize) -> PyResult<Vec<usize>> {
    on_page(table, f64::INFINITY, |page| declares::linked_scripts(page, most_bytes))
}
