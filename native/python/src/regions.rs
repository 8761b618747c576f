//! Structures and regions: what blocks belong together, and what the first probabilities say of them.

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::calls::{array, column_numbers, timed};
use crate::table::Table;
use extractors::regions::{self, First, Rows};
use html::names::NameId;

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// The structures of a page: kinds; rows, first blocks, blocks after the last, the structure of every block. See
/// `regions::structures`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn find_structures<'py>(
    table: &Bound<'py, Table>,
    seconds: f64,
) -> PyResult<(Column<'py, u8>, [Column<'py, i32>; 4])> {
    let (py, table) = (table.py(), table.get());
    let structures = timed(py, seconds, || regions::find_structures(&table.view()))?;
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
    let page = table.view();
    let blocks = page.block_row.len();
    let (shape, probability) = (features.shape(), probability.as_slice()?);
    if shape[0] != blocks || probability.len() != blocks {
        return Err(PyValueError::new_err("there must be features and a probability for every block"));
    }
    let wanted = column_numbers(columns.as_slice()?, shape[1])?;
    let [link_words, heading_distance, heading_next, ref taken @ ..] = wanted[..] else {
        return Err(PyValueError::new_err("the first three columns are missing"));
    };
    let (features, tags) = (Rows::Plain { values: features.as_slice()?, width: shape[1] }, tags.as_slice()?);
    let first = First { features, probability, link_words, heading_distance, heading_next, taken, tags, tail: &[] };
    let described = timed(py, seconds, || regions::describe(&page, &first))?;
    Ok((array(py, described.values)?, described.core, array(py, described.region)?))
}
