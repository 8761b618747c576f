//! What Python calls: the only folder that knows pyo3 and numpy. One crossing a page, Python's lock released meanwhile.

mod addresses;
mod alignment;
mod answerer;
mod blocks;
mod choice;
mod chunks;
mod columns;
mod crossing;
mod dates;
mod deciding;
mod decision;
mod declared_fields;
mod declares;
mod field_rules;
mod head;
mod judge;
mod lines;
mod metadata_answers;
mod name_patterns;
mod near_title;
mod outline;
mod parsing;
mod passages;
mod patterns;
mod record_asks;
mod record_draft;
mod record_evidence;
mod record_lone;
mod record_models;
mod record_page;
mod record_parts;
mod record_reading;
mod record_roles;
mod record_times;
mod record_views;
mod records;
mod regions;
mod rest;
mod stable_paths;
mod table;
mod templates;
mod traits;
mod trees;
mod views;
mod words;

use numpy::{Element, IntoPyArray, PyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::limits::{self, Ended, LimitHit};

pyo3::create_exception!(_native, LimitTripped, pyo3::exceptions::PyException, "A page went over a limit.");

/// Does work without Python's lock that may take so many seconds of the thread's time.
fn timed<T: Send>(py: Python<'_>, seconds: f64, work: impl FnOnce() -> T + Send) -> PyResult<T> {
    py.detach(|| limits::within(seconds, work)).map_err(|ended| error_of(ended, |_| seconds))
}

/// The error of work that ended before its end; a limit is told with its value.
fn error_of(ended: Ended, value: impl FnOnce(LimitHit) -> f64) -> PyErr {
    match ended {
        Ended::Limit(limit) => LimitTripped::new_err((limit.name(), value(limit))),
        Ended::Fault(message) => {
            PyRuntimeError::new_err(format!("fault in weft's kernel, please report it with the page: {message}"))
        }
    }
}

/// A list of numbers as an array that shares its memory.
fn array<T: Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Bound<'_, PyArray1<T>>> {
    Ok(values.into_pyarray(py))
}

/// A copy of a list of numbers as an array.
fn copy<'py, T: Element + Copy>(py: Python<'py>, values: &[T]) -> PyResult<Bound<'py, PyArray1<T>>> {
    array(py, values.to_vec())
}

/// Values as a list.
fn list_of<'py, T: IntoPyObject<'py>>(py: Python<'py>, values: Vec<T>) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, values)
}

