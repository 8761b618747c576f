//! The regions of a page before they are read, and how their records are aligned.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use super::evidence::RecordEvidence;
use super::{Entries, checked, rows_of};
use crate::calls::{array, timed};
use crate::table::Table;
use records::read::views::View;
use records::regions::region::{self, Column, Region};
use records::regions::{candidates, slots};

/// Where each record begins and ends.
pub type Ranges = Vec<(i64, i64)>;
/// The same, and the slot of each row in them.
pub type GivenRegion<'py> = (Ranges, PyReadonlyArray1<'py, i64>);
/// The governing row, the members, the ranges of the records and whether these are several siblings.
type RegionParts = (i64, Vec<usize>, Ranges, bool);
/// Slot, ordinal in the record, and the row by record.
type ColumnParts = (i64, usize, Entries);

/// The rows at which times branch; see `candidates`.
#[pyfunction]
#[pyo3(signature = (table, times, most, *, seconds=f64::INFINITY))]
pub fn time_branches(
    table: &Bound<'_, Table>,
    times: PyReadonlyArray1<'_, i64>,
    most: usize,
    seconds: f64,
) -> PyResult<Vec<i64>> {
    let (py, page) = (table.py(), table.get().view());
    let times = rows_of(&times, page.tag.len())?;
    timed(py, seconds, || candidates::branches(&page, times, most))
}

/// The rows of the longest chain of replies; see `candidates`.
#[pyfunction]
#[pyo3(signature = (table, times, reach, *, seconds=f64::INFINITY))]
pub fn reply_chain(
    table: &Bound<'_, Table>,
    times: PyReadonlyArray1<'_, i64>,
    reach: usize,
    seconds: f64,
) -> PyResult<Vec<i64>> {
    let (py, page) = (table.py(), table.get().view());
    let times = rows_of(&times, page.tag.len())?;
    timed(py, seconds, || candidates::chain(&page, times, reach))
}

/// The candidates at a row; see `candidates`.
#[pyfunction]
#[pyo3(signature = (table, row, times, *, seconds=f64::INFINITY))]
pub fn candidates_at(
    table: &Bound<'_, Table>,
    row: usize,
    times: PyReadonlyArray1<'_, i64>,
    seconds: f64,
) -> PyResult<Vec<RegionParts>> {
    let (py, page) = (table.py(), table.get().view());
    let times = rows_of(&times, page.tag.len())?;
    let fits = row < page.tag.len() && times.is_sorted();
    checked((), fits, "there is no such row, or the times are in no order")?;
    let candidates = timed(py, seconds, || candidates::at(&page, row, times))?.into_iter();
    Ok(candidates.map(|one| (one.row, one.members, one.ranges, one.spanning)).collect())
}

/// The regions of a page: how many, and each of them when it is asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct RegionViews(pub(super) Arc<Vec<View>>);

#[pymethods]
impl RegionViews {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn region(&self, index: usize) -> PyResult<RegionParts> {
        let found = &self.view(index)?.candidate;
        Ok((found.row, found.members.clone(), found.ranges.clone(), found.spanning))
    }

    /// Rows, records and slots of the rows of its records.
    fn slots<'py>(&self, py: Python<'py>, index: usize) -> PyResult<[Bound<'py, PyArray1<i64>>; 3]> {
        let slots = &self.view(index)?.slots;
        Ok([slots.rows.to_pyarray(py), slots.record.to_pyarray(py), slots.slot.to_pyarray(py)])
    }
}

impl RegionViews {
    fn view(&self, index: usize) -> PyResult<&View> {
        self.0.get(index).ok_or_else(|| PyIndexError::new_err("there is no such region"))
    }
}

/// Rows, records and slots of the rows of records; see `slots`.
#[pyfunction]
#[pyo3(signature = (evidence, ranges, *, seconds=f64::INFINITY))]
pub fn align_records<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Ranges,
    seconds: f64,
) -> PyResult<[Bound<'py, PyArray1<i64>>; 3]> {
    let (py, evidence) = (evidence.py(), evidence.get().view());
    let has_all = |&(start, end): &(i64, i64)| 0 <= start && start <= end && end <= evidence.rows() as i64;
    checked((), ranges.iter().all(has_all), "there are rows that the page does not have")?;
    let slots = timed(py, seconds, || slots::align(&evidence, &ranges))?;
    Ok([array(py, slots.rows)?, array(py, slots.record)?, array(py, slots.slot)?])
}

/// The columns of the picked positions, in the order of their first rows; see `region`.
#[pyfunction]
#[pyo3(signature = (table, region, picked, plain, *, seconds=f64::INFINITY))]
pub fn text_columns<'py>(
    table: &Bound<'py, Table>,
    region: GivenRegion<'py>,
    picked: PyReadonlyArray1<'py, bool>,
    plain: f64,
    seconds: f64,
) -> PyResult<Vec<ColumnParts>> {
    let (py, page) = (table.py(), table.get().view());
    let (slot, picked) = (region.1.as_slice()?, picked.as_slice()?);
    let region = Region::new(&region.0, slot, page.tag.len()).filter(|_| picked.len() == slot.len());
    let region = region.ok_or_else(|| PyValueError::new_err("the slots are not those of these records of the page"))?;
    let columns = timed(py, seconds, || region::columns(&page, &region, |position| picked[position], plain))?;
    Ok(columns.into_iter().map(parts).collect())
}

/// The columns of times outside of the bodies, as `text_columns` has them.
#[pyfunction]
#[pyo3(signature = (evidence, region, bodies, *, seconds=f64::INFINITY))]
pub fn time_columns<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    region: GivenRegion<'py>,
    bodies: Entries,
    seconds: f64,
) -> PyResult<Vec<ColumnParts>> {
    let (py, own) = (evidence.py(), evidence.get());
    let (evidence, region) = (own.view(), own.region(&region.0, &region.1)?);
    let fits = bodies.iter().all(|&(start, end)| start.max(end) <= evidence.rows());
    checked((), fits, "there are bodies that the page does not have")?;
    let columns = timed(py, seconds, || region::time_columns(&evidence.page, &region, evidence.is_time, &bodies))?;
    Ok(columns.into_iter().map(parts).collect())
}

fn parts(column: Column) -> ColumnParts {
    (column.slot, column.ordinal, column.rows)
}
