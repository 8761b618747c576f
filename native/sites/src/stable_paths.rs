//! Stable paths: where a row stands, told by tags and by the class and id tokens that a site's pages share.
//!
//! In words: a step is the hash of the tag plus the hashes of those of its tokens that are known; the path of a row is
//! the path of its parent plus its own step, mixed with its depth. The hashes are those of `weft.similarity.folds`, in
//! which Python tells the paths of locators.

use std::collections::HashMap;

use html::names::KNOWN_NAMES;
use html::page_view::PageView;
use text::hash::{OfHashes, hash_masked, mix};
use text::short_texts::spaced;

/// The hash of a text as `weft.similarity.folds.hash_text`: FNV-1a with a last mix.
pub fn hash_word(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes());
    let value = bytes
        .fold(0xCBF2_9CE4_8422_2325_u64, |value, byte| (value ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    let value = (value ^ (value >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    value ^ (value >> 29)
}

/// A known token with its hashes as an id and as a class.
struct Token {
    text: Box<str>,
    id: u64,
    class: u64,
}

/// The known tokens, found by the hash that a page has of each of its own, and the hashes of the known tags.
pub struct StablePaths {
    tokens: HashMap<u64, Vec<Token>, OfHashes>,
    tags: Vec<u64>,
}

/// Paths that are asked for: sorted, and the low bits of all of them, which tell most others at a glance.
pub struct Wanted {
    paths: Vec<u64>,
    seen: Vec<bool>,
}

const LOW_BITS: u64 = (1 << 12) - 1;

impl Wanted {
    pub fn new(mut paths: Vec<u64>) -> Self {
        paths.sort_unstable();
        let mut seen = vec![false; LOW_BITS as usize + 1];
        paths.iter().for_each(|path| seen[(path & LOW_BITS) as usize] = true);
        Wanted { paths, seen }
    }

    pub fn has(&self, path: u64) -> bool {
        self.seen[(path & LOW_BITS) as usize] && self.paths.binary_search(&path).is_ok()
    }
}

impl StablePaths {
    pub fn new(tokens: &[String]) -> Self {
        let mut by_hash: HashMap<u64, Vec<Token>, OfHashes> = HashMap::default();
        for text in tokens {
            let (id, class) = (hash_word(&["#", text]), hash_word(&[".", text]));
            let token = Token { text: text.as_str().into(), id, class };
            by_hash.entry(hash_masked(text)).or_default().push(token);
        }
        let tags = KNOWN_NAMES.iter().map(|name| hash_word(&[name])).collect::<Vec<_>>();
        StablePaths { tokens: by_hash, tags }
    }

    /// The path of every row.
    pub fn paths(&self, page: &PageView) -> Vec<u64> {
        let added = page.names.added().iter().map(|name| hash_word(&[name])).collect::<Vec<_>>();
        let overflow = hash_word(&["#overflow"]);
        let (ids, classes) = self.hashes(page);
        let mut paths: Vec<u64> = Vec::with_capacity(page.tag.len());
        for (row, &tag) in page.tag.iter().enumerate() {
            limits::tick(1);
            let tag = tag as usize;
            let name = self.tags.get(tag).or_else(|| added.get(tag - self.tags.len())).copied().unwrap_or(overflow);
            let id = usize::try_from(page.id_token[row]).map_or(0, |token| ids[token]);
            let own = page.class_tokens(row).iter();
            let step = own.fold(name.wrapping_add(id), |sum, &token| sum.wrapping_add(classes[token as usize]));
            let above = usize::try_from(page.parent[row]).map_or(0, |parent| paths[parent]);
            paths.push(above.wrapping_add(mix(page.depth[row] as u64, step)));
        }
        paths
    }

    /// Of each of the page's tokens the hashes as an id and as a class; 0 where it is not known.
    fn hashes(&self, page: &PageView) -> (Vec<u64>, Vec<u64>) {
        let own = page.attributes.tokens.iter().zip(&page.attributes.token_hashes);
        let hashes = own.map(|(text, hash)| {
            let token = self.tokens.get(hash).and_then(|alike| alike.iter().find(|token| &*token.text == text));
            token.map_or((0, 0), |token| (token.id, token.class))
        });
        hashes.unzip()
    }
}

/// The texts of the rows that are asked for, in their order, less the empty ones and those of more than `most` bytes.
pub fn find_texts(page: &PageView, most: i32, mut is_wanted: impl FnMut(usize) -> bool) -> Vec<(i32, String)> {
    let is_asked = |&row: &usize| {
        limits::tick(1);
        (1..=most).contains(&(page.text_end[row] - page.text_start[row])) && is_wanted(row)
    };
    (0..page.tag.len()).filter(is_asked).map(|row| (row as i32, spaced(page.bytes_of(row)))).collect()
}

/// The texts at wanted paths: of rows that are elements or say something.
pub fn texts_at(page: &PageView, paths: &[u64], wanted: &Wanted, most: i32) -> Vec<(i32, String)> {
    find_texts(page, most, |row| wanted.has(paths[row]) && (page.chars[row] > 0 || page.tag[row] > 0))
}

/// The rows at wanted paths.
pub fn rows_at(paths: &[u64], wanted: &Wanted) -> Vec<i64> {
    let rows = paths.iter().enumerate().filter(|&(_, &path)| wanted.has(path));
    rows.map(|(row, _)| row as i64).collect::<Vec<_>>()
}
