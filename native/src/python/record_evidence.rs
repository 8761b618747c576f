//! The evidence of a page that every search for records asks for, and what it says of the slots of a region.

use numpy::{Element, IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::records::rows_of;
use super::table::{Table, read};
use super::{array, call_error, made};
use crate::limits::Deadline;
use crate::record_region::Region;
use crate::{
    record_columns, record_evidence as evidence, record_links, record_name_texts, record_names, record_region_features,
    record_sums,
};

type Column<T> = Py<PyArray1<T>>;

/// What the words and times of a page say of its rows; see `record_evidence`.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordEvidence {
    #[pyo3(get)]
    pub flags: Column<u16>,
    #[pyo3(get)]
    pub is_time: Column<bool>,
    #[pyo3(get)]
    pub is_date: Column<bool>,
    #[pyo3(get)]
    pub times_under: Column<i64>,
    #[pyo3(get)]
    pub text_rows: Column<i64>,
    #[pyo3(get)]
    pub framed: Column<bool>,
    #[pyo3(get)]
    pub appended: Column<bool>,
    #[pyo3(get)]
    pub is_title: Column<bool>,
    #[pyo3(get)]
    pub weights: Column<f64>,
    #[pyo3(get)]
    pub link: Column<i32>,
}

/// The evidence of a page with these flags, times and dates of something else.
#[pyfunction]
#[pyo3(signature = (table, flags, times, others, *, seconds=f64::INFINITY))]
pub fn record_evidence<'py>(
    table: &Bound<'py, Table>,
    flags: Bound<'py, PyArray1<u16>>,
    times: PyReadonlyArray1<'py, i64>,
    others: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<RecordEvidence> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, parent, end, text_start, text_end, chars, in_link, raw);
    let (count, of_rows) = (tag.as_slice()?.len(), flags.readonly());
    if of_rows.as_slice()?.len() != count {
        return Err(PyValueError::new_err("the flags are not those of the page's rows"));
    }
    let (times, others) = (rows_of(&times, count)?, rows_of(&others, count)?);
    let columns = evidence::Columns {
        text: table.text.as_bytes(),
        tag: tag.as_slice()?,
        parent: parent.as_slice()?,
        end: end.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end: text_end.as_slice()?,
        chars: chars.as_slice()?,
        in_link: in_link.as_slice()?,
        raw: raw.as_slice()?,
        flags: of_rows.as_slice()?,
    };
    let deadline = &mut Deadline::after(seconds);
    let its = py.detach(|| evidence::gather(&columns, times, others, deadline)).map_err(call_error(seconds))?;
    drop(of_rows);
    Ok(RecordEvidence {
        flags: flags.unbind(),
        is_time: column(py, its.is_time)?,
        is_date: column(py, its.is_date)?,
        times_under: column(py, its.times_under)?,
        text_rows: column(py, its.text_rows)?,
        framed: column(py, its.framed)?,
        appended: column(py, its.appended)?,
        is_title: column(py, its.is_title)?,
        weights: column(py, its.weights)?,
        link: column(py, its.link)?,
    })
}

fn column<T: Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Column<T>> {
    array(py, values).map(Bound::unbind)
}

/// What the address of each row speaks of; see `record_links`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn link_kinds<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag);
    let (rows, deadline) = (tag.as_slice()?.len(), &mut Deadline::after(seconds));
    let kinds = py.detach(|| record_links::row_kinds(&table.rest.attributes, rows, deadline));
    array(py, kinds.map_err(call_error(seconds))?)
}

/// What the functions about slots ask of a page.
macro_rules! slot_columns {
    ($table:ident, $evidence:ident, $py:ident, $columns:ident) => {
        read!($table, $py, tag, parent, end, depth, text_start, text_end, chars, in_link, hidden, raw, step);
        read!($evidence, $py, flags, is_time, is_date, is_title, framed, appended, weights);
        let $columns = record_columns::Columns {
            text: $table.text.as_bytes(),
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            end: end.as_slice()?,
            depth: depth.as_slice()?,
            text_start: text_start.as_slice()?,
            text_end: text_end.as_slice()?,
            chars: chars.as_slice()?,
            in_link: in_link.as_slice()?,
            hidden: hidden.as_slice()?,
            raw: raw.as_slice()?,
            step: step.as_slice()?,
            flags: flags.as_slice()?,
            is_time: is_time.as_slice()?,
            is_date: is_date.as_slice()?,
            is_title: is_title.as_slice()?,
            framed: framed.as_slice()?,
            appended: appended.as_slice()?,
            weights: weights.as_slice()?,
        };
    };
}
pub(super) use slot_columns;

/// A row of features for each slot of the records in `ranges`; see `record_columns`.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, slot, *, seconds=f64::INFINITY))]
pub fn slot_features<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray2<f32>>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    slot_columns!(table, evidence, py, columns);
    let (slot, count) = (slot.as_slice()?, columns.tag.len());
    let region = Region::new(&ranges, slot, count).map_err(call_error(seconds))?;
    let Some(region) = region.filter(|_| columns.flags.len() == count) else {
        return Err(PyValueError::new_err("the slots are not those of these records of the page"));
    };
    let features = py.detach(|| record_columns::slot_features(&columns, &region, &mut Deadline::after(seconds)));
    let features = features.map_err(call_error(seconds))?;
    made(py, || features.into_pyarray(py).reshape([region.slots(), record_columns::WIDTH]))
}

