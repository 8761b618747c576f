//! The judgement of a page and the choice: one crossing each, Python's lock released.

use std::collections::HashMap;

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::{array, column_numbers, copy, timed};
use crate::columns::Column as Kept;
use crate::table::{Table, on_page};
use crate::trees::Trees;
use extractors::decision::{Types, choice, kept_or_lone};
use extractors::declared_features::{self, Groups, Lists};
use extractors::judge::{self, Asked, Model, OtherFeatures, Page};
use extractors::{measures, regions};
use html::declares;
use html::names::NameId;

type Column<'py, T> = Bound<'py, PyArray1<T>>;

/// The groups of each word as bits, and how many groups there are.
#[derive(FromPyObject)]
struct GivenGroups(HashMap<String, u64>, usize);

impl GivenGroups {
    fn read(self) -> Groups {
        Groups { of_word: self.0, count: self.1 }
    }
}

type GivenLists = (GivenGroups, Vec<String>, Vec<Vec<String>>, GivenGroups);

/// The words by which numbers tell what a page declares: the groups of schema.org's types, OpenGraph's types, the words of
/// programs, the groups of addresses. See `declared_features`.
#[pyclass(frozen, module = "weft._native")]
pub struct WordLists(pub Lists);

#[pymethods]
impl WordLists {
    #[new]
    fn new(lists: GivenLists) -> Self {
        let (schema, graph, programs, places) = lists;
        WordLists(Lists { schema: schema.read(), graph, programs, places: places.read() })
    }

    /// The numbers of a page that was read at an address.
    fn numbers<'py>(&self, table: &Bound<'py, Table>, url: &Bound<'py, PyString>) -> PyResult<Column<'py, f32>> {
        let url = url.to_string_lossy();
        let numbers =
            on_page(table, f64::INFINITY, |page| declared_features::numbers(&declares::read(page), &url, &self.0))?;
        array(table.py(), numbers)
    }
}

/// What a decision asks for: the types of pages of a model, those that boards are taken for, and words.
pub struct Deciding {
    pub types: Types,
    pub names: Vec<String>,
    pub lists: Lists,
}

/// The names of types, of those that boards are taken for, and words.
type GivenDeciding = (Vec<String>, Vec<String>, GivenLists);

impl Deciding {
    fn of((names, like_boards, lists): GivenDeciding) -> Self {
        let place = |wanted: &str| names.iter().position(|name| name == wanted);
        let like_boards = like_boards.iter().filter_map(|name| place(name)).collect();
        let types = Types { article: place("article"), forum: place("forum"), like_boards };
        Deciding { types, names, lists: WordLists::new(lists).0 }
    }
}

/// What judges pages: the trees of a model, and the columns that they and the choice ask for. See `judge`.
#[pyclass(frozen, module = "weft._native")]
pub struct Judge {
    blocks: Py<Trees>,
    pages: Py<Trees>,
    regions: Option<Py<Trees>>,
    asked: Asked,
    pub deciding: Deciding,
}

impl Judge {
    /// Judges a page that was read at an address, in the time that is left.
    pub fn judge_table(&self, table: &Table, url: &str) -> Result<judge::Judged, OtherFeatures> {
        let view = table.view();
        let declared = declared_features::numbers(&declares::read(&view), url, &self.deciding.lists);
        let model = Model {
            blocks: &self.blocks.get().0,
            pages: &self.pages.get().0,
            regions: self.regions.as_ref().map(|trees| &*trees.get().0),
        };
        judge::judge(&Page { view, declared: &declared }, &model, &self.asked)
    }
}

/// The error of a page that could not be judged.
pub fn other_features(_: OtherFeatures) -> PyErr {
    PyValueError::new_err("the trees ask for other features than there are")
}

