//! The passages of a page, and what is written of them; what the kernel does not know it asks Python.

use std::collections::HashMap;

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString, PyTuple};

use super::table::{Table, read, string};
use super::{call_error, made, memory_error};
use crate::limits::Deadline;
use crate::memory;
use crate::passages::records::{Record, Written, place};
use crate::passages::settle::settled_pieces;
use crate::passages::title::add_title;
use crate::passages::{self, Ask, Composed, Formula, Notes, Piece, Role, Stop, Wanted, html, inline, markdown, shown};
use crate::shown_captions::More;

/// A Python object that answers for a page; Python's lock is taken only to ask it.
pub(super) struct Asked<'ask>(pub(super) &'ask Py<PyAny>);

impl Asked<'_> {
    fn ask<T>(&self, work: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>) -> PyResult<T> {
        Python::attach(|py| made(py, || work(self.0.bind(py))))
    }
}

impl Ask for Asked<'_> {
    type Error = PyErr;

    fn link(&mut self, row: usize) -> PyResult<String> {
        self.ask(|answers| owned(answers.call_method1("link_address", (row,))?.extract()?))
    }

    fn cited(&mut self, row: usize) -> PyResult<String> {
        self.ask(|answers| owned(answers.call_method1("cited_address", (row,))?.extract()?))
    }

    fn is_anchor(&mut self, row: usize, heading: usize) -> PyResult<bool> {
        self.ask(|answers| answers.call_method1("is_anchor", (row, heading))?.extract())
    }

    fn image(&mut self, row: usize) -> PyResult<(String, String, String)> {
        self.ask(|answers| {
            let (alt, address, name) = answers.call_method1("image", (row,))?.extract()?;
            Ok((owned(alt)?, owned(address)?, owned(name)?))
        })
    }

    fn medium(&mut self, row: usize) -> PyResult<(String, String)> {
        self.ask(|answers| {
            let (text, address) = answers.call_method1("medium", (row,))?.extract()?;
            Ok((owned(text)?, owned(address)?))
        })
    }

    fn formulas(&mut self) -> PyResult<Vec<Formula>> {
        self.ask(|answers| {
            let mut formulas = Vec::new();
            for formula in answers.call_method0("formulas")?.try_iter()? {
                let (start, end, latex, display, (before, after)) = formula?.extract()?;
                let (latex, before, after) = (owned(latex)?, owned(before)?, owned(after)?);
                let formula = Formula { start, end, latex, display, before, after };
                memory::push(&mut formulas, formula).map_err(memory_error)?;
            }
            Ok(formulas)
        })
    }

    fn notes(&mut self, links: &[usize], tables: &[usize]) -> PyResult<Notes> {
        self.ask(|answers| {
            let py = answers.py();
            let (links, tables) = (list_of(py, links, |&row| Ok(row))?, list_of(py, tables, |&row| Ok(row))?);
            let found = answers.call_method1("notes", (links, tables))?;
            let (references, notes, inline, left_out): FoundNotes = found.extract()?;
            let labels = labels_of(&references)?.into_iter().map(|(_, label)| label);
            let mut referred = memory::collect(labels).map_err(memory_error)?;
            referred.sort_unstable();
            let (references, notes, inline) = (labels_of(&references)?, labels_of(&notes)?, labels_of(&inline)?);
            Ok(Notes { references, notes, inline, left_out, referred })
        })
    }

    fn task(&mut self, row: usize) -> PyResult<String> {
        self.ask(|answers| owned(answers.call_method1("task", (row,))?.extract()?))
    }

    fn is_no_code(&mut self, row: usize, code: usize) -> PyResult<bool> {
        self.ask(|answers| answers.call_method1("is_no_code", (row, code))?.extract())
    }

    fn language(&mut self, row: usize) -> PyResult<String> {
        self.ask(|answers| owned(answers.call_method1("language", (row,))?.extract()?))
    }

    fn images(&mut self) -> PyResult<Vec<usize>> {
        self.ask(|answers| answers.call_method0("images")?.extract())
    }
}

/// Rows and their labels: of references, of notes and of notes in a sentence; and the rows that are left out.
type FoundNotes = (Vec<(usize, PyBackedStr)>, Vec<(usize, PyBackedStr)>, Vec<(usize, PyBackedStr)>, Vec<usize>);

fn labels_of(labels: &[(usize, PyBackedStr)]) -> PyResult<Vec<(usize, String)>> {
    let mut own = Vec::new();
    for (row, label) in labels {
        memory::push(&mut own, (*row, memory::copy(label).map_err(memory_error)?)).map_err(memory_error)?;
    }
    Ok(own)
}

fn owned(text: PyBackedStr) -> PyResult<String> {
    memory::copy(&text).map_err(memory_error)
}

/// The columns that passages are made of, under the name that is given.
macro_rules! passage_columns {
    ($table:ident, $py:ident, $name:ident) => {
        let signs = $table.signs().map_err(memory_error)?;
        read!($table, $py, nth, chars, raw, hidden, in_link, block_words, block_hidden, block_text_end);
        let $name = passages::Columns {
            signs,
            more: More {
                words: block_words.as_slice()?,
                hidden: block_hidden.as_slice()?,
                row_hidden: hidden.as_slice()?,
                in_link: in_link.as_slice()?,
            },
            nth: nth.as_slice()?,
            chars: chars.as_slice()?,
            raw: raw.as_slice()?,
            block_text_end: block_text_end.as_slice()?,
        };
    };
}

