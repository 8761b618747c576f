//! The finished tree as columns: one row a node, in document order, filled in one iterative walk.
//!
//! In words: visit every element and text in document order; write its row; put its text behind the text so far;
//! when an element's subtree is done, note the next row as its `end`. Text that is no content (scripts, styles, what is
//! hidden inside a visible run) goes into a second buffer that ends up behind the first, so that the content under any
//! row is one span.

use crate::arena::{Arena, ArenaNode, DOCUMENT, NONE, Namespace, NodeId};
use crate::attributes::AttributeColumns;
use crate::blocks::{Blocks, TextRow, is_block, is_hidden, is_raw};
use crate::names::{NameId, Names, hash_names, name, name_hash};
use crate::page_view::{Derived, PageView};
use limits::{LimitHit, Limits};
use text::chars::{Counts, count};
use text::hash::hash_text;

/// The columns of a page take at most so many bytes for each byte of it and of `SMALLEST_PAGE`,
/// where `Limits::growth` is as usual.
pub const MAX_BYTES_PER_BYTE: usize = 48;
/// The same while the page is parsed.
pub const MAX_PEAK_PER_BYTE: usize = 80;
pub const SMALLEST_PAGE: usize = 1 << 16;

/// A page as columns. `src/weft/_native.pyi` is the contract.
#[derive(Default)]
pub struct Table {
    pub text: String,
    pub encoding: &'static str,
    pub encoding_source: &'static str,
    pub names: Names,
    pub tag: Vec<NameId>,
    pub parent: Vec<i32>,
    pub end: Vec<i32>,
    pub depth: Vec<i32>,
    pub nth: Vec<i32>,
    pub text_start: Vec<i32>,
    pub text_end: Vec<i32>,
    pub chars: Vec<i32>,
    pub words: Vec<i32>,
    pub in_link: Vec<bool>,
    pub hidden: Vec<bool>,
    pub raw: Vec<bool>,
    pub attributes: AttributeColumns,
    pub blocks: Blocks,
    pub derived: Derived,
}

/// What an open element hands down to what is in it.
#[derive(Clone, Copy)]
struct Open {
    row: i32,
    block_row: i32,
    in_link: bool,
    hidden: bool,
    raw: bool,
    /// Whether text goes to the second buffer.
    aside: bool,
    /// How long the log of ordinals was when the element was opened.
    ordinals: usize,
}

/// Fills the table from the finished tree.
pub fn fill(arena: Arena, encoding: &'static str, limits: &Limits) -> Table {
    let mut walk = Walk::new(arena, encoding);
    let mut node = walk.arena.nodes[DOCUMENT as usize].first_child;
    while node != NONE {
        limits::tick(1);
        if walk.open.len() > limits.depth {
            limits::hit(LimitHit::Depth);
        }
        node = walk.visit(node);
    }
    walk.finish()
}

struct Walk<'input> {
    arena: Arena<'input>,
    table: Table,
    aside: String,
    aside_rows: Vec<u32>,
    open: Vec<Open>,
    ordinals: Ordinals,
    name_hashes: Vec<u64>,
}

impl<'input> Walk<'input> {
    fn new(arena: Arena<'input>, encoding: &'static str) -> Self {
        let name_hashes = hash_names(&arena.names);
        let table = Table::with_room(&arena, encoding);
        Walk {
            arena,
            table,
            aside: String::new(),
            aside_rows: Vec::new(),
            open: Vec::new(),
            ordinals: Ordinals::default(),
            name_hashes,
        }
    }

    /// Writes the row of `node` and says which node is next; closes the elements that end in between.
    fn visit(&mut self, mut node: NodeId) -> NodeId {
        let current = self.arena.nodes[node as usize];
        if current.name == name::TEXT {
            self.add_text(node);
        } else {
            self.add_element(node);
            if current.first_child != NONE {
                return current.first_child;
            }
            self.close();
        }
        loop {
            let current = &self.arena.nodes[node as usize];
            if current.next != NONE {
                return current.next;
            }
            node = current.parent;
            if node == DOCUMENT || node == NONE {
                return NONE;
            }
            self.close();
        }
    }

