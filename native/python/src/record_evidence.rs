//! The evidence of a page that every search for records asks for, and what it says of the slots of a region.

use std::sync::Arc;

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::calls::{array, copy, timed};
use crate::records::{RecordMarks, rows_of};
use crate::table::{Table, read};
use records::evidence::marks::Marks;
use records::evidence::rows::{self as evidence, Evidence};
use records::evidence::{links, names, sums};
use records::features::title_features;
use records::regions::aligned_rows::Region;
use records::regions::slots;

/// What the words and times of a page say of its rows; see `evidence::rows`. Arrays are made when they are asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordEvidence {
    pub(super) marks: Arc<Marks>,
    pub(super) its: Arc<Evidence>,
}

#[pymethods]
impl RecordEvidence {
    #[getter]
    fn is_time<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        copy(py, &self.its.is_time)
    }

    #[getter]
    fn is_date<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        copy(py, &self.its.is_date)
    }

    #[getter]
    fn times_under<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        copy(py, &self.its.times_under)
    }

    #[getter]
    fn text_rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        copy(py, &self.its.text_rows)
    }

    #[getter]
    fn framed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        copy(py, &self.its.framed)
    }

    #[getter]
    fn appended<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        copy(py, &self.its.appended)
    }

    #[getter]
    fn is_title<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        copy(py, &self.its.is_title)
    }

    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        copy(py, &self.its.weights)
    }

    #[getter]
    fn link<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i32>>> {
        copy(py, &self.its.link)
    }
}

impl RecordEvidence {
    /// What slots are told by.
    pub(super) fn slotted<'page>(
        &'page self,
        table: &'page Table,
    ) -> PyResult<records::features::slot_features::Columns<'page>> {
        Ok(table.recorded().slotted(&self.marks.flags, &self.its))
    }

    /// What titles are told by.
    pub(super) fn titled<'page>(&'page self, table: &'page Table) -> PyResult<title_features::Columns<'page>> {
        Ok(table.recorded().titled(&self.marks.flags, &self.its))
    }
}

/// The evidence of a page with these marks, times and dates of something else.
#[pyfunction]
#[pyo3(signature = (table, marks, times, others, *, seconds=f64::INFINITY))]
pub fn record_evidence<'py>(
    table: &Bound<'py, Table>,
    marks: &Bound<'py, RecordMarks>,
    times: PyReadonlyArray1<'py, i64>,
    others: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<RecordEvidence> {
    let (py, table, marks) = (table.py(), table.get(), &marks.get().its);
    let source = table.recorded();
    let count = source.tag.len();
    if marks.flags.len() != count {
        return Err(PyValueError::new_err("the marks are not those of the page's rows"));
    }
    let (times, others) = (rows_of(&times, count)?, rows_of(&others, count)?);
    let columns = source.evident(&marks.flags);
    let its = timed(py, seconds, || evidence::gather(&columns, times, others));
    Ok(RecordEvidence { marks: Arc::clone(marks), its: Arc::new(its?) })
}

/// What the address of each row speaks of; see `evidence::links`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn link_kinds<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag);
    let rows = tag.as_slice()?.len();
    let kinds = timed(py, seconds, || links::row_kinds(&table.rest.attributes, rows));
    array(py, kinds?)
}

/// A row of features for each slot of the records in `ranges`; see `slot_features`.
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
    let columns = evidence.slotted(table)?;
    let (slot, count) = (slot.as_slice()?, columns.tag.len());
    let region = Region::new(&ranges, slot, count);
    let Some(region) = region.filter(|_| columns.flags.len() == count) else {
        return Err(PyValueError::new_err("the slots are not those of these records of the page"));
    };
    let features = timed(py, seconds, || records::features::slot_features::slot_features(&columns, &region))?;
    features.into_pyarray(py).reshape([region.slots(), records::features::slot_features::WIDTH])
}

/// What the functions about names ask of a page.
fn name_columns<'page>(table: &'page Table, evidence: &'page RecordEvidence) -> PyResult<names::Columns<'page>> {
    let slots = evidence.slotted(table)?;
    let records::features::slot_features::Columns {
        tag,
        parent,
        depth,
        chars,
        hidden,
        raw,
        flags,
        is_date,
        is_title,
        ..
    } = slots;
    if flags.len() != tag.len() {
        return Err(PyValueError::new_err("the evidence is that of another page"));
    }
    let link = &evidence.its.link;
    Ok(names::Columns { tag, parent, depth, chars, hidden, raw, flags, is_date, is_title, link })
}

type Flags<'py> = Bound<'py, PyArray1<bool>>;
type ShortTexts<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyList>, Flags<'py>, Flags<'py>);

