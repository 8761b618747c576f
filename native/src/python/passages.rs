//! The passages of a page, and what is written of them; what the kernel does not know it asks Python.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString, PyTuple};

use super::table::{Table, string};
use super::{call_error, made, memory_error};
use crate::limits::Deadline;
use crate::memory;
use crate::passages::{self, Ask, Body, Composed, Mark, Piece, Setting, Stop, Wanted, html, markdown, shown};
use crate::{head, safe_addresses};

/// A Python object that answers for a page; Python's lock is taken only to ask it.
pub(super) struct Asked<'ask>(pub(super) &'ask Py<PyAny>);

impl Asked<'_> {
    fn ask<T>(&self, work: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>) -> PyResult<T> {
        Python::attach(|py| made(py, || work(self.0.bind(py))))
    }
}

impl Ask for Asked<'_> {
    type Error = PyErr;

    fn guard_note(&mut self, text: &str) -> PyResult<String> {
        self.ask(|answers| owned(answers.call_method1("guard_note", (string(answers.py(), text)?,))?.extract()?))
    }

    fn lines(&mut self, pieces: &[Piece], marks: &[Mark], setting: Setting) -> PyResult<Vec<String>> {
        let how = match setting {
            Setting::Flow => 0,
            Setting::Heading(level) => level,
            Setting::Cell => 7,
            Setting::Bold => 8,
        };
        self.ask(|answers| {
            let py = answers.py();
            let pieces = list_of(py, pieces, |piece| {
                let (kind, text, mark, address) = piece_parts(py, piece)?;
                Ok((kind, text, marks_of(py, marks, mark)?, address))
            })?;
            answers.call_method1("lines", (pieces, how))?.try_iter()?.map(|line| owned(line?.extract()?)).collect()
        })
    }

    fn guard_prices(&mut self, text: &str) -> PyResult<String> {
        self.ask(|answers| owned(answers.call_method1("guard_prices", (string(answers.py(), text)?,))?.extract()?))
    }
}

fn owned(text: PyBackedStr) -> PyResult<String> {
    memory::copy(&text).map_err(memory_error)
}

/// The marks of a piece, the outermost first.
fn marks_of<'py>(py: Python<'py>, marks: &[Mark], mark: u32) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    let around = std::iter::successors(Some(mark), |&mark| Some(marks[mark as usize].around));
    for mark in around.take_while(|&mark| mark > 0) {
        let own = &marks[mark as usize];
        list.insert(0, (own.kind as u8, string(py, &own.value)?))?;
    }
    Ok(list)
}

/// Whether links, images, notes and readings are wanted; and the page's URL.
type Options = (bool, bool, bool, bool, String);

fn wanted(table: &Table, options: Options, lines: bool) -> PyResult<Wanted> {
    let (links, images, notes, readings, url) = options;
    let (base, declared) = head::own_addresses(&table.links()).map_err(memory_error)?;
    let base = safe_addresses::base_of(&url, base, &declared);
    Ok(Wanted { links, images, notes, readings, lines, url, ..Wanted::addresses(base) })
}

/// The numbers of the kept blocks, which rise.
pub(super) fn in_order(keep: &PyReadonlyArray1<'_, i64>, blocks: usize) -> PyResult<Vec<i64>> {
    let mut own = memory::collect(keep.as_array().iter().copied()).map_err(memory_error)?;
    if own.iter().any(|block| !(0..blocks as i64).contains(block)) {
        return Err(PyIndexError::new_err("a kept block is none of the page's"));
    }
    if !own.windows(2).all(|pair| pair[0] < pair[1]) {
        own.sort_unstable();
        own.dedup();
    }
    Ok(own)
}

pub(super) fn stopped(stop: Stop<PyErr>, seconds: f64) -> PyErr {
    match stop {
        Stop::Tripped(tripped) => call_error(seconds)(tripped),
        Stop::Asked(error) => error,
    }
}

/// Containers (role, row, number), paths (outside, container), marks (around, kind, value), and the passages: path, row,
/// pieces (kind, text, marks, address); and the labels of containers.
#[pyfunction]
#[pyo3(signature = (table, keep, options, *, seconds=f64::INFINITY))]
pub fn compose<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    seconds: f64,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, table) = (table.py(), table.get());
    let page = table.passages().map_err(memory_error)?;
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(table, options, false)?);
    let mut deadline = Deadline::after(seconds);
    let rows = py.detach(|| shown::find(&page, &keep, &wanted, &mut deadline)).map_err(call_error(seconds))?;
    let composed = py.detach(|| passages::compose(&page, &rows, &wanted, &mut deadline));
    let composed = composed.map_err(call_error(seconds))?;
    made(py, || to_python(py, composed))
}

