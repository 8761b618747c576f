//! Videos, sound and pages inside of the page: formats of text show each as a link.

use super::{Wanted, addresses, without_controls};
use extractors::titles::values::is_space;
use html::names::name;
use html::page_view::PageView;
use text::backtracking::is_in_word;
use text::chars::{decimal_value, is_decimal};
use text::name_parts::has_word;

/// Characters of the text of a link, for what is longer is no title; and pixels: what is no larger counts visits.
const MAX_TITLE: usize = 200;
const MAX_SMALL: u32 = 2;
/// Attributes that hold the address.
const SOURCES: [&str; 4] = ["src", "data-src", "data-lazy-src", "data"];
/// What the address of an embedded page says where the page is content: advertisements and forms say none of it.
const CONTENT: [&str; 19] = [
    "embed",
    "embeds",
    "player",
    "video",
    "videos",
    "watch",
    "audio",
    "podcast",
    "episode",
    "track",
    "playlist",
    "map",
    "maps",
    "slides",
    "slideshow",
    "gist",
    "tweet",
    "status",
    "pdf",
];

/// The text and the address of the link that stands for a medium, both empty where it is none to show.
///
/// The text is the title that the page gives, or the name of the file, or else the address: no word of ours, in a
/// language that is not that of the page.
pub fn link(page: &PageView, row: usize, wanted: &Wanted) -> (String, String) {
    let own = SOURCES.iter().map(|name| page.named(row, name));
    let inner = page.children(row).filter(|&child| page.tag[child] == name::SOURCE);
    let sources = own.chain(inner.map(|child| page.attribute(child, name::SRC)));
    let written = sources.filter(|source| !source.is_empty() && !source.starts_with("about:"));
    let mut resolved = written.map(|source| addresses::resolve(source, wanted));
    let address = resolved.find(|address| !address.is_empty()).unwrap_or_default();
    let is_played = matches!(page.tag[row], name::VIDEO | name::AUDIO);
    if address.is_empty() || is_small(page, row) || !is_played && !has_word(&address, &CONTENT) {
        return Default::default();
    }
    let address = watched(&address).unwrap_or(address);
    let title = |name: &str| page.named(row, name).split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>();
    let path = address.split('?').next().unwrap_or_default();
    let file = if is_played { path.rsplit('/').next().unwrap_or_default() } else { "" };
    let mut titles = [title("title").join(" "), title("aria-label").join(" "), file.to_owned()].into_iter();
    let text = titles.find(|text| !text.is_empty() && text.chars().nth(MAX_TITLE).is_none());
    let text = text.unwrap_or_else(|| address.clone());
    (without_controls(&text).into_owned(), address)
}

fn is_small(page: &PageView, row: usize) -> bool {
    [name::WIDTH, name::HEIGHT].into_iter().any(|name| {
        let size = page.attribute(row, name).trim_matches(is_space);
        let size = size.strip_suffix("px").unwrap_or(size);
        let value = size.chars().take(5).fold(0, |value, digit| 10 * value + decimal_value(digit));
        !size.is_empty() && size.chars().all(is_decimal) && value <= MAX_SMALL
    })
}

/// The page of a video, of the address of its player.
fn watched(address: &str) -> Option<String> {
    let place = address.strip_prefix("https://").or_else(|| address.strip_prefix("http://"))?;
    if let Some(rest) = place.strip_prefix("player.vimeo.com/video/") {
        let number: String = rest.chars().take_while(|&c| is_decimal(c)).collect();
        return (!number.is_empty()).then(|| format!("https://vimeo.com/{number}"));
    }
    let place = place.strip_prefix("www.").unwrap_or(place).strip_prefix("youtube")?;
    let rest = place.strip_prefix("-nocookie").unwrap_or(place).strip_prefix(".com/embed/")?;
    let video: String = rest.chars().take_while(|&c| is_in_word(c) || c == '-').collect();
    video.chars().nth(5).map(|_| format!("https://www.youtube.com/watch?v={video}"))
}
