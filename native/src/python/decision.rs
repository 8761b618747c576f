//! The decision on a page in one crossing: judgement, choice, what is taken out of an article. Python's lock is released.

use std::collections::HashMap;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use super::blocks::{measured_columns, sign_columns};
use super::declares::declaring_columns;
use super::judge::{Judge, Judged, fault_error};
use super::regions::region_columns;
use super::table::{Table, read};
use super::{array, made, memory_error};
use crate::decision::{self, Answer, Found, Types};
use crate::declared_numbers::{self, Groups, Lists};
use crate::judge::Fault;
use crate::limits::Deadline;
use crate::shown_captions::More;
use crate::title_places::Blocks;
use crate::{declares, judge, memory};

type Given<'py> = Option<PyReadonlyArray1<'py, i64>>;

/// The groups of each word as bits, and how many groups there are.
#[derive(FromPyObject)]
struct GivenGroups(HashMap<String, u64>, usize);

impl GivenGroups {
    fn read(self) -> Groups {
        Groups { of_word: self.0, count: self.1 }
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
        type GivenLists = (GivenGroups, Vec<String>, Vec<Vec<String>>, GivenGroups);
        let ((article, forum, like_boards), (schema, graph, programs, places)): (GivenTypes, GivenLists) =
            given.extract()?;
        let lists = Lists { schema: schema.read(), graph, programs, places: places.read() };
        Ok(Deciding { types: Types { article, forum, like_boards }, lists })
    }
}

/// What was decided on a page; see `decision`.
#[pyclass(frozen, get_all, module = "weft._native")]
pub struct Decision {
    keep: Py<PyArray1<i64>>,
    repeats: Py<PyArray1<i64>>,
    blocks: usize,
    chosen: usize,
    in_title: usize,
    in_comments: usize,
    is_article: bool,
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

/// What was found for the questions: the numbers that a page declares; captions, noise and title as blocks.
type GivenFound<'py> = (Option<PyReadonlyArray1<'py, f32>>, Given<'py>, Given<'py>, Given<'py>);

/// The columns that a decision is made from, under the name that is given.
macro_rules! deciding_columns {
    ($table:ident, $py:ident, $url:ident, $name:ident) => {
        sign_columns!($table, $py, signs);
        declaring_columns!($table, $py, head);
        read!($table, $py, block_words, block_chars, block_link_chars, block_hidden, block_text_start, block_text_end);
        read!($table, $py, hidden, in_link);
        let more = More {
            words: block_words.as_slice()?,
            hidden: block_hidden.as_slice()?,
            row_hidden: hidden.as_slice()?,
            in_link: in_link.as_slice()?,
        };
        let blocks = Blocks {
            text: $table.text.as_str(),
            chars: block_chars.as_slice()?,
            text_start: block_text_start.as_slice()?,
            text_end: block_text_end.as_slice()?,
        };
        let $name = decision::Page { signs, head, blocks, more, link_chars: block_link_chars.as_slice()?, url: $url };
    };
}

/// Judges a page that was read at an address, where nobody has, and decides what to keep. Tells nothing where records must
/// decide.
#[pyfunction]
#[pyo3(signature = (judge, table, url, judged, found, *, seconds=f64::INFINITY))]
pub fn decide<'py>(
    judge: &Bound<'py, Judge>,
    table: &Bound<'py, Table>,
    url: &str,
    judged: Option<Bound<'py, Judged>>,
    found: GivenFound<'py>,
    seconds: f64,
) -> PyResult<Bound<'py, PyTuple>> {
    let (py, table, judge) = (table.py(), table.get(), judge.get());
    measured_columns!(table, py, measured);
    region_columns!(table, py, regions);
    deciding_columns!(table, py, url, page);
    let words = page.more.words;
    let declared = found.0.as_ref().map(|numbers| numbers.as_slice()).transpose()?;
    let captions = blocks_of(&found.1, words.len())?;
    let found = Found { captions, noise: blocks_of(&found.2, words.len())?, title: blocks_of(&found.3, words.len())? };
    let deadline = &mut Deadline::after(seconds);
    let known = judged.as_ref().map(|judged| &judged.get().judged);
    let answer = py.detach(|| {
        let lists = &judge.deciding.lists;
        let own = match declared.or(known.map(|_| &[][..])) {
            Some(_) => None,
            None => declared_numbers::numbers(&declares::read(&page.head)?, url, lists)?,
        };
        let new = match (known, declared.or(own.as_deref())) {
            (Some(_), _) => None,
            (None, Some(declared)) => Some(judge.judge_page(&judge::Page { measured, regions, declared }, deadline)?),
            (None, None) => return Ok(None),
        };
        let Some(judged) = known.or(new.as_ref()) else { return Ok(None) };
        let answer = decision::decide(&page, judged, &judge.deciding.types, &found, deadline)?;
        let best = decision::most_likely(&judged.shares);
        Ok::<_, Fault>(Some((new, answer, best)))
    });
    let Some((new, answer, best)) = answer.map_err(|fault| fault_error(fault, seconds))? else {
        let question = Told::Question(("declared", array(py, Vec::new())?));
        return made(py, || (py.None(), question).into_pyobject(py));
    };
    let told = tell(py, answer, best, words.len())?;
    let words = memory::list(words).map_err(memory_error)?;
    made(py, || {
        let judged = new.map(|new| Bound::new(py, Judged { judged: new, words })).transpose()?.or(judged);
        (judged, told).into_pyobject(py)
    })
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

/// An answer for Python; the type of the page and how likely it is come along.
fn tell(py: Python<'_>, answer: Answer, (page_type, share): (usize, f64), blocks: usize) -> PyResult<Option<Told<'_>>> {
    let question = |name, keep| Ok(Some(Told::Question((name, array(py, keep)?))));
    match answer {
        Answer::Records => Ok(None),
        Answer::Captions(keep) => question("captions", keep),
        Answer::Noise(keep) => question("noise", keep),
        Answer::Title(keep) => question("title", keep),
        Answer::Decided(decided) => Ok(Some(Told::Decided(Decision {
            keep: array(py, decided.keep)?.unbind(),
            repeats: array(py, decided.repeats)?.unbind(),
            blocks,
            chosen: decided.chosen,
            in_title: decided.in_title,
            in_comments: decided.in_comments,
            is_article: decided.is_article,
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
