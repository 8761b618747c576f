//! A table's columns as the parts of the kernel read them. None of it needs Python, so that a page can go from bytes to
//! text in one crossing.

use crate::table::{Table, Written};
use extractors::captions::shown;
use extractors::titles::places;
use extractors::{decision, measures};
use html::declares;
use html::page_view::PageView;
use metadata::near_title;
use sites::{outline, stable_paths, templates};

/// Paths of pages with more rows are made where they are asked for, and not kept: they take eight bytes a row.
const MAX_KEPT_PATHS: usize = 1 << 16;

impl Table {
    /// Remembers the text of some blocks; the first that is given stays.
    pub fn remember(&self, written: Written) {
        let _ = self.written.set(written);
    }

    /// The text of these blocks, where it is remembered.
    pub fn text_of(&self, keep: &[i64]) -> Option<&[u8]> {
        self.written.get().filter(|written| written.keep == keep).map(|written| &written.text[..])
    }

    /// The texts of the blocks that say something.
    pub fn said(&self) -> impl Iterator<Item = &str> {
        let spans = self.block_text_start.values().iter().zip(self.block_text_end.values());
        let said = spans.zip(self.block_words.values()).filter(|&(_, &words)| words > 0);
        said.map(|((&start, &end), _)| &self.text.as_str()[start as usize..end as usize])
    }

