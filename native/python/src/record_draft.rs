//! The draft of a page's records, for Python.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::calls::copy;
use records::draft::leading::Lead;
use records::draft::run::{Drafted, ReadRegion};
use records::draft::thread::Marked;
use records::read::reading::{Read, Reading};

type Rows = Vec<[i64; 9]>;
type RegionParts<'py> = (Bound<'py, PyArray1<f64>>, bool, f64);
type ReadingParts<'py> = (Bound<'py, PyArray1<f64>>, f64, f64);
/// A post: its start, end, body, author, index of the time and whether the body is odd; where they were looked for, the rows
/// of the body that nobody said, and the quotes there.
type Post = (i64, i64, (usize, usize), i64, i64, bool, Option<Vec<usize>>, Option<Vec<usize>>);

fn tell(post: &records::read::reading::Post, cut: Option<&Vec<usize>>, quotes: Option<&Vec<usize>>) -> Post {
    let (author, time, span) = (number(post.author), number(post.time), (post.start as i64, post.end as i64));
    (span.0, span.1, post.body, author, time, post.odd, cut.cloned(), quotes.cloned())
}

/// The draft of a page's records; see `run`.
#[pyclass(frozen, module = "weft._native")]
pub struct RecordDraft(pub(super) Arc<Drafted>);

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
        let told = |region: &ReadRegion| Ok((copy(py, &region.features)?, region.is_worth, region.expected));
        self.0.regions.iter().map(told).collect()
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

    /// Whether a region was read as posts or as rows.
    fn was_read(&self, region: usize, kind: &str) -> PyResult<bool> {
        let region = self.region(region)?;
        Ok(if kind == "posts" { region.posts.is_some() } else { region.rows.is_some() })
    }

    /// The features of a reading, the weight of what it says, and what is expected of it; None where there is no such
    /// reading.
    fn reading<'py>(&self, py: Python<'py>, region: usize, kind: &str) -> PyResult<Option<ReadingParts<'py>>> {
        let Some(reading) = self.find(region, kind)? else { return Ok(None) };
        let features: Vec<f64> = self.region(region)?.features.iter().chain(&reading.told).copied().collect();
        Ok(Some((copy(py, &features)?, reading.mass, reading.likely)))
    }

    /// The posts of a region read so.
    fn posts_of(&self, region: usize) -> PyResult<Vec<Post>> {
        let Some(Reading { read: Read::Posts(posts), .. }) = self.find(region, "posts")? else { return Ok(Vec::new()) };
        Ok(posts.iter().map(|post| tell(post, None, None)).collect())
    }

    /// The rows of a region read so: start, end, title, author, time, last author, last time, replies and views.
    fn rows_of(&self, region: usize) -> PyResult<Rows> {
        let Some(Reading { read: Read::Rows(rows), .. }) = self.find(region, "rows")? else { return Ok(Vec::new()) };
        let row = |row: &records::read::reading::Row| {
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
        self.0.thread.posts.iter().map(|Marked { post, .. }| (post.start, post.end)).collect()
    }

    /// The posts of the page.
    #[getter]
    fn posts(&self) -> Vec<Post> {
        let told = |Marked { post, cut, quotes }: &Marked| tell(post, Some(cut), Some(quotes));
        self.0.thread.posts.iter().map(told).collect()
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
