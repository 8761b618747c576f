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
    let found = timed(py, seconds, || {
        let columns = traits::Columns {
            tag: table.tag.values(),
            parent: table.parent.values(),
            end: table.end.values(),
            in_link: table.in_link.values(),
            step: table.step.values(),
            id_token: table.id_token.values(),
            class_start: table.class_start.values(),
            path_tags: table.view().path_tags(),
            block_chars: table.block_chars.values(),
            block_words: table.block_words.values(),
            block_link_chars: table.block_link_chars.values(),
        };
        traits::describe(&columns)
    })?;
    Ok((set(py, found.paths)?, set(py, found.steps)?, found.counts))
}

/// The texts of all blocks with single spaces.
#[pyfunction]
#[pyo3(signature = (table, *, seconds=f64::INFINITY))]
pub fn spaced_blocks<'py>(table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyList>> {
    let (py, table) = (table.py(), table.get());
    let texts = timed(py, seconds, || {
        let (starts, ends) = (table.block_text_start.values(), table.block_text_end.values());
        let mut texts = Vec::with_capacity(starts.len());
        for (&start, &end) in starts.iter().zip(ends) {
            limits::tick(1);
            texts.push(spaced(&table.text.as_bytes()[start as usize..end as usize]));
        }
        texts
    })?;
    let list = PyList::empty(py);
    texts.iter().try_for_each(|text| list.append(string(py, text)?))?;
    Ok(list)
}
