//! The door to Python: the only folder that knows pyo3 and numpy. One crossing a page, Python's lock released meanwhile.

mod blocks;
mod outline;
mod parsing;
mod patterns;
mod records;
mod table;
mod trees;
mod words;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

pyo3::create_exception!(_native, LimitTripped, pyo3::exceptions::PyException, "A page went over a limit.");

fn panic_error(message: &str) -> PyErr {
    PyRuntimeError::new_err(format!("fault in weft's kernel, please report it with the page: {message}"))
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::LimitTripped;
    #[pymodule_export]
    use super::blocks::{measure_blocks, plain_text};
    #[pymodule_export]
    use super::outline::Outline;
    #[pymodule_export]
    use super::parsing::{parse, parse_many};
    #[pymodule_export]
    use super::patterns::Pattern;
    #[pymodule_export]
    use super::records::{align_records, mark_records, repeated_texts, reply_chain, time_branches};
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::trees::Trees;
    #[pymodule_export]
    use super::words::{discussion_score, guess_language, token_flags};
    use crate::{measures, names};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("TAG_NAMES", names::KNOWN_NAMES.to_vec())?;
        module.add("MEASURES", measures::names())
    }
}
