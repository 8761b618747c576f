//! The records of a page in one crossing, from its table to their draft. Python's lock is released, and taken while Python
//! is asked for what only it knows: which texts are names, prices and counts of replies.

use std::sync::Arc;

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyIndexError, PyRuntimeError};
use pyo3::prelude::*;
use pyo3::types::PyString;

use super::evidence::{RecordEvidence, RecordMarks, TimeLists, list_times};
use super::models::RecordModels;
use super::reading::matrix;
use super::regions::RegionViews;
use super::{ask, ask_texts};
use crate::calls::{copy, timed};
use crate::table::Table;
use crate::text::GivenReference;
use extractors::decision::Posts;
use extractors::declared_features;
use html::declares;
use records::draft::page::{self, PageDraft, PageRecords as Found, ReadRegion};
use records::draft::regions::Lead;
use records::draft::thread::MarkedPost;
use records::features::lone_posts::FEATURES;
use records::read::context::Asks;
use records::read::reading::{self, Read, Reading};

/// What looks for records: the trees, what answers the questions, and when the page was read.
type Search<'py> = (Bound<'py, RecordModels>, Py<PyAny>, Option<GivenReference>);

/// What was found on a page, and by what it was judged.
pub struct Kept {
    found: Found,
    models: Py<RecordModels>,
}

impl Kept {
    fn draft(&self) -> Option<&PageDraft> {
        self.found.draft.as_deref()
    }

    /// Reads the posts of the page.
    pub fn with_posts<T>(&self, read: impl FnOnce(Posts<'_>) -> T) -> T {
        let posts = self.draft().map_or(&[][..], |draft| &draft.thread.posts);
        let spans: Vec<_> = posts.iter().map(|marked| (marked.post.start, marked.post.end)).collect::<Vec<_>>();
        let (count, blocks) = self.draft().map_or((0, &[][..]), |draft| (draft.said, &draft.blocks));
        read(Posts { count, blocks, spans: &spans })
    }
}

/// The records of a page as far as they were drafted; see `draft::page`. What nobody needed is None.
#[pyclass(frozen, module = "weft._native")]
pub struct PageRecords(pub(super) Arc<Kept>);

#[pymethods]
impl PageRecords {
    /// By which trees it was judged.
    #[getter]
    fn models(&self, py: Python<'_>) -> Py<RecordModels> {
        self.0.models.clone_ref(py)
    }

    /// The times of the page, as `find_times` tells them.
    #[getter]
    fn times<'py>(&self, py: Python<'py>) -> PyResult<TimeLists<'py>> {
        list_times(py, &self.0.found.times)
    }

    #[getter]
    fn marks(&self) -> RecordMarks {
        RecordMarks::of(Arc::clone(&self.0.found.marks))
    }

    /// Whether times, names or counts of replies mark something.
    #[getter]
    fn is_marked(&self) -> bool {
        self.0.found.is_marked
    }

    /// The evidence of the page, if it was gathered; the page is that of the table.
    fn evidence(&self, table: &Bound<'_, Table>) -> Option<RecordEvidence> {
        let its = self.0.found.evidence.as_ref().map(Arc::clone)?;
        let is_own = its.rows.is_time.len() == table.get().tag.values().len();
        is_own.then(|| RecordEvidence { table: table.clone().unbind(), its })
    }

    #[getter]
    fn views(&self) -> RegionViews {
        RegionViews(Arc::clone(&self.0.found.views))
    }

    /// The posts that may stand alone, or before those of a region, with a row of features for each; the page is that of
    /// the table, read at an address. A model learns from them.
    #[pyo3(signature = (table, url, search, before=None, *, seconds=f64::INFINITY))]
    fn tried_posts<'py>(
        &self,
        table: &Bound<'py, Table>,
        url: &Bound<'py, PyString>,
        search: Search<'py>,
        before: Option<usize>,
        seconds: f64,
    ) -> PyResult<(Vec<Post>, Bound<'py, PyArray2<f32>>)> {
        let url = url.to_string_lossy();
        let tried = with_search(table, &url, search, (true, seconds), |search, questions| {
            self.0.found.tried_posts(search, before, questions)
        })?;
        let posts = tried.posts.iter().map(|post| post_parts(post, None, None)).collect();
        Ok((posts, matrix(table.py(), tried.matrix, FEATURES.len())?))
    }

    #[getter]
    fn draft(&self) -> Option<RecordDraft> {
        self.0.found.draft.as_ref().map(|draft| RecordDraft(Arc::clone(draft)))
    }
}

