//! What a table has besides its columns.

use std::sync::OnceLock;

use extractors::decision;
use html::attributes::AttributeColumns;
use html::names::Names;
use html::signs;

/// What stays in Rust and is looked up when asked for.
pub struct Rest {
    pub attributes: AttributeColumns,
    pub names: Names,
    hints: OnceLock<Hints>,
    pub known: decision::Known,
}

/// Which parts of names the names of a page have together, and each of them. See `signs`.
pub struct Hints {
    pub all: u64,
    pub of_names: Vec<u64>,
}

impl Rest {
    pub fn of(attributes: AttributeColumns, names: Names) -> Self {
        Rest { attributes, names, hints: OnceLock::new(), known: decision::Known::default() }
    }

    /// Which parts of names the page has; found when first asked for.
    pub fn hints(&self) -> &Hints {
        made_once(&self.hints, || {
            let of_names = signs::hints_of_names(&self.attributes.tokens);
            Hints { all: of_names.iter().fold(0, |all, own| all | own), of_names }
        })
    }
}

/// What is made when it is first asked for; of two threads that make it at once one is taken.
pub fn made_once<T>(place: &OnceLock<T>, make: impl FnOnce() -> T) -> &T {
    if let Some(made) = place.get() {
        return made;
    }
    let made = make();
    place.get_or_init(|| made)
}
