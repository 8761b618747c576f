//! A page as its records are read from it: every part of the search asks for its own columns.

use super::{post_blocks, views};
use crate::evidence::rows::{self, Evidence};
use crate::evidence::{marks, sums, times};
use crate::features::{list_features, region_features, slot_features, title_features};
use crate::regions::{candidates, governing_nodes, lists, slots};
use extractors::discussion_score;
use html::attributes::AttributeColumns;
use html::names::{NameId, Names};

/// The columns of a page that records are read from.
#[derive(Clone, Copy)]
pub struct Source<'page> {
    pub text: &'page str,
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub depth: &'page [i32],
    pub text_start: &'page [i32],
    pub text_end: &'page [i32],
    pub chars: &'page [i32],
    pub in_link: &'page [bool],
    pub hidden: &'page [bool],
    pub raw: &'page [bool],
    pub step: &'page [u64],
    pub path_tags: &'page [u64],
    pub id_token: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
    pub block_first: &'page [i32],
    pub block_words: &'page [i32],
    pub block_text_start: &'page [i32],
    pub block_text_end: &'page [i32],
    pub attributes: &'page AttributeColumns,
    pub names: &'page Names,
    /// What is known of how much the page speaks as discussions do.
    pub spoken: &'page discussion_score::Spoken,
}

/// Running sums over the rows of a page; see `evidence::sums`.
pub type Sums<'page> = [&'page [f64]; sums::SUMS];

/// What was gathered of a page, as the search reads it.
#[derive(Clone, Copy)]
pub struct Gathered<'page> {
    pub flags: &'page [u16],
    pub evidence: &'page Evidence,
    pub link_kinds: &'page [u8],
    pub sums: Sums<'page>,
    /// Which tokens part a signature or a quote from a body, however few records have one.
    pub telling: &'page [bool],
    /// The rows of the times.
    pub times: &'page [i64],
}

/// Rows that lists are told by: those that can have a price, that speak of pagers, that declare what they are.
#[derive(Clone, Copy)]
pub struct Telling<'page> {
    pub prices: &'page [i64],
    pub pagers: &'page [i64],
    pub typed: &'page [i64],
}

