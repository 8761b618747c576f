//! The door to Python: the only file that knows pyo3 and numpy. One crossing a page, Python's lock released meanwhile.
//!
//! It is over 400 lines long because it must stay one file and binds everything that the kernel offers: it names every
//! column of a page twice, where it is declared and where it is filled, and again where an algorithm reads it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use numpy::{
    Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};

use crate::limits::{Limits, Tripped};
use crate::names::{KNOWN_NAMES, Names};
use crate::{
    discussion, language, measures, outline, parse_bytes, parse_text, plain, record_marks, record_regions,
    record_slots, record_words, table, trees,
};

pyo3::create_exception!(_native, LimitTripped, pyo3::exceptions::PyException, "A page went over a limit.");

type Column<T> = Py<PyArray1<T>>;
/// A panic is a fault of the kernel; it is reported as an error, with its message.
type Parsed = Result<Result<table::Table, Tripped>, String>;

/// A page as columns; see `_native.pyi`.
#[pyclass(frozen, module = "weft._native")]
struct Table {
    #[pyo3(get)]
    tag: Column<u16>,
    #[pyo3(get)]
    parent: Column<i32>,
    #[pyo3(get)]
    end: Column<i32>,
    #[pyo3(get)]
    depth: Column<i32>,
    #[pyo3(get)]
    nth: Column<i32>,
    #[pyo3(get)]
    text_start: Column<i32>,
    #[pyo3(get)]
    text_end: Column<i32>,
    #[pyo3(get)]
    chars: Column<i32>,
    #[pyo3(get)]
    words: Column<i32>,
    #[pyo3(get)]
    in_link: Column<bool>,
    #[pyo3(get)]
    hidden: Column<bool>,
    #[pyo3(get)]
    raw: Column<bool>,
    #[pyo3(get)]
    path_tags: Column<u64>,
    #[pyo3(get)]
    path_nth: Column<u64>,
    #[pyo3(get)]
    step: Column<u64>,
    #[pyo3(get)]
    attrs: Column<u64>,
    #[pyo3(get)]
    id_token: Column<i32>,
    #[pyo3(get)]
    class_start: Column<i32>,
    #[pyo3(get)]
    class_token: Column<i32>,
    #[pyo3(get)]
    block_row: Column<i32>,
    #[pyo3(get)]
    block_first: Column<i32>,
    #[pyo3(get)]
    block_last: Column<i32>,
    #[pyo3(get)]
    block_text_start: Column<i32>,
    #[pyo3(get)]
    block_text_end: Column<i32>,
    #[pyo3(get)]
    block_chars: Column<i32>,
    #[pyo3(get)]
    block_words: Column<i32>,
    #[pyo3(get)]
    block_link_chars: Column<i32>,
    #[pyo3(get)]
    block_hidden: Column<bool>,
    #[pyo3(get)]
    text: Py<PyBytes>,
    #[pyo3(get)]
    encoding: &'static str,
    rest: Rest,
}

/// What stays in Rust and is looked up when asked for.
struct Rest {
    attributes: crate::attributes::AttributeColumns,
    names: Names,
}

impl Table {
    fn from_columns(py: Python<'_>, table: table::Table) -> Self {
        let (mut attributes, blocks) = (table.attributes, table.blocks);
        Table {
            tag: column(py, table.tag),
            parent: column(py, table.parent),
            end: column(py, table.end),
            depth: column(py, table.depth),
            nth: column(py, table.nth),
            text_start: column(py, table.text_start),
            text_end: column(py, table.text_end),
            chars: column(py, table.chars),
            words: column(py, table.words),
            in_link: column(py, table.in_link),
            hidden: column(py, table.hidden),
            raw: column(py, table.raw),
            path_tags: column(py, table.path_tags),
            path_nth: column(py, table.path_nth),
            step: column(py, std::mem::take(&mut attributes.step)),
            attrs: column(py, std::mem::take(&mut attributes.set)),
            id_token: column(py, std::mem::take(&mut attributes.id_token)),
            class_start: column(py, std::mem::take(&mut attributes.class_start)),
            class_token: column(py, std::mem::take(&mut attributes.class_token)),
            block_row: column(py, blocks.row),
            block_first: column(py, blocks.first),
            block_last: column(py, blocks.last),
            block_text_start: column(py, blocks.text_start),
            block_text_end: column(py, blocks.text_end),
            block_chars: column(py, blocks.chars),
            block_words: column(py, blocks.words),
            block_link_chars: column(py, blocks.link_chars),
            block_hidden: column(py, blocks.hidden),
            text: PyBytes::new(py, table.text.as_bytes()).unbind(),
            encoding: table.encoding,
            rest: Rest { attributes, names: table.names },
        }
    }
}

