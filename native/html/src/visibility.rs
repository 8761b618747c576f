//! What a browser would not show.

use crate::arena::{Arena, Namespace, NodeId};
use crate::names::{NameId, name};

/// Whether an element hides what is in it: by an attribute, by its own style, or because browsers never show it.
pub fn is_hidden(arena: &Arena, node: NodeId) -> bool {
    let element = &arena.nodes[node as usize];
    let attributes = arena.attributes_of(node);
    let by_tag = match (element.namespace, element.name) {
        (Namespace::Html, name::TEMPLATE) => !attributes.iter().any(|attribute| attribute.name == name::SHADOWROOTMODE),
        (Namespace::Html, name::DATALIST | name::CANVAS | name::AUDIO | name::VIDEO | name::OBJECT | name::RP) => true,
        (Namespace::MathMl, name::ANNOTATION | name::ANNOTATION_XML) => true,
        _ => false,
    };
    by_tag
        || attributes.iter().any(|attribute| match attribute.name {
            name::HIDDEN => true,
            name::ARIA_HIDDEN => arena.text(attribute.value).eq_ignore_ascii_case("true"),
            name::STYLE => hides(arena.text(attribute.value)),
            _ => false,
        })
}

/// Whether a style attribute says `display: none` or `visibility: hidden`.
fn hides(style: &str) -> bool {
    style.split(';').any(|declaration| {
        let Some((property, value)) = declaration.split_once(':') else { return false };
        let (property, value) = (property.trim(), value.trim());
        let value = value.split(|c: char| c == '!' || c.is_ascii_whitespace()).next().unwrap_or("");
        (property.eq_ignore_ascii_case("display") && value.eq_ignore_ascii_case("none"))
            || (property.eq_ignore_ascii_case("visibility") && value.eq_ignore_ascii_case("hidden"))
    })
}

/// Whether an element's text is never content: programs, styles, what stands in the window's title or in a frame.
pub fn is_raw(namespace: Namespace, tag: NameId) -> bool {
    match namespace {
        Namespace::Html => {
            matches!(tag, name::SCRIPT | name::STYLE | name::TITLE | name::IFRAME | name::NOFRAMES | name::NOEMBED)
        }
        Namespace::Svg => matches!(tag, name::SCRIPT | name::STYLE | name::TITLE | name::DESC),
        Namespace::MathMl => false,
    }
}

#[cfg(test)]
mod tests {
    use super::hides;

    #[test]
    fn styles() {
        assert!(hides("display:none"));
        assert!(hides("color: red; DISPLAY : None !important"));
        assert!(hides("visibility:hidden;"));
        assert!(!hides("display:block"));
        assert!(!hides("--display:none"));
        assert!(!hides(""));
    }
}