impl<'page> Source<'page> {
    /// The text of a row.
    pub fn text_of(&self, row: usize) -> &'page str {
        self.text.get(self.text_start[row] as usize..self.text_end[row] as usize).unwrap_or_default()
    }

    /// What the score of a discussion is told by.
    pub fn said(&self) -> discussion_score::Said<'page> {
        let end = self.text_end.first().map_or(0, |&end| end as usize);
        let (text, raw) = self.text.as_bytes().split_at(end);
        discussion_score::Said { attributes: self.attributes, text, raw }
    }

    /// What marks are read from.
    pub fn marked(&self) -> marks::Columns<'page> {
        marks::Columns {
            text: self.text.as_bytes(),
            tag: self.tag,
            end: self.end,
            text_start: self.text_start,
            text_end: self.text_end,
            chars: self.chars,
            hidden: self.hidden,
            raw: self.raw,
            id_token: self.id_token,
            class_start: self.class_start,
            class_token: self.class_token,
            attributes: self.attributes,
            names: self.names,
        }
    }

    /// What times are read from.
    pub fn timed(&self, flags: &'page [u16]) -> times::Columns<'page> {
        times::Columns {
            text: self.text.as_bytes(),
            tag: self.tag,
            parent: self.parent,
            text_start: self.text_start,
            text_end: self.text_end,
            chars: self.chars,
            step: self.step,
            attributes: self.attributes,
            flags,
        }
    }

    /// What the evidence is gathered from.
    pub fn evident(&self, flags: &'page [u16]) -> rows::Columns<'page> {
        rows::Columns {
            text: self.text.as_bytes(),
            tag: self.tag,
            parent: self.parent,
            end: self.end,
            text_start: self.text_start,
            text_end: self.text_end,
            chars: self.chars,
            in_link: self.in_link,
            raw: self.raw,
            flags,
        }
    }

    /// What is summed.
    pub fn summed(&self, is_time: &'page [bool]) -> sums::Columns<'page> {
        let Source { tag, end, chars, in_link, hidden, raw, .. } = *self;
        sums::Columns { tag, end, chars, in_link, hidden, raw, is_time }
    }

    /// What regions are searched in.
    pub fn searched(&self) -> views::SearchColumns<'page> {
        let Source { tag, parent, end, depth, chars, in_link, hidden, raw, step, path_tags, .. } = *self;
        let Source { id_token, class_start, class_token, .. } = *self;
        views::SearchColumns {
            depth,
            lists: lists::Columns { tag, parent, end, chars, in_link, hidden, raw, path_tags, step },
            candidates: candidates::Columns {
                tag,
                parent,
                end,
                chars,
                step,
                path_tags,
                id_token,
                class_start,
                class_token,
                tokens: &self.attributes.tokens,
            },
            chains: governing_nodes::Columns { parent, end, step, class_start },
        }
    }

    /// What records are aligned by.
    pub fn aligned(&self, is_time: &'page [bool]) -> slots::Columns<'page> {
        let Source { tag, parent, end, text_start, text_end, chars, in_link, class_start, class_token, .. } = *self;
        let text = self.text.as_bytes();
        slots::Columns {
            text,
            tag,
            parent,
            end,
            text_start,
            text_end,
            chars,
            in_link,
            is_time,
            class_start,
            class_token,
        }
    }

    /// What regions are told by before their records are aligned.
    pub fn viewed(&self, sums: Sums<'page>, times: &'page [i64], told: &Telling<'page>) -> views::Columns<'page> {
        let Source { tag, parent, text_start, text_end, chars, step, attributes, .. } = *self;
        views::Columns {
            listed: list_features::Columns {
                text: self.text.as_bytes(),
                tag,
                parent,
                text_start,
                text_end,
                attributes,
                prices: told.prices,
                times,
                pagers: told.pagers,
                typed: told.typed,
            },
            regions: region_features::Columns { tag, chars, step, sums },
        }
    }

    /// What slots are told by.
    pub fn slotted(&self, flags: &'page [u16], its: &'page Evidence) -> slot_features::Columns<'page> {
        let Source { tag, parent, end, depth, text_start, text_end, chars, in_link, hidden, raw, step, .. } = *self;
        slot_features::Columns {
            text: self.text.as_bytes(),
            tag,
            parent,
            end,
            depth,
            text_start,
            text_end,
            chars,
            in_link,
            hidden,
            raw,
            step,
            flags,
            is_time: &its.is_time,
            is_date: &its.is_date,
            is_title: &its.is_title,
            framed: &its.framed,
            appended: &its.appended,
            weights: &its.weights,
        }
    }

    /// What titles are told by.
    pub fn titled(&self, flags: &'page [u16], its: &'page Evidence) -> title_features::Columns<'page> {
        let Source { tag, parent, depth, text_start, text_end, chars, in_link, hidden, attributes, .. } = *self;
        title_features::Columns {
            text: self.text.as_bytes(),
            tag,
            parent,
            depth,
            text_start,
            text_end,
            chars,
            in_link,
            hidden,
            flags,
            is_time: &its.is_time,
            link: &its.link,
            attributes,
        }
    }

    /// What the blocks of bodies are told by.
    pub fn said_blocks(&self, flags: &'page [u16]) -> post_blocks::Columns<'page> {
        let Source { text, tag, end, chars, hidden, raw, .. } = *self;
        let Source { block_first, block_words, block_text_start, block_text_end, .. } = *self;
        post_blocks::Columns {
            text,
            tag,
            end,
            chars,
            hidden,
            raw,
            flags,
            block_first,
            block_words,
            block_text_start,
            block_text_end,
        }
    }
}
