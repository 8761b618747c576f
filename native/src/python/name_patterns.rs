//! Patterns of names and addresses behind a Python class.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use super::table::{Table, read};
use super::{call_error, list_of};
use crate::limits::Deadline;
use crate::{memory, name_patterns};

/// Patterns of kinds of names; see `name_patterns`.
#[pyclass(frozen, module = "weft._native")]
pub struct NamePatterns(name_patterns::NamePatterns);

#[pymethods]
impl NamePatterns {
    #[new]
    fn new(kinds: Vec<(String, String)>) -> PyResult<Self> {
        name_patterns::NamePatterns::new(&kinds).map(NamePatterns).map_err(PyValueError::new_err)
    }

    /// The rows of each kind, by their classes and ids.
    #[pyo3(signature = (table, *, seconds=f64::INFINITY))]
    fn named<'py>(&self, table: &Bound<'py, Table>, seconds: f64) -> PyResult<Bound<'py, PyList>> {
        let (py, table) = (table.py(), table.get());
        read!(table, py, class_start, class_token, id_token);
        let (starts, classes, ids) = (class_start.as_slice()?, class_token.as_slice()?, id_token.as_slice()?);
        let tokens = &table.rest.attributes.tokens;
        let deadline = &mut Deadline::after(seconds);
        let rows = py.detach(|| {
            let kinds = self.0.kinds_of(tokens.iter(), deadline)?;
            // Few names are of a kind: these are looked for, and then their rows.
            let kind_of = |token: i32| usize::try_from(token).ok().and_then(|token| kinds.get(token)).copied();
            let told =
                |(place, &token): (usize, &i32)| kind_of(token).filter(|&bits| bits > 0).map(|bits| (place, bits));
            let row_of = |place: usize| starts.partition_point(|&start| start as usize <= place) - 1;
            let by_class =
                classes.iter().enumerate().filter_map(told).map(|(place, bits)| (row_of(place) as i64, bits));
            let by_id = ids.iter().enumerate().filter_map(told).map(|(row, bits)| (row as i64, bits));
            let mut pairs = memory::collect(by_class.chain(by_id))?;
            pairs.sort_unstable_by_key(|&(row, _)| row);
            self.0.rows(
                pairs
                    .chunk_by(|one, other| one.0 == other.0)
                    .map(|own| (own[0].0, own.iter().fold(0, |all, &(_, bits)| all | bits))),
            )
        });
        list_of(py, rows.map_err(call_error(seconds))?)
    }

    /// The rows of each kind among some, by the value of an attribute.
    #[pyo3(signature = (table, name, first, end, *, seconds=f64::INFINITY))]
    fn valued<'py>(
        &self,
        table: &Bound<'py, Table>,
        name: &str,
        first: usize,
        end: usize,
        seconds: f64,
    ) -> PyResult<Bound<'py, PyList>> {
        let (py, table) = (table.py(), table.get());
        let (attributes, number) = (&table.rest.attributes, table.rest.names.number(name));
        let deadline = &mut Deadline::after(seconds);
        let rows = py.detach(|| {
            let pairs = || number.into_iter().flat_map(|number| attributes.values_among(number, first..end));
            let kinds = self.0.kinds_of(pairs().map(|(_, value)| value), deadline)?;
            self.0.rows(pairs().map(|(row, _)| i64::from(row)).zip(kinds))
        });
        list_of(py, rows.map_err(call_error(seconds))?)
    }
}
