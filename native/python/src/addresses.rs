//! Which addresses may be written, and what those of a page are joined with.

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::table::{Table, string};
use extractors::captions::pictures::Image;
use html::head;
use renderers::passages::{Wanted, addresses};
use renderers::safe_addresses;

/// A text of Python without the halves of characters that it may hold.
pub(super) fn whole(text: &Bound<'_, PyString>) -> PyResult<String> {
    if let Ok(whole) = text.to_str() {
        return Ok(whole.to_owned());
    }
    let bytes = text.call_method1("encode", ("utf-8", "ignore"))?;
    Ok(String::from_utf8_lossy(bytes.cast::<PyBytes>()?.as_bytes()).into_owned())
}

fn given(text: Option<&Bound<'_, PyString>>) -> PyResult<String> {
    text.map_or(Ok(String::new()), whole)
}

/// The address, joined with a base; empty for one that must not be written or leads nowhere.
#[pyfunction]
pub fn safe_address<'py>(
    py: Python<'py>,
    address: Option<&Bound<'py, PyString>>,
    base: &Bound<'py, PyString>,
    is_web: bool,
) -> PyResult<Bound<'py, PyString>> {
    let safe = safe_addresses::safe(&given(address)?, &whole(base)?, is_web);
    string(py, &safe)
}

/// What relative addresses are joined with: the `base` of a page, else its URL, else nothing.
#[pyfunction]
pub fn safe_base<'py>(
    py: Python<'py>,
    address: Option<&Bound<'py, PyString>>,
    url: Option<&Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyString>> {
    let base = safe_addresses::safe_base(&given(address)?, &given(url)?);
    string(py, &base)
}

/// The URL that the caller gave a page, as it may be written.
#[pyfunction]
pub fn own_address<'py>(py: Python<'py>, url: Option<&Bound<'py, PyString>>) -> PyResult<Bound<'py, PyString>> {
    let own = safe_addresses::own(&given(url)?);
    string(py, &own)
}

/// The address without the name and password before its host.
#[pyfunction]
pub fn without_user<'py>(address: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyString>> {
    let own = whole(address)?;
    let bare = safe_addresses::without_user(&own);
    if bare == own { Ok(address.clone()) } else { string(address.py(), &bare) }
}

/// What the relative addresses of a page are joined with, and the address that it declares as its own.
#[pyfunction]
pub fn page_addresses<'py>(
    table: &Bound<'py, Table>,
    url: Option<&Bound<'py, PyString>>,
) -> PyResult<(Bound<'py, PyString>, Bound<'py, PyString>)> {
    let (py, table) = (table.py(), table.get());
    let (base, declared) = head::own_addresses(&table.view());
    let base = safe_addresses::base_of(&given(url)?, base, &declared);
    Ok((string(py, &base)?, string(py, safe_addresses::first_plausible(&declared))?))
}

/// The address of an image, the best that it gives; or else that of the `picture` around it.
#[pyfunction]
pub fn image_address<'py>(
    table: &Bound<'py, Table>,
    row: usize,
    base: &Bound<'py, PyString>,
) -> PyResult<Bound<'py, PyString>> {
    let (py, page) = (table.py(), table.get().view());
    if row >= page.tag.len() {
        return Err(PyIndexError::new_err("there is no such row"));
    }
    let wanted = Wanted::addresses(whole(base)?);
    let mut address = addresses::of_image(&Image::read(&page, row), &wanted);
    if let Some(picture) = addresses::picture_around(&page, row).filter(|_| address.is_empty()) {
        address = addresses::of_picture(&page, picture, &wanted);
    }
    string(py, &address)
}
