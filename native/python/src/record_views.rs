//! The regions of a page before they are read.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use crate::calls::timed;
use crate::record_evidence::RecordEvidence;
use crate::records::rows_of;
use crate::table::Table;
use records::draft::page;
use records::evidence::sums;
use records::features::region_features::title_row;
use records::read::source::Telling;
use records::read::views::{Aligned, Marks, SCORE, View, WIDTH, search, sift, view};

type Regions = (i64, Vec<usize>, Vec<(i64, i64)>, bool);

/// The regions of a page: how many, their features, and each of them when it is asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct RegionViews(pub(super) Arc<Vec<View>>);

#[pymethods]
impl RegionViews {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// A row of features for each, with what the page declares and the score of the page.
    fn features<'py>(&self, py: Python<'py>, declared: Vec<f64>, score: f64) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let width = WIDTH + declared.len();
        let mut values: Vec<f64> =
            self.0.iter().flat_map(|view| view.features.iter().chain(&declared)).copied().collect();
        values.chunks_mut(width).for_each(|row| row[SCORE] = score);
        values.to_pyarray(py).reshape([self.0.len(), width])
    }

    /// How many records each has.
    #[getter]
    fn records(&self) -> Vec<usize> {
        self.0.iter().map(|view| view.found.ranges.len()).collect()
    }

    /// The governing row, the members, the ranges of the records and whether these are several siblings.
    fn region(&self, index: usize) -> PyResult<Regions> {
        let found = &self.view(index)?.found;
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

type Sums<'py> = [PyReadonlyArray1<'py, f64>; sums::SUMS];

fn slices<'sums>(sums: &'sums Sums<'_>) -> PyResult<[&'sums [f64]; sums::SUMS]> {
    let mut slices = [&[][..]; sums::SUMS];
    for (slice, sum) in slices.iter_mut().zip(sums) {
        *slice = sum.as_slice()?;
    }
    let is_there = slices.iter().all(|slice| !slice.is_empty());
    if is_there { Ok(slices) } else { Err(PyValueError::new_err("these are no sums of a page")) }
}

/// Rows that mark regions, rows that have a price, and the share of the page's text that a marked region must hold.
type Marking<'py> = (Vec<PyReadonlyArray1<'py, i64>>, PyReadonlyArray1<'py, i64>, f64);

/// What the regions of a page are like; see `views`.
#[pyfunction]
#[pyo3(signature = (table, evidence, marking, sums, times, telling, *, seconds=f64::INFINITY))]
pub fn view_regions<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    marking: Marking<'py>,
    sums: Sums<'py>,
    times: PyReadonlyArray1<'py, i64>,
    telling: PyReadonlyArray1<'py, bool>,
    seconds: f64,
) -> PyResult<RegionViews> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let source = table.recorded();
    let (own, count) = (&*evidence.marks, source.tag.len());
    let anchors = marking.0.iter().map(|rows| rows_of(rows, count)).collect::<PyResult<Vec<_>>>()?;
    let marks = Marks { anchors: &anchors, prices: rows_of(&marking.1, count)?, share: marking.2 };
    let (sums, times, telling) = (slices(&sums)?, rows_of(&times, count)?, telling.as_slice()?);
    let in_order = anchors.iter().all(|rows| rows.is_sorted()) && marks.prices.is_sorted();
    let fits = own.flags.len() == count && sums.iter().all(|sum| sum.len() == count + 1);
    if !in_order || !fits || telling.len() != table.rest.attributes.tokens.len() {
        return Err(PyValueError::new_err("the evidence or the marks are those of another page"));
    }
    let views = timed(py, seconds, || {
        let (pagers, typed) = (page::pagers(own), page::typed(&source));
        let told = Telling { prices: &own.prices, pagers: &pagers, typed: &typed };
        let (columns, title) = (source.viewed(sums, times, &told), title_row(&evidence.its.is_title));
        let aligned = Aligned { slots: source.aligned(&evidence.its.is_time), telling, title };
        let searched = search(&source.searched(), &marks);
        let likely = sift(&columns, searched, None);
        view(&columns, &aligned, likely, None)
    });
    Ok(RegionViews(Arc::new(views?)))
}
