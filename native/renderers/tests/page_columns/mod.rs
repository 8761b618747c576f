//! The columns of a table as decisions read them.

use extractors::captions::shown;
use extractors::decision;
use extractors::titles::places;
use html::table::Table;
use html::{declares, signs};

/// As a decision reads a page; the hints are those of its names.
pub fn of_decision<'page>(
    table: &'page Table,
    name_hints: &'page [u64],
    known: &'page decision::Known,
) -> decision::Page<'page> {
    let (attributes, blocks) = (&table.attributes, &table.blocks);
    decision::Page {
        signs: signs::Columns {
            text: table.text.as_bytes(),
            tag: &table.tag,
            parent: &table.parent,
            end: &table.end,
            text_start: &table.text_start,
            text_end: &table.text_end,
            chars: &table.chars,
            words: &table.words,
            block_row: &blocks.row,
            block_first: &blocks.first,
            block_last: &blocks.last,
            id_token: &attributes.id_token,
            class_start: &attributes.class_start,
            class_token: &attributes.class_token,
            attributes,
            names: &table.names,
            hints: name_hints.iter().fold(0, |all, own| all | own),
            name_hints,
        },
        head: declares::Columns {
            text: &table.text,
            tag: &table.tag,
            text_start: &table.text_start,
            text_end: &table.text_end,
            attributes,
        },
        blocks: places::Blocks {
            text: &table.text,
            chars: &blocks.chars,
            text_start: &blocks.text_start,
            text_end: &blocks.text_end,
        },
        more: shown::More {
            words: &blocks.words,
            hidden: &blocks.hidden,
            row_hidden: &table.hidden,
            in_link: &table.in_link,
        },
        link_chars: &blocks.link_chars,
        url: "",
        known,
    }
}