#[pymethods]
impl Judge {
    /// `trees` of blocks, pages and regions. `page` has the tags that are counted, the columns that are summed near the
    /// first h1, and how many of these come before the levels; `regions` the columns and the tags as `describe_regions`
    /// has them; `choice` the columns of headings and of copies; `deciding` the names of types and words.
    #[new]
    fn new(
        trees: (Py<Trees>, Py<Trees>, Option<Py<Trees>>),
        page: (Vec<NameId>, Vec<i64>, usize),
        regions: (Vec<i64>, Vec<NameId>),
        choice: (i64, i64),
        deciding: GivenDeciding,
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
        let deciding = Deciding::of(deciding);
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
            article: deciding.types.article,
        };
        Ok(Judge { blocks: trees.0, pages: trees.1, regions: trees.2, asked, deciding })
    }

    /// What the model says of a page that was read at an address; `decide` judges too.
    #[pyo3(signature = (table, url, *, seconds=f64::INFINITY))]
    fn judge(&self, table: &Bound<'_, Table>, url: &Bound<'_, PyString>, seconds: f64) -> PyResult<Judged> {
        let (own, url) = (table.get(), url.to_string_lossy());
        let judged = timed(table.py(), seconds, || self.judge_table(own, &url))?;
        Ok(Judged(judged.map_err(other_features)?))
    }
}

/// A page that was judged; see `judge` and `choice`.
#[pyclass(frozen, module = "weft._native")]
pub struct Judged(pub judge::Judged);

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
        let own = table.get();
        if own.blocks() != self.0.probability.len() {
            return Err(PyValueError::new_err("another page was judged"));
        }
        timed(table.py(), seconds, || Choice::of(own, &self.0, beta))
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
    fn of(table: &Table, judged: &judge::Judged, beta: f64) -> Choice {
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
/// the columns of words in links, of levels of headings and of copies before; `weights` are beta, and how likely the page
/// is an article.
#[pyfunction]
#[pyo3(signature = (table, probability, features, columns, weights, *, seconds=f64::INFINITY))]
pub fn choose_likely<'py>(
    table: &Bound<'py, Table>,
    probability: PyReadonlyArray1<'py, f64>,
    features: PyReadonlyArray2<'py, f32>,
    columns: (usize, usize, usize),
    weights: (f64, f64),
    seconds: f64,
) -> PyResult<Choice> {
    let own = table.get();
    let (probability, features) = (probability.as_slice()?, features.as_array());
    let (blocks, width) = features.dim();
    let most = columns.0.max(columns.1).max(columns.2);
    if blocks != probability.len() || blocks != own.blocks() || most >= width {
        return Err(PyValueError::new_err("there must be a probability and all features for every block"));
    }
    let column = |number: usize| features.column(number).to_vec();
    let mut judged = judge::Judged {
        probability: probability.to_vec(),
        link_words: column(columns.0),
        is_heading: column(columns.1).into_iter().map(judge::is_heading).collect(),
        is_said_before: column(columns.2).into_iter().map(|copies| copies > 0.0).collect(),
        article: weights.1,
        ..judge::Judged::default()
    };
    timed(table.py(), seconds, || {
        judged.structures = regions::find_structures(&own.view());
        Choice::of(own, &judged, weights.0)
    })
}

/// The expected F1, or F-beta, of keeping the first 0, 1, 2 … of some units, given by falling probability; see `expected_f1`.
#[pyfunction]
#[pyo3(signature = (probability, words, *, beta=1.0))]
pub fn expected_f1<'py>(
    probability: PyReadonlyArray1<'py, f64>,
    words: PyReadonlyArray1<'py, f64>,
    beta: f64,
) -> PyResult<Column<'py, f64>> {
    let py = probability.py();
    let (probability, words) = (probability.as_array().to_vec(), words.as_array().to_vec());
    if words.len() != probability.len() {
        return Err(PyValueError::new_err("there must be a probability and words for every unit"));
    }
    array(py, extractors::expected_f1::expected_f1(&probability, &words, beta))
}
