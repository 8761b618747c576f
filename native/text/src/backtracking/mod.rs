//! Patterns as Python's `re` writes them, matched by backtracking: groups, back references, looks ahead and possessive
//! quantifiers, which no automaton has.
//!
//! In words: a pattern is read as a tree (`syntax`), the tree is written as steps (`program`), and a machine goes through
//! the steps; where one does not fit, it goes back to the last choice. The patterns are weft's own. A loop over more than one
//! character is possessive in all of them, so that no choice is left open for each turn, and what is open at once is as many
//! choices as the pattern has, however long the text is.

mod program;
mod syntax;

pub use program::Program;
use program::Step;
pub use syntax::{Set, is_in_word};

const NOWHERE: usize = usize::MAX;

/// What is done where a step does not fit: the last of these first.
#[derive(Clone, Copy)]
enum Open {
    /// Go on at another step, from a place of the text.
    Choice { step: usize, place: usize },
    /// Take one character of a run less.
    Run { step: usize, least: usize, place: usize },
    /// A mark is what it was.
    Mark { mark: usize, place: usize },
}

/// Choices that are open at once in most matches.
const USUAL_ROOM: usize = 32;

/// What a match needs room for; it is used again.
pub struct Machine {
    open: Vec<Open>,
    marks: Vec<usize>,
    /// How many steps were taken, and characters of runs passed.
    pub steps: usize,
}

impl Default for Machine {
    fn default() -> Self {
        Machine { open: Vec::with_capacity(USUAL_ROOM), marks: Vec::with_capacity(USUAL_ROOM), steps: 0 }
    }
}

impl Machine {
    /// Where the match of a program ends that begins at a place of a text.
    pub fn run(&mut self, program: &Program, text: &[char], start: usize) -> Option<usize> {
        self.open.clear();
        self.marks.clear();
        self.marks.resize(2 * program.groups(), NOWHERE);
        self.go(program, text, 0, start)
    }

    /// Where a group of the last match begins and ends.
    pub fn group(&self, group: usize) -> Option<(usize, usize)> {
        let (start, end) = (self.marks.get(2 * group).copied()?, self.marks.get(2 * group + 1).copied()?);
        (start != NOWHERE && end != NOWHERE).then_some((start, end))
    }

    /// Where the steps from one to the next `Done` end. What they leave open is closed.
    fn go(&mut self, program: &Program, text: &[char], step: usize, place: usize) -> Option<usize> {
        let base = self.open.len();
        let (mut step, mut place) = (step, place);
        loop {
            self.steps += 1;
            let next = match &program.steps[step] {
                Step::Done => {
                    self.close(base);
                    return Some(place);
                }
                Step::Char(c) => (text.get(place) == Some(c)).then(|| (step + 1, place + 1)),
                Step::Set(set) => text.get(place).is_some_and(|&c| set.contains(c)).then(|| (step + 1, place + 1)),
                Step::Jump(to) => Some((*to, place)),
                Step::Switch(places) => text.get(place).and_then(|c| {
                    let found = places.binary_search_by_key(c, |&(head, _)| head).ok()?;
                    Some((places[found].1, place))
                }),
                Step::Mark(mark) => {
                    self.mark(*mark, place);
                    Some((step + 1, place))
                }
                Step::Choice { first, can_be_empty, other } => {
                    if *can_be_empty || text.get(place).is_some_and(|&c| first.contains(c)) {
                        self.open.push(Open::Choice { step: *other, place });
                        Some((step + 1, place))
                    } else {
                        Some((*other, place))
                    }
                }
                Step::End => (place == text.len()).then_some((step + 1, place)),
                Step::WordEdge => is_word_edge(text, place).then_some((step + 1, place)),
                Step::If { group, other } => {
                    Some((if self.group(*group).is_some() { step + 1 } else { *other }, place))
                }
                Step::Same(group) => self.same(text, *group, place).map(|end| (step + 1, end)),
                Step::Run { .. } => self.pass_run(program, text, step, place).map(|end| (step + 1, end)),
                Step::Look { is_wanted, behind } => {
                    let fits = self.go(program, text, step + 1, place).is_some();
                    (fits == *is_wanted).then_some((*behind, place))
                }
                Step::Loop { behind } => {
                    while let Some(end) = self.go(program, text, step + 1, place).filter(|&end| end > place) {
                        place = end;
                    }
                    Some((*behind, place))
                }
            };
            match next.or_else(|| self.go_back(base)) {
                Some(next) => (step, place) = next,
                None => return None,
            }
        }
    }

    fn mark(&mut self, mark: usize, place: usize) {
        self.open.push(Open::Mark { mark, place: self.marks[mark] });
        self.marks[mark] = place;
    }

