//! The features of parts of records.

use numpy::{IntoPyArray, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::calls::timed;
use crate::record_evidence::RecordEvidence;
use crate::record_parts::region_of;
use crate::table::{Table, read};
use crate::trees::Trees;
use records::features::roles::{self, Part};
use records::read::cut_parts as said;

/// Of every row what its address speaks of, and the running sum of the characters that are shown.
type PageColumns<'py> = (PyReadonlyArray1<'py, u8>, PyReadonlyArray1<'py, f64>);
/// The bodies or titles; the rows of authors, times and numbers; numbers of names; which words are looked for.
type KnownParts = (Vec<(usize, usize)>, [Vec<i64>; 3], Vec<i64>, u8);

/// What the features of roles ask of a page.
fn role_columns<'page>(
    table: &'page Table,
    evidence: &'page RecordEvidence,
    page: &'page PageColumns<'_>,
) -> PyResult<roles::Columns<'page>> {
    Ok(roles::Columns {
        titles: evidence.titled(table)?,
        end: table.end.values(),
        class_start: table.class_start.values(),
        class_token: table.class_token.values(),
        is_date: &evidence.its.is_date,
        framed: &evidence.its.framed,
        link_kinds: page.0.as_slice()?,
        shown: page.1.as_slice()?,
    })
}

fn other_parts() -> PyErr {
    PyValueError::new_err("the parts are not those of these records of the page")
}

/// A row of features for each column of records and rows; see `roles`.
#[pyfunction]
#[pyo3(signature = (table, evidence, page, ranges, slot, known, columns, keys, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn role_features<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    page: PageColumns<'py>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    known: KnownParts,
    columns: Vec<Vec<(usize, usize)>>,
    keys: Vec<(i64, i64)>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let its = role_columns(table, evidence, &page)?;
    let region = region_of(&ranges, slot.as_slice()?, &its.titles)?;
    let known = known_of(&known);
    let has_keys = keys.is_empty() || keys.len() == columns.len();
    if !fits(&its, &known, ranges.len()) || !has_keys || !columns.iter().all(|rows| has_rows(&its, rows, ranges.len()))
    {
        return Err(other_parts());
    }
    let keyed = |(place, rows)| (rows, keys.get(place).copied());
    let parts: Vec<Part> = columns.into_iter().enumerate().map(keyed).collect::<Vec<_>>();
    let found = timed(py, seconds, || {
        let shared = roles::Shared::of(&its, &region, &known);
        roles::features(&its, &region, &known, &shared, &parts)
    })?;
    found.into_pyarray(py).reshape([parts.len(), roles::WIDTH])
}

/// The rows that nobody said in the bodies of records, and those of the quotes in them; see `cut_parts`. The
/// trees are those of buttons, signatures and quotes.
#[pyfunction]
#[pyo3(signature = (table, evidence, page, ranges, slot, known, trees, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn said_parts<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    page: PageColumns<'py>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    known: KnownParts,
    trees: [Bound<'py, Trees>; 3],
    seconds: f64,
) -> PyResult<(Vec<usize>, Vec<usize>)> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let its = role_columns(table, evidence, &page)?;
    read!(table, py, raw);
    let (raw, region) = (raw.as_slice()?, region_of(&ranges, slot.as_slice()?, &its.titles)?);
    let known = known_of(&known);
    let [buttons, signatures, quotes] = [&trees[0].get().0, &trees[1].get().0, &trees[2].get().0];
    let judge = [buttons, signatures, quotes].iter().all(|trees| trees.width() == roles::WIDTH && trees.outputs() == 1);
    if !fits(&its, &known, ranges.len()) || !judge {
        return Err(other_parts());
    }
    let judges = said::Judges { buttons, signatures, quotes };
    timed(py, seconds, || said::find(&its, raw, &region, &known, &judges))
}

fn known_of(known: &KnownParts) -> roles::Known<'_> {
    let (mains, [authors, times, numbers], names, wanted) = known;
    roles::Known { mains, rows: [authors, times, numbers], names, wanted: *wanted }
}

/// Whether the page and its records have what is known of them.
fn fits(columns: &roles::Columns, known: &roles::Known, records: usize) -> bool {
    let count = columns.end.len();
    let is_of_page = columns.link_kinds.len() == count && columns.shown.len() == count + 1;
    let is_known = |rows: &[i64]| rows.is_empty() || rows.len() == records;
    let has_main = known.mains.len() == records && known.mains.iter().all(|&(start, end)| start.max(end) <= count);
    is_of_page && has_main && known.rows.iter().all(|rows| is_known(rows)) && is_known(known.names)
}

/// Whether there are some rows, and the records and the page have them.
fn has_rows(columns: &roles::Columns, rows: &[(usize, usize)], records: usize) -> bool {
    !rows.is_empty() && rows.iter().all(|&(record, row)| record < records && row < columns.end.len())
}
