//! What is computed for the blocks of a page: their measures and their plain text.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::addresses::whole;
use crate::calls::{array, column_numbers, timed};
use crate::passages::in_order;
use crate::table::{Table, read};
use extractors::captions::pictures;
use extractors::measures;
use html::names::{NameId, name};

/// The measures of every block of a page; see `measures`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn measure_blocks<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let table = table.get();
    let measured = timed(py, seconds, || measures::measure(&table.view()));
    let blocks = table.block_row.values().len();
    let (values, width) = measured?;
    values.into_pyarray(py).reshape([blocks, width])
}

/// The numbers of a page as a whole, from the measures of its blocks; see `measures::page`.
#[pyfunction]
#[pyo3(signature = (table, measured, counted, near, near_above, *, seconds=f64::INFINITY))]
pub fn describe_page<'py>(
    table: &Bound<'py, Table>,
    measured: PyReadonlyArray2<'py, f32>,
    counted: PyReadonlyArray1<'py, NameId>,
    near: PyReadonlyArray1<'py, i64>,
    near_above: usize,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray1<f32>>> {
    let (py, table, width) = (table.py(), table.get(), measured.shape()[1]);
    read!(table, py, tag);
    let near = column_numbers(near.as_slice()?, width)?;
    if width != measures::width() || near_above > near.len() {
        return Err(PyValueError::new_err("these are not the measures of blocks"));
    }
    let (matrix, tags, counted) = (measured.as_slice()?, tag.as_slice()?, counted.as_slice()?);
    let asked = measures::page::Asked { counted, near: &near, near_above };
    let values = timed(py, seconds, || {
        let mut totals = measures::page::Totals::of(&asked);
        for row in matrix.chunks_exact(width) {
            limits::tick(1);
            totals.add(row);
        }
        totals.describe(tags)
    });
    array(py, values?)
}

/// Whether the page has all of these blocks.
fn has_all(keep: &[i64], blocks: usize) -> bool {
    keep.iter().all(|&block| (0..blocks as i64).contains(&block))
}

/// Those of some images that are pictures by what they say of themselves; see `pictures`.
#[pyfunction]
pub fn pictures_among(table: &Bound<'_, Table>, rows: PyReadonlyArray1<'_, i64>) -> PyResult<Vec<usize>> {
    let (py, table, rows) = (table.py(), table.get(), rows.as_slice()?);
    let is_there = |row: &usize| *row < table.tag.values().len();
    let rows = rows.iter().filter_map(|&row| usize::try_from(row).ok()).filter(is_there);
    Ok(py.detach(|| pictures::among(&table.view(), rows)))
}

/// Whether a class or the id of each row says that it holds a sign, a face, an advertisement or the like; see `pictures`.
#[pyfunction]
pub fn junk_names(table: &Bound<'_, Table>, rows: Vec<usize>) -> PyResult<Vec<bool>> {
    let (table, count) = (table.get(), table.get().tag.values().len());
    let signs = table.view();
    Ok(rows.into_iter().map(|row| row < count && pictures::is_junk_name(&signs, row, false)).collect())
}

pub(super) fn blocks_of<'a>(table: &Table, keep: &'a PyReadonlyArray1<'_, i64>) -> PyResult<&'a [i64]> {
    let keep = keep.as_slice()?;
    if !has_all(keep, table.block_row.values().len()) {
        return Err(PyIndexError::new_err("there is no such block"));
    }
    Ok(keep)
}

/// The plain text of the kept blocks of a page at an address, with the readings of characters or without; see `text`.
#[pyfunction]
#[pyo3(signature = (table, keep, url, readings, *, seconds=f64::INFINITY))]
pub fn write_text<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    url: &Bound<'py, PyString>,
    readings: bool,
    seconds: f64,
) -> PyResult<Bound<'py, PyString>> {
    let (py, table) = (table.py(), table.get());
    let keep = in_order(&keep, table.block_row.values().len())?;
    if let Some(text) = table.text_of(&keep).filter(|_| !readings || !table.tag.values().contains(&name::RUBY)) {
        return PyString::from_bytes(py, text);
    }
    let url = whole(url)?;
    let text = timed(py, seconds, || write_plain(table, &keep, (&url, readings)))?;
    PyString::from_bytes(py, &text)
}

/// The plain text of the kept blocks in UTF-8.
pub(super) fn write_plain(table: &Table, keep: &[i64], options: (&str, bool)) -> Vec<u8> {
    renderers::text::render(&table.view(), keep, options)
}

/// The words of some blocks together; blocks that are not there have none.
#[pyfunction]
pub fn count_words(table: &Bound<'_, Table>, blocks: PyReadonlyArray1<'_, i64>) -> i64 {
    let words = table.get().block_words.values();
    let own = |&block: &i64| usize::try_from(block).ok().and_then(|block| words.get(block));
    blocks.as_array().iter().filter_map(own).map(|&count| i64::from(count)).sum()
}
