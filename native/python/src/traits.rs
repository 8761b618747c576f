//! The traits of pages, and the texts of their blocks, for whoever learns a site.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::calls::{array, timed};
use crate::table::{Table, string};
use sites::traits::{self, HashSet};
use text::short_texts::spaced;

type Set<'py> = (Bound<'py, PyArray1<u64>>, Bound<'py, PyArray1<bool>>);

fn set<'py>(py: Python<'py>, HashSet { hashes, once }: HashSet) -> PyResult<Set<'py>> {
    Ok((array(py, hashes)?, array(py, once)?))
}

/// The tag paths and the named steps of a page, each with whether it is there once, and counts; see `traits`.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn page_traits<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<(Set<'py>, Set<'py>, [i64; 7])> {
    let (py, table) = (table.py(), table.get());
    let found = timed(py, seconds, || traits::describe(&table.view()))?;
    Ok((set(py, found.paths)?, set(py, found.steps)?, found.counts))
}

/// The texts of all blocks with single spaces.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn spaced_blocks<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let texts = timed(py, seconds, || {
        let (page, text) = (table.view(), |block: usize| {
            limits::tick(1);
            spaced(table.view().text_of_block(block).as_bytes())
        });
        (0..page.block_row.len()).map(text).collect::<Vec<_>>()
    })?;
    let list = PyList::empty(py);
    texts.iter().try_for_each(|text| list.append(string(py, text)?))?;
    Ok(list)
}
