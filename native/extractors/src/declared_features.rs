//! What a page declares of itself, as numbers that the trees of page types ask for.
//!
//! In words: which groups of words its types of schema.org, its program and its address have. The groups are given by
//! `src/weft/features/declared.py`, which says what they mean.

use std::collections::HashMap;

use html::declares::Declared;
use text::addresses::{self, Address};
use text::chars::is_decimal;

/// Endings of the names of files.
const FILES: [&str; 6] = [".html", ".htm", ".php", ".asp", ".aspx", ".jsp"];
/// Characters of an address that are read.
const MAX_ADDRESS: usize = 500;

/// The groups of words as bits: what they are called stays in Python.
#[derive(Default)]
pub struct Groups {
    pub of_word: HashMap<String, u64>,
    pub count: usize,
}

impl Groups {
    /// Of each group whether it has one of the words.
    fn told<'word>(&self, words: impl Iterator<Item = &'word str>) -> impl Iterator<Item = f32> {
        let has = words.fold(0, |has, word| has | self.of_word.get(word).copied().unwrap_or(0));
        (0..self.count).map(move |group| f32::from(has >> group & 1 == 1))
    }
}

/// The words that are looked for.
#[derive(Default)]
pub struct Lists {
    pub schema: Groups,
    pub graph: Vec<String>,
    pub programs: Vec<Vec<String>>,
    pub places: Groups,
}

/// The numbers of a page that was read at an address.
pub fn numbers(declared: &Declared, url: &str, lists: &Lists) -> Vec<f32> {
    let own = [&*declared.canonical, &declared.graph_address, url];
    let address = own.into_iter().find(|address| !address.is_empty()).unwrap_or("");
    let lower: String = address.chars().take(MAX_ADDRESS).collect::<String>().to_lowercase();
    let graph = if declared.graph_type.contains("product") { "product" } else { &*declared.graph_type };
    let is_known = lists.graph.iter().any(|kind| kind == graph);
    let generator = &declared.generator;
    let is_made_by = |words: &Vec<String>| words.iter().any(|word| generator.contains(word.as_str()));
    let mut numbers: Vec<f32> = lists.schema.told(declared.types.iter().map(String::as_str)).collect();
    numbers.extend(lists.graph.iter().map(|kind| f32::from(kind == graph)));
    numbers.extend([f32::from(!graph.is_empty() && !is_known)]);
    numbers.extend([declared.article_fields as f32, declared.product_fields as f32]);
    numbers.extend(lists.programs.iter().map(|words| f32::from(!generator.is_empty() && is_made_by(words))));
    let lower = addresses::stripped(&lower);
    add_address(addresses::parts(&lower), &lists.places, &mut numbers);
    numbers
}

/// Adds the numbers of an address, if it can be read.
fn add_address(address: Option<Address>, places: &Groups, numbers: &mut Vec<f32>) {
    let is_site = |address: &Address| {
        matches!(address.scheme, "http" | "https" | "") && !(address.path.is_empty() && address.place.is_empty())
    };
    let Some(address) = address.filter(is_site) else {
        numbers.extend(std::iter::repeat_n(0.0, 2 * places.count));
        return numbers.extend([-1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    };
    let path = address.path;
    numbers.extend(places.told(words(path)));
    numbers.extend(places.told(words(address.place)));
    let steps = path.split('/').filter(|step| !step.is_empty());
    let last = steps.clone().next_back().unwrap_or("");
    let count = |wanted: fn(&u8) -> bool| last.as_bytes().iter().filter(|byte| wanted(byte)).count();
    numbers.extend([
        steps.count() as f32,
        (count(|byte| matches!(byte, b'-' | b'_')) + usize::from(!last.is_empty())) as f32,
        count(u8::is_ascii_digit) as f32,
        f32::from(has_year(path)),
        f32::from(!address.query.is_empty()),
        f32::from(path.ends_with('/')),
        f32::from(FILES.iter().any(|ending| path.ends_with(ending))),
    ]);
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_lowercase()).filter(|word| !word.is_empty())
}

/// Whether a step of a path is a year.
fn has_year(path: &str) -> bool {
    let is_year = |step: &str| {
        let digits = step.strip_prefix("19").or_else(|| step.strip_prefix("20"));
        digits.is_some_and(|digits| digits.chars().count() == 2 && digits.chars().all(is_decimal))
    };
    let mut steps: Vec<&str> = path.split('/').skip(1).collect();
    steps.pop(); // no slash follows
    steps.into_iter().any(is_year)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_are_steps() {
        assert!(has_year("/blog/2024/rain") && !has_year("/2024x/") && !has_year("/1799/") && !has_year("2024/"));
    }
}
