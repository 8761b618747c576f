//! Candidates of the ranked fields, and the models that rank them; see `ranker`.

use numpy::{IntoPyArray, PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::asked::Asked;
use crate::calls::{array, timed};
use crate::table::Table;
use crate::trees::Trees;
use metadata::ranker::values::{Compared, WIDTH};
use metadata::ranker::words::{NUMBERS, number_of};
use metadata::ranker::{self, Listing, Listings, RANKED, Ranked};

/// The names of `RANKED`.
const NAMES: [&str; 4] = ["title", "author", "date", "modified"];

fn field(name: &str) -> PyResult<Ranked> {
    let place = NAMES.iter().position(|own| *own == name);
    place.map(|place| RANKED[place]).ok_or_else(|| PyValueError::new_err("no field that is ranked"))
}

const OTHER: &str = "the model is made of other features";

fn as_weights(bytes: &[u8]) -> PyResult<Vec<i8>> {
    let weights = bytes.iter().map(|&byte| byte as i8).collect();
    if bytes.len() == NUMBERS { Ok(weights) } else { Err(PyValueError::new_err(OTHER)) }
}

/// The weights of one field.
#[pyclass(frozen, module = "weft._native")]
pub struct FieldModel(pub(super) ranker::FieldModel);

#[pymethods]
impl FieldModel {
    #[new]
    fn new(
        weights: &[u8],
        sums: (f32, f32),
        trees: &Bound<'_, Trees>,
        confidence: Vec<(f64, f64)>,
        least: f64,
    ) -> PyResult<Self> {
        let (scale, bias) = sums;
        let trees = std::sync::Arc::clone(&trees.get().0);
        if trees.width() != WIDTH || trees.outputs() != 1 {
            return Err(PyValueError::new_err(OTHER));
        }
        let weights = as_weights(weights)?.into();
        Ok(FieldModel(ranker::FieldModel { weights, scale, bias, trees, confidence, least }))
    }
}

/// A value, its confidence, row and source, whether it is chosen, and its best candidate.
type Ranks = (String, f64, i64, &'static str, bool, usize);

/// The candidates of a page.
#[pyclass(frozen, module = "weft._native")]
pub struct FieldCandidates {
    listings: Listings,
    sites: Vec<String>,
}

#[pymethods]
impl FieldCandidates {
    /// Those of a page; `is_shown` keeps the words for who wants to see them.
    #[new]
    #[pyo3(signature = (table, url, *, is_shown=false, seconds=f64::INFINITY))]
    fn new(table: &Bound<'_, Table>, url: &Bound<'_, PyString>, is_shown: bool, seconds: f64) -> PyResult<Self> {
        let url = url.to_string_lossy();
        let asked = Asked { url: &url, is_printed: true, language: "", reference: None, is_shown };
        let (py, own) = (table.py(), table.get());
        timed(py, seconds, || {
            asked.of(own, |given| {
                metadata::look(given, |page, _, listings| {
                    let (listings, sites) = (std::mem::take(listings), page.declared.sites.clone());
                    FieldCandidates { listings, sites }
                })
            })
        })
    }

    /// The numbers of all words, and where those of each candidate begin.
    fn words<'py>(&self, py: Python<'py>, name: &str) -> PyResult<(Bound<'py, PyArray1<u16>>, Vec<usize>)> {
        let listing = self.listing(name)?;
        let starts = listing.candidates.iter().map(|candidate| candidate.first_word).collect();
        Ok((array(py, listing.words.numbers.clone())?, starts))
    }

    /// The candidates of which one of some words is said: what it is said of, and the word.
    fn holding(&self, name: &str, words: Vec<(String, String)>) -> PyResult<Vec<usize>> {
        let listing = self.listing(name)?;
        let wanted: Vec<u16> = words.iter().map(|(about, word)| number_of(about, word)).collect();
        let holds = |&candidate: &usize| {
            let own = &listing.words.numbers[listing.words_of(candidate)];
            own.iter().any(|number| wanted.contains(number))
        };
        Ok((0..listing.candidates.len()).filter(holds).collect())
    }

    /// What makes the values different, by their numbers.
    fn keys(&self, name: &str) -> PyResult<Vec<String>> {
        Ok(self.listing(name)?.keys.clone())
    }

    /// Of each candidate the number of its value, its text and its row.
    fn candidates(&self, name: &str) -> PyResult<Vec<(usize, String, i64)>> {
        let own = &self.listing(name)?.candidates;
        Ok(own.iter().map(|candidate| (candidate.value, candidate.text.clone(), candidate.row)).collect())
    }

    /// The values that are compared, given the weights of words, and their columns.
    fn columns<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        weights: &[u8],
        sums: (f32, f32),
    ) -> PyResult<(Vec<usize>, Bound<'py, PyArray2<f32>>)> {
        let listing = self.listing(name)?;
        let scores = ranker::scores(listing, &as_weights(weights)?, sums);
        let compared = Compared::of(listing, &scores, field(name)?, &self.sites);
        let rows = compared.values.len();
        Ok((compared.values, compared.columns.into_pyarray(py).reshape([rows, WIDTH])?))
    }

    /// The likeliest values: each with its text, its confidence, its row, its source, whether it is chosen, and the
    /// candidate that says it best.
    fn rank(&self, name: &str, model: &Bound<'_, FieldModel>) -> PyResult<Vec<Ranks>> {
        let (listing, model) = (self.listing(name)?, &model.get().0);
        let likely = model.rank(listing, field(name)?, &self.sites);
        let chosen = model.chosen(&likely);
        let told = likely.iter().map(|one| {
            let own = &listing.candidates[one.candidate];
            (own.text.clone(), one.confidence, own.row, own.source, chosen == Some(one), one.candidate)
        });
        Ok(told.collect())
    }

    /// The words that spoke for a candidate, the loudest first, where they were kept.
    fn reasons(&self, name: &str, model: &Bound<'_, FieldModel>, candidate: usize) -> PyResult<Vec<String>> {
        let (listing, model) = (self.listing(name)?, &model.get().0);
        let Some(shown) = listing.words.shown.as_ref().filter(|_| candidate < listing.candidates.len()) else {
            return Ok(Vec::new());
        };
        let weight = |word: usize| model.weights[usize::from(listing.words.numbers[word])];
        let mut words: Vec<usize> = listing.words_of(candidate).filter(|&word| weight(word) > 0).collect();
        words.sort_by_key(|&word| -i32::from(weight(word)));
        Ok(words.into_iter().map(|word| shown[word].clone()).collect())
    }
}

impl FieldCandidates {
    fn listing(&self, name: &str) -> PyResult<&Listing> {
        Ok(self.listings.of(field(name)?))
    }
}
