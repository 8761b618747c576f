//! A region read as posts: its bodies, its authors, and columns of its texts.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::calls::{array, timed};
use crate::record_evidence::RecordEvidence;
use crate::record_parts::region_of;
use crate::records::rows_of;
use crate::table::{Table, read};
use crate::trees::Trees;
use records::features::{authors, slot_features};
use records::read::bodies;
use records::regions::aligned_rows::Region;
use records::regions::parts::{self, Column};

type Mask<'py> = PyReadonlyArray1<'py, bool>;
/// Of every row whether it can be a name, its score as one, and what its address speaks of.
type Names<'py> = (Mask<'py>, PyReadonlyArray1<'py, f64>, PyReadonlyArray1<'py, u8>);
type Spans = Vec<(usize, usize)>;

fn other_page() -> PyErr {
    PyValueError::new_err("the slots, the names or the times are not those of these records of the page")
}

/// The spans of the bodies, which are odd, their mean weight, how likely they are and the next best; see `bodies`.
#[pyfunction]
#[pyo3(signature = (table, evidence, says_nothing, times, ranges, slot, trees, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn find_bodies<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    says_nothing: Mask<'py>,
    times: PyReadonlyArray1<'py, i64>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    trees: &Bound<'py, Trees>,
    seconds: f64,
) -> PyResult<(Spans, Vec<bool>, f64, f64, f64)> {
    let (py, table, evidence, trees) = (table.py(), table.get(), evidence.get(), &trees.get().0);
    let columns = evidence.slotted(table)?;
    let (count, quiet) = (columns.tag.len(), says_nothing.as_slice()?);
    let times = rows_of(&times, count)?;
    let region = Region::new(&ranges, slot.as_slice()?, count);
    let fits = columns.flags.len() == count && quiet.len() == count && times.is_sorted();
    let region = region.filter(|_| fits && trees.width() == slot_features::WIDTH && trees.outputs() == 1);
    let region = region.ok_or_else(other_page)?;
    let bodies = timed(py, seconds, || bodies::find(&columns, &region, quiet, times, trees));
    let its = bodies?;
    Ok((its.spans, its.odd, its.mass, its.likely, its.runner_up))
}

/// The weight of every row of the page for the bodies of these records; see `bodies`.
#[pyfunction]
#[pyo3(signature = (table, evidence, says_nothing, times, ranges, slot, *, seconds=f64::INFINITY))]
pub fn own_weights<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    says_nothing: Mask<'py>,
    times: PyReadonlyArray1<'py, i64>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let columns = evidence.slotted(table)?;
    let (count, quiet) = (columns.tag.len(), says_nothing.as_slice()?);
    let times = rows_of(&times, count)?;
    let region = Region::new(&ranges, slot.as_slice()?, count);
    let fits = columns.flags.len() == count && quiet.len() == count && times.is_sorted();
    let region = region.filter(|_| fits).ok_or_else(other_page)?;
    let weights = timed(py, seconds, || {
        let repeated = slot_features::repeated(&columns, &region);
        bodies::own_weights(&columns, &region, quiet, times, &repeated)
    });
    array(py, weights?)
}

/// The columns of the page that authors are told by, if the rows that are taken are those of the same page.
fn columns_of<'page>(
    table: &'page Table,
    evidence: &'page RecordEvidence,
    names: &'page Names<'_>,
    taken: &[bool],
) -> PyResult<authors::Columns<'page>> {
    let titles = evidence.titled(table)?;
    let columns = authors::Columns {
        titles,
        can_be: names.0.as_slice()?,
        marks: names.1.as_slice()?,
        link_kinds: names.2.as_slice()?,
    };
    let lengths = [columns.can_be.len(), columns.marks.len(), columns.link_kinds.len(), taken.len()];
    let fits = lengths.iter().all(|&length| length == columns.titles.tag.len());
    if fits { Ok(columns) } else { Err(other_page()) }
}

/// Of each record the row of its time or -1, if the page has them.
fn times_of<'rows>(times: &'rows PyReadonlyArray1<'_, i64>, records: usize, count: usize) -> PyResult<&'rows [i64]> {
    let times = times.as_slice()?;
    let fits = times.len() == records && times.iter().all(|&row| row < count as i64);
    if fits { Ok(times) } else { Err(other_page()) }
}

