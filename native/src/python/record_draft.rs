//! The draft of a page's records, and what it asks of Python.

use numpy::{PyArray1, PyReadonlyArray1, ToPyArray};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::{PyList, PyString};

use super::record_evidence::{RecordEvidence, slot_columns};
use super::record_models::RecordModels;
use super::record_parts::title_columns;
use super::record_views::{RegionViews, Sums, search_columns, slices};
use super::records::rows_of;
use super::table::{Table, read};
use super::{array, call_error, made};
use crate::limits::{Deadline, Tripped};
use crate::record_draft::{Asks, Models, Page};
use crate::record_drafting::{Drafted, draft};
use crate::record_leading::Lead;
use crate::record_reading::{Read, Reading};
use crate::record_thread::Marked;
use crate::record_views::{self, SearchColumns};
use crate::{
    memory, record_candidates, record_columns, record_lists, record_reading, record_regions, record_said_blocks,
    record_slots, record_titles,
};

/// Asks an object of Python, and keeps the error that it raised.
struct Asked {
    object: Py<PyAny>,
    error: Option<PyErr>,
}

impl Asked {
    fn ask<T>(
        &mut self,
        count: usize,
        ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<Vec<T>>,
    ) -> Result<Vec<T>, Tripped> {
        let answer = Python::attach(|py| ask(self.object.bind(py)));
        match answer {
            Ok(answers) if answers.len() == count => return Ok(answers),
            Ok(_) => self.error = Some(PyValueError::new_err("there is not one answer for each question")),
            Err(error) => self.error = Some(error),
        }
        Err(Tripped::Seconds)
    }

    fn ask_texts<T: for<'a, 'py> FromPyObject<'a, 'py>>(
        &mut self,
        name: &str,
        texts: &[&str],
    ) -> Result<Vec<T>, Tripped> {
        self.ask(texts.len(), |object| {
            let py = object.py();
            let list = made(py, || PyList::new(py, texts.iter().map(|text| PyString::new(py, text))))?;
            object.call_method1(name, (list,))?.extract()
        })
    }
}

impl Asks for Asked {
    fn kinds(&mut self, texts: &[&str]) -> Result<Vec<u8>, Tripped> {
        self.ask_texts("kinds", texts)
    }

    fn names(&mut self, texts: &[&str]) -> Result<Vec<String>, Tripped> {
        self.ask_texts("names", texts)
    }

    fn prices(&mut self, texts: &[&str]) -> Result<Vec<bool>, Tripped> {
        self.ask_texts("prices", texts)
    }
}

/// A region of a draft, without what is known of it as a view.
struct Region {
    is_worth: bool,
    expected: f64,
    posts: Option<Option<Reading>>,
    rows: Option<Option<Reading>>,
    items: Option<Reading>,
}

type Rows = Vec<[i64; 9]>;
type ReadingParts<'py> = (Bound<'py, PyArray1<f64>>, f64, f64);
type Posts = Vec<(i64, i64, (usize, usize), i64, i64, bool)>;
type MarkedPosts = Vec<(i64, i64, (usize, usize), i64, i64, bool, Vec<usize>, Vec<usize>)>;

/// The draft of a page's records; see `record_drafting`.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordDraft {
    regions: Vec<Region>,
    leading: Vec<Lead>,
    posts: Vec<Marked>,
    #[pyo3(get)]
    is_alone: bool,
    #[pyo3(get)]
    said: usize,
    #[pyo3(get)]
    blocks: Py<PyArray1<i64>>,
}

fn number(value: Option<usize>) -> i64 {
    value.map_or(-1, |value| value as i64)
}

#[pymethods]
impl RecordDraft {
    /// Of each region whether it is worth being read as posts and as rows, and what is expected of it.
    #[getter]
    fn worth(&self) -> Vec<(bool, f64)> {
        self.regions.iter().map(|region| (region.is_worth, region.expected)).collect()
    }

    /// The region of each of the leading readings, and what it is read as.
    #[getter]
    fn leading(&self) -> Vec<(usize, &'static str)> {
        let kind = |lead: &Lead| match *lead {
            Lead::Rows(place) => (place, "rows"),
            Lead::Posts(place) => (place, "posts"),
            Lead::Items(place) => (place, "items"),
        };
        self.leading.iter().map(kind).collect()
    }

    /// Whether a region was read as posts or as rows.
    fn was_read(&self, region: usize, kind: &str) -> PyResult<bool> {
        let region = self.region(region)?;
        Ok(if kind == "posts" { region.posts.is_some() } else { region.rows.is_some() })
    }