/// The rows of the tables of data among what is shown of the kept blocks, or else among all that is not hidden.
#[pyfunction]
#[pyo3(signature = (table, keep=None, *, seconds=f64::INFINITY))]
pub fn data_tables(
    table: &Bound<'_, Table>,
    keep: Option<PyReadonlyArray1<'_, i64>>,
    seconds: f64,
) -> PyResult<Vec<usize>> {
    let (py, table) = (table.py(), table.get());
    let page = table.passages().map_err(memory_error)?;
    let keep = keep.map(|keep| in_order(&keep, page.block_row.len())).transpose()?;
    let (wanted, mut deadline) = (Wanted { images: true, ..Wanted::default() }, Deadline::after(seconds));
    let tables = py.detach(|| match keep {
        Some(keep) => shown::find(&page, &keep, &wanted, &mut deadline).map(|shown| shown.tables),
        None => {
            let mask: Vec<bool> = page.more.row_hidden.iter().map(|is_hidden| !is_hidden).collect();
            passages::data_tables(&page, &mask, &mut deadline)
        }
    });
    tables.map_err(call_error(seconds))
}

/// The kept blocks as Markdown or as HTML.
#[pyfunction]
#[pyo3(signature = (table, keep, options, ask, is_html, *, seconds=f64::INFINITY))]
pub fn write_passages<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    ask: Py<PyAny>,
    is_html: bool,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, table) = (table.py(), table.get());
    let page = table.passages().map_err(memory_error)?;
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(table, options, !is_html)?);
    let written = py.detach(|| {
        let (mut asked, mut deadline) = (Asked(&ask), Deadline::after(seconds));
        let rows = shown::find(&page, &keep, &wanted, &mut deadline)?;
        let composed = passages::compose(&page, &rows, &wanted, &mut deadline)?;
        if is_html {
            Ok(html::write(&page, &composed, &wanted, &mut deadline)?)
        } else {
            markdown::write(&page, &composed, &mut asked, &mut deadline)
        }
    });
    let written = written.map_err(|stop| stopped(stop, seconds))?;
    made(py, || string(py, &written))
}

fn to_python<'py>(py: Python<'py>, composed: Composed) -> PyResult<Bound<'py, PyTuple>> {
    let containers = list_of(py, &composed.containers, |one| Ok((one.role as u8, one.row, one.number)))?;
    let paths = list_of(py, &composed.paths, |&path| Ok(path))?;
    let marks = list_of(py, &composed.marks, |mark| Ok((mark.around, mark.kind as u8, string(py, &mark.value)?)))?;
    let passages = list_of(py, &composed.passages, |passage| {
        let pieces: &[Piece] = if let Body::Pieces(pieces) = &passage.body { pieces } else { &[] };
        Ok((passage.path, passage.row, list_of(py, pieces, |piece| piece_parts(py, piece))?))
    })?;
    let labels = list_of(py, &composed.labels, |(own, label)| Ok((*own, string(py, label)?)))?;
    (containers, paths, marks, passages, labels).into_pyobject(py)
}

/// What is made of each item, as a list.
fn list_of<'py, T, Made: IntoPyObject<'py>>(
    py: Python<'py>,
    items: &[T],
    make: impl Fn(&T) -> PyResult<Made>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    items.iter().try_for_each(|item| list.append(make(item)?))?;
    Ok(list)
}

/// Kind, text, marks and address of a piece.
fn piece_parts<'py>(py: Python<'py>, piece: &Piece) -> PyResult<(u8, Bound<'py, PyString>, u32, Bound<'py, PyString>)> {
    let (kind, text, marks, address) = match piece {
        Piece::Text(text, marks) => (0, text.as_ref(), *marks, ""),
        Piece::Break(marks) => (1, "", *marks, ""),
        Piece::Image { alt, address, marks } => (2, alt.as_str(), *marks, address.as_str()),
        Piece::Rule => (3, "", 0, ""),
        Piece::Formula { latex, marks, display } => (4 + u8::from(*display), *latex, *marks, ""),
        Piece::Note(label) => (6, *label, 0, ""),
    };
    Ok((kind, string(py, text)?, marks, string(py, address)?))
}
