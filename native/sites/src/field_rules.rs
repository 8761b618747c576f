//! Field rules: the values that a template's locators name on a page.
//!
//! In words: the texts at the paths of rules and labels are read in the order of the page. A text that the template
//! prints as a label is one; any other stands under its own label, such as "Price:" at its beginning, or under the last one
//! before it. It has an ordinal among the texts of its path, and one among those under the same label; a rule names
//! one of both. `src/weft/templates/fields.py` reads the attributes.

use std::collections::HashMap;

use crate::stable_paths::{StablePaths, Wanted, rows_at, texts_at};
use html::page_view::PageView;
use text::chars::{is_digit, is_space};
use text::hash::OfHashes;

/// Characters of a label that begins the text of its value.
const MAX_LABEL: usize = 40;
/// The number of the label of texts before any label.
const NO_LABEL: u32 = 0;
/// What stands for a label where a rule asks for none, and for one that the template does not print.
const ANY: u32 = u32::MAX;
const UNKNOWN: u32 = u32::MAX - 1;

/// What a rule asks for: a path, a label (none: any), an ordinal; and what is no part of the value.
pub struct Rule {
    pub path: u64,
    pub after: Option<String>,
    pub nth: u32,
    /// The text as it stands, with its label.
    pub whole: bool,
    pub prefix: String,
    pub suffix: String,
}

/// The value of a rule.
#[derive(Debug, PartialEq)]
pub struct Value {
    pub rule: usize,
    pub row: i32,
    pub text: String,
}

/// The texts that a template prints as labels, by their path, each with its number.
pub struct Labels {
    printed: HashMap<u64, HashMap<String, u32>, OfHashes>,
    numbers: HashMap<String, u32>,
}

impl Labels {
    pub fn new(labels: Vec<(u64, Vec<String>)>) -> Self {
        let mut made = Labels { printed: HashMap::default(), numbers: HashMap::from([(String::new(), NO_LABEL)]) };
        for (path, printed) in labels {
            for label in printed {
                let next = made.numbers.len() as u32;
                let number = *made.numbers.entry(label.clone()).or_insert(next);
                made.printed.entry(path).or_default().insert(label, number);
            }
        }
        made
    }
}

/// The label that a text stands under, with the row that prints it; the ordinals of the text, from 1, among those of its path
/// and among those under the same label; the text without a label that it begins with.
pub struct Labelled<'a> {
    pub label: &'a str,
    pub label_row: i32,
    pub nth: u32,
    pub nth_under: u32,
    pub value: &'a str,
    number: u32,
}

/// Reads the texts of a page in their order.
pub struct Reader<'a> {
    labels: &'a Labels,
    label: (&'a str, u32, i32),
    by_path: HashMap<u64, u32>,
    by_label: HashMap<(u64, u32), u32>,
}

impl<'a> Reader<'a> {
    pub fn new(labels: &'a Labels) -> Self {
        Reader { labels, label: ("", NO_LABEL, -1), by_path: HashMap::new(), by_label: HashMap::new() }
    }

    /// The next text; none where it is a label itself. Labels and not ordinals tell the rows of a table apart, because a page
    /// leaves out the rows it has no value for.
    pub fn read(&mut self, row: i32, path: u64, text: &'a str) -> Option<Labelled<'a>> {
        let mut value = text;
        if let Some(printed) = self.labels.printed.get(&path) {
            if let Some((own, &number)) = printed.get_key_value(text) {
                self.label = (own, number, row);
                return None;
            }
            let (head, tail) = split_label(text);
            if let Some((own, &number)) = printed.get_key_value(head) {
                self.label = (own, number, row);
                value = tail;
            }
        }
        let (label, number, label_row) = self.label;
        let nth = count(self.by_path.entry(path).or_insert(0));
        let nth_under = count(self.by_label.entry((path, number)).or_insert(0));
        Some(Labelled { label, label_row, nth, nth_under, value, number })
    }
}

pub struct FieldRules {
    paths: StablePaths,
    rules: Vec<Rule>,
    labels: Labels,
    /// The numbers of the rules by path, label and ordinal.
    asked: HashMap<(u64, u32, u32), Vec<usize>>,
    texts: Wanted,
    attributes: Wanted,
    has_attributes: bool,
}

impl FieldRules {
    /// `labels` are the texts that are printed as labels at each path, `attributes` the paths of rules that take one.
    pub fn new(tokens: &[String], rules: Vec<Rule>, labels: Vec<(u64, Vec<String>)>, attributes: Vec<u64>) -> Self {
        let texts = rules.iter().map(|rule| rule.path).chain(labels.iter().map(|(path, _)| *path));
        let texts = Wanted::new(texts.collect());
        let labels = Labels::new(labels);
        let mut asked: HashMap<_, Vec<usize>> = HashMap::new();
        for (number, rule) in rules.iter().enumerate() {
            let label = |label: &String| labels.numbers.get(label).copied().unwrap_or(UNKNOWN);
            let label = rule.after.as_ref().map_or(ANY, label);
            asked.entry((rule.path, label, rule.nth)).or_default().push(number);
        }
        let has_attributes = !attributes.is_empty();
        let (paths, attributes) = (StablePaths::new(tokens), Wanted::new(attributes));
        FieldRules { paths, rules, labels, asked, texts, attributes, has_attributes }
    }

