//! Signs of what few pages have: one fast look, before anything slower searches for it.
//!
//! In words: `hints` tells which of some parts of names any class or id of the page has. The look may say yes where there
//! is nothing, and never no where there is.

use std::sync::OnceLock;

use text::hash::Texts;

/// Parts of names, in lower case; NUL is the edge of a name. Bit `n` of what `hints` tells is the `n`th of them.
pub const HINTS: [&str; 45] = [
    // Of captions
    "caption", "cutline", // Of advertisements
    "\0ad\0", "\0ads\0", "\0ad-", "-ad\0", "advert", "sponsored", "adsense", // Of what sorts a table
    "sort", "filter", // Of links beside a heading
    "editsection", "editlink", "anchor", "headerlink", "permalink", // Of buttons that copy code
    "copy", "clipboard", "clippy", // Of the numbers of lines
    "lineno", "linenum", "line-num", "line_num", "gutter", "hljs-ln", "crayon-num", "blob-num", "\0ln\0", "\0lnt\0",
    "\0gl\0", // Of code
    "code", "hljs", // Of notes
    "sidenote", "marginnote", "footnote", "cite-backlink", // Of formulas
    "math", "latex", "\0tex\0", // Of comments
    "comment", "respond", "disqus", "utterances", "giscus", "评论",
];
pub const CAPTIONS: u64 = bits(0, 2);
pub const ADS: u64 = bits(2, 9);
pub const SORT: u64 = bits(9, 11);
pub const EDIT: u64 = bits(11, 13);
pub const ANCHOR: u64 = bits(13, 16);
pub const COPY: u64 = bits(16, 19);
pub const GUTTER: u64 = bits(19, 30);
pub const CODE: u64 = bits(30, 32);
pub const NOTES: u64 = bits(32, 36);
pub const FORMULAS: u64 = bits(36, 39);
pub const COMMENTS: u64 = bits(39, 45);
/// Hints are told apart by the hash of their first two bytes.
const BUCKETS: usize = 1024;

const fn bits(start: usize, end: usize) -> u64 {
    (1 << end) - (1 << start)
}

/// All names of a page in lower case, a NUL before and behind each.
pub fn name_text(tokens: &Texts) -> String {
    let mut text = String::from("\0");
    for token in tokens.iter() {
        push_lower(&mut text, token);
        text.push('\0');
    }
    text
}

/// Adds a name in lower case.
fn push_lower(text: &mut String, name: &str) {
    if name.is_ascii() {
        let start = text.len();
        text.push_str(name);
        text[start..].make_ascii_lowercase();
        return;
    }
    text.push_str(&name.to_lowercase())
}

/// Which of `HINTS` each name of a page has.
pub fn hints_of_names(names: &Texts) -> Vec<u64> {
    let mut text = String::new();
    let hints_of = |name: &str| {
        text.clear();
        text.push('\0');
        push_lower(&mut text, name);
        text.push('\0');
        hints(&text)
    };
    names.iter().map(hints_of).collect()
}

/// Which of `HINTS` a text of names has, one bit each.
pub fn hints(text: &str) -> u64 {
    static BY_BUCKET: OnceLock<[u64; BUCKETS]> = OnceLock::new();
    let by_bucket = BY_BUCKET.get_or_init(|| {
        let mut by_bucket = [0; BUCKETS];
        for (number, hint) in HINTS.iter().enumerate() {
            by_bucket[bucket(hint.as_bytes()[0], hint.as_bytes()[1])] |= 1 << number;
        }
        by_bucket
    });
    let text = text.as_bytes();
    let mut has = 0;
    for (start, pair) in text.windows(2).enumerate() {
        let mut asked = by_bucket[bucket(pair[0], pair[1])] & !has;
        while asked != 0 {
            let number = asked.trailing_zeros() as usize;
            if text[start..].starts_with(HINTS[number].as_bytes()) {
                has |= 1 << number;
            }
            asked &= asked - 1;
        }
    }
    has
}

fn bucket(first: u8, second: u8) -> usize {
    (usize::from(first) << 5 ^ usize::from(second)) % BUCKETS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hints_of(names: &[&str]) -> Vec<&'static str> {
        let mut tokens = Texts::default();
        names.iter().for_each(|name| tokens.push(name));
        let has = hints(&name_text(&tokens));
        assert_eq!(hints_of_names(&tokens).into_iter().fold(0, |all, own| all | own), has);
        HINTS.iter().enumerate().filter(|&(number, _)| has >> number & 1 == 1).map(|(_, &hint)| hint).collect()
    }

    #[test]
    fn names_have_hints() {
        assert_eq!(hints_of(&[]), [""; 0]);
        assert_eq!(hints_of(&["wp-Caption", "ad"]), ["caption", "\0ad\0"]);
        assert_eq!(hints_of(&["read", "head"]), [""; 0]);
        assert_eq!(hints_of(&["top-AD", "adé-Footnote"]), ["-ad\0", "footnote"]);
    }

    #[test]
    fn groups_are_where_they_are_said_to_be() {
        let group = |mask: u64| HINTS.iter().enumerate().filter(move |&(number, _)| mask >> number & 1 == 1);
        let first = |mask| group(mask).map(|(_, &hint)| hint).next().unwrap();
        let groups = [CAPTIONS, ADS, SORT, EDIT, ANCHOR, COPY, GUTTER, CODE, NOTES, FORMULAS, COMMENTS];
        let wanted = "caption \0ad\0 sort editsection anchor copy lineno code sidenote math comment";
        assert!(groups.map(first).into_iter().eq(wanted.split(' ')));
        assert_eq!(groups.into_iter().fold(0, |all, group| all | group), bits(0, 45));
    }
}
