//! What is written of a page: text, passages, Markdown, HTML, chunks; and which addresses may be written.

use std::collections::HashMap;

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};

use crate::calls::timed;
use crate::table::{Table, on_page};
use html::declares;
use html::names::name;
use html::page_view::PageView;
use renderers::passages::chunks::{self, Counter, How};
use renderers::passages::records::add_title;
use renderers::passages::records::{Record, Written, place};
use renderers::passages::settle::settled_pieces;
use renderers::passages::{self, Composed, Piece, Role, Wanted, addresses, html_lines, inline, markdown, shown};
use renderers::safe_addresses;

type Keep<'py> = PyReadonlyArray1<'py, i64>;

/// Whether links, images, captions, notes and readings are wanted; and the page's URL.
type Options = (bool, bool, bool, bool, bool, String);

fn read_options(page: &PageView, options: Options, lines: bool) -> Wanted {
    let (links, images, captions, notes, readings, url) = options;
    let (base, declared) = declares::own_addresses(page);
    let base = safe_addresses::base_of(&url, base, &declared);
    Wanted { links, images, captions, notes, readings, lines, url, ..Wanted::addresses(base) }
}

/// The numbers of the kept blocks, which rise.
fn in_order(table: &Bound<'_, Table>, keep: &Keep) -> PyResult<Vec<i64>> {
    let (mut own, blocks) = (keep.as_array().to_vec(), 0..table.get().blocks() as i64);
    if own.iter().any(|block| !blocks.contains(block)) {
        return Err(PyIndexError::new_err("a kept block is none of the page's"));
    }
    if !own.is_sorted_by(|block, next| block < next) {
        own.sort_unstable();
        own.dedup();
    }
    Ok(own)
}

/// The plain text of the kept blocks of a page at an address, with the readings of characters, with the captions of
/// pictures, or without; see `text`.
#[pyfunction]
#[pyo3(signature = (table, keep, url, readings, captions, *, seconds=f64::INFINITY))]
pub fn write_text<'py>(
    table: &Bound<'py, Table>,
    keep: Keep<'py>,
    url: &Bound<'py, PyString>,
    readings: bool,
    captions: bool,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, keep, own) = (table.py(), in_order(table, &keep)?, table.get());
    let is_usual = !captions && (!readings || !own.tag.values().contains(&name::RUBY));
    if let Some(text) = own.text_of(&keep).filter(|_| is_usual) {
        return PyString::from_bytes(py, text);
    }
    let wanted = Wanted { readings, captions, url: whole(url)?, ..Wanted::default() };
    PyString::from_bytes(py, &timed(py, seconds, || write_plain(own, &keep, &wanted))?)
}

/// Lets a table remember the usual text of what is kept of a page at an address.
pub fn remember_text(table: &Table, keep: &[i64], url: &str) {
    let text = write_plain(table, keep, &Wanted { url: url.to_owned(), ..Wanted::default() });
    table.remember(keep, text);
}

/// The plain text of the kept blocks in UTF-8.
fn write_plain(table: &Table, keep: &[i64], wanted: &Wanted) -> Vec<u8> {
    renderers::text::render(&table.view(), keep, wanted)
}

/// Containers (role, row, number), paths (outside, container), marks (around, kind, value), and the passages: path, row,
/// pieces (kind, text, marks, address), their white space collapsed but in code; and the labels of containers.
#[pyfunction]
#[pyo3(signature = (table, keep, options, *, seconds=f64::INFINITY))]
pub fn compose<'py>(
    table: &Bound<'py, Table>,
    keep: Keep<'py>,
    options: Options,
    seconds: f64,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, page, keep) = (table.py(), table.get().view(), in_order(table, &keep)?);
    let wanted = read_options(&page, options, false);
    let rows = timed(py, seconds, || shown::find(&page, &keep, &wanted))?;
    let composed = timed(py, seconds, || passages::compose(&page, &rows, &wanted))?;
    to_python(py, composed)
}

/// The rows of the tables of data among what is shown of the kept blocks, or else among all that is not hidden.
#[pyfunction]
#[pyo3(signature = (table, keep=None, *, seconds=f64::INFINITY))]
pub fn data_tables(table: &Bound<'_, Table>, keep: Option<Keep<'_>>, seconds: f64) -> PyResult<Vec<usize>> {
    let keep = keep.map(|keep| in_order(table, &keep)).transpose()?;
    let wanted = Wanted { images: true, captions: true, ..Wanted::default() };
    on_page(table, seconds, |page| match keep {
        Some(keep) => shown::find(page, &keep, &wanted).tables,
        None => passages::data_tables(page, &page.hidden.iter().map(|is_hidden| !is_hidden).collect::<Vec<_>>()),
    })
}

