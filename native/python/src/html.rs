//! Pages in: bytes or text from Python, parsed with Python's lock released, one page or many on several threads; and what
//! a page declares of itself.

use std::borrow::Cow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::calls::error_of;
use crate::table::{Table, on_page};
use html::declares;
use html::page::{parse_bytes, parse_text};
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

type Parsed = Result<html::table::Table, Ended>;

/// The input of a page: bytes as they came, or text.
pub enum Source<'py> {
    Bytes(Bound<'py, PyBytes>),
    Text(Bound<'py, PyString>),
}

impl<'py> Source<'py> {
    pub fn of(data: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            Ok(Source::Bytes(bytes.clone()))
        } else if let Ok(text) = data.cast::<PyString>() {
            Ok(Source::Text(text.clone()))
        } else {
            Err(PyTypeError::new_err(format!("a page is bytes or str, not {}", data.get_type().name()?)))
        }
    }

    pub fn view(&self) -> View<'_> {
        match self {
            Source::Bytes(bytes) => View::Bytes(bytes.as_bytes()),
            Source::Text(text) => View::Text(text.to_string_lossy()),
        }
    }
}

/// The same without Python's objects, so that it can cross threads. Lone surrogates of a text are replaced.
pub enum View<'source> {
    Bytes(&'source [u8]),
    Text(Cow<'source, str>),
}

impl View<'_> {
    /// The table of the page, inside of a budget.
    pub fn table(&self, charset: Option<&str>, limits: &Limits) -> Table {
        Table::from_columns(self.parse(charset, limits))
    }

    fn parse(&self, charset: Option<&str>, limits: &Limits) -> html::table::Table {
        match self {
            View::Bytes(data) => parse_bytes(data, charset, limits),
            View::Text(text) => parse_text(text, limits),
        }
    }
}

/// Does work on a page without Python's lock, inside of its limits.
pub fn limited<T: Send>(py: Python<'_>, limits: &Limits, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| limits::within(limits.seconds, work)).map_err(|ended| error_of(ended, |hit| limits.value(hit)))
}

#[pyfunction]
#[pyo3(signature = (data, limits, *, charset=None))]
pub fn parse(data: &Bound<'_, PyAny>, limits: GivenLimits, charset: Option<&str>) -> PyResult<Table> {
    let (limits, source) = (limits.read(), Source::of(data)?);
    let view = source.view();
    limited(data.py(), &limits, || view.table(charset, &limits))
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
    let sources = pages.iter().map(Source::of).collect::<PyResult<Vec<_>>>()?;
    let views: Vec<_> = sources.iter().map(Source::view).collect();
    let tables = py.detach(|| parse_all(&views, threads, &limits));
    let entry = |parsed: Parsed| match parsed {
        Ok(table) => Ok(Table::from_columns(table).into_pyobject(py)?.into_any().unbind()),
        Err(Ended::Fault(message)) => Err(error_of(Ended::Fault(message), |_| 0.0)),
        Err(ended) => Ok(error_of(ended, |hit| limits.value(hit)).into_value(py).into_any()),
    };
    tables.into_iter().map(entry).collect()
}

/// Parses pages on several threads; each takes the next page when it is done with one.
fn parse_all(views: &[View<'_>], threads: usize, limits: &Limits) -> Vec<Parsed> {
    let available = thread::available_parallelism().map_or(1, usize::from);
    let threads = if threads == 0 { available } else { threads }.min(views.len());
    let next = AtomicUsize::new(0);
    let done: Vec<Mutex<Option<Parsed>>> = views.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((view, place)) =
            Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|i| views.get(i).zip(done.get(i)))
        {
            let parsed = limits::within(limits.seconds, || view.parse(None, limits));
            *place.lock().unwrap_or_else(PoisonError::into_inner) = Some(parsed);
        }
    };
    thread::scope(|scope| {
        // Where the machine has no room for another thread, those that run do the work.
        let others = (1..threads).map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let _others = others.collect::<Vec<_>>();
        work();
    });
    let unwrap = |slot: Mutex<Option<Parsed>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_iter().filter_map(unwrap).collect()
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
