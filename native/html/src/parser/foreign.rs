//! SVG and MathML inside of HTML, as a part of the tree builder.
//!
//! Names that SVG and MathML spell with capitals, which the tokenizer has lowered.

use super::open_elements::*;
use super::tokenizer::{Tag, Token};
use super::tree_builder::{Next, TreeBuilder};
use crate::arena::{Namespace, Span};
use crate::names::name::*;
use crate::names::{KNOWN, NameId};

impl TreeBuilder<'_> {
    /// Whether a token other than text follows the rules of foreign content.
    #[inline]
    pub fn is_foreign(&self, token: Token) -> bool {
        let current = self.open.current();
        !current.has(IN_HTML) && self.is_foreign_in(current, token)
    }

    fn is_foreign_in(&self, current: Open, token: Token) -> bool {
        match token {
            Token::EndOfFile => false,
            Token::Start(tag) => {
                let is_math = current.has(MATHML_TEXT) && !matches!(tag.name, MGLYPH | MALIGNMARK);
                let is_annotation = current.has(IN_MATHML) && current.name == ANNOTATION_XML && tag.name == SVG;
                !(is_math || is_annotation || current.has(SVG_HTML | ANNOTATION_HTML))
            }
            Token::Null => self.text_is_foreign(),
            _ => true,
        }
    }

    #[inline]
    pub fn text_is_foreign(&self) -> bool {
        !self.open.current().has(IN_HTML | MATHML_TEXT | SVG_HTML | ANNOTATION_HTML)
    }

    pub fn foreign_text(&mut self, span: Span) -> Span {
        if self.frameset_allowed && !self.is_space(span) {
            self.frameset_allowed = false;
        }
        self.insert_text(span);
        Span { start: 0, end: 0 }
    }

    pub fn in_foreign(&mut self, token: Token) -> Next {
        match token {
            Token::Start(tag) if self.is_misplaced(tag) => self.leave_foreign(token),
            Token::Start(tag) => {
                self.start_foreign(tag);
                Next::Done
            }
            Token::End(BR | P) => self.leave_foreign(token),
            Token::End(name) => self.end_foreign(name, token),
            Token::Null => {
                let replacement = self.arena.store("\u{fffd}");
                self.insert_text(replacement);
                Next::Done
            }
            _ => Next::Done,
        }
    }

    /// Whether a start tag shows that the page forgot to close the foreign element.
    fn is_misplaced(&self, tag: Tag) -> bool {
        match tag.name {
            B
            | BIG
            | BLOCKQUOTE
            | BODY
            | BR
            | CENTER
            | CODE
            | DD
            | DIV
            | DL
            | DT
            | EM
            | EMBED
            | H1..=H6
            | HEAD
            | HR
            | I
            | IMG
            | LI
            | LISTING
            | MENU
            | META
            | NOBR
            | OL
            | P
            | PRE
            | RUBY
            | S
            | SMALL
            | SPAN
            | STRONG
            | STRIKE
            | SUB
            | SUP
            | TABLE
            | TT
            | U
            | UL
            | VAR => true,
            FONT => self.arena.attributes[tag.attributes()]
                .iter()
                .any(|attribute| matches!(attribute.name, COLOR | FACE | SIZE)),
            _ => false,
        }
    }

    fn leave_foreign(&mut self, token: Token) -> Next {
        self.open.pop_to(|open| open.has(IN_HTML | MATHML_TEXT | SVG_HTML));
        self.in_mode(token)
    }

    fn start_foreign(&mut self, mut tag: Tag) {
        let namespace = self.open.current().namespace();
        if namespace == Namespace::Svg {
            tag.name = self.adjusted(tag.name, svg_tag);
        }
        self.insert_foreign(tag, namespace);
    }

    /// `svg` or `math` in HTML.
    pub fn start_foreign_root(&mut self, tag: Tag) {
        self.reconstruct_formatting();
        let namespace = if tag.name == SVG { Namespace::Svg } else { Namespace::MathMl };
        self.insert_foreign(tag, namespace);
    }

    fn insert_foreign(&mut self, tag: Tag, namespace: Namespace) {
        let place = self.place_in(self.open.current());
        let table = if namespace == Namespace::Svg { svg_attribute } else { mathml_attribute };
        for index in tag.attributes() {
            let name = self.adjusted(self.arena.attributes[index].name, table);
            self.arena.attributes[index].name = name;
        }
        let node = self.arena.create_element(tag.name, namespace, tag.first_attribute, tag.last_attribute);
        self.put(node, place);
        if !tag.self_closing {
            let mut kind = kind_of(tag.name, namespace);
            if self.is_html_annotation(tag, namespace) {
                kind |= ANNOTATION_HTML;
            }
            self.open.push(Open { node, name: tag.name, kind });
        }
    }

    /// The name as foreign content spells it. No known name is spelt otherwise there, so that only others are looked up.
    fn adjusted(&mut self, name: NameId, table: fn(&str) -> Option<&'static str>) -> NameId {
        if name < KNOWN {
            return name;
        }
        match table(self.arena.names.text(name)) {
            Some(spelt) => self.arena.intern(spelt),
            None => name,
        }
    }

    fn is_html_annotation(&self, tag: Tag, namespace: Namespace) -> bool {
        let attributes = &self.arena.attributes[tag.attributes()];
        let is_html = |value: Span| {
            let value = self.arena.text(value);
            value.eq_ignore_ascii_case("text/html") || value.eq_ignore_ascii_case("application/xhtml+xml")
        };
        namespace == Namespace::MathMl
            && tag.name == ANNOTATION_XML
            && attributes.iter().any(|attribute| attribute.name == ENCODING && is_html(attribute.value))
    }

    /// Closes the nearest foreign element of this name; at an HTML element the rules of HTML take over.
    fn end_foreign(&mut self, name: NameId, token: Token) -> Next {
        let names = &self.arena.names;
        // The tokenizer lowers names: only those that foreign content spells with capitals can differ, and they are short.
        let text = names.text(name);
        let is_spelt = |open: Open| text.len() <= LONGEST_SPELT && names.text(open.name).eq_ignore_ascii_case(text);
        let is_named = |open: Open| open.name == name || is_spelt(open);
        let found = self.open.downwards().find(|(_, open)| open.has(IN_HTML) || is_named(*open));
        match found {
            Some((index, open)) if !open.has(IN_HTML) => {
                self.open.truncate(index);
                Next::Done
            }
            _ => self.in_mode(token),
        }
    }
}