/// Looks for the records of a page that was read at an address; where `is_all`, all regions are read in all ways.
#[pyfunction]
#[pyo3(signature = (table, url, search, *, is_all=false, seconds=f64::INFINITY))]
pub fn draft_page<'py>(
    table: &Bound<'py, Table>,
    url: &Bound<'py, PyString>,
    search: Search<'py>,
    is_all: bool,
    seconds: f64,
) -> PyResult<PageRecords> {
    find(table, &url.to_string_lossy(), search, (is_all, seconds)).map(|kept| PageRecords(Arc::new(kept)))
}

/// The records of a page, which its table remembers; where it has none yet, `search` is called and begins
/// to look for them.
pub fn keep_records(table: &Bound<'_, Table>, url: &str, search: &Py<PyAny>, seconds: f64) -> PyResult<Arc<Kept>> {
    let (py, records) = (table.py(), &table.get().records);
    if records.get().is_none() {
        let search: Search<'_> = search.bind(py).call0()?.extract()?;
        let found = Py::new(py, PageRecords(Arc::new(find(table, url, search, (false, seconds))?)))?;
        let _ = records.set(found.into_any()); // of two threads that look at once one is remembered
    }
    let kept = records.get().ok_or_else(|| PyRuntimeError::new_err("a page has no records"))?;
    Ok(Arc::clone(&kept.bind(py).cast::<PageRecords>()?.get().0))
}

fn find(table: &Bound<'_, Table>, url: &str, search: Search<'_>, how: (bool, f64)) -> PyResult<Kept> {
    let models = search.0.clone().unbind();
    let found = with_search(table, url, search, how, page::find)?;
    Ok(Kept { found, models })
}

/// Runs what searches a page without Python's lock, for so many seconds.
fn with_search<T: Send>(
    table: &Bound<'_, Table>,
    url: &str,
    (models, answers, reference): Search<'_>,
    (is_all, seconds): (bool, f64),
    run: impl FnOnce(&page::Search, &mut dyn Asks) -> T + Send,
) -> PyResult<T> {
    let reference = reference.map(GivenReference::read).transpose()?;
    let (own, models) = (table.get(), models.unbind());
    let mut questions = Questions { answers: &answers, table: own, models: models.get(), url, error: None };
    let found = timed(table.py(), seconds, || {
        let (models, spoken) = (&models.get().models(), &own.rest.known.spoken);
        let search = page::Search { page: own.view(), spoken, models, reference: reference.as_ref(), is_all };
        run(&search, &mut questions)
    });
    questions.error.map_or(found, Err)
}

/// What is asked of Python while a page is searched, and the error that it raised.
struct Questions<'page> {
    answers: &'page Py<PyAny>,
    table: &'page Table,
    models: &'page RecordModels,
    url: &'page str,
    error: Option<PyErr>,
}

impl Questions<'_> {
    fn ask<T: for<'a, 'py> FromPyObject<'a, 'py>>(&mut self, name: &str, texts: &[&str]) -> Vec<T> {
        ask(&mut self.error, |py| ask_texts(&self.answers.bind(py).getattr(name)?, texts))
    }
}

impl Asks for Questions<'_> {
    fn declared(&mut self) -> Vec<f64> {
        let numbers = declared_features::numbers(&declares::read(&self.table.view()), self.url, self.models.lists());
        let places = self.models.declared();
        places.iter().map(|&place| numbers.get(place).map_or(0.0, |&number| f64::from(number))).collect()
    }

    fn reply_counts(&mut self, texts: &[&str]) -> Vec<bool> {
        self.ask("reply_counts", texts)
    }

    fn price_texts(&mut self, texts: &[&str]) -> Vec<bool> {
        self.ask("price_texts", texts)
    }

    fn kinds(&mut self, texts: &[&str]) -> Vec<u8> {
        self.ask("kinds", texts)
    }

    fn names(&mut self, texts: &[&str]) -> Vec<String> {
        self.ask("names", texts)
    }

    fn prices(&mut self, texts: &[&str]) -> Vec<bool> {
        self.ask("prices", texts)
    }
}

type Rows = Vec<[i64; 9]>;
type RegionParts<'py> = (Bound<'py, PyArray1<f64>>, bool, f64);
type ReadingParts<'py> = (Bound<'py, PyArray1<f64>>, f64, f64);
/// A post: its start, end, body, author, index of the time and whether the body is odd; where they were looked for, the rows
/// of the body that nobody said, and the quotes there.
type Post = (i64, i64, (usize, usize), i64, i64, bool, Option<Vec<usize>>, Option<Vec<usize>>);