    /// Where the run of a step ends; what it may leave to others is open.
    fn pass_run(&mut self, program: &Program, text: &[char], step: usize, place: usize) -> Option<usize> {
        let Step::Run { set, least, most, is_possessive } = &program.steps[step] else { return None };
        let rest = text.get(place..).unwrap_or_default();
        let length = rest.iter().take(*most).take_while(|&&c| set.contains(c)).count();
        self.steps += length;
        if length > *least && !is_possessive {
            self.open.push(Open::Run { step: step + 1, least: place + least, place: place + length });
        }
        (length >= *least).then_some(place + length)
    }

    fn same(&self, text: &[char], group: usize, place: usize) -> Option<usize> {
        let (start, end) = self.group(group)?;
        text.get(place..)?.starts_with(&text[start..end]).then_some(place + end - start)
    }

    /// The last choice that is open: the step and the place to go on from.
    fn go_back(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.open.len() > base {
            match self.open.pop()? {
                Open::Choice { step, place } => return Some((step, place)),
                Open::Mark { mark, place } => self.marks[mark] = place,
                Open::Run { step, least, place } => {
                    if place - 1 > least {
                        self.open.push(Open::Run { step, least, place: place - 1 });
                    }
                    return Some((step, place - 1));
                }
            }
        }
        None
    }

    /// Closes the choices above a base. What marks were stays known, for choices that were open before.
    fn close(&mut self, base: usize) {
        let mut kept = base;
        for at in base..self.open.len() {
            if matches!(self.open[at], Open::Mark { .. }) {
                self.open[kept] = self.open[at];
                kept += 1;
            }
        }
        self.open.truncate(kept);
    }
}

fn is_word_edge(text: &[char], place: usize) -> bool {
    let before = place.checked_sub(1).and_then(|before| text.get(before)).is_some_and(|&c| is_in_word(c));
    before != text.get(place).is_some_and(|&c| is_in_word(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(pattern: &str, text: &str) -> Option<Vec<Option<String>>> {
        let text: Vec<char> = text.chars().collect();
        let (program, mut machine) = (Program::new(pattern), Machine::default());
        let end = machine.run(&program, &text, 0)?;
        let shown = |span: (usize, usize)| text[span.0..span.1].iter().collect::<String>();
        let own = (0..program.groups()).map(|group| machine.group(group).map(shown));
        Some(std::iter::once(Some(shown((0, end)))).chain(own).collect())
    }

    #[test]
    fn patterns_match_as_pythons() {
        let some = |texts: &[&str]| Some(texts.iter().map(|&text| Some(text.to_string())).collect::<Vec<_>>());
        assert_eq!(groups(r"(\d\d?)(?P<sep>[-/])(\d\d?)(?P=sep)(\d{4}|\d\d)(?!\d)", "4-5-2022 "), {
            some(&["4-5-2022", "4", "-", "5", "2022"])
        });
        assert_eq!(groups(r"(\d\d?)(?P<sep>[-/])(\d\d?)(?P=sep)(\d{4}|\d\d)(?!\d)", "4-5/2022"), None);
        assert_eq!(groups(r"a\s*+ b", "a  b"), None);
        assert_eq!(groups(r"a\s* b", "a  b"), some(&["a  b"]));
        assert_eq!(groups(r"(?:ab|a)(?:bc)?\Z", "abc"), some(&["abc"]));
        assert_eq!(groups(r"(?:h(?:ours|our|)|m(?:in))(?![^\W\d_])", "hour9"), some(&["hour"]));
        assert_eq!(groups(r"(?:h(?:ours|our|)|m(?:in))(?![^\W\d_])", "houry"), None);
        assert_eq!(groups(r"x(?P<at>@)?1(?(at)2|(?=3))", "x@12"), some(&["x@12", "@"]));
        assert_eq!(groups(r"x(?P<at>@)?1(?(at)2|(?=3))", "x13"), Some(vec![Some("x1".into()), None]));
        assert_eq!(groups(r"x(?P<at>@)?1(?(at)2|(?=3))", "x12"), None);
        assert_eq!(groups(r"(?:[\s,]|de\s)*+(\d+)", ", de  7"), some(&[", de  7", "7"]));
        assert_eq!(groups(r"(?:a(?=(b))|ab)\Z", "ab"), Some(vec![Some("ab".into()), None]));
        assert_eq!(groups(r"[ap]\.?m\b\.?", "p.m."), some(&["p.m."]));
        assert_eq!(groups(r"[ap]\.?m\b\.?", "pmx"), None);
        assert_eq!(groups(r"a{1,2}(a)", "aaa"), some(&["aaa", "a"]));
    }

    #[test]
    fn patterns_tell_what_they_begin_with() {
        for (pattern, fits, others) in [(r"(?:sep)?(\d|月)", "s5月", "x "), (r"(?=\d)(?:半|[a-c]?)x", "半acx", "5")]
        {
            let program = Program::new(pattern);
            assert!(fits.chars().all(|c| program.begins_with(c)), "{pattern}");
            assert!(!others.chars().any(|c| program.begins_with(c)), "{pattern}");
        }
        assert!(Program::new(r"\s?").begins_with('x'));
    }
}
