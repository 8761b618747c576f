//! The judgement of a page and the choice behind two Python classes: one crossing each, Python's lock released.

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::decision::Deciding;
use super::table::Table;
use super::trees::Trees;
use super::{array, call_error, column_numbers, copy, memory_error};
use crate::choice::Captions;
use crate::judge::{Asked, Fault, Model, Page};
use crate::limits::Deadline;
use crate::names::NameId;
use crate::{choice, exponential, judge, measures, memory};

type Column<'py, T> = Bound<'py, PyArray1<T>>;
type Chosen<'py> = (Column<'py, u8>, Column<'py, f64>, Column<'py, i64>, f64, f64);

/// How probable each of two things is whose odds have these logarithms; see `exponential`.
#[pyfunction]
pub fn logistic<'py>(margins: PyReadonlyArray1<'py, f32>) -> PyResult<Column<'py, f64>> {
    array(margins.py(), exponential::logistic(margins.as_slice()?).map_err(memory_error)?)
}

/// How probable each of several things is, of which one is true; see `exponential`.
#[pyfunction]
pub fn shares<'py>(margins: PyReadonlyArray1<'py, f32>) -> PyResult<Column<'py, f64>> {
    array(margins.py(), exponential::shares(margins.as_slice()?).map_err(memory_error)?)
}

/// What judges pages: the trees of a model, and the columns that they and the choice ask for. See `judge`.
#[pyclass(frozen, module = "weft._native")]
pub struct Judge {
    blocks: Py<Trees>,
    pages: Py<Trees>,
    regions: Option<Py<Trees>>,
    asked: Asked,
    pub(super) deciding: Deciding,
}

impl Judge {
    /// Judges a page that declares these numbers of itself, in the time that is left.
    pub(super) fn judge_table(
        &self,
        table: &Table,
        declared: &[f32],
        deadline: &mut Deadline,
    ) -> Result<judge::Judged, Fault> {
        let page = Page { measured: table.measured(), regions: table.regions()?, declared };
        let model = Model {
            blocks: &self.blocks.get().0,
            pages: &self.pages.get().0,
            regions: self.regions.as_ref().map(|trees| &trees.get().0),
        };
        judge::judge(&page, &model, &self.asked, deadline)
    }
}

/// The error of a page that could not be judged.
pub(super) fn fault_error(fault: Fault, seconds: f64) -> PyErr {
    match fault {
        Fault::Tripped(tripped) => call_error(seconds)(tripped),
        Fault::Model => PyValueError::new_err("the trees ask for other features than there are"),
    }
}

#[pymethods]
impl Judge {
    /// `trees` of blocks, pages and regions. `page` has the tags that are counted, the columns that are summed near the
    /// first h1, and how many of these come before the levels; `regions` the columns and the tags as `describe_regions`
    /// has them; `choice` the columns of headings and of twins; `deciding` as `Deciding` has it.
    #[new]
    #[pyo3(signature = (trees, page, regions, choice, deciding))]
    fn new(
        trees: (Py<Trees>, Py<Trees>, Option<Py<Trees>>),
        page: (Vec<NameId>, Vec<i64>, usize),
        regions: (Vec<i64>, Vec<NameId>),
        choice: (i64, i64),
        deciding: Deciding,
    ) -> PyResult<Self> {
        let numbers = |columns: &[i64]| column_numbers(columns, measures::width(), 0.0);
        let (near, columns) = (numbers(&page.1)?, numbers(&regions.0)?);
        let [link_words, heading_distance, heading_next, ref taken @ ..] = columns[..] else {
            return Err(PyValueError::new_err("the first three columns are missing"));
        };
        let [heading, twins_before] = numbers(&[choice.0, choice.1])?[..] else {
            return Err(PyValueError::new_err("the columns of the choice are missing"));
        };
        if page.2 > near.len() {
            return Err(PyValueError::new_err("more columns than there are near the first h1"));
        }
        let asked = Asked {
            counted: page.0,
            near,
            near_above: page.2,
            link_words,
            heading_distance,
            heading_next,
            taken: taken.to_vec(),
            tags: regions.1,
            heading,
            twins_before,
        };
        Ok(Judge { blocks: trees.0, pages: trees.1, regions: trees.2, asked, deciding })
    }

