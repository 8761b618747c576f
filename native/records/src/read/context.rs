//! What a draft of a page's records reads, and what it asks of whoever knows words and dates.
//!
//! In words: a draft is what is read of a page before any field is: its regions read as posts, rows or items, the best of
//! them, and the posts of a discussion (`leading`, `thread`). Columns tell most of it. What only patterns of
//! all languages tell is asked for where it matters, many at once.

use std::collections::HashMap;

use super::source::{Gathered, Source};
use super::{post_blocks, views};
use crate::evidence::name_texts::{self, clean};
use crate::evidence::{counts, names};
use crate::features::title_features::{self, text_of};
use crate::features::{authors, roles, slot_features};
use crate::regions::aligned_rows::Region;
use crate::regions::{lone_posts, slots};
use html::names::name;
use text::short_texts::spaced;
use trees::boosted::Trees;

/// The columns of a page that a draft reads.
pub struct Page<'page> {
    pub slots: slot_features::Columns<'page>,
    pub titles: title_features::Columns<'page>,
    pub aligned: slots::Columns<'page>,
    pub said: post_blocks::Columns<'page>,
    pub search: views::SearchColumns<'page>,
    /// Which tokens part a signature or a quote from a body, however few records have one.
    pub telling: &'page [bool],
    pub link_kinds: &'page [u8],
    pub text_rows: &'page [i64],
    pub sums: [&'page [f64]; crate::evidence::sums::SUMS],
    /// The rows of the times in document order, and each as it is displayed.
    pub times: &'page [i64],
    pub time_texts: &'page [&'page str],
    /// What each means, in the form of ISO 8601; empty where nobody knows.
    pub stamps: &'page [&'page str],
    /// How much the page speaks as discussions do, and what it declares of itself.
    pub score: f64,
    pub declared: &'page [f64],
}

impl<'page> Page<'page> {
    /// The columns of a page with these texts and meanings of times, of this score, that declares this.
    pub fn of(
        source: &Source<'page>,
        its: &Gathered<'page>,
        [time_texts, stamps]: [&'page [&'page str]; 2],
        (score, declared): (f64, &'page [f64]),
    ) -> Self {
        Page {
            slots: source.slotted(its.flags, its.evidence),
            titles: source.titled(its.flags, its.evidence),
            aligned: source.aligned(&its.evidence.is_time),
            said: source.said_blocks(its.flags),
            search: source.searched(),
            telling: its.telling,
            link_kinds: its.link_kinds,
            text_rows: &its.evidence.text_rows,
            sums: its.sums,
            times: its.times,
            time_texts,
            stamps,
            score,
            declared,
        }
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.slots.tag.len()
    }

    /// The index of the time in a row.
    pub fn time_in(&self, row: usize) -> usize {
        self.times.partition_point(|&time| time < row as i64)
    }

    /// What each of these times means.
    pub fn stamps_of(&self, times: &[usize]) -> Vec<&str> {
        times.iter().map(|&time| self.stamps.get(time).copied().unwrap_or_default()).collect::<Vec<_>>()
    }

    /// The sum of one of the measures over a range of rows.
    pub fn sum(&self, measure: usize, (start, end): (usize, usize)) -> f64 {
        self.sums[measure][end] - self.sums[measure][start]
    }

