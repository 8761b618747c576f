//! Pages in: bytes or text from Python, parsed with Python's lock released, one page or many on several threads.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use super::table::Table;
use super::{limit_error, panic_error};
use crate::limits::{Limits, Tripped};
use crate::{parse_bytes, parse_text, table};

/// The limits as Python gives them: bytes, nodes, depth, growth, seconds.
#[derive(FromPyObject)]
pub struct GivenLimits(usize, usize, usize, usize, f64);

impl GivenLimits {
    pub fn read(self) -> Limits {
        let GivenLimits(bytes, nodes, depth, growth, seconds) = self;
        Limits { bytes, nodes, depth, growth, seconds }
    }
}

/// A panic is a fault of the kernel; it is reported as an error, with its message.
type Parsed = Result<Result<table::Table, Tripped>, String>;

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
    /// The table of the page, or the error; neither needs Python's lock.
    pub fn read(&self, charset: Option<&str>, limits: &Limits) -> PyResult<Table> {
        match self.parse(charset, limits) {
            Ok(Ok(table)) => Ok(Table::from_columns(table)),
            Ok(Err(tripped)) => Err(parse_error(tripped, limits)),
            Err(message) => Err(panic_error(&message)),
        }
    }

    fn parse(&self, charset: Option<&str>, limits: &Limits) -> Parsed {
        let parse = || match self {
            View::Bytes(data) => parse_bytes(data, charset, limits),
            View::Text(text) => parse_text(text, limits),
        };
        catch_unwind(AssertUnwindSafe(parse)).map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| text.to_string());
            text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
        })
    }
}

fn parse_error(tripped: Tripped, limits: &Limits) -> PyErr {
    let value = match tripped {
        Tripped::Bytes => limits.clamped().bytes as f64,
        Tripped::Nodes => limits.clamped().nodes as f64,
        Tripped::Depth => limits.depth as f64,
        Tripped::Growth => limits.growth as f64,
        Tripped::Seconds => limits.seconds,
        Tripped::Memory => 0.0,
    };
    limit_error(tripped, value)
}

#[pyfunction]
#[pyo3(signature = (data, limits, *, charset=None))]
pub fn parse(data: &Bound<'_, PyAny>, limits: GivenLimits, charset: Option<&str>) -> PyResult<Table> {
    let limits = limits.read();
    let source = Source::of(data)?;
    let view = source.view();
    data.py().detach(|| view.read(charset, &limits))
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
        Ok(Ok(table)) => Ok(Table::from_columns(table).into_pyobject(py)?.into_any().unbind()),
        Ok(Err(tripped)) => Ok(parse_error(tripped, &limits).into_value(py).into_any()),
        Err(message) => Err(panic_error(&message)),
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
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(view) = views.get(index) else { break };
            let parsed = view.parse(None, limits);
            *done[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(parsed);
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
