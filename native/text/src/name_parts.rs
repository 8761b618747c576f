//! Words in the names that pages give to elements: `nav-item`, `navItem` and `nav_item_3` say the same words.
//!
//! In words: runs of letters of ASCII, and a capital behind a small letter begins a new one, in lower case; as
//! `words_of` in `src/weft/page/name_words.py` has it.

/// Characters of a name that are read; addresses may have a picture inside.
pub const MAX_NAME: usize = 300;

/// The first characters of a name.
pub fn beginning(name: &str) -> &str {
    name.char_indices().nth(MAX_NAME).map_or(name, |(end, _)| &name[..end])
}

/// The runs of letters at the beginning of a name.
pub fn runs(name: &str) -> impl Iterator<Item = &str> {
    beginning(name).split(|c: char| !c.is_ascii_alphabetic()).filter(|run| !run.is_empty())
}

/// The words at the beginning of a name, as they are written.
pub fn words(name: &str) -> impl Iterator<Item = &str> {
    runs(name).flat_map(|run| {
        let mut rest = run;
        std::iter::from_fn(move || {
            let bytes = rest.as_bytes();
            let is_hump = |&place: &usize| bytes[place - 1].is_ascii_lowercase() && bytes[place].is_ascii_uppercase();
            let end = (1..bytes.len()).find(is_hump).unwrap_or(bytes.len());
            let (word, left) = rest.split_at(end);
            rest = left;
            (!word.is_empty()).then_some(word)
        })
    })
}

/// Whether a name has one of some words.
pub fn has_word(name: &str, wanted: &[&str]) -> bool {
    words(name).any(|word| wanted.iter().any(|wanted| word.eq_ignore_ascii_case(wanted)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_words() {
        assert!(words("wp-captionText_12").eq(["wp", "caption", "Text"]));
        assert!(words("").next().is_none() && words("12éA").eq(["A"]) && words("ABc").eq(["ABc"]));
        assert!(has_word("galleryIcon", &["icon"]) && !has_word("icons", &["icon"]));
    }
}
