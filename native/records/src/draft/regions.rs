//! The regions of a page, each read as posts, as rows and as items when that is asked for.
//!
//! In words: trees say which few marked regions are worth being read as posts and as rows. They also tell the most that can
//! be expected of a reading of which only some features are known: what a region is before it is read, then its bodies,
//! then its titles.
//!
//! The leading reading is the one that is expected to find the most of the page's records. What cannot be the best reading
//! is read no further. Where the best is no answer, everything is read of which enough can be expected to stand beside the
//! main records.

use super::members::{lead_to_people, say_the_same};
use crate::features::region_features::LIST_FEATURES;
use crate::features::title_column::{self, Titled};
use crate::read::bodies::{self, Bodies};
use crate::read::context::{Context, Facts, Models, Page};
use crate::read::read_region;
use crate::read::reading::{self, Post, Read, Reading, ReadingFeatures};
use crate::read::views::{self, View};
use crate::regions::region::Region;

const MAX_WORTH: usize = 6; // marked regions that are read as posts and rows: answers inside of answers make several
const MIN_WORTH: f64 = 0.05; // expected share of the true records from which on a region is read so
const NEARLY: f64 = 1e-9; // less than this is no difference between what trees say
const SPLITTING: f64 = 0.25; // by which posts with the answers inside of them may be less likely than posts that hold them
const MIN_POSTS: f64 = 0.4; // expected share from which on posts are an answer: a wrong post is worse than none
const MIN_ROWS: f64 = 0.25; // the same of rows
const MIN_ITEMS: f64 = 0.5; // the same of items
const MIN_OTHER: f64 = 0.25; // expected share from which on what repeats beside the main records is a region

/// A region with its readings, each of which is read when it is asked for, once.
pub struct Draft<'view> {
    pub view: &'view View,
    /// What the trees see of the region: its features with what the page declares.
    pub features: Vec<f64>,
    /// Its rows, where it is worth being read as posts and as rows.
    pub region: Option<Region<'view>>,
    pub expected: f64,
    bodies: Option<Bodies>,
    /// Its titles and their mean length, and what they tell of rows.
    titled: Option<(Titled, f64)>,
    of_titles: Option<ReadingFeatures>,
    /// What it was read as; nothing inside where there is no such reading.
    pub posts: Option<Option<Reading>>,
    pub rows: Option<Option<Reading>>,
    pub items: Option<Reading>,
}

/// The regions with their readings, of which none but items is read yet; those that are worth being read as posts and rows
/// are told by trees, or are all that are marked.
pub fn drafts<'view>(page: &Page, views: &'view [View], models: &Models, is_all: bool) -> Vec<Draft<'view>> {
    let draft = |view: &'view View| {
        let mut features: Vec<f64> = view.features.iter().chain(page.declared).copied().collect();
        features[views::SCORE] = page.score;
        let mut draft = Draft::new(view, features);
        draft.read_items(models);
        draft
    };
    let mut drafts: Vec<Draft> = views.iter().map(draft).collect();
    if is_all {
        let marked = drafts.iter_mut().filter(|draft| draft.view.features[views::BY_TIMES] > 0.0);
        marked.for_each(|draft| draft.begin(page, 1.0));
    } else {
        weigh_regions(page, &mut drafts, models);
    }
    drafts
}

/// Finds out which of the regions are worth being read as posts and rows.
fn weigh_regions(page: &Page, drafts: &mut [Draft], models: &Models) {
    let mut worth = Vec::new();
    for (place, draft) in drafts.iter().enumerate() {
        if draft.view.features[views::BY_TIMES] > 0.0 {
            let row: Vec<_> = draft.features.iter().map(|&value| value as f32).collect();
            let likely = models.regions.likely(&row).first().copied().unwrap_or_default();
            worth.push((likely, place));
        }
    }
    worth.sort_by(|one, other| other.0.total_cmp(&one.0));
    for &(likely, place) in worth.iter().take(MAX_WORTH).filter(|&&(likely, _)| likely >= MIN_WORTH) {
        drafts[place].begin(page, likely);
    }
}

impl<'view> Draft<'view> {
    fn new(view: &'view View, features: Vec<f64>) -> Self {
        let (bodies, titled, of_titles, posts, rows) = (None, None, None, None, None);
        Draft { view, features, region: None, expected: 0.0, bodies, titled, of_titles, posts, rows, items: None }
    }