/// What the functions about names ask of a page.
macro_rules! name_columns {
    ($table:ident, $evidence:ident, $py:ident, $columns:ident) => {
        read!($table, $py, tag, parent, depth, chars, hidden, raw);
        read!($evidence, $py, flags, is_date, is_title, link);
        let $columns = record_names::Columns {
            tag: tag.as_slice()?,
            parent: parent.as_slice()?,
            depth: depth.as_slice()?,
            chars: chars.as_slice()?,
            hidden: hidden.as_slice()?,
            raw: raw.as_slice()?,
            flags: flags.as_slice()?,
            is_date: is_date.as_slice()?,
            is_title: is_title.as_slice()?,
            link: link.as_slice()?,
        };
        if $columns.flags.len() != $columns.tag.len() {
            return Err(PyValueError::new_err("the evidence is that of another page"));
        }
    };
}

type Flags<'py> = Bound<'py, PyArray1<bool>>;
type ShortTexts<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyList>, Flags<'py>, Flags<'py>);

/// The rows of the short texts, what each can be, those texts that Python must tell, which of all can be names where they
/// stand, and which have no letters; see `record_names`.
#[pyfunction]
#[pyo3(signature = (table, evidence, *, seconds=f64::INFINITY))]
pub fn name_texts<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    seconds: f64,
) -> PyResult<ShortTexts<'py>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    name_columns!(table, evidence, py, columns);
    read!(table, py, text_start, text_end);
    let (text, starts, ends) = (table.text.as_bytes(), text_start.as_slice()?, text_end.as_slice()?);
    let deadline = &mut Deadline::after(seconds);
    let short = py.detach(|| record_names::short_texts(&columns, text, (starts, ends), deadline));
    let record_names::Short { rows, can_be, quiet, kinds } = short.map_err(call_error(seconds))?;
    let texts = made(py, || {
        let list = PyList::empty(py);
        for (&row, _) in rows.iter().zip(&kinds).filter(|(_, kind)| **kind == record_name_texts::ASKS) {
            let own = starts[row as usize] as usize..ends[row as usize] as usize;
            list.append(PyString::from_bytes(py, &text[own])?)?;
        }
        Ok(list)
    })?;
    Ok((array(py, rows)?, array(py, kinds)?, texts, array(py, can_be)?, array(py, quiet)?))
}

/// The score of every text as a name by what is around it; see `record_names`.
#[pyfunction]
#[pyo3(signature = (table, evidence, link_kinds, labelled, *, seconds=f64::INFINITY))]
pub fn name_marks<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    link_kinds: PyReadonlyArray1<'py, u8>,
    labelled: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Bound<'py, PyArray1<f64>>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    name_columns!(table, evidence, py, columns);
    let (kinds, labelled) = (link_kinds.as_slice()?, rows_of(&labelled, columns.tag.len())?);
    if kinds.len() != columns.tag.len() {
        return Err(PyValueError::new_err("the addresses are those of another page"));
    }
    let marks = py.detach(|| record_names::marks(&columns, kinds, labelled, &mut Deadline::after(seconds)));
    array(py, marks.map_err(call_error(seconds))?)
}

/// Sums over the rows of a page; see `record_sums`.
#[pyfunction]
#[pyo3(signature = (table, evidence, *, seconds=f64::INFINITY))]
pub fn page_sums<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    seconds: f64,
) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    read!(table, py, tag, end, chars, in_link, hidden, raw);
    read!(evidence, py, is_time);
    let columns = record_sums::Columns {
        tag: tag.as_slice()?,
        end: end.as_slice()?,
        chars: chars.as_slice()?,
        in_link: in_link.as_slice()?,
        hidden: hidden.as_slice()?,
        raw: raw.as_slice()?,
        is_time: is_time.as_slice()?,
    };
    if columns.is_time.len() != columns.tag.len() {
        return Err(PyValueError::new_err("the evidence is that of another page"));
    }
    let sums = py.detach(|| record_sums::running(&columns, &mut Deadline::after(seconds)));
    sums.map_err(call_error(seconds))?.into_iter().map(|sum| array(py, sum)).collect()
}

/// The features of the region of these ranges, before it is read; see `record_region_features`.
#[pyfunction]
#[pyo3(signature = (table, evidence, sums, ranges, members, slot, *, seconds=f64::INFINITY))]
pub fn region_features<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    sums: [PyReadonlyArray1<'py, f64>; record_sums::SUMS],
    ranges: Vec<(i64, i64)>,
    members: Vec<usize>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Vec<f64>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    read!(table, py, tag, chars, step);
    read!(evidence, py, is_title);
    let mut slices = [&[][..]; record_sums::SUMS];
    for (slice, sum) in slices.iter_mut().zip(&sums) {
        *slice = sum.as_slice()?;
    }
    let columns = record_region_features::Columns {
        tag: tag.as_slice()?,
        chars: chars.as_slice()?,
        step: step.as_slice()?,
        is_title: is_title.as_slice()?,
        sums: slices,
    };
    let count = columns.tag.len();
    let region = Region::new(&ranges, slot.as_slice()?, count).map_err(call_error(seconds))?;
    let fits = slices.iter().all(|sum| sum.len() == count + 1) && columns.is_title.len() == count;
    let fits = fits && members.iter().all(|&member| member < count);
    let Some(region) = region.filter(|region| fits && region.records() > 0) else {
        return Err(PyValueError::new_err("the slots are not those of these records of the page"));
    };
    let features = record_region_features::features(&columns, &region, &members, &mut Deadline::after(seconds));
    Ok(features.map_err(call_error(seconds))?.to_vec())
}
