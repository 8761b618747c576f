//! The fields that are ranked, as answers: the title, the authors, when the page was published and changed.

use crate::answers::{Answer, Answers, Linked, One, Page};
use crate::bodies::{is_body, is_site};
use crate::ranker::{BETWEEN, FieldModel, Likely, Listing, Listings, RANKED, Ranked, key_of};

const DAY: usize = "2022-09-04".len();
/// What else could be the answer, at most.
pub const MAX_RUNNERS_UP: usize = 5;

/// The models of `RANKED`.
pub type Models = [FieldModel; RANKED.len()];

/// What is found of one field: the likeliest values, and those of them that are the answer.
pub struct Found<'own> {
    pub listing: &'own Listing,
    pub likely: Vec<Likely>,
    pub chosen: Option<Likely>,
}

impl<'own> Found<'own> {
    pub fn of(listings: &'own Listings, models: &Models, field: Ranked, sites: &[String]) -> Self {
        let (listing, model) = (listings.of(field), &models[field as usize]);
        let likely = model.rank(listing, field, sites);
        let chosen = model.chosen(&likely).cloned();
        Found { listing, likely, chosen }
    }

    fn one(&self) -> Answer {
        let Some(first) = &self.chosen else { return Answer::Nothing };
        let own = &self.listing.candidates[first.candidate];
        Answer::Likely(One::new(&own.text, own.row, own.source), first.confidence)
    }
}

/// The ranked fields of a page.
pub fn find(page: &Page, listings: &Listings, models: &Models) -> Answers {
    let sites = &page.declared.sites;
    let of = |field| Found::of(listings, models, field, sites);
    let (title, names, date, modified) =
        (of(Ranked::Title), of(Ranked::Author), of(Ranked::Date), of(Ranked::Modified));
    let [author, authors] = authors(page, &names);
    let (date, modified) = (date.one(), modified.one());
    let modified = if is_before(&modified, &date) { Answer::Nothing } else { modified };
    vec![("title", title.one()), ("author", author), ("authors", authors), ("date", date), ("modified", modified)]
}

/// Whether one day is before another: nothing is changed before it is published.
fn is_before(one: &Answer, other: &Answer) -> bool {
    let day = |answer: &Answer| match answer {
        Answer::Likely(one, _) => one.value.get(..DAY).map(str::to_owned),
        _ => None,
    };
    day(one).zip(day(other)).is_some_and(|(one, other)| one < other)
}

/// The names as one value, and each with where it leads and what it is of.
fn authors(page: &Page, names: &Found) -> [Answer; 2] {
    let Some(first) = &names.chosen else { return [Answer::Nothing, Answer::Links(Vec::new())] };
    let listing = names.listing;
    let own = &listing.candidates[first.candidate];
    let links = own.text.split(BETWEEN).map(|name| {
        let key = key_of(name);
        let mut said = listing.candidates.iter().filter(|candidate| listing.keys[candidate.value] == key);
        let row = said.clone().find(|candidate| candidate.kind == own.kind).map_or(own.row, |candidate| candidate.row);
        let url = said.find_map(|candidate| Some(page.join(&candidate.link)).filter(|url| !url.is_empty()));
        let is_organisation = is_body(name) || is_site(name, &page.declared.sites);
        let kind = if is_organisation { "organisation" } else { "person" }.to_owned();
        Linked { one: One::new(name, row, own.source), url: url.unwrap_or_default(), kind }
    });
    [Answer::Likely(One::new(&own.text, own.row, own.source), first.confidence), Answer::Links(links.collect())]
}
