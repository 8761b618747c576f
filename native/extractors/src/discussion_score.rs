//! Whether a page is part of a discussion: words that forums use outweigh those that shops and blogs use.
//!
//! In words: every known word in a class or in the path of a link adds its weight once; so does every line of texts of
//! which one stands in the content, and what the data behind the content declares the page to be. Where the weights
//! come from is told in `records/words.py`.

use std::sync::{LazyLock, OnceLock};

use memchr::memmem;

use html::names::name;
use html::page_view::{PageView, made_once};
use text::languages::{FORUM, LOGIN, Search, TALK, fold, kinds_in};

/// The weight in tenths of a word in a class, and a number of its own.
fn class_weight(word: &[u8]) -> Option<(i32, u32)> {
    static STARTS: LazyLock<Starts> = LazyLock::new(|| starts(&WORDS));
    const WORDS: [(i32, &[&[u8]]); 4] = [
        (
            20,
            &[
                b"username",
                b"forum",
                b"forums",
                b"thread",
                b"threads",
                b"bbs",
                b"postbit",
                b"postbody",
                b"topics",
                b"replies",
                b"posters",
                b"poster",
            ],
        ),
        (12, &[b"topic", b"signature", b"quote", b"moderator", b"joined"]),
        (5, &[b"reply", b"reactions", b"votes", b"answer", b"question", b"post", b"posts", b"avatar"]),
        (-7, &[b"price", b"product", b"hero", b"newsletter", b"singular", b"blog", b"careers", b"entry", b"cart"]),
    ];
    find_word(&WORDS, &STARTS, word)
}

/// The same of a word in an address.
fn address_weight(word: &[u8]) -> Option<(i32, u32)> {
    static STARTS: LazyLock<Starts> = LazyLock::new(|| starts(&WORDS));
    const WORDS: [(i32, &[&[u8]]); 3] = [
        (
            20,
            &[
                b"forum",
                b"forums",
                b"forumdisplay",
                b"showthread",
                b"viewthread",
                b"viewtopic",
                b"viewforum",
                b"threads",
                b"thread",
                b"bbs",
                b"board",
                b"boards",
                b"archiver",
            ],
        ),
        (
            10,
            &[
                b"topic",
                b"topics",
                b"discussion",
                b"discussions",
                b"questions",
                b"members",
                b"member",
                b"register",
                b"tid",
                b"reply",
                b"quote",
            ],
        ),
        (-7, &[b"tel", b"cart", b"careers", b"products", b"collections", b"blog", b"news", b"category", b"author"]),
    ];
    find_word(&WORDS, &STARTS, word)
}

/// By the first letter, the lengths of the words that begin with it as bits: most words of a page are told by these.
type Starts = [u32; 32];

fn starts(words: &[(i32, &[&[u8]])]) -> Starts {
    let mut starts = [0; 32];
    for word in words.iter().flat_map(|(_, list)| list.iter()) {
        starts[usize::from(word[0] & 31)] |= 1 << word.len();
    }
    starts
}

fn find_word(words: &[(i32, &[&[u8]])], starts: &Starts, word: &[u8]) -> Option<(i32, u32)> {
    let is_length = |lengths: u32| lengths.checked_shr(word.len() as u32).is_some_and(|rest| rest & 1 > 0);
    if !word.first().is_some_and(|&letter| is_length(starts[usize::from(letter & 31)])) {
        return None;
    }
    let mut number = 0;
    for (weight, list) in words {
        if let Some(place) = list.iter().position(|known| word.eq_ignore_ascii_case(known)) {
            return Some((*weight, number + place as u32));
        }
        number += list.len() as u32;
    }
    None
}

