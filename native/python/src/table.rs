//! A page's columns: the kernel's own, and numpy arrays for whoever asks.

use std::sync::OnceLock;

use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString};

use crate::calls::{array, timed};
use crate::columns::{Column, Text};
use extractors::decision::{self, Page};
use html::attributes::AttributeColumns;
use html::names::{NameId, Names, hash_names, name};
use html::page_view::{Derived, PageView, made_once};
use html::{signs, table};
use text::chars::first_chars;

/// The table with its columns: of each its name, the type of its numbers, and where the page of the kernel has it.
macro_rules! table {
    ($($column:ident: $number:ty = $($place:ident).+;)*) => {
        /// A page as columns; see `_native.pyi`.
        #[pyclass(frozen, module = "weft._native")]
        pub struct Table {
            $(#[pyo3(get)]
            pub $column: Column<$number>,)*
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

        impl Table {
            pub fn from_columns(mut page: table::Table) -> Self {
                Table {
                    bytes: page.bytes(),
                    $($column: Column::from(std::mem::take(&mut page.$($place).+)),)*
                    text: Text::from(page.text),
                    encoding: page.encoding,
                    encoding_source: page.encoding_source,
                    rest: Rest {
                        attributes: page.attributes,
                        names: page.names,
                        derived: page.derived,
                        known: decision::PageMemo::default(),
                    },
                    made: Made::default(),
                    written: OnceLock::new(),
                    records: OnceLock::new(),
                }
            }

            /// The columns, lent to who reads them.
            pub fn view(&self) -> PageView<'_> {
                PageView {
                    $($column: self.$column.values(),)*
                    text: self.text.as_str(),
                    attributes: &self.rest.attributes,
                    names: &self.rest.names,
                    derived: &self.rest.derived,
                }
            }
        }
    };
}

table! {
    tag: u16 = tag;
    parent: i32 = parent;
    end: i32 = end;
    depth: i32 = depth;
    nth: i32 = nth;
    text_start: i32 = text_start;
    text_end: i32 = text_end;
    chars: i32 = chars;
    words: i32 = words;
    in_link: bool = in_link;
    hidden: bool = hidden;
    raw: bool = raw;
    step: u64 = attributes.step;
    id_token: i32 = attributes.id_token;
    class_start: i32 = attributes.class_start;
    class_token: i32 = attributes.class_token;
    block_row: i32 = blocks.row;
    block_first: i32 = blocks.first;
    block_last: i32 = blocks.last;
    block_text_start: i32 = blocks.text_start;
    block_text_end: i32 = blocks.text_end;
    block_chars: i32 = blocks.chars;
    block_words: i32 = blocks.words;
    block_link_chars: i32 = blocks.link_chars;
    block_hidden: bool = blocks.hidden;
}

/// What stays in Rust and is looked up when asked for.
pub struct Rest {
    pub attributes: AttributeColumns,
    pub names: Names,
    pub derived: Derived,
    pub known: decision::PageMemo,
}

/// Columns that are made when they are first asked for.
#[derive(Default)]
struct Made {
    path_tags: OnceLock<Column<u64>>,
    path_nth: OnceLock<Column<u64>>,
    attrs: OnceLock<Column<u64>>,
}

/// The text of some blocks, written while the page was read.
pub struct Written {
    pub keep: Vec<i64>,
    pub text: Vec<u8>,
}

/// Does work on a page without Python's lock that may take so many seconds of the thread's time.
pub fn on_page<T: Send>(
    table: &Bound<'_, Table>,
    seconds: f64,
    work: impl FnOnce(&PageView) -> T + Send,
) -> PyResult<T> {
    let own = table.get();
    timed(table.py(), seconds, || work(&own.view()))
}

impl Table {
    /// How many blocks the page has.
    pub fn blocks(&self) -> usize {
        self.block_row.values().len()
    }

    /// Remembers the text of some blocks; the first that is given stays.
    pub fn remember(&self, keep: &[i64], text: Vec<u8>) {
        let _ = self.written.set(Written { keep: keep.to_vec(), text });
    }

    /// The text of these blocks, where it is remembered.
    pub fn text_of(&self, keep: &[i64]) -> Option<&[u8]> {
        self.written.get().filter(|written| written.keep == keep).map(|written| &written.text[..])
    }

    /// The texts of the blocks that say something.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        let says = |&block: &usize| self.block_words.values()[block] > 0;
        (0..self.blocks()).filter(says).map(|block| self.view().text_of_block(block))
    }

    /// What a decision is made from, on a page that was read at an address.
    pub fn deciding<'page>(&'page self, url: &'page str) -> Page<'page> {
        Page { view: self.view(), url, known: &self.rest.known }
    }
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
        made_once(&self.made.path_nth, || Column::from(self.view().path_nth()))
    }

    #[getter]
    fn attrs(&self) -> &Column<u64> {
        let make = || self.rest.attributes.sets(self.tag.values(), &hash_names(&self.rest.names));
        made_once(&self.made.attrs, || Column::from(make()))
    }

    #[getter]
    fn added_tags(&self) -> Vec<&str> {
        self.rest.names.added().iter().map(|name| &**name).collect()
    }

    #[getter]
    fn tokens(&self) -> Vec<&str> {
        self.rest.attributes.tokens.iter().collect()
    }

    /// All tokens in lower case, a NUL before and behind each.
    #[getter]
    fn token_text(&self) -> String {
        signs::name_text(&self.rest.attributes.tokens)
    }

    #[getter]
    fn name_hints(&self) -> u64 {
        self.view().hints()
    }

    /// The first texts among some rows, at most so many, and of each at most so many characters.
    fn texts_among(&self, first: usize, end: usize, most: usize, most_chars: usize) -> Vec<&str> {
        let page = self.view();
        let rows = (first..end.min(page.tag.len())).filter(|&row| page.tag[row] == name::TEXT).take(most);
        rows.map(|row| first_chars(page.text_of(row), most_chars)).collect()
    }

    /// The values of one attribute by row.
    fn values<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
        let number = self.rest.names.number(name).into_iter();
        number.flat_map(|number| self.rest.attributes.with_values(number)).into_py_dict(py)
    }

    fn attributes<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let own = self.rest.attributes.of(row);
        own.map(|(number, value)| (self.rest.names.text(number), value)).into_py_dict(py)
    }

    /// The rows of some tags, for reading only.
    fn rows_of<'py>(&self, py: Python<'py>, tags: Vec<NameId>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let page = self.view();
        let mut rows: Vec<i64> =
            tags.iter().flat_map(|&tag| page.rows_of(tag, usize::MAX)).map(|row| row as i64).collect();
        rows.sort_unstable();
        rows.dedup();
        let rows = array(py, rows)?;
        rows.readwrite().make_nonwriteable();
        Ok(rows)
    }
}
