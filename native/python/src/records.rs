//! The steps of finding records that run over every row: marks, branches, chains.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyString};

use crate::calls::{copy, timed};
use crate::table::{Table, read};
use records::evidence::kind_signs;
use records::evidence::marks::{self, Marks};
use records::regions::{candidates, governing_nodes};

/// What marks records on a page; see `marks`. Arrays are made when they are asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordMarks {
    pub(super) its: Arc<Marks>,
    flags: PyOnceLock<Py<PyArray1<u16>>>, // asked for again and again while times are found
}

impl RecordMarks {
    pub(super) fn of(its: Arc<Marks>) -> Self {
        RecordMarks { its, flags: PyOnceLock::new() }
    }
}

#[pymethods]
impl RecordMarks {
    /// What every token speaks of.
    #[getter]
    fn tokens<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        copy(py, &self.its.tokens)
    }

    /// The same of every row.
    #[getter]
    fn flags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u16>>> {
        let make = || copy(py, &self.its.flags).map(Bound::unbind);
        Ok(self.flags.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// The texts that can be times: row, text, text of the same shape, label before it.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for stamp in &self.its.times {
            let text = |text: &str| PyString::from_bytes(py, text.as_bytes());
            list.append((stamp.row, text(&stamp.text)?, text(&stamp.shape)?, text(&stamp.label)?))?;
        }
        Ok(list)
    }

    /// The rows without text that carry what can be a time.
    #[getter]
    fn attribute_times<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        copy(py, &self.its.silent)
    }

    /// The rows of texts that can be prices.
    #[getter]
    fn prices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        copy(py, &self.its.prices)
    }

    /// The rows of texts that can count replies.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        copy(py, &self.its.counts)
    }
}

/// What marks records on a page; years up to `last_year` are years of times.
#[pyfunction]
#[pyo3(signature = (table, last_year, *, seconds=f64::INFINITY))]
pub fn mark_records(table: &Bound<'_, Table>, last_year: u32, seconds: f64) -> PyResult<RecordMarks> {
    let (py, table) = (table.py(), table.get());
    let columns = table.recorded().marked();
    let marks = timed(py, seconds, || marks::mark(&columns, last_year));
    Ok(RecordMarks::of(Arc::new(marks?)))
}

/// A bit for each of `KINDS` that a page may have; see `kind_signs`.
#[pyfunction]
pub fn find_kind_signs(table: &Bound<'_, Table>) -> PyResult<u8> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, tag, text_start, text_end, hidden, parent, step, id_token, class_start, class_token);
    let text_end = text_end.as_slice()?;
    let content = text_end.first().map_or(0, |&end| end as usize);
    let columns = kind_signs::Columns {
        text: table.text.as_bytes().get(..content).unwrap_or_default(),
        tag: tag.as_slice()?,
        text_start: text_start.as_slice()?,
        text_end,
        hidden: hidden.as_slice()?,
        parent: parent.as_slice()?,
        step: step.as_slice()?,
        id_token: id_token.as_slice()?,
        class_start: class_start.as_slice()?,
        class_token: class_token.as_slice()?,
        attributes: &table.rest.attributes,
        names: &table.rest.names,
    };
    Ok(py.detach(|| kind_signs::find(&columns)))
}

/// The rows at which times branch; see `governing_nodes`.
#[pyfunction]
#[pyo3(signature = (table, times, most, *, seconds=f64::INFINITY))]
pub fn time_branches(
    table: &Bound<'_, Table>,
    times: PyReadonlyArray1<'_, i64>,
    most: usize,
    seconds: f64,
) -> PyResult<Vec<i64>> {
    let (py, table) = (table.py(), table.get());
    read!(table, py, parent, depth);
    let times = rows_of(&times, parent.as_slice()?.len())?;
    let (parent, depth) = (parent.as_slice()?, depth.as_slice()?);
    timed(py, seconds, || governing_nodes::branches(parent, depth, times, most))
}

/// The rows of the longest chain of replies; see `governing_nodes`.
#[pyfunction]
#[pyo3(signature = (table, times, reach, *, seconds=f64::INFINITY))]
pub fn reply_chain(
    table: &Bound<'_, Table>,
    times: PyReadonlyArray1<'_, i64>,
    reach: usize,
    seconds: f64,
) -> PyResult<Vec<i64>> {
    let (py, table) = (table.py(), table.get());
    let columns = table.recorded().searched().chains;
    let times = rows_of(&times, columns.parent.len())?;
    timed(py, seconds, || governing_nodes::chain(&columns, times, reach))
}

type Candidate = (Vec<usize>, Vec<(usize, usize)>, bool);

/// Members, ranges of records and whether these span siblings, of each candidate at a row; see `candidates`.
#[pyfunction]
#[pyo3(signature = (table, row, times, *, seconds=f64::INFINITY))]
pub fn candidates_at(
    table: &Bound<'_, Table>,
    row: usize,
    times: PyReadonlyArray1<'_, i64>,
    seconds: f64,
) -> PyResult<Vec<Candidate>> {
    let (py, table) = (table.py(), table.get());
    let columns = table.recorded().searched().candidates;
    let times = rows_of(&times, columns.tag.len())?;
    if row >= columns.tag.len() || !times.is_sorted() {
        return Err(PyValueError::new_err("there is no such row, or the times are in no order"));
    }
    let candidates = timed(py, seconds, || candidates::at(&columns, row, times))?;
    let candidates = candidates.into_iter();
    Ok(candidates.map(|candidate| (candidate.members, candidate.ranges, candidate.spanning)).collect())
}

/// Rows that a caller gives, if the page has them all.
pub(super) fn rows_of<'rows>(rows: &'rows PyReadonlyArray1<'_, i64>, length: usize) -> PyResult<&'rows [i64]> {
    let rows = rows.as_slice()?;
    let known = rows.iter().all(|&row| usize::try_from(row).is_ok_and(|row| row < length));
    if known { Ok(rows) } else { Err(PyValueError::new_err("there are rows that the page does not have")) }
}
