//! Fields of a page: `ranker` lists candidates of title, authors and dates and ranks them; `declared` and `linked_data` read
//! what the page declares of the others, `topics` and `page_links` what it prints near its title and links to.

#![forbid(unsafe_code)]

pub mod answers;
pub mod bodies;
pub mod candidates;
pub mod declared;
pub mod declared_names;
pub mod linked_data;
pub mod linked_scripts;
pub mod near_names;
pub mod near_title;
pub mod page_links;
pub mod ranked;
pub mod ranker;
pub mod reading;
pub mod topics;

use answers::{Answer, Answers, Page};
use declared::Declared;
use extractors::titles::PageTitle;
use html::declares::own_addresses;
use html::names::NameId;
use html::page_view::PageView;
use html::safe_addresses::base_of;
use linked_scripts::with_scripts;
use near_title::Near;
use ranked::Models;
use ranker::{Asked, Listings, Reading, walk};
use text::dates::Reference;

/// Rows before and behind the title among which links that lead somewhere are looked for.
const AROUND: (usize, usize) = (100, 1_000);

/// A page, and what somebody says of it.
pub struct Given<'own> {
    pub view: PageView<'own>,
    pub hreflang: Option<NameId>,
    pub url: &'own str,
    pub title: &'own PageTitle,
    /// A language that somebody gave; empty where nobody did.
    pub language: &'own str,
    /// When the page was read: relative dates need it.
    pub reference: Option<&'own Reference>,
    /// Whether what is printed counts: on a list, the author and date that are printed first are those of its first item.
    pub is_printed: bool,
    pub is_shown: bool,
}

/// The fields of a page.
pub fn read(given: &Given, models: &Models) -> Answers {
    look(given, |page, language, listings| {
        let mut answers = ranked::find(page, listings, models);
        let told = answers.iter().find(|(name, _)| *name == "title").map(|(_, answer)| answer);
        let title = if let Some(Answer::Likely(title, _)) = told { title.value.clone() } else { String::new() };
        answers.extend(other_fields(&Page { title: &title, ..*page }, language));
        answers
    })
}

/// Does something with what a page declares and the candidates of its ranked fields.
pub fn look<T>(given: &Given, ask: impl FnOnce(&Page, Answer, &mut Listings) -> T) -> T {
    let view = given.view;
    with_scripts(&view, |scripts| {
        let declared = Declared::read(&view, scripts, given.url);
        let row = walk::title_row(&view, given.title);
        let near = near_names::all().filter(|_| given.is_printed).map(|patterns| {
            let around = row.saturating_sub(AROUND.0)..row.saturating_add(AROUND.1);
            Near::find(&view, row, patterns, (around, near_names::name_number("side")))
        });
        let (base, own) = own_addresses(&view);
        let page = Page {
            view,
            declared: &declared,
            near: near.as_ref(),
            title: "",
            url: given.url,
            base: &base_of(given.url, base, &own),
            hreflang: given.hreflang,
        };
        let language = page.language();
        let own = if let Answer::One(own) = &language { &own.value } else { "" };
        let is_day_first = page.writes_day_first(if given.language.is_empty() { own } else { given.language });
        let reading = Reading { is_day_first, reference: given.reference };
        let Given { url, title, is_printed, is_shown, .. } = *given;
        let asked = Asked { url, title, reading, sites: &declared.sites, is_printed, is_shown };
        let mut listings = ranker::list::list(view, scripts, &asked);
        ask(&page, language, &mut listings)
    })
}

/// Whether the day comes first in the dates of a page; none where its language is not told.
pub fn day_first(given: &Given) -> Option<bool> {
    let view = given.view;
    let declared = with_scripts(&view, |scripts| Declared::read(&view, scripts, given.url));
    let page = Page { view, declared: &declared, near: None, title: "", url: given.url, base: "", hreflang: None };
    if !given.language.is_empty() {
        return Some(page.writes_day_first(given.language));
    }
    let Answer::One(language) = page.language() else { return None };
    Some(page.writes_day_first(&language.value))
}

/// The fields that are not ranked.
fn other_fields(page: &Page, language: Answer) -> Answers {
    let [section, categories, tags] = topics::find(page);
    vec![
        ("direction", page.direction(&language)),
        ("language", language),
        ("section", section),
        ("categories", categories),
        ("tags", tags),
        ("site_name", page.first("site_name")),
        ("description", page.first("description")),
        ("url", page.address()),
        ("alternates", page.alternates()),
        ("amp", page.leads(&["amphtml"])),
        ("feeds", page.feeds()),
        ("next_page", page.part(&["next"], true)),
        ("previous_page", page.part(&["prev", "previous"], false)),
        ("image", page.image()),
        ("licence", page.licence()),
        ("access", page.access()),
        ("word_count", page.word_count()),
        ("reading_time", page.reading_time()),
    ]
}
