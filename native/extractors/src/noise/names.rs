//! What is called noise: words and names of elements, labels of advertisements, addresses that edit.

use text::chars::{is_word, without_case};

/// Words in the names of what is noise beside code, headings, heads of columns and rows.
pub const COPY_WORDS: [&str; 8] =
    ["copy", "copybtn", "copybutton", "copycode", "clipboard", "clipboardjs", "zeroclipboard", "clippy"];
pub const EDIT_WORDS: [&str; 2] = ["editsection", "editlink"];
pub const ANCHOR_WORDS: [&str; 5] = ["anchor", "anchorjs", "headerlink", "headeranchor", "permalink"];
pub const SORT_WORDS: [&str; 5] = ["sort", "sorter", "sorting", "filter", "filters"];
pub const AD_WORDS: [&str; 5] = ["advert", "advertisement", "advertising", "sponsored", "adsense"];
/// Whole names: "address" and "admin" are more frequent.
pub const AD_NAMES: [&str; 11] = [
    "ad", "ads", "ad-row", "ad-cell", "ad-item", "ad-slot", "ad-container", "ad-wrapper", "row-ad", "list-ad",
    "native-ad",
];
/// Signs that lead to a heading.
pub const SIGNS: [&str; 6] = ["¶", "#", "§", "🔗", "⚓", "⚓\u{fe0e}"];
/// What advertisements are called for readers.
const AD_LABELS: [&str; 16] = [
    "advertisement", "advertisements", "ad", "ads", "sponsored", "anzeige", "werbung", "publicité", "publicidad",
    "pubblicità", "reklama", "реклама", "广告", "廣告", "広告", "광고",
];

/// Whether a label says "advertisement" and nothing else.
pub fn is_ad_label(label: &str) -> bool {
    let label = label.trim_matches(|c| !is_word(c) && c != '_');
    AD_LABELS.iter().any(|wanted| label.chars().map(lower_without_case).eq(wanted.chars()))
}

/// Whether an address is that of a page on which something is edited.
pub fn leads_to_edit(address: &str) -> bool {
    let ends = |rest: &str| rest.chars().next().is_none_or(|next| !is_word(next) && next != '_');
    address.char_indices().any(|(place, sign)| match sign {
        '?' | '&' => after(&address[place + 1..], "action=edit").is_some_and(ends),
        '/' => after(&address[place + 1..], "edit").is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?'])),
        _ => false,
    })
}

/// What follows the words that a text begins with, whatever their case.
fn after<'text>(text: &'text str, words: &str) -> Option<&'text str> {
    let mut rest = text.chars();
    words.chars().all(|wanted| rest.next().is_some_and(|c| lower_without_case(c) == wanted)).then_some(rest.as_str())
}

/// A letter in lower case, as patterns compare it that do not mind the case.
fn lower_without_case(c: char) -> char {
    let letter = without_case(c);
    if letter.is_ascii() { letter } else { c.to_lowercase().next().unwrap_or(c) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_say_advertisement() {
        for label in ["Ad", " [ADS] ", "Publicité:", "РЕКЛАМА", "광고", "adſ"] {
            assert!(is_ad_label(label), "{label}");
        }
        for label in ["", "add", "_ad_", "ad 2", "my ad"] {
            assert!(!is_ad_label(label), "{label}");
        }
    }

    #[test]
    fn addresses_lead_to_edit() {
        for address in ["/w?title=x&Action=EDIT", "?action=edit#top", "/Edit", "/a/edit/b", "/edit?x"] {
            assert!(leads_to_edit(address), "{address}");
        }
        for address in ["", "/editor", "action=edit", "?action=editor", "/a-edit", "/edit#x", "?action=edit_x"] {
            assert!(!leads_to_edit(address), "{address}");
        }
    }
}
