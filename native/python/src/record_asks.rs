//! What the search for records asks of Python: which texts are names, prices and counts of replies.
//!
//! Python's lock is taken while it answers, and not before.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::record_models::RecordModels;
use crate::table::Table;
use extractors::declared_features;
use html::declares;
use limits::LimitHit;
use records::read::context::Asks;

/// Asks an object of Python about a page, and keeps the error that it raised.
pub struct Asked<'page> {
    pub object: &'page Py<PyAny>,
    pub table: &'page Py<Table>,
    pub models: &'page RecordModels,
    pub url: &'page str,
    pub error: Option<PyErr>,
}

impl Asked<'_> {
    fn ask<T>(&mut self, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<T>) -> T {
        Python::attach(|py| ask(self.object.bind(py))).unwrap_or_else(|error| {
            self.error = Some(error);
            limits::hit(LimitHit::Seconds)
        })
    }

    /// One answer for each of the questions.
    fn ask_all<T>(&mut self, count: usize, ask: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<Vec<T>>) -> Vec<T> {
        self.ask(|object| {
            let answers = ask(object)?;
            let is_whole = answers.len() == count;
            let error = || PyValueError::new_err("there is not one answer for each question");
            if is_whole { Ok(answers) } else { Err(error()) }
        })
    }

    fn ask_texts<T: for<'a, 'py> FromPyObject<'a, 'py>>(&mut self, name: &str, texts: &[&str]) -> Vec<T> {
        self.ask_all(texts.len(), |object| {
            let py = object.py();
            let list = PyList::new(py, texts.iter().map(|text| PyString::new(py, text)))?;
            object.call_method1(name, (list,))?.extract()
        })
    }
}

impl Asks for Asked<'_> {
    fn declared(&mut self) -> Vec<f64> {
        let table = self.table.get();
        let numbers = declared_features::numbers(&declares::read(&table.view()), self.url, self.models.lists());
        let places = self.models.declared();
        places.iter().map(|&place| numbers.get(place).map_or(0.0, |&number| f64::from(number))).collect::<Vec<_>>()
    }

    fn reply_counts(&mut self, texts: &[&str]) -> Vec<bool> {
        self.ask_texts("reply_counts", texts)
    }

    fn price_texts(&mut self, texts: &[&str]) -> Vec<bool> {
        self.ask_texts("price_texts", texts)
    }

    fn kinds(&mut self, texts: &[&str]) -> Vec<u8> {
        self.ask_texts("kinds", texts)
    }

    fn names(&mut self, texts: &[&str]) -> Vec<String> {
        self.ask_texts("names", texts)
    }

    fn prices(&mut self, texts: &[&str]) -> Vec<bool> {
        self.ask_texts("prices", texts)
    }
}
