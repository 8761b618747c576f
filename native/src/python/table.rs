//! A page's columns: the kernel's own, and numpy arrays for whoever asks.

use std::sync::OnceLock;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use super::columns::{Column, Text};
use super::{array, made, memory_error};
use crate::attributes::AttributeColumns;
use crate::memory;
use crate::names::Names;
use crate::{signs, table};

/// A page as columns; see `_native.pyi`.
#[pyclass(frozen, module = "weft._native")]
pub struct Table {
    #[pyo3(get)]
    pub tag: Column<u16>,
    #[pyo3(get)]
    pub parent: Column<i32>,
    #[pyo3(get)]
    pub end: Column<i32>,
    #[pyo3(get)]
    pub depth: Column<i32>,
    #[pyo3(get)]
    pub nth: Column<i32>,
    #[pyo3(get)]
    pub text_start: Column<i32>,
    #[pyo3(get)]
    pub text_end: Column<i32>,
    #[pyo3(get)]
    pub chars: Column<i32>,
    #[pyo3(get)]
    pub words: Column<i32>,
    #[pyo3(get)]
    pub in_link: Column<bool>,
    #[pyo3(get)]
    pub hidden: Column<bool>,
    #[pyo3(get)]
    pub raw: Column<bool>,
    #[pyo3(get)]
    pub path_tags: Column<u64>,
    #[pyo3(get)]
    pub path_nth: Column<u64>,
    #[pyo3(get)]
    pub step: Column<u64>,
    #[pyo3(get)]
    pub attrs: Column<u64>,
    #[pyo3(get)]
    pub id_token: Column<i32>,
    #[pyo3(get)]
    pub class_start: Column<i32>,
    #[pyo3(get)]
    pub class_token: Column<i32>,
    #[pyo3(get)]
    pub block_row: Column<i32>,
    #[pyo3(get)]
    pub block_first: Column<i32>,
    #[pyo3(get)]
    pub block_last: Column<i32>,
    #[pyo3(get)]
    pub block_text_start: Column<i32>,
    #[pyo3(get)]
    pub block_text_end: Column<i32>,
    #[pyo3(get)]
    pub block_chars: Column<i32>,
    #[pyo3(get)]
    pub block_words: Column<i32>,
    #[pyo3(get)]
    pub block_link_chars: Column<i32>,
    #[pyo3(get)]
    pub block_hidden: Column<bool>,
    #[pyo3(get)]
    pub text: Text,
    #[pyo3(get)]
    pub encoding: &'static str,
    #[pyo3(get)]
    pub encoding_source: &'static str,
    /// What all columns and texts take.
    #[pyo3(get)]
    pub bytes: usize,
    pub rest: Rest,
}

/// What stays in Rust and is looked up when asked for.
pub struct Rest {
    pub attributes: AttributeColumns,
    pub names: Names,
    hints: OnceLock<u64>,
}

impl Rest {
    /// Which parts of names the page has; found when first asked for. See `signs`.
    pub fn hints(&self) -> PyResult<u64> {
        if let Some(&hints) = self.hints.get() {
            return Ok(hints);
        }
        let text = signs::name_text(&self.attributes.tokens).map_err(memory_error)?;
        Ok(*self.hints.get_or_init(|| signs::hints(&text)))
    }
}

impl Table {
    pub fn from_columns(table: table::Table) -> Self {
        let bytes = table.bytes();
        let (mut attributes, blocks) = (table.attributes, table.blocks);
        Table {
            tag: Column::from(table.tag),
            parent: Column::from(table.parent),
            end: Column::from(table.end),
            depth: Column::from(table.depth),
            nth: Column::from(table.nth),
            text_start: Column::from(table.text_start),
            text_end: Column::from(table.text_end),
            chars: Column::from(table.chars),
            words: Column::from(table.words),
            in_link: Column::from(table.in_link),
            hidden: Column::from(table.hidden),
            raw: Column::from(table.raw),
            path_tags: Column::from(table.path_tags),
            path_nth: Column::from(table.path_nth),
            step: Column::from(std::mem::take(&mut attributes.step)),
            attrs: Column::from(std::mem::take(&mut attributes.set)),
            id_token: Column::from(std::mem::take(&mut attributes.id_token)),
            class_start: Column::from(std::mem::take(&mut attributes.class_start)),
            class_token: Column::from(std::mem::take(&mut attributes.class_token)),
            block_row: Column::from(blocks.row),
            block_first: Column::from(blocks.first),
            block_last: Column::from(blocks.last),
            block_text_start: Column::from(blocks.text_start),
            block_text_end: Column::from(blocks.text_end),
            block_chars: Column::from(blocks.chars),
            block_words: Column::from(blocks.words),
            block_link_chars: Column::from(blocks.link_chars),
            block_hidden: Column::from(blocks.hidden),
            text: Text::from(table.text),
            bytes,
            encoding: table.encoding,
            encoding_source: table.encoding_source,
            rest: Rest { attributes, names: table.names, hints: OnceLock::new() },
        }
    }
}

