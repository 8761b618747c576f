//! Addresses of links: what they speak of.
//!
//! In words: an address speaks of a person, of a thread or of a list where one of some words stands in it; some words
//! count only by what stands before or behind them. Letters are ASCII's, capital or small.

use std::sync::LazyLock;

use html::attributes::AttributeColumns;
use html::names::name;

pub const PERSON: u8 = 1;
/// Lists of people, forms, messages: no person whatever else is said.
pub const NO_PERSON: u8 = 1 << 1;
pub const THREAD: u8 = 1 << 2;
/// A thread whatever else is said.
pub const SURE_THREAD: u8 = 1 << 3;
/// Boards, people and other lists.
pub const ELSEWHERE: u8 = 1 << 4;

/// Says by what stands before and behind a word whether it counts.
type Guard = fn(&[u8], &[u8]) -> bool;

fn anywhere(_: &[u8], _: &[u8]) -> bool {
    true
}

fn first(before: &[u8], _: &[u8]) -> bool {
    before.is_empty()
}

/// In the query, as the name of a value.
fn asked(before: &[u8], _: &[u8]) -> bool {
    matches!(before.last(), Some(b'?' | b'&'))
}

fn asked_or_in_path(before: &[u8], _: &[u8]) -> bool {
    matches!(before.last(), Some(b'?' | b'&' | b'/'))
}

fn asked_for_number(before: &[u8], behind: &[u8]) -> bool {
    asked(before, behind) && behind.first().is_some_and(u8::is_ascii_digit)
}

fn ends_word(_: &[u8], behind: &[u8]) -> bool {
    !behind.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
}

fn no_list(_: &[u8], behind: &[u8]) -> bool {
    !behind.starts_with(b"forum") && !behind.starts_with(b"board")
}

fn before_number(_: &[u8], behind: &[u8]) -> bool {
    behind.strip_prefix(b"-").unwrap_or(behind).first().is_some_and(u8::is_ascii_digit)
}

/// `?f=12`, `&fid-12`.
fn asked_for_forum(before: &[u8], behind: &[u8]) -> bool {
    let rest = behind.strip_prefix(b"id").unwrap_or(behind);
    asked(before, behind) && matches!(rest, [b'=' | b'-', b'0'..=b'9', ..])
}

/// `/forum/name` and `/forums/name/`, where the address ends.
fn last_folder(_: &[u8], behind: &[u8]) -> bool {
    let rest = behind.strip_prefix(b"s").unwrap_or(behind);
    let Some(rest) = rest.strip_prefix(b"/") else { return false };
    let name = rest.strip_suffix(b"/").unwrap_or(rest);
    !name.contains(&b'/')
}

