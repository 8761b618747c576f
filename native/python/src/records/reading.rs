//! What a region is read from: bodies, authors, titles, the roles of other parts, and posts that stand alone.

use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;

use super::evidence::RecordEvidence;
use super::regions::{GivenRegion, Ranges};
use super::{Entries, checked};
use crate::calls::timed;
use crate::trees::Trees;
use records::evidence::Evidence;
use records::features::roles::{self, KnownParts, Part};
use records::features::{authors, slot_features as slots, title_column, title_features};
use records::read::{bodies, post_texts};
use trees::boosted;

type Slots<'py> = PyReadonlyArray1<'py, i64>;
type Matrix<'py> = Bound<'py, PyArray2<f32>>;
/// Columns by record, and a row of features for each.
type Columns<'py> = (Vec<Entries>, Matrix<'py>);
/// The bodies or titles; the rows of authors, times and numbers; numbers of names; which words are looked for.
type GivenParts = (Entries, [Vec<i64>; 3], Vec<i64>, u8);

/// Trees, if they judge so many features.
fn judges<'trees>(trees: &'trees Bound<'_, Trees>, width: usize) -> PyResult<&'trees boosted::Trees> {
    let trees = &trees.get().0;
    checked(trees, trees.width() == width && trees.outputs() == 1, "the trees judge other features")
}

pub(super) fn matrix<'py>(py: Python<'py>, values: Vec<f32>, width: usize) -> PyResult<Matrix<'py>> {
    let rows = values.len() / width;
    values.into_pyarray(py).reshape([rows, width])
}

/// A row of features for each slot of the records in `ranges`; see `slot_features`.
#[pyfunction]
#[pyo3(signature = (evidence, region, *, seconds=f64::INFINITY))]
pub fn slot_features<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    region: GivenRegion<'py>,
    seconds: f64,
) -> PyResult<Matrix<'py>> {
    let (ranges, slot) = region;
    let (py, own) = (evidence.py(), evidence.get());
    let (evidence, region) = (own.view(), own.region(&ranges, &slot)?);
    let features = timed(py, seconds, || slots::slot_features(&evidence, &region))?;
    matrix(py, features, slots::WIDTH)
}

/// The spans of the bodies, which are odd, their mean weight, how likely they are and the next best; see `bodies`.
#[pyfunction]
#[pyo3(signature = (evidence, region, trees, *, seconds=f64::INFINITY))]
pub fn find_bodies<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    region: GivenRegion<'py>,
    trees: &Bound<'py, Trees>,
    seconds: f64,
) -> PyResult<(Entries, Vec<bool>, f64, f64, f64)> {
    let (ranges, slot) = region;
    let (py, own, trees) = (evidence.py(), evidence.get(), judges(trees, slots::WIDTH)?);
    let (evidence, region) = (own.named()?, own.region(&ranges, &slot)?);
    let its = timed(py, seconds, || bodies::find(&evidence, &region, trees))?;
    Ok((its.spans, its.odd, its.mass, its.likely, its.runner_up))
}

/// Of each record the row of its time or -1, if the page has them.
fn times_of<'rows>(times: &'rows Slots<'_>, records: usize, count: usize) -> PyResult<&'rows [i64]> {
    let times = times.as_slice()?;
    let fits = times.len() == records && times.iter().all(|&row| row < count as i64);
    checked(times, fits, "the times are not those of these records of the page")
}

/// The row of each record's author outside of the rows that are taken, -1 for none; see `authors`.
#[pyfunction]
#[pyo3(signature = (evidence, taken, times, region, trees, *, seconds=f64::INFINITY))]
pub fn find_authors<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    taken: PyReadonlyArray1<'py, bool>,
    times: Slots<'py>,
    region: GivenRegion<'py>,
    trees: &Bound<'py, Trees>,
    seconds: f64,
) -> PyResult<Vec<i64>> {
    let (ranges, slot) = region;
    let (py, own, trees) = (evidence.py(), evidence.get(), judges(trees, authors::FEATURES.len())?);
    let (evidence, region) = (own.named()?, own.region(&ranges, &slot)?);
    let (taken, times) = (taken.as_slice()?, times_of(&times, ranges.len(), evidence.rows())?);
    checked((), taken.len() == evidence.rows(), "the rows that are taken are those of another page")?;
    let rows = timed(py, seconds, || authors::find(&evidence, &region, taken, times, trees))?;
    Ok(rows.into_iter().map(|row| row.map_or(-1, |row| row as i64)).collect())
}

/// The columns of texts that can be the authors' by record, and a row of features for each; see `authors`.
#[pyfunction]
#[pyo3(signature = (evidence, taken, times, region, *, seconds=f64::INFINITY))]
pub fn author_columns<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    taken: PyReadonlyArray1<'py, bool>,
    times: Slots<'py>,
    region: GivenRegion<'py>,
    seconds: f64,
) -> PyResult<Columns<'py>> {
    let (ranges, slot) = region;
    let (py, own) = (evidence.py(), evidence.get());
    let (evidence, region) = (own.named()?, own.region(&ranges, &slot)?);
    let (taken, times) = (taken.as_slice()?, times_of(&times, ranges.len(), evidence.rows())?);
    checked((), taken.len() == evidence.rows(), "the rows that are taken are those of another page")?;
    let (found, features) = timed(py, seconds, || authors::author_columns(&evidence, &region, taken, times))?;
    let columns = found.into_iter().map(|column| column.rows).collect();
    Ok((columns, matrix(py, features, authors::FEATURES.len())?))
}

