//! Reads a pattern as a tree, with its sets of characters.
//!
//! In words: what the patterns of weft have of Python's syntax is known; any other sign stands for itself.

use crate::chars::{is_decimal, is_space, is_word};

/// A set as a pattern writes it in brackets, and those that have a letter: `\d`, `\s`, `\w` and `\W` of Unicode.
#[derive(Clone, Default)]
pub struct Set {
    /// One bit for each character of ASCII, when it is made.
    ascii: u128,
    /// First and last characters, in order and apart from each other, when it is made.
    ranges: Vec<(char, char)>,
    has_digits: bool,
    has_spaces: bool,
    has_words: bool,
    has_others: bool,
    is_negated: bool,
}

impl Set {
    /// The set of one character.
    pub fn of(c: char) -> Self {
        let mut set = Set::default();
        set.add(c, c);
        set.made(false)
    }

    /// Every character.
    pub fn all() -> Self {
        Set::default().made(true)
    }

    /// Adds the characters from one to another.
    pub fn add(&mut self, first: char, last: char) {
        if !self.is_negated {
            self.ranges.push((first, last));
        }
    }

    /// Whether it is made of all characters but some.
    pub fn is_negated(&self) -> bool {
        self.is_negated
    }

    /// Adds what a backslash and a letter stand for; no where it is no such letter.
    pub fn add_class(&mut self, letter: char) -> bool {
        match letter {
            'd' => self.has_digits = true,
            's' => self.has_spaces = true,
            'w' => self.has_words = true,
            'W' => self.has_others = true,
            _ => return false,
        }
        true
    }

    /// The set, ready to be asked; all other characters where it is negated.
    pub fn made(mut self, is_negated: bool) -> Self {
        self.ranges.sort_unstable();
        let mut ranges: Vec<(char, char)> = Vec::with_capacity(self.ranges.len());
        for (first, last) in self.ranges.drain(..) {
            match ranges.last_mut() {
                Some(before) if first as u32 <= before.1 as u32 + 1 => before.1 = before.1.max(last),
                _ => ranges.push((first, last)),
            }
        }
        self.ranges = ranges;
        self.is_negated = is_negated;
        self.ascii = (0..128).fold(0, |bits, byte: u8| bits | u128::from(self.search(char::from(byte))) << byte);
        self
    }

    /// Adds all that another set has; sets of other characters than some become every character.
    pub fn join(&mut self, other: &Set) {
        if other.is_negated || self.is_negated {
            *self = Set::all(); // nothing is added to it later
            return;
        }
        self.ranges.extend_from_slice(&other.ranges);
        self.has_digits |= other.has_digits;
        self.has_spaces |= other.has_spaces;
        self.has_words |= other.has_words;
        self.has_others |= other.has_others;
    }

    #[inline]
    pub fn contains(&self, c: char) -> bool {
        if c.is_ascii() { self.ascii >> (c as u32) & 1 == 1 } else { self.search(c) }
    }

    fn search(&self, c: char) -> bool {
        let after = self.ranges.partition_point(|&(first, _)| first <= c);
        let is_in = (after > 0 && c <= self.ranges[after - 1].1)
            || (self.has_digits && is_decimal(c))
            || (self.has_spaces && is_space(c))
            || (self.has_words && is_in_word(c))
            || (self.has_others && !is_in_word(c));
        is_in != self.is_negated
    }
}

/// Whether a character is one of `\w`.
pub fn is_in_word(c: char) -> bool {
    c == '_' || is_word(c)
}

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
