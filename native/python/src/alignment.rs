//! Aligned pages for Python.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::calls::{array, timed};
use crate::table::{Table, string};
use html::page_view::PageView;
use sites::alignment::marks::Marks;
use sites::alignment::{Alignment, Bounds, Mark, align};

type Numbers<'py> = Bound<'py, PyArray1<i32>>;
type Slots<'py> = (Numbers<'py>, Bound<'py, PyList>, Bound<'py, PyList>, Numbers<'py>, Numbers<'py>, Numbers<'py>);

/// The slots of the pages of one template; see `_native.pyi`.
#[pyfunction]
#[pyo3(signature = (tables, bounds, *, seconds=f64::INFINITY))]
pub fn align_pages<'py>(
    py: Python<'py>,
    tables: Vec<Bound<'py, Table>>,
    bounds: (usize, usize, usize, usize),
    seconds: f64,
) -> PyResult<Slots<'py>> {
    let bounds = Bounds { slots: bounds.0, depth: bounds.1, rows: bounds.2, marks: bounds.3 };
    let pages: Vec<PageView> = tables.iter().map(|table| table.get().view()).collect();
    let (marks, Alignment { slots, pages, rows }) = timed(py, seconds, || {
        let marks = Marks::new(&pages);
        let alignment = align(&pages, &marks, bounds);
        (marks, alignment)
    })?;
    let parents = slots.iter().map(|slot| slot.parent).collect::<Vec<_>>();
    let starts = slots.iter().map(|slot| slot.first as i32).chain([rows.len() as i32]);
    let starts = starts.collect::<Vec<_>>();
    let tags = list(py, slots.iter().map(|slot| string(py, marks.tag_text(slot.tag))))?;
    let steps = list(py, slots.iter().map(|slot| mark_text(py, slot.mark, &marks)))?;
    Ok((array(py, parents)?, tags, steps, array(py, starts)?, array(py, pages)?, array(py, rows)?))
}

fn list<'py>(
    py: Python<'py>,
    mut texts: impl Iterator<Item = PyResult<Bound<'py, PyString>>>,
) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    texts.try_for_each(|text| list.append(text?))?;
    Ok(list)
}

/// A mark as an outline writes it.
fn mark_text<'py>(py: Python<'py>, mark: Mark, marks: &Marks) -> PyResult<Bound<'py, PyString>> {
    match mark {
        Mark::None => string(py, ""),
        Mark::Token(number) => string(py, marks.text(number)),
        Mark::Nth(ordinal) => string(py, &format!("[{ordinal}]")),
    }
}
