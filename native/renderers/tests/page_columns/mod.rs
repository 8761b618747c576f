//! The columns of a table as decisions read them.

use extractors::captions::shown;
use extractors::decision;
use extractors::titles::places;
use html::declares;
use html::table::Table;

/// As a decision reads a page.
pub fn of_decision<'page>(table: &'page Table, known: &'page decision::Known) -> decision::Page<'page> {
    let (attributes, blocks) = (&table.attributes, &table.blocks);
    decision::Page {
        signs: table.view(),
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