/// Texts in lower case: any of a line adds its weight in tenths. So does a word of its kind in another language.
const TEXTS: [(i32, u16, &[&str]); 5] = [
    (20, 0, &["#1", "1#", "1楼", "楼主", "沙发"]),
    (12, FORUM, &["论坛", " forum"]),
    (12, 0, &["发帖", "回帖", "发表于", "帖子", "版块", "new topic", "new thread", "new posts"]),
    (12, TALK, &["回复", "引用", " quote", "reply", "replies"]),
    (5, LOGIN, &["注册", "登录", "register", "log in", "login", "sign up"]),
];
const MAX_TEXT: usize = 1 << 16; // bytes in which words of other languages are looked for
const MAX_ADDRESSES: usize = 2_000;

/// What is known of a page's score once somebody has asked: the decision asks, and so do records.
#[derive(Default)]
pub struct Spoken {
    part: OnceLock<Part>,
    score: OnceLock<i32>,
}

/// A score without the words of other languages, which take as long to find as all the rest.
#[derive(Clone, Copy)]
struct Part {
    score: i32,
    /// The kinds of words that can still add their weight.
    missing: u16,
}

impl Spoken {
    /// As `score`.
    pub fn score(&self, page: &PageView) -> i32 {
        *made_once(&self.score, || self.part(page).complete(text_and_data(page).0))
    }

    /// Whether the score is at least so much; words of other languages, which only add, are looked for if they decide.
    pub fn reaches(&self, least: i32, page: &PageView) -> bool {
        let part = self.part(page);
        if part.score >= least || part.score + weight_of(part.missing) < least {
            return part.score >= least;
        }
        self.score(page) >= least
    }

    fn part(&self, page: &PageView) -> Part {
        *made_once(&self.part, || Part::of(page))
    }
}

/// How much the words of a page speak for a discussion, in tenths.
pub fn score(page: &PageView) -> i32 {
    Spoken::default().score(page)
}

impl Part {
    fn of(page: &PageView) -> Self {
        let (attributes, mut seen, mut score) = (page.attributes, (0u64, 0u64), 0);
        for token in attributes.tokens.iter() {
            limits::tick(1);
            for_words(token.as_bytes(), true, |word| score += once(class_weight(word), &mut seen.0));
        }
        for row in attributes.rows_with(name::HREF).take(MAX_ADDRESSES) {
            let address = page.attribute(row as usize, name::HREF);
            for_words(path(address).as_bytes(), false, |word| score += once(address_weight(word), &mut seen.1));
        }
        let (text, data) = text_and_data(page);
        let (lines, missing) = lines_found(text);
        Part { score: score + lines + declared(data), missing }
    }

    /// The whole score.
    fn complete(self, text: &[u8]) -> i32 {
        if self.missing == 0 {
            return self.score;
        }
        let (mut folded, missing) = (Vec::with_capacity(text.len().min(MAX_TEXT)), self.missing);
        let found =
            kinds_in(fold(first_part(text), &mut folded), Search::Discussion, |kinds| kinds & missing == missing);
        self.score + weight_of(found & missing)
    }
}

/// The text of a page that is its content, and what is behind it.
fn text_and_data<'page>(page: &PageView<'page>) -> (&'page [u8], &'page [u8]) {
    page.text.as_bytes().split_at(page.text_end.first().map_or(0, |&end| end as usize))
}

/// The weight of the lines of texts that have one of these kinds.
fn weight_of(kinds: u16) -> i32 {
    TEXTS.iter().filter(|(_, kind, _)| kinds & kind > 0).map(|(weight, ..)| weight).sum()
}

/// The weight of a word that was not seen before.
fn once(found: Option<(i32, u32)>, seen: &mut u64) -> i32 {
    let Some((weight, number)) = found else { return 0 };
    let fresh = *seen & (1 << number) == 0;
    *seen |= 1 << number;
    if fresh { weight } else { 0 }
}