/// Hands a column over to numpy without copying it, for reading only.
fn column<T: Element>(py: Python<'_>, values: Vec<T>) -> Column<T> {
    let array = values.into_pyarray(py);
    array.readwrite().make_nonwriteable();
    array.unbind()
}

#[pymethods]
impl Table {
    #[getter]
    fn added_tags(&self) -> Vec<&str> {
        self.rest.names.added().iter().map(|name| &**name).collect()
    }

    #[getter]
    fn tokens(&self) -> Vec<&str> {
        self.rest.attributes.tokens.iter().map(|token| &**token).collect()
    }

    fn attribute(&self, row: usize, name: &str) -> Option<&str> {
        let number = self.rest.names.number(name)?;
        self.rest.attributes.of(row).find(|&(found, _)| found == number).map(|(_, value)| value)
    }

    fn attributes<'py>(&self, py: Python<'py>, row: usize) -> PyResult<Bound<'py, PyDict>> {
        let values = PyDict::new(py);
        for (number, value) in self.rest.attributes.of(row) {
            values.set_item(self.rest.names.text(number), value)?;
        }
        Ok(values)
    }

    fn rows_with(&self, py: Python<'_>, name: &str) -> Py<PyArray1<i32>> {
        let rows = self.rest.names.number(name).map_or_else(Vec::new, |number| self.rest.attributes.rows_with(number));
        rows.into_pyarray(py).unbind()
    }
}

/// The input of a page: bytes as they came, or text.
enum Source<'py> {
    Bytes(Bound<'py, PyBytes>),
    Text(Bound<'py, PyString>),
}

impl<'py> Source<'py> {
    fn of(data: &Bound<'py, PyAny>) -> PyResult<Self> {
        if let Ok(bytes) = data.cast::<PyBytes>() {
            Ok(Source::Bytes(bytes.clone()))
        } else if let Ok(text) = data.cast::<PyString>() {
            Ok(Source::Text(text.clone()))
        } else {
            Err(PyTypeError::new_err(format!("a page is bytes or str, not {}", data.get_type().name()?)))
        }
    }

    fn view(&self) -> View<'_> {
        match self {
            Source::Bytes(bytes) => View::Bytes(bytes.as_bytes()),
            Source::Text(text) => View::Text(text.to_string_lossy()),
        }
    }
}