/// The columns of links by record, and a row of features for each; see `title_features`.
#[pyfunction]
#[pyo3(signature = (evidence, region, *, seconds=f64::INFINITY))]
pub fn link_columns<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    region: GivenRegion<'py>,
    seconds: f64,
) -> PyResult<Columns<'py>> {
    let (ranges, slot) = region;
    let (py, own) = (evidence.py(), evidence.get());
    let (evidence, region) = (own.view(), own.region(&ranges, &slot)?);
    let (columns, features) = timed(py, seconds, || title_features::link_columns(&evidence, &region))?;
    Ok((columns, matrix(py, features, title_features::FEATURES.len())?))
}

/// The titles by record, the columns of numbers by slot and ordinal, how likely the titles are, the next best, and whether
/// the rows are boards; `prices` tells which of some texts have a price; see `title_column`.
#[pyfunction]
#[pyo3(signature = (evidence, prices, region, trees, *, seconds=f64::INFINITY))]
pub fn read_titles<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    prices: &Bound<'py, PyAny>,
    region: GivenRegion<'py>,
    trees: &Bound<'py, Trees>,
    seconds: f64,
) -> PyResult<(Entries, Vec<title_column::Numbered>, f64, f64, bool)> {
    let (ranges, slot) = region;
    let (py, own, trees) = (evidence.py(), evidence.get(), judges(trees, title_features::FEATURES.len())?);
    let (evidence, region) = (own.view(), own.region(&ranges, &slot)?);
    let numbers = own.counts(prices, seconds)?;
    let found = timed(py, seconds, || title_column::find(&evidence, &region, numbers, trees))?;
    Ok((found.titles, found.numbers, found.likely, found.runner_up, found.is_index))
}

/// What is known of the records, if the page and its records have it.
fn known_of<'own>(given: &'own GivenParts, evidence: &Evidence, records: usize) -> PyResult<KnownParts<'own>> {
    let (mains, [authors, times, numbers], names, wanted) = given;
    let known = KnownParts { mains, rows: [authors, times, numbers], names, wanted: *wanted };
    let fits = |rows: &[i64]| rows.is_empty() || rows.len() == records;
    let has_mains =
        known.mains.len() == records && known.mains.iter().all(|&(start, end)| start.max(end) <= evidence.rows());
    let fits = has_mains && known.rows.iter().all(|rows| fits(rows)) && fits(known.names);
    checked(known, fits, "the parts are not those of these records of the page")
}

/// A row of features for each column of records and rows; see `roles`.
#[pyfunction]
#[pyo3(signature = (evidence, region, known, columns, keys, *, seconds=f64::INFINITY))]
pub fn role_features<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    region: GivenRegion<'py>,
    known: GivenParts,
    columns: Vec<Entries>,
    keys: Ranges,
    seconds: f64,
) -> PyResult<Matrix<'py>> {
    let (ranges, slot) = region;
    let (py, own) = (evidence.py(), evidence.get());
    let (evidence, region) = (own.view(), own.region(&ranges, &slot)?);
    let known = known_of(&known, &evidence, ranges.len())?;
    let has_row = |&(record, row): &(usize, usize)| record < ranges.len() && row < evidence.rows();
    let has_rows = columns.iter().all(|rows| !rows.is_empty() && rows.iter().all(has_row));
    let fits = has_rows && (keys.is_empty() || keys.len() == columns.len());
    checked((), fits, "the columns are not those of these records of the page")?;
    let keyed = |(place, rows)| (rows, keys.get(place).copied());
    let parts: Vec<Part> = columns.into_iter().enumerate().map(keyed).collect();
    let features = timed(py, seconds, || {
        let shared = roles::Shared::of(&evidence, &region, &known);
        roles::features(&evidence, &region, &known, &shared, &parts)
    })?;
    matrix(py, features, roles::WIDTH)
}

/// The rows that nobody said in the bodies of records, and those of the quotes in them; see `post_texts`. The trees are
/// those of buttons, signatures and quotes.
#[pyfunction]
#[pyo3(signature = (evidence, region, known, trees, *, seconds=f64::INFINITY))]
pub fn said_parts<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    region: GivenRegion<'py>,
    known: GivenParts,
    trees: [Bound<'py, Trees>; 3],
    seconds: f64,
) -> PyResult<(Vec<usize>, Vec<usize>)> {
    let (ranges, slot) = region;
    let (py, own) = (evidence.py(), evidence.get());
    let (evidence, region) = (own.view(), own.region(&ranges, &slot)?);
    let known = known_of(&known, &evidence, ranges.len())?;
    let [buttons, signatures, quotes] = [0, 1, 2].map(|place| judges(&trees[place], roles::WIDTH));
    let judges = post_texts::Judges { buttons: buttons?, signatures: signatures?, quotes: quotes? };
    timed(py, seconds, || post_texts::find_unsaid(&evidence, &region, &known, &judges))
}
