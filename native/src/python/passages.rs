//! The passages of a page; what the kernel does not know of a row it asks Python.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

use super::table::{Table, read};
use super::{call_error, made};
use crate::limits::Deadline;
use crate::passages::{self, Ask, Body, Composed, Piece, Stop};

/// A Python object that answers for rows.
struct Asked<'py>(&'py Bound<'py, PyAny>);

impl Ask for Asked<'_> {
    type Error = PyErr;

    fn link(&mut self, row: usize) -> PyResult<String> {
        self.0.call_method1("link_address", (row,))?.extract()
    }

    fn is_anchor(&mut self, row: usize, heading: usize) -> PyResult<bool> {
        self.0.call_method1("is_anchor", (row, heading))?.extract()
    }

    fn is_code(&mut self, row: usize) -> PyResult<bool> {
        self.0.call_method1("is_code", (row,))?.extract()
    }

    fn image(&mut self, row: usize) -> PyResult<(String, String, String)> {
        self.0.call_method1("image", (row,))?.extract()
    }
}

/// Containers (role, row, number), paths (outside, container), marks (around, kind, value), and the passages: path, row,
/// lines of Markdown or None, pieces (kind, text, marks, address) or None. None for a page that needs the twin.
#[pyfunction]
#[pyo3(signature = (table, shown, rows, options, ask, *, seconds=f64::INFINITY))]
pub fn compose<'py>(
    table: &Bound<'py, Table>,
    shown: (PyReadonlyArray1<'py, bool>, usize),
    rows: (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>),
    options: (bool, String, bool),
    ask: &Bound<'py, PyAny>,
    seconds: f64,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, parent, end, nth, text_start, text_end, chars, block_first);
    let page = passages::Columns {
        text: table.text.as_bytes(),
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        nth: nth.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        block_first: block_first.as_slice()?,
        attributes: &table.rest.attributes,
    };
    let (links, origin, lines) = &options;
    let shown = passages::Shown {
        mask: shown.0.as_slice()?,
        root: shown.1,
        tables: rows.0.as_slice()?,
        noise: rows.1.as_slice()?,
        links: *links,
        origin,
        lines: *lines,
    };
    if shown.mask.len() != page.tag.len() {
        return Ok(None);
    }
    match passages::compose(&page, &shown, &mut Asked(ask), &mut Deadline::after(seconds)) {
        Ok(composed) => made(py, || to_python(py, composed)).map(Some),
        Err(Stop::Twin) => Ok(None),
        Err(Stop::Tripped(tripped)) => Err(call_error(seconds)(tripped)),
        Err(Stop::Asked(error)) => Err(error),
    }
}

fn to_python<'py>(py: Python<'py>, composed: Composed) -> PyResult<Bound<'py, PyTuple>> {
    let containers = composed.containers.iter().map(|one| (one.role as u8, one.row, one.number));
    let marks = composed.marks.iter().map(|mark| (mark.around, mark.kind as u8, mark.value.as_str()));
    let passages = PyList::empty(py);
    for passage in &composed.passages {
        let (lines, pieces) = match &passage.body {
            Body::Lines(lines) => (Some(lines), None),
            Body::Pieces(pieces) => (None, Some(pieces.iter().map(piece_parts).collect::<Vec<_>>())),
        };
        passages.append((passage.path, passage.row, lines, pieces))?;
    }
    let containers = PyList::new(py, containers.collect::<Vec<_>>())?;
    let marks = PyList::new(py, marks.collect::<Vec<_>>())?;
    (containers, composed.paths, marks, passages).into_pyobject(py)
}

/// Kind, text, marks and address of a piece.
fn piece_parts<'piece>(piece: &'piece Piece) -> (u8, &'piece str, u32, &'piece str) {
    match piece {
        Piece::Text(text, marks) => (0, text, *marks, ""),
        Piece::Break(marks) => (1, "", *marks, ""),
        Piece::Image { alt, address, marks } => (2, alt, *marks, address),
        Piece::Rule => (3, "", 0, ""),
    }
}
