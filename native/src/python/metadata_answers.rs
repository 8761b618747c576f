//! Fields of metadata that the kernel answers, in one crossing; see `metadata_answers`.

use pyo3::exceptions::{PyKeyError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::answerer::{Answerers, PythonAnswerer};
use super::declared_fields::DeclaredFields;
use super::near_title::NearTitle;
use super::table::string;
use super::{call_error, made, memory_error};
use crate::limits::{Deadline, Tripped};
use crate::lines::LabelWords;
use crate::metadata_answers::{Answer, Kinds, KindsOf, Linked, One, Page};
use crate::metadata_questions::Answerer;
use crate::metadata_words::Words;
use crate::usual_address::Base;
use crate::{memory, metadata_authors, metadata_dates, metadata_topics};

/// What answers fields of metadata: tables of words, the kinds of names and of addresses, who answers about texts.
#[pyclass(frozen, module = "weft._native")]
pub struct MetadataAnswers {
    words: Words,
    kinds: Kinds,
    answerers: Answerers,
}

type Answers = Vec<(&'static str, Answer)>;
/// The title, and the same as headings and the head tell it with its row; the address, what addresses are joined with, and
/// a language that somebody gave.
type Told<'py> = (Bound<'py, PyString>, (Bound<'py, PyString>, i64), Bound<'py, PyString>, Bound<'py, PyString>, Bound<'py, PyString>);

#[pymethods]
impl MetadataAnswers {
    #[new]
    fn new(
        words: &Bound<'_, PyDict>,
        names: Vec<String>,
        addresses: Vec<String>,
        relations: Vec<String>,
        answerers: &Bound<'_, PyDict>,
    ) -> PyResult<Self> {
        let kinds = Kinds { relations, names: KindsOf(names), addresses: KindsOf(addresses) };
        Ok(MetadataAnswers { words: read_words(words)?, kinds, answerers: Answerers::new(answerers)? })
    }

    /// The fields that are answered, by name; those of `skipped` are not looked for.
    #[pyo3(signature = (declared, near, page, skipped, *, seconds=f64::INFINITY))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        declared: &Bound<'py, DeclaredFields>,
        near: Option<&Bound<'py, NearTitle>>,
        page: Told<'py>,
        skipped: Vec<String>,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let declared = declared.get();
        let table = declared.table.get();
        let near = near.map(Bound::get);
        if near.is_some_and(|near| !near.is_of(&declared.table)) || *declared.relations != *self.kinds.relations {
            return Err(PyValueError::new_err("what is declared and what is near the title are of two pages"));
        }
        let (title, (heading, row), url, base, language) = page;
        let [title, heading, url, base, language] =
            [&title, &heading, &url, &base, &language].map(|text| text.to_string_lossy());
        let page = Page {
            head: table.head(),
            columns: table.near(),
            lines: table.short_lines(),
            declared: &declared.declared,
            near: near.map(NearTitle::near),
            kinds: &self.kinds,
            words: &self.words,
            title: &title,
            heading: (&heading, row),
            url: &url,
            base: Base::new(&base),
            hreflang: table.rest.names.number("hreflang"),
        };
        let (deadline, mut answerer) = (&mut Deadline::after(seconds), PythonAnswerer::new(&self.answerers));
        let answers = py.detach(|| self.answer(&page, (&skipped, &language), &mut answerer, deadline));
        let answers = answerer.checked(answers, call_error(seconds))?;
        made(py, || {
            let fields = PyDict::new(py);
            answers.iter().try_for_each(|(name, answer)| fields.set_item(name, value(py, answer)?))?;
            Ok(fields)
        })
    }
}

impl MetadataAnswers {
    fn answer(
        &self,
        page: &Page,
        (skipped, given): (&[String], &str),
        answerer: &mut dyn Answerer,
        deadline: &mut Deadline,
    ) -> Result<Answers, Tripped> {
        let mut answers = Vec::new();
        let is_asked = |name: &str| !skipped.iter().any(|own| own == name);
        let mut add = |name: &'static str, answer: Option<Answer>| match answer {
            Some(answer) => memory::push(&mut answers, (name, answer)),
            None => Ok(()),
        };
        if is_asked("author")
            && let Some([author, authors]) = metadata_authors::find(page, answerer, deadline)?
        {
            add("author", Some(author))?;
            add("authors", Some(authors))?;
        }
        if let Some(language) = page.language()? {
            let code = match &language {
                Answer::One(own) if given.is_empty() => &own.value,
                _ => given,
            };
            if let Some(day_first) = page.writes_day_first(code)? {
                let [date, modified] = metadata_dates::find(page, (is_asked("date"), day_first), answerer, deadline)?;
                add("date", date)?;
                add("modified", modified)?;
            }
            add("direction", page.direction(&language)?)?;
            add("language", Some(language))?;
        }
        if let Some([section, categories, tags]) = metadata_topics::find(page)? {
            add("section", Some(section))?;
            add("categories", Some(categories))?;
            add("tags", Some(tags))?;
        }
        add("site_name", page.first("site_name")?)?;
        add("description", page.first("description")?)?;
        add("url", page.address()?)?;
        add("alternates", page.alternates()?)?;
        add("amp", page.leads(&["amphtml"])?)?;
        add("feeds", page.feeds()?)?;
        add("next_page", page.leads(&["next"])?)?;
        add("previous_page", page.leads(&["prev", "previous"])?)?;
        if is_asked("image") {
            add("image", page.image()?)?;
        }
        add("licence", page.nothing("licence", "license"))?;
        add("access", page.access()?)?;
        add("word_count", page.word_count()?)?;
        add("reading_time", page.reading_time(answerer)?)?;
        Ok(answers)
    }
}

/// The tables of words, each by its name.
fn read_words(words: &Bound<'_, PyDict>) -> PyResult<Words> {
    fn read<'py, T: for<'own> FromPyObject<'own, 'py, Error = PyErr>>(words: &Bound<'py, PyDict>, name: &str) -> PyResult<T> {
        words.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?.extract()
    }
    Ok(Words {
        labels: LabelWords::new(read(words, "labels")?).map_err(memory_error)?,
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

/// An answer: nothing as none; a value with its row and source, of a number with it, of a picture with its size; or a list
/// of links.
fn value<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    let one = |one: &One| Ok::<_, PyErr>((string(py, &one.value)?, one.row, one.source));
    Ok(match answer {
        Answer::Nothing => py.None().into_bound(py),
        Answer::One(own) | Answer::Number(own) => one(own)?.into_pyobject(py)?.into_any(),
        Answer::Image(own, (width, height)) => {
            let (value, row, source) = one(own)?;
            (value, row, source, width, height).into_pyobject(py)?.into_any()
        }
        Answer::Links(links) => {
            let list = pyo3::types::PyList::empty(py);
            for Linked { one: own, url, kind } in links {
                let (value, row, source) = one(own)?;
                list.append((value, row, source, string(py, url)?, string(py, kind)?))?;
            }
            list.into_any()
        }
    })
}
