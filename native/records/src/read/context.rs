//! What a draft of a page's records reads, and what it asks of whoever knows words and dates.
//!
//! In words: a draft is what is read of a page before any field is: its regions read as posts, rows or items, the best of
//! them, and the posts of a discussion (`leading`, `thread`). Columns tell most of it. What only patterns of
//! all languages tell is asked for where it matters, many at once.

use std::collections::HashMap;

use crate::evidence::names::clean;
use crate::evidence::times::Times;
use crate::evidence::{Evidence, PageEvidence};
use crate::regions::region::Region;
use text::short_texts::spaced;
use trees::boosted::Trees;

/// A page as a draft reads it: its evidence as far as names are not asked for, and what its times mean.
pub struct Page<'page> {
    pub gathered: &'page PageEvidence,
    pub evidence: Evidence<'page>,
    /// Each of its times as it is displayed, and in the form of ISO 8601; empty where nobody knows.
    pub times: &'page Times,
    /// How much the page speaks as discussions do, and what it declares of itself.
    pub score: f64,
    pub declared: &'page [f64],
}

impl Page<'_> {
    /// What each of these times means.
    pub fn stamps_of(&self, times: &[usize]) -> Vec<&str> {
        times.iter().map(|&time| self.times.isos.get(time).map_or("", String::as_str)).collect()
    }

    /// Whether an element has classes.
    pub fn has_classes(&self, row: usize) -> bool {
        !self.evidence.page.class_tokens(row).is_empty()
    }
}

/// The trees of a draft, by what they judge.
pub struct Models<'trees> {
    pub regions: &'trees Trees,
    pub readings: &'trees Trees,
    pub lone: &'trees Trees,
    pub bodies: &'trees Trees,
    pub authors: &'trees Trees,
    pub titles: &'trees Trees,
    pub times: &'trees Trees,
    pub buttons: &'trees Trees,
    pub signatures: &'trees Trees,
    pub quotes: &'trees Trees,
    pub replies: [&'trees Trees; 2],
    pub row_authors: [&'trees Trees; 2],
    pub row_times: [&'trees Trees; 2],
}

/// What is asked of others while a page is read.
pub trait Asks {
    /// What the page declares of itself, as numbers.
    fn declared(&mut self) -> Vec<f64>;
    /// Which of these texts count replies.
    fn reply_counts(&mut self, texts: &[&str]) -> Vec<bool>;
    /// Which of these texts have a price, as they are written.
    fn price_texts(&mut self, texts: &[&str]) -> Vec<bool>;
    /// What each of these short texts can be; see `evidence::names`.
    fn kinds(&mut self, texts: &[&str]) -> Vec<u8>;
    /// The name in each text, without the label before it.
    fn names(&mut self, texts: &[&str]) -> Vec<String>;
    /// Which of these texts have a price, when their spaces are single ones.
    fn prices(&mut self, texts: &[&str]) -> Vec<bool>;
}

/// What all readings of a page share.
pub struct Context<'page> {
    pub page: &'page Page<'page>,
    pub models: &'page Models<'page>,
    /// The evidence of the page with its names.
    pub evidence: Evidence<'page>,
}

impl<'page> Context<'page> {
    /// What the readings of a page share; some of it is asked for.
    pub fn of(page: &'page Page<'page>, models: &'page Models<'page>, asks: &mut dyn Asks) -> Self {
        let evidence = page.gathered.with_names(page.evidence.page, |texts| asks.kinds(texts));
        Context { page, models, evidence }
    }

    /// The region of these ranges with their slots; there is one where the slots are theirs.
    pub fn region<'own>(&self, ranges: &'own [(i64, i64)], slot: &'own [i64]) -> Option<Region<'own>> {
        Region::new(ranges, slot, self.evidence.rows())
    }
}

/// What was found out on the way; each is asked for once.
pub struct Facts<'asks> {
    pub asks: &'asks mut dyn Asks,
    /// By row the number of the name in it, and the numbers of names; that of the empty one is 0.
    names: HashMap<usize, usize>,
    numbers: HashMap<String, usize>,
}

impl<'asks> Facts<'asks> {
    pub fn new(asks: &'asks mut dyn Asks) -> Self {
        Facts { asks, names: HashMap::new(), numbers: HashMap::new() }
    }

    /// A number for the name in each of these rows, the same for the same name; 0 for none.
    pub fn names(&mut self, page: &Page, rows: &[usize]) -> Vec<usize> {
        let (mut open, mut room) = (Vec::new(), Vec::new());
        for &row in rows {
            limits::tick(1);
            if self.names.contains_key(&row) {
                continue;
            }
            let text = spaced(page.evidence.page.bytes_of(row));
            if let Some(name) = clean(&text, &mut room) {
                self.add_name(row, name);
            } else {
                open.push(row);
            }
        }
        if !open.is_empty() {
            let texts: Vec<&str> = open.iter().map(|&row| page.evidence.page.text_of(row)).collect();
            for (row, name) in open.into_iter().zip(self.asks.names(&texts)) {
                self.add_name(row, &name);
            }
        }
        rows.iter().map(|row| self.names.get(row).copied().unwrap_or_default()).collect()
    }

    fn add_name(&mut self, row: usize, name: &str) {
        let next = self.numbers.len() + 1;
        let number = match self.numbers.get(name) {
            Some(&number) => number,
            None if name.is_empty() => 0,
            None => {
                self.numbers.insert(name.to_owned(), next);
                next
            }
        };
        self.names.insert(row, number);
    }

    /// Which texts of the page are numbers that count something: no date and no price.
    pub fn counts<'page>(&mut self, page: &Page<'page>) -> &'page [bool] {
        page.gathered.counts(&page.evidence.page, |texts| self.asks.prices(texts))
    }
}