/// A word, its kinds, and what must stand around it.
type Word = (&'static [u8], u8, Guard);

const WORDS: &[Word] = &[
    (b"user", PERSON | ELSEWHERE, anywhere),
    (b"member", PERSON | ELSEWHERE, anywhere),
    (b"profile", PERSON | ELSEWHERE, anywhere),
    (b"space", PERSON | ELSEWHERE, anywhere),
    (b"uid", PERSON, asked_or_in_path),
    (b"uid", ELSEWHERE, anywhere),
    (b"people", PERSON, anywhere),
    (b"author", PERSON, anywhere),
    (b"u=", PERSON, asked),
    (b"/u/", PERSON, anywhere),
    (b"/@", PERSON, anywhere),
    (b"account", PERSON, anywhere),
    (b"customer", PERSON, anywhere),
    (b"/id/", PERSON, anywhere),
    (b"group", NO_PERSON, anywhere),
    (b"rank", NO_PERSON, anywhere),
    (b"credit", NO_PERSON, anywhere),
    (b"login", NO_PERSON | ELSEWHERE, anywhere),
    (b"logging", NO_PERSON, anywhere),
    (b"register", NO_PERSON, anywhere),
    (b"find", NO_PERSON, anywhere),
    (b"pm", NO_PERSON, ends_word),
    (b"message", NO_PERSON, anywhere),
    (b"report", NO_PERSON, anywhere),
    (b"search", NO_PERSON | ELSEWHERE, anywhere),
    (b"usercp", NO_PERSON, anywhere),
    (b"spacecp", NO_PERSON, anywhere),
    (b"signup", NO_PERSON, anywhere),
    (b"signin", NO_PERSON, anywhere),
    (b"sign_up", NO_PERSON, anywhere),
    (b"sign_in", NO_PERSON, anywhere),
    (b"password", NO_PERSON, anywhere),
    (b"contact", NO_PERSON, anywhere),
    (b"thread", THREAD | SURE_THREAD, anywhere),
    (b"topic", THREAD | SURE_THREAD, anywhere),
    (b"tid", THREAD | SURE_THREAD, anywhere),
    (b"t=", THREAD, asked),
    (b"t=", SURE_THREAD, asked_for_number),
    (b"/t/", THREAD, anywhere),
    (b"/d/", THREAD, anywhere),
    (b"discuss", THREAD, anywhere),
    (b"question", THREAD, anywhere),
    (b"ask", THREAD, anywhere),
    (b"read", THREAD, anywhere),
    (b"article", THREAD, anywhere),
    (b"post", THREAD, anywhere),
    (b"p=", THREAD, asked),
    (b"view", THREAD, no_list),
    (b"forumdisplay", ELSEWHERE, anywhere),
    (b"viewforum", ELSEWHERE, anywhere),
    (b"forum", ELSEWHERE, before_number),
    (b"f", ELSEWHERE, asked_for_forum),
    (b"/forum", ELSEWHERE, last_folder),
    (b"/forum/", ELSEWHERE, anywhere),
    (b"forum=", ELSEWHERE, asked),
    (b"post_type=forum", ELSEWHERE, anywhere),
    (b"board", ELSEWHERE, anywhere),
    (b"categor", ELSEWHERE, anywhere),
    (b"/c/", ELSEWHERE, anywhere),
    (b"/f/", ELSEWHERE, anywhere),
    (b"section", ELSEWHERE, anywhere),
    (b"gid=", ELSEWHERE, anywhere),
    (b"javascript:", ELSEWHERE, anywhere),
    (b"#", ELSEWHERE, first),
    (b"mailto:", ELSEWHERE, first),
];

/// By first letter the words that begin with it.
static WORDS_FROM: LazyLock<[Vec<Word>; 128]> = LazyLock::new(|| {
    std::array::from_fn(|letter| WORDS.iter().filter(|(word, _, _)| word[0] as usize == letter).copied().collect())
});

/// Three bytes by the lower five bits of each.
const TRIPLES: usize = 1 << 15;

/// Which three bytes begin a word, or may: most places of an address begin none.
static BEGINNINGS: LazyLock<[u64; TRIPLES / 64]> = LazyLock::new(|| {
    let mut beginnings = [0; TRIPLES / 64];
    for triple in 0..TRIPLES {
        let bytes = [triple >> 10, triple >> 5 & 31, triple & 31];
        let fits = |(place, &byte): (usize, &u8)| usize::from(byte & 31) == bytes[place];
        if WORDS.iter().any(|(word, _, _)| word.iter().take(3).enumerate().all(fits)) {
            beginnings[triple / 64] |= 1 << (triple % 64);
        }
    }
    beginnings
});

/// What an address speaks of, as a sum of kinds.
pub fn kinds(address: &str) -> u8 {
    let mut short = [0u8; 256];
    let long;
    let lowered = match short.get_mut(..address.len()) {
        Some(buffer) => {
            buffer.copy_from_slice(address.as_bytes());
            buffer.make_ascii_lowercase();
            &*buffer
        }
        None => {
            let mut copy = Vec::with_capacity(address.len());
            copy.extend_from_slice(address.as_bytes());
            copy.make_ascii_lowercase();
            long = copy;
            &long[..]
        }
    };
    let (words_from, beginnings) = (&*WORDS_FROM, &*BEGINNINGS);
    let five = |place: usize| lowered.get(place).map_or(0, |byte| usize::from(byte & 31));
    let (mut kinds, mut triple) = (0, five(0) << 5 | five(1));
    for (start, &byte) in lowered.iter().enumerate() {
        triple = (triple << 5 | five(start + 2)) % TRIPLES;
        if beginnings[triple / 64] >> (triple % 64) & 1 == 0 || byte > 127 {
            continue;
        }
        let (before, rest) = lowered.split_at(start);
        for &(word, kind, guard) in &words_from[byte as usize] {
            if let Some(behind) = rest.strip_prefix(word) {
                kinds |= if guard(before, behind) { kind } else { 0 };
            }
        }
    }
    kinds
}

/// The kinds of the address of each row, 0 for rows without one.
pub fn row_kinds(attributes: &AttributeColumns, rows: usize) -> Vec<u8> {
    let mut of_rows = vec![0; rows];
    for (row, address) in attributes.with_values(name::HREF) {
        limits::tick(1 + address.len() / 16);
        of_rows[row as usize] = kinds(address);
    }
    of_rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_speak() {
        for (address, wanted) in [
            ("/User/12", PERSON | ELSEWHERE),
            ("/go?uid=12", PERSON | ELSEWHERE),
            ("/fluid", ELSEWHERE),
            ("?u=3", PERSON),
            ("menu=3", 0),
            ("/pm/3", NO_PERSON),
            ("/pms", 0),
            ("#top", ELSEWHERE),
            ("/x#top", 0),
            ("?f=12", ELSEWHERE),
            ("?fid-2", ELSEWHERE),
            ("?fx=2", 0),
            ("/forums/name/", ELSEWHERE),
            ("/forums/name/12", 0),
            ("/forum-12.html", ELSEWHERE),
            ("/view/3", THREAD),
            ("/viewforum", ELSEWHERE),
            ("?t=12", THREAD | SURE_THREAD),
            ("?t=x", THREAD),
        ] {
            assert_eq!(kinds(address), wanted, "{address}");
        }
    }
}
