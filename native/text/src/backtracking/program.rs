//! Writes the tree of a pattern as steps, and finds out with which characters a text begins that it fits.

use super::syntax::Set;
use super::syntax::{Node, Reader, WITHOUT_END};

/// A step of a program. Places are numbers of steps.
pub(super) enum Step {
    Char(char),
    Set(Box<Set>),
    /// As many characters of a set as there are, and fewer where that does not fit and it is not possessive.
    Run {
        set: Box<Set>,
        least: usize,
        most: usize,
        is_possessive: bool,
    },
    /// What follows, where the next character is one that it begins with; else, or where it does not fit, another place.
    Choice {
        first: Box<Set>,
        can_be_empty: bool,
        other: usize,
    },
    /// By the next character where to go on: characters in order.
    Switch(Vec<(char, usize)>),
    Jump(usize),
    /// A group begins (even numbers) or ends there.
    Mark(usize),
    Same(usize),
    /// Whether what follows up to `Done` fits, or does not; then the place behind it.
    Look {
        is_wanted: bool,
        behind: usize,
    },
    /// What follows up to `Done`, as often as it fits, once and for all; then the place behind it.
    Loop {
        behind: usize,
    },
    WordEdge,
    End,
    /// What follows where a group has a text, else another place.
    If {
        group: usize,
        other: usize,
    },
    Done,
}

/// A pattern, ready to be matched.
pub struct Program {
    pub(super) steps: Vec<Step>,
    groups: usize,
    first: Set,
    can_be_empty: bool,
}

impl Program {
    pub fn new(pattern: &str) -> Self {
        let mut reader = Reader::new(pattern);
        let node = reader.any();
        let (first, can_be_empty) = first_of(&node);
        let mut program = Program { steps: Vec::new(), groups: reader.groups, first, can_be_empty };
        program.write(node);
        program.steps.push(Step::Done);
        program
    }

    /// How many groups the pattern has.
    pub fn groups(&self) -> usize {
        self.groups
    }

    /// Whether a text that begins with a character can fit.
    #[inline]
    pub fn begins_with(&self, c: char) -> bool {
        self.can_be_empty || self.first.contains(c)
    }

    /// The characters that a text begins with that fits; every one where it can be empty.
    pub fn first(&self) -> Set {
        if self.can_be_empty { Set::all() } else { self.first.clone() }
    }

    fn write(&mut self, node: Node) {
        match node {
            Node::Char(c) => self.steps.push(Step::Char(c)),
            Node::Set(set) => self.steps.push(Step::Set(Box::new(set))),
            Node::All(parts) => parts.into_iter().for_each(|part| self.write(part)),
            Node::Any(ways) => self.write_any(ways),
            Node::Group(number, node) => {
                self.steps.push(Step::Mark(2 * number));
                self.write(*node);
                self.steps.push(Step::Mark(2 * number + 1));
            }
            Node::Same(group) => self.steps.push(Step::Same(group)),
            Node::Look(node, is_wanted) => {
                let at = self.hold();
                self.write(*node);
                self.steps.push(Step::Done);
                self.steps[at] = Step::Look { is_wanted, behind: self.steps.len() };
            }
            Node::WordEdge => self.steps.push(Step::WordEdge),
            Node::End => self.steps.push(Step::End),
            Node::If(group, then, other) => {
                let at = self.hold();
                self.write(*then);
                let jump = self.hold();
                self.steps[at] = Step::If { group, other: self.steps.len() };
                self.write(*other);
                self.steps[jump] = Step::Jump(self.steps.len());
            }
            Node::Repeat { node, least, most, is_possessive } => self.write_repeat(*node, least, most, is_possessive),
        }
    }

    /// A step that is not known yet.
    fn hold(&mut self) -> usize {
        self.steps.push(Step::Done);
        self.steps.len() - 1
    }

    fn write_any(&mut self, ways: Vec<Node>) {
        let mut jumps = Vec::with_capacity(ways.len());
        if let Some(heads) = distinct_heads(&ways) {
            let at = self.hold();
            let mut places = Vec::with_capacity(ways.len());
            for (head, way) in heads.into_iter().zip(ways) {
                places.push((head, self.steps.len()));
                self.write(way);
                jumps.push(self.hold());
            }
            places.sort_unstable();
            self.steps[at] = Step::Switch(places);
        } else {
            let last = ways.len() - 1;
            for (number, way) in ways.into_iter().enumerate() {
                let (first, can_be_empty) = first_of(&way);
                let at = (number < last).then(|| self.hold());
                self.write(way);
                jumps.push(self.hold());
                if let Some(at) = at {
                    self.steps[at] = Step::Choice { first: Box::new(first), can_be_empty, other: self.steps.len() };
                }
            }
        }
        let end = self.steps.len();
        jumps.into_iter().for_each(|jump| self.steps[jump] = Step::Jump(end));
    }

    fn write_repeat(&mut self, node: Node, least: usize, most: usize, is_possessive: bool) {
        let set = match node {
            Node::Char(c) => Set::of(c),
            Node::Set(set) => set,
            node => {
                let at = self.hold();
                let (first, can_be_empty) = first_of(&node);
                self.write(node);
                if most == WITHOUT_END {
                    self.steps.push(Step::Done);
                }
                let behind = self.steps.len();
                self.steps[at] = match most {
                    WITHOUT_END => Step::Loop { behind },
                    _ => Step::Choice { first: Box::new(first), can_be_empty, other: behind },
                };
                return;
            }
        };
        self.steps.push(Step::Run { set: Box::new(set), least, most, is_possessive });
    }
}

/// The first characters of alternatives, where each begins with another one: then no more than one of them fits.
fn distinct_heads(ways: &[Node]) -> Option<Vec<char>> {
    let head = |way: &Node| match way {
        Node::Char(c) => Some(*c),
        Node::All(parts) => match parts.first() {
            Some(Node::Char(c)) => Some(*c),
            _ => None,
        },
        _ => None,
    };
    let heads: Vec<char> = ways.iter().map(head).collect::<Option<_>>()?;
    let mut ordered = heads.clone();
    ordered.sort_unstable();
    ordered.dedup();
    (ordered.len() == heads.len()).then_some(heads)
}

/// The characters that a text begins with that fits a part, and whether it can be empty.
fn first_of(node: &Node) -> (Set, bool) {
    let mut set = Set::default();
    let can_be_empty = add_first(node, &mut set);
    let is_all = set.is_negated();
    (set.made(is_all), can_be_empty)
}

fn add_first(node: &Node, set: &mut Set) -> bool {
    match node {
        Node::Char(c) => set.add(*c, *c),
        Node::Set(other) => set.join(other),
        Node::All(parts) => return parts.iter().all(|part| add_first(part, set)),
        // Every way is asked, for each adds its characters.
        Node::Any(ways) => return ways.iter().filter(|way| add_first(way, set)).count() > 0,
        Node::Group(_, node) => return add_first(node, set),
        Node::If(_, then, other) => {
            let is_then = add_first(then, set);
            return add_first(other, set) || is_then;
        }
        Node::Repeat { node, least, .. } => return add_first(node, set) || *least == 0,
        Node::Same(_) | Node::Look(..) | Node::WordEdge | Node::End => return true,
    }
    false
}
