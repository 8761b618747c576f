//! A page's columns: the kernel's own, and numpy arrays for whoever asks.

use std::sync::OnceLock;

use numpy::PyArrayMethods;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};

use crate::calls::array;
pub(super) use crate::columns::read;
use crate::columns::{Column, Text};
use crate::rest::Rest;
use extractors::decision;
use html::names::name;
use html::page_view::{PageView, made_once};
use html::{path_hashes, signs, table};

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
    pub step: Column<u64>,
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
    made: Made,
    pub written: OnceLock<Written>,
    /// The `PageRecords` of the page.
    pub records: OnceLock<Py<PyAny>>,
}

/// Columns that are made when they are first asked for.
#[derive(Default)]
struct Made {
    path_tags: OnceLock<Column<u64>>,
    path_nth: OnceLock<Column<u64>>,
    attrs: OnceLock<Column<u64>>,
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
            step: Column::from(std::mem::take(&mut attributes.step)),
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
            made: Made::default(),
            written: OnceLock::new(),
            records: OnceLock::new(),
            rest: Rest::of(attributes, table.names, table.derived),
        }
    }
}

impl Table {
    /// Remembers the text of some blocks; the first that is given stays.
    pub fn remember(&self, written: Written) {
        let _ = self.written.set(written);
    }

    /// The text of these blocks, where it is remembered.
    pub fn text_of(&self, keep: &[i64]) -> Option<&[u8]> {
        self.written.get().filter(|written| written.keep == keep).map(|written| &written.text[..])
    }

    /// The texts of the blocks that say something.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        let spans = self.block_text_start.values().iter().zip(self.block_text_end.values());
        let said = spans.zip(self.block_words.values()).filter(|&(_, &words)| words > 0);
        said.map(|((&start, &end), _)| &self.text.as_str()[start as usize..end as usize])
    }

    /// The columns, lent to who reads them.
    pub fn view(&self) -> PageView<'_> {
        PageView {
            text: self.text.as_str(),
            tag: self.tag.values(),
            parent: self.parent.values(),
            end: self.end.values(),
            depth: self.depth.values(),
            nth: self.nth.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            chars: self.chars.values(),
            words: self.words.values(),
            in_link: self.in_link.values(),
            hidden: self.hidden.values(),
            raw: self.raw.values(),
            step: self.step.values(),
            id_token: self.id_token.values(),
            class_start: self.class_start.values(),
            class_token: self.class_token.values(),
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_last: self.block_last.values(),
            block_text_start: self.block_text_start.values(),
            block_text_end: self.block_text_end.values(),
            block_chars: self.block_chars.values(),
            block_words: self.block_words.values(),
            block_link_chars: self.block_link_chars.values(),
            block_hidden: self.block_hidden.values(),
            attributes: &self.rest.attributes,
            names: &self.rest.names,
            derived: &self.rest.derived,
        }
    }

    /// What a decision is made from, on a page that was read at an address.
    pub fn deciding<'page>(&'page self, url: &'page str) -> decision::Page<'page> {
        decision::Page { view: self.view(), url, known: &self.rest.known }
    }

    fn span(&self, start: i32, end: i32) -> &str {
        self.text.as_str().get(start as usize..end as usize).unwrap_or_default()
    }
}

const TAGS_AT_ONCE: usize = 64;

/// The first characters of a text.
pub fn first_chars(text: &str, most: Option<usize>) -> &str {
    match most {
        Some(most) if most < text.len() => text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end]),
        _ => text,
    }
}

/// A text as Python's; where there is no room for it, that is an error and no panic.
pub fn string<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyString>> {
    PyString::from_bytes(py, text.as_bytes())
}

fn strings<'py, 'a>(py: Python<'py>, mut texts: impl Iterator<Item = &'a str>) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    texts.try_for_each(|text| list.append(string(py, text)?))?;
    Ok(list)
}

