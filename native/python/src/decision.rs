//! The decision on a page in one crossing, from its bytes to its text or in parts: judgement, choice, what is taken out of
//! an article; and the same of what another method chose. Python's lock is released.

use numpy::PyReadonlyArray1;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use crate::calls::timed;
use crate::columns::Column;
use crate::features::blocks_of;
use crate::html::{GivenLimits, limited, source_of};
use crate::judge::{Judge, Judged, other_features};
use crate::records::draft;
use crate::renderers;
use crate::table::Table;
use extractors::decision::{self, Answer, Kind};
use extractors::judge::{self, OtherFeatures};
use html::declares;
use limits::ThreadTime;

/// What was decided on a page; see `decision`.
#[pyclass(frozen, get_all, module = "weft._native")]
pub struct Decision {
    keep: Column<i64>,
    repeats: Column<i64>,
    blocks: usize,
    chosen: usize,
    in_title: usize,
    in_comments: usize,
    is_article: bool,
    posts: usize,
    beside: usize,
    page_type: String,
    share: f64,
    expected: f64,
    words: i64,
    shown_words: i64,
    data: [bool; 3],
    may_be_board: bool,
}

impl Decision {
    /// What is told of an answer, with the type of the page and how likely that is; none where posts must decide.
    fn of(answer: Answer, page_type: &str, share: f64, table: &Table) -> Option<Decision> {
        let Answer::Decided(decided) = answer else { return None };
        Some(Decision {
            keep: Column::from(decided.keep),
            repeats: Column::from(decided.repeats),
            blocks: table.blocks(),
            chosen: decided.chosen,
            in_title: decided.in_title,
            in_comments: decided.in_comments,
            is_article: decided.is_article,
            posts: decided.posts,
            beside: decided.beside,
            page_type: page_type.to_owned(),
            share,
            expected: decided.expected,
            words: decided.words,
            shown_words: decided.shown_words,
            data: decided.data,
            may_be_board: decided.may_be_board,
        })
    }
}

/// Judges a page that was read at an address, where nobody has, and decides what to keep. `search` begins a search for
/// records, as `draft::page` has it, where their posts must decide; without it nothing is told then.
#[pyfunction]
#[pyo3(signature = (judge, table, url, judged, *, search=None, seconds=f64::INFINITY))]
pub fn decide<'py>(
    judge: &Bound<'py, Judge>,
    table: &Bound<'py, Table>,
    url: &Bound<'py, PyString>,
    judged: Option<Bound<'py, Judged>>,
    search: Option<Py<PyAny>>,
    seconds: f64,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, page, table, judge) = (table.py(), table, table.get(), judge.get());
    let begun = ThreadTime::now();
    let url = url.to_string_lossy(); // a lone surrogate is no letter of an address
    let judged = match judged {
        Some(judged) => judged,
        None => {
            let new = timed(py, seconds, || judge.judge_table(table, &url))?;
            Bound::new(py, Judged(new.map_err(other_features)?))?
        }
    };
    let (own, left) = (&judged.get().0, || seconds - begun.elapsed().as_secs_f64());
    let answer = timed(py, left(), || judge.decide(table, &url, own))?;
    let answer = judge.settle(page, &url, (own, answer), search.as_ref(), left())?;
    let told = judge.tell(answer, own, table);
    (judged, told).into_pyobject(py)
}

impl Judge {
    /// What is kept of a page that was judged, or that posts must decide.
    fn decide(&self, table: &Table, url: &str, judged: &judge::Judged) -> Answer {
        decision::decide(&table.deciding(url), judged, &self.deciding.types)
    }

    /// An answer that posts must decide becomes one that they have decided, where there is a search for them.
    fn settle(
        &self,
        page: &Bound<'_, Table>,
        url: &str,
        (judged, answer): (&judge::Judged, Answer),
        search: Option<&Py<PyAny>>,
        seconds: f64,
    ) -> PyResult<Answer> {
        match (search, answer) {
            (Some(search), Answer::Records(decision)) => {
                let kind = self.deciding.types.kind(&judged.shares, decision.keep.is_empty());
                with_posts(page, url, (decision, &kind), &judged.probability, search, seconds)
            }
            (_, answer) => Ok(answer),
        }
    }

    /// What is told of an answer.
    pub fn tell(&self, answer: Answer, judged: &judge::Judged, table: &Table) -> Option<Decision> {
        let (kind, share) = self.deciding.types.most_likely(&judged.shares);
        Decision::of(answer, self.deciding.names.get(kind).map_or("", String::as_str), share, table)
    }

    /// From a table to the text that it remembers.
    pub fn read(&self, table: &Table, url: &str) -> Result<(judge::Judged, Answer), OtherFeatures> {
        let judged = self.judge_table(table, url)?;
        let answer = self.decide(table, url, &judged);
        remember_text(table, &answer, url);
        Ok((judged, answer))
    }
}

