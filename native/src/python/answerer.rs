//! Python's functions that answer questions about single texts; see `metadata_questions`.

use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::limits::Tripped;
use crate::memory;
use crate::metadata_questions::{Answerer, FoundDate, QUESTIONS, Question};

/// The functions, by the number of their question, and those that find and read dates.
pub struct Answerers {
    questions: Vec<Py<PyAny>>,
    find_dates: Py<PyAny>,
    read_date: Py<PyAny>,
    join: Py<PyAny>,
}

impl Answerers {
    pub fn new(functions: &Bound<'_, PyDict>) -> PyResult<Self> {
        let function = |name: &str| {
            let found = functions.get_item(name)?.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
            Ok::<_, PyErr>(found.unbind())
        };
        let questions = QUESTIONS.iter().map(|name| function(name)).collect::<PyResult<Vec<_>>>()?;
        Ok(Answerers {
            questions,
            find_dates: function("find_dates")?,
            read_date: function("read_date")?,
            join: function("join")?,
        })
    }
}

/// Who asks them; the first error ends the search.
pub struct PythonAnswerer<'own> {
    functions: &'own Answerers,
    error: Option<PyErr>,
}

impl<'own> PythonAnswerer<'own> {
    pub fn new(functions: &'own Answerers) -> Self {
        PythonAnswerer { functions, error: None }
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
        let found: Vec<(usize, usize, String)> =
            self.call(|py, functions| functions.find_dates.bind(py).call1((text, day_first))?.extract())?;
        // Python counts characters.
        let byte = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(byte, _)| byte);
        memory::collect(found.into_iter().map(|(start, end, iso)| FoundDate { iso, place: byte(start)..byte(end) }))
    }

    fn join(&mut self, address: &str, base: &str) -> Result<String, Tripped> {
        self.call(|py, functions| functions.join.bind(py).call1((address, base))?.extract())
    }

    fn read_date(&mut self, text: &str, day_first: bool) -> Result<String, Tripped> {
        self.call(|py, functions| functions.read_date.bind(py).call1((text, day_first))?.extract())
    }
}