/// A text as Python's; where there is no room for it, that is an error and no panic.
pub fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, text.as_bytes())
}

fn strings<'py>(py: Python<'py>, texts: &[Box<str>]) -> PyResult<Bound<'py, PyList>> {
    made(py, || {
        let list = PyList::empty(py);
        texts.iter().try_for_each(|text| list.append(string(py, text)?))?;
        Ok(list)
    })
}

#[pymethods]
impl Table {
    #[getter]
    fn added_tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        strings(py, self.rest.names.added())
    }

    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        strings(py, &self.rest.attributes.tokens)
    }

    /// How many tokens there are.
    #[getter]
    fn token_count(&self) -> usize {
        self.rest.attributes.tokens.len()
    }

    /// All tokens in lower case, a NUL before and behind each.
    #[getter]
    fn token_text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text = signs::name_text(&self.rest.attributes.tokens).map_err(memory_error)?;
        made(py, || string(py, &text))
    }

    #[getter]
    fn name_hints(&self) -> PyResult<u64> {
        self.rest.hints()
    }

    /// The class tokens of a row.
    fn classes<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyList>> {
        read!(self, py, class_start, class_token);
        let (starts, tokens) = (class_start.as_slice()?, class_token.as_slice()?);
        let own = starts
            .get(row)
            .zip(starts.get(row + 1))
            .and_then(|(&start, &end)| tokens.get(start as usize..end as usize));
        let own = own.ok_or_else(|| PyIndexError::new_err("there is no such row"))?;
        made(py, || {
            let list = PyList::empty(py);
            let texts = own.iter().map(|&token| &self.rest.attributes.tokens[token as usize]);
            texts.into_iter().try_for_each(|text| list.append(string(py, text)?))?;
            Ok(list)
        })
    }

    /// The token of a number.
    fn token<'py>(&self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyString>> {
        let token = self.rest.attributes.tokens.get(number);
        let token = token.ok_or_else(|| PyIndexError::new_err("there is no such token"))?;
        made(py, || string(py, token))
    }

    fn attribute<'py>(&self, py: Python<'py>, row: usize, name: &str) -> PyResult<Option<Bound<'py, PyString>>> {
        let Some(number) = self.rest.names.number(name) else { return Ok(None) };
        let value = self.rest.attributes.of(row).find(|&(own, _)| own == number).map(|(_, value)| value);
        made(py, || value.map(|value| string(py, value)).transpose())
    }

    /// The values of one attribute at some rows.
    fn values<'py>(&self, py: Python<'py>, rows: Vec<usize>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let number = self.rest.names.number(name);
        made(py, || {
            let list = PyList::empty(py);
            for row in rows {
                let value = self.rest.attributes.of(row).find(|&(own, _)| Some(own) == number);
                list.append(value.map(|(_, value)| string(py, value)).transpose()?)?;
            }
            Ok(list)
        })
    }

    fn attributes<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        made(py, || {
            let values = PyDict::new(py);
            for (number, value) in self.rest.attributes.of(row) {
                values.set_item(string(py, self.rest.names.text(number))?, string(py, value)?)?;
            }
            Ok(values)
        })
    }

    fn rows_with<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, numpy::PyArray1<i32>>> {
        let rows = match self.rest.names.number(name) {
            Some(number) => memory::collect(self.rest.attributes.rows_with(number)).map_err(memory_error)?,
            None => Vec::new(),
        };
        array(py, rows)
    }

    fn values_of<'py>(&self, py: Python<'py>, name: &str, most: usize) -> PyResult<Bound<'py, PyList>> {
        made(py, || {
            let list = PyList::empty(py);
            let number = self.rest.names.number(name);
            let pairs = number.into_iter().flat_map(|number| self.rest.attributes.with_values(number)).take(most);
            for (row, value) in pairs {
                list.append((row, string(py, value)?))?;
            }
            Ok(list)
        })
    }
}

/// Columns of a table or of evidence, each bound to its own name for reading.
macro_rules! read {
    ($table:ident, $py:ident, $($name:ident),*) => {
        $(let $name = crate::python::columns::Readable::read(&$table.$name, $py);)*
    };
}
pub(super) use read;