/// The rows of the short texts, what each can be, those texts that Python must tell, which of all can be names where they
/// stand, and which have no letters; see `evidence::names`.
#[pyfunction]
#[pyo3(signature = (table, evidence, *, seconds=f64::INFINITY))]
pub fn name_texts<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    seconds: f64,
) -> PyResult<ShortTexts<'py>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let columns = name_columns(table, evidence)?;
    read!(table, py, text_start, text_end);
    let (text, starts, ends) = (table.text.as_bytes(), text_start.as_slice()?, text_end.as_slice()?);
    let short = timed(py, seconds, || names::short_texts(&columns, text, (starts, ends)));
    let names::Short { rows, can_be, quiet, kinds } = short?;
    let texts = PyList::empty(py);
    for (&row, _) in rows.iter().zip(&kinds).filter(|(_, kind)| **kind == records::evidence::name_texts::ASKS) {
        let own = starts[row as usize] as usize..ends[row as usize] as usize;
        texts.append(PyString::from_bytes(py, &text[own])?)?;
    }
    Ok((array(py, rows)?, array(py, kinds)?, texts, array(py, can_be)?, array(py, quiet)?))
}

/// The score of every text as a name by what is around it; see `evidence::names`.
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
    let columns = name_columns(table, evidence)?;
    let (kinds, labelled) = (link_kinds.as_slice()?, rows_of(&labelled, columns.tag.len())?);
    if kinds.len() != columns.tag.len() {
        return Err(PyValueError::new_err("the addresses are those of another page"));
    }
    let marks = timed(py, seconds, || names::marks(&columns, kinds, labelled));
    array(py, marks?)
}

/// Sums over the rows of a page; see `evidence::sums`.
#[pyfunction]
#[pyo3(signature = (table, evidence, *, seconds=f64::INFINITY))]
pub fn page_sums<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    seconds: f64,
) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let columns = table.recorded().summed(&evidence.its.is_time);
    if columns.is_time.len() != columns.tag.len() {
        return Err(PyValueError::new_err("the evidence is that of another page"));
    }
    let sums = timed(py, seconds, || sums::running(&columns));
    sums?.into_iter().map(|sum| array(py, sum)).collect()
}

/// The features of the region of these ranges, before it is read; see `region_features`.
#[pyfunction]
#[pyo3(signature = (table, evidence, sums, ranges, members, slot, *, seconds=f64::INFINITY))]
pub fn region_features<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    sums: [PyReadonlyArray1<'py, f64>; sums::SUMS],
    ranges: Vec<(i64, i64)>,
    members: Vec<usize>,
    slot: PyReadonlyArray1<'py, i64>,
    seconds: f64,
) -> PyResult<Vec<f64>> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    read!(table, py, tag, chars, step);
    let mut slices = [&[][..]; sums::SUMS];
    for (slice, sum) in slices.iter_mut().zip(&sums) {
        *slice = sum.as_slice()?;
    }
    let columns = records::features::region_features::Columns {
        tag: tag.as_slice()?,
        chars: chars.as_slice()?,
        step: step.as_slice()?,
        sums: slices,
    };
    let count = columns.tag.len();
    let region = Region::new(&ranges, slot.as_slice()?, count);
    let fits = slices.iter().all(|sum| sum.len() == count + 1) && evidence.its.is_title.len() == count;
    let fits = fits && members.iter().all(|&member| member < count);
    let Some(region) = region.filter(|region| fits && region.records() > 0) else {
        return Err(PyValueError::new_err("the slots are not those of these records of the page"));
    };
    let features = timed(py, seconds, || {
        let title = records::features::region_features::title_row(&evidence.its.is_title);
        records::features::region_features::features(&columns, &region, &members, title)
    });
    Ok(features?.to_vec())
}

/// Rows, records and slots of the rows of records; see `slots`.
#[pyfunction]
#[pyo3(signature = (table, evidence, ranges, telling, *, seconds=f64::INFINITY))]
pub fn align_records<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Vec<(i64, i64)>,
    telling: PyReadonlyArray1<'py, bool>,
    seconds: f64,
) -> PyResult<[Bound<'py, PyArray1<i64>>; 3]> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    let columns = table.recorded().aligned(&evidence.its.is_time);
    let (rows, telling) = (columns.tag.len(), telling.as_slice()?);
    let known = ranges.iter().all(|&(start, end)| 0 <= start && start <= end && end <= rows as i64);
    if !known || telling.len() != table.rest.attributes.tokens.len() || columns.is_time.len() != rows {
        return Err(PyValueError::new_err("there are rows or tokens that the page does not have"));
    }
    let slots = timed(py, seconds, || slots::align(&columns, &ranges, telling))?;
    Ok([array(py, slots.rows)?, array(py, slots.record)?, array(py, slots.slot)?])
}