/// The same without Python's objects, so that it can cross threads. Lone surrogates of a text are replaced.
enum View<'source> {
    Bytes(&'source [u8]),
    Text(std::borrow::Cow<'source, str>),
}

impl View<'_> {
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

fn limit_error(tripped: Tripped, limits: &Limits) -> PyErr {
    let value = match tripped {
        Tripped::Bytes => limits.bytes as f64,
        Tripped::Nodes => limits.nodes as f64,
        Tripped::Depth => limits.depth as f64,
        Tripped::Seconds => limits.seconds,
    };
    LimitTripped::new_err((tripped.name(), value))
}

fn panic_error(message: &str) -> PyErr {
    PyRuntimeError::new_err(format!("fault in weft's kernel, please report it with the page: {message}"))
}

#[pyfunction]
#[pyo3(signature = (data, *, charset=None, bytes_limit, nodes_limit, depth_limit, seconds_limit))]
fn parse(
    data: &Bound<'_, PyAny>,
    charset: Option<&str>,
    bytes_limit: usize,
    nodes_limit: usize,
    depth_limit: usize,
    seconds_limit: f64,
) -> PyResult<Table> {
    let limits = Limits { bytes: bytes_limit, nodes: nodes_limit, depth: depth_limit, seconds: seconds_limit };
    let source = Source::of(data)?;
    let view = source.view();
    match data.py().detach(|| view.parse(charset, &limits)) {
        Ok(Ok(table)) => Ok(Table::from_columns(data.py(), table)),
        Ok(Err(tripped)) => Err(limit_error(tripped, &limits)),
        Err(message) => Err(panic_error(&message)),
    }
}

#[pyfunction]
#[pyo3(signature = (pages, *, threads=0, bytes_limit, nodes_limit, depth_limit, seconds_limit))]
fn parse_many(
    py: Python<'_>,
    pages: Vec<Bound<'_, PyAny>>,
    threads: usize,
    bytes_limit: usize,
    nodes_limit: usize,
    depth_limit: usize,
    seconds_limit: f64,
) -> PyResult<Vec<Py<PyAny>>> {
    let limits = Limits { bytes: bytes_limit, nodes: nodes_limit, depth: depth_limit, seconds: seconds_limit };
    let sources = pages.iter().map(Source::of).collect::<PyResult<Vec<_>>>()?;
    let views: Vec<_> = sources.iter().map(Source::view).collect();
    let tables = py.detach(|| parse_all(&views, threads, &limits));
    let entry = |parsed: Parsed| match parsed {
        Ok(Ok(table)) => Ok(Table::from_columns(py, table).into_pyobject(py)?.into_any().unbind()),
        Ok(Err(tripped)) => Ok(limit_error(tripped, &limits).into_value(py).into_any()),
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
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(view) = views.get(index) else { break };
                    let parsed = view.parse(None, limits);
                    *done[index].lock().unwrap_or_else(PoisonError::into_inner) = Some(parsed);
                }
            });
        }
    });
    let unwrap = |slot: Mutex<Option<Parsed>>| slot.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.into_iter().filter_map(unwrap).collect()
}

/// Columns of a table, each bound to its own name for reading.
macro_rules! read {
    ($table:ident, $py:ident, $($name:ident),*) => { $(let $name = $table.$name.bind($py).readonly();)* };
}

/// The part of a page's text that its blocks cover.
fn content<'text>(text: &'text str, block_text_end: &[i32]) -> &'text [u8] {
    &text.as_bytes()[..block_text_end.iter().copied().max().unwrap_or(0) as usize]
}

/// The measures of every block of a page; see `measures`.
#[pyfunction]
fn measure_blocks<'py>(py: Python<'py>, table: &Bound<'py, Table>) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let table = table.get();
    read!(table, py, tag, parent, end, text_start, text_end, words, in_link, step, id_token, class_start, class_token);
    read!(table, py, block_row, block_first, block_last, block_text_start, block_text_end, block_words);
    let text = std::str::from_utf8(table.text.as_bytes(py)).map_err(|error| panic_error(&error.to_string()))?;
    let columns = measures::Columns {
        text,
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        words: words.as_slice()?,
        in_link: in_link.as_slice()?,
        step: step.as_slice()?,
        id_token: id_token.as_slice()?,
        class_start: class_start.as_slice()?,
        class_token: class_token.as_slice()?,
        block_row: block_row.as_slice()?,
        block_first: block_first.as_slice()?,
        block_last: block_last.as_slice()?,
        block_text_start: block_text_start.as_slice()?,
        block_text_end: block_text_end.as_slice()?,
        block_words: block_words.as_slice()?,
        scale: measures::word_scale(content(text, block_text_end.as_slice()?), block_words.as_slice()?),
        attributes: &table.rest.attributes,
        added_tags: table.rest.names.added(),
    };
    let blocks = columns.block_row.len();
    let (values, width) = py.detach(|| measures::measure(&columns));
    values.into_pyarray(py).reshape([blocks, width])
}

