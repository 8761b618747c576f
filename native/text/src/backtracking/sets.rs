//! Sets of characters.

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
