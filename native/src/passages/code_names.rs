//! Whether a page may name the language of a block of code: a look that may say yes where it does not, and never no where
//! it does. `renderers/structures.py` has the rules (`language_of`).

use super::Columns;
use crate::names::name;

/// Attributes that name a language.
const ATTRIBUTES: [&str; 4] = ["data-lang", "data-language", "data-enlighter-language", "data-code-language"];
/// What stands before the name of a language in a class, and what highlighters call their elements.
const PREFIXES: [&str; 10] =
    ["language", "lang", "highlight-source", "highlight", "brush", "code", "syntax", "src", "type", "source"];
const MARKERS: [&str; 12] = [
    "hljs",
    "sourceCode",
    "prettyprint",
    "highlight",
    "brush:",
    "code",
    "syntaxhighlighter",
    "src",
    "chroma",
    "shiki",
    "prism-code",
    "codehilite",
];
/// Rows of a `pre` in which its `code` begins, and levels above it that may name its language.
const LOOK: usize = 12;
const MAX_CLIMB: usize = 6;

/// Whether an element in code, the code or one of the nearest elements around it may name a language.
pub fn may_name_language(page: &Columns, row: usize) -> bool {
    let last = (row + LOOK).min(page.end[row] as usize);
    let inner = (row + 1..last).find(|&inner| page.tag[inner] == name::CODE);
    let is_near = |&row: &usize| {
        let has_class = page.class_start[row] < page.class_start[row + 1];
        has_class || page.value(row, name::LANG).is_some() || has_attribute(page, row)
    };
    inner.iter().chain([&row]).any(is_near) || page.above(row).take(MAX_CLIMB).any(|above| may_name(page, above))
}

fn has_attribute(page: &Columns, row: usize) -> bool {
    ATTRIBUTES.iter().any(|own| page.names.number(own).is_some_and(|name| page.value(row, name).is_some()))
}

/// Whether an element around code has an attribute or a class that may name its language.
fn may_name(page: &Columns, row: usize) -> bool {
    let classes = &page.class_token[page.class_start[row] as usize..page.class_start[row + 1] as usize];
    let speaks = |token: &i32| {
        let token = &page.attributes.tokens[*token as usize];
        let begins = |prefix: &&str| {
            token.as_bytes().get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
        };
        MARKERS.contains(&token) || !token.is_ascii() || PREFIXES.iter().any(begins)
    };
    classes.iter().any(speaks) || has_attribute(page, row)
}