    /// What measures are made from.
    pub fn measured(&self) -> measures::Columns<'_> {
        let (text, block_words) = (self.text.as_str(), self.block_words.values());
        let block_text_end = self.block_text_end.values();
        measures::Columns {
            text,
            tag: self.tag.values(),
            parent: self.parent.values(),
            end: self.end.values(),
            depth: self.depth.values(),
            nth: self.nth.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            words: self.words.values(),
            in_link: self.in_link.values(),
            step: self.step.values(),
            id_token: self.id_token.values(),
            class_start: self.class_start.values(),
            class_token: self.class_token.values(),
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_last: self.block_last.values(),
            block_text_start: self.block_text_start.values(),
            block_text_end,
            block_words,
            block_hidden: self.block_hidden.values(),
            scale: measures::word_scale(content(text, block_text_end), block_words),
            attributes: &self.rest.attributes,
            added_tags: self.rest.names.added(),
        }
    }

    /// What regions are made from.
    pub fn regions(&self) -> extractors::regions::Columns<'_> {
        extractors::regions::Columns {
            tag: self.tag.values(),
            parent: self.parent.values(),
            end: self.end.values(),
            depth: self.depth.values(),
            chars: self.chars.values(),
            paths: match self.tag.values().len() <= MAX_KEPT_PATHS {
                true => extractors::regions::Paths::Known(self.view().path_tags()),
                false => extractors::regions::Paths::Made(&self.rest.names),
            },
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_words: self.block_words.values(),
            block_hidden: self.block_hidden.values(),
            attributes: &self.rest.attributes,
        }
    }

    /// The columns, lent to who reads them.
    pub fn view(&self) -> PageView<'_> {
        PageView {
            text: self.text.as_str(),
            tag: self.tag.values(),
            parent: self.parent.values(),
            end: self.end.values(),
            depth: self.depth.values(),
            nth: self.nth.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            chars: self.chars.values(),
            words: self.words.values(),
            in_link: self.in_link.values(),
            hidden: self.hidden.values(),
            raw: self.raw.values(),
            step: self.step.values(),
            id_token: self.id_token.values(),
            class_start: self.class_start.values(),
            class_token: self.class_token.values(),
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_last: self.block_last.values(),
            block_text_start: self.block_text_start.values(),
            block_text_end: self.block_text_end.values(),
            block_chars: self.block_chars.values(),
            block_words: self.block_words.values(),
            block_link_chars: self.block_link_chars.values(),
            block_hidden: self.block_hidden.values(),
            attributes: &self.rest.attributes,
            names: &self.rest.names,
            derived: &self.rest.derived,
        }
    }

    /// What passages are made of.
    pub fn passages(&self) -> renderers::passages::Columns<'_> {
        renderers::passages::Columns {
            signs: self.view(),
            more: shown::More {
                words: self.block_words.values(),
                hidden: self.block_hidden.values(),
                row_hidden: self.hidden.values(),
                in_link: self.in_link.values(),
            },
            nth: self.nth.values(),
            chars: self.chars.values(),
            raw: self.raw.values(),
            block_text_end: self.block_text_end.values(),
        }
    }

    /// What the addresses of a page are read from.
    pub fn links(&self) -> html::head::Columns<'_> {
        html::head::Columns { tag: self.tag.values(), attributes: &self.rest.attributes }
    }

    /// What plain text is written from.
    pub fn plain(&self) -> renderers::text::Columns<'_> {
        renderers::text::Columns {
            text: self.text.as_bytes(),
            tag: self.tag.values(),
            parent: self.parent.values(),
            end: self.end.values(),
            depth: self.depth.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            chars: self.chars.values(),
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_last: self.block_last.values(),
            block_text_start: self.block_text_start.values(),
            block_text_end: self.block_text_end.values(),
            attributes: &self.rest.attributes,
        }
    }

    /// What slots are found from.
    pub fn outlined(&self) -> outline::Columns<'_> {
        outline::Columns {
            tag: self.tag.values(),
            parent: self.parent.values(),
            nth: self.nth.values(),
            id_token: self.id_token.values(),
            class_start: self.class_start.values(),
            class_token: self.class_token.values(),
            attributes: &self.rest.attributes,
            names: &self.rest.names,
        }
    }

    /// What stable paths and the texts at them are read from.
    pub fn stable(&self) -> stable_paths::Columns<'_> {
        stable_paths::Columns {
            tag: self.tag.values(),
            parent: self.parent.values(),
            depth: self.depth.values(),
            chars: self.chars.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            id_token: self.id_token.values(),
            class_start: self.class_start.values(),
            class_token: self.class_token.values(),
            text: self.text.as_bytes(),
            attributes: &self.rest.attributes,
            names: &self.rest.names,
        }
    }

    /// What the templates of a site choose from.
    pub fn templated(&self) -> templates::Columns<'_> {
        templates::Columns {
            outline: self.outlined(),
            end: self.end.values(),
            text: self.text.as_bytes(),
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_text_start: self.block_text_start.values(),
            block_text_end: self.block_text_end.values(),
            block_chars: self.block_chars.values(),
            block_words: self.block_words.values(),
            block_link_chars: self.block_link_chars.values(),
            block_hidden: self.block_hidden.values(),
        }
    }

    /// What a page's declarations are read from.
    pub fn head(&self) -> declares::Columns<'_> {
        declares::Columns {
            text: self.text.as_str(),
            tag: self.tag.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            attributes: &self.rest.attributes,
        }
    }

    /// What rows near the title are told by.
    pub fn near(&self) -> near_title::Columns<'_> {
        near_title::Columns {
            text: self.text.as_str(),
            tag: self.tag.values(),
            parent: self.parent.values(),
            end: self.end.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            class_start: self.class_start.values(),
            class_token: self.class_token.values(),
            id_token: self.id_token.values(),
            attributes: &self.rest.attributes,
        }
    }

    /// What lines about authors and dates are read from.
    pub fn short_lines(&self) -> metadata::lines::Columns<'_> {
        metadata::lines::Columns {
            text: self.text.as_str(),
            tag: self.tag.values(),
            end: self.end.values(),
            text_start: self.text_start.values(),
            text_end: self.text_end.values(),
            block_row: self.block_row.values(),
            block_first: self.block_first.values(),
            block_start: self.block_text_start.values(),
            block_end: self.block_text_end.values(),
            block_chars: self.block_chars.values(),
            block_hidden: self.block_hidden.values(),
        }
    }

    /// The texts of blocks in which a title may be printed.
    pub fn lines(&self) -> places::Blocks<'_> {
        places::Blocks {
            text: self.text.as_str(),
            chars: self.block_chars.values(),
            text_start: self.block_text_start.values(),
            text_end: self.block_text_end.values(),
        }
    }

    /// What a decision is made from, on a page that was read at an address.
    pub fn deciding<'page>(&'page self, url: &'page str) -> decision::Page<'page> {
        let more = shown::More {
            words: self.block_words.values(),
            hidden: self.block_hidden.values(),
            row_hidden: self.hidden.values(),
            in_link: self.in_link.values(),
        };
        let (signs, head, blocks) = (self.view(), self.head(), self.lines());
        let link_chars = self.block_link_chars.values();
        decision::Page { signs, head, blocks, more, link_chars, url, known: &self.rest.known }
    }
}

/// The part of a page's text that its blocks cover.
fn content<'text>(text: &'text str, block_text_end: &[i32]) -> &'text [u8] {
    &text.as_bytes()[..block_text_end.iter().copied().max().unwrap_or(0) as usize]
}