/// The plain text of the kept blocks, None where `renderers/text.py` must write it; see `plain`.
#[pyfunction]
fn plain_text<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, parent, end, depth, text_start, chars);
    read!(table, py, block_row, block_first, block_last, block_text_start, block_text_end);
    let columns = plain::Columns {
        text: table.text.as_bytes(py),
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        depth: depth.as_slice()?,
        text_start: text_start.as_slice()?,
        chars: chars.as_slice()?,
        block_row: block_row.as_slice()?,
        block_first: block_first.as_slice()?,
        block_last: block_last.as_slice()?,
        block_text_start: block_text_start.as_slice()?,
        block_text_end: block_text_end.as_slice()?,
        attributes: &table.rest.attributes,
    };
    let Ok(keep) = keep.as_slice() else { return Ok(None) };
    py.detach(|| plain::render(&columns, keep)).map(|text| PyString::from_bytes(py, &text)).transpose()
}

type RowMarks<'py> = [Bound<'py, PyArray1<i64>>; 3];
type Flags<'py> = Bound<'py, PyArray1<u16>>;
type TimeText = (i64, String, String, String);

/// The flags of tokens and rows; the texts that can be times; the rows that can be silent times, prices and counts; see
/// `record_marks`.
#[pyfunction]
fn mark_records<'py>(
    table: &Bound<'py, Table>,
    last_year: u32,
) -> PyResult<(Flags<'py>, Flags<'py>, Vec<TimeText>, RowMarks<'py>)> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, end, text_start, text_end, chars, hidden, raw, id_token, class_start, class_token);
    let columns = record_marks::Columns {
        text: table.text.as_bytes(py),
        tag: tag.as_slice()?,
        end: end.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        hidden: hidden.as_slice()?,
        raw: raw.as_slice()?,
        id_token: id_token.as_slice()?,
        class_start: class_start.as_slice()?,
        class_token: class_token.as_slice()?,
        attributes: &table.rest.attributes,
        names: &table.rest.names,
    };
    let marks = py.detach(|| record_marks::mark(&columns, last_year));
    let times = marks.times.into_iter().map(|stamp| (stamp.row, stamp.text, stamp.shape, stamp.label));
    let rows = [marks.silent, marks.prices, marks.counts].map(|rows| rows.into_pyarray(py));
    Ok((marks.tokens.into_pyarray(py), marks.flags.into_pyarray(py), times.collect(), rows))
}

#[pyfunction]
fn token_flags(token: &str) -> u16 {
    record_words::token_flags(token)
}

/// How much the words of a page speak for a discussion, in tenths; see `discussion`.
#[pyfunction]
fn discussion_score(table: &Bound<'_, Table>) -> PyResult<i32> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, text_end);
    let end = text_end.as_slice()?.first().map_or(0, |&end| end as usize);
    let (text, raw) = table.text.as_bytes(py).split_at(end);
    Ok(py.detach(|| discussion::score(&table.rest.attributes, text, raw)))
}

/// The rows at which times branch; see `record_regions`.
#[pyfunction]
fn time_branches(table: &Bound<'_, Table>, times: PyReadonlyArray1<'_, i64>, most: usize) -> PyResult<Vec<i64>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, parent, depth);
    let times = rows_of(&times, parent.as_slice()?.len())?;
    Ok(record_regions::branches(parent.as_slice()?, depth.as_slice()?, times, most))
}

/// The rows of the longest chain of replies; see `record_regions`.
#[pyfunction]
fn reply_chain(table: &Bound<'_, Table>, times: PyReadonlyArray1<'_, i64>, reach: usize) -> PyResult<Vec<i64>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, parent, end, step, class_start);
    let times = rows_of(&times, parent.as_slice()?.len())?;
    let columns = record_regions::Columns {
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        step: step.as_slice()?,
        class_start: class_start.as_slice()?,
    };
    Ok(record_regions::chain(&columns, times, reach))
}

