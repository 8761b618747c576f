//! The regions of a page before they are read.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;

use super::record_evidence::RecordEvidence;
use super::records::rows_of;
use super::table::{Table, read};
use super::trees::Trees;
use super::{call_error, made};
use crate::limits::{Deadline, Tripped};
use crate::record_views::{Columns, Gate, Marks, SearchColumns, Searched, View, WIDTH, find, search};
use crate::record_words::PAGER;
use crate::{memory, record_candidates, record_list_features, record_lists, record_region_features};
use crate::{record_regions, record_slots, record_sums};

type Regions = (i64, Vec<usize>, Vec<(i64, i64)>, bool);

/// The regions of a page: how many, their features, and each of them when it is asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct RegionViews(pub(super) Vec<View>);

#[pymethods]
impl RegionViews {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    /// A row of features for each.
    #[getter]
    fn features<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let values = memory::collect(self.0.iter().flat_map(|view| view.features)).map_err(call_error(0.0))?;
        made(py, || values.to_pyarray(py).reshape([self.0.len(), WIDTH]))
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
        made(py, || Ok([slots.rows.to_pyarray(py), slots.record.to_pyarray(py), slots.slot.to_pyarray(py)]))
    }
}

impl RegionViews {
    fn view(&self, index: usize) -> PyResult<&View> {
        self.0.get(index).ok_or_else(|| PyIndexError::new_err("there is no such region"))
    }
}

/// The regions of a page before anything but their rows is known; see `record_views`.
#[pyclass(frozen, module = "weft._native")]
pub struct FoundRegions(Searched);

#[pymethods]
impl FoundRegions {
    fn __len__(&self) -> usize {
        self.0.count()
    }
}

/// The rows that speak of pagers, and those that declare what they are.
struct Named {
    pagers: Vec<i64>,
    typed: Vec<i64>,
}

fn named_rows(py: Python<'_>, table: &Table, evidence: &RecordEvidence) -> Result<Named, Tripped> {
    read!(evidence, py, flags);
    let flags = flags.as_slice().unwrap_or_default();
    let pagers = memory::collect((0..flags.len()).filter(|&row| flags[row] & PAGER > 0).map(|row| row as i64))?;
    let numbers = ["itemtype", "typeof"].map(|name| table.rest.names.number(name));
    let rows = numbers.iter().flatten().flat_map(|&number| table.rest.attributes.rows_with(number));
    let mut typed = memory::collect(rows.map(i64::from))?;
    typed.sort_unstable();
    typed.dedup();
    Ok(Named { pagers, typed })
}

pub(super) type Sums<'py> = [PyReadonlyArray1<'py, f64>; record_sums::SUMS];

pub(super) fn slices<'sums>(sums: &'sums Sums<'_>) -> PyResult<[&'sums [f64]; record_sums::SUMS]> {
    let mut slices = [&[][..]; record_sums::SUMS];
    for (slice, sum) in slices.iter_mut().zip(sums) {
        *slice = sum.as_slice()?;
    }
    let is_there = slices.iter().all(|slice| !slice.is_empty());
    if is_there { Ok(slices) } else { Err(PyValueError::new_err("these are no sums of a page")) }
}

fn other_page() -> PyErr {
    PyValueError::new_err("the evidence or the marks are those of another page")
}

/// What the search for regions asks of a page.
macro_rules! search_columns {
    ($table:ident, $py:ident, $columns:ident) => {
        read!($table, $py, tag, parent, end, depth, chars, in_link, hidden, raw, step, path_tags);
        read!($table, $py, id_token, class_start, class_token);
        let (tag, parent, end, chars) = (tag.as_slice()?, parent.as_slice()?, end.as_slice()?, chars.as_slice()?);
        let (step, path_tags, in_link) = (step.as_slice()?, path_tags.as_slice()?, in_link.as_slice()?);
        let (class_start, class_token) = (class_start.as_slice()?, class_token.as_slice()?);
        let (hidden, raw, id_token) = (hidden.as_slice()?, raw.as_slice()?, id_token.as_slice()?);
        let tokens = &$table.rest.attributes.tokens;
        let $columns = SearchColumns {
            depth: depth.as_slice()?,
            lists: record_lists::Columns { tag, parent, end, chars, in_link, hidden, raw, path_tags, step },
            candidates: record_candidates::Columns {
                tag,
                parent,
                end,
                chars,
                step,
                path_tags,
                id_token,
                class_start,
                class_token,
                tokens,
            },
            chains: record_regions::Columns { parent, end, step, class_start },
        };
    };
}
pub(super) use search_columns;

