//! Fields of metadata that the kernel answers, in one crossing; see `answers`. Python's functions answer questions about
//! single texts on the way; see `questions`.

use std::sync::Arc;

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyDict, PyString};

use super::declared::{DeclaredFields, DeclaredNames};
use super::near_title::NearTitle;
use crate::calls::timed;
use crate::features::{Title, line_of, title_of};
use crate::table::Table;
use crate::text::NamePatterns;
use html::declares;
use html::names::{self, name};
use limits::LimitHit;
use metadata::answers::{Answer, Answers, Kinds, KindsOf, Linked, One, Page};
use metadata::field_candidates::Declared;
use metadata::lines::LabelWords;
use metadata::near_title::Near;
use metadata::questions::Words;
use metadata::questions::{Answerer, QUESTIONS, Question};
use metadata::usual_address::{Base, base_of};

/// What answers fields of metadata: tables of words, the kinds of names and of addresses, who answers about texts.
#[pyclass(frozen, module = "weft._native")]
pub struct MetadataAnswers {
    words: Words,
    kinds: Kinds,
    answerers: Answerers,
    declared: Py<DeclaredNames>,
    patterns: (Py<NamePatterns>, Py<NamePatterns>),
    /// Rows before and behind the title among which addresses are looked for, and the kind of names of side matter.
    around: (usize, usize),
    side: usize,
}

type Read<'py> = (DeclaredFields, Option<NearTitle>, Option<Bound<'py, PyDict>>);
/// The title, and the same as headings and the head tell it with its row; the address, what addresses are joined with, and
/// a language that somebody gave.
type GivenPage<'py> = (
    Bound<'py, PyString>,
    (Bound<'py, PyString>, i64),
    Bound<'py, PyString>,
    Bound<'py, PyString>,
    Bound<'py, PyString>,
);

#[pymethods]
impl MetadataAnswers {
    #[new]
    fn new(
        words: &Bound<'_, PyDict>,
        names: Vec<String>,
        addresses: Vec<String>,
        answerers: &Bound<'_, PyDict>,
        declared: Py<DeclaredNames>,
        near: (Py<NamePatterns>, Py<NamePatterns>, usize, usize),
    ) -> PyResult<Self> {
        let relations = declared.get().relations.to_vec();
        let (names, addresses) = (KindsOf(names), KindsOf(addresses));
        let side = names.number("side");
        let kinds = Kinds { relations, names, addresses };
        let (own, leading, before, behind) = near;
        let (words, answerers) = (read_words(words)?, Answerers::new(answerers)?);
        let (patterns, around) = ((own, leading), (before, behind));
        Ok(MetadataAnswers { words, kinds, answerers, declared, patterns, around, side })
    }

    /// What a page at an address declares, what stands near its title where `is_printed` says that it counts, and the
    /// fields that are answered. None: Python must read it from there on.
    #[pyo3(signature = (table, url, is_printed, skipped, language, *, seconds=f64::INFINITY))]
    fn read<'py>(
        &self,
        table: &Bound<'py, Table>,
        url: &Bound<'py, PyString>,
        is_printed: bool,
        skipped: Vec<String>,
        language: &Bound<'py, PyString>,
        seconds: f64,
    ) -> PyResult<Option<Read<'py>>> {
        let (py, own) = (table.py(), table.get());
        let (url, language) = (url.to_string_lossy(), language.to_string_lossy());
        let mut answerer = PythonAnswerer::new(&self.answerers);
        let asked = Asked { url: &url, is_printed, skipped: &skipped, language: &language };
        let whole = timed(py, seconds, || self.read_page(own, &asked, &mut answerer));
        let Some(whole) = answerer.checked(whole)? else { return Ok(None) };
        let relations = Arc::clone(&self.declared.get().relations);
        let declared = DeclaredFields { table: table.clone().unbind(), declared: whole.declared, relations };
        let near = whole.near.map(|near| NearTitle { table: table.clone().unbind(), near });
        let answers = whole.answers.map(|answers| as_dict(py, &answers)).transpose()?;
        Ok(Some((declared, near, answers)))
    }

    /// The fields that are answered, by name; those of `skipped` are not looked for.
    #[pyo3(signature = (declared, near, page, skipped, *, seconds=f64::INFINITY))]
    fn find<'py>(
        &self,
        declared: &Bound<'py, DeclaredFields>,
        near: Option<&Bound<'py, NearTitle>>,
        page: GivenPage<'py>,
        skipped: Vec<String>,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (py, declared) = (declared.py(), declared.get());
        let table = declared.table.get();
        let near = near.map(Bound::get);
        if near.is_some_and(|near| !near.is_of(&declared.table)) || *declared.relations != *self.kinds.relations {
            return Err(PyValueError::new_err("what is declared and what is near the title are of two pages"));
        }
        let (title, (heading, row), url, base, language) = page;
        let [title, heading, url, base, language] =
            [&title, &heading, &url, &base, &language].map(|text| text.to_string_lossy());
        let page = Page {
            view: table.view(),
            declared: &declared.declared,
            near: near.map(|near| &near.near),
            kinds: &self.kinds,
            words: &self.words,
            title: &title,
            heading: (&heading, row),
            url: &url,
            base: Base::new(&base),
            hreflang: table.rest.names.number("hreflang"),
        };
        let mut answerer = PythonAnswerer::new(&self.answerers);
        let answers = timed(py, seconds, || metadata::fields(&page, (&skipped, &language), &mut answerer));
        let answers = answerer.checked(answers)?;
        as_dict(py, &answers)
    }
}

