//! The records of a page in one crossing, from its table to their draft. Python's lock is released, and taken while Python
//! is asked for what only it knows.

use std::sync::Arc;

use numpy::PyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::{copy, timed};
use crate::dates::GivenReference;
use crate::record_asks::Asked;
use crate::record_draft::RecordDraft;
use crate::record_evidence::RecordEvidence;
use crate::record_models::RecordModels;
use crate::record_times::{ToldTimes, tell_times};
use crate::record_views::RegionViews;
use crate::records::RecordMarks;
use crate::table::Table;
use extractors::decision::Posts;
use records::draft::page::{self, PageRecords as Found};
use records::draft::run;

/// What looks for records: the trees, what answers the questions, and when the page was read.
type Search<'py> = (Bound<'py, RecordModels>, Py<PyAny>, Option<GivenReference>);
type Names<'py> = (Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<bool>>, Bound<'py, PyArray1<f64>>);

/// What was found on a page, and by what it was judged.
pub struct Kept {
    found: Found,
    models: Py<RecordModels>,
}

impl Kept {
    fn draft(&self) -> Option<&run::Drafted> {
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
    fn times<'py>(&self, py: Python<'py>) -> PyResult<ToldTimes<'py>> {
        tell_times(py, &self.0.found.times)
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

    #[getter]
    fn evidence(&self) -> Option<RecordEvidence> {
        let its = self.0.found.evidence.as_ref().map(Arc::clone)?;
        Some(RecordEvidence { marks: Arc::clone(&self.0.found.marks), its })
    }

    #[getter]
    fn link_kinds<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyArray1<u8>>>> {
        self.0.found.link_kinds.as_ref().map(|kinds| copy(py, kinds)).transpose()
    }

    #[getter]
    fn sums<'py>(&self, py: Python<'py>) -> PyResult<Option<Vec<Bound<'py, PyArray1<f64>>>>> {
        let sums = self.0.found.sums.as_ref();
        sums.map(|sums| sums.iter().map(|sum| copy(py, sum)).collect()).transpose()
    }

    #[getter]
    fn views(&self) -> RegionViews {
        RegionViews(Arc::clone(&self.0.found.views))
    }

    #[getter]
    fn draft(&self) -> Option<RecordDraft> {
        self.0.found.draft.as_ref().map(|draft| RecordDraft(Arc::clone(draft)))
    }

    /// Of every row whether it can be a name, whether it says nothing, and its score as a name.
    #[getter]
    fn names<'py>(&self, py: Python<'py>) -> PyResult<Option<Names<'py>>> {
        let names = self.0.draft().and_then(|draft| draft.names.as_ref());
        names.map(|its| Ok((copy(py, &its.can_be)?, copy(py, &its.says_nothing)?, copy(py, &its.marks)?))).transpose()
    }
}

/// Looks for the records of a page that was read at an address.
#[pyfunction]
#[pyo3(signature = (table, url, search, *, seconds=f64::INFINITY))]
pub fn draft_page<'py>(
    table: &Bound<'py, Table>,
    url: &Bound<'py, PyString>,
    search: Search<'py>,
    seconds: f64,
) -> PyResult<PageRecords> {
    find(table, &url.to_string_lossy(), search, seconds).map(|kept| PageRecords(Arc::new(kept)))
}

/// The records of a page, which its table remembers; where it has none yet, `search` is called and begins
/// to look for them.
pub(super) fn keep_records(
    table: &Bound<'_, Table>,
    url: &str,
    search: &Py<PyAny>,
    seconds: f64,
) -> PyResult<Arc<Kept>> {
    let (py, records) = (table.py(), &table.get().records);
    if records.get().is_none() {
        let search: Search<'_> = search.bind(py).call0()?.extract()?;
        let found = Py::new(py, PageRecords(Arc::new(find(table, url, search, seconds)?)))?;
        let _ = records.set(found.into_any()); // of two threads that look at once one is remembered
    }
    let kept = records.get().ok_or_else(|| PyRuntimeError::new_err("a page has no records"))?;
    Ok(Arc::clone(&kept.bind(py).cast::<PageRecords>()?.get().0))
}

fn find(table: &Bound<'_, Table>, url: &str, (models, answers, reference): Search<'_>, seconds: f64) -> PyResult<Kept> {
    let reference = reference.map(GivenReference::read).transpose()?;
    let (page, models) = (table.as_unbound(), models.unbind());
    let mut asked = Asked { object: &answers, table: page, models: models.get(), url, error: None };
    let found = timed(table.py(), seconds, || {
        let (source, trees) = (page.get().recorded(), models.get().models());
        page::find(&source, &trees, reference.as_ref(), &mut asked)
    });
    let found = asked.error.map_or(found, Err)?;
    Ok(Kept { found, models })
}