/// The kept blocks as HTML.
#[pyfunction]
#[pyo3(signature = (table, keep, options, *, seconds=f64::INFINITY))]
pub fn write_html(table: &Bound<'_, Table>, keep: Keep<'_>, options: Options, seconds: f64) -> PyResult<String> {
    let keep = in_order(table, &keep)?;
    on_page(table, seconds, |page| {
        let wanted = read_options(page, options, false);
        let rows = shown::find(page, &keep, &wanted);
        let composed = passages::compose(page, &rows, &wanted);
        html_lines::write(page, &composed, &wanted)
    })
}

/// Whether records are posts, or else rows or cards; whether these may be written as a table; and of each record where it
/// begins and ends and its fields, with their rows.
type GivenRecords = (bool, bool, Vec<(usize, usize, HashMap<String, (String, i64)>)>);

/// The records that have a form of their own.
fn read_records((are_posts, tables, given): GivenRecords, rows: usize) -> PyResult<Written> {
    let records: Vec<_> = given.into_iter().map(|(start, end, fields)| Record { start, end, fields }).collect();
    let is_on_page = |own: &Record| own.start < rows && own.end <= rows && own.body().is_none_or(|body| body < rows);
    if !records.iter().all(is_on_page) {
        return Err(PyIndexError::new_err("a record lies outside of its page"));
    }
    Ok(Written { records, are_posts, tables })
}

/// The kept blocks as Markdown, records in forms of their own; under a title, where one is given.
#[pyfunction]
#[pyo3(signature = (table, keep, options, records, title, *, seconds=f64::INFINITY))]
pub fn write_markdown(
    table: &Bound<'_, Table>,
    keep: Keep<'_>,
    options: Options,
    records: GivenRecords,
    title: &Bound<'_, PyString>,
    seconds: f64,
) -> PyResult<String> {
    let (keep, title) = (in_order(table, &keep)?, title.to_string_lossy());
    let records = read_records(records, table.get().tag.values().len())?;
    let is_bare = records.records.is_empty() && title.is_empty();
    on_page(table, seconds, |page| {
        let wanted = read_options(page, options, is_bare);
        let rows = shown::find(page, &keep, &wanted);
        let mut composed = passages::compose(page, &rows, &wanted);
        place(page, &mut composed, &records, wanted.links);
        add_title(&mut composed, &title);
        markdown::write(page, &composed)
    })
}

/// Text as Markdown that shows it as it is, line by line.
#[pyfunction]
pub fn plain_markdown(text: &Bound<'_, PyString>) -> String {
    inline::plain(&text.to_string_lossy())
}

fn to_python<'py>(py: Python<'py>, composed: Composed) -> PyResult<Bound<'py, PyTuple>> {
    let passages = composed.passages.iter().map(|passage| {
        let is_code = composed.inner(passage.path).is_some_and(|inner| inner.role == Role::Pre);
        let settled = settled_pieces(passage.pieces(), &composed.marks);
        let pieces = if is_code { passage.pieces() } else { &settled };
        let pieces = pieces.iter().map(piece_parts).collect::<Vec<_>>().into_pyobject(py)?;
        Ok::<_, PyErr>((passage.path, passage.row, pieces))
    });
    let passages = passages.collect::<PyResult<Vec<_>>>()?;
    let containers: Vec<_> = composed.containers.iter().map(|one| (one.role as u8, one.row, one.number)).collect();
    let marks: Vec<_> = composed.marks.iter().map(|mark| (mark.around, mark.kind as u8, &mark.value)).collect();
    (containers, composed.paths, marks, passages, composed.labels).into_pyobject(py)
}

/// Kind, text, marks and address of a piece.
fn piece_parts<'piece>(piece: &'piece Piece) -> (u8, &'piece str, u32, &'piece str) {
    match piece {
        Piece::Text(text, marks) => (0, text, *marks, ""),
        Piece::Break(marks) => (1, "", *marks, ""),
        Piece::Image { alt, address, marks } => (2, alt, *marks, address),
        Piece::Rule => (3, "", 0, ""),
        Piece::Formula { latex, marks, display } => (4 + u8::from(*display), latex, *marks, ""),
        Piece::Note(label) => (6, label, 0, ""),
    }
}