    /// Whether an element has classes.
    pub fn has_classes(&self, row: usize) -> bool {
        !self.aligned.classes(row).is_empty()
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
    /// What each of these short texts can be; see `name_texts`.
    fn kinds(&mut self, texts: &[&str]) -> Vec<u8>;
    /// The name in each text, without the label before it.
    fn names(&mut self, texts: &[&str]) -> Vec<String>;
    /// Which of these texts have a price, when their spaces are single ones.
    fn prices(&mut self, texts: &[&str]) -> Vec<bool>;
}

/// Which texts of a page can be names, which begin with a label, which say nothing; and the score of each as a name.
pub struct PageNames {
    pub can_be: Vec<bool>,
    pub labelled: Vec<bool>,
    pub says_nothing: Vec<bool>,
    pub marks: Vec<f64>,
}

impl PageNames {
    fn of(page: &Page, asks: &mut dyn Asks) -> Self {
        let columns = name_columns(page);
        let spans = (page.slots.text_start, page.slots.text_end);
        let mut short = names::short_texts(&columns, page.slots.text, spans);
        ask_kinds(page, &mut short, asks);
        let blank = || vec![false; page.rows()];
        let (mut can_be, mut labelled, mut says_nothing) = (blank(), blank(), blank());
        for (place, &row) in short.rows.iter().enumerate() {
            let (row, kind) = (row as usize, short.kinds[place]);
            can_be[row] = short.can_be[place] && kind & name_texts::CAN_BE > 0;
            labelled[row] = kind & name_texts::LABELLED > 0;
            says_nothing[row] = short.quiet[place] || kind & name_texts::SHORT_LABEL > 0;
        }
        let rows = short.rows.iter().copied().filter(|&row| labelled[row as usize]).collect::<Vec<_>>();
        let marks = names::marks(&columns, page.link_kinds, &rows);
        PageNames { can_be, labelled, says_nothing, marks }
    }
}

fn name_columns<'page>(page: &Page<'page>) -> names::Columns<'page> {
    let slot_features::Columns { tag, parent, depth, chars, hidden, raw, flags, is_date, is_title, .. } = page.slots;
    let link = page.titles.link;
    names::Columns { tag, parent, depth, chars, hidden, raw, flags, is_date, is_title, link }
}

/// Asks what those of the short texts can be that the kernel cannot tell.
fn ask_kinds(page: &Page, short: &mut names::Short, asks: &mut dyn Asks) {
    let open = |place: &usize| short.kinds[*place] == name_texts::ASKS;
    let places = (0..short.rows.len()).filter(open).collect::<Vec<_>>();
    if places.is_empty() {
        return;
    }
    let texts = places.iter().map(|&place| text_of(&page.titles, short.rows[place] as usize)).collect::<Vec<_>>();
    for (place, kind) in places.into_iter().zip(asks.kinds(&texts)) {
        short.kinds[place] = kind;
    }
}

/// What all readings of a page share.
pub struct Context<'page> {
    pub page: &'page Page<'page>,
    pub models: &'page Models<'page>,
    pub names: PageNames,
    /// Running sum of the characters that are shown.
    pub shown: Vec<f64>,
}

impl<'page> Context<'page> {
    /// What the readings of a page share; some of it is asked for.
    pub fn of(page: &'page Page<'page>, models: &'page Models<'page>, asks: &mut dyn Asks) -> Self {
        Context { page, models, names: PageNames::of(page, asks), shown: shown(page) }
    }

    /// What authors are told by.
    pub fn authors(&self) -> authors::Columns<'_> {
        let PageNames { can_be, marks, .. } = &self.names;
        authors::Columns { titles: self.page.titles, can_be, marks, link_kinds: self.page.link_kinds }
    }

    /// What the other roles are told by.
    pub fn roles(&self) -> roles::Columns<'_> {
        let page = self.page;
        roles::Columns {
            titles: page.titles,
            end: page.slots.end,
            class_start: page.aligned.class_start,
            class_token: page.aligned.class_token,
            is_date: page.slots.is_date,
            framed: page.slots.framed,
            link_kinds: page.link_kinds,
            shown: &self.shown,
        }
    }

    /// What posts alone are told by.
    pub fn lone(&self) -> lone_posts::Columns<'_> {
        let slot_features::Columns { tag, parent, end, depth, chars, step, flags, is_title, weights, .. } =
            self.page.slots;
        lone_posts::Columns {
            tag,
            parent,
            end,
            depth,
            chars,
            step,
            flags,
            is_title,
            weights,
            link: self.page.titles.link,
            link_kinds: self.page.link_kinds,
            can_be_name: &self.names.can_be,
            name_marks: &self.names.marks,
            times: self.page.times,
            sums: self.page.sums,
        }
    }

    /// The slots of some records.
    pub fn align(&self, ranges: &[(i64, i64)]) -> slots::Slots {
        slots::align(&self.page.aligned, ranges, self.page.telling)
    }

    /// The region of these ranges with their slots; there is one where the slots are theirs.
    pub fn region<'own>(&self, ranges: &'own [(i64, i64)], slot: &'own [i64]) -> Option<Region<'own>> {
        Region::new(ranges, slot, self.page.rows())
    }
}

