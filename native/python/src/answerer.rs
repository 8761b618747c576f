//! Python's functions that answer questions about single texts; see `questions`.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use limits::LimitHit;
use metadata::questions::{Answerer, FoundDate, QUESTIONS, Question};
use text::dates;

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

    fn find_dates(&mut self, text: &str, day_first: bool) -> Vec<FoundDate> {
        let found = dates::find(text, None, day_first);
        let byte = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(byte, _)| byte);
        found
            .into_iter()
            .map(|date| FoundDate { place: byte(date.start)..byte(date.end), iso: date.iso })
            .collect::<Vec<_>>()
    }

    fn join(&mut self, address: &str, base: &str) -> String {
        self.call(|py, functions| functions.join.bind(py).call1((address, base))?.extract())
    }

    fn read_date(&mut self, text: &str, day_first: bool) -> String {
        let mut iso = dates::read_iso(text, None);
        if iso.is_empty() {
            iso = dates::normalise(text, None, day_first);
        }
        if iso.starts_with("1970-01-01") { String::new() } else { iso }
    }
}
