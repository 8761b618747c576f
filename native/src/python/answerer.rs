//! Python's functions that answer questions about single texts; see `metadata_questions`.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::dates;
use crate::limits::{Deadline, Tripped};
use crate::memory;
use crate::metadata_questions::{Answerer, FoundDate, QUESTIONS, Question};

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
    deadline: Deadline,
    error: Option<PyErr>,
}

impl<'own> PythonAnswerer<'own> {
    pub fn new(functions: &'own Answerers, seconds: f64) -> Self {
        PythonAnswerer { functions, deadline: Deadline::after(seconds), error: None }
    }

    /// What a search found; the error of a function comes before that of the search, which it ended.
    pub fn checked<T>(self, found: Result<T, Tripped>, error: impl Fn(Tripped) -> PyErr) -> PyResult<T> {
        match self.error {
            Some(error) => Err(error),
            None => found.map_err(error),
        }
    }

    fn call<T>(&mut self, ask: impl FnOnce(Python<'_>, &Answerers) -> PyResult<T>) -> Result<T, Tripped> {
        Python::attach(|py| ask(py, self.functions)).map_err(|error| {
            self.error = Some(error);
            Tripped::Seconds // the search ends
        })
    }
}

impl Answerer for PythonAnswerer<'_> {
    fn ask(&mut self, question: Question, text: &str) -> Result<String, Tripped> {
        self.call(|py, functions| functions.questions[question as usize].bind(py).call1((text,))?.extract())
    }

    fn find_dates(&mut self, text: &str, day_first: bool) -> Result<Vec<FoundDate>, Tripped> {
        let found = dates::find(text, None, day_first, &mut self.deadline)?;
        let byte = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(byte, _)| byte);
        memory::collect(
            found.into_iter().map(|date| FoundDate { place: byte(date.start)..byte(date.end), iso: date.iso }),
        )
    }

    fn join(&mut self, address: &str, base: &str) -> Result<String, Tripped> {
        self.call(|py, functions| functions.join.bind(py).call1((address, base))?.extract())
    }

    fn read_date(&mut self, text: &str, day_first: bool) -> Result<String, Tripped> {
        let mut iso = dates::read_iso(text, None);
        if iso.is_empty() {
            iso = dates::normalise(text, None, day_first, &mut self.deadline)?;
        }
        Ok(if iso.starts_with("1970-01-01") { String::new() } else { iso })
    }
}
