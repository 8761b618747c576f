//! Field rules behind a Python class.

use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::timed;
use crate::table::{Table, string};
use sites::field_rules::{self, Labels, Reader, Rule};

/// A rule as Python gives it: path, label, ordinal, whether the text is whole, prefix, suffix.
#[derive(FromPyObject)]
struct GivenRule(u64, Option<String>, u32, bool, String, String);

impl From<GivenRule> for Rule {
    fn from(GivenRule(path, after, nth, whole, prefix, suffix): GivenRule) -> Self {
        Rule { path, after, nth, whole, prefix, suffix }
    }
}

type Values<'py> = Vec<(usize, i32, Bound<'py, PyAny>)>;

/// The field rules of a template; see `field_rules`.
#[pyclass(frozen, module = "weft._native")]
pub struct FieldRules(field_rules::FieldRules);

#[pymethods]
impl FieldRules {
    #[new]
    fn new(
        tokens: Vec<String>,
        rules: Vec<GivenRule>,
        labels: Vec<(u64, Vec<String>)>,
        attributes: Vec<u64>,
    ) -> PyResult<Self> {
        let rules = rules.into_iter().map(Rule::from).collect();
        Ok(FieldRules(field_rules::FieldRules::new(&tokens, rules, labels, attributes)))
    }

    /// The numbers of the rules that find a text, each with its row and its value; and the rows, with their paths, of which
    /// an attribute may be taken.
    #[pyo3(signature = (table, most, *, seconds=f64::INFINITY))]
    fn find<'py>(
        &self,
        table: &Bound<'py, Table>,
        most: i32,
        seconds: f64,
    ) -> PyResult<(Values<'py>, Vec<(i64, u64)>)> {
        let (py, table) = (table.py(), table.get());
        let found = timed(py, seconds, || self.0.find(&table.view(), most))?;
        let values = {
            let value = |value: field_rules::Value| Ok((value.rule, value.row, string(py, &value.text)?.into_any()));
            found.values.into_iter().map(value).collect::<PyResult<Values<'py>>>()
        }?;
        Ok((values, found.taken))
    }
}

type Read<'py> = (i32, u64, Bound<'py, PyString>, i32, u32, u32, Bound<'py, PyString>, Bound<'py, PyString>);

/// The texts of a page, given by row and path, less the labels among them, as `LabelledText` names their parts.
#[pyfunction]
pub fn read_texts<'py>(
    py: Python<'py>,
    texts: Vec<(i32, u64, String)>,
    labels: Vec<(u64, Vec<String>)>,
) -> PyResult<Vec<Read<'py>>> {
    let labels = Labels::new(labels);
    let mut reader = Reader::new(&labels);
    let mut told = Vec::new();
    for (row, path, text) in &texts {
        if let Some(read) = reader.read(*row, *path, text) {
            let (label, text, value) = (string(py, read.label)?, string(py, text)?, string(py, read.value)?);
            told.push((*row, *path, label, read.label_row, read.nth, read.nth_under, text, value));
        }
    }
    Ok(told)
}
