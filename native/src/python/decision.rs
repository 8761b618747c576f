//! The decision on a page in one crossing: judgement, choice, what is taken out of an article. Python's lock is released.

use std::collections::HashMap;
use std::time::Instant;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::columns::Column;
use super::judge::{Judge, Judged, fault_error};
use super::table::Table;
use super::{array, call_error, made, record_page};
use crate::decision::{self, Answer, Found, Types};
use crate::declared_numbers::{self, Groups, Lists};
use crate::judge::Fault;
use crate::limits::Deadline;
use crate::{declares, judge};

type Given<'py> = Option<PyReadonlyArray1<'py, i64>>;

/// The groups of each word as bits, and how many groups there are.
#[derive(FromPyObject)]
struct GivenGroups(HashMap<String, u64>, usize);

impl GivenGroups {
    fn read(self) -> Groups {
        Groups { of_word: self.0, count: self.1 }
    }
}

type GivenLists = (GivenGroups, Vec<String>, Vec<Vec<String>>, GivenGroups);

fn read_lists((schema, graph, programs, places): GivenLists) -> Lists {
    Lists { schema: schema.read(), graph, programs, places: places.read() }
}

/// The words by which numbers tell what a page declares; see `declared_numbers`.
#[pyclass(frozen, module = "weft._native")]
pub struct WordLists(pub(super) Lists);

#[pymethods]
impl WordLists {
    #[new]
    fn new(lists: GivenLists) -> Self {
        WordLists(read_lists(lists))
    }

    /// The numbers of a page that was read at an address; none where Python has to read its address.
    fn numbers<'py>(
        &self,
        table: &Bound<'py, Table>,
        url: &Bound<'py, PyString>,
    ) -> PyResult<Option<Bound<'py, PyArray1<f32>>>> {
        let (py, table, url) = (table.py(), table.get(), url.to_string_lossy());
        let numbers = py.detach(|| declared_numbers::numbers(&declares::read(&table.head())?, &url, &self.0));
        numbers.map_err(call_error(0.0))?.map(|numbers| array(py, numbers)).transpose()
    }
}

/// What a decision asks for: the places of `article` and `forum` among the types, and of those that boards are taken
/// for; the groups of schema.org's types, OpenGraph's types, the words of programs, the groups of addresses.
pub struct Deciding {
    pub types: Types,
    pub lists: Lists,
}

impl<'py> FromPyObject<'_, 'py> for Deciding {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        type GivenTypes = (Option<usize>, Option<usize>, Vec<usize>);
        let ((article, forum, like_boards), lists): (GivenTypes, GivenLists) = given.extract()?;
        Ok(Deciding { types: Types { article, forum, like_boards }, lists: read_lists(lists) })
    }
}

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
    page_type: usize,
    share: f64,
    expected: f64,
    words: i64,
    shown_words: i64,
    data: [bool; 3],
    may_be_board: bool,
}

/// What a decision tells: itself, or what somebody must find first, and the blocks that it is to be found for.
#[derive(IntoPyObject)]
pub enum Told<'py> {
    Decided(Decision),
    Question((&'static str, Bound<'py, PyArray1<i64>>)),
}

/// What was found for the questions: the numbers that a page declares; captions and title as blocks.
type GivenFound<'py> = (Option<PyReadonlyArray1<'py, f32>>, Given<'py>, Given<'py>);

/// Judges a page that was read at an address, where nobody has, and decides what to keep. `search` begins a search for
/// records, as `record_page` has it, where their posts must decide; without it nothing is told then.
#[pyfunction]
#[pyo3(signature = (judge, table, url, judged, found, *, search=None, seconds=f64::INFINITY))]
pub fn decide<'py>(
    judge: &Bound<'py, Judge>,
    table: &Bound<'py, Table>,
    url: &Bound<'py, PyString>,
    judged: Option<Bound<'py, Judged>>,
    found: GivenFound<'py>,
    search: Option<Py<PyAny>>,
    seconds: f64,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, page, table, judge) = (table.py(), table, table.get(), judge.get());
    let blocks = table.block_row.values().len();
    let declared = found.0.as_ref().map(|numbers| numbers.as_slice()).transpose()?;
    let found = Found { captions: blocks_of(&found.1, blocks)?, title: blocks_of(&found.2, blocks)?, posts: None };
    let begun = Instant::now();
    let url = url.to_string_lossy(); // a lone surrogate is no letter of an address
    let known = judged.as_ref().map(|judged| &judged.get().judged);
    let decided = py.detach(|| {
        let deadline = &mut Deadline::after(seconds);
        match known {
            Some(known) => decide_judged(judge, table, &url, known, &found, deadline).map(|told| (None, Some(told))),
            None => judge_and_decide(judge, table, &url, declared, &found, deadline),
        }
    });
    let (new, told) = decided.map_err(|fault| fault_error(fault, seconds))?;
    let own = new.as_ref().or(known);
    let left = seconds - begun.elapsed().as_secs_f64();
    let told = match (told, own) {
        (Some(told), Some(own)) => Some(with_posts(judge, page, (&url, own), (told, &found), search.as_ref(), left)?),
        (told, _) => told,
    };
    let new = new.map(|new| Judged::of(new, table)).transpose()?;
    let told = tell_all(py, told, blocks)?;
    made(py, || (new.map(|new| Bound::new(py, new)).transpose()?.or(judged), told).into_pyobject(py))
}

