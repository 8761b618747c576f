//! Candidates of titles: headings, what the head and data call the page, and the parts of these.

use super::context::Context;
use super::days::Said;
use super::listing::{Kind, Listing, Told};
use super::words::{Words, words_of};
use extractors::titles::values::{Value, cleaned, title_key, without_noise};

/// Letters of a title, and parts of one that are looked at.
const MAX_TITLE: usize = 300;
const MAX_PARTS: usize = 6;

/// A text as a title: without signs that nobody can see, and what programs add.
pub fn as_title(text: &str) -> String {
    let mut title = without_noise(&cleaned(text));
    title.retain(|c| !is_private(c));
    let end = title.trim_end_matches(['¶', '#', ' ']).len();
    title.truncate(end);
    title.trim_start().to_owned()
}

/// Whether a sign has no meaning but in a font of the site's own.
pub fn is_private(c: char) -> bool {
    matches!(c, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fffd}')
}

/// Adds a text and the parts of it between bars and dashes.
pub fn add(list: &mut Listing, said: Said, place: Option<u64>, around: &Words) {
    let title = as_title(said.text);
    if title.is_empty() || title.chars().count() > MAX_TITLE || !title.contains(char::is_alphanumeric) {
        return;
    }
    let value = Value::clean(&title);
    let cuts = value.cuts();
    add_one(list, Part { text: &title, rest: "", about: "whole", sign: "" }, said, place, around);
    if cuts.len() > MAX_PARTS || said.kind == Kind::Heading {
        return; // a dash in a heading is the author's
    }
    for cut in &cuts {
        let (head, sign, tail) = (&title[..cut.start], &title[cut.clone()], &title[cut.end..]);
        add_one(list, Part { text: head, rest: tail, about: "head", sign }, said, place, around);
        add_one(list, Part { text: tail, rest: head, about: "tail", sign }, said, place, around);
    }
}

/// A title or a part of one, with what is cut off and the sign between.
struct Part<'own> {
    text: &'own str,
    rest: &'own str,
    about: &'static str,
    sign: &'own str,
}

fn add_one(list: &mut Listing, part: Part, said: Said, place: Option<u64>, around: &Words) {
    let text = part.text.trim_matches(|c: char| c == ' ' || c == '|');
    let key = title_key(text);
    let (rest, is_site) = (title_key(part.rest), list.sites.contains(&key));
    let is_sites = list.sites.iter().any(|site| site.len() > 3 && (rest.contains(site.as_str()) || *site == rest));
    let Said { kind, row, source, group, .. } = said;
    list.add(Told { key, text, kind, row, source, group, link: "", place, is_whole: false }, |words| {
        words.add("part", part.about);
        if part.about != "whole" {
            words.add("sign", part.sign.trim());
            words.add("rest", if is_sites { "the site" } else { "else" });
            words.add_steps("words of rest", words_of(part.rest, 60, false).len() as i64);
        }
        if is_site {
            words.add("is", "the site");
        }
        let own = words_of(text, 60, words.is_shown());
        words.add_steps("words", own.len() as i64);
        words.add_steps("letters", text.chars().count() as i64);
        if own.len() <= 3 {
            words.add_all("short", &own);
        }
        if !text.chars().any(char::is_lowercase) && text.chars().any(char::is_uppercase) {
            words.add("is", "upper");
        }
        words.add(
            "ends",
            &text.chars().next_back().filter(|c| !c.is_alphanumeric()).map_or(String::new(), String::from),
        );
        words.own = words.numbers.len();
        words.extend(around);
    });
}

/// Adds a heading, or a part of one.
pub fn add_heading(list: &mut Listing, said: Said, context: &mut Context, about: &str) {
    let row = said.row as usize;
    let place = context.count(row);
    let mut around = Words::new(list.words.is_shown());
    around.add("heading", about);
    context.add_words(row, &mut around);
    add(list, said, Some(place), &around);
}
