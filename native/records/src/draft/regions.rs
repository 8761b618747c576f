//! The regions of a page, each read as posts, as rows and as items when that is asked for (see `records/drafts.py`).
//!
//! In words: trees say which few marked regions are worth being read as posts and as rows. They also tell the most that can
//! be expected of a reading of which only some features are known: what a region is before it is read, then its bodies,
//! then its titles.

use crate::features::list_features;
use crate::features::title_column::{self, Titled};
use crate::read::bodies::{self, Bodies};
use crate::read::context::{Context, Facts, Models, Page};
use crate::read::read_region;
use crate::read::reading::{self, Post, Read, Reading, Told};
use crate::read::views::{self, View};
use crate::regions::aligned_rows::Region;

const MOST_WORTH: usize = 6; // marked regions that are read as posts and rows: answers inside of answers make several
const MIN_WORTH: f64 = 0.05; // expected share of the true records from which on a region is read so
const NEARLY: f64 = 1e-9; // less than this is no difference between what trees say

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
    told: Option<Told>,
    /// What it was read as; nothing inside where there is no such reading.
    pub posts: Option<Option<Reading>>,
    pub rows: Option<Option<Reading>>,
    pub items: Option<Reading>,
}

/// The regions with their readings, of which none but items is read yet.
pub fn drafts<'view>(page: &Page, views: &'view [View], models: &Models) -> Vec<Draft<'view>> {
    let mut drafts = Vec::with_capacity(views.len());
    for view in views {
        let mut features = Vec::with_capacity(views::WIDTH + page.declared.len());
        features.extend_from_slice(&view.features);
        features.extend_from_slice(page.declared);
        features[views::SCORE] = page.score;
        let mut draft = Draft::new(view, features);
        draft.read_items(models);
        drafts.push(draft);
    }
    weigh_regions(page, &mut drafts, models);
    drafts
}

/// Finds out which of the regions are worth being read as posts and rows.
fn weigh_regions(page: &Page, drafts: &mut [Draft], models: &Models) {
    let mut worth = Vec::new();
    for (place, draft) in drafts.iter().enumerate() {
        if draft.view.features[views::BY_TIMES] > 0.0 {
            let row = draft.features.iter().map(|&value| value as f32).collect::<Vec<_>>();
            let likely = models.regions.likely(&row).first().copied().unwrap_or_default();
            worth.push((likely, place));
        }
    }
    worth.sort_by(|one, other| other.0.total_cmp(&one.0));
    for &(likely, place) in worth.iter().take(MOST_WORTH).filter(|&&(likely, _)| likely >= MIN_WORTH) {
        let view = drafts[place].view;
        drafts[place].region = Region::new(&view.found.ranges, &view.slots.slot, page.rows());
        drafts[place].expected = likely;
    }
}

impl<'view> Draft<'view> {
    fn new(view: &'view View, features: Vec<f64>) -> Self {
        let (bodies, titled, told, posts, rows) = (None, None, None, None, None);
        Draft { view, features, region: None, expected: 0.0, bodies, titled, told, posts, rows, items: None }
    }

    /// Reads the region as items, where it lists things.
    fn read_items(&mut self, models: &Models) {
        let mut listed = [0.0; list_features::FEATURES.len()];
        listed.copy_from_slice(&self.view.features[views::LIST..]);
        if views::lists_things(&self.view.found, &listed) {
            let told = reading::told_of_items();
            let mean = self.view.features[views::MEAN_CHARS];
            let mass = mean * self.view.features[views::RECORDS];
            let likely = self.likely(&told, models);
            self.items = Some(Reading { read: Read::Items, told, mass, likely });
        }
    }

    /// The numbers that trees see of a reading.
    fn row(&self, told: &Told) -> Vec<f32> {
        self.features.iter().chain(told).map(|&value| value as f32).collect::<Vec<_>>()
    }

    fn likely(&self, told: &Told, models: &Models) -> f64 {
        let likely = models.readings.likely(&self.row(told));
        likely.first().copied().unwrap_or_default()
    }

