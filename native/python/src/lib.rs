//! What Python calls: the only folder that knows pyo3 and numpy. One crossing a page, Python's lock released meanwhile.

#![cfg(feature = "python")]
#![forbid(unsafe_code)]

mod answerer;
mod calls;
mod columns;
mod dates;
mod decision;
mod declared_fields;
mod features;
mod html;
mod judge;
mod lines;
mod metadata_answers;
mod name_patterns;
mod near_title;
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
mod renderers;
mod sites;
mod table;
mod trees;
mod views;
mod words;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::calls::LimitTripped;
    // text
    #[pymodule_export]
    use super::dates::{find_dates, normalise_date, read_iso};
    #[pymodule_export]
    use super::patterns::Pattern;
    #[pymodule_export]
    use super::words::{
        count_shared_runs, cut_text, discussion_score, guess_language, language_table, page_language,
        speaks_as_discussion, token_flags,
    };
    // html
    #[pymodule_export]
    use super::html::{
        HeadNames, count_words, data_signs, find_page_type, linked_scripts, parse, parse_many, spaced_blocks,
    };
    #[pymodule_export]
    use super::table::Table;
    // trees
    #[pymodule_export]
    use super::trees::{Trees, logistic, shares};
    // extractors
    #[pymodule_export]
    use super::decision::{Decision, complete, decide, extract};
    #[pymodule_export]
    use super::features::{
        comment_areas, describe_page, describe_regions, find_line, find_structures, find_title, junk_names,
        measure_blocks, pictures_among, title_blocks,
    };
    #[pymodule_export]
    use super::judge::{Choice, Judge, Judged, WordLists, choose_likely, expected_f1};
    // metadata
    #[pymodule_export]
    use super::declared_fields::{DeclaredFields, DeclaredNames};
    #[pymodule_export]
    use super::lines::{LabelWords, dated_blocks, day_votes, may_have_date, published_lines, script_days};
    #[pymodule_export]
    use super::metadata_answers::MetadataAnswers;
    #[pymodule_export]
    use super::name_patterns::NamePatterns;
    #[pymodule_export]
    use super::near_title::NearTitle;
    // records
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
    // sites
    #[pymodule_export]
    use super::sites::{
        FieldRules, Fitting, Outline, StablePaths, Template, Templates, align_pages, page_traits, read_texts,
    };
    // renderers
    #[pymodule_export]
    use super::renderers::{
        compose, data_tables, find_chunks, image_address, own_address, page_addresses, plain_markdown, safe_address,
        without_user, write_html, write_markdown, write_text,
    };
    use extractors::{decision, measures};
    use html::{names, signs};
    use pyo3::prelude::*;
    use records::evidence::kind_signs;
    use records::features::{authors, lone_features, roles, title_features};
    use records::read::{reading, views};
    use renderers::passages;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MAX_BYTES", limits::MAX_BYTES)?;
        module.add("SURE", decision::SURE)?;
        module.add("MAX_NODES", limits::MAX_NODES)?;
        module.add("REGION_FEATURES", records::features::region_features::FEATURES.to_vec())?;
        module.add("VIEW_FEATURES", views::names())?;
        module.add("SLOT_FEATURES", records::features::slot_features::names())?;
        module.add("LONE_FEATURES", lone_features::FEATURES.to_vec())?;
        module.add("NAME_FEATURES", authors::FEATURES.to_vec())?;
        module.add("READ_FEATURES", reading::FEATURES.to_vec())?;
        module.add("ROLE_FEATURES", roles::names())?;
        module.add("TITLE_FEATURES", title_features::FEATURES.to_vec())?;
        module.add("KIND_SIGNS", kind_signs::KINDS.to_vec())?;
        module.add("NAME_HINTS", signs::HINTS.to_vec())?;
        module.add("TAG_NAMES", names::KNOWN_NAMES.to_vec())?;
        module.add("ROLES", passages::ROLES.to_vec())?;
        module.add("MARKS", passages::MARKS.to_vec())?;
        module.add("MEASURES", measures::names())
    }
}