/// The row of each record's author, -1 for none; see `authors`.
#[pyfunction]
#[pyo3(signature = (table, evidence, names, taken, times, ranges, slot, trees, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn find_authors<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    names: Names<'py>,
    taken: Mask<'py>,
    times: PyReadonlyArray1<'py, i64>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    trees: &Bound<'py, Trees>,
    seconds: f64,
) -> PyResult<Vec<i64>> {
    let (py, table, evidence, trees) = (table.py(), table.get(), evidence.get(), &trees.get().0);
    let taken = taken.as_slice()?;
    let columns = columns_of(table, evidence, &names, taken)?;
    let region = region_of(&ranges, slot.as_slice()?, &columns.titles)?;
    let times = times_of(&times, ranges.len(), taken.len())?;
    if trees.width() != authors::FEATURES.len() || trees.outputs() != 1 {
        return Err(PyValueError::new_err("the trees judge other features"));
    }
    let found = timed(py, seconds, || authors::find(&columns, &region, taken, times, trees));
    let rows = found?.into_iter();
    Ok(rows.map(|row| row.map_or(-1, |row| row as i64)).collect())
}

/// The columns of texts that can be the authors' by record, and a row of features for each; see `authors`.
#[pyfunction]
#[pyo3(signature = (table, evidence, names, taken, times, ranges, slot, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn author_columns<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    names: Names<'py>,
    taken: Mask<'py>,
    times: PyReadonlyArray1<'py, i64>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<(Vec<Spans>, Bound<'py, PyArray2<f32>>)> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let taken = taken.as_slice()?;
    let columns = columns_of(table, evidence, &names, taken)?;
    let region = region_of(&ranges, slot.as_slice()?, &columns.titles)?;
    let times = times_of(&times, ranges.len(), taken.len())?;
    let found = timed(py, seconds, || authors::author_columns(&columns, &region, taken, times));
    let (found, features) = found?;
    let shape = [found.len(), authors::FEATURES.len()];
    Ok((rows_by_column(found), features.into_pyarray(py).reshape(shape)?))
}

/// The columns of the picked positions, in the order of their first rows: slot, ordinal and the row by record; see
/// `parts`.
#[pyfunction]
#[pyo3(signature = (table, ranges, slot, picked, plain, *, seconds=f64::INFINITY))]
pub fn text_columns<'py>(
    table: &Bound<'py, Table>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    picked: Mask<'py>,
    plain: f64,
    seconds: f64,
) -> PyResult<Vec<(i64, usize, Spans)>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, parent);
    let columns = parts::Columns { tag: tag.as_slice()?, parent: parent.as_slice()? };
    let (slot, picked) = (slot.as_slice()?, picked.as_slice()?);
    let region = Region::new(&ranges, slot, columns.tag.len());
    let region = region.filter(|_| picked.len() == slot.len()).ok_or_else(other_page)?;
    let found = timed(py, seconds, || parts::find(&columns, &region, |position| picked[position], plain))?;
    Ok(found.into_iter().map(|column| (column.slot, column.ordinal, column.rows)).collect())
}

/// The columns of times outside of the bodies, as `text_columns` has them.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, slot, bodies, *, seconds=f64::INFINITY))]
pub fn time_columns<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    bodies: Vec<(usize, usize)>,
    seconds: f64,
) -> PyResult<Vec<(i64, usize, Spans)>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    read!(table, py, tag, parent);
    let columns = parts::Columns { tag: tag.as_slice()?, parent: parent.as_slice()? };
    let (is_time, count) = (&evidence.its.is_time[..], columns.tag.len());
    let region = Region::new(&ranges, slot.as_slice()?, count);
    let fits = is_time.len() == count && bodies.iter().all(|&(start, end)| start.max(end) <= count);
    let region = region.filter(|_| fits).ok_or_else(other_page)?;
    let found = timed(py, seconds, || parts::times(&columns, &region, is_time, &bodies))?;
    Ok(found.into_iter().map(|column| (column.slot, column.ordinal, column.rows)).collect())
}

fn rows_by_column(columns: Vec<Column>) -> Vec<Spans> {
    columns.into_iter().map(|column| column.rows).collect()
}
