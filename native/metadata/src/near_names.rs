//! Names of elements and addresses of links that say what stands there, by kind.
//!
//! In words: a kind has the rows with a class or id, or with an address, in which its wanted pattern is found, in lower
//! case, and its unwanted one is not. All patterns of a page run as one automaton.

use std::sync::LazyLock;

use text::name_patterns::NamePatterns;

/// What is wanted in a name and what is unwanted.
type Kind = (&'static str, &'static str, &'static str);

/// What is found nowhere.
const NOTHING: &str = r"[^\x00-\x{10ffff}]";

/// What the classes and ids of elements say.
const NAMES: [Kind; 5] = [
    (
        "side",
        r"(?:^|\s)(?:(?:site|page|main|global)[-_])?footer|comment|reply|replies|related|sidebar|widget|recent|popular|menu|teaser|promo|trending|recommend|carousel",
        NOTHING,
    ),
    (
        "tags",
        r"(?:^|[-_])(?:tags|tag[-_]?list|tagged(?:[-_]with)?|keywords|schlagw(?:oe|o|ö)rter)(?:[-_]{1,2}(?:links?|list|items?|wrapper|container|block|box|area|section|wrap|inner|content))?$|^(?:entry|post|article|story|news)[-_]topics(?:[-_]{1,2}(?:links?|list|items?|wrapper|container|block|box|area|section|wrap|inner|content))?$",
        r"cloud|popular|trending|top|all|meta|head|main|more|search|filter",
    ),
    (
        "categories",
        r"(?:^|[-_])(?:cats?|categor(?:y|ies)|kategorien?)(?:[-_]{1,2}(?:links?|list|items?|wrapper|container|block|box|area|section|wrap|inner|content))?$",
        r"^(?:cat|category|categories|kategorien?)$|popular|top|all|menu|nav|head|main|more|search|filter",
    ),
    ("way", r"crumb", r"item|sep|last|current|title|link|icon|schema"),
    (
        "minutes",
        r"read(?:ing)?[-_]?(?:time|duration)|min(?:ute)?s?[-_]?(?:to[-_])?read|time[-_]to[-_]read|lese(?:zeit|dauer)|tiempo[-_]?(?:de[-_]?)?lectura|temps[-_]?(?:de[-_]?)?lecture",
        r"unread|thread|spread|progress|icon",
    ),
];

/// What the addresses of links say.
const ADDRESSES: [Kind; 2] = [
    (
        "tags",
        r"/(?:tags?|topics?|themen?|thema|schlagw(?:oe|o|ö)rt(?:er)?|stichwort|etiquetas?|keywords?|mot-cle)/[^/]",
        NOTHING,
    ),
    ("categories", r"/(?:categor(?:y|ies|ia|ias|ie)|kategorien?|rubriken?|rubrique|ressort|cat)/[^/]", NOTHING),
];

static NAME_PATTERNS: LazyLock<Option<NamePatterns>> = LazyLock::new(|| patterns(&NAMES));
static ADDRESS_PATTERNS: LazyLock<Option<NamePatterns>> = LazyLock::new(|| patterns(&ADDRESSES));

fn patterns(kinds: &[Kind]) -> Option<NamePatterns> {
    let owned: Vec<_> = kinds.iter().map(|&(_, wanted, unwanted)| (wanted.to_owned(), unwanted.to_owned())).collect();
    NamePatterns::new(&owned).ok() // a test reads them all
}

/// The patterns of names and those of addresses.
pub fn all() -> Option<(&'static NamePatterns, &'static NamePatterns)> {
    NAME_PATTERNS.as_ref().zip(ADDRESS_PATTERNS.as_ref())
}

/// The number of a kind of names.
pub fn name_number(kind: &str) -> usize {
    NAMES.iter().position(|own| own.0 == kind).unwrap_or(usize::MAX)
}

/// The number of a kind of addresses.
pub fn address_number(kind: &str) -> usize {
    ADDRESSES.iter().position(|own| own.0 == kind).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    #[test]
    fn patterns_are_read() {
        assert!(super::all().is_some());
    }
}
