//! Stable paths and the texts at them behind a Python class.

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyList, PyTuple};

use crate::calls::{array, timed};
use crate::table::{Table, string};
use sites::field_rules::split_label;
use sites::stable_paths::{self, Wanted};

/// The paths of rows by the tokens that are known, and the texts at some of them; see `_native.pyi`.
#[pyclass(frozen, module = "weft._native")]
pub struct StablePaths {
    paths: stable_paths::StablePaths,
    texts: Wanted,
}

type Paths<'py> = Bound<'py, PyArray1<u64>>;
type Collected<'py> = (Paths<'py>, Bound<'py, PyList>, Vec<(u64, String)>);

#[pymethods]
impl StablePaths {
    #[new]
    #[pyo3(signature = (tokens, texts=Vec::new()))]
    fn new(tokens: Vec<String>, texts: Vec<u64>) -> PyResult<Self> {
        Ok(StablePaths { paths: stable_paths::StablePaths::new(&tokens), texts: Wanted::new(texts) })
    }

    /// The path of every row.
    #[pyo3(signature = (table, *, seconds=f64::INFINITY))]
    fn paths<'py>(&self, table: &Bound<'py, Table>, seconds: f64) -> PyResult<Paths<'py>> {
        let (py, table) = (table.py(), table.get());
        let columns = table.view();
        let paths = timed(py, seconds, || self.paths.paths(&columns));
        array(py, paths?)
    }

    /// The paths of all rows; the texts of those that say something, have one of the tags or a path of `texts`; the labels that
    /// texts begin with, each with its path.
    #[pyo3(signature = (table, tags, most, *, seconds=f64::INFINITY))]
    fn collect<'py>(
        &self,
        table: &Bound<'py, Table>,
        tags: Vec<u16>,
        most: i32,
        seconds: f64,
    ) -> PyResult<Collected<'py>> {
        let (py, table) = (table.py(), table.get());
        let columns = table.view();
        let (paths, found) = timed(py, seconds, || {
            let paths = self.paths.paths(&columns);
            let is_wanted =
                |row: usize| columns.chars[row] > 0 || tags.contains(&columns.tag[row]) || self.texts.has(paths[row]);
            let found = stable_paths::find_texts(&columns, most, is_wanted);
            (paths, found)
        })?;
        let heads = found.iter().map(|(row, text)| (paths[*row as usize], split_label(text).0.to_owned()));
        let heads = heads.filter(|(_, head)| !head.is_empty()).collect();
        let texts = texts(py, &found, &paths)?;
        Ok((array(py, paths)?, texts, heads))
    }
}

/// Texts as tuples of the row, the row's path and the text.
fn texts<'py>(py: Python<'py>, found: &[(i32, String)], paths: &[u64]) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for (row, text) in found {
        let path = paths[*row as usize];
        let parts = [PyInt::new(py, row).into_any(), PyInt::new(py, path).into_any(), string(py, text)?.into_any()];
        list.append(PyTuple::new(py, parts)?)?;
    }
    Ok(list)
}
