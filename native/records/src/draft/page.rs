//! The records of a page from its table to their draft, in one go: what marks them, the evidence, the regions, what these
//! are read as (see `records/find.py`).
//!
//! In words: mark the page, and find which texts are times. Search the regions that times, names or counts of replies
//! mark, and the lists, and leave out those of which nothing can become. Where none is left, and no post can stand alone,
//! that is all. Else gather what the words say of every row, align the records of the regions, and draft what they are.
//! What only patterns of all languages tell is asked for (`context::Asks`).

use std::sync::Arc;

use super::run::{Drafted, draft};
use crate::evidence::marks::{self, Marks};
use crate::evidence::rows::{self, Evidence};
use crate::evidence::times::{self, Times};
use crate::evidence::{links, sums};
use crate::features::region_features;
use crate::read::context::{Asks, Models, Page};
use crate::read::reading::told_of_items;
use crate::read::source::{Gathered, Source, Sums, Telling};
use crate::read::views::{self, Aligned, Gate, Searched, View};
use html::names::name;
use text::class_words::{AUTHOR, EDITED, PAGER, QUOTE, SIGNATURE};
use text::dates::Reference;

const MAIN_SHARE: f64 = 0.4; // of the page's text that rows must hold to be its matter where it is no discussion
const MIN_SHARE: f64 = 0.02; // the same of any marked region
const DISCUSSION: i32 = 0; // score of a page from which on its small regions and posts alone are worth reading
const NEARLY: f64 = 1e-9; // less than this is no difference between what trees say
const MIN_WORTH: f64 = 0.05 - NEARLY; // expected share of the true records from which on a region is read
const MIN_OTHER: f64 = 0.25 - NEARLY; // the same of items: what repeats beside the main records is a region from here on
const MIN_PRICES: usize = 3; // what fewer prices mark is no list
const LAST_YEAR: i64 = 2099; // of times without a reference time
const YEARS_AHEAD: i64 = 2; // of times after the reference time
const MAX_NAME_LENGTH: i32 = 40; // characters, as in records/names.py

/// What was found on the way to the draft; what nobody needed is not there.
pub struct PageRecords {
    pub marks: Arc<Marks>,
    pub times: Arc<Times>,
    /// Whether times, names or counts of replies mark something.
    pub is_marked: bool,
    pub evidence: Option<Arc<Evidence>>,
    pub link_kinds: Option<Vec<u8>>,
    pub sums: Option<[Vec<f64>; sums::SUMS]>,
    pub views: Arc<Vec<View>>,
    pub draft: Option<Arc<Drafted>>,
}

/// Finds the records of a page, read at that time, as far as their draft.
pub fn find(source: &Source, models: &Models, reference: Option<&Reference>, asks: &mut dyn Asks) -> PageRecords {
    let last_year = reference.map_or(LAST_YEAR, |reference| reference.day.year + YEARS_AHEAD);
    let marks = Arc::new(marks::mark(&source.marked(), last_year as u32));
    let candidates = (&marks.times[..], &marks.silent[..]);
    let times = Arc::new(times::find(&source.timed(&marks.flags), candidates, reference));
    let anchors = find_anchors(source, &marks, &times, asks);
    let may_be_one = anchors.is_empty() || source.spoken.reaches(DISCUSSION, &source.said());
    let share = if may_be_one { MIN_SHARE } else { MAIN_SHARE };
    let searched = search(source, &marks, (&anchors, share), asks);
    let may_be_alone = may_be_one && !times.rows.is_empty();
    let mut found = PageRecords {
        marks,
        times: Arc::clone(&times),
        is_marked: !anchors.is_empty(),
        evidence: None,
        link_kinds: None,
        sums: None,
        views: Arc::default(),
        draft: None,
    };
    if searched.count() > 0 || may_be_alone {
        found.read(source, models, (&times, searched, may_be_alone), asks);
    }
    found
}

/// The rows by which records are searched: times, else the names that a class marks; and the counts of replies.
fn find_anchors(source: &Source, marks: &Marks, times: &Times, asks: &mut dyn Asks) -> Vec<Vec<i64>> {
    let timed = if times.rows.is_empty() { marked_names(source, marks) } else { times.rows.to_vec() };
    let counts = told_rows(source, &marks.counts, |texts| asks.reply_counts(texts));
    [timed, counts].into_iter().filter(|rows| !rows.is_empty()).collect::<Vec<_>>()
}

/// The rows of the names that a class marks: what repeats where a page shows no times at all.
fn marked_names(source: &Source, marks: &Marks) -> Vec<i64> {
    let is_name = |&row: &usize| {
        let can_say = source.tag[row] == name::TEXT && !source.raw[row];
        let parent = usize::try_from(source.parent[row]);
        can_say
            && (1..=MAX_NAME_LENGTH).contains(&source.chars[row])
            && parent.is_ok_and(|parent| marks.flags[parent] & AUTHOR > 0)
    };
    if marks.flags.iter().all(|flags| flags & AUTHOR == 0) {
        return Vec::new();
    }
    (0..source.tag.len()).filter(is_name).map(|row| row as i64).collect::<Vec<_>>()
}

