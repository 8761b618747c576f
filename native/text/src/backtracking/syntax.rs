//! Reads a pattern as a tree.
//!
//! In words: what the patterns of weft have of Python's syntax is known; any other sign stands for itself.

use super::sets::Set;

/// The largest count of a quantifier without one.
pub const WITHOUT_END: usize = usize::MAX;

/// A part of a pattern.
pub enum Node {
    Char(char),
    Set(Set),
    /// One behind the other.
    All(Vec<Node>),
    /// The first that fits.
    Any(Vec<Node>),
    Group(usize, Box<Node>),
    /// The text of a group once more.
    Same(usize),
    /// Whether the text goes on so, or not so.
    Look(Box<Node>, bool),
    /// Whether a word begins or ends there.
    WordEdge,
    End,
    /// One where a group has a text, another where it has none.
    If(usize, Box<Node>, Box<Node>),
    Repeat {
        node: Box<Node>,
        least: usize,
        most: usize,
        is_possessive: bool,
    },
}

/// What reads a pattern.
pub struct Reader {
    signs: Vec<char>,
    place: usize,
    names: Vec<(String, usize)>,
    /// How many groups were read.
    pub groups: usize,
}

impl Reader {
    pub fn new(pattern: &str) -> Self {
        Reader { signs: pattern.chars().collect(), place: 0, names: Vec::new(), groups: 0 }
    }

    fn next_is(&mut self, text: &str) -> bool {
        let is_there = text.chars().enumerate().all(|(at, c)| self.signs.get(self.place + at) == Some(&c));
        self.place += if is_there { text.chars().count() } else { 0 };
        is_there
    }

    fn take(&mut self) -> char {
        let sign = self.signs.get(self.place).copied().unwrap_or_default();
        self.place += 1;
        sign
    }

    /// What stands before a sign, which is passed.
    fn take_until(&mut self, end: char) -> String {
        let rest = &self.signs[self.place..];
        let text: String = rest.iter().take_while(|&&sign| sign != end).collect();
        self.place += text.chars().count() + 1;
        text
    }

    /// Alternatives, up to the end of the pattern or of the group.
    pub fn any(&mut self) -> Node {
        let mut ways = vec![self.all()];
        while self.next_is("|") {
            ways.push(self.all());
        }
        if ways.len() == 1 { ways.swap_remove(0) } else { Node::Any(ways) }
    }

    fn all(&mut self) -> Node {
        let mut parts = Vec::new();
        while let Some(&sign) = self.signs.get(self.place) {
            if matches!(sign, '|' | ')') {
                break;
            }
            let part = self.part();
            parts.push(self.repeated(part));
        }
        if parts.len() == 1 { parts.swap_remove(0) } else { Node::All(parts) }
    }

    fn part(&mut self) -> Node {
        match self.take() {
            '[' => self.set(),
            '(' => {
                let node = self.group();
                self.next_is(")");
                node
            }
            '\\' => match self.take() {
                'b' => Node::WordEdge,
                'Z' => Node::End,
                sign => {
                    let mut set = Set::default();
                    if set.add_class(sign) { Node::Set(set.made(false)) } else { Node::Char(sign) }
                }
            },
            sign => Node::Char(sign),
        }
    }

    fn set(&mut self) -> Node {
        let (is_negated, mut set) = (self.next_is("^"), Set::default());
        while self.place < self.signs.len() && !self.next_is("]") {
            let (is_escaped, first) = (self.next_is("\\"), self.take());
            if is_escaped && set.add_class(first) {
                continue;
            }
            let is_range = self.signs.get(self.place) == Some(&'-') && self.signs.get(self.place + 1) != Some(&']');
            self.place += usize::from(is_range);
            let last = if is_range { self.take() } else { first };
            set.add(first, last);
        }
        Node::Set(set.made(is_negated))
    }

    fn group(&mut self) -> Node {
        if self.next_is("?:") {
            return self.any();
        }
        if self.next_is("?=") {
            return Node::Look(Box::new(self.any()), true);
        }
        if self.next_is("?!") {
            return Node::Look(Box::new(self.any()), false);
        }
        if self.next_is("?P=") {
            let name: String = self.signs[self.place..].iter().take_while(|&&sign| sign != ')').collect();
            self.place += name.chars().count();
            return Node::Same(self.number_of(&name));
        }
        if self.next_is("?(") {
            let name = self.take_until(')');
            let group = self.number_of(&name);
            let (then, other) = (self.all(), if self.next_is("|") { self.all() } else { Node::All(Vec::new()) });
            return Node::If(group, Box::new(then), Box::new(other));
        }
        let number = self.groups;
        self.groups += 1;
        if self.next_is("?P<") {
            let name = self.take_until('>');
            self.names.push((name, number));
        }
        Node::Group(number, Box::new(self.any()))
    }

    fn number_of(&self, name: &str) -> usize {
        self.names.iter().find(|(known, _)| known == name).map_or(0, |&(_, number)| number)
    }

    fn repeated(&mut self, node: Node) -> Node {
        let (least, most) = match self.signs.get(self.place) {
            Some('*') => (0, WITHOUT_END),
            Some('+') => (1, WITHOUT_END),
            Some('?') => (0, 1),
            Some('{') => {
                self.place += 1;
                let counts: Vec<usize> = self.take_until('}').split(',').map(|one| one.parse().unwrap_or(0)).collect();
                self.place -= 1; // the last sign of a quantifier is passed below
                (counts[0], *counts.last().unwrap_or(&counts[0]))
            }
            _ => return node,
        };
        self.place += 1;
        let is_possessive = self.next_is("+");
        Node::Repeat { node: Box::new(node), least, most, is_possessive }
    }
}