    /// The values of the rules by texts, in the order of the rules, and the rows, with their paths, of which an attribute
    /// may be taken.
    pub fn find(&self, page: &PageView, most: i32) -> FoundFields {
        let paths = self.paths.paths(page);
        let taken = if self.has_attributes { rows_at(&paths, &self.attributes) } else { Vec::new() };
        let taken = taken.into_iter().map(|row| (row, paths[row as usize])).collect();
        let mut found: Vec<Option<(i32, &str)>> = vec![None; self.rules.len()];
        let texts = texts_at(page, &paths, &self.texts, most);
        let mut reader = Reader::new(&self.labels);
        for (row, text) in &texts {
            limits::tick(1);
            let path = paths[*row as usize];
            let Some(read) = reader.read(*row, path, text) else { continue };
            for key in [(path, ANY, read.nth), (path, read.number, read.nth_under)] {
                for &number in self.asked.get(&key).map_or(&[][..], Vec::as_slice) {
                    let rule = &self.rules[number];
                    found[number] = Some((*row, if rule.whole { text } else { rule.part(read.value) }));
                }
            }
        }
        let values = found.into_iter().enumerate().filter_map(|(rule, value)| value.map(|value| (rule, value)));
        let values = values.map(|(rule, (row, text))| Value { rule, row, text: text.to_owned() }).collect();
        FoundFields { values, taken }
    }
}

/// What the rules find on a page.
pub struct FoundFields {
    pub values: Vec<Value>,
    pub taken: Vec<(i64, u64)>,
}

fn count(number: &mut u32) -> u32 {
    *number += 1;
    *number
}

impl Rule {
    /// The value without what is printed around it on every page.
    fn part<'text>(&self, value: &'text str) -> &'text str {
        if self.prefix.is_empty() && self.suffix.is_empty() {
            return value;
        }
        if !value.starts_with(&self.prefix) || !value.ends_with(&self.suffix) {
            return value;
        }
        value.get(self.prefix.len()..value.len() - self.suffix.len()).unwrap_or_default().trim_matches(is_space)
    }
}

/// The label that a text may begin with, colon included, and the rest; an empty label where there is none. The colons of
/// times and addresses end no label.
pub fn split_label(text: &str) -> (&str, &str) {
    let colon = text.char_indices().take(MAX_LABEL).find(|&(_, c)| matches!(c, ':' | '：'));
    let Some((place, colon)) = colon else { return ("", text) };
    let (head, tail) = text.split_at(place + colon.len_utf8());
    let before = text[..place].chars().next_back();
    if tail.is_empty() || tail.starts_with("//") || before.is_none_or(is_digit) {
        return ("", text);
    }
    (head, tail.trim_start_matches(is_space))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_end_with_a_colon_that_is_none_of_times_and_addresses() {
        for (text, label, rest) in [
            ("Publisher: Penguin", "Publisher:", "Penguin"),
            ("出版社：企鹅", "出版社：", "企鹅"),
            ("12:30", "", "12:30"),
            ("١٢:30", "", "١٢:30"),
            ("http://weft.example", "", "http://weft.example"),
            (": one", "", ": one"),
            ("Price:", "", "Price:"),
            ("a: b: c", "a:", "b: c"),
            ("", "", ""),
        ] {
            assert_eq!(split_label(text), (label, rest), "{text:?}");
        }
        let long = format!("{}: x", "é".repeat(MAX_LABEL));
        assert_eq!(split_label(&long), ("", &*long));
        let short = format!("{}: x", "é".repeat(MAX_LABEL - 1));
        assert_eq!(split_label(&short).1, "x");
    }

    #[test]
    fn what_is_printed_around_a_value_is_no_part_of_it() {
        let rule = |prefix: &str, suffix: &str| Rule {
            path: 0,
            after: None,
            nth: 1,
            whole: false,
            prefix: prefix.to_owned(),
            suffix: suffix.to_owned(),
        };
        for (prefix, suffix, value, part) in [
            ("$", "", "$ 5", "5"),
            ("", " kg", "2 kg", "2"),
            ("$", " kg", "5 kg", "5 kg"),
            ("ab", "bc", "abc", ""),
            ("", "", " x", " x"),
        ] {
            assert_eq!(rule(prefix, suffix).part(value), part, "{value:?}");
        }
    }
}
