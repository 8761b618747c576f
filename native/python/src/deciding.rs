//! What a decision asks for, as Python hands it over: the types of pages of a model, and words that tell types.

use std::collections::HashMap;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;

use crate::calls::array;
use crate::table::Table;
use extractors::decision::Types;
use extractors::declared_features::{self, Groups, Lists};
use html::declares;

/// The groups of each word as bits, and how many groups there are.
#[derive(FromPyObject)]
struct GivenGroups(HashMap<String, u64>, usize);

impl GivenGroups {
    fn read(self) -> Groups {
        Groups { of_word: self.0, count: self.1 }
    }
}

type GivenLists = (GivenGroups, Vec<String>, Vec<Vec<String>>, GivenGroups);

fn read_lists((schema, graph, programs, places): GivenLists) -> Lists {
    Lists { schema: schema.read(), graph, programs, places: places.read() }
}

/// The words by which numbers tell what a page declares; see `declared_features`.
#[pyclass(frozen, module = "weft._native")]
pub struct WordLists(pub(super) Lists);

#[pymethods]
impl WordLists {
    #[new]
    fn new(lists: GivenLists) -> Self {
        WordLists(read_lists(lists))
    }

    /// The numbers of a page that was read at an address.
    fn numbers<'py>(
        &self,
        table: &Bound<'py, Table>,
        url: &Bound<'py, PyString>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let (py, table, url) = (table.py(), table.get(), url.to_string_lossy());
        let declared = py.detach(|| declares::read(&table.view()));
        array(py, declared_features::numbers(&declared, &url, &self.0))
    }
}

/// What a decision asks for: the types of pages of a model, and those that boards are taken for; the groups of schema.org's
/// types, OpenGraph's types, the words of programs, the groups of addresses.
pub struct Deciding {
    pub types: Types,
    pub names: Vec<String>,
    pub lists: Lists,
}

impl<'py> FromPyObject<'_, 'py> for Deciding {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let (names, like_boards, lists): (Vec<String>, Vec<String>, GivenLists) = given.extract()?;
        let place = |wanted: &str| names.iter().position(|name| name == wanted);
        let like_boards = like_boards.iter().filter_map(|name| place(name)).collect();
        let types = Types { article: place("article"), forum: place("forum"), like_boards };
        Ok(Deciding { types, names, lists: read_lists(lists) })
    }
}