/// Those of the rows whose texts are what is asked for.
fn told_rows(source: &Source, rows: &[i64], ask: impl FnOnce(&[&str]) -> Vec<bool>) -> Vec<i64> {
    if rows.is_empty() {
        return Vec::new();
    }
    let texts = rows.iter().map(|&row| source.text_of(row as usize)).collect::<Vec<_>>();
    let told = ask(&texts);
    rows.iter().zip(told).filter_map(|(&row, is_so)| is_so.then_some(row)).collect::<Vec<_>>()
}

fn search(source: &Source, marks: &Marks, (anchors, share): (&[Vec<i64>], f64), asks: &mut dyn Asks) -> Searched {
    let can_be_list = marks.prices.len() >= MIN_PRICES;
    let prices = told_rows(source, if can_be_list { &marks.prices } else { &[] }, |texts| asks.price_texts(texts));
    let anchors: Vec<&[i64]> = anchors.iter().map(Vec::as_slice).collect::<Vec<_>>();
    let marks = views::Marks { anchors: &anchors, prices: &prices, share };
    views::search(&source.searched(), &marks)
}

impl PageRecords {
    /// Reads what was searched: regions, and posts alone where there may be some.
    fn read(
        &mut self,
        source: &Source,
        models: &Models,
        (times, searched, may_be_alone): (&Times, Searched, bool),
        asks: &mut dyn Asks,
    ) {
        let (marks, is_found) = (Arc::clone(&self.marks), searched.count() > 0);
        let is_time = rows::mask(source.tag.len(), &times.rows);
        let sums = self.sums.insert(sums::running(&source.summed(&is_time)));
        let sums: Sums = std::array::from_fn(|place| &sums[place][..]);
        let (pagers, typed) = (pagers(&marks), typed(source));
        let told = Telling { prices: &marks.prices, pagers: &pagers, typed: &typed };
        let columns = source.viewed(sums, &times.rows, &told);
        let declared = if is_found { asks.declared() } else { Vec::new() };
        let score = || f64::from(source.spoken.score(&source.said())) / 10.0;
        let known = || if self.is_marked { score() } else { f64::NAN };
        let gate = Gate {
            regions: models.regions,
            readings: models.readings,
            score: &known,
            declared: &declared,
            as_items: &told_of_items(),
            least: [MIN_WORTH, MIN_OTHER],
        };
        let likely = views::sift(&columns, searched, Some(&gate));
        if likely.is_empty() && !may_be_alone {
            return;
        }
        let gather = rows::gather(&source.evident(&marks.flags), &times.rows, &times.others);
        let evidence = &**self.evidence.insert(Arc::new(gather));
        let (kinds, telling) = (links::row_kinds(source.attributes, source.tag.len()), telling(&marks));
        let aligned = Aligned {
            slots: source.aligned(&evidence.is_time),
            telling: &telling,
            title: region_features::title_row(&evidence.is_title),
        };
        let views = views::view(&columns, &aligned, likely, Some(&gate));
        let link_kinds = self.link_kinds.insert(kinds);
        if views.is_empty() && !may_be_alone {
            return;
        }
        let (flags, times_of) = (&marks.flags[..], &times.rows[..]);
        let its = Gathered { flags, evidence, link_kinds, sums, telling: &telling, times: times_of };
        let texts: Vec<&str> = times.texts.iter().map(String::as_str).collect::<Vec<_>>();
        let stamps: Vec<&str> = times.isos.iter().map(String::as_str).collect::<Vec<_>>();
        let page = Page::of(source, &its, [&texts, &stamps], (score(), &declared));
        self.draft = Some(Arc::new(draft(&page, &views, models, may_be_alone, asks)));
        self.views = Arc::new(views);
    }
}

/// Which tokens part a signature or a quote from a body.
pub fn telling(marks: &Marks) -> Vec<bool> {
    marks.tokens.iter().map(|flags| flags & (SIGNATURE | EDITED | QUOTE) > 0).collect::<Vec<_>>()
}

/// The rows that speak of pagers.
pub fn pagers(marks: &Marks) -> Vec<i64> {
    let flags = &marks.flags;
    (0..flags.len()).filter(|&row| flags[row] & PAGER > 0).map(|row| row as i64).collect::<Vec<_>>()
}

/// The rows that declare what they are.
pub fn typed(source: &Source) -> Vec<i64> {
    let numbers = ["itemtype", "typeof"].map(|name| source.names.number(name));
    let rows = numbers.iter().flatten().flat_map(|&number| source.attributes.rows_with(number));
    let mut typed = rows.map(i64::from).collect::<Vec<_>>();
    typed.sort_unstable();
    typed.dedup();
    typed
}
