//! The evidence of a page: what marks records, times, what words and times say of its rows.

use std::sync::Arc;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;

use super::{ask, ask_texts, checked, rows_of};
use crate::calls::{copy, timed};
use crate::table::Table;
use crate::text::GivenReference;
use records::evidence::marks::{self, Marks};
use records::evidence::times::{self, Times};
use records::evidence::{Evidence, PageEvidence, kind_signs, mask, rows};
use records::regions::region::Region;

type Column<'py, T> = PyResult<Bound<'py, PyArray1<T>>>;
type Rows<'py> = Bound<'py, PyArray1<i64>>;
type List<'py> = Bound<'py, PyList>;
/// Rows of times, what is told of each, and rows of dates of something else.
pub type TimeLists<'py> = (Rows<'py>, (List<'py>, List<'py>, List<'py>, List<'py>), Rows<'py>);
type Names<'py> = (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<f64>>);

/// What marks records on a page; see `marks`. Arrays are made when they are asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordMarks {
    its: Arc<Marks>,
    flags: PyOnceLock<Py<PyArray1<u16>>>, // asked for again and again while times are found
}

impl RecordMarks {
    pub(super) fn of(its: Arc<Marks>) -> Self {
        RecordMarks { its, flags: PyOnceLock::new() }
    }

    fn of_page(&self, table: &Table) -> PyResult<&Arc<Marks>> {
        let fits = self.its.flags.len() == table.tag.values().len();
        checked(&self.its, fits, "the marks are not those of the page's rows")
    }
}

#[pymethods]
impl RecordMarks {
    /// What every row speaks of.
    #[getter]
    fn flags<'py>(&self, py: Python<'py>) -> Column<'py, u16> {
        let make = || copy(py, &self.its.flags).map(Bound::unbind);
        Ok(self.flags.get_or_try_init(py, make)?.bind(py).clone())
    }

    /// The texts that can be times: row, text, text of the same shape, label before it.
    #[getter]
    fn times(&self) -> Vec<(i64, &str, &str, &str)> {
        self.its.times.iter().map(|one| (one.row, &*one.text, &*one.shape, &*one.label)).collect()
    }

    /// The rows of texts that can be prices.
    #[getter]
    fn prices<'py>(&self, py: Python<'py>) -> Column<'py, i64> {
        copy(py, &self.its.prices)
    }

    /// The rows of texts that can count replies.
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> Column<'py, i64> {
        copy(py, &self.its.counts)
    }
}

/// What marks records on a page; years up to `last_year` are years of times.
#[pyfunction]
#[pyo3(signature = (table, last_year, *, seconds=f64::INFINITY))]
pub fn mark_records(table: &Bound<'_, Table>, last_year: u32, seconds: f64) -> PyResult<RecordMarks> {
    let (py, table) = (table.py(), table.get());
    let marks = timed(py, seconds, || marks::mark(&table.view(), last_year))?;
    Ok(RecordMarks::of(Arc::new(marks)))
}

/// The rows of the times of a page; as each is displayed, what it means, whether only a reference time tells that, and what
/// it is read from; and the rows of dates of something else.
#[pyfunction]
#[pyo3(signature = (table, marks, reference, *, seconds=f64::INFINITY))]
pub fn find_times<'py>(
    table: &Bound<'py, Table>,
    marks: &Bound<'py, RecordMarks>,
    reference: Option<GivenReference>,
    seconds: f64,
) -> PyResult<TimeLists<'py>> {
    let (py, table) = (table.py(), table.get());
    let marks = marks.get().of_page(table)?;
    let reference = reference.map(GivenReference::read).transpose()?;
    list_times(py, &timed(py, seconds, || times::find(&table.view(), marks, reference.as_ref()))?)
}

/// Times for Python.
pub(super) fn list_times<'py>(py: Python<'py>, times: &Times) -> PyResult<TimeLists<'py>> {
    let list = |texts: &[String]| PyList::new(py, texts.iter().map(String::as_str));
    let relative = PyList::new(py, &times.are_relative)?;
    let lists = (list(&times.texts)?, list(&times.isos)?, relative, list(&times.sources)?);
    Ok((copy(py, &times.rows)?, lists, copy(py, &times.others)?))
}

/// A bit for each of `KINDS` that a page may have; see `kind_signs`.
#[pyfunction]
pub fn find_kind_signs(table: &Bound<'_, Table>) -> u8 {
    let (py, table) = (table.py(), table.get());
    py.detach(|| kind_signs::find(&table.view()))
}

/// What the words and times of a page say of its rows; see `evidence::rows`. Arrays are made when they are asked for.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordEvidence {
    pub(super) table: Py<Table>,
    pub(super) its: Arc<PageEvidence>,
}

