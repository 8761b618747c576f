//! Dates in text; see `dates`.

use std::borrow::Cow;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::timed;
use text::dates::{self, Day, Reference};

/// Year, month, day, hour, minute, second and microsecond of the time at which a page was read, and its zone.
#[derive(FromPyObject)]
pub struct GivenReference((i64, i64, i64, i64, i64, i64, i64, String));

impl GivenReference {
    pub fn read(self) -> PyResult<Reference> {
        let (year, month, day, hour, minute, second, microsecond, zone) = self.0;
        let day = Day::new(year, month, day).ok_or_else(|| PyValueError::new_err("the calendar has no such day"))?;
        Ok(Reference { day, hour, minute, second, microsecond, zone })
    }
}

/// A text of Python. JSON can have halves of characters, which no date has: a question mark stands for each.
fn readable<'text>(text: &'text Bound<'_, PyString>) -> PyResult<Cow<'text, str>> {
    text.to_cow().or_else(|_| {
        let bytes: Vec<u8> = text.call_method1("encode", ("utf-8", "replace"))?.extract()?;
        Ok(Cow::Owned(String::from_utf8(bytes)?))
    })
}

type FoundDates = Vec<(usize, usize, String, bool)>;

/// The dates of a text: where each begins and ends, what it is, and whether it takes a reference time.
#[pyfunction]
#[pyo3(signature = (text, reference, day_first, *, seconds=f64::INFINITY))]
pub fn find_dates(
    text: &Bound<'_, PyString>,
    reference: Option<GivenReference>,
    day_first: bool,
    seconds: f64,
) -> PyResult<FoundDates> {
    let reference = reference.map(GivenReference::read).transpose()?;
    let (py, text) = (text.py(), readable(text)?);
    let dates = timed(py, seconds, || dates::find(&text, reference.as_ref(), day_first))?;
    let dates = dates.into_iter().map(|date| (date.start, date.end, date.iso, date.is_relative));
    Ok(dates.collect())
}

/// The date of a short text in ISO 8601; empty where the text is no date.
#[pyfunction]
#[pyo3(signature = (text, reference, day_first, *, seconds=f64::INFINITY))]
pub fn normalise_date(
    text: &Bound<'_, PyString>,
    reference: Option<GivenReference>,
    day_first: bool,
    seconds: f64,
) -> PyResult<String> {
    let reference = reference.map(GivenReference::read).transpose()?;
    let (py, text) = (text.py(), readable(text)?);
    timed(py, seconds, || dates::normalise(&text, reference.as_ref(), day_first))
}

/// A text that is a whole date of ISO 8601; empty where it is none.
#[pyfunction]
pub fn read_iso(text: &Bound<'_, PyString>, reference: Option<GivenReference>) -> PyResult<String> {
    Ok(dates::read_iso(&readable(text)?, reference.map(GivenReference::read).transpose()?.as_ref()))
}
