//! What Python calls: the only folder that knows pyo3 and numpy. One crossing a page, Python's lock released meanwhile.

#![cfg(feature = "python")]
#![forbid(unsafe_code)]

mod calls;
mod columns;
mod decision;
mod features;
mod html;
mod judge;
mod metadata;
mod records;
mod renderers;
mod sites;
mod table;
mod text;
mod trees;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    use super::calls::LimitTripped;
    // text
    #[pymodule_export]
    use super::text::{
        Pattern, count_shared_runs, cut_text, discussion_score, find_dates, guess_language, language_table,
        normalise_date, read_iso, speaks_as_discussion, token_flags,
    };
    // html
    #[pymodule_export]
    use super::html::{count_words, data_signs, find_page_type, linked_scripts, parse, parse_many, spaced_blocks};
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
        caption_blocks, comment_areas, describe_page, describe_regions, find_line, find_structures, find_title,
        junk_names, measure_blocks, pictures_among, title_blocks,
    };
    #[pymodule_export]
    use super::judge::{Choice, Judge, Judged, WordLists, choose_likely, expected_f1};
    // metadata
    #[pymodule_export]
    use super::metadata::answers::{FieldReader, day_first, is_same_language, language_code};
    #[pymodule_export]
    use super::metadata::declared::HeadNames;
    #[pymodule_export]
    use super::metadata::ranker::{FieldCandidates, FieldModel};
    // records
    #[pymodule_export]
    use super::records::draft::{PageRecords, RecordDraft, draft_page};
    #[pymodule_export]
    use super::records::evidence::{
        RecordEvidence, RecordMarks, find_kind_signs, find_times, mark_records, record_evidence,
    };
    #[pymodule_export]
    use super::records::fields::{have_prices, read_items, read_money, read_number, read_rating};
    #[pymodule_export]
    use super::records::models::RecordModels;
    #[pymodule_export]
    use super::records::reading::{
        author_columns, find_authors, find_bodies, link_columns, read_titles, role_features, said_parts, slot_features,
    };
    #[pymodule_export]
    use super::records::regions::{
        RegionViews, align_records, candidates_at, reply_chain, text_columns, time_branches, time_columns,
    };
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
    use records::features::{authors, roles, title_features};
    use records::read::{reading, views};
    use renderers::passages;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("MAX_BYTES", limits::MAX_BYTES)?;
        module.add("MIN_FORUM", decision::MIN_FORUM)?;
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
