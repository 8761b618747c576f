//! Passages that Python composed of those of the kernel, such as the posts of a thread: read, and written as Markdown.

use std::collections::HashMap;

use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString, PyTuple};

use super::passages::{Asked, stopped};
use super::table::{Table, string};
use super::{made, memory_error};
use crate::limits::Deadline;
use crate::memory;
use crate::passages::{Body, Composed, Container, Kind, MARKS, Mark, Passage, Piece, ROLES, Role, markdown};

/// A piece as Python has it: kind, text, marks, address, and whether it is a formula on lines of its own.
struct Given {
    kind: PyBackedStr,
    text: PyBackedStr,
    marks: u32,
    address: PyBackedStr,
    display: bool,
}

/// What is read of passages. Containers and sets of marks are known by their addresses: a path holds each of them while
/// it is read.
#[derive(Default)]
struct Reader {
    containers: Vec<Container>,
    labels: Vec<(u32, String)>,
    paths: Vec<(u32, u32)>,
    marks: Vec<Mark>,
    known_containers: HashMap<usize, u32>,
    known_paths: HashMap<(u32, u32), u32>,
    known_marks: HashMap<usize, u32>,
}

impl Reader {
    fn new() -> PyResult<Self> {
        let mut reader = Reader::default();
        memory::push(&mut reader.paths, (0, u32::MAX)).map_err(memory_error)?;
        let none = Mark { around: 0, kind: Kind::Time, value: String::new() };
        memory::push(&mut reader.marks, none).map_err(memory_error)?;
        Ok(reader)
    }

    fn path(&mut self, path: &Bound<'_, PyTuple>) -> PyResult<u32> {
        let mut place = 0;
        for container in path.iter() {
            let own = self.container(&container)?;
            place = match self.known_paths.get(&(place, own)) {
                Some(&known) => known,
                None => {
                    let new = self.paths.len() as u32;
                    memory::push(&mut self.paths, (place, own)).map_err(memory_error)?;
                    memory::insert(&mut self.known_paths, (place, own), new).map_err(memory_error)?;
                    new
                }
            };
        }
        Ok(place)
    }

    fn container(&mut self, given: &Bound<'_, PyAny>) -> PyResult<u32> {
        let address = given.as_ptr() as usize;
        if let Some(&known) = self.known_containers.get(&address) {
            return Ok(known);
        }
        let role: PyBackedStr = given.getattr("role")?.extract()?;
        let place = ROLES.iter().position(|&own| own == &*role).unwrap_or_default();
        let (row, number) = (given.getattr("row")?.extract()?, given.getattr("number")?.extract()?);
        let (new, label) = (self.containers.len() as u32, given.getattr("label")?.extract::<PyBackedStr>()?);
        memory::push(&mut self.containers, Container { role: Role::ALL[place], row, number }).map_err(memory_error)?;
        memory::insert(&mut self.known_containers, address, new).map_err(memory_error)?;
        if !label.is_empty() {
            let label = memory::copy(&label).map_err(memory_error)?;
            memory::push(&mut self.labels, (new, label)).map_err(memory_error)?;
        }
        Ok(new)
    }

    fn marks(&mut self, given: &Bound<'_, PyAny>) -> PyResult<u32> {
        let marks = given.cast::<PyTuple>()?;
        if marks.is_empty() {
            return Ok(0);
        }
        let address = given.as_ptr() as usize;
        if let Some(&known) = self.known_marks.get(&address) {
            return Ok(known);
        }
        let mut around = 0;
        for mark in marks.iter() {
            let (kind, value): (PyBackedStr, PyBackedStr) = mark.extract()?;
            let place = MARKS.iter().position(|&own| own == &*kind).unwrap_or_default();
            let value = memory::copy(&value).map_err(memory_error)?;
            memory::push(&mut self.marks, Mark { around, kind: Kind::ALL[place], value }).map_err(memory_error)?;
            around = self.marks.len() as u32 - 1;
        }
        memory::insert(&mut self.known_marks, address, around).map_err(memory_error)?;
        Ok(around)
    }

    fn pieces(&mut self, given: &Bound<'_, PyList>) -> PyResult<Vec<Given>> {
        let mut pieces = memory::with_room(given.len()).map_err(memory_error)?;
        for piece in given.iter() {
            let piece = piece.cast::<PyTuple>()?;
            let marks = self.marks(&piece.get_item(2)?)?;
            let (kind, text) = (piece.get_item(0)?.extract()?, piece.get_item(1)?.extract()?);
            let (address, display) = (piece.get_item(3)?.extract()?, piece.get_item(4)?.extract()?);
            memory::push(&mut pieces, Given { kind, text, marks, address, display }).map_err(memory_error)?;
        }
        Ok(pieces)
    }
}

impl Given {
    fn piece(&self) -> Result<Piece<'_>, crate::limits::Tripped> {
        let (text, marks) = (&*self.text, self.marks);
        Ok(match &*self.kind {
            "break" => Piece::Break(marks),
            "image" => Piece::Image { alt: memory::copy(text)?, address: memory::copy(&self.address)?, marks },
            "formula" => Piece::Formula { latex: text, marks, display: self.display },
            "note" => Piece::Note(text),
            "rule" => Piece::Rule,
            _ => Piece::Text(text.into(), marks),
        })
    }
}

/// Passages as Markdown: each has a path of containers, pieces and a row.
#[pyfunction]
#[pyo3(signature = (table, passages, ask, *, seconds=f64::INFINITY))]
pub fn write_markdown<'py>(
    table: &Bound<'py, Table>,
    passages: &Bound<'py, PyList>,
    ask: Py<PyAny>,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, table) = (table.py(), table.get());
    let page = table.passages().map_err(memory_error)?;
    let (reader, given) = made(py, || {
        let mut reader = Reader::new()?;
        let mut given = memory::with_room(passages.len()).map_err(memory_error)?;
        for passage in passages.iter() {
            let path = reader.path(passage.getattr("path")?.cast()?)?;
            let pieces = reader.pieces(passage.getattr("pieces")?.cast()?)?;
            memory::push(&mut given, (path, pieces)).map_err(memory_error)?;
        }
        Ok((reader, given))
    })?;
    let written = py.detach(|| {
        let mut deadline = Deadline::after(seconds);
        let mut passages = memory::with_room(given.len())?;
        for (path, pieces) in &given {
            let pieces = memory::try_collect(pieces.iter().map(Given::piece))?;
            passages.push(Passage { path: *path, row: -1, body: Body::Pieces(pieces) });
        }
        let Reader { containers, labels, paths, marks, .. } = reader;
        let composed = Composed { passages, containers, paths, marks, labels };
        markdown::write(&page, &composed, &mut Asked(&ask), &mut deadline)
    });
    let written = written.map_err(|stop| stopped(stop, seconds))?;
    made(py, || string(py, &written))
}