    /// Makes it a region that is worth being read, of which so much is expected.
    fn begin(&mut self, page: &Page, expected: f64) {
        self.region = Region::new(&self.view.candidate.ranges, &self.view.slots.slot, page.evidence.rows());
        self.expected = expected;
    }

    /// Reads the region as items, where it lists things.
    fn read_items(&mut self, models: &Models) {
        let mut listed = [0.0; LIST_FEATURES.len()];
        listed.copy_from_slice(&self.view.features[views::LIST..]);
        if views::lists_things(&self.view.candidate, &listed) {
            let features = reading::features_of_items();
            let mass = self.view.features[views::MEAN_CHARS] * self.view.features[views::RECORDS];
            let likely = self.likely(&features, models);
            self.items = Some(Reading { read: Read::Items, features, mass, likely });
        }
    }

    /// The numbers that trees see of a reading.
    fn row(&self, known: &ReadingFeatures) -> Vec<f32> {
        self.features.iter().chain(known).map(|&value| value as f32).collect()
    }

    fn likely(&self, known: &ReadingFeatures, models: &Models) -> f64 {
        let likely = models.readings.likely(&self.row(known));
        likely.first().copied().unwrap_or_default()
    }

    /// Whether the most that can be expected of a reading of which so much is known is enough.
    fn reaches(&self, known: &ReadingFeatures, least: f64, models: &Models) -> bool {
        models.readings.most_likely(&self.row(known)) >= least - NEARLY
    }

    fn find_bodies(&mut self, context: &Context) {
        if let (None, Some(region)) = (&self.bodies, &self.region) {
            self.bodies = Some(bodies::find(&context.evidence, region, context.models.bodies));
        }
    }

    fn find_titles(&mut self, context: &Context, facts: &mut Facts) {
        if let (None, Some(region)) = (&self.titled, &self.region) {
            let (page, trees) = (context.page, context.models.titles);
            let counts = facts.counts(page);
            let titled = title_column::find(&page.evidence, region, counts, trees);
            let chars = reading::title_chars(&page.evidence, &titled, region.records());
            self.titled = Some((titled, chars));
        }
    }

    /// Whether so much can be expected of the reading as posts, as far as it was read.
    pub fn posts_reach(&mut self, least: f64, context: &Context, facts: &mut Facts) -> bool {
        if let (Some(posts), Some(_)) = (&self.posts, &self.region) {
            return posts.is_some();
        }
        if self.region.is_none() || least <= 0.0 {
            return self.region.is_some();
        }
        let (mut known, models) = (reading::features_of_any_posts(), context.models);
        if !self.reaches(&known, least, models) {
            return false;
        }
        self.find_bodies(context);
        let Some(bodies) = self.bodies.as_ref().filter(|bodies| bodies.mass > 0.0) else { return true };
        let mass = bodies.mass;
        reading::put_bodies(&mut known, bodies);
        if !self.reaches(&known, least, models) {
            return false;
        }
        self.find_titles(context, facts);
        if let Some((titled, chars)) = &self.titled {
            reading::put_titles_of_posts(&mut known, titled, *chars, mass);
        }
        self.reaches(&known, least, models)
    }

    /// Reads the region as posts, where there are two at least.
    pub fn read_posts(&mut self, context: &Context, facts: &mut Facts) {
        if self.posts.is_none() {
            self.find_bodies(context);
            self.find_titles(context, facts);
            let reading = self.posts_of_bodies(context, facts);
            self.posts = Some(reading);
        }
    }

    fn posts_of_bodies(&self, context: &Context, facts: &mut Facts) -> Option<Reading> {
        let (Some(region), Some(bodies), Some((titled, chars))) = (&self.region, &self.bodies, &self.titled) else {
            return None;
        };
        if bodies.mass <= 0.0 {
            return None;
        }
        let mut posts = read_region::posts(context, region, bodies);
        self.leave_out_strays(&mut posts);
        posts.retain(|post| post.parts() > 1);
        if posts.len() < 2 {
            return None;
        }
        let mut known = reading::features_of_any_posts();
        reading::put_bodies(&mut known, bodies);
        reading::put_titles_of_posts(&mut known, titled, *chars, bodies.mass);
        reading::put_posts(&mut known, context, facts, &posts);
        let likely = self.likely(&known, context.models);
        let mass = bodies.mass * posts.len() as f64;
        Some(Reading { read: Read::Posts(posts), features: known, mass, likely })
    }

