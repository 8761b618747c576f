//! The tree while it is being built: nodes in an arena, linked by numbers, text as spans.
//!
//! Text and attribute values are spans of one *virtual buffer*: the decoded input followed by `side`, which
//! holds what the input does not say literally (character references, replaced NULs). Comments,
//! processing instructions and the doctype are not kept; the texts around a comment become one text node.

use crate::names::{NameId, Names, name};

/// A node's number in the arena; `NONE` where there is none.
pub type NodeId = u32;
pub const NONE: NodeId = u32::MAX;
/// The document: parent of `html`, never in the table.
pub const DOCUMENT: NodeId = 0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Namespace {
    Html,
    Svg,
    MathMl,
}

/// A piece of the virtual buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    #[inline]
    pub fn len(self) -> usize {
        (self.end - self.start) as usize
    }

    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Attribute {
    pub name: NameId,
    pub value: Span,
}

/// An element (`name` is its tag) or a text (`name` is `name::TEXT`).
///
/// `first_item..last_item`: of an element the range of its attributes in `Arena::attributes`; of a text the first and
/// last of its pieces (both inclusive), chained by `Piece::next`.
#[derive(Clone, Copy, Debug)]
pub struct ArenaNode {
    pub parent: NodeId,
    pub first_child: NodeId,
    pub last_child: NodeId,
    pub previous: NodeId,
    pub next: NodeId,
    pub first_item: u32,
    pub last_item: u32,
    pub name: NameId,
    pub namespace: Namespace,
    /// Whether it repeats a formatting element and shares the attributes of that.
    pub is_copy: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Piece {
    pub span: Span,
    pub next: u32,
}

/// The tree under construction.
pub struct Arena<'input> {
    pub input: &'input str,
    pub side: String,
    pub nodes: Vec<ArenaNode>,
    pub attributes: Vec<Attribute>,
    pub pieces: Vec<Piece>,
    pub names: Names,
}

impl<'input> Arena<'input> {
    /// An arena that holds the document node alone.
    pub fn new(input: &'input str) -> Self {
        let mut arena = Arena {
            input,
            side: String::new(),
            nodes: Vec::with_capacity(input.len() / 48 + 8),
            attributes: Vec::with_capacity(input.len() / 64),
            pieces: Vec::with_capacity(input.len() / 96),
            names: Names::default(),
        };
        arena.create(name::TEXT, Namespace::Html, 0, 0);
        arena
    }

    /// The text of a span.
    #[inline]
    pub fn text(&self, span: Span) -> &str {
        let (start, end) = (span.start as usize, span.end as usize);
        match start.checked_sub(self.input.len()) {
            None => &self.input[start..end],
            Some(side_start) => &self.side[side_start..end - self.input.len()],
        }
    }

    /// Puts `text` on the side and returns its span.
    pub fn store(&mut self, text: &str) -> Span {
        let start = self.input.len() + self.side.len();
        self.side.push_str(text);
        Span { start: start as u32, end: (self.input.len() + self.side.len()) as u32 }
    }

    /// A new element without a parent; its attributes are `self.attributes[first..last]`.
    #[inline]
    pub fn create_element(&mut self, tag: NameId, namespace: Namespace, first: u32, last: u32) -> NodeId {
        self.create(tag, namespace, first, last)
    }

    #[inline]
    fn create(&mut self, name: NameId, namespace: Namespace, first_item: u32, last_item: u32) -> NodeId {
        let node = ArenaNode {
            parent: NONE,
            first_child: NONE,
            last_child: NONE,
            previous: NONE,
            next: NONE,
            first_item,
            last_item,
            name,
            namespace,
            is_copy: false,
        };
        self.nodes.push(node);
        (self.nodes.len() - 1) as NodeId
    }

    /// The attributes of an element.
    #[inline]
    pub fn attributes_of(&self, element: NodeId) -> &[Attribute] {
        let node = &self.nodes[element as usize];
        &self.attributes[node.first_item as usize..node.last_item as usize]
    }

    /// Makes `child`, which has no parent, the last child of `parent`.
    #[inline]
    pub fn append(&mut self, parent: NodeId, child: NodeId) {
        let last = self.nodes[parent as usize].last_child;
        let node = &mut self.nodes[child as usize];
        node.parent = parent;
        node.previous = last;
        match last {
            NONE => self.nodes[parent as usize].first_child = child,
            _ => self.nodes[last as usize].next = child,
        }
        self.nodes[parent as usize].last_child = child;
    }

    /// Puts `child`, which has no parent, right before `sibling`, which has one.
    pub fn insert_before(&mut self, sibling: NodeId, child: NodeId) {
        let ArenaNode { parent, previous, .. } = self.nodes[sibling as usize];
        let node = &mut self.nodes[child as usize];
        node.parent = parent;
        node.previous = previous;
        node.next = sibling;
        self.nodes[sibling as usize].previous = child;
        match previous {
            NONE => self.nodes[parent as usize].first_child = child,
            _ => self.nodes[previous as usize].next = child,
        }
    }

    /// Takes `node` out from under its parent, if it has one.
    pub fn detach(&mut self, node: NodeId) {
        let ArenaNode { parent, previous, next, .. } = self.nodes[node as usize];
        if parent == NONE {
            return;
        }
        match previous {
            NONE => self.nodes[parent as usize].first_child = next,
            _ => self.nodes[previous as usize].next = next,
        }
        match next {
            NONE => self.nodes[parent as usize].last_child = previous,
            _ => self.nodes[next as usize].previous = previous,
        }
        let node = &mut self.nodes[node as usize];
        (node.parent, node.previous, node.next) = (NONE, NONE, NONE);
    }

    /// Moves all children of `from` behind the children of `to`.
    pub fn reparent_children(&mut self, from: NodeId, to: NodeId) {
        let mut child = self.nodes[from as usize].first_child;
        while child != NONE {
            let next = self.nodes[child as usize].next;
            self.detach(child);
            self.append(to, child);
            child = next;
        }
    }

    /// Adds text at the end of `parent`, to its last child where that is text.
    #[inline]
    pub fn append_text(&mut self, parent: NodeId, span: Span) {
        let last = self.nodes[parent as usize].last_child;
        if last != NONE && self.nodes[last as usize].name == name::TEXT {
            self.extend_text(last, span);
        } else {
            let node = self.create_text(span);
            self.append(parent, node);
        }
    }

    /// Adds text right before `sibling`, to the node there where that is text.
    pub fn insert_text_before(&mut self, sibling: NodeId, span: Span) {
        let previous = self.nodes[sibling as usize].previous;
        if previous != NONE && self.nodes[previous as usize].name == name::TEXT {
            self.extend_text(previous, span);
        } else {
            let node = self.create_text(span);
            self.insert_before(sibling, node);
        }
    }

    fn create_text(&mut self, span: Span) -> NodeId {
        let piece = self.push_piece(span);
        self.create(name::TEXT, Namespace::Html, piece, piece)
    }

    fn push_piece(&mut self, span: Span) -> u32 {
        self.pieces.push(Piece { span, next: NONE });
        (self.pieces.len() - 1) as u32
    }

    fn extend_text(&mut self, text: NodeId, span: Span) {
        let last = self.nodes[text as usize].last_item;
        let piece = &mut self.pieces[last as usize];
        if piece.span.end == span.start && span.start != self.input.len() as u32 {
            piece.span.end = span.end;
            return;
        }
        let added = self.push_piece(span);
        self.pieces[last as usize].next = added;
        self.nodes[text as usize].last_item = added;
    }
}