/// The regions that the rows of `anchors` mark and that hold a share of the page's text, and the lists of a page; `prices`
/// are rows that have one; see `record_views`.
#[pyfunction]
#[pyo3(signature = (table, anchors, prices, share, *, seconds=f64::INFINITY))]
pub fn search_regions<'py>(
    table: &Bound<'py, Table>,
    anchors: Vec<PyReadonlyArray1<'py, i64>>,
    prices: PyReadonlyArray1<'py, i64>,
    share: f64,
    seconds: f64,
) -> PyResult<FoundRegions> {
    let (py, table) = (table.py(), table.get());
    search_columns!(table, py, columns);
    let tag = columns.lists.tag;
    let anchors = anchors.iter().map(|rows| rows_of(rows, tag.len())).collect::<PyResult<Vec<_>>>()?;
    let marks = Marks { anchors: &anchors, prices: rows_of(&prices, tag.len())?, share };
    if !anchors.iter().all(|rows| rows.is_sorted()) || !marks.prices.is_sorted() {
        return Err(other_page());
    }
    let found = py.detach(|| search(&columns, &marks, &mut Deadline::after(seconds)));
    Ok(FoundRegions(found.map_err(call_error(seconds))?))
}

/// The trees of regions and of readings; the score of the page, what it declares, what a reading as items is besides its
/// region; what must be expected of a marked region and of items.
type GateParts<'py> = (Bound<'py, Trees>, Bound<'py, Trees>, f64, Vec<f64>, Vec<f64>, [f64; 2]);

/// What the regions of a page are like; `prices` are rows that can have a price. Regions that the gate does not let pass are
/// left out; see `record_views`.
#[pyfunction]
#[pyo3(signature = (table, evidence, found, link_kinds, sums, prices, times, telling, gate=None, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn view_regions<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    found: &Bound<'py, FoundRegions>,
    link_kinds: PyReadonlyArray1<'py, u8>,
    sums: Sums<'py>,
    prices: PyReadonlyArray1<'py, i64>,
    times: PyReadonlyArray1<'py, i64>,
    telling: PyReadonlyArray1<'py, bool>,
    gate: Option<GateParts<'py>>,
    seconds: f64,
) -> PyResult<RegionViews> {
    let (py, table, evidence, found) = (table.py(), table.get(), evidence.get(), &found.get().0);
    let sums = slices(&sums)?;
    let named = named_rows(py, table, evidence).map_err(call_error(seconds))?;
    read!(table, py, tag, parent, end, depth, text_start, text_end, chars, in_link, step, class_start, class_token);
    read!(evidence, py, is_time, is_title, link);
    let (tag, parent, depth, chars) = (tag.as_slice()?, parent.as_slice()?, depth.as_slice()?, chars.as_slice()?);
    let (text_start, text_end, attributes) = (text_start.as_slice()?, text_end.as_slice()?, &table.rest.attributes);
    let (text, count, is_title) = (table.text.as_bytes(), tag.len(), is_title.as_slice()?);
    let columns = Columns {
        listed: record_list_features::Columns {
            text,
            tag,
            parent,
            depth,
            text_start,
            text_end,
            link: link.as_slice()?,
            link_kinds: link_kinds.as_slice()?,
            attributes,
            prices: rows_of(&prices, count)?,
            times: rows_of(&times, count)?,
            pagers: &named.pagers,
            typed: &named.typed,
        },
        slots: record_slots::Columns {
            text,
            tag,
            parent,
            end: end.as_slice()?,
            text_start,
            text_end,
            chars,
            in_link: in_link.as_slice()?,
            is_time: is_time.as_slice()?,
            class_start: class_start.as_slice()?,
            class_token: class_token.as_slice()?,
        },
        regions: record_region_features::Columns { tag, chars, step: step.as_slice()?, is_title, sums },
        telling: telling.as_slice()?,
    };
    let lengths =
        [columns.listed.link.len(), columns.listed.link_kinds.len(), columns.slots.is_time.len(), found.rows()];
    let fits = lengths.iter().all(|&length| length == count) && sums.iter().all(|sum| sum.len() == count + 1);
    if !fits || columns.telling.len() != attributes.tokens.len() {
        return Err(other_page());
    }
    let gate = gate.as_ref().map(|(regions, readings, score, declared, as_items, least)| {
        let (regions, readings) = (&regions.get().0, &readings.get().0);
        Gate { regions, readings, score: *score, declared, as_items, least: *least }
    });
    if gate.as_ref().is_some_and(|gate| !gate.fits()) {
        return Err(PyValueError::new_err("the trees judge other features"));
    }
    let views = py.detach(|| find(&columns, found, gate.as_ref(), &mut Deadline::after(seconds)));
    Ok(RegionViews(views.map_err(call_error(seconds))?))
}