    /// The features of a reading besides those of its region, the weight of what it says, and what is expected of it; None
    /// where there is no such reading.
    fn reading<'py>(&self, py: Python<'py>, region: usize, kind: &str) -> PyResult<Option<ReadingParts<'py>>> {
        let Some(reading) = self.find(region, kind)? else { return Ok(None) };
        Ok(Some((made(py, || Ok(reading.told.to_pyarray(py)))?, reading.mass, reading.likely)))
    }

    /// The posts of a region read so: start, end, body, author, index of the time, whether the body is odd.
    fn posts_of(&self, region: usize) -> PyResult<Posts> {
        let Some(Reading { read: Read::Posts(posts), .. }) = self.find(region, "posts")? else { return Ok(Vec::new()) };
        let row = |row: usize| row as i64;
        let post = |post: &record_reading::Post| {
            (row(post.start), row(post.end), post.body, number(post.author), number(post.time), post.odd)
        };
        Ok(posts.iter().map(post).collect())
    }

    /// The rows of a region read so: start, end, title, author, time, last author, last time, replies and views.
    fn rows_of(&self, region: usize) -> PyResult<Rows> {
        let Some(Reading { read: Read::Rows(rows), .. }) = self.find(region, "rows")? else { return Ok(Vec::new()) };
        let row = |row: &record_reading::Row| {
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
        self.posts.iter().map(|Marked { post, .. }| (post.start, post.end)).collect()
    }

    /// The posts of the page, as `posts_of` has them, with the rows of their bodies that nobody said, and the quotes there.
    #[getter]
    fn posts(&self) -> MarkedPosts {
        let post = |Marked { post, cut, quotes }: &Marked| {
            let (author, time, span) = (number(post.author), number(post.time), (post.start as i64, post.end as i64));
            (span.0, span.1, post.body, author, time, post.odd, cut.clone(), quotes.clone())
        };
        self.posts.iter().map(post).collect()
    }
}

impl RecordDraft {
    fn region(&self, region: usize) -> PyResult<&Region> {
        self.regions.get(region).ok_or_else(|| PyIndexError::new_err("there is no such region"))
    }

    fn find(&self, region: usize, kind: &str) -> PyResult<Option<&Reading>> {
        let region = self.region(region)?;
        Ok(match kind {
            "posts" => region.posts.as_ref().and_then(Option::as_ref),
            "rows" => region.rows.as_ref().and_then(Option::as_ref),
            _ => region.items.as_ref(),
        })
    }

    fn of(py: Python<'_>, drafted: Drafted<'_>) -> PyResult<Self> {
        let regions = drafted.drafts.into_iter().map(|draft| Region {
            is_worth: draft.region.is_some(),
            expected: draft.expected,
            posts: draft.posts,
            rows: draft.rows,
            items: draft.items,
        });
        Ok(RecordDraft {
            regions: memory::collect(regions).map_err(call_error(0.0))?,
            leading: drafted.leading,
            posts: drafted.thread.posts,
            is_alone: drafted.thread.is_lone,
            said: drafted.said,
            blocks: array(py, drafted.blocks)?.unbind(),
        })
    }
}

/// What is known of a page besides its table and its evidence: what addresses speak of, running sums, tokens that part
/// bodies from signatures and quotes; rows and texts of the times, and what each means; the score of the page and what it declares.
type PageParts<'py> = (
    PyReadonlyArray1<'py, u8>,
    Sums<'py>,
    PyReadonlyArray1<'py, bool>,
    PyReadonlyArray1<'py, i64>,
    Vec<PyBackedStr>,
    Vec<PyBackedStr>,
    f64,
    Vec<f64>,
);

