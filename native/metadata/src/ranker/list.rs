//! All candidates of a page: those of its address, head, data, marked elements, scripts, headings and lines.

use super::context::Context;
use super::data;
use super::names;
use super::walk::{Asked, Listings, Walk, title_row};
use super::words::words_of;
use crate::linked_scripts::Script;
use extractors::titles::values::title_key;
use html::page_view::PageView;
use text::addresses::{host_of, split};

/// Words of the last step of an address.
const MAX_STEP: usize = 24;

/// Lists the candidates of a page.
pub fn list(view: PageView, scripts: &[Script], asked: &Asked) -> Listings {
    let mut walk =
        Walk { context: Context::new(view, title_row(&view, asked.title)), view, asked, found: Listings::default() };
    if asked.is_shown {
        let Listings { titles, names, days } = &mut walk.found;
        [titles, names, days].into_iter().for_each(|list| list.words.shown = Some(Vec::new()));
    }
    walk.found.names.title = asked.title.value.folded.clone();
    walk.found.titles.sites = asked.sites.to_vec();
    let host = host_of(asked.url);
    walk.found.names.host = title_key(host.strip_prefix("www.").unwrap_or(&host));
    walk.found.names.sites = asked.sites.to_vec();
    let step = split(asked.url).path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    walk.found.titles.address = words_of(step, MAX_STEP, false);
    walk.found.names.address = walk.found.titles.address.clone();
    walk.read_addresses();
    walk.read_metas();
    walk.read_head();
    data::read_linked(scripts, &mut walk);
    walk.read_marked();
    data::read_scripts(&view, &mut walk);
    walk.read_headings();
    if asked.is_printed {
        walk.read_lines();
    }
    names::add_groups(&mut walk.found.names);
    let Walk { context, found, .. } = walk;
    let Listings { titles, names, days } = found;
    Listings { titles: titles.finish(&context), names: names.finish(&context), days: days.finish(&context) }
}
