//! What is told by people and not by what they say: a list of members is no thread and no board.

use crate::evidence::{Evidence, LINK_REACH};
use crate::features::distinct;
use crate::read::reading::Post;

const MIN_SAYING: usize = 6; // posts of which some must say different things
const SAYING: f64 = 0.25; // of these, the share of different texts: members are told by one of few words each

/// Whether many posts say one of few things, as members are `Guest` or `Member`.
pub fn say_the_same(evidence: &Evidence, posts: &[Post]) -> bool {
    let longest = |post: &Post| {
        let rows = (post.body.0..post.body.1).filter(|&row| evidence.has_text(row));
        rows.max_by_key(|&row| evidence.page.chars[row]).map(|row| evidence.page.text_of(row))
    };
    let texts: Vec<_> = posts.iter().filter_map(longest).collect();
    let count = texts.len();
    count >= MIN_SAYING && distinct(texts) as f64 <= SAYING * count as f64
}

/// Whether most titles lead to people: a list of members is no board.
pub fn lead_to_people(evidence: &Evidence, titles: &[(usize, usize)]) -> bool {
    let leads_to_one = |&&(_, row): &&(usize, usize)| {
        evidence.link_around(row, LINK_REACH).is_some_and(|link| evidence.leads_to_person(link))
    };
    2 * titles.iter().filter(leads_to_one).count() > titles.len()
}
