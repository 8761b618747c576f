//! The words in classes and ids that say what an element is about.
//!
//! In words: a class or id speaks of something (an author, a time, a body …) when one of the words of that thing
//! stands in it; most words stand anywhere, some must begin or end the token or must not go on in a certain way. What
//! the flags mean is told in `records/words.py`.

use std::sync::LazyLock;

pub const AUTHOR: u16 = 1;
pub const TIME: u16 = 1 << 1;
pub const BODY: u16 = 1 << 2;
pub const QUOTE: u16 = 1 << 3;
pub const SIGNATURE: u16 = 1 << 4;
pub const EDITED: u16 = 1 << 5;
pub const BUTTON: u16 = 1 << 6;
pub const PERSON: u16 = 1 << 7;
pub const TITLE: u16 = 1 << 8;
pub const PAGER: u16 = 1 << 9;
pub const RANK: u16 = 1 << 10;
pub const ASIDE: u16 = 1 << 11;

/// Says by what stands before and behind a word whether it counts.
type Guard = fn(&[u8], &[u8]) -> bool;

fn anywhere(_: &[u8], _: &[u8]) -> bool {
    true
}

fn alone(before: &[u8], behind: &[u8]) -> bool {
    before.is_empty() && behind.is_empty()
}

fn first(before: &[u8], _: &[u8]) -> bool {
    before.is_empty()
}

fn last_word(before: &[u8], behind: &[u8]) -> bool {
    behind.is_empty() && (before.is_empty() || joins(before.last()))
}

fn joins(byte: Option<&u8>) -> bool {
    matches!(byte, Some(b'-' | b'_'))
}

fn starts_any(text: &[u8], words: &[&[u8]]) -> bool {
    words.iter().any(|word| text.starts_with(word))
}

/// The text without a prefix, or as it is.
fn skip<'text>(text: &'text [u8], prefix: &[u8]) -> &'text [u8] {
    text.strip_prefix(prefix).unwrap_or(text)
}

fn no_posterior(_: &[u8], behind: &[u8]) -> bool {
    !behind.starts_with(b"ior")
}

fn before_name(_: &[u8], behind: &[u8]) -> bool {
    starts_any(behind, &[b"name", b"-name"])
}

fn before_user_name(_: &[u8], behind: &[u8]) -> bool {
    starts_any(behind, &[b"name", b"-name", b"_name"])
}

fn no_line(_: &[u8], behind: &[u8]) -> bool {
    !behind.starts_with(b"line")
}

fn no_letters(before: &[u8], behind: &[u8]) -> bool {
    !before.last().is_some_and(u8::is_ascii_lowercase) && !behind.first().is_some_and(u8::is_ascii_lowercase)
}

/// `comments` and `comment-list` hold comments, `comment` is one.
fn one_comment(_: &[u8], behind: &[u8]) -> bool {
    let rest = skip(behind, b"s");
    let rest = if joins(rest.first()) { &rest[1..] } else { rest };
    behind != b"s" && !starts_any(rest, &[b"list", b"area", b"form", b"count", b"box", b"wrap"])
}

fn no_quote_button(_: &[u8], behind: &[u8]) -> bool {
    let rest = skip(skip(behind, b"d"), b"-");
    !starts_any(rest, &[b"link", b"button", b"btn", b"control"])
}

fn joined_first(before: &[u8], behind: &[u8]) -> bool {
    before.is_empty() && joins(behind.first())
}

fn before_edit(_: &[u8], behind: &[u8]) -> bool {
    starts_any(behind, &[b"edit", b"-edit"])
}

fn before_by_or_note(_: &[u8], behind: &[u8]) -> bool {
    starts_any(skip(behind, b"-"), &[b"by", b"note"])
}

fn no_quote_before(before: &[u8], _: &[u8]) -> bool {
    !before.ends_with(b"quote-")
}

fn no_user_text(_: &[u8], behind: &[u8]) -> bool {
    !starts_any(behind, &[b"text", b"content"])
}

fn statistics(_: &[u8], behind: &[u8]) -> bool {
    matches!(behind, b"" | b"s" | b"istics")
}

