//! Structures and regions: what blocks belong together, and what the first probabilities say of them.

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::table::{Table, read};
use super::{array, call_error, column_numbers};
use crate::limits::Deadline;
use crate::names::NameId;
use crate::regions::{self, First};

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// Binds the columns that regions are made of to a name.
macro_rules! region_columns {
    ($table:ident, $py:ident, $columns:ident) => {
        read!(
            $table,
            $py,
            tag,
            parent,
            end,
            depth,
            chars,
            path_tags,
            block_row,
            block_first,
            block_words,
            block_hidden
        );
        let $columns = crate::regions::Columns {
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            end: end.as_slice()?,
            depth: depth.as_slice()?,
            chars: chars.as_slice()?,
            path_tags: path_tags.as_slice()?,
            block_row: block_row.as_slice()?,
            block_first: block_first.as_slice()?,
            block_words: block_words.as_slice()?,
            block_hidden: block_hidden.as_slice()?,
            attributes: &$table.rest.attributes,
        };
    };
}
pub(super) use region_columns;

/// The structures of a page: kinds; rows, first blocks, blocks after the last, the structure of every block. See
/// `regions::structures`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn find_structures<'py>(
    table: &Bound<'py, Table>,
    seconds: f64,
) -> PyResult<(Column<'py, u8>, [Column<'py, i32>; 4])> {
    let (py, table) = (table.py(), table.get());
    region_columns!(table, py, columns);
    let structures = py.detach(|| regions::find_structures(&columns, &mut Deadline::after(seconds)));
    let structures = structures.map_err(call_error(seconds))?;
    let regions::Structures { kind, row, first, last, of_block } = structures;
    Ok((array(py, kind)?, [array(py, row)?, array(py, first)?, array(py, last)?, array(py, of_block)?]))
}

/// What the second trees ask about every block, row by row; the row of the core; the rows of the regions. See `regions`.
#[pyfunction]
#[pyo3(signature = (table, features, probability, columns, tags, *, seconds=f64::INFINITY))]
pub fn describe_regions<'py>(
    table: &Bound<'py, Table>,
    features: PyReadonlyArray2<'py, f32>,
    probability: PyReadonlyArray1<'py, f64>,
    columns: PyReadonlyArray1<'py, i64>,
    tags: PyReadonlyArray1<'py, NameId>,
    seconds: f64,
) -> PyResult<(Column<'py, f32>, usize, Column<'py, i32>)> {
    let (py, table) = (table.py(), table.get());
    region_columns!(table, py, page);
    let blocks = page.block_row.len();
    let (shape, probability) = (features.shape(), probability.as_slice()?);
    if shape[0] != blocks || probability.len() != blocks {
        return Err(PyValueError::new_err("there must be features and a probability for every block"));
    }
    let wanted = column_numbers(columns.as_slice()?, shape[1], seconds)?;
    let [link_words, heading_distance, heading_next, ref taken @ ..] = wanted[..] else {
        return Err(PyValueError::new_err("the first three columns are missing"));
    };
    let (features, width, tags) = (features.as_slice()?, shape[1], tags.as_slice()?);
    let first =
        First { features, width, probability, link_words, heading_distance, heading_next, taken, tags, tail: &[] };
    let described = py.detach(|| regions::describe(&page, &first, &mut Deadline::after(seconds)));
    let described = described.map_err(call_error(seconds))?;
    Ok((array(py, described.values)?, described.core, array(py, described.region)?))
}