#[pymethods]
impl Table {
    /// The text that the table remembers, where the page was read to its end in one crossing.
    #[getter]
    fn written<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyString>>> {
        self.written.get().map(|written| PyString::from_bytes(py, &written.text)).transpose()
    }

    /// The records of the page as far as they were drafted, where somebody had to know to decide what is kept.
    #[getter]
    fn records(&self, py: Python<'_>) -> Option<Py<PyAny>> {
        self.records.get().map(|records| records.clone_ref(py))
    }

    #[getter]
    fn path_tags(&self) -> &Column<u64> {
        made_once(&self.made.path_tags, || Column::from(self.view().path_tags().to_vec()))
    }

    #[getter]
    fn path_nth(&self) -> &Column<u64> {
        let (tag, parent, nth) = (self.tag.values(), self.parent.values(), self.nth.values());
        let make = || Column::from(path_hashes::path_nth(tag, parent, nth, &self.rest.names));
        made_once(&self.made.path_nth, make)
    }

    #[getter]
    fn attrs(&self) -> &Column<u64> {
        let make = || self.rest.attributes.sets(self.tag.values(), &path_hashes::hash_names(&self.rest.names));
        made_once(&self.made.attrs, || Column::from(make()))
    }

    #[getter]
    fn added_tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        strings(py, self.rest.names.added().iter().map(|name| &**name))
    }

    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        strings(py, self.rest.attributes.tokens.iter())
    }

    /// All tokens in lower case, a NUL before and behind each.
    #[getter]
    fn token_text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        let text = signs::name_text(&self.rest.attributes.tokens);
        string(py, &text)
    }

    #[getter]
    fn name_hints(&self) -> u64 {
        self.view().hints()
    }

    /// The first texts among some rows, at most so many, and of each at most so many characters.
    fn texts_among<'py>(
        &self,
        py: Python<'py>,
        first: usize,
        end: usize,
        most: usize,
        most_chars: usize,
    ) -> PyResult<Bound<'py, PyList>> {
        let (tags, starts, ends) = (self.tag.values(), self.text_start.values(), self.text_end.values());
        let rows = (first..end.min(tags.len())).filter(|&row| tags[row] == name::TEXT).take(most);
        let list = PyList::empty(py);
        for row in rows {
            list.append(string(py, first_chars(self.span(starts[row], ends[row]), Some(most_chars)))?)?;
        }
        Ok(list)
    }

    /// The values of one attribute by row.
    fn values<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        if let Some(number) = self.rest.names.number(name) {
            let mut pairs = self.rest.attributes.with_values(number);
            pairs.try_for_each(|(row, value)| values.set_item(row, string(py, value)?))?;
        }
        Ok(values)
    }

    fn attributes<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (number, value) in self.rest.attributes.of(row) {
            values.set_item(string(py, self.rest.names.text(number))?, string(py, value)?)?;
        }
        Ok(values)
    }

    /// The rows of some tags, for reading only.
    fn rows_of<'py>(&self, py: Python<'py>, tags: Vec<u16>) -> PyResult<Bound<'py, numpy::PyArray1<i64>>> {
        let mut rows = Vec::new();
        for (index, some) in self.tag.values().chunks(TAGS_AT_ONCE).enumerate() {
            // Most stretches have none, and to ask that of a whole one is fast.
            if tags.iter().any(|wanted| some.iter().fold(false, |found, tag| found | (tag == wanted))) {
                let first = index * TAGS_AT_ONCE;
                let own = some.iter().enumerate().filter(|(_, tag)| tags.contains(tag));
                rows.extend(own.map(|(place, _)| (first + place) as i64));
            }
        }
        let rows = array(py, rows)?;
        rows.readwrite().make_nonwriteable();
        Ok(rows)
    }
}

/// The text of some blocks, written while the page was read.
pub struct Written {
    pub keep: Vec<i64>,
    pub text: Vec<u8>,
}