fn paging(_: &[u8], behind: &[u8]) -> bool {
    let endings: [&[u8]; 4] = [b"e", b"ing", b"ination", b"er"];
    endings.iter().filter_map(|ending| behind.strip_prefix(*ending)).any(|rest| rest.is_empty() || joins(rest.first()))
}

/// The words by their first letter; a word that must not stand anywhere has a guard.
fn words_from(letter: u8) -> &'static [(&'static [u8], u16, Guard)] {
    match letter {
        b'a' => &[
            (b"author", AUTHOR | PERSON, anywhere),
            (b"ago", TIME, no_letters),
            (b"article", BODY, anywhere),
            (b"action", BUTTON, anywhere),
            (b"avatar", PERSON | RANK, anywhere),
        ],
        b'b' => &[
            (b"byline", AUTHOR, anywhere),
            (b"by", AUTHOR, alone),
            (b"body", BODY, anywhere),
            (b"button", BUTTON, anywhere),
            (b"btn", BUTTON, anywhere),
            (b"badge", PERSON | RANK, anywhere),
            (b"breadcrumb", PAGER, anywhere),
        ],
        b'c' => &[
            (b"creator", AUTHOR, anywhere),
            (b"content", BODY, anywhere),
            (b"cooked", BODY, anywhere),
            (b"copy", BODY, alone),
            (b"comment", BODY, one_comment),
            (b"cite", QUOTE, first),
            (b"control", BUTTON, anywhere),
            (b"count", RANK, anywhere),
        ],
        b'd' => &[(b"date", TIME, anywhere), (b"dropdown", BUTTON, anywhere), (b"dialog", ASIDE, anywhere)],
        b'e' => &[(b"entry", BODY, anywhere), (b"edited", EDITED, anywhere), (b"edit", EDITED, before_by_or_note)],
        b'f' => &[
            (b"fn", AUTHOR, alone),
            (b"full", AUTHOR, before_name),
            (b"foot", PAGER, first),
            (b"footer", ASIDE, anywhere),
            (b"flair", RANK, anywhere),
            (b"from", RANK, anywhere),
        ],
        b'g' => &[(b"group", RANK, anywhere)],
        b'h' => &[
            (b"headline", TITLE, anywhere),
            (b"heading", TITLE, anywhere),
            (b"head", PAGER, alone),
            (b"header", PAGER, alone),
        ],
        b'l' => &[
            (b"last", EDITED, before_edit),
            (b"like", BUTTON, anywhere),
            (b"location", RANK, anywhere),
            (b"level", RANK, anywhere),
        ],
        b'm' => &[
            (b"member", PERSON, anywhere),
            (b"member", AUTHOR, before_name),
            (b"message", BODY, anywhere),
            (b"msg", BODY, anywhere),
            (b"mes", BODY, alone),
            (b"markdown", BODY, anywhere),
            (b"modified", EDITED, no_quote_before),
            (b"menu", BUTTON, anywhere),
            (b"modal", ASIDE, anywhere),
        ],
        b'n' => &[
            (b"nick", AUTHOR, anywhere),
            (b"name", AUTHOR, alone),
            (b"navig", PAGER, anywhere),
            (b"nav", PAGER, first),
        ],
        b'p' => &[
            (b"poster", AUTHOR | PERSON, no_posterior),
            (b"posted", TIME, anywhere),
            (b"published", TIME, anywhere),
            (b"post", BODY, alone),
            (b"prose", BODY, anywhere),
            (b"pstatus", EDITED, alone),
            (b"popup", BUTTON, anywhere),
            (b"profile", PERSON, anywhere),
            (b"pag", PAGER, paging),
            (b"pg", PAGER, alone),
        ],
        b'q' => &[(b"quote", QUOTE, no_quote_button)],
        b'r' => &[
            (b"react", BUTTON, anywhere),
            (b"report", BUTTON, anywhere),
            (b"rank", PERSON | RANK, anywhere),
            (b"role", RANK, anywhere),
            (b"reputation", RANK, anywhere),
        ],
        b's' => &[
            (b"starter", AUTHOR, anywhere),
            (b"screen", AUTHOR, before_name),
            (b"signature", SIGNATURE, anywhere),
            (b"sig", SIGNATURE, last_word),
            (b"sign", SIGNATURE, last_word),
            (b"sig", SIGNATURE, joined_first),
            (b"share", BUTTON, anywhere),
            (b"stat", PERSON, statistics),
            (b"subject", TITLE, anywhere),
            (b"sidebar", PAGER | ASIDE, anywhere),
            (b"status", RANK, anywhere),
        ],
        b't' => &[
            (b"time", TIME, no_line),
            (b"text", BODY, anywhere),
            (b"tool", BUTTON, anywhere),
            (b"title", TITLE | RANK, anywhere),
            (b"topic", TITLE, anywhere),
        ],
        b'u' => &[(b"user", AUTHOR, last_word), (b"user", AUTHOR, before_user_name), (b"user", PERSON, no_user_text)],
        b'v' => &[(b"vote", BUTTON, anywhere)],
        b'w' => &[(b"writer", AUTHOR, anywhere), (b"when", TIME, alone), (b"widget", ASIDE, anywhere)],
        _ => &[],
    }
}

