//! The fields of records, read for all records of a region at once.

use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use super::checked;
use super::evidence::RecordEvidence;
use super::regions::Ranges;
use crate::calls::timed;
use records::fields::items::{self, Field, Told};
use renderers::passages::{Wanted, addresses};
use renderers::safe_addresses;
use text::{prices, values};

/// The name of a field, its value, the row that it was read from, its type, and what the value is for programs: an amount
/// with its currency, a rating with the best, an address or a time.
type ItemField<'py> = (&'static str, String, i64, &'static str, Option<Bound<'py, PyAny>>);

/// The fields of cards and items; see `items`. `isos` and `times` tell the times of the page, in ISO 8601 and as shown;
/// addresses are joined with `base`.
#[pyfunction]
#[pyo3(signature = (evidence, ranges, isos, times, base, *, seconds=f64::INFINITY))]
pub fn read_items<'py>(
    evidence: &Bound<'py, RecordEvidence>,
    ranges: Ranges,
    isos: Vec<String>,
    times: Vec<String>,
    base: String,
    seconds: f64,
) -> PyResult<Vec<Vec<ItemField<'py>>>> {
    let (py, evidence) = (evidence.py(), evidence.get().view());
    let has_all = |&(start, end): &(i64, i64)| 0 <= start && start <= end && end <= evidence.rows() as i64;
    checked((), ranges.iter().all(has_all), "there are rows that the page does not have")?;
    let count = evidence.times.len();
    checked((), isos.len() == count && times.len() == count, "there is not one time for each of the page")?;
    let read = timed(py, seconds, || {
        let wanted = Wanted::addresses(base);
        let resolve = |address: &str| safe_addresses::safe(address, &wanted.base, false).replace(' ', "%20");
        let picture = |row: usize| addresses::of_row(&evidence.page, row, &wanted);
        items::read(&evidence, &ranges, &Told { isos: &isos, times: &times, resolve: &resolve, picture: &picture })
    })?;
    let typed = |field: Field| {
        let (kind, typed) = typed(py, field.name, &field.value)?;
        Ok((field.name, field.value, field.row, kind, typed))
    };
    read.into_iter().map(|fields| fields.into_iter().map(typed).collect()).collect()
}

/// The type of a field of an item, and its value for programs.
fn typed<'py>(py: Python<'py>, name: &str, value: &str) -> PyResult<(&'static str, Option<Bound<'py, PyAny>>)> {
    let text = |kind: &'static str| Ok((kind, Some(PyString::new(py, value).into_any())));
    match name {
        "price" => Ok(("money", values::money(value).map(|money| money.into_bound_py_any(py)).transpose()?)),
        "rating" => Ok(("rating", rating_of(value).map(|rating| rating.into_bound_py_any(py)).transpose()?)),
        "url" => text("url"),
        "image" => text("image"),
        "time" => text("date"),
        _ => Ok(("text", None)),
    }
}

/// A rating, which may be a number up to five alone.
fn rating_of(text: &str) -> Option<(f64, f64)> {
    let number = || values::number(text, true).filter(|number| (0.0..=5.0).contains(number));
    values::rating(text).or_else(|| number().map(|number| (number, 5.0)))
}

/// The number that a text has; a small one, such as a rating, has no groups of thousands.
#[pyfunction]
pub fn read_number(text: &Bound<'_, PyString>, is_small: bool) -> Option<f64> {
    values::number(&text.to_string_lossy(), is_small)
}

/// The amount of money that a text has, and its currency.
#[pyfunction]
pub fn read_money(text: &Bound<'_, PyString>) -> Option<(f64, String)> {
    values::money(&text.to_string_lossy())
}

/// The rating that a text says, and the best that there is.
#[pyfunction]
pub fn read_rating(text: &Bound<'_, PyString>) -> Option<(f64, f64)> {
    values::rating(&text.to_string_lossy())
}

/// Which texts have a price.
#[pyfunction]
pub fn have_prices<'py>(texts: &Bound<'py, PyList>) -> PyResult<Vec<bool>> {
    texts.iter().map(|text| Ok(prices::find(text.cast::<PyString>()?.to_str()?).is_some())).collect()
}
