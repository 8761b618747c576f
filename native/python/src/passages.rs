//! The passages of a page, and what is written of them.

use std::collections::HashMap;

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyTuple};

use crate::calls::timed;
use crate::table::{Table, string};
use html::head;
use renderers::passages::records::{Record, Written, place};
use renderers::passages::settle::settled_pieces;
use renderers::passages::title::add_title;
use renderers::passages::{self, Composed, Piece, Role, Wanted, html_lines, inline, markdown, shown};
use renderers::safe_addresses;

/// Whether links, images, notes and readings are wanted; and the page's URL.
pub(super) type Options = (bool, bool, bool, bool, String);

pub(super) fn wanted(table: &Table, options: Options, lines: bool) -> PyResult<Wanted> {
    let (links, images, notes, readings, url) = options;
    let (base, declared) = head::own_addresses(&table.view());
    let base = safe_addresses::base_of(&url, base, &declared);
    Ok(Wanted { links, images, notes, readings, lines, url, ..Wanted::addresses(base) })
}

/// The numbers of the kept blocks, which rise.
pub(super) fn in_order(keep: &PyReadonlyArray1<'_, i64>, blocks: usize) -> PyResult<Vec<i64>> {
    let mut own = keep.as_array().iter().copied().collect::<Vec<_>>();
    if own.iter().any(|block| !(0..blocks as i64).contains(block)) {
        return Err(PyIndexError::new_err("a kept block is none of the page's"));
    }
    if !own.windows(2).all(|pair| pair[0] < pair[1]) {
        own.sort_unstable();
        own.dedup();
    }
    Ok(own)
}

/// Containers (role, row, number), paths (outside, container), marks (around, kind, value), and the passages: path, row,
/// pieces (kind, text, marks, address), their white space collapsed but in code; and the labels of containers.
#[pyfunction]
#[pyo3(signature = (table, keep, options, *, seconds=f64::INFINITY))]
pub fn compose<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    seconds: f64,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, table) = (table.py(), table.get());
    let page = table.view();
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(table, options, false)?);
    let rows = timed(py, seconds, || shown::find(&page, &keep, &wanted))?;
    let composed = timed(py, seconds, || passages::compose(&page, &rows, &wanted))?;
    to_python(py, composed)
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
    let page = table.view();
    let keep = keep.map(|keep| in_order(&keep, page.block_row.len())).transpose()?;
    let wanted = Wanted { images: true, ..Wanted::default() };

    timed(py, seconds, || match keep {
        Some(keep) => shown::find(&page, &keep, &wanted).tables,
        None => {
            let mask: Vec<bool> = page.hidden.iter().map(|is_hidden| !is_hidden).collect();
            passages::data_tables(&page, &mask)
        }
    })
}

/// The kept blocks as HTML.
#[pyfunction]
#[pyo3(signature = (table, keep, options, *, seconds=f64::INFINITY))]
pub fn write_html<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, table) = (table.py(), table.get());
    let page = table.view();
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(table, options, false)?);
    let written = timed(py, seconds, || {
        let rows = shown::find(&page, &keep, &wanted);
        let composed = passages::compose(&page, &rows, &wanted);
        html_lines::write(&page, &composed, &wanted)
    })?;
    string(py, &written)
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
#[pyo3(signature = (table, keep, options, records, title, *, seconds=f64::INFINITY))]
pub fn write_markdown<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    options: Options,
    records: GivenRecords,
    title: &Bound<'py, PyString>,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, table) = (table.py(), table.get());
    let page = table.view();
    let (records, title) = (written_records(records, page.tag.len())?, title.to_string_lossy());
    let is_plain = records.records.is_empty() && title.is_empty();
    let (keep, wanted) = (in_order(&keep, page.block_row.len())?, wanted(table, options, is_plain)?);
    let written = timed(py, seconds, || {
        let rows = shown::find(&page, &keep, &wanted);
        let mut composed = passages::compose(&page, &rows, &wanted);
        place(&page, &mut composed, &records, wanted.links);
        add_title(&mut composed, &title);
        markdown::write(&page, &composed)
    })?;
    string(py, &written)
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
