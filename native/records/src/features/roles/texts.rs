//! What the texts of a column of records say of themselves and of each other; see `roles`.

use std::collections::HashMap;

use crate::evidence::Evidence;
use crate::features::distinct;
use text::chars::{decimal_value, is_decimal, is_digit, is_letter};
use text::hash::{any_seed, hash_bytes};
use text::short_texts::spaced;

const MAX_TEXT: usize = 160; // bytes of a text that are looked at
const MIN_SAID: i32 = 20; // characters of a text that is looked for in earlier records: shorter ones come twice by chance
const MAX_SAID: usize = 8; // texts of an element that are looked for
const COLON_REACH: usize = 12; // characters at the end of a text in which a colon is looked for
const MAX_DIGITS: usize = 11; // of a number
const FLOORS: [(&str, f64); 4] = [("楼主", 1.0), ("沙发", 2.0), ("板凳", 3.0), ("地板", 4.0)];
const RULES: [&str; 6] = ["--", "__", "==", "~~", "- ", "—"]; // what lines that are drawn begin with

/// By the hash of a text the first record that says it in its body.
pub struct FirstSpeakers {
    records: HashMap<u64, usize>,
    seed: u64,
}

/// Which record says what first in its body.
pub fn first_speakers(evidence: &Evidence, mains: &[(usize, usize)]) -> FirstSpeakers {
    let mut first = FirstSpeakers { records: HashMap::new(), seed: any_seed() };
    for (record, &(start, end)) in mains.iter().enumerate() {
        for row in (start..end).filter(|&row| can_be_said(evidence, row)) {
            let hash = first.hash(evidence, row);
            first.records.entry(hash).or_insert(record);
        }
    }
    first
}

fn can_be_said(evidence: &Evidence, row: usize) -> bool {
    evidence.page.is_text(row) && evidence.page.chars[row] >= MIN_SAID
}

impl FirstSpeakers {
    fn hash(&self, evidence: &Evidence, row: usize) -> u64 {
        let text = evidence.page.text_of(row);
        limits::tick(1 + text.len() / 8);
        hash_bytes(spaced(text.as_bytes()).as_bytes(), self.seed)
    }

    /// The share of an element's longer texts that an earlier record says.
    fn share(&self, evidence: &Evidence, (record, row): (usize, usize)) -> f64 {
        let end = evidence.page.end[row] as usize;
        if end < row + 2 {
            return 0.0;
        }
        let (mut count, mut before) = (0usize, 0usize);
        for inner in (row..end).filter(|&inner| can_be_said(evidence, inner)).take(MAX_SAID) {
            let hash = self.hash(evidence, inner);
            count += 1;
            before += usize::from(self.records.get(&hash).is_some_and(|&first| first < record));
        }
        limits::tick((end - row) / 8);
        before as f64 / count.max(1) as f64
    }
}

/// The texts of a column, and sums over them.
#[derive(Default)]
pub struct Texts {
    texts: Vec<String>,
    /// Of the characters that each row shows: the sum, the most, the sum of the squares.
    shown: (f64, f64, f64),
    words: usize,
    digits: f64,
    numeric: usize,
    numbers: Vec<f64>,
    distinct: usize,
    same_shape: usize,
    value: f64,
    colon: usize,
    dashes: usize,
    /// How often an author has a text again, and how often it is the same as his first.
    again: (usize, usize),
    said_before: f64,
}

impl Texts {
    /// The texts of these records and rows; `names` are numbers of the records' authors.
    pub fn of(evidence: &Evidence, kept: &[(usize, usize)], names: &[i64], first: Option<&FirstSpeakers>) -> Self {
        let mut its = Texts::default();
        for &(record, row) in kept {
            let text = beginning(evidence.page.text_of(row));
            limits::tick(1 + text.len() / 8);
            its.add(&text);
            its.texts.push(text);
            let shown = evidence.shown[evidence.page.end[row] as usize] - evidence.shown[row];
            its.shown = (its.shown.0 + shown, its.shown.1.max(shown), its.shown.2 + shown * shown);
            its.said_before += first.map_or(0.0, |first| first.share(evidence, (record, row)));
        }
        its.value = mean_of_logarithms(&its.numbers);
        if its.texts.len() == 1 {
            (its.distinct, its.same_shape) = (1, 1); // most columns have one text
            return its;
        }
        let texts = its.texts.iter().map(String::as_str).collect();
        (its.distinct, its.same_shape) = (distinct(texts), most_alike(&its.texts));
        its.again = again(kept, &its.texts, names);
        its
    }

    fn add(&mut self, text: &str) {
        let (mut chars, mut digits, mut has_letter) = (0usize, 0usize, false);
        for c in text.chars() {
            chars += 1;
            digits += usize::from(is_digit(c));
            has_letter |= is_letter(c);
        }
        self.words += text.split(' ').filter(|word| !word.is_empty()).count();
        self.digits += digits as f64 / chars.max(1) as f64;
        if let Some(number) = value(text) {
            self.numbers.push(number);
            self.numeric += usize::from(!has_letter);
        }
        let ends = text.ends_with('：') || text.chars().rev().take(COLON_REACH).any(|c| c == ':');
        self.colon += usize::from(ends);
        let second = text.char_indices().nth(2).map_or(text.len(), |(place, _)| place);
        self.dashes += usize::from(RULES.contains(&&text[..second]));
    }

