//! Fields of a page: `field_candidates` and `linked_data` read what it declares, `lines`, `bylines`, `printed_dates`
//! and `topics` what it prints near its title; `answers` and the files of single fields decide.

#![forbid(unsafe_code)]

pub mod answers;
pub mod author_names;
pub mod authors;
pub mod bylines;
pub mod candidates;
pub mod date_signs;
pub mod field_candidates;
pub mod lines;
pub mod linked_data;
pub mod near_title;
pub mod page_dates;
pub mod page_links;
pub mod printed_dates;
pub mod questions;
pub mod reading;
pub mod topics;
pub mod usual_address;

use answers::{Answer, Answers, Page};
use questions::Answerer;

/// The fields of a page that leave no doubt, without those that are skipped; a language that somebody gave counts.
pub fn fields(page: &Page, (skipped, given): (&[String], &str), answerer: &mut dyn Answerer) -> Answers {
    let mut answers = Vec::new();
    let is_asked = |name: &str| !skipped.iter().any(|own| own == name);
    let mut add = |name: &'static str, answer: Option<Answer>| answers.extend(answer.map(|answer| (name, answer)));
    if is_asked("author")
        && let Some([author, authors]) = authors::find(page, answerer)
    {
        add("author", Some(author));
        add("authors", Some(authors));
    }
    if let Some(language) = page.language() {
        let code = match &language {
            Answer::One(own) if given.is_empty() => &own.value,
            _ => given,
        };
        if let Some(day_first) = page.writes_day_first(code) {
            let [date, modified] = page_dates::find(page, (is_asked("date"), day_first), answerer);
            add("date", date);
            add("modified", modified);
        }
        add("direction", page.direction(&language));
        add("language", Some(language));
    }
    if let Some([section, categories, tags]) = topics::find(page, answerer) {
        add("section", Some(section));
        add("categories", Some(categories));
        add("tags", Some(tags));
    }
    add("site_name", page.first("site_name"));
    add("description", page.first("description"));
    add("url", page.address(answerer));
    add("alternates", page.alternates(answerer));
    add("amp", page.leads(&["amphtml"], answerer));
    add("feeds", page.feeds(answerer));
    add("next_page", page.leads(&["next"], answerer));
    add("previous_page", page.leads(&["prev", "previous"], answerer));
    if is_asked("image") {
        add("image", page.image(answerer));
    }
    add("licence", page.licence(answerer));
    add("access", page.access());
    add("word_count", page.word_count());
    add("reading_time", page.reading_time(answerer));
    answers
}
