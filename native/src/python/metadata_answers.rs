//! Fields of metadata that the kernel answers, in one crossing; see `metadata_answers`.

use std::collections::HashSet;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::declared_fields::DeclaredFields;
use super::near_title::NearTitle;
use super::table::string;
use super::{call_error, made, memory_error};
use crate::limits::{Deadline, Tripped};
use crate::lines::LabelWords;
use crate::metadata_answers::{Answer, Kinds, KindsOf, Linked, One, Page};
use crate::metadata_bylines::AuthorWords;
use crate::usual_address::Base;
use crate::{memory, metadata_authors, metadata_dates, metadata_topics};

/// What answers fields of metadata: the words of lines about authors, and the kinds of names and of addresses.
#[pyclass(frozen, module = "weft._native")]
pub struct MetadataAnswers {
    words: AuthorWords,
    kinds: Kinds,
}

type Answers = Vec<(&'static str, Answer)>;

#[pymethods]
impl MetadataAnswers {
    #[new]
    fn new(
        labels: Vec<String>,
        days: HashSet<String>,
        names: Vec<String>,
        addresses: Vec<String>,
        relations: Vec<String>,
    ) -> PyResult<Self> {
        let words = AuthorWords { labels: LabelWords::new(labels).map_err(memory_error)?, days };
        Ok(MetadataAnswers { words, kinds: Kinds { relations, names: KindsOf(names), addresses: KindsOf(addresses) } })
    }

    /// The fields that are answered, by name; those of `skipped` are not looked for. `page` is the title of the page, its
    /// address and what addresses are joined with.
    #[pyo3(signature = (declared, near, page, skipped, *, seconds=f64::INFINITY))]
    fn find<'py>(
        &self,
        py: Python<'py>,
        declared: &Bound<'py, DeclaredFields>,
        near: Option<&Bound<'py, NearTitle>>,
        page: (Bound<'py, PyString>, Bound<'py, PyString>, Bound<'py, PyString>),
        skipped: Vec<String>,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyDict>> {
        let declared = declared.get();
        let table = declared.table.get();
        let near = near.map(Bound::get);
        if near.is_some_and(|near| !near.is_of(&declared.table)) || *declared.relations != *self.kinds.relations {
            return Err(PyValueError::new_err("what is declared and what is near the title are of two pages"));
        }
        let (title, url, base) = (page.0.to_string_lossy(), page.1.to_string_lossy(), page.2.to_string_lossy());
        let page = Page {
            head: table.head(),
            columns: table.near(),
            lines: table.short_lines(),
            declared: &declared.declared,
            near: near.map(NearTitle::near),
            kinds: &self.kinds,
            title: &title,
            url: &url,
            base: Base::new(&base),
            hreflang: table.rest.names.number("hreflang"),
        };
        let deadline = &mut Deadline::after(seconds);
        let answers = py.detach(|| self.answer(&page, &skipped, deadline)).map_err(call_error(seconds))?;
        made(py, || {
            let fields = PyDict::new(py);
            answers.iter().try_for_each(|(name, answer)| fields.set_item(name, value(py, answer)?))?;
            Ok(fields)
        })
    }
}

impl MetadataAnswers {
    fn answer(&self, page: &Page, skipped: &[String], deadline: &mut Deadline) -> Result<Answers, Tripped> {
        let mut answers = Vec::new();
        let is_asked = |name: &str| !skipped.iter().any(|own| own == name);
        let mut add = |name: &'static str, answer: Option<Answer>| match answer {
            Some(answer) => memory::push(&mut answers, (name, answer)),
            None => Ok(()),
        };
        if is_asked("author")
            && let Some([author, authors]) = metadata_authors::find(page, &self.words, deadline)?
        {
            add("author", Some(author))?;
            add("authors", Some(authors))?;
        }
        let [date, modified] = metadata_dates::find(page, is_asked("date"), deadline)?;
        add("date", date)?;
        add("modified", modified)?;
        if let Some(language) = page.language()? {
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
        add("word_count", page.nothing("word_count", ""))?;
        add("reading_time", page.reading_time()?)?;
        Ok(answers)
    }
}

/// An answer: nothing as none, a value with its row and source, of a picture with its size, or a list of links.
fn value<'py>(py: Python<'py>, answer: &Answer) -> PyResult<Bound<'py, PyAny>> {
    let one = |one: &One| Ok::<_, PyErr>((string(py, &one.value)?, one.row, one.source));
    Ok(match answer {
        Answer::Nothing => py.None().into_bound(py),
        Answer::One(own) => one(own)?.into_pyobject(py)?.into_any(),
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