    /// The mean logarithm of the numbers, -1 where most texts have none.
    pub fn compared(&self) -> f64 {
        if self.numbers.len() as f64 / self.texts.len() as f64 > 0.5 { self.value } else { -1.0 }
    }

    /// The features from `chars` to `zeros`, and those from `colon` to `said_before`.
    pub fn features(&self) -> ([f64; 15], [f64; 5]) {
        let count = self.texts.len() as f64;
        let mean = |sum: usize| sum as f64 / count;
        let chars = self.shown.0 / count;
        let steps = || self.numbers.windows(2).map(|pair| pair[1] - pair[0]);
        let pairs = (self.numbers.len().max(2) - 1) as f64;
        let share = |is_such: fn(f64) -> bool| steps().filter(|&step| is_such(step)).count() as f64 / pairs;
        let first = [
            chars,
            self.shown.1,
            (self.shown.2 / count - chars * chars).max(0.0).sqrt(),
            mean(self.words),
            self.digits / count,
            mean(self.numeric),
            mean(self.numbers.len()),
            mean(self.distinct),
            mean(self.same_shape),
            share(|step| step > 0.0),
            share(|step| step == 1.0),
            share(|step| step < 0.0),
            self.value,
            self.numbers.first().map_or(-1.0, |number| number.ln_1p()),
            mean(self.numbers.iter().filter(|&&number| number == 0.0).count()),
        ];
        let (again, same) = self.again;
        let same = same as f64 / again.max(1) as f64;
        (first, [mean(self.colon), mean(self.dashes), again as f64, same, self.said_before / count])
    }
}

/// The beginning of a text with single spaces.
pub fn beginning(text: &str) -> String {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    spaced(&text.as_bytes()[..end])
}

/// The one number of a text, none where it has none or several; some programs have words for the first posts.
fn value(text: &str) -> Option<f64> {
    if let Some(&(_, floor)) = FLOORS.iter().find(|&&(word, _)| word == text) {
        return Some(floor);
    }
    let start = text.find(is_decimal)?;
    let goes_on = |c: char| is_decimal(c) || matches!(c, ',' | '.' | ' ');
    let behind = text[start..].trim_start_matches(goes_on);
    if behind.contains(is_decimal) {
        return None;
    }
    let digits = || text[start..text.len() - behind.len()].chars().filter(|&c| is_decimal(c));
    let value = digits().fold(0.0, |value, digit| 10.0 * value + f64::from(decimal_value(digit)));
    (digits().count() <= MAX_DIGITS).then_some(value)
}

/// The mean of the logarithms, added as numpy adds fewer than 128 of them; -1 where there are none.
fn mean_of_logarithms(numbers: &[f64]) -> f64 {
    let (eights, rest) = numbers.split_at(numbers.len() / 8 * 8);
    let mut sums = [0.0; 8];
    for eight in eights.chunks_exact(8) {
        sums.iter_mut().zip(eight).for_each(|(sum, number)| *sum += number.ln_1p());
    }
    let [a, b, c, d, e, f, g, h] = sums;
    let whole = ((a + b) + (c + d)) + ((e + f) + (g + h));
    let total = rest.iter().fold(whole, |total, number| total + number.ln_1p());
    if numbers.is_empty() { -1.0 } else { total / numbers.len() as f64 }
}

/// How many texts at most differ in their digits alone.
fn most_alike(texts: &[String]) -> usize {
    let shape = |text: &String| {
        let mut in_digits = false;
        let digits_as_one = |c: char| {
            let is_again = std::mem::replace(&mut in_digits, is_decimal(c)) && in_digits;
            (!is_again).then_some(if in_digits { '0' } else { c })
        };
        text.chars().filter_map(digits_as_one).collect::<String>()
    };
    let mut shapes: Vec<String> = texts.iter().map(shape).collect();
    shapes.sort_unstable();
    shapes.chunk_by(|one, other| one == other).map(<[_]>::len).max().unwrap_or(0)
}

/// How often an author has a text again, and how often that is the same as his first.
fn again(kept: &[(usize, usize)], texts: &[String], names: &[i64]) -> (usize, usize) {
    let name = |place: usize| names.get(kept[place].0).copied().filter(|&name| name >= 0);
    let mut again = (0, 0);
    for place in 1..kept.len() {
        let first = name(place).and_then(|own| (0..place).find(|&other| name(other) == Some(own)));
        if let Some(first) = first {
            again = (again.0 + 1, again.1 + usize::from(texts[first] == texts[place]));
        }
    }
    again
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_texts() {
        for (text, wanted) in [
            ("#3", Some(3.0)),
            ("1,234 views", Some(1234.0)),
            ("楼主", Some(1.0)),
            ("५६", Some(56.0)),
            ("𝟏𝟘", Some(10.0)),
            ("3 of 4", None),
            ("none", None),
            ("123456789012", None),
        ] {
            assert_eq!(value(text), wanted, "{text}");
        }
    }

    #[test]
    fn means_are_those_of_all_numbers() {
        assert_eq!(mean_of_logarithms(&[]), -1.0);
        let numbers: Vec<f64> = (0..19).map(f64::from).collect();
        let wanted = numbers.iter().map(|number| number.ln_1p()).sum::<f64>() / 19.0;
        assert!((mean_of_logarithms(&numbers) - wanted).abs() < 1e-12);
    }
}