/// Three bytes by the lower five bits of each.
const TRIPLES: usize = 1 << 15;

/// Which three letters words begin with: most places in a token begin no word.
static BEGINNINGS: LazyLock<[u64; TRIPLES / 64]> = LazyLock::new(|| {
    let mut beginnings = [0; TRIPLES / 64];
    for (word, _, _) in (b'a'..=b'z').flat_map(words_from) {
        if let [first, second, third, ..] = **word {
            let triple = five(first) << 10 | five(second) << 5 | five(third);
            beginnings[triple / 64] |= 1 << (triple % 64);
        }
    }
    beginnings
});

fn five(byte: u8) -> usize {
    usize::from(byte & 31)
}

/// What one class or id speaks of, as a sum of flags; the hooks of scripts (`js-…`) say nothing.
pub fn token_flags(token: &str) -> u16 {
    let mut short = [0u8; 64];
    let long;
    let lowered = match short.get_mut(..token.len()) {
        Some(buffer) => {
            buffer.copy_from_slice(token.as_bytes());
            buffer.make_ascii_lowercase();
            &*buffer
        }
        None => {
            long = lowered_copy(token.as_bytes());
            &long[..]
        }
    };
    if lowered.starts_with(b"js-") {
        return 0;
    }
    if lowered.len() == 2 {
        return flags_at(lowered, 0); // a word of two letters stands alone
    }
    let (beginnings, mut flags, mut triple) = (&*BEGINNINGS, 0, 0);
    for (place, &byte) in lowered.iter().enumerate() {
        triple = (triple << 5 | five(byte)) % TRIPLES;
        if place > 1 && beginnings[triple / 64] >> (triple % 64) & 1 > 0 {
            flags |= flags_at(lowered, place - 2);
        }
    }
    flags
}

/// What the words speak of that begin at a place of a token, behind which is a letter.
fn flags_at(token: &[u8], start: usize) -> u16 {
    let (before, rest) = token.split_at(start);
    let mut flags = 0;
    for &(word, flag, guard) in words_from(rest[0]) {
        // Most words differ in their second letter, and to look at it is no call.
        if word[1] == rest[1]
            && let Some(behind) = rest.strip_prefix(word)
        {
            flags |= if guard(before, behind) { flag } else { 0 };
        }
    }
    flags
}

fn lowered_copy(token: &[u8]) -> Vec<u8> {
    let mut copy = Vec::with_capacity(token.len());
    copy.extend_from_slice(token);
    copy.make_ascii_lowercase();
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_count_where_they_may_stand() {
        for (token, flags) in [
            ("post-author", AUTHOR | PERSON),
            ("js-author", 0),
            ("User", AUTHOR | PERSON),
            ("user-list", PERSON),
            ("usertext", BODY),
            ("comments", 0),
            ("comment_box", 0),
            ("comment-12", BODY),
            ("timeline", 0),
            ("chicago", 0),
            ("time-ago", TIME),
            ("quote-button", BUTTON),
            ("last-edit", EDITED),
            ("sig_3", SIGNATURE),
            ("pagination", PAGER),
            ("pagefold", 0),
            ("stats", PERSON),
            ("by", AUTHOR),
            ("FN", AUTHOR),
            ("by-line", 0),
            ("é", 0),
            ("", 0),
        ] {
            assert_eq!(token_flags(token), flags, "{token}");
        }
    }
}
