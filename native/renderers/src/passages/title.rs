//! The title of a page above its passages.

use super::records::words_of;
use super::{Composed, Passage, Piece, Role};
use text::chars::is_space;

/// Of the letters of the longer one, what the shorter of a title and an `h1` must have to say the same. A page's title may
/// have more than its heading, such as the name of the site; and a heading more, such as a subtitle.
const TITLE_SHARE: f64 = 0.5;

/// Adds the title as a heading of the first level: once, and above all others where none says it.
///
/// An `h1` that says it stays where it is. The first heading or the first passage that says it becomes the `h1`.
pub fn add_title(composed: &mut Composed, title: &str) {
    let words = words_of(title);
    let level = |passage: &Passage| {
        composed.inner(passage.path).filter(|inner| inner.role == Role::Heading).map_or(0, |heading| heading.number)
    };
    let says = |passage: &Passage| level(passage) == 1 && is_same(&words_of(&passage.text()).concat(), &words.concat());
    if words.is_empty() || composed.passages.iter().any(says) {
        return;
    }
    let heading = composed.passages.iter().position(|passage| level(passage) > 0);
    let first = composed.passages.first().filter(|first| first.path == 0).map(|_| 0);
    let same = |&place: &usize| words_of(&composed.passages[place].text()) == words;
    let own = heading.into_iter().chain(first).find(same);
    let container = composed.add_container(Role::Heading, 0, 1);
    let path = composed.add_path(&[container]);
    match own {
        Some(place) => composed.passages[place].path = path,
        None => {
            let text = title.split(is_space).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
            composed.passages.insert(0, Passage::of(path, -1, vec![Piece::Text(text.into(), 0)]));
        }
    }
}

/// Whether one of the two is a good part of the other.
fn is_same(heading: &str, title: &str) -> bool {
    let mut both = [heading, title];
    both.sort_by_key(|text| text.chars().count());
    both[1].contains(both[0]) && both[0].chars().count() as f64 >= TITLE_SHARE * both[1].chars().count() as f64
}