pub(super) use passage_columns;

/// Whether links, images, notes and readings are wanted; the page's URL, its base and its origin.
pub(super) type Options = (bool, bool, bool, bool, String, String, String);

pub(super) fn wanted(options: &Options, lines: bool) -> Wanted<'_> {
    let (links, images, notes, readings, url, base, origin) = options;
    Wanted { links: *links, images: *images, notes: *notes, readings: *readings, lines, url, base, origin }
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
/// pieces (kind, text, marks, address), their white space collapsed but in code; and the labels of containers.
#[pyfunction]
#[pyo3(signature = (table, keep, options, ask, *, seconds=f64::INFINITY))]
pub fn compose<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    ask: Py<PyAny>,
    seconds: f64,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, table) = (table.py(), table.get());
    passage_columns!(table, py, page);
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(&options, false));
    let (mut asked, mut deadline) = (Asked(&ask), Deadline::after(seconds));
    let failed = |stop| stopped(stop, seconds);
    let rows = py.detach(|| shown::find(&page, &keep, &wanted, &mut asked, &mut deadline)).map_err(failed)?;
    let composed = py.detach(|| passages::compose(&page, &rows, &wanted, &mut asked, &mut deadline)).map_err(failed)?;
    made(py, || to_python(py, composed))
}

/// The kept blocks as HTML.
#[pyfunction]
#[pyo3(signature = (table, keep, options, ask, *, seconds=f64::INFINITY))]
pub fn write_html<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    ask: Py<PyAny>,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, table) = (table.py(), table.get());
    passage_columns!(table, py, page);
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(&options, false));
    let written = py.detach(|| {
        let (mut asked, mut deadline) = (Asked(&ask), Deadline::after(seconds));
        let rows = shown::find(&page, &keep, &wanted, &mut asked, &mut deadline)?;
        let composed = passages::compose(&page, &rows, &wanted, &mut asked, &mut deadline)?;
        html::write(&page, &composed, &wanted, &mut asked, &mut deadline)
    });
    let written = written.map_err(|stop| stopped(stop, seconds))?;
    made(py, || string(py, &written))
}

/// Whether records are posts, or else rows or cards; whether these may be written as a table; and of each record where it
/// begins and ends and its fields, with their rows.
pub(super) type GivenRecords = (bool, bool, Vec<(usize, usize, HashMap<String, (String, i64)>)>);

/// The records that have a form of their own.
pub(super) fn written_records((are_posts, tables, given): GivenRecords, rows: usize) -> PyResult<Written> {
    let mut records = Vec::new();
    for (start, end, fields) in given {
        let record = Record { start, end, fields };
        let is_on_page = start < rows && end <= rows && record.body().is_none_or(|body| body < rows);
        if !is_on_page {
            return Err(PyIndexError::new_err("a record lies outside of its page"));
        }
        records.push(record);
    }
    Ok(Written { records, are_posts, tables })
}

/// The kept blocks as Markdown, records in forms of their own; under a title, where one is given.
#[pyfunction]
#[pyo3(signature = (table, keep, options, ask, records, title, *, seconds=f64::INFINITY))]
pub fn write_markdown<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    ask: Py<PyAny>,
    records: GivenRecords,
    title: &Bound<'py, PyString>,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, table) = (table.py(), table.get());
    passage_columns!(table, py, page);
    let (records, title) = (written_records(records, page.tag.len())?, title.to_string_lossy());
    let is_plain = records.records.is_empty() && title.is_empty();
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(&options, is_plain));
    let written = py.detach(|| {
        let (mut asked, mut deadline) = (Asked(&ask), Deadline::after(seconds));
        let rows = shown::find(&page, &keep, &wanted, &mut asked, &mut deadline)?;
        let mut composed = passages::compose(&page, &rows, &wanted, &mut asked, &mut deadline)?;
        place(&page, &mut composed, &records, wanted.links, &mut deadline)?;
        add_title(&mut composed, &title);
        Ok(markdown::write(&page, &composed, &mut deadline)?)
    });
    let written = written.map_err(|stop| stopped(stop, seconds))?;
    made(py, || string(py, &written))
}

/// Text as Markdown that shows it as it is, line by line.
#[pyfunction]
pub fn plain_markdown(text: &Bound<'_, PyString>) -> String {
    inline::plain(&text.to_string_lossy())
}

fn to_python<'py>(py: Python<'py>, composed: Composed) -> PyResult<Bound<'py, PyTuple>> {
    let containers = list_of(py, &composed.containers, |one| Ok((one.role as u8, one.row, one.number)))?;
    let paths = list_of(py, &composed.paths, |&path| Ok(path))?;
    let marks = list_of(py, &composed.marks, |mark| Ok((mark.around, mark.kind as u8, string(py, &mark.value)?)))?;
    let passages = list_of(py, &composed.passages, |passage| {
        let is_code = composed.inner(passage.path).is_some_and(|inner| inner.role == Role::Pre);
        let settled = settled_pieces(passage.pieces(), &composed.marks);
        let pieces = if is_code { passage.pieces() } else { &settled };
        Ok((passage.path, passage.row, list_of(py, pieces, |piece| piece_parts(py, piece))?))
    })?;
    let labels = list_of(py, &composed.labels, |(own, label)| Ok((*own, string(py, label)?)))?;
    (containers, paths, marks, passages, labels).into_pyobject(py)
}

/// What is made of each item, as a list.
pub(super) fn list_of<'py, T, Made: IntoPyObject<'py>>(
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