    /// Whether the most that can be expected of a reading of which so much is known is enough.
    fn reaches(&self, told: &Told, least: f64, models: &Models) -> bool {
        models.readings.most_likely(&self.row(told)) >= least - NEARLY
    }

    fn find_bodies(&mut self, context: &Context) {
        if let (None, Some(region)) = (&self.bodies, &self.region) {
            let (page, trees) = (context.page, context.models.bodies);
            let quiet = &context.names.says_nothing;
            self.bodies = Some(bodies::find(&page.slots, region, quiet, page.times, trees));
        }
    }

    fn find_titles(&mut self, context: &Context, facts: &mut Facts) {
        if let (None, Some(region)) = (&self.titled, &self.region) {
            let (page, trees) = (context.page, context.models.titles);
            let counts = facts.counts(page);
            let titled = title_column::find(&page.titles, region, counts, trees);
            let chars = reading::title_chars(page, &titled, region.records());
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
        let (mut told, models) = (reading::told_of_any_posts(), context.models);
        if !self.reaches(&told, least, models) {
            return false;
        }
        self.find_bodies(context);
        let Some(bodies) = self.bodies.as_ref().filter(|bodies| bodies.mass > 0.0) else { return true };
        let mass = bodies.mass;
        reading::put_bodies(&mut told, bodies);
        if !self.reaches(&told, least, models) {
            return false;
        }
        self.find_titles(context, facts);
        if let Some((titled, chars)) = &self.titled {
            reading::put_titles_of_posts(&mut told, titled, *chars, mass);
        }
        self.reaches(&told, least, models)
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
        let mut told = reading::told_of_any_posts();
        reading::put_bodies(&mut told, bodies);
        reading::put_titles_of_posts(&mut told, titled, *chars, bodies.mass);
        reading::tell_posts(&mut told, context, facts, &posts);
        let likely = self.likely(&told, context.models);
        let mass = bodies.mass * posts.len() as f64;
        Some(Reading { read: Read::Posts(posts), told, mass, likely })
    }

    /// Takes out posts inside a record that are built differently: comments on a post.
    fn leave_out_strays(&self, posts: &mut Vec<Post>) {
        if !self.view.found.spanning {
            let mut members = self.view.found.members.to_vec();
            members.sort_unstable();
            posts.retain(|post| !post.odd || members.binary_search(&post.start).is_ok());
        }
    }

    /// Whether so much can be expected of the reading as rows, whatever their parts besides the titles are.
    pub fn rows_reach(&mut self, least: f64, context: &Context, facts: &mut Facts) -> bool {
        let models = context.models;
        if self.region.is_none() || !self.reaches(&reading::told_of_any_rows(), least, models) {
            return false;
        }
        self.tell_rows(context, facts);
        self.told.as_ref().map_or(least <= NEARLY, |told| self.reaches(told, least, models))
    }

    /// Finds out what the titles tell of rows, where they make some: those of boards do not.
    fn tell_rows(&mut self, context: &Context, facts: &mut Facts) {
        self.find_titles(context, facts);
        if let (Some((titled, _)), Some(region), None) = (&self.titled, &self.region, &self.told)
            && !titled.titles.is_empty()
            && !titled.is_index
        {
            self.told = Some(reading::told_by_titles(context.page, titled, region.ranges));
        }
    }

    /// Reads the region as rows, where there is one.
    pub fn read_rows(&mut self, context: &Context, facts: &mut Facts) {
        if self.rows.is_some() {
            return;
        }
        self.tell_rows(context, facts);
        let mut found = None;
        if let (Some(region), Some((titled, _)), Some(told)) = (&self.region, &self.titled, &self.told) {
            let (rows, n) = (read_region::rows(context, region, titled), region.records() as f64);
            let mut told = *told;
            reading::tell_rows(&mut told, context, facts, (&rows, n));
            let chars = rows.iter().map(|row| i64::from(context.page.slots.chars[row.title])).sum::<i64>() as f64 / n;
            let (mass, likely) = (chars * rows.len() as f64, self.likely(&told, context.models));
            found = Some(Reading { read: Read::Rows(rows), told, mass, likely });
        }
        self.rows = Some(found);
    }
}