/// What a model says of a page, and what was decided, with the type of the page and how likely it is; neither where the
/// page declares what only Python reads.
pub(super) type Decided = (Option<judge::Judged>, Option<Typed>);

/// An answer, with the type of the page and how likely it is.
pub(super) type Typed = (Answer, (usize, f64));

/// Judges a page and decides what to keep.
pub(super) fn judge_and_decide(
    judge: &Judge,
    table: &Table,
    url: &str,
    declared: Option<&[f32]>,
    found: &Found,
    deadline: &mut Deadline,
) -> Result<Decided, Fault> {
    let own = match declared {
        Some(_) => None,
        None => declared_numbers::numbers(&declares::read(&table.head())?, url, &judge.deciding.lists)?,
    };
    let Some(declared) = declared.or(own.as_deref()) else { return Ok((None, None)) };
    let judged = judge.judge_table(table, declared, deadline)?;
    let told = decide_judged(judge, table, url, &judged, found, deadline)?;
    Ok((Some(judged), Some(told)))
}

fn decide_judged(
    judge: &Judge,
    table: &Table,
    url: &str,
    judged: &judge::Judged,
    found: &Found,
    deadline: &mut Deadline,
) -> Result<Typed, Fault> {
    let answer = decision::decide(&table.deciding(url)?, judged, &judge.deciding.types, found, deadline)?;
    Ok((answer, decision::most_likely(&judged.shares)))
}

/// An answer that posts must decide becomes one that they have decided, where there is a search for them.
pub(super) fn with_posts(
    judge: &Judge,
    page: &Bound<'_, Table>,
    (url, judged): (&str, &judge::Judged),
    (told, found): (Typed, &Found),
    search: Option<&Py<PyAny>>,
    seconds: f64,
) -> PyResult<Typed> {
    let (search, decision, best) = match (search, told) {
        (Some(search), (Answer::Records(decision), best)) => (search, decision, best),
        (_, told) => return Ok(told),
    };
    let begun = Instant::now();
    let kept = record_page::keep_records(page, url, search, seconds)?;
    let (table, types, left) = (page.get(), &judge.deciding.types, seconds - begun.elapsed().as_secs_f64());
    let answer = page.py().detach(|| {
        let deadline = &mut Deadline::after(left);
        kept.with_posts(|posts| {
            let found = Found { posts: Some(posts), ..*found };
            decision::finish(&table.deciding(url)?, decision, judged, types, &found, deadline)
        })
    });
    Ok((answer.map_err(call_error(seconds))?, best))
}

/// Blocks that Python found, if the page has them all.
fn blocks_of<'a>(given: &'a Given<'_>, blocks: usize) -> PyResult<Option<&'a [i64]>> {
    let given = given.as_ref().map(|blocks| blocks.as_slice()).transpose()?;
    let is_there = |block: &i64| usize::try_from(*block).is_ok_and(|block| block < blocks);
    if given.unwrap_or_default().iter().all(is_there) {
        Ok(given)
    } else {
        Err(PyValueError::new_err("there is no such block"))
    }
}

/// What was decided, for Python.
pub(super) fn tell_all(py: Python<'_>, told: Option<Typed>, blocks: usize) -> PyResult<Option<Told<'_>>> {
    match told {
        Some((answer, best)) => tell(py, answer, best, blocks),
        None => Ok(Some(Told::Question(("declared", array(py, Vec::new())?)))),
    }
}

/// An answer for Python; the type of the page and how likely it is come along.
fn tell(py: Python<'_>, answer: Answer, (page_type, share): (usize, f64), blocks: usize) -> PyResult<Option<Told<'_>>> {
    let question = |name, keep| Ok(Some(Told::Question((name, array(py, keep)?))));
    match answer {
        Answer::Records(_) => Ok(None),
        Answer::Captions(keep) => question("captions", keep),
        Answer::Title(keep) => question("title", keep),
        Answer::Decided(decided) => Ok(Some(Told::Decided(Decision {
            keep: Column::from(decided.keep),
            repeats: Column::from(decided.repeats),
            blocks,
            chosen: decided.chosen,
            in_title: decided.in_title,
            in_comments: decided.in_comments,
            is_article: decided.is_article,
            posts: decided.posts,
            beside: decided.beside,
            page_type,
            share,
            expected: decided.expected,
            words: decided.words,
            shown_words: decided.shown_words,
            data: decided.data,
            may_be_board: decided.may_be_board,
        }))),
    }
}