fn post_parts(post: &reading::Post, cut: Option<&Vec<usize>>, quotes: Option<&Vec<usize>>) -> Post {
    let (author, time, span) = (number(post.author), number(post.time), (post.start as i64, post.end as i64));
    (span.0, span.1, post.body, author, time, post.odd, cut.cloned(), quotes.cloned())
}

/// The draft of a page's records; see `run`.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordDraft(pub(super) Arc<PageDraft>);

fn number(value: Option<usize>) -> i64 {
    value.map_or(-1, |value| value as i64)
}

#[pymethods]
impl RecordDraft {
    /// Whether the posts of the page stand alone.
    #[getter]
    fn is_alone(&self) -> bool {
        self.0.thread.is_lone
    }

    /// How many of the posts say something.
    #[getter]
    fn said(&self) -> usize {
        self.0.said
    }

    /// The blocks of their bodies.
    #[getter]
    fn blocks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        copy(py, &self.0.blocks)
    }

    /// Of each region its features with what the page declares, whether it is worth being read as posts and as rows, and
    /// what is expected of it then.
    #[getter]
    fn regions<'py>(&self, py: Python<'py>) -> PyResult<Vec<RegionParts<'py>>> {
        let parts = |region: &ReadRegion| Ok((copy(py, &region.features)?, region.is_worth, region.expected));
        self.0.regions.iter().map(parts).collect()
    }

    /// The region of each of the leading readings, and what it is read as.
    #[getter]
    fn leading(&self) -> Vec<(usize, &'static str)> {
        let kind = |lead: &Lead| match *lead {
            Lead::Rows(place) => (place, "rows"),
            Lead::Posts(place) => (place, "posts"),
            Lead::Items(place) => (place, "items"),
        };
        self.0.leading.iter().map(kind).collect()
    }

    /// The features of a reading, the weight of what it says, and what is expected of it; None where there is no such
    /// reading.
    fn reading<'py>(&self, py: Python<'py>, region: usize, kind: &str) -> PyResult<Option<ReadingParts<'py>>> {
        let Some(reading) = self.find(region, kind)? else { return Ok(None) };
        let features: Vec<f64> = self.region(region)?.features.iter().chain(&reading.features).copied().collect();
        Ok(Some((copy(py, &features)?, reading.mass, reading.likely)))
    }

    /// The posts of a region read so.
    fn posts_of(&self, region: usize) -> PyResult<Vec<Post>> {
        let Some(Reading { read: Read::Posts(posts), .. }) = self.find(region, "posts")? else { return Ok(Vec::new()) };
        Ok(posts.iter().map(|post| post_parts(post, None, None)).collect())
    }

    /// The rows of a region read so: start, end, title, author, time, last author, last time, replies and views.
    fn rows_of(&self, region: usize) -> PyResult<Rows> {
        let Some(Reading { read: Read::Rows(rows), .. }) = self.find(region, "rows")? else { return Ok(Vec::new()) };
        let row = |row: &reading::Row| {
            let [start, end, title] = [row.start, row.end, row.title].map(|row| row as i64);
            let [author, time] = [number(row.author), number(row.time)];
            let [last_author, last_time] = [number(row.last_author), number(row.last_time)];
            [start, end, title, author, time, last_author, last_time, number(row.replies), number(row.views)]
        };
        Ok(rows.iter().map(row).collect())
    }

    /// Where each post of the page begins and ends.
    #[getter]
    fn post_spans(&self) -> Vec<(usize, usize)> {
        self.0.thread.posts.iter().map(|MarkedPost { post, .. }| (post.start, post.end)).collect()
    }

    /// The posts of the page.
    #[getter]
    fn posts(&self) -> Vec<Post> {
        let parts = |MarkedPost { post, cut, quotes }: &MarkedPost| post_parts(post, Some(cut), Some(quotes));
        self.0.thread.posts.iter().map(parts).collect()
    }
}

impl RecordDraft {
    fn region(&self, region: usize) -> PyResult<&ReadRegion> {
        self.0.regions.get(region).ok_or_else(|| PyIndexError::new_err("there is no such region"))
    }

    fn find(&self, region: usize, kind: &str) -> PyResult<Option<&Reading>> {
        let region = self.region(region)?;
        Ok(match kind {
            "posts" => region.posts.as_ref().and_then(Option::as_ref),
            "rows" => region.rows.as_ref().and_then(Option::as_ref),
            _ => region.items.as_ref(),
        })
    }
}