/// Rows, records and slots of the rows of records; see `record_slots`.
#[pyfunction]
fn align_records<'py>(
    table: &Bound<'py, Table>,
    ranges: Vec<(i64, i64)>,
    telling: PyReadonlyArray1<'py, bool>,
) -> PyResult<[Bound<'py, PyArray1<i64>>; 3]> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, parent, end, depth, nth, class_start, class_token);
    let length = tag.as_slice()?.len() as i64;
    let known = ranges.iter().all(|&(start, end)| 0 <= start && start <= end && end <= length);
    let telling = telling.as_slice()?;
    if !known || telling.len() != table.rest.attributes.tokens.len() {
        return Err(PyValueError::new_err("there are rows or tokens that the page does not have"));
    }
    let columns = record_slots::Columns {
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        depth: depth.as_slice()?,
        nth: nth.as_slice()?,
        class_start: class_start.as_slice()?,
        class_token: class_token.as_slice()?,
    };
    let slots = record_slots::align(&columns, &ranges, telling);
    Ok([slots.rows, slots.record, slots.slot].map(|column| column.into_pyarray(py)))
}

/// The rows of the texts that at least `common` records say in the same slot; see `record_slots`.
#[pyfunction]
fn said_by_all<'py>(
    table: &Bound<'py, Table>,
    rows: PyReadonlyArray1<'py, i64>,
    record: PyReadonlyArray1<'py, i64>,
    slot: PyReadonlyArray1<'py, i64>,
    common: f64,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, text_start, text_end);
    let (starts, ends, text) = (text_start.as_slice()?, text_end.as_slice()?, table.text.as_bytes(py));
    let columns = rows_of(&rows, starts.len())?.iter().zip(record.as_slice()?).zip(slot.as_slice()?);
    let said = columns.map(|((&row, &record), &slot)| record_slots::Said {
        row,
        record,
        slot,
        text: text[starts[row as usize] as usize..ends[row as usize] as usize].trim_ascii(),
    });
    Ok(record_slots::said_by_all(&said.collect::<Vec<_>>(), common).into_pyarray(py))
}

/// Rows that a caller gives, if the page has them all.
fn rows_of<'rows>(rows: &'rows PyReadonlyArray1<'_, i64>, length: usize) -> PyResult<&'rows [i64]> {
    let rows = rows.as_slice()?;
    let known = rows.iter().all(|&row| usize::try_from(row).is_ok_and(|row| row < length));
    if known { Ok(rows) } else { Err(PyValueError::new_err("there are rows that the page does not have")) }
}

/// Boosted trees; see `trees`.
#[pyclass(frozen, module = "weft._native")]
struct Trees(trees::Trees);

#[pymethods]
impl Trees {
    #[new]
    fn new(
        feature: PyReadonlyArray1<'_, u16>,
        threshold: PyReadonlyArray1<'_, f32>,
        child: PyReadonlyArray1<'_, u32>,
        value: PyReadonlyArray1<'_, f32>,
        roots: PyReadonlyArray1<'_, u32>,
        base: PyReadonlyArray1<'_, f32>,
        width: usize,
    ) -> PyResult<Self> {
        let (feature, threshold, child) = (feature.as_slice()?, threshold.as_slice()?, child.as_slice()?);
        if threshold.len() != feature.len() || child.len() != feature.len() {
            return Err(PyValueError::new_err("the columns of the nodes are not equally long"));
        }
        let nodes = feature.iter().zip(threshold).zip(child);
        let nodes = nodes.map(|((&feature, &threshold), &child)| trees::TreeNode { feature, threshold, child });
        let (value, roots, base) = (value.as_slice()?.to_vec(), roots.as_slice()?.to_vec(), base.as_slice()?.to_vec());
        trees::Trees::new(nodes.collect(), value, roots, base, width).map(Trees).map_err(PyValueError::new_err)
    }