    /// Takes out posts inside a record that are built differently: comments on a post.
    fn leave_out_strays(&self, posts: &mut Vec<Post>) {
        if !self.view.candidate.spanning {
            let mut members = self.view.candidate.members.to_vec();
            members.sort_unstable();
            posts.retain(|post| !post.odd || members.binary_search(&post.start).is_ok());
        }
    }

    /// Whether so much can be expected of the reading as rows, whatever their parts besides the titles are.
    pub fn rows_reach(&mut self, least: f64, context: &Context, facts: &mut Facts) -> bool {
        let models = context.models;
        if self.region.is_none() || !self.reaches(&reading::features_of_any_rows(), least, models) {
            return false;
        }
        self.read_titles(context, facts);
        let titles = self.titled.as_ref().map_or(&[][..], |(titled, _)| &titled.titles);
        !lead_to_people(&context.evidence, titles)
            && self.of_titles.as_ref().map_or(least <= NEARLY, |known| self.reaches(known, least, models))
    }

    /// Finds out what the titles tell of rows, where they make some: those of boards do not.
    fn read_titles(&mut self, context: &Context, facts: &mut Facts) {
        self.find_titles(context, facts);
        if let (Some((titled, _)), Some(region), None) = (&self.titled, &self.region, &self.of_titles)
            && !titled.titles.is_empty()
            && !titled.is_index
        {
            self.of_titles = Some(reading::features_by_titles(&context.evidence, titled, region.ranges));
        }
    }

    /// Reads the region as rows, where there is one.
    pub fn read_rows(&mut self, context: &Context, facts: &mut Facts) {
        if self.rows.is_some() {
            return;
        }
        self.read_titles(context, facts);
        let mut found = None;
        if let (Some(region), Some((titled, _)), Some(known)) = (&self.region, &self.titled, &self.of_titles) {
            let (rows, n) = (read_region::rows(context, region, titled), region.records() as f64);
            let mut known = *known;
            reading::put_rows(&mut known, context, facts, (&rows, n));
            let chars =
                rows.iter().map(|row| i64::from(context.evidence.page.chars[row.title])).sum::<i64>() as f64 / n;
            let (mass, likely) = (chars * rows.len() as f64, self.likely(&known, context.models));
            found = Some(Reading { read: Read::Rows(rows), features: known, mass, likely });
        }
        self.rows = Some(found);
    }
}

/// A reading of a draft, by the draft's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lead {
    Rows(usize),
    Posts(usize),
    Items(usize),
}

impl Lead {
    /// The reading itself.
    pub fn of<'own>(self, drafts: &'own [Draft]) -> Option<&'own Reading> {
        match self {
            Lead::Rows(place) => drafts[place].rows.as_ref()?.as_ref(),
            Lead::Posts(place) => drafts[place].posts.as_ref()?.as_ref(),
            Lead::Items(place) => drafts[place].items.as_ref(),
        }
    }

    /// The share of the true records from which on a reading of its kind is an answer.
    pub fn least(self) -> f64 {
        match self {
            Lead::Rows(_) => MIN_ROWS,
            Lead::Posts(_) => MIN_POSTS,
            Lead::Items(_) => MIN_ITEMS,
        }
    }
}

/// The readings of items, the best first: all that there is where no region is worth being read otherwise.
pub fn lead_of_items(drafts: &[Draft]) -> Vec<Lead> {
    in_order(drafts, &vec![(false, false); drafts.len()])
}

/// The readings that can be the best, the best first; where the best is no answer, those that can be regions at all.
pub fn lead(drafts: &mut [Draft], context: &Context, facts: &mut Facts) -> Vec<Lead> {
    let leading = read_best(drafts, context, facts);
    match leading.first() {
        Some(first) if first.of(drafts).is_some_and(|best| best.likely < first.least()) => {
            read_likelier(drafts, context, facts)
        }
        _ => leading,
    }
}