/// The numbers of columns that a caller gives, if the matrix has them all.
fn column_numbers(columns: &[i64], width: usize) -> PyResult<Vec<usize>> {
    let numbers = columns.iter().filter_map(|&column| usize::try_from(column).ok().filter(|&column| column < width));
    let numbers: Vec<usize> = numbers.collect();
    let has_all = numbers.len() == columns.len();
    if has_all { Ok(numbers) } else { Err(PyValueError::new_err("there are columns that the features do not have")) }
}

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::LimitTripped;
    #[pymodule_export]
    use super::addresses::{image_address, own_address, page_addresses, safe_address, safe_base, without_user};
    #[pymodule_export]
    use super::alignment::align_pages;
    #[pymodule_export]
    use super::blocks::{count_words, describe_page, junk_names, measure_blocks, pictures_among, write_text};
    #[pymodule_export]
    use super::choice::expected_f1;
    #[pymodule_export]
    use super::chunks::find_chunks;
    #[pymodule_export]
    use super::crossing::extract;
    #[pymodule_export]
    use super::dates::{find_dates, normalise_date, read_iso};
    #[pymodule_export]
    use super::deciding::WordLists;
    #[pymodule_export]
    use super::decision::{Decision, complete, decide};
    #[pymodule_export]
    use super::declared_fields::{DeclaredFields, DeclaredNames};
    #[pymodule_export]
    use super::declares::{
        comment_areas, data_signs, find_line, find_page_type, find_title, linked_scripts, title_blocks,
    };
    #[pymodule_export]
    use super::field_rules::{FieldRules, read_texts};
    #[pymodule_export]
    use super::head::HeadNames;
    #[pymodule_export]
    use super::judge::{Choice, Judge, Judged, choose_likely, logistic, shares};
    #[pymodule_export]
    use super::lines::{LabelWords, dated_blocks, day_votes, may_have_date, published_lines, script_days};
    #[pymodule_export]
    use super::metadata_answers::MetadataAnswers;
    #[pymodule_export]
    use super::name_patterns::NamePatterns;
    #[pymodule_export]
    use super::near_title::NearTitle;
    #[pymodule_export]
    use super::outline::Outline;
    #[pymodule_export]
    use super::parsing::{parse, parse_many};
    #[pymodule_export]
    use super::passages::{compose, data_tables, plain_markdown, write_html, write_markdown};
    #[pymodule_export]
    use super::patterns::Pattern;
    #[pymodule_export]
    use super::record_draft::RecordDraft;
    #[pymodule_export]
    use super::record_evidence::{
        RecordEvidence, align_records, link_kinds, name_marks, name_texts, page_sums, record_evidence, region_features,
        slot_features,
    };
    #[pymodule_export]
    use super::record_lone::{lone_posts, spans_around};
    #[pymodule_export]
    use super::record_models::RecordModels;
    #[pymodule_export]
    use super::record_page::{PageRecords, draft_page};
    #[pymodule_export]
    use super::record_parts::{count_rows, link_columns, read_titles};
    #[pymodule_export]
    use super::record_reading::{author_columns, find_authors, find_bodies, own_weights, text_columns, time_columns};
    #[pymodule_export]
    use super::record_roles::{role_features, said_parts};
    #[pymodule_export]
    use super::record_times::find_times;
    #[pymodule_export]
    use super::record_views::{RegionViews, view_regions};
    #[pymodule_export]
    use super::records::{RecordMarks, candidates_at, find_kind_signs, mark_records, reply_chain, time_branches};
    #[pymodule_export]
    use super::regions::{describe_regions, find_structures};
    #[pymodule_export]
    use super::stable_paths::StablePaths;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::templates::{Fitting, Template, Templates};
    #[pymodule_export]
    use super::traits::{page_traits, spaced_blocks};
    #[pymodule_export]
    use super::trees::Trees;
    #[pymodule_export]
    use super::words::{
        count_shared_runs, cut_text, discussion_score, guess_language, language_table, page_language,
        speaks_as_discussion, token_flags,
    };
    use crate::{
        decision, kind_signs, limits, measures, names, passages, record_authors, record_columns, record_lone_features,
    };
    use crate::{record_reading, record_region_features, record_roles, record_titles, record_views, signs};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MAX_BYTES", limits::MAX_BYTES)?;
        module.add("SURE", decision::SURE)?;
        module.add("MAX_NODES", limits::MAX_NODES)?;
        module.add("REGION_FEATURES", record_region_features::FEATURES.to_vec())?;
        module.add("VIEW_FEATURES", record_views::names())?;
        module.add("SLOT_FEATURES", record_columns::names())?;
        module.add("LONE_FEATURES", record_lone_features::FEATURES.to_vec())?;
        module.add("NAME_FEATURES", record_authors::FEATURES.to_vec())?;
        module.add("READ_FEATURES", record_reading::FEATURES.to_vec())?;
        module.add("ROLE_FEATURES", record_roles::names())?;
        module.add("TITLE_FEATURES", record_titles::FEATURES.to_vec())?;
        module.add("KIND_SIGNS", kind_signs::KINDS.to_vec())?;
        module.add("NAME_HINTS", signs::HINTS.to_vec())?;
        module.add("TAG_NAMES", names::KNOWN_NAMES.to_vec())?;
        module.add("ROLES", passages::ROLES.to_vec())?;
        module.add("MARKS", passages::MARKS.to_vec())?;
        module.add("MEASURES", measures::names())
    }
}
