//! The passages of a page; what the kernel does not know of a row it asks Python.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString, PyTuple};

use super::table::{Table, read, string};
use super::{call_error, made, memory_error};
use crate::limits::Deadline;
use crate::memory;
use crate::passages::{self, Ask, Body, Composed, Piece, Stop};

/// A Python object that answers for rows.
struct Asked<'py>(&'py Bound<'py, PyAny>);

impl Ask for Asked<'_> {
    type Error = PyErr;

    fn link(&mut self, row: usize) -> PyResult<String> {
        owned(self.0.call_method1("link_address", (row,))?.extract()?)
    }

    fn is_anchor(&mut self, row: usize, heading: usize) -> PyResult<bool> {
        self.0.call_method1("is_anchor", (row, heading))?.extract()
    }

    fn is_code(&mut self, row: usize) -> PyResult<bool> {
        self.0.call_method1("is_code", (row,))?.extract()
    }

    fn image(&mut self, row: usize) -> PyResult<(String, String, String)> {
        let (alt, address, name) = self.0.call_method1("image", (row,))?.extract()?;
        Ok((owned(alt)?, owned(address)?, owned(name)?))
    }
}

fn owned(text: PyBackedStr) -> PyResult<String> {
    memory::copy(&text).map_err(memory_error)
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
    made(py, || match passages::compose(&page, &shown, &mut Asked(ask), &mut Deadline::after(seconds)) {
        Ok(composed) => to_python(py, composed).map(Some),
        Err(Stop::Twin) => Ok(None),
        Err(Stop::Tripped(tripped)) => Err(call_error(seconds)(tripped)),
        Err(Stop::Asked(error)) => Err(error),
    })
}

fn to_python<'py>(py: Python<'py>, composed: Composed) -> PyResult<Bound<'py, PyTuple>> {
    let containers = list_of(py, &composed.containers, |one| Ok((one.role as u8, one.row, one.number)))?;
    let paths = list_of(py, &composed.paths, |&path| Ok(path))?;
    let marks = list_of(py, &composed.marks, |mark| Ok((mark.around, mark.kind as u8, string(py, &mark.value)?)))?;
    let passages = list_of(py, &composed.passages, |passage| {
        let (lines, pieces) = match &passage.body {
            Body::Lines(lines) => (Some(list_of(py, lines, |line| string(py, line))?), None),
            Body::Pieces(pieces) => (None, Some(list_of(py, pieces, |piece| piece_parts(py, piece))?)),
        };
        Ok((passage.path, passage.row, lines, pieces))
    })?;
    (containers, paths, marks, passages).into_pyobject(py)
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
    };
    Ok((kind, string(py, text)?, marks, string(py, address)?))
}