impl RecordEvidence {
    pub(super) fn view(&self) -> Evidence<'_> {
        self.its.view(self.table.get().view())
    }

    /// The same, where the names were asked for.
    pub(super) fn named(&self) -> PyResult<Evidence<'_>> {
        let evidence = self.view();
        let fits = evidence.can_be_name.len() == evidence.rows();
        checked(evidence, fits, "the names of the page were not asked for")
    }

    /// The region of these ranges and slots, if the page has it.
    pub(super) fn region<'own>(
        &self,
        ranges: &'own [(i64, i64)],
        slot: &'own PyReadonlyArray1<'_, i64>,
    ) -> PyResult<Region<'own>> {
        let region = Region::new(ranges, slot.as_slice()?, self.view().rows());
        region.ok_or_else(|| PyValueError::new_err("the slots are not those of these records of the page"))
    }

    /// Which texts are numbers that count something; `prices` tells which of some texts have a price.
    pub(super) fn counts(&self, prices: &Bound<'_, PyAny>, seconds: f64) -> PyResult<&[bool]> {
        let (py, prices, mut error) = (prices.py(), prices.as_unbound(), None);
        let mut are_prices = |texts: &[&str]| ask(&mut error, |py| ask_texts(prices.bind(py), texts));
        let counts = timed(py, seconds, || self.its.counts(&self.table.get().view(), &mut are_prices));
        error.map_or(counts, Err)
    }
}

#[pymethods]
impl RecordEvidence {
    #[getter]
    fn is_time<'py>(&self, py: Python<'py>) -> Column<'py, bool> {
        copy(py, &self.its.rows.is_time)
    }

    #[getter]
    fn is_date<'py>(&self, py: Python<'py>) -> Column<'py, bool> {
        copy(py, &self.its.rows.is_date)
    }

    #[getter]
    fn text_rows<'py>(&self, py: Python<'py>) -> Column<'py, i64> {
        copy(py, &self.its.rows.text_rows)
    }

    #[getter]
    fn framed<'py>(&self, py: Python<'py>) -> Column<'py, bool> {
        copy(py, &self.its.rows.framed)
    }

    #[getter]
    fn is_title<'py>(&self, py: Python<'py>) -> Column<'py, bool> {
        copy(py, &self.its.rows.is_title)
    }

    #[getter]
    fn weights<'py>(&self, py: Python<'py>) -> Column<'py, f64> {
        copy(py, &self.its.rows.weights)
    }

    #[getter]
    fn link<'py>(&self, py: Python<'py>) -> Column<'py, i32> {
        copy(py, &self.its.rows.link)
    }

    /// What the address of each row speaks of; see `evidence::links`.
    #[getter]
    fn link_kinds<'py>(&self, py: Python<'py>) -> Column<'py, u8> {
        copy(py, &self.its.link_kinds)
    }

    /// Running sum of the characters that are shown.
    #[getter]
    fn shown<'py>(&self, py: Python<'py>) -> Column<'py, f64> {
        copy(py, &self.its.shown)
    }

    /// Sums over the rows of the page; see `evidence::rows`.
    #[getter]
    fn sums<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray1<f64>>>> {
        self.its.sums.iter().map(|sum| copy(py, sum)).collect()
    }

    /// Of every row whether it can be a name, and its score as one; `kinds` tells what texts
    /// can be that are not all ASCII.
    #[pyo3(signature = (kinds, *, seconds=f64::INFINITY))]
    fn names<'py>(&self, kinds: &Bound<'py, PyAny>, seconds: f64) -> PyResult<Names<'py>> {
        let (py, kinds, mut error) = (kinds.py(), kinds.as_unbound(), None);
        let mut ask_kinds = |texts: &[&str]| ask(&mut error, |py| ask_texts(kinds.bind(py), texts));
        let named = timed(py, seconds, || self.its.with_names(self.table.get().view(), &mut ask_kinds));
        let its = error.map_or(named, Err)?;
        Ok((copy(py, its.can_be_name)?, copy(py, its.name_marks)?))
    }

    /// Which texts are numbers that count something: no date, and none of those that `prices` says have a price.
    #[pyo3(signature = (prices, *, seconds=f64::INFINITY))]
    fn numbers<'py>(&self, prices: &Bound<'py, PyAny>, seconds: f64) -> Column<'py, bool> {
        copy(prices.py(), self.counts(prices, seconds)?)
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
    let (py, own) = (table.py(), table.get());
    let marks = Arc::clone(marks.get().of_page(own)?);
    let count = own.tag.values().len();
    let times = (rows_of(&times, count)?, rows_of(&others, count)?);
    checked((), times.0.is_sorted(), "the times are in no order")?;
    let its = timed(py, seconds, || {
        let page = own.view();
        let sums = rows::sum_rows(&page, &mask(count, times.0));
        PageEvidence::gather(&page, marks, times, sums)
    })?;
    Ok(RecordEvidence { table: table.clone().unbind(), its: Arc::new(its) })
}