/// Reads a region as posts, unless they say the same.
fn read_saying(draft: &mut Draft, context: &Context, facts: &mut Facts) {
    draft.read_posts(context, facts);
    let reading = draft.posts.as_ref().and_then(Option::as_ref).map(|reading| &reading.read);
    if matches!(reading, Some(Read::Posts(posts)) if say_the_same(&context.evidence, posts)) {
        draft.posts = Some(None);
    }
}

/// Reads every region that is worth it as posts and as rows, whatever is expected of them: what a model learns from.
pub fn read_all(drafts: &mut [Draft], context: &Context, facts: &mut Facts) {
    for draft in drafts.iter_mut().filter(|draft| draft.region.is_some()) {
        draft.read_posts(context, facts);
        draft.read_rows(context, facts);
    }
}

/// The readings without those that cannot be the best. Regions of which the most is expected are read first.
fn read_best(drafts: &mut [Draft], context: &Context, facts: &mut Facts) -> Vec<Lead> {
    let mut is_read = vec![(false, false); drafts.len()]; // rows, posts
    let mut best = drafts.iter().filter_map(|draft| draft.items.as_ref()).fold(0.0, |best, one| one.likely.max(best));
    let mut order: Vec<_> = (0..drafts.len()).collect();
    order.sort_by(|&one, &other| drafts[other].expected.total_cmp(&drafts[one].expected));
    for place in order {
        if drafts[place].posts_reach(best - SPLITTING, context, facts) {
            read_saying(&mut drafts[place], context, facts);
            best = Lead::Posts(place).of(drafts).map_or(best, |posts| posts.likely.max(best));
            is_read[place].1 = true;
        }
    }
    for (draft, is_read) in drafts.iter_mut().zip(&mut is_read) {
        if draft.rows_reach(best, context, facts) {
            draft.read_rows(context, facts);
            is_read.0 = true;
        }
    }
    in_order(drafts, &is_read)
}

/// The readings, without rows and posts of which too little can be expected to be a region.
fn read_likelier(drafts: &mut [Draft], context: &Context, facts: &mut Facts) -> Vec<Lead> {
    let mut is_read = vec![(false, false); drafts.len()];
    for (draft, is_read) in drafts.iter_mut().zip(&mut is_read) {
        if draft.rows_reach(MIN_OTHER, context, facts) {
            draft.read_rows(context, facts);
            is_read.0 = true;
        }
        if draft.posts_reach(MIN_OTHER, context, facts) {
            read_saying(draft, context, facts);
            is_read.1 = true;
        }
    }
    in_order(drafts, &is_read)
}

/// The readings of items, and those that were read, the likeliest first. Posts that split those of the first come before it.
fn in_order(drafts: &[Draft], is_read: &[(bool, bool)]) -> Vec<Lead> {
    let mut leading: Vec<(f64, Lead)> = Vec::new();
    for (place, &(rows, posts)) in is_read.iter().enumerate() {
        let known = [(rows, Lead::Rows(place)), (posts, Lead::Posts(place)), (true, Lead::Items(place))];
        for lead in known.into_iter().filter_map(|(is_read, lead)| is_read.then_some(lead)) {
            if let Some(reading) = lead.of(drafts) {
                leading.push((reading.likely, lead));
            }
        }
    }
    leading.sort_by(|one, other| other.0.total_cmp(&one.0));
    if let Some(&(_, first)) = leading.first() {
        for place in 1..leading.len() {
            if splits(leading[place].1.of(drafts), first.of(drafts)) {
                leading[..=place].rotate_right(1);
                break;
            }
        }
    }
    leading.into_iter().map(|(_, lead)| lead).collect()
}

/// Whether a reading has all posts of a hardly likelier one, and others inside of them: answers to the posts.
fn splits(one: Option<&Reading>, best: Option<&Reading>) -> bool {
    let (Some(one), Some(best)) = (one, best) else { return false };
    let (Read::Posts(own), Read::Posts(others)) = (&one.read, &best.read) else { return false };
    if one.likely < best.likely - SPLITTING {
        return false;
    }
    let (own, others) = (starts(own), starts(others));
    own.len() > others.len() && others.iter().all(|start| own.binary_search(start).is_ok())
}

fn starts(posts: &[Post]) -> Vec<usize> {
    let mut starts: Vec<_> = posts.iter().map(|post| post.start).collect();
    starts.sort_unstable();
    starts.dedup();
    starts
}