    /// What the model says of a page that declares these numbers of itself; `decide` judges too.
    #[pyo3(signature = (table, declared, *, seconds=f64::INFINITY))]
    fn judge(&self, table: &Bound<'_, Table>, declared: PyReadonlyArray1<'_, f32>, seconds: f64) -> PyResult<Judged> {
        let (py, table) = (table.py(), table.get());
        let declared = declared.as_slice()?;
        let judged = py.detach(|| self.judge_table(table, declared, &mut Deadline::after(seconds)));
        Judged::of(judged.map_err(|fault| fault_error(fault, seconds))?, table)
    }
}

/// A page that was judged; see `judge` and `choice`.
#[pyclass(frozen, module = "weft._native")]
pub struct Judged {
    pub(super) judged: judge::Judged,
    words: Vec<i32>,
}

impl Judged {
    /// What was said of the page of a table.
    pub(super) fn of(judged: judge::Judged, table: &Table) -> PyResult<Self> {
        let words = memory::list(table.block_words.values()).map_err(memory_error)?;
        Ok(Judged { judged, words })
    }
}

#[pymethods]
impl Judged {
    /// How likely each block is content, by itself.
    #[getter]
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Column<'py, f64>> {
        copy(py, &self.judged.first)
    }

    /// The same by its region.
    #[getter]
    fn probability<'py>(&self, py: Python<'py>) -> PyResult<Column<'py, f64>> {
        copy(py, &self.judged.probability)
    }

    /// How likely each type of page is.
    #[getter]
    fn shares(&self) -> Vec<f64> {
        self.judged.shares.clone()
    }

    /// The blocks that are kept before captions are looked for.
    #[pyo3(signature = (*, beta, seconds=f64::INFINITY))]
    fn keep_structures<'py>(&self, py: Python<'py>, beta: f64, seconds: f64) -> PyResult<Column<'py, i64>> {
        let deadline = &mut Deadline::after(seconds);
        let keep = py.detach(|| choice::keep_structures(&self.judged, &self.words, beta, deadline));
        array(py, keep.map_err(call_error(seconds))?)
    }

    /// The choice with these captions: rules, probabilities of units, repeats, the expected F1, the cut. None where no
    /// captions are given and the page, which must be the one that was judged, may have some.
    #[pyo3(signature = (table, captions=None, *, beta, seconds=f64::INFINITY))]
    fn choose<'py>(
        &self,
        table: &Bound<'py, Table>,
        captions: Option<PyReadonlyArray1<'py, i64>>,
        beta: f64,
        seconds: f64,
    ) -> PyResult<Option<Chosen<'py>>> {
        let (py, table) = (table.py(), table.get());
        let columns = table.signs().map_err(memory_error)?;
        let known = captions.as_ref().map(|blocks| blocks.as_slice()).transpose()?;
        let blocks = self.words.len();
        let is_there = |block: &i64| usize::try_from(*block).is_ok_and(|block| block < blocks);
        if columns.block_row.len() != blocks || !known.unwrap_or_default().iter().all(is_there) {
            return Err(PyValueError::new_err("there is no such block"));
        }
        let captions = known.map_or(Captions::Unknown(&columns), Captions::Known);
        let deadline = &mut Deadline::after(seconds);
        let choice = py.detach(|| choice::choose(&self.judged, &self.words, &captions, beta, deadline));
        let Some(choice) = choice.map_err(call_error(seconds))? else { return Ok(None) };
        let columns = (array(py, choice.rule)?, array(py, choice.probability)?, array(py, choice.repeats)?);
        Ok(Some((columns.0, columns.1, columns.2, choice.expected, choice.cut)))
    }
}
