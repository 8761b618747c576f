//! The parts of board rows that the kernel finds: titles, and texts that can count something.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::calls::{array, timed};
use crate::record_evidence::RecordEvidence;
use crate::table::{Table, read};
use crate::trees::Trees;
use records::evidence::counts;
use records::features::{title_column, title_features};
use records::regions::aligned_rows::Region;

type Titles = Vec<(usize, usize)>;
type CountRows<'py> = (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<bool>>);

/// The region of these ranges and slots, if page and evidence are of one page and it has them.
pub(super) fn region_of<'region>(
    ranges: &'region [(i64, i64)],
    slot: &'region [i64],
    columns: &title_features::Columns,
) -> PyResult<Region<'region>> {
    let count = columns.tag.len();
    let region = Region::new(ranges, slot, count);
    let region = region.filter(|_| columns.flags.len() == count && columns.link.len() == count);
    region.ok_or_else(|| PyValueError::new_err("the slots are not those of these records of the page"))
}

/// The columns of links by record, and a row of features for each; see `title_features`.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, slot, *, seconds=f64::INFINITY))]
pub fn link_columns<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<(Vec<Titles>, Bound<'py, PyArray2<f32>>)> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let columns = evidence.titled(table)?;
    let region = region_of(&ranges, slot.as_slice()?, &columns)?;
    let found = timed(py, seconds, || title_features::link_columns(&columns, &region));
    let (titles, features) = found?;
    let shape = [titles.len(), title_features::FEATURES.len()];
    Ok((titles, features.into_pyarray(py).reshape(shape)?))
}

/// The titles by record, the columns of numbers by slot and ordinal, how likely the titles are, the next best, and whether
/// the rows are boards; `numbers` says of every row whether it counts something; see `title_column`.
#[pyfunction]
#[pyo3(signature = (table, evidence, numbers, ranges, slot, trees, *, seconds=f64::INFINITY))]
pub fn read_titles<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    numbers: PyReadonlyArray1<'py, bool>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    trees: &Bound<'py, Trees>,
    seconds: f64,
) -> PyResult<(Titles, Vec<title_column::Numbered>, f64, f64, bool)> {
    let (py, table, evidence, trees) = (table.py(), table.get(), evidence.get(), &trees.get().0);
    let columns = evidence.titled(table)?;
    let (numbers, region) = (numbers.as_slice()?, region_of(&ranges, slot.as_slice()?, &columns)?);
    let judges = trees.width() == title_features::FEATURES.len() && trees.outputs() == 1;
    if numbers.len() != columns.tag.len() || !judges {
        return Err(PyValueError::new_err("the numbers are those of another page, or the trees judge other features"));
    }
    let found = timed(py, seconds, || title_column::find(&columns, &region, numbers, trees))?;
    Ok((found.titles, found.numbers, found.likely, found.runner_up, found.is_index))
}

/// The rows of the short texts that can count something, and whether each has more than digits and ASCII's marks; see
/// `counts`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn count_rows<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<CountRows<'py>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, text_start, text_end, chars, hidden);
    let columns = counts::Columns {
        text: table.text.as_bytes(),
        tag: tag.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        hidden: hidden.as_slice()?,
    };
    let rows = timed(py, seconds, || counts::count_rows(&columns))?;
    let has_words = rows.iter().map(|&row| counts::has_words(&columns, row as usize));
    let has_words = has_words.collect::<Vec<_>>();
    Ok((array(py, rows)?, array(py, has_words)?))
}
