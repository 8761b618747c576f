//! What is computed for the blocks of a page: their measures and their plain text.

use std::collections::HashMap;

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::table::{Table, read};
use super::{array, call_error, column_numbers, made, memory_error};
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::names::NameId;
use crate::{measures, pictures, plain, shown_captions, structure_noise, text_signs};

/// The measures of every block of a page; see `measures`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn measure_blocks<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let table = table.get();
    let measured = py.detach(|| measures::measure(&table.measured(), &mut Deadline::after(seconds)));
    let blocks = table.block_row.values().len();
    let (values, width) = measured.map_err(call_error(seconds))?;
    made(py, || values.into_pyarray(py).reshape([blocks, width]))
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
    let near = column_numbers(near.as_slice()?, width, seconds)?;
    if width != measures::width() || near_above > near.len() {
        return Err(PyValueError::new_err("these are not the measures of blocks"));
    }
    let (matrix, tags, counted) = (measured.as_slice()?, tag.as_slice()?, counted.as_slice()?);
    let asked = measures::page::Asked { counted, near: &near, near_above };
    let values = py.detach(|| {
        let (mut deadline, mut totals) = (Deadline::after(seconds), measures::page::Totals::of(&asked)?);
        matrix.chunks_exact(width).try_for_each(|row| {
            deadline.check()?;
            totals.add(row)
        })?;
        totals.describe(tags)
    });
    array(py, values.map_err(call_error(seconds))?)
}

/// Whether the page has all of these blocks.
fn has_all(keep: &[i64], blocks: usize) -> bool {
    keep.iter().all(|&block| (0..blocks as i64).contains(&block))
}

/// The rows of the images that belong to the kept blocks; see `shown_captions`.
#[pyfunction]
#[pyo3(signature = (table, keep, *, seconds=f64::INFINITY))]
pub fn shown_images<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (py, table) = (table.py(), table.get());
    let keep = blocks_of(table, &keep)?;
    let shown = py.detach(|| {
        let page = table.deciding("")?;
        shown_captions::images(&page.signs, &page.more, keep, &mut Deadline::after(seconds))
    });
    let shown = shown.map_err(call_error(seconds))?;
    array(py, shown.into_iter().map(|row| row as i64).collect())
}

/// Those of some images that are pictures by what they say of themselves; see `pictures`.
#[pyfunction]
pub fn pictures_among(table: &Bound<'_, Table>, rows: PyReadonlyArray1<'_, i64>) -> PyResult<Vec<usize>> {
    let (py, table, rows) = (table.py(), table.get(), rows.as_slice()?);
    let is_there = |row: &usize| *row < table.tag.values().len();
    let rows = rows.iter().filter_map(|&row| usize::try_from(row).ok()).filter(is_there);
    py.detach(|| pictures::among(&table.signs()?, rows)).map_err(memory_error)
}

/// Whether a class or the id of a row says that it holds a sign, a face, an advertisement or the like; see `pictures`.
#[pyfunction]
pub fn is_junk_name(table: &Bound<'_, Table>, row: usize) -> PyResult<bool> {
    let table = table.get();
    let is_there = row < table.tag.values().len();
    Ok(is_there && pictures::is_junk_name(&table.signs().map_err(memory_error)?, row, false))
}

/// The rows that are noise in the middle of a text that is kept.
#[pyfunction]
#[pyo3(signature = (table, keep, *, seconds=f64::INFINITY))]
pub fn inline_noise<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let (py, table) = (table.py(), table.get());
    let keep = blocks_of(table, &keep)?;
    let found = py.detach(|| {
        let rows = structure_noise::find_inline(&table.signs()?, keep, &mut Deadline::after(seconds))?;
        memory::collect(rows.into_iter().map(|row| row as i64))
    });
    array(py, found.map_err(call_error(seconds))?)
}

pub(super) fn blocks_of<'a>(table: &Table, keep: &'a PyReadonlyArray1<'_, i64>) -> PyResult<&'a [i64]> {
    let keep = keep.as_slice()?;
    if !has_all(keep, table.block_row.values().len()) {
        return Err(PyIndexError::new_err("there is no such block"));
    }
    Ok(keep)
}

/// As `plain_text`, and None too where something in the text may be written otherwise than it stands; see `text_signs`.
#[pyfunction]
#[pyo3(signature = (table, keep, *, seconds=f64::INFINITY))]
pub fn clean_text<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let (py, table) = (table.py(), table.get());
    let Ok(keep) = keep.as_slice() else { return Ok(None) };
    if let Some(text) = table.text_of(keep) {
        return made(py, || PyString::from_bytes(py, text).map(Some));
    }
    let text = py.detach(|| write_clean(table, keep, &mut Deadline::after(seconds))).map_err(call_error(seconds))?;
    made(py, || text.map(|text| PyString::from_bytes(py, &text)).transpose())
}

/// The plain text of the kept blocks in UTF-8; none where something in it may be written otherwise than it stands.
pub(super) fn write_clean(table: &Table, keep: &[i64], deadline: &mut Deadline) -> Result<Option<Vec<u8>>, Tripped> {
    let page = table.signs()?;
    if !has_all(keep, page.block_row.len()) {
        return Ok(None);
    }
    let Some(rows) = text_signs::find_cuts(&page, keep, deadline)? else { return Ok(None) };
    let stretch = |row: usize| (page.text_start[row] as usize, page.text_end[row] as usize, String::new());
    let cuts = plain::Cuts::of(memory::collect(rows.into_iter().map(stretch))?)?;
    let text = plain::render_cut(&table.plain(), keep, &cuts, deadline)?;
    Ok(text.filter(|text| !text_signs::may_lead_back(&page, text)).map(|mut text| {
        text_signs::drop_controls(&mut text);
        text
    }))
}

/// The plain text of the kept blocks, with other words for the rows that are cut, None where `renderers/text.py` must
/// write it; see `plain`.
#[pyfunction]
#[pyo3(signature = (table, keep, cuts=None, *, seconds=f64::INFINITY))]
pub fn plain_text<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    cuts: Option<HashMap<usize, String>>,
    seconds: f64,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let (py, table) = (table.py(), table.get());
    let Ok(keep) = keep.as_slice() else { return Ok(None) };
    let (starts, ends) = (table.text_start.values(), table.text_end.values());
    let stretch = |(row, words): (usize, String)| {
        starts.get(row).zip(ends.get(row)).map(|(&start, &end)| (start as usize, end as usize, words))
    };
    let stretches = cuts.unwrap_or_default().into_iter().map(stretch).collect::<Option<Vec<_>>>();
    let stretches = stretches.ok_or_else(|| PyIndexError::new_err("there is no such row"))?;
    let text = py.detach(|| {
        let cuts = plain::Cuts::of(stretches)?;
        plain::render_cut(&table.plain(), keep, &cuts, &mut Deadline::after(seconds))
    });
    let text = text.map_err(call_error(seconds))?;
    made(py, || text.map(|text| PyString::from_bytes(py, &text)).transpose())
}

/// The words of some blocks together; blocks that are not there have none.
#[pyfunction]
pub fn count_words(table: &Bound<'_, Table>, blocks: PyReadonlyArray1<'_, i64>) -> i64 {
    let words = table.get().block_words.values();
    let own = |&block: &i64| usize::try_from(block).ok().and_then(|block| words.get(block));
    blocks.as_array().iter().filter_map(own).map(|&count| i64::from(count)).sum()
}