/// Calls `visit` with each run of three letters or more; a capital behind a small letter may begin a new one.
fn for_words(text: &[u8], humps: bool, mut visit: impl FnMut(&[u8])) {
    let mut start = 0;
    for place in 0..=text.len() {
        let ends = place == text.len() || !text[place].is_ascii_alphabetic();
        let hump =
            !ends && humps && place > start && text[place].is_ascii_uppercase() && text[place - 1].is_ascii_lowercase();
        if ends || hump {
            if place >= start + 3 {
                visit(&text[start..place]);
            }
            start = if hump { place } else { place + 1 };
        }
    }
}

/// An address without its host, whose name says nothing about the page.
fn path(address: &str) -> &str {
    match address.split_once("//") {
        Some((_, rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        None => address,
    }
}

/// The weights of the lines of which a text stands there, and the kinds of the others.
fn lines_found(text: &[u8]) -> (i32, u16) {
    let mut lowered = Vec::with_capacity(text.len());
    lowered.extend_from_slice(text);
    lowered.make_ascii_lowercase();
    let ascii = lowered.is_ascii();
    let stands = |word: &&str| (!ascii || word.is_ascii()) && memmem::find(&lowered, word.as_bytes()).is_some();
    let (mut score, mut missing) = (0, 0);
    for (weight, kind, words) in TEXTS {
        if words.iter().any(stands) {
            score += weight;
        } else {
            missing |= kind;
        }
    }
    (score, missing)
}

/// The beginning of a long text, up to a whole character.
fn first_part(text: &[u8]) -> &[u8] {
    let mut end = text.len().min(MAX_TEXT);
    while end < text.len() && text[end] & 0xC0 == 0x80 {
        end -= 1;
    }
    &text[..end]
}

const CHUNK: usize = 1 << 15;
const MAX_DECLARED: usize = "discussionforumposting".len();

/// What data behind a page declares it to be: words in lower case, any of a line adds its weight.
///
/// The raw text of a page is long, so it is searched in pieces that stay in the cache, and for what the words have in
/// common.
fn declared(raw: &[u8]) -> i32 {
    let (mut discussion, mut article, mut thing) = (false, false, false);
    let mut buffer = Vec::with_capacity(CHUNK + MAX_DECLARED);
    for start in (0..raw.len()).step_by(CHUNK) {
        buffer.clear();
        buffer.extend_from_slice(&raw[start..(start + CHUNK + MAX_DECLARED).min(raw.len())]);
        buffer.make_ascii_lowercase();
        discussion = discussion || memmem::find(&buffer, b"qapage").is_some();
        for place in memmem::find_iter(&buffer, b"posting") {
            let before = &buffer[..place];
            discussion |= before.ends_with(b"discussionforum");
            article |= before.ends_with(b"blog");
        }
        for place in memmem::find_iter(&buffer, b"article") {
            let (before, behind) = (&buffer[..place], &buffer[place + b"article".len()..]);
            article |= before.ends_with(b"news");
            thing |= before.ends_with(b"\"") && behind.starts_with(b"\"");
        }
        thing = thing || memmem::find(&buffer, b"\"product\"").is_some();
    }
    40 * i32::from(discussion) - 20 * i32::from(article) - 15 * i32::from(thing)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn humps_part_words() {
        let mut words = Vec::new();
        for_words(b"postBody-x-ABCdef", true, |word| words.push(word.to_vec()));
        assert_eq!(words, [&b"post"[..], b"Body", b"ABCdef"]);
    }

    #[test]
    fn hosts_do_not_count() {
        assert_eq!(path("https://forum.example/t/1"), "t/1");
        assert_eq!(path("/forum/"), "/forum/");
        assert_eq!(path("//forum.example"), "");
    }

    #[test]
    fn data_declares_pages() {
        assert_eq!(declared(b"{\"@type\": \"DiscussionForumPosting\"}"), 40);
        assert_eq!(declared(b"\"Article\" NewsArticle"), -35);
        assert_eq!(declared(b"articles, products, postings"), 0);
        let far = [vec![b' '; CHUNK - 3], b"QAPage".to_vec()].concat();
        assert_eq!(declared(&far), 40);
    }
}