    fn predict<'py>(&self, matrix: PyReadonlyArray2<'py, f32>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let (py, shape) = (matrix.py(), matrix.shape());
        if shape[1] != self.0.width() {
            return Err(PyValueError::new_err(format!("{} features are needed, not {}", self.0.width(), shape[1])));
        }
        let rows = matrix.as_slice()?;
        let sums = py.detach(|| self.0.predict(rows));
        sums.into_pyarray(py).reshape([shape[0], self.0.outputs()])
    }

    fn contributions<'py>(&self, row: PyReadonlyArray1<'py, f32>) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let values = row.as_slice()?;
        if values.len() != self.0.width() {
            return Err(PyValueError::new_err(format!("{} features are needed, not {}", self.0.width(), values.len())));
        }
        Ok(self.0.contributions(values).into_pyarray(row.py()))
    }
}

/// The tree of slots of a template; see `outline`.
#[pyclass(frozen, module = "weft._native")]
struct Outline(outline::Outline);

#[pymethods]
impl Outline {
    #[new]
    fn new(parents: Vec<i32>, tags: Vec<String>, marks: Vec<String>) -> PyResult<Self> {
        outline::Outline::new(&parents, &tags, &marks).map(Outline).map_err(PyValueError::new_err)
    }

    fn walk<'py>(&self, table: &Bound<'py, Table>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag, parent, nth, id_token, class_start, class_token);
        let columns = outline::Columns {
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            nth: nth.as_slice()?,
            id_token: id_token.as_slice()?,
            class_start: class_start.as_slice()?,
            class_token: class_token.as_slice()?,
            attributes: &table.rest.attributes,
            names: &table.rest.names,
        };
        Ok(py.detach(|| self.0.walk(&columns)).into_pyarray(py))
    }

    fn fit(
        &self,
        table: &Bound<'_, Table>,
        slots: PyReadonlyArray1<'_, i32>,
        usual: PyReadonlyArray1<'_, bool>,
        free: PyReadonlyArray1<'_, bool>,
    ) -> PyResult<(usize, usize, usize)> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag, parent);
        let (slots, usual, free) = (slots.as_slice()?, usual.as_slice()?, free.as_slice()?);
        self.0.check(slots, tag.as_slice()?.len(), usual.len(), free.len()).map_err(PyValueError::new_err)?;
        let fit = outline::fit(slots, tag.as_slice()?, parent.as_slice()?, usual, free);
        Ok((fit.found, fit.known, fit.unknown))
    }

    /// The blocks that the rules keep, in document order, hidden ones left out.
    fn choose<'py>(
        &self,
        table: &Bound<'py, Table>,
        slots: PyReadonlyArray1<'py, i32>,
        rules: PyReadonlyArray1<'py, u8>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, tag, parent, block_first, block_hidden);
        let (slots, rules) = (slots.as_slice()?, rules.as_slice()?);
        self.0.check(slots, tag.as_slice()?.len(), rules.len(), rules.len()).map_err(PyValueError::new_err)?;
        let kept = outline::keep(slots, tag.as_slice()?, parent.as_slice()?, rules);
        let blocks = block_first.as_slice()?.iter().zip(block_hidden.as_slice()?).enumerate();
        let chosen = blocks.filter(|&(_, (&first, &hidden))| kept[first as usize] && !hidden);
        Ok(chosen.map(|(block, _)| block as i64).collect::<Vec<_>>().into_pyarray(py))
    }
}

#[pyfunction]
fn guess_language(text: &str) -> (&'static str, f64) {
    language::guess(text)
}

#[pymodule]
mod _native {
    use super::{KNOWN_NAMES, measures};
    #[pymodule_export]
    use super::{
        LimitTripped, Outline, Table, Trees, align_records, discussion_score, guess_language, mark_records,
        measure_blocks, parse, parse_many, plain_text, reply_chain, said_by_all, time_branches, token_flags,
    };
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("TAG_NAMES", KNOWN_NAMES.to_vec())?;
        module.add("MEASURES", measures::names())
    }
}