    fn add_element(&mut self, node: NodeId) {
        let row = self.table.tag.len() as i32;
        let ArenaNode { namespace, name: local, .. } = self.arena.nodes[node as usize];
        let is_html = namespace == Namespace::Html;
        let tag = self.tag_of(namespace, local);
        let mut open = self.inherited();
        open.row = row;
        self.push_position(tag);
        open.ordinals = self.ordinals.log.len();
        self.table.attributes.add_element(&self.arena, node, self.name_hash(tag));
        open.in_link |= tag == name::A && self.table.attributes.has(row, name::HREF);
        open.hidden |= is_hidden(&self.arena, node);
        open.raw |= is_raw(namespace, local);
        if is_html && is_block(tag) {
            self.table.blocks.end_run();
            open.block_row = row;
        }
        let block_is_hidden = match open.block_row == row {
            true => open.hidden,
            false => open.block_row >= 0 && self.table.hidden[open.block_row as usize],
        };
        open.aside = open.raw || (open.hidden && !block_is_hidden);
        let start = self.buffer(open.aside).len() as i32;
        self.push_text(start, Counts::default(), &open);
        self.open.push(open);
        if is_html && tag == name::BR {
            self.buffer(open.aside).push('\n');
        }
    }

    fn add_text(&mut self, node: NodeId) {
        let row = self.table.tag.len() as i32;
        let open = self.inherited();
        self.push_position(name::TEXT);
        self.table.attributes.add_text(self.name_hash(name::TEXT));
        let start = self.buffer(open.aside).len();
        self.copy_text(node, open.aside);
        let counts = match open.aside {
            true => Counts::default(),
            false => count(&self.table.text[start..]),
        };
        self.push_text(start as i32, counts, &open);
        let end = self.buffer(open.aside).len() as i32;
        self.table.end[row as usize] = row + 1;
        self.table.text_end[row as usize] = end;
        self.table.blocks.add(&TextRow {
            row,
            block_row: open.block_row,
            start: start as i32,
            end,
            counts,
            in_link: open.in_link,
            hidden: open.hidden,
        })
    }

    fn copy_text(&mut self, node: NodeId, aside: bool) {
        let buffer = if aside { &mut self.aside } else { &mut self.table.text };
        let mut piece = self.arena.nodes[node as usize].first_item;
        while piece != NONE {
            let current = self.arena.pieces[piece as usize];
            buffer.push_str(self.arena.text(current.span));
            piece = current.next;
        }
    }

    /// Ends the innermost open element.
    fn close(&mut self) {
        let Some(open) = self.open.pop() else { return };
        let row = open.row as usize;
        self.table.end[row] = self.table.tag.len() as i32;
        self.table.text_end[row] = self.buffer(open.aside).len() as i32;
        if open.block_row == open.row {
            self.table.blocks.end_run();
        }
        self.ordinals.forget(open.ordinals);
    }

    fn inherited(&self) -> Open {
        self.open.last().copied().unwrap_or(Open {
            row: -1,
            block_row: -1,
            in_link: false,
            hidden: false,
            raw: false,
            aside: false,
            ordinals: 0,
        })
    }

    /// The columns that say where a row stands.
    fn push_position(&mut self, tag: NameId) {
        let parent = self.open.last().map_or(-1, |open| open.row);
        let nth = self.ordinals.next(tag, parent);
        let table = &mut self.table;
        table.tag.push(tag);
        table.parent.push(parent);
        table.end.push(0);
        table.depth.push(self.open.len() as i32);
        table.nth.push(nth);
    }

    /// The columns that say what a row holds.
    fn push_text(&mut self, start: i32, counts: Counts, open: &Open) {
        if open.aside {
            self.aside_rows.push(self.table.text_start.len() as u32);
        }
        let table = &mut self.table;
        table.text_start.push(start);
        table.text_end.push(start);
        table.chars.push(counts.chars as i32);
        table.words.push(counts.words as i32);
        table.in_link.push(open.in_link);
        table.hidden.push(open.hidden);
        table.raw.push(open.raw);
    }

    fn buffer(&mut self, aside: bool) -> &mut String {
        if aside { &mut self.aside } else { &mut self.table.text }
    }

    /// The number of an element's tag; foreign elements are named `svg:path`, `math:mi`, their roots `svg` and `math`.
    fn tag_of(&mut self, namespace: Namespace, local: NameId) -> NameId {
        let prefix = match namespace {
            Namespace::Html => return local,
            Namespace::Svg if local == name::SVG => return local,
            Namespace::MathMl if local == name::MATH => return local,
            Namespace::Svg => "svg:",
            Namespace::MathMl => "math:",
        };
        let full = [prefix, self.arena.names.text(local)].concat();
        let tag = self.arena.names.intern(&full);
        if tag as usize == self.name_hashes.len() {
            self.name_hashes.push(hash_text(&full));
        }
        tag
    }