/// The decision that the posts of a page make, given how likely each block is content.
fn with_posts(
    page: &Bound<'_, Table>,
    url: &str,
    (decision, kind): (decision::Decision, &Kind),
    likely: &[f64],
    search: &Py<PyAny>,
    seconds: f64,
) -> PyResult<Answer> {
    let begun = ThreadTime::now();
    let kept = draft::keep_records(page, url, search, seconds)?;
    let (table, left) = (page.get(), seconds - begun.elapsed().as_secs_f64());
    timed(page.py(), left, || {
        kept.with_posts(|posts| decision::finish(&table.deciding(url), decision, kind, Some((posts, likely))))
    })
}

/// Completes what any method chose on a page that was read at an address, and what else it would keep if the page had not
/// said it before. `kind` is the type of the page, `other` for what the page declares, and how likely that is. `trained` is
/// given where a trained model chose: what judges how likely blocks are content, and what begins a search for records.
#[pyfunction]
#[pyo3(signature = (table, url, chosen, kind, trained=None, *, seconds=f64::INFINITY))]
pub fn complete<'py>(
    table: &Bound<'py, Table>,
    url: &Bound<'py, PyString>,
    chosen: (PyReadonlyArray1<'py, i64>, PyReadonlyArray1<'py, i64>),
    kind: (String, f64),
    trained: Option<(Bound<'py, Judge>, Py<PyAny>)>,
    seconds: f64,
) -> PyResult<Decision> {
    let (py, page, table, (page_type, share)) = (table.py(), table, table.get(), kind);
    let (begun, url) = (ThreadTime::now(), url.to_string_lossy());
    let left = || seconds - begun.elapsed().as_secs_f64();
    let (keep, repeats) = (blocks_of(table, &chosen.0)?, blocks_of(table, &chosen.1)?);
    let page_type = match page_type.as_str() {
        "other" => timed(py, seconds, || declares::page_type(&table.view()))?,
        page_type => page_type,
    };
    let kind = Kind::named(page_type, share, trained.is_some());
    let mut answer = timed(py, left(), || {
        let page = table.deciding(&url);
        let decision = decision::Decision::of(&page, keep.to_vec(), repeats.to_vec());
        decision::finish(&page, decision, &kind, None)
    })?;
    if let (Answer::Records(_), Some((judge, search))) = (&answer, &trained)
        && let Answer::Records(decision) = answer
    {
        let judge = judge.get();
        let judged = timed(py, left(), || judge.judge_table(table, &url))?;
        let likely = judged.map_err(other_features)?.probability;
        answer = with_posts(page, &url, (decision, &kind), &likely, search, left())?;
    }
    let open = || PyRuntimeError::new_err("posts must decide, and nobody looked for them");
    Decision::of(answer, page_type, share, table).ok_or_else(open)
}

/// Reads a page that stands at an address, from its bytes to its text: its table, what the model says of it, and what is
/// kept, as `decide` tells it. The table remembers the text of what is kept. Posts decide where there is a `search`.
///
/// `parse`, `decide` and `write_text` say the same in three calls.
#[pyfunction]
#[pyo3(signature = (judge, data, limits, *, charset=None, url=None, search=None))]
pub fn extract<'py>(
    judge: &Bound<'py, Judge>,
    data: &Bound<'py, PyAny>,
    limits: GivenLimits,
    charset: Option<&str>,
    url: Option<&Bound<'py, PyString>>,
    search: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, judge, limits) = (judge.py(), judge.get(), limits.read());
    let url = url.map(|url| url.to_string_lossy()).unwrap_or_default();
    let source = source_of(data)?;
    let begun = ThreadTime::now();
    let left = || limits.seconds - begun.elapsed().as_secs_f64();
    let (table, decided) = limited(py, &limits, || {
        let table = Table::from_columns(source.parse(charset, &limits));
        let decided = judge.read(&table, &url);
        (table, decided)
    })?;
    let (judged, answer) = decided.map_err(other_features)?;
    let (table, is_open) = (Bound::new(py, table)?, matches!(answer, Answer::Records(_)));
    let answer = judge.settle(&table, &url, (&judged, answer), search.as_ref(), left())?;
    let page = table.get();
    if is_open {
        timed(py, left(), || remember_text(page, &answer, &url))?;
    }
    let told = judge.tell(answer, &judged, page);
    (table, Judged(judged), told).into_pyobject(py)
}

/// Lets a table remember the text of what is kept.
fn remember_text(table: &Table, answer: &Answer, url: &str) {
    if let Answer::Decided(decision) = answer {
        renderers::remember_text(table, &decision.keep, url);
    }
}
