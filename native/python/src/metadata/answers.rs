//! The fields of a page, in one crossing.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString};

use super::asked::Asked;
use super::ranker::FieldModel;
use crate::calls::timed;
use crate::table::Table;
use crate::text::GivenReference;
use metadata::answers::{Answer, Answers, Linked, One};
use metadata::ranked::Models;
use metadata::ranker::RANKED;
use metadata::reading;

/// Reads the fields of pages with the models of those that are ranked.
#[pyclass(frozen, module = "weft._native")]
pub struct FieldReader(pub(super) Models);

#[pymethods]
impl FieldReader {
    /// The models of the title, the authors, the day of publication and that of the last change.
    #[new]
    fn new(models: Vec<Bound<'_, FieldModel>>) -> PyResult<Self> {
        let own: Vec<_> = models.iter().map(|model| model.get().0.clone()).collect();
        let models: Result<Models, _> = own.try_into();
        models.map(FieldReader).map_err(|_| PyValueError::new_err(format!("{} models are needed", RANKED.len())))
    }

    /// The fields of a page by name. `language` is one that somebody gave.
    #[pyo3(signature = (table, url, is_printed, *, language="", reference=None, seconds=f64::INFINITY))]
    fn read<'py>(
        &self,
        table: &Bound<'py, Table>,
        url: &Bound<'py, PyString>,
        is_printed: bool,
        language: &str,
        reference: Option<GivenReference>,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (py, own, reference) = (table.py(), table.get(), reference.map(GivenReference::read).transpose()?);
        let asked = Asked { url: &url.to_string_lossy(), is_printed, language, reference, is_shown: false };
        let answers = timed(py, seconds, || asked.of(own, |given| metadata::read(given, &self.0)))?;
        as_dict(py, &answers)
    }
}

/// Whether the day comes first in the dates of a page; none where its language is not told.
#[pyfunction]
#[pyo3(signature = (table, url, *, language="", seconds=f64::INFINITY))]
pub fn day_first(
    table: &Bound<'_, Table>,
    url: &Bound<'_, PyString>,
    language: &str,
    seconds: f64,
) -> PyResult<Option<bool>> {
    let url = url.to_string_lossy();
    let asked = Asked { url: &url, is_printed: false, language, reference: None, is_shown: false };
    let (py, own) = (table.py(), table.get());
    timed(py, seconds, || asked.of(own, metadata::day_first))
}

/// The primary subtag of a language, empty where it is none.
#[pyfunction]
pub fn language_code(text: &Bound<'_, PyString>) -> String {
    reading::language_code(&text.to_string_lossy())
}

/// Whether two codes may be of one text: the same, or languages that are told apart by little.
#[pyfunction]
pub fn is_same_language(one: &str, other: &str) -> bool {
    reading::is_same(one, other)
}

type OneParts<'own> = (&'own str, i64, &'static str);
type LinkParts<'own> = (&'own str, i64, &'static str, &'own str, &'own str);

/// A value with its row and source, of one that is ranked with its confidence, of a picture with its size, of a link with
/// its address and kind; or a list of links.
#[derive(IntoPyObject)]
enum Value<'own> {
    One(OneParts<'own>),
    Likely((&'own str, i64, &'static str, f64)),
    Image((&'own str, i64, &'static str, u32, u32)),
    Link(LinkParts<'own>),
    Links(Vec<LinkParts<'own>>),
}

fn value(answer: &Answer) -> Option<Value<'_>> {
    fn link(Linked { one, url, kind }: &Linked) -> LinkParts<'_> {
        (&one.value, one.row, one.source, url, kind)
    }
    match answer {
        Answer::Nothing => None,
        Answer::One(own) | Answer::Number(own) => Some(Value::One((&own.value, own.row, own.source))),
        Answer::Likely(own, confidence) => Some(Value::Likely((&own.value, own.row, own.source, *confidence))),
        Answer::Image(One { value, row, source }, (width, height)) => {
            Some(Value::Image((value, *row, source, *width, *height)))
        }
        Answer::Link(own) => Some(Value::Link(link(own))),
        Answer::Links(links) => Some(Value::Links(links.iter().map(link).collect())),
    }
}

/// Answers by the names of their fields.
fn as_dict<'py>(py: Python<'py>, answers: &Answers) -> PyResult<Bound<'py, PyDict>> {
    answers.iter().map(|(name, answer)| (name, value(answer))).into_py_dict(py)
}
