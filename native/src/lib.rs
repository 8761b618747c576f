//! weft's kernel: bytes -> decoded text -> tree -> columns. The core is plain Rust; `python` alone knows Python.

#![forbid(unsafe_code)]

pub mod address_dates;
pub mod alignment;
pub mod alignment_marks;
pub mod arena;
pub mod attributes;
pub mod author_names;
pub mod backtracking;
pub mod blocks;
pub mod byline_signs;
pub mod candidates;
pub mod choice;
pub mod comment_places;
pub mod date_signs;
pub mod dates;
pub mod decision;
pub mod declared;
pub mod declared_fields;
pub mod declared_numbers;
pub mod declares;
pub mod decode;
pub mod discussion;
pub mod exponential;
pub mod field_rules;
pub mod figures;
pub mod folding;
pub mod hash;
pub mod head;
pub mod head_titles;
pub mod json_line;
pub mod json_text;
pub mod judge;
pub mod kind_signs;
pub mod language;
pub mod languages;
pub mod likely;
pub mod likely_encoding;
pub mod limits;
pub mod lines;
pub mod linked_data;
pub mod measures;
pub mod memory;
pub mod metadata_answers;
pub mod metadata_authors;
pub mod metadata_bylines;
pub mod metadata_dates;
pub mod metadata_language;
pub mod metadata_links;
pub mod metadata_questions;
pub mod metadata_reading;
pub mod metadata_topics;
pub mod metadata_words;
pub mod name_parts;
pub mod name_patterns;
pub mod names;
pub mod near_title;
pub mod noise_names;
pub mod number_columns;
mod numbers;
pub mod outline;
mod outline_tokens;
pub mod packed_rows;
pub mod page_title;
pub mod parser;
pub mod passages;
pub mod path_hashes;
pub mod patterns;
pub mod pictures;
pub mod plain;
pub mod plain_address;
pub mod plain_dates;
pub mod posts_choice;
pub mod printed_dates;
pub mod punctuation;
pub mod record_authors;
pub mod record_bodies;
pub mod record_candidates;
pub mod record_columns;
pub mod record_draft;
pub mod record_drafting;
pub mod record_drafts;
pub mod record_evidence;
mod record_groups;
pub mod record_leading;
pub mod record_links;
pub mod record_list_features;
pub mod record_lists;
pub mod record_lone;
pub mod record_lone_features;
pub mod record_marks;
pub mod record_name_texts;
pub mod record_names;
pub mod record_page;
pub mod record_parts;
pub mod record_phrases;
pub mod record_profile;
pub mod record_read;
pub mod record_reading;
pub mod record_region;
pub mod record_region_features;
pub mod record_regions;
pub mod record_role_texts;
pub mod record_role_words;
pub mod record_roles;
pub mod record_said_blocks;
pub mod record_said_parts;
pub mod record_shapes;
mod record_slot_sums;
pub mod record_slots;
pub mod record_source;
pub mod record_stamps;
mod record_stretches;
pub mod record_sums;
pub mod record_tails;
pub mod record_texts;
pub mod record_thread;
pub mod record_time_words;
pub mod record_times;
pub mod record_title_shapes;
pub mod record_titled;
pub mod record_titles;
pub mod record_tries;
pub mod record_values;
pub mod record_views;
pub mod record_words;
pub mod regions;
pub mod safe_addresses;
pub mod script_days;
pub mod shared_runs;
pub mod shown_captions;
pub mod signs;
pub mod stable_paths;
pub mod structure_noise;
pub mod table;
pub mod templates;
pub mod text;
pub mod text_cuts;
pub mod texts;
pub mod title_headings;
pub mod title_places;
pub mod title_rest;
pub mod title_text;
pub mod topics;
pub mod traits;
pub mod tree_batches;
pub mod trees;
pub mod usual_address;
pub mod visibility;

#[cfg(feature = "python")]
mod python;

use decode::Source;
use limits::{Deadline, Limits, Tripped};
use table::Table;

/// Decodes and parses a page. `charset` is what the HTTP header said.
pub fn parse_bytes(data: &[u8], charset: Option<&str>, limits: &Limits) -> Result<Table, Tripped> {
    if data.len() > limits.clamped().bytes {
        return Err(Tripped::Bytes);
    }
    let decoded = decode::decode(data, charset)?;
    build_table(&decoded.text, decoded.encoding.name(), decoded.source, limits)
}

/// Parses a page that is text already.
pub fn parse_text(text: &str, limits: &Limits) -> Result<Table, Tripped> {
    if text.len() > limits.clamped().bytes {
        return Err(Tripped::Bytes);
    }
    build_table(&decode::normalise(text)?, "UTF-8", Source::Text, limits)
}

fn build_table(text: &str, encoding: &'static str, source: Source, limits: &Limits) -> Result<Table, Tripped> {
    let mut deadline = Deadline::after(limits.seconds);
    let arena = parser::build(text, limits, &mut deadline)?;
    let table = table::fill(arena, encoding, limits, &mut deadline)?;
    Ok(Table { encoding_source: source.name(), ..table })
}