/// What is asked of a page.
struct Asked<'own> {
    url: &'own str,
    is_printed: bool,
    skipped: &'own [String],
    language: &'own str,
}

/// What was read of a page, as far as Python has not to read it.
struct ReadPage {
    declared: Declared,
    near: Option<Near>,
    answers: Option<Answers>,
}

impl MetadataAnswers {
    fn read_page(&self, table: &Table, asked: &Asked, answerer: &mut dyn Answerer) -> Option<ReadPage> {
        let declared = self.declared.get().names.read(&table.view(), asked.url)?;
        let title = title_of(table, asked.url);
        let row = title_row(table, &title);
        let near = match asked.is_printed {
            true => {
                let patterns = (&self.patterns.0.get().0, &self.patterns.1.get().0);
                let around = row.saturating_sub(self.around.0)..row.saturating_add(self.around.1);
                Some(Near::find(&table.view(), row, patterns, (around, self.side)))
            }
            false => None,
        };
        let (base, own) = declares::own_addresses(&table.view());
        let Some(base) = base_of(asked.url, base, &own) else {
            return Some(ReadPage { declared, near, answers: None });
        };
        let page = Page {
            view: table.view(),
            declared: &declared,
            near: near.as_ref(),
            kinds: &self.kinds,
            words: &self.words,
            title: &title.0,
            heading: (&title.0, title.1),
            url: asked.url,
            base: Base::new(base),
            hreflang: table.rest.names.number("hreflang"),
        };
        let answers = page.whole_title(title.2).map(|title| self.answer_all(page, title, asked, answerer));
        Some(ReadPage { declared, near, answers })
    }

    /// The fields of a page, of which the title is known.
    fn answer_all(&self, page: Page, title: Answer, asked: &Asked, answerer: &mut dyn Answerer) -> Answers {
        let told = if let Answer::One(title) = &title { &title.value } else { "" };
        let page = Page { title: told, ..page };
        let mut answers = metadata::fields(&page, (asked.skipped, asked.language), answerer);
        answers.push(("title", title));
        answers
    }
}

/// Where the title is printed: in a heading or in a line of its own; the first h1 if only the head declares it.
fn title_row(table: &Table, (title, row, source): &Title) -> usize {
    let line =
        if matches!(*source, "h1" | "h2") { *row } else { line_of(&table.view(), title, 0).map_or(-1, i64::from) };
    let first = |tag| names::places_of(table.tag.values(), tag).next();
    let elsewhere = || first(name::H1).or_else(|| first(name::BODY)).unwrap_or(0);
    usize::try_from(line).unwrap_or_else(|_| elsewhere())
}

/// The tables of words, each by its name.
fn read_words(words: &Bound<'_, PyDict>) -> PyResult<Words> {
    fn read<'py, T: for<'own> FromPyObject<'own, 'py, Error = PyErr>>(
        words: &Bound<'py, PyDict>,
        name: &str,
    ) -> PyResult<T> {
        words.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?.extract()
    }
    Ok(Words {
        labels: LabelWords::new(read(words, "labels")?),
        days: read(words, "days")?,
        updated: read(words, "updated")?,
        published: read(words, "published")?,
        month_first: read(words, "month_first")?,
        month_first_regions: read(words, "month_first_regions")?,
        day_first_domains: read(words, "day_first_domains")?,
        alike: read(words, "alike")?,
        written: read(words, "written")?,
        no_languages: read(words, "no_languages")?,
        from_right: read(words, "from_right")?,
    })
}

type OneParts<'own> = (&'own str, i64, &'static str);
type LinkParts<'own> = (&'own str, i64, &'static str, &'own str, &'own str);

/// A value with its row and source, of a picture with its size, of a link with its address and kind; or a list of links.
#[derive(IntoPyObject)]
enum Value<'own> {
    One(OneParts<'own>),
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

/// The functions, by the number of their question, and the one that joins addresses.
pub struct Answerers {
    questions: Vec<Py<PyAny>>,
    join: Py<PyAny>,
}

impl Answerers {
    pub fn new(functions: &Bound<'_, PyDict>) -> PyResult<Self> {
        let function = |name: &str| {
            let found = functions.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
            Ok::<_, PyErr>(found.unbind())
        };
        let questions = QUESTIONS.iter().map(|name| function(name)).collect::<PyResult<Vec<_>>>()?;
        Ok(Answerers { questions, join: function("join")? })
    }
}

/// Who asks them, and reads dates; the first error ends the search.
pub struct PythonAnswerer<'own> {
    functions: &'own Answerers,
    error: Option<PyErr>,
}

impl<'own> PythonAnswerer<'own> {
    pub fn new(functions: &'own Answerers) -> Self {
        PythonAnswerer { functions, error: None }
    }

    /// What a search found; the error of a function comes before that of the search, which it ended.
    pub fn checked<T>(self, found: PyResult<T>) -> PyResult<T> {
        self.error.map_or(found, Err)
    }

    fn call<T>(&mut self, ask: impl FnOnce(Python<'_>, &Answerers) -> PyResult<T>) -> T {
        Python::attach(|py| ask(py, self.functions)).unwrap_or_else(|error| {
            self.error = Some(error);
            limits::hit(LimitHit::Seconds) // the search ends
        })
    }
}

impl Answerer for PythonAnswerer<'_> {
    fn ask(&mut self, question: Question, text: &str) -> String {
        self.call(|py, functions| functions.questions[question as usize].bind(py).call1((text,))?.extract())
    }

    fn join(&mut self, address: &str, base: &str) -> String {
        self.call(|py, functions| functions.join.bind(py).call1((address, base))?.extract())
    }
}
