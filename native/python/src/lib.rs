//! What Python calls: the only folder that knows pyo3 and numpy. One crossing a page, Python's lock released meanwhile.

#![cfg(feature = "python")]
#![forbid(unsafe_code)]

mod addresses;
mod alignment;
mod blocks;
mod calls;
mod choice;
mod chunks;
mod columns;
mod crossing;
mod deciding;
mod decision;
mod declares;
mod field_rules;
mod judge;
mod metadata;
mod outline;
mod parsing;
mod passages;
mod records;
mod regions;
mod rest;
mod stable_paths;
mod table;
mod templates;
mod text;
mod traits;
mod trees;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::addresses::{image_address, own_address, page_addresses, safe_address, safe_base, without_user};
    #[pymodule_export]
    use super::alignment::align_pages;
    #[pymodule_export]
    use super::blocks::{count_words, describe_page, junk_names, measure_blocks, pictures_among, write_text};
    #[pymodule_export]
    use super::calls::LimitTripped;
    #[pymodule_export]
    use super::choice::expected_f1;
    #[pymodule_export]
    use super::chunks::find_chunks;
    #[pymodule_export]
    use super::crossing::extract;
    #[pymodule_export]
    use super::deciding::WordLists;
    #[pymodule_export]
    use super::decision::{Decision, complete, decide};
    #[pymodule_export]
    use super::declares::{
        comment_areas, data_signs, find_line, find_page_type, find_title, linked_scripts, title_blocks,
    };
    #[pymodule_export]
    use super::field_rules::{FieldRules, read_texts};
    #[pymodule_export]
    use super::judge::{Choice, Judge, Judged, choose_likely, logistic, shares};
    #[pymodule_export]
    use super::metadata::answers::MetadataAnswers;
    #[pymodule_export]
    use super::metadata::declared::{DeclaredFields, DeclaredNames, HeadNames};
    #[pymodule_export]
    use super::metadata::lines::{LabelWords, dated_blocks, day_votes, published_lines, script_days};
    #[pymodule_export]
    use super::metadata::near_title::NearTitle;
    #[pymodule_export]
    use super::outline::Outline;
    #[pymodule_export]
    use super::parsing::{parse, parse_many};
    #[pymodule_export]
    use super::passages::{compose, data_tables, plain_markdown, write_html, write_markdown};
    #[pymodule_export]
    use super::records::draft::{PageRecords, RecordDraft, draft_page};
    #[pymodule_export]
    use super::records::evidence::{
        RecordEvidence, RecordMarks, find_kind_signs, find_times, mark_records, record_evidence,
    };
    #[pymodule_export]
    use super::records::models::RecordModels;
    #[pymodule_export]
    use super::records::reading::{
        author_columns, find_authors, find_bodies, link_columns, lone_posts, read_titles, role_features, said_parts,
        slot_features, spans_around,
    };
    #[pymodule_export]
    use super::records::regions::{
        RegionViews, align_records, candidates_at, reply_chain, text_columns, time_branches, time_columns, view_regions,
    };
    #[pymodule_export]
    use super::regions::{describe_regions, find_structures};
    #[pymodule_export]
    use super::stable_paths::StablePaths;
    #[pymodule_export]
    use super::table::Table;
    #[pymodule_export]
    use super::templates::{Fitting, Template, Templates};
    #[pymodule_export]
    use super::text::{
        NamePatterns, Pattern, count_shared_runs, cut_text, discussion_score, find_dates, guess_language,
        language_table, normalise_date, page_language, read_iso, speaks_as_discussion, token_flags,
    };
    #[pymodule_export]
    use super::traits::{page_traits, spaced_blocks};
    #[pymodule_export]
    use super::trees::Trees;
    use extractors::{decision, measures};
    use html::{names, signs};
    use pyo3::prelude::*;
    use records::evidence::kind_signs;
    use records::features::{authors, roles, title_features};
    use records::read::{reading, views};
    use renderers::passages;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MAX_BYTES", limits::MAX_BYTES)?;
        module.add("SURE", decision::SURE)?;
        module.add("MAX_NODES", limits::MAX_NODES)?;
        module.add("VIEW_FEATURES", views::names())?;
        module.add("SLOT_FEATURES", records::features::slot_features::names())?;
        module.add("LONE_FEATURES", records::features::lone_posts::FEATURES.to_vec())?;
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
