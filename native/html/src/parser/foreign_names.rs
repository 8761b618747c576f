//! Names that SVG and MathML spell with capitals, which the tokenizer has lowered.

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
