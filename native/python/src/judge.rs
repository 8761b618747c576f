//! The judgement of a page and the choice behind two Python classes: one crossing each, Python's lock released.

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::{array, column_numbers, copy, timed};
use crate::columns::Column as Kept;
use crate::deciding::Deciding;
use crate::table::Table;
use crate::trees::Trees;
use extractors::decision::{choice, kept_or_lone};
use extractors::judge::{Asked, Model, OtherFeatures, Page};
use extractors::{declared_features, measures, regions};
use html::declares;
use html::names::NameId;
use trees::exponential;

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// How probable each of two things is whose odds have these logarithms; see `exponential`.
#[pyfunction]
pub fn logistic<'py>(margins: PyReadonlyArray1<'py, f32>) -> PyResult<Column<'py, f64>> {
    array(margins.py(), exponential::logistic(margins.as_slice()?))
}

/// How probable each of several things is, of which one is true; see `exponential`.
#[pyfunction]
pub fn shares<'py>(margins: PyReadonlyArray1<'py, f32>) -> PyResult<Column<'py, f64>> {
    array(margins.py(), exponential::shares(margins.as_slice()?))
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
    /// Judges a page that was read at an address, in the time that is left.
    pub(super) fn judge_table(&self, table: &Table, url: &str) -> Result<extractors::judge::Judged, OtherFeatures> {
        let declared = declared_features::numbers(&declares::read(&table.view()), url, &self.deciding.lists);
        let page = Page { view: table.view(), declared: &declared };
        let model = Model {
            blocks: &self.blocks.get().0,
            pages: &self.pages.get().0,
            regions: self.regions.as_ref().map(|trees| &trees.get().0),
        };
        extractors::judge::judge(&page, &model, &self.asked)
    }
}

/// The error of a page that could not be judged.
pub(super) fn other_features(_: OtherFeatures) -> PyErr {
    PyValueError::new_err("the trees ask for other features than there are")
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
        let numbers = |columns: &[i64]| column_numbers(columns, measures::width());
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

    /// What the model says of a page that was read at an address; `decide` judges too.
    #[pyo3(signature = (table, url, *, seconds=f64::INFINITY))]
    fn judge(&self, table: &Bound<'_, Table>, url: &Bound<'_, PyString>, seconds: f64) -> PyResult<Judged> {
        let (py, table, url) = (table.py(), table.get(), url.to_string_lossy());
        let judged = timed(py, seconds, || self.judge_table(table, &url))?;
        Ok(Judged(judged.map_err(other_features)?))
    }
}

/// A page that was judged; see `judge` and `choice`.
#[pyclass(frozen, module = "weft._native")]
pub struct Judged(pub(super) extractors::judge::Judged);

#[pymethods]
impl Judged {
    /// How likely each block is content, by itself.
    #[getter]
    fn first<'py>(&self, py: Python<'py>) -> PyResult<Column<'py, f64>> {
        copy(py, &self.0.first)
    }

    /// The same by its region.
    #[getter]
    fn probability<'py>(&self, py: Python<'py>) -> PyResult<Column<'py, f64>> {
        copy(py, &self.0.probability)
    }

    /// How likely each type of page is.
    #[getter]
    fn shares(&self) -> Vec<f64> {
        self.0.shares.clone()
    }

    /// The choice on the page, which must be the one that was judged.
    #[pyo3(signature = (table, *, beta, seconds=f64::INFINITY))]
    fn choose(&self, table: &Bound<'_, Table>, beta: f64, seconds: f64) -> PyResult<Choice> {
        let (py, table) = (table.py(), table.get());
        if table.block_row.values().len() != self.0.probability.len() {
            return Err(PyValueError::new_err("another page was judged"));
        }
        timed(py, seconds, || Choice::of(table, &self.0, beta))
    }
}

/// What was chosen on a page: of every block by which rule it is kept or not, and how probable its unit is; the blocks that
/// are kept, or else the lone texts of the page; second copies that would be kept if the page had not said them before; the
/// F1 that is expected, and the probability of the last unit that its own keeps.
#[pyclass(frozen, get_all, module = "weft._native")]
pub struct Choice {
    rule: Kept<u8>,
    probability: Kept<f64>,
    keep: Kept<i64>,
    lone: Kept<i64>,
    repeats: Kept<i64>,
    expected: f64,
    cut: f64,
}

impl Choice {
    fn of(table: &Table, judged: &extractors::judge::Judged, beta: f64) -> Choice {
        let page = table.deciding("");
        let choice = choice::choose(&page, judged, beta);
        let keep = choice.kept();
        let lone = if keep.is_empty() { kept_or_lone(&page, &choice) } else { Vec::new() };
        let choice::Choice { rule, probability, repeats, expected, cut } = choice;
        let (rule, probability, repeats) = (rule.into(), probability.into(), repeats.into());
        Choice { rule, probability, keep: keep.into(), lone: lone.into(), repeats, expected, cut }
    }
}

/// The choice on a page of whose blocks somebody else says how likely each is content, given the features of the blocks and
/// the columns of words in links, of levels of headings and of copies before.
#[pyfunction]
#[pyo3(signature = (table, probability, features, columns, *, beta, seconds=f64::INFINITY))]
pub fn choose_likely<'py>(
    table: &Bound<'py, Table>,
    probability: PyReadonlyArray1<'py, f64>,
    features: PyReadonlyArray2<'py, f32>,
    columns: (usize, usize, usize),
    beta: f64,
    seconds: f64,
) -> PyResult<Choice> {
    let (py, table) = (table.py(), table.get());
    let (probability, features) = (probability.as_slice()?, features.as_array());
    let (blocks, width) = features.dim();
    let most = columns.0.max(columns.1).max(columns.2);
    if blocks != probability.len() || blocks != table.block_row.values().len() || most >= width {
        return Err(PyValueError::new_err("there must be a probability and all features for every block"));
    }
    let column = |number: usize| features.column(number).to_vec();
    let is_heading = column(columns.1).into_iter().map(extractors::judge::is_heading).collect();
    let mut judged = extractors::judge::Judged {
        probability: probability.to_vec(),
        link_words: column(columns.0),
        is_heading,
        is_said_before: column(columns.2).into_iter().map(|copies| copies > 0.0).collect(),
        ..extractors::judge::Judged::default()
    };
    timed(py, seconds, || {
        judged.structures = regions::find_structures(&table.view());
        Choice::of(table, &judged, beta)
    })
}