    fn name_hash(&self, tag: NameId) -> u64 {
        name_hash(&self.name_hashes, tag)
    }

    fn finish(mut self) -> Table {
        let shift = self.table.text.len() as i32;
        for &row in &self.aside_rows {
            self.table.text_start[row as usize] += shift;
            self.table.text_end[row as usize] += shift;
        }
        self.table.text.push_str(&self.aside);
        self.table.names = self.arena.names;
        self.table.attributes.finish();
        self.table
    }
}

impl Table {
    /// Columns with room for as many rows as the tree has nodes: rows rely on it.
    fn with_room(arena: &Arena, encoding: &'static str) -> Self {
        let rows = arena.nodes.len();
        Table {
            text: String::with_capacity(arena.input.len() / 4),
            encoding,
            encoding_source: "",
            tag: Vec::with_capacity(rows),
            parent: Vec::with_capacity(rows),
            end: Vec::with_capacity(rows),
            depth: Vec::with_capacity(rows),
            nth: Vec::with_capacity(rows),
            text_start: Vec::with_capacity(rows),
            text_end: Vec::with_capacity(rows),
            chars: Vec::with_capacity(rows),
            words: Vec::with_capacity(rows),
            in_link: Vec::with_capacity(rows),
            hidden: Vec::with_capacity(rows),
            raw: Vec::with_capacity(rows),
            attributes: AttributeColumns::with_room(arena),
            ..Table::default()
        }
    }

    /// The columns, lent to who reads them.
    pub fn view(&self) -> PageView<'_> {
        PageView {
            text: &self.text,
            tag: &self.tag,
            parent: &self.parent,
            end: &self.end,
            depth: &self.depth,
            nth: &self.nth,
            text_start: &self.text_start,
            text_end: &self.text_end,
            chars: &self.chars,
            words: &self.words,
            in_link: &self.in_link,
            hidden: &self.hidden,
            raw: &self.raw,
            step: &self.attributes.step,
            id_token: &self.attributes.id_token,
            class_start: &self.attributes.class_start,
            class_token: &self.attributes.class_token,
            block_row: &self.blocks.row,
            block_first: &self.blocks.first,
            block_last: &self.blocks.last,
            block_text_start: &self.blocks.text_start,
            block_text_end: &self.blocks.text_end,
            block_chars: &self.blocks.chars,
            block_words: &self.blocks.words,
            block_link_chars: &self.blocks.link_chars,
            block_hidden: &self.blocks.hidden,
            attributes: &self.attributes,
            names: &self.names,
            derived: &self.derived,
        }
    }

    /// The bytes that the columns and texts take: see `MAX_BYTES_PER_BYTE`.
    pub fn bytes(&self) -> usize {
        let numbers = [
            &self.parent, &self.end, &self.depth, &self.nth, &self.text_start, &self.text_end, &self.chars, &self.words,
        ];
        numbers.map(limits::bytes).iter().sum::<usize>()
            + [&self.in_link, &self.hidden, &self.raw].map(limits::bytes).iter().sum::<usize>()
            + limits::bytes(&self.tag)
            + self.text.capacity()
            + self.names.bytes()
            + self.attributes.bytes()
            + self.blocks.bytes()
    }
}

/// Ordinals among siblings of the same tag, in constant time a node whatever the page does.
///
/// `latest[tag]` is (parent, ordinal) of the latest node of that tag. A deeper node of the same tag overwrites it, so
/// what was there is logged and put back when the deeper parent closes.
#[derive(Default)]
struct Ordinals {
    latest: Vec<(i32, i32)>,
    log: Vec<(NameId, (i32, i32))>,
}

impl Ordinals {
    fn next(&mut self, tag: NameId, parent: i32) -> i32 {
        let slot = tag as usize;
        if slot >= self.latest.len() {
            self.latest.resize(slot + 1, (-2, 0));
        }
        let (owner, ordinal) = self.latest[slot];
        if owner == parent {
            self.latest[slot].1 = ordinal + 1;
            return ordinal + 1;
        }
        self.log.push((tag, (owner, ordinal)));
        self.latest[slot] = (parent, 1);
        1
    }

    fn forget(&mut self, length: usize) {
        for (tag, entry) in self.log.drain(length..).rev() {
            self.latest[tag as usize] = entry;
        }
    }
}

#[cfg(test)]
#[path = "../tests/unit/table.rs"]
mod tests;
