//! The stack of open elements.
//!
//! It counts the open HTML elements of each known name, so that most questions about its depths are answered without
//! looking.

use super::element_kinds::*;
use crate::arena::{DOCUMENT, Namespace, NodeId};
use crate::names::{KNOWN, NameId, name};

#[derive(Clone, Copy, Debug)]
pub struct Open {
    pub node: NodeId,
    pub name: NameId,
    pub kind: Kind,
}

impl Open {
    pub fn html(node: NodeId, name: NameId) -> Self {
        Open { node, name, kind: kind_of(name, Namespace::Html) }
    }

    /// Whether it is the HTML element of this name.
    #[inline]
    pub fn is(self, name: NameId) -> bool {
        self.name == name && self.kind & IN_HTML != 0
    }

    #[inline]
    pub fn has(self, kind: Kind) -> bool {
        self.kind & kind != 0
    }

    pub fn namespace(self) -> Namespace {
        match self.kind & (IN_SVG | IN_MATHML) {
            IN_SVG => Namespace::Svg,
            IN_MATHML => Namespace::MathMl,
            _ => Namespace::Html,
        }
    }
}

pub struct OpenElements {
    stack: Vec<Open>,
    counts: [u32; KNOWN as usize],
}

impl OpenElements {
    pub fn new() -> Self {
        OpenElements { stack: Vec::with_capacity(64), counts: [0; KNOWN as usize] }
    }

    /// Makes room for so many elements: `push` and `insert` rely on it.
    #[inline]
    pub fn reserve(&mut self, count: usize) {
        self.stack.reserve(count)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.stack.len()
    }

    /// The current element; the document where none is open.
    #[inline]
    pub fn current(&self) -> Open {
        self.get(self.stack.len().wrapping_sub(1))
    }

    #[inline]
    pub fn get(&self, index: usize) -> Open {
        const BOTTOM: Open = Open { node: DOCUMENT, name: name::TEXT, kind: IN_HTML };
        self.stack.get(index).copied().unwrap_or(BOTTOM)
    }

    #[inline]
    pub fn current_is(&self, name: NameId) -> bool {
        self.current().is(name)
    }

    /// Whether any HTML element of this name, which must be a known one, is open.
    #[inline]
    pub fn contains(&self, name: NameId) -> bool {
        self.counts[name as usize] != 0
    }

    #[inline]
    fn count(&mut self, open: Open, step: u32) {
        if open.has(IN_HTML)
            && let Some(count) = self.counts.get_mut(open.name as usize)
        {
            *count = count.wrapping_add(step);
        }
    }

    #[inline]
    pub fn push(&mut self, open: Open) {
        self.count(open, 1);
        self.stack.push(open);
    }

    #[inline]
    pub fn pop(&mut self) -> Option<Open> {
        let open = self.stack.pop()?;
        self.count(open, u32::MAX);
        Some(open)
    }

    pub fn truncate(&mut self, length: usize) {
        while self.stack.len() > length {
            self.pop();
        }
    }

    pub fn remove(&mut self, index: usize) {
        if index < self.stack.len() {
            let open = self.stack.remove(index);
            self.count(open, u32::MAX);
        }
    }

    pub fn insert(&mut self, index: usize, open: Open) {
        self.count(open, 1);
        self.stack.insert(index.min(self.stack.len()), open);
    }

    /// Puts an HTML element in the place of another one of the same name.
    pub fn replace(&mut self, index: usize, node: NodeId) {
        if let Some(open) = self.stack.get_mut(index) {
            open.node = node;
        }
    }

    /// Where `node` stands on the stack; the search begins at the current element.
    #[inline]
    pub fn position(&self, node: NodeId) -> Option<usize> {
        self.stack.iter().rposition(|open| open.node == node)
    }

    pub fn remove_node(&mut self, node: NodeId) {
        if let Some(index) = self.position(node) {
            self.remove(index);
        }
    }

    /// The first special element from `index` on.
    pub fn first_special_from(&self, index: usize) -> Option<usize> {
        (index..self.stack.len()).find(|index| self.stack[*index].has(SPECIAL))
    }

    /// Pops elements up to and with the next one that `ends`.
    pub fn pop_through(&mut self, ends: impl Fn(Open) -> bool) {
        while let Some(open) = self.pop() {
            if ends(open) {
                break;
            }
        }
    }

    #[inline]
    pub fn pop_through_named(&mut self, name: NameId) {
        self.pop_through(|open| open.is(name));
    }

    /// Pops elements until the current one `ends`.
    pub fn pop_to(&mut self, ends: impl Fn(Open) -> bool) {
        while self.stack.last().is_some_and(|open| !ends(*open)) {
            self.pop();
        }
    }

    /// Pops elements whose end tags may be left out, but none named `except`.
    #[inline]
    pub fn pop_implied(&mut self, kind: Kind, except: NameId) {
        while self.stack.last().is_some_and(|open| open.has(kind) && open.name != except) {
            self.pop();
        }
    }

    /// Whether an HTML element of this name, which must be a known one, is in the scope that `kind` closes off.
    #[inline]
    pub fn in_scope(&self, name: NameId, kind: Kind) -> bool {
        self.contains(name) && self.any_in_scope(kind, |open| open.is(name))
    }

    pub fn any_in_scope(&self, kind: Kind, wanted: impl Fn(Open) -> bool) -> bool {
        for open in self.stack.iter().rev() {
            if wanted(*open) {
                return true;
            }
            if open.has(kind) {
                return false;
            }
        }
        false
    }

    /// The elements from the current one down, with their places on the stack.
    pub fn downwards(&self) -> impl Iterator<Item = (usize, Open)> + '_ {
        self.stack.iter().copied().enumerate().rev()
    }
}