/// In the order of their lower-case forms.
const SVG_TAGS: &[&str] = &[
    "altGlyph",
    "altGlyphDef",
    "altGlyphItem",
    "animateColor",
    "animateMotion",
    "animateTransform",
    "clipPath",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feImage",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "foreignObject",
    "glyphRef",
    "linearGradient",
    "radialGradient",
    "textPath",
];
const SVG_ATTRIBUTES: &[&str] = &[
    "attributeName",
    "attributeType",
    "baseFrequency",
    "baseProfile",
    "calcMode",
    "clipPathUnits",
    "diffuseConstant",
    "edgeMode",
    "filterUnits",
    "glyphRef",
    "gradientTransform",
    "gradientUnits",
    "kernelMatrix",
    "kernelUnitLength",
    "keyPoints",
    "keySplines",
    "keyTimes",
    "lengthAdjust",
    "limitingConeAngle",
    "markerHeight",
    "markerUnits",
    "markerWidth",
    "maskContentUnits",
    "maskUnits",
    "numOctaves",
    "pathLength",
    "patternContentUnits",
    "patternTransform",
    "patternUnits",
    "pointsAtX",
    "pointsAtY",
    "pointsAtZ",
    "preserveAlpha",
    "preserveAspectRatio",
    "primitiveUnits",
    "refX",
    "refY",
    "repeatCount",
    "repeatDur",
    "requiredExtensions",
    "requiredFeatures",
    "specularConstant",
    "specularExponent",
    "spreadMethod",
    "startOffset",
    "stdDeviation",
    "stitchTiles",
    "surfaceScale",
    "systemLanguage",
    "tableValues",
    "targetX",
    "targetY",
    "textLength",
    "viewBox",
    "viewTarget",
    "xChannelSelector",
    "yChannelSelector",
    "zoomAndPan",
];

/// No name in these tables is longer.
pub const LONGEST_SPELT: usize = 19;

pub fn svg_tag(lower: &str) -> Option<&'static str> {
    find(SVG_TAGS, lower)
}

pub fn svg_attribute(lower: &str) -> Option<&'static str> {
    find(SVG_ATTRIBUTES, lower)
}

pub fn mathml_attribute(lower: &str) -> Option<&'static str> {
    (lower == "definitionurl").then_some("definitionURL")
}

fn find(spelt: &[&'static str], lower: &str) -> Option<&'static str> {
    let lowered = |name: &&'static str| name.bytes().map(|byte| byte.to_ascii_lowercase());
    let index = spelt.binary_search_by(|name| lowered(name).cmp(lower.bytes())).ok()?;
    spelt.get(index).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::KNOWN_NAMES;

    #[test]
    fn every_name_is_found_by_its_lower_case_form() {
        assert_eq!(SVG_TAGS.iter().map(|name| name.len()).max(), Some(LONGEST_SPELT));
        for name in SVG_TAGS {
            assert_eq!(svg_tag(&name.to_ascii_lowercase()), Some(*name));
        }
        for name in SVG_ATTRIBUTES {
            assert_eq!(svg_attribute(&name.to_ascii_lowercase()), Some(*name));
        }
        assert_eq!(svg_tag("path"), None);
    }

    #[test]
    fn no_known_name_needs_another_spelling() {
        for name in KNOWN_NAMES {
            assert!(svg_tag(name).or(svg_attribute(name)).or(mathml_attribute(name)).is_none(), "{name}");
        }
    }
}