/// The draft of a page's records with these regions, if it has some; posts that stand alone are looked for where that is
/// asked for. What only patterns tell is asked of `asked`. See `record_drafting`.
#[pyfunction]
#[pyo3(signature = (table, evidence, views, page, models, asked, alone, *, seconds=f64::INFINITY))]
#[expect(clippy::too_many_arguments, reason = "a call of Python has no struct")]
pub fn draft_records<'py>(
    table: &Bound<'py, Table>,
    evidence: &Bound<'py, RecordEvidence>,
    views: Option<&Bound<'py, RegionViews>>,
    page: PageParts<'py>,
    models: &Bound<'py, RecordModels>,
    asked: Py<PyAny>,
    alone: bool,
    seconds: f64,
) -> PyResult<RecordDraft> {
    let (py, table, evidence) = (table.py(), table.get(), evidence.get());
    search_columns!(table, py, search);
    slot_columns!(table, evidence, py, slots);
    title_columns!(table, evidence, py, titles);
    read!(table, py, class_start, class_token, block_first, block_words, block_text_start, block_text_end);
    read!(evidence, py, text_rows);
    let (link_kinds, sums, telling, times, texts, stamps, score, declared) = &page;
    let aligned = aligned_columns(&slots, class_start.as_slice()?, class_token.as_slice()?);
    let blocks = [block_first, block_words, block_text_start, block_text_end];
    let blocks = [blocks[0].as_slice()?, blocks[1].as_slice()?, blocks[2].as_slice()?, blocks[3].as_slice()?];
    let (said, count) = (said_columns(&slots, table.text.as_str(), blocks), slots.tag.len());
    let time_texts: Vec<&str> = memory::collect(texts.iter().map(|text| &**text)).map_err(call_error(seconds))?;
    let stamps: Vec<&str> = memory::collect(stamps.iter().map(|text| &**text)).map_err(call_error(seconds))?;
    let page = Page {
        slots,
        titles,
        aligned,
        said,
        search,
        telling: telling.as_slice()?,
        link_kinds: link_kinds.as_slice()?,
        text_rows: rows_of_own(text_rows.as_slice()?, count)?,
        sums: slices(sums)?,
        times: rows_of(times, count)?,
        time_texts: &time_texts,
        stamps: &stamps,
        score: *score,
        declared,
    };
    let (models, views) = (models.get().models(), views.map_or(&[][..], |views| &views.get().0));
    if !fits(&page, table) || !(views.is_empty() || judges(&page, &models)) {
        return Err(PyValueError::new_err("the evidence, the sums or the times are those of another page"));
    }
    let (mut asks, deadline) = (Asked { object: asked, error: None }, &mut Deadline::after(seconds));
    let drafted = py.detach(|| draft(&page, views, &models, alone, &mut asks, deadline));
    match (drafted, asks.error) {
        (Ok(drafted), None) => RecordDraft::of(py, drafted),
        (_, Some(error)) => Err(error),
        (Err(tripped), None) => Err(call_error(seconds)(tripped)),
    }
}

/// What alignment asks of a page.
fn aligned_columns<'page>(
    slots: &record_columns::Columns<'page>,
    class_start: &'page [i32],
    class_token: &'page [i32],
) -> record_slots::Columns<'page> {
    let record_columns::Columns { text, tag, parent, end, text_start, text_end, chars, in_link, is_time, .. } = *slots;
    record_slots::Columns {
        text,
        tag,
        parent,
        end,
        text_start,
        text_end,
        chars,
        in_link,
        is_time,
        class_start,
        class_token,
    }
}

/// What the blocks of bodies are told by.
fn said_columns<'page>(
    slots: &record_columns::Columns<'page>,
    text: &'page str,
    [block_first, block_words, block_text_start, block_text_end]: [&'page [i32]; 4],
) -> record_said_blocks::Columns<'page> {
    let record_columns::Columns { tag, end, chars, hidden, raw, flags, .. } = *slots;
    record_said_blocks::Columns {
        text,
        tag,
        end,
        chars,
        hidden,
        raw,
        flags,
        block_first,
        block_words,
        block_text_start,
        block_text_end,
    }
}

fn rows_of_own(rows: &[i64], count: usize) -> PyResult<&[i64]> {
    let known = rows.iter().all(|&row| usize::try_from(row).is_ok_and(|row| row < count));
    if known { Ok(rows) } else { Err(PyValueError::new_err("there are rows that the page does not have")) }
}

/// Whether all columns are those of one page.
fn fits(page: &Page, table: &Table) -> bool {
    let count = page.rows();
    let lengths = [page.slots.flags.len(), page.slots.weights.len(), page.titles.link.len(), page.link_kinds.len()];
    let is_summed = page.sums.iter().all(|sum| sum.len() == count + 1);
    let is_timed = [page.time_texts, page.stamps].iter().all(|texts| texts.len() == page.times.len());
    let is_timed = is_timed && page.times.is_sorted();
    let is_known = page.telling.len() == table.rest.attributes.tokens.len();
    lengths.iter().all(|&length| length == count) && is_summed && is_timed && is_known
}

/// Whether the trees judge the features of regions and readings.
fn judges(page: &Page, models: &Models) -> bool {
    let width = record_views::WIDTH + page.declared.len();
    models.regions.width() == width && models.readings.width() == width + record_reading::WIDTH
}
