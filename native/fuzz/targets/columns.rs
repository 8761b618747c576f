//! The columns of a table as the parts of the kernel want them, and what holds for the columns of every table.

use extractors::captions::shown::More;
use extractors::{measures, regions};
use html::table::Table;
use renderers::passages;
use sites::{alignment, outline, stable_paths};

/// Panics where the columns do not fit each other.
pub fn check(table: &Table) {
    let rows = table.tag.len();
    let columns = [&table.parent, &table.end, &table.depth, &table.nth, &table.text_start, &table.text_end];
    assert!(columns.iter().all(|column| column.len() == rows), "columns differ in length");
    assert_eq!((table.hidden.len(), table.raw.len(), table.in_link.len()), (rows, rows, rows));
    assert_eq!((table.attributes.id_token.len(), table.attributes.class_start.len()), (rows, rows + 1));
    for row in 0..rows {
        let (parent, end) = (table.parent[row], table.end[row] as usize);
        assert!(parent < row as i32 && (parent >= 0 || row == 0), "row {row} has parent {parent}");
        assert!(row < end && end <= rows, "row {row} ends at {end}");
        if let Ok(parent) = usize::try_from(parent) {
            assert!(end <= table.end[parent] as usize, "row {row} ends behind its parent");
            assert_eq!(table.depth[row], table.depth[parent] + 1);
        }
        let (start, stop) = (table.text_start[row] as usize, table.text_end[row] as usize);
        assert!(start <= stop && table.text.get(start..stop).is_some(), "row {row} has no text at {start}..{stop}");
        assert!(table.attributes.id_token[row] < table.attributes.tokens.len() as i32);
    }
    let tokens = table.attributes.tokens.len() as i32;
    assert!(table.attributes.class_start.is_sorted());
    assert!(table.attributes.class_token.iter().all(|&token| 0 <= token && token < tokens));
    check_blocks(table);
}

fn check_blocks(table: &Table) {
    let (rows, blocks) = (table.tag.len() as i32, &table.blocks);
    for block in 0..blocks.row.len() {
        let (first, last) = (blocks.first[block], blocks.last[block]);
        assert!(0 <= blocks.row[block] && blocks.row[block] < rows, "block {block} stands on no row");
        assert!(0 <= first && first < last && last <= rows, "block {block} has the rows {first}..{last}");
        let (start, stop) = (blocks.text_start[block] as usize, blocks.text_end[block] as usize);
        assert!(start <= stop && table.text.get(start..stop).is_some(), "block {block} has no text");
    }
    assert!(blocks.first.is_sorted(), "blocks are not in document order");
}

pub fn of_plain(table: &Table) -> renderers::text::Columns<'_> {
    renderers::text::Columns {
        text: table.text.as_bytes(),
        tag: &table.tag,
        parent: &table.parent,
        end: &table.end,
        depth: &table.depth,
        text_start: &table.text_start,
        text_end: &table.text_end,
        chars: &table.chars,
        block_row: &table.blocks.row,
        block_first: &table.blocks.first,
        block_last: &table.blocks.last,
        block_text_start: &table.blocks.text_start,
        block_text_end: &table.blocks.text_end,
        attributes: &table.attributes,
    }
}

/// As passages read a page.
pub fn of_passages(table: &Table) -> passages::Columns<'_> {
    passages::Columns {
        signs: table.view(),
        more: More {
            words: &table.blocks.words,
            hidden: &table.blocks.hidden,
            row_hidden: &table.hidden,
            in_link: &table.in_link,
        },
        nth: &table.nth,
        chars: &table.chars,
        raw: &table.raw,
        block_text_end: &table.blocks.text_end,
    }
}

pub fn of_measures(table: &Table) -> measures::Columns<'_> {
    let content = table.blocks.text_end.iter().copied().max().unwrap_or(0) as usize;
    measures::Columns {
        text: &table.text,
        tag: &table.tag,
        parent: &table.parent,
        end: &table.end,
        depth: &table.depth,
        nth: &table.nth,
        text_start: &table.text_start,
        text_end: &table.text_end,
        words: &table.words,
        in_link: &table.in_link,
        step: &table.attributes.step,
        id_token: &table.attributes.id_token,
        class_start: &table.attributes.class_start,
        class_token: &table.attributes.class_token,
        block_row: &table.blocks.row,
        block_first: &table.blocks.first,
        block_last: &table.blocks.last,
        block_text_start: &table.blocks.text_start,
        block_text_end: &table.blocks.text_end,
        block_words: &table.blocks.words,
        block_hidden: &table.blocks.hidden,
        scale: measures::word_scale(&table.text.as_bytes()[..content], &table.blocks.words),
        attributes: &table.attributes,
        added_tags: table.names.added(),
    }
}

pub fn of_alignment(table: &Table) -> alignment::Columns<'_> {
    alignment::Columns {
        tag: &table.tag,
        end: &table.end,
        nth: &table.nth,
        id_token: &table.attributes.id_token,
        class_start: &table.attributes.class_start,
        class_token: &table.attributes.class_token,
    }
}

pub fn of_stable_paths(table: &Table) -> stable_paths::Columns<'_> {
    stable_paths::Columns {
        tag: &table.tag,
        parent: &table.parent,
        depth: &table.depth,
        chars: &table.chars,
        text_start: &table.text_start,
        text_end: &table.text_end,
        id_token: &table.attributes.id_token,
        class_start: &table.attributes.class_start,
        class_token: &table.attributes.class_token,
        text: table.text.as_bytes(),
        attributes: &table.attributes,
        names: &table.names,
    }
}

pub fn of_regions(table: &Table) -> regions::Columns<'_> {
    regions::Columns {
        tag: &table.tag,
        parent: &table.parent,
        end: &table.end,
        depth: &table.depth,
        chars: &table.chars,
        paths: regions::Paths::Made(&table.names),
        block_row: &table.blocks.row,
        block_first: &table.blocks.first,
        block_words: &table.blocks.words,
        block_hidden: &table.blocks.hidden,
        attributes: &table.attributes,
    }
}

/// What first trees could say: a probability for each block, and three features.
pub fn first_of<'page>(features: &'page [f32], probability: &'page [f64]) -> regions::First<'page> {
    regions::First {
        features: regions::Rows::Plain { values: features, width: 3 },
        probability,
        link_words: 0,
        heading_distance: 1,
        heading_next: 2,
        taken: &[2, 0],
        tags: &[],
        tail: &[],
    }
}

pub fn of_outline(table: &Table) -> outline::Columns<'_> {
    outline::Columns {
        tag: &table.tag,
        parent: &table.parent,
        nth: &table.nth,
        id_token: &table.attributes.id_token,
        class_start: &table.attributes.class_start,
        class_token: &table.attributes.class_token,
        attributes: &table.attributes,
        names: &table.names,
    }
}
