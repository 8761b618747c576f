//! Words and codes that metadata is told by; Python hands them over, so that each table stands once.

use std::collections::HashSet;

use crate::lines::{LabelWords, has_odd};
use crate::questions::{Answerer, Question};
use text::folding::lower;

/// The tables of `src/weft/metadata`, each named as there.
pub struct Words {
    /// First words of labels before an author, and the days of the week.
    pub labels: LabelWords,
    pub days: HashSet<String>,
    /// What a label before the day of a change has, and one before that of a publication.
    pub updated: Vec<String>,
    pub published: Vec<String>,
    /// Languages and regions that write the month first, and domains of English that writes the day first.
    pub month_first: Vec<String>,
    pub month_first_regions: Vec<String>,
    pub day_first_domains: Vec<String>,
    /// Languages that are told apart by little, those that pages write instead of a code, codes of none, and those that
    /// are written from right to left.
    pub alike: Vec<Vec<String>>,
    pub written: Vec<(String, String)>,
    pub no_languages: Vec<String>,
    pub from_right: Vec<String>,
}

impl Words {
    /// Whether a text says that something was changed.
    pub fn says_updated(&self, text: &str, answerer: &mut dyn Answerer) -> bool {
        says(&self.updated, text, Question::Updated, answerer)
    }

    /// Whether a text says that something was published.
    pub fn says_published(&self, text: &str, answerer: &mut dyn Answerer) -> bool {
        says(&self.published, text, Question::Published, answerer)
    }
}

/// Whether a text has one of some words, whatever their case.
fn says(words: &[String], text: &str, question: Question, answerer: &mut dyn Answerer) -> bool {
    if text.is_empty() {
        return false;
    }
    if !text.is_ascii() && has_odd(text) {
        return !answerer.ask(question, text).is_empty();
    }
    let small = lower(text);
    words.iter().any(|word| (!small.is_ascii() || word.is_ascii()) && small.contains(word.as_str()))
}