/// A function of Python's that counts tokens; they are estimated where there is none.
struct Count<'own>(Option<&'own Py<PyAny>>);

impl Counter for Count<'_> {
    type Error = PyErr;

    fn count(&mut self, text: &str) -> PyResult<i64> {
        let Some(count) = self.0 else { return Ok(chunks::estimate(text)) };
        Python::attach(|py| count.bind(py).call1((text,))?.extract())
    }
}

type Chunk = (Vec<String>, String, i64, Vec<(i64, i64)>, Vec<i64>);

/// Chunks: titles of the headings above, text, tokens, ranges of rows and blocks. With the records that have a
/// form stands where all records begin and end; `how` is the size, the overlap, whether headings begin chunks, whether
/// tables may be split, and what counts tokens.
#[pyfunction]
#[pyo3(signature = (table, keep, options, records, how, *, seconds=f64::INFINITY))]
pub fn find_chunks(
    table: &Bound<'_, Table>,
    keep: Keep<'_>,
    options: Options,
    records: (GivenRecords, Vec<(usize, usize)>),
    how: (i64, i64, bool, bool, Option<Py<PyAny>>),
    seconds: f64,
) -> PyResult<Vec<Chunk>> {
    let (records, mut spans) = records;
    let records = read_records(records, table.get().tag.values().len())?;
    let keep = in_order(table, &keep)?;
    let (size, overlap, by_heading, split_tables, count) = how;
    let how = How { size, overlap, by_heading, split_tables };
    spans.sort_unstable();
    let found = on_page(table, seconds, |page| {
        let wanted = read_options(page, options, false);
        let rows = shown::find(page, &keep, &wanted);
        let mut composed = passages::compose(page, &rows, &wanted);
        place(page, &mut composed, &records, wanted.links);
        chunks::find((page, &rows.keep), &mut composed, &spans, &how, &mut Count(count.as_ref()))
    });
    let parts = |chunk: chunks::Chunk| (chunk.headings, chunk.text, chunk.tokens, chunk.rows, chunk.blocks);
    Ok(found??.into_iter().map(parts).collect())
}

/// A text of Python without the halves of characters that it may hold.
fn whole(text: &Bound<'_, PyString>) -> PyResult<String> {
    if let Ok(whole) = text.to_str() {
        return Ok(whole.to_owned());
    }
    let bytes = text.call_method1("encode", ("utf-8", "ignore"))?;
    Ok(String::from_utf8_lossy(bytes.cast::<PyBytes>()?.as_bytes()).into_owned())
}

fn given(text: Option<&Bound<'_, PyString>>) -> PyResult<String> {
    text.map_or(Ok(String::new()), whole)
}

/// The address, joined with a base; empty for one that must not be written or leads nowhere.
#[pyfunction]
pub fn safe_address(
    address: Option<&Bound<'_, PyString>>,
    base: &Bound<'_, PyString>,
    is_web: bool,
) -> PyResult<String> {
    Ok(safe_addresses::safe(&given(address)?, &whole(base)?, is_web))
}

/// The URL that the caller gave a page, as it may be written.
#[pyfunction]
pub fn own_address(url: Option<&Bound<'_, PyString>>) -> PyResult<String> {
    Ok(safe_addresses::own(&given(url)?))
}

/// The address without the name and password before its host.
#[pyfunction]
pub fn without_user<'py>(address: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let own = whole(address)?;
    let bare = safe_addresses::without_user(&own);
    Ok(if bare == own { address.clone() } else { PyString::new(address.py(), &bare) })
}

/// What the relative addresses of a page are joined with, and the address that it declares as its own.
#[pyfunction]
pub fn page_addresses(table: &Bound<'_, Table>, url: Option<&Bound<'_, PyString>>) -> PyResult<(String, String)> {
    let page = table.get().view();
    let (base, declared) = declares::own_addresses(&page);
    let base = safe_addresses::base_of(&given(url)?, base, &declared);
    Ok((base, safe_addresses::first_plausible(&declared).to_owned()))
}

/// The address of an image, the best that it gives; or else that of the `picture` around it.
#[pyfunction]
pub fn image_address(table: &Bound<'_, Table>, row: usize, base: &Bound<'_, PyString>) -> PyResult<String> {
    let page = table.get().view();
    if row >= page.tag.len() {
        return Err(PyIndexError::new_err("there is no such row"));
    }
    Ok(addresses::of_row(&page, row, &Wanted::addresses(whole(base)?)))
}
