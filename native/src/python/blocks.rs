//! What is computed for the blocks of a page: their measures and their plain text.

use numpy::{
    IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::table::{Table, read};
use super::{array, call_error, column_numbers, made, memory_error};
use crate::limits::Deadline;
use crate::names::NameId;
use crate::{measures, noise_signs, plain, text_signs};

/// The part of a page's text that its blocks cover.
pub(super) fn content<'text>(text: &'text str, block_text_end: &[i32]) -> &'text [u8] {
    &text.as_bytes()[..block_text_end.iter().copied().max().unwrap_or(0) as usize]
}

/// The columns that measures are made from, under the name that is given.
macro_rules! measured_columns {
    ($table:ident, $py:ident, $name:ident) => {
        read!($table, $py, tag, parent, end, depth, nth, text_start, text_end, words, in_link);
        read!($table, $py, step, id_token, class_start, class_token);
        read!(
            $table,
            $py,
            block_row,
            block_first,
            block_last,
            block_text_start,
            block_text_end,
            block_words,
            block_hidden
        );
        let text = $table.text.as_str();
        let $name = crate::measures::Columns {
            text,
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            end: end.as_slice()?,
            depth: depth.as_slice()?,
            nth: nth.as_slice()?,
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
            block_hidden: block_hidden.as_slice()?,
            scale: crate::measures::word_scale(
                crate::python::blocks::content(text, block_text_end.as_slice()?),
                block_words.as_slice()?,
            ),
            attributes: &$table.rest.attributes,
            added_tags: $table.rest.names.added(),
        };
    };
}
pub(super) use measured_columns;

/// The measures of every block of a page; see `measures`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn measure_blocks<'py>(
    py: Python<'py>,
    table: &Bound<'py, Table>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let table = table.get();
    measured_columns!(table, py, columns);
    let blocks = columns.block_row.len();
    let measured = py.detach(|| measures::measure(&columns, &mut Deadline::after(seconds)));
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

/// The columns that signs are read from, under the name that is given.
macro_rules! sign_columns {
    ($table:ident, $py:ident, $name:ident) => {
        read!($table, $py, tag, parent, end, text_start, text_end, words);
        read!($table, $py, block_row, block_first, block_last, id_token, class_start, class_token);
        let hints = $table.rest.hints()?;
        let $name = crate::signs::Columns {
            text: $table.text.as_bytes(),
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            end: end.as_slice()?,
            text_start: text_start.as_slice()?,
            text_end: text_end.as_slice()?,
            words: words.as_slice()?,
            block_row: block_row.as_slice()?,
            block_first: block_first.as_slice()?,
            block_last: block_last.as_slice()?,
            id_token: id_token.as_slice()?,
            class_start: class_start.as_slice()?,
            class_token: class_token.as_slice()?,
            attributes: &$table.rest.attributes,
            names: &$table.rest.names,
            hints: hints.all,
            name_hints: &hints.of_names,
        };
    };
}
pub(super) use sign_columns;

/// The columns that plain text is written from, under the name that is given.
macro_rules! plain_columns {
    ($table:ident, $py:ident, $name:ident) => {
        read!($table, $py, tag, parent, end, depth, text_start, chars);
        read!($table, $py, block_row, block_first, block_last, block_text_start, block_text_end);
        let $name = plain::Columns {
            text: $table.text.as_bytes(),
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
            attributes: &$table.rest.attributes,
        };
    };
}

/// Whether the page has all of these blocks.
fn has_all(keep: &[i64], blocks: usize) -> bool {
    keep.iter().all(|&block| (0..blocks as i64).contains(&block))
}

/// Whether one of the kept blocks may be noise inside of a structure; see `noise_signs`.
#[pyfunction]
pub fn may_have_noise<'py>(table: &Bound<'py, Table>, keep: PyReadonlyArray1<'py, i64>) -> PyResult<bool> {
    let (py, table) = (table.py(), table.get());
    sign_columns!(table, py, columns);
    let Ok(keep) = keep.as_slice() else { return Ok(true) };
    if !has_all(keep, columns.block_row.len()) {
        return Ok(true);
    }
    py.detach(|| noise_signs::may_have_noise(&columns, keep)).map_err(memory_error)
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
    sign_columns!(table, py, page);
    plain_columns!(table, py, columns);
    let Ok(keep) = keep.as_slice() else { return Ok(None) };
    let text = py.detach(|| {
        if !has_all(keep, page.block_row.len()) || text_signs::may_have_cuts(&page, keep)? {
            return Ok(None);
        }
        let text = plain::render(&columns, keep, &mut Deadline::after(seconds))?;
        Ok(text.filter(|text| !text_signs::may_lead_back(&page, text)).map(|mut text| {
            text_signs::drop_controls(&mut text);
            text
        }))
    });
    let text = text.map_err(call_error(seconds))?;
    made(py, || text.map(|text| PyString::from_bytes(py, &text)).transpose())
}

/// The plain text of the kept blocks, None where `renderers/text.py` must write it; see `plain`.
#[pyfunction]
#[pyo3(signature = (table, keep, *, seconds=f64::INFINITY))]
pub fn plain_text<'py>(
    table: &Bound<'py, Table>,
    keep: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Option<Bound<'py, PyString>>> {
    let (py, table) = (table.py(), table.get());
    plain_columns!(table, py, columns);
    let Ok(keep) = keep.as_slice() else { return Ok(None) };
    let text =
        py.detach(|| plain::render(&columns, keep, &mut Deadline::after(seconds))).map_err(call_error(seconds))?;
    made(py, || text.map(|text| PyString::from_bytes(py, &text)).transpose())
}