fn shown(page: &Page) -> Vec<f64> {
    let slot_features::Columns { tag, chars, hidden, raw, .. } = page.slots;
    let mut sums = Vec::with_capacity(tag.len() + 1);
    let mut sum = 0.0;
    sums.push(sum);
    for row in 0..tag.len() {
        let is_shown = tag[row] == name::TEXT && !raw[row] && !hidden[row];
        sum += if is_shown { f64::from(chars[row]) } else { 0.0 };
        sums.push(sum);
    }
    sums
}

/// What was found out on the way; each is asked for once.
pub struct Facts<'asks> {
    pub asks: &'asks mut dyn Asks,
    /// By row the number of the name in it, and the numbers of names; that of the empty one is 0.
    names: HashMap<usize, usize>,
    numbers: HashMap<String, usize>,
    counts: Option<Vec<bool>>,
}

impl<'asks> Facts<'asks> {
    pub fn new(asks: &'asks mut dyn Asks) -> Self {
        Facts { asks, names: HashMap::new(), numbers: HashMap::new(), counts: None }
    }

    /// A number for the name in each of these rows, the same for the same name; 0 for none.
    pub fn names(&mut self, page: &Page, rows: &[usize]) -> Vec<usize> {
        let (mut open, mut room) = (Vec::new(), Vec::new());
        for &row in rows {
            limits::tick(1);
            if self.names.contains_key(&row) {
                continue;
            }
            let text = spaced(text_of(&page.titles, row).as_bytes());
            if let Some(name) = clean(&text, &mut room) {
                self.add_name(row, name);
            } else {
                open.push(row);
            }
        }
        if !open.is_empty() {
            let texts = open.iter().map(|&row| text_of(&page.titles, row)).collect::<Vec<_>>();
            for (row, name) in open.into_iter().zip(self.asks.names(&texts)) {
                self.add_name(row, &name);
            }
        }
        rows.iter().map(|row| self.names.get(row).copied().unwrap_or_default()).collect::<Vec<_>>()
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
    pub fn counts(&mut self, page: &Page) -> &[bool] {
        if self.counts.is_none() {
            self.counts = Some(self.find_counts(page));
        }
        self.counts.as_deref().unwrap_or_default()
    }

    fn find_counts(&mut self, page: &Page) -> Vec<bool> {
        let slot_features::Columns { text, tag, text_start, text_end, chars, hidden, is_date, .. } = page.slots;
        let columns = counts::Columns { text, tag, text_start, text_end, chars, hidden };
        let rows = counts::count_rows(&columns);
        let mut counts = vec![false; page.rows()];
        rows.iter().for_each(|&row| counts[row as usize] = !is_date[row as usize]);
        let worded = rows.iter().map(|&row| row as usize).filter(|&row| counts::has_words(&columns, row));
        let worded = worded.collect::<Vec<_>>();
        if !worded.is_empty() {
            let texts = worded.iter().map(|&row| text_of(&page.titles, row)).collect::<Vec<_>>();
            for (row, is_price) in worded.into_iter().zip(self.asks.prices(&texts)) {
                counts[row] &= !is_price;
            }
        }
        counts
    }
}
