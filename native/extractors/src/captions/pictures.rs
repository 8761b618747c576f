//! Which images are pictures: what readers look at, and no icon, face, spacer, counter, advertisement or place holder.
//!
//! In words: an image tells it by its size, by the names of its file and of its classes, and by how often the page shows
//! the same file. A file that holds a picture's place until a script has loaded it is none of the image's addresses.

use std::collections::HashMap;

use html::names::{Names, name};
use html::page_view::PageView;
use text::addresses;
use text::chars::{decimal_value, is_decimal, is_space, without_case};
use text::name_patterns::{MAX_NAME, beginning, has_word, runs};

const MAX_ICON_SIDE: u32 = 32;
const MAX_FACE_SIDE: u32 = 64;
const MIN_LARGE_SIDE: u32 = 100;
/// The same file in so many places of one page is a sign; copies for several widths of a screen stand in one place.
const MIN_REPEATS: usize = 3;
const SMALL: &[&str] = &[
    "icon", "icons", "avatar", "gravatar", "emoji", "emoticon", "smiley", "smilies", "sprite", "logo", "rating",
    "stars", "badge", "toolbar", "button", "btn",
];
const JUNK: &[&str] = &[
    "share", "sharing", "social", "addthis", "sharedaddy", "ad", "ads", "advert", "advertisement", "advertising",
    "adsense", "sponsor", "sponsored", "promo", "cta", "author", "byline", "vcard", "related", "recommended",
    "newsletter", "subscribe", "breadcrumb", "masthead",
];
const JUNK_FILES: &[&str] = &[
    "icon", "icons", "favicon", "sprite", "sprites", "avatar", "gravatar", "emoji", "smilies", "spinner", "headshot",
    "bio",
];
const JUNK_STEMS: &[&str] = &["ad", "ads", "banner", "arrow", "bullet", "dot"];
/// What is said in the name of a file that only holds the place of another, and the words of which such a name consists.
const PLACE_HOLDERS: &[&str] = &["spacer", "placeholder", "loader", "lazyload"];
const PLACE_STEMS: &[&str] = &["blank", "pixel", "transparent", "loading", "clear", "grey", "gray", "lazy"];
const ONE_PIXEL: &str = "1x1";
const JUNK_FOLDERS: &[&str] =
    &["icon", "icons", "avatar", "avatars", "emoji", "emojis", "smilies", "smileys", "ads", "sprites", "badges"];
const EMOTICONS: &[&str] = &["emoji", "emojis", "emoticon", "emoticons", "smiley", "smileys", "smilies", "smilie"];
const FORMULA: &[&str] = &["latex", "tex", "math", "formula", "equation", "eqn"];
/// Parts of the names of attributes that hold the address for later, and of those that do not.
const LAZY: &[&str] = &["src", "original", "lazy"];
const WORSE: &[&str] = &["blur", "placeholder", "low", "thumb", "small", "error", "fallback", "type", "sizes", "class"];
/// Attributes that come first, and those that hold several addresses.
const FIRST: &[&str] = &["data-src", "data-original", "data-lazy-src", "data-original-src", "data-actualsrc"];
const SETS: &[&str] = &["data-srcset", "data-lazy-srcset"];
const SUFFIXES: &[&str] = &[".jpg", ".jpeg", ".png", ".gif", ".webp", ".avif", ".svg", ".jfif", ".bmp"];

/// What an image says of itself.
pub struct Image<'page> {
    pub row: usize,
    pub alt: &'page str,
    pub sources: Vec<&'page str>,
    pub sides: Vec<u32>,
}

impl<'page> Image<'page> {
    pub fn read(page: &'page PageView, row: usize) -> Image<'page> {
        let value = |wanted: &str| page.names.number(wanted).and_then(|number| page.value(row, number));
        let mut sources = Vec::new();
        FIRST.iter().filter_map(|name| value(name)).for_each(|own| add(&mut sources, own));
        SETS.iter().filter_map(|name| value(name)).for_each(|own| add(&mut sources, largest(own)));
        for (number, own) in page.attributes.of(row).filter(|&(number, _)| is_lazy(page.names, number)) {
            let is_set = page.names.text(number).ends_with("srcset");
            let address = if is_set { largest(own) } else { own.trim_matches(is_space) };
            let is_address =
                address.contains('/') && !address.contains(is_space) && !address.starts_with(['{', '[', '<']);
            add(&mut sources, if is_address { address } else { "" });
        }
        add(&mut sources, page.attribute(row, name::SRC));
        add(&mut sources, page.value(row, name::SRCSET).map_or("", largest));
        let alt = page.attribute(row, name::ALT);
        Image { row, alt, sources, sides: sides(page, row) }
    }

    pub fn is_large(&self) -> bool {
        self.sides.iter().min().is_some_and(|&least| least >= MIN_LARGE_SIDE)
    }

    fn is_small(&self) -> bool {
        let is_face = |most: &u32| self.sides.len() == 2 && *most <= MAX_FACE_SIDE;
        self.sides.iter().min().is_some_and(|&least| least <= MAX_ICON_SIDE)
            || self.sides.iter().max().is_some_and(is_face)
    }

    /// Whether it has no size.
    pub fn is_spacer(&self) -> bool {
        self.sides.iter().min().is_some_and(|&least| least <= 1)
    }

    /// Whether its address or its size is that of a picture.
    pub fn is_file(&self) -> bool {
        self.is_large() || self.sources.iter().any(|source| has_suffix(beginning(source)))
    }

    /// Whether it stands for a sign that people write.
    pub fn is_emoticon(&self, page: &PageView) -> bool {
        let names = || page.classes(self.row).chain(self.sources.iter().copied());
        !self.alt.is_empty() && names().any(|name| has_word(name, EMOTICONS))
    }

    /// Whether it is a picture, given the sources of all images that are asked about.
    pub fn is_picture(&self, page: &PageView, shared: &SharedSources) -> bool {
        if self.is_spacer() {
            return false;
        }
        if page.classes(self.row).chain(self.sources.first().copied()).any(|name| has_word(name, FORMULA)) {
            return true;
        }
        if self.is_small() || is_junk_name(page, self.row, self.is_large()) {
            return false;
        }
        let Some(source) = self.sources.first() else {
            return page.parent[self.row] >= 0 && page.tag[page.parent[self.row] as usize] == name::PICTURE;
        };
        if self.sources.iter().all(|source| is_junk_file(source)) {
            return false;
        }
        let Some(same) = shared.0.get(source) else { return true };
        same.places < MIN_REPEATS || self.is_large() && same.is_one_text
    }
}

/// In how many places images share their first source.
pub struct SharedSources<'page>(HashMap<&'page str, Shared<'page>>);

struct Shared<'page> {
    places: usize,
    last: usize,
    alt: &'page str,
    /// Whether all of them have one text in their place.
    is_one_text: bool,
}

impl<'page> SharedSources<'page> {
    /// Of images in document order, each with the number of its place.
    pub fn of<'image>(images: impl Iterator<Item = (&'image Image<'page>, usize)>) -> Self
    where
        'page: 'image,
    {
        let mut shared: HashMap<&str, Shared> = HashMap::new();
        for (image, place) in images {
            let Some(&source) = image.sources.first() else { continue };
            let first = || Shared { places: 1, last: place, alt: image.alt, is_one_text: true };
            let same = shared.entry(source).or_insert_with(first);
            same.places += usize::from(same.last != place);
            same.last = place;
            same.is_one_text &= same.alt == image.alt;
        }
        SharedSources(shared)
    }
}

/// Those of some images that are pictures by what they say of themselves. A file that several images show under
/// different words stands for pictures that come later, by scripts.
pub fn among(page: &PageView, rows: impl Iterator<Item = usize>) -> Vec<usize> {
    let images = rows.map(|row| Image::read(page, row)).collect::<Vec<_>>();
    let shared = SharedSources::of(images.iter().map(|image| (image, image.row)));
    images.iter().filter(|image| image.is_picture(page, &shared)).map(|image| image.row).collect()
}

/// Whether a class or the id of a row says that what it holds is a sign, a face, an advertisement or the like.
pub fn is_junk_name(page: &PageView, row: usize, is_large: bool) -> bool {
    page.tokens_at(row).any(|token| {
        let name = &page.attributes.tokens[token];
        !is_large && has_word(name, SMALL) || has_word(name, JUNK)
    })
}

/// Adds an address that is not there, unless it is empty or holds the place of another.
fn add<'page>(sources: &mut Vec<&'page str>, source: &'page str) {
    if !source.is_empty() && !sources.contains(&source) && !is_place_holder(source) {
        sources.push(source)
    }
}

/// Whether the name of an attribute says that it holds the address of the picture for later.
fn is_lazy(names: &Names, number: u16) -> bool {
    if matches!(number, name::SRC | name::SRCSET | name::CLASS | name::ALT | name::WIDTH | name::HEIGHT) {
        return false;
    }
    let name = names.text(number);
    let has = |parts: &[&str]| parts.iter().any(|part| holds(name, part));
    has(LAZY) && !has(WORSE)
}

fn holds(text: &str, part: &str) -> bool {
    text.as_bytes().windows(part.len()).any(|own| own.eq_ignore_ascii_case(part.as_bytes()))
}

/// The candidate of a `srcset` with the largest width or density.
pub fn largest(set: &str) -> &str {
    let (mut best, mut most) = ("", -1.0);
    let mut rest = set.trim_matches(is_space);
    while !rest.is_empty() {
        let end = rest.match_indices(',').map(|(end, _)| end).find(|end| rest[end + 1..].starts_with(is_space));
        let (candidate, left) =
            end.map_or((rest, ""), |end| (&rest[..end], rest[end + 1..].trim_start_matches(is_space)));
        rest = left;
        let candidate = candidate.trim_matches(is_space).trim_end_matches(',');
        let (address, size) = candidate.split_once(' ').unwrap_or((candidate, ""));
        let own = number_of(size.trim_matches(is_space)).unwrap_or(1.0);
        if !address.is_empty() && own > most {
            (best, most) = (address, own);
        }
    }
    best
}

/// The number with which a size begins.
fn number_of(size: &str) -> Option<f64> {
    let plain =
        |c: char| char::from_digit(decimal_value(c), 10).filter(|_| is_decimal(c)).or(Some(c).filter(|&c| c == '.'));
    let size: String = size.chars().map_while(plain).collect();
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(&size);
    let part = size[whole..].strip_prefix('.').map_or(0, digits);
    size[..if part > 0 { whole + 1 + part } else { whole }].parse().ok()
}

/// The sides in pixels: by attributes, else by the style, else by what a server that scales is asked for.
fn sides(page: &PageView, row: usize) -> Vec<u32> {
    let side = |value: &str| {
        let value = value.trim_matches(is_space);
        let value = value.strip_suffix("px").unwrap_or(value);
        let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| &value[..value.len().min(6)]).and_then(|value| value.parse().ok())
    };
    let own = [name::WIDTH, name::HEIGHT].into_iter().filter_map(|name| page.value(row, name).and_then(side));
    let sides: Vec<u32> = own.collect::<Vec<_>>();
    if !sides.is_empty() {
        return sides;
    }
    let style = page.attribute(row, name::STYLE);
    let sides: Vec<u32> = style.split(';').filter_map(style_side).collect::<Vec<_>>();
    if !sides.is_empty() {
        return sides;
    }
    let source = page.attribute(row, name::SRC);
    let start = source.char_indices().nth_back(MAX_NAME - 1).map_or(0, |(start, _)| start);
    asked_sides(&source[start..]).collect::<Vec<_>>()
}

/// The pixels of a declaration of width or height.
fn style_side(declaration: &str) -> Option<u32> {
    let rest = declaration.trim_start_matches(is_space);
    let key = ["width", "height"]
        .into_iter()
        .find(|key| rest.get(..key.len()).is_some_and(|own| own.eq_ignore_ascii_case(key)))?;
    let rest = rest[key.len()..].trim_start_matches(is_space).strip_prefix(':')?.trim_start_matches(is_space);
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let part = rest[digits..].strip_prefix('.').map_or(0, |rest| rest.bytes().take_while(u8::is_ascii_digit).count());
    let end = if part > 0 { digits + 1 + part } else { digits };
    let is_pixels = rest.get(end..end + 2).is_some_and(|unit| unit.eq_ignore_ascii_case("px"));
    (is_pixels && (1..=6).contains(&digits)).then(|| rest[..digits].parse().ok()).flatten()
}

/// The sides in the query of an address.
fn asked_sides(address: &str) -> impl Iterator<Item = u32> {
    address.match_indices(['?', '&']).filter_map(|(place, _)| {
        let rest = &address[place + 1..];
        let (key, value) = rest.split_once('=')?;
        let is_side = ["w", "h", "width", "height"].iter().any(|side| key.eq_ignore_ascii_case(side));
        let digits = value.bytes().take_while(u8::is_ascii_digit).count();
        (is_side && (1..=6).contains(&digits)).then(|| value[..digits].parse().ok()).flatten()
    })
}

/// Whether an address has the ending of a picture, and no letter or digit behind it.
fn has_suffix(address: &str) -> bool {
    let bytes = address.as_bytes();
    (0..bytes.len()).filter(|&place| bytes[place] == b'.').any(|place| {
        SUFFIXES.iter().any(|suffix| {
            let is_suffix =
                address.get(place..place + suffix.len()).is_some_and(|own| own.eq_ignore_ascii_case(suffix));
            is_suffix && !address[place + suffix.len()..].starts_with(|c| without_case(c).is_ascii_alphanumeric())
        })
    })
}

/// Whether the names in an address say that it is a sign.
fn is_junk_file(source: &str) -> bool {
    let source = addresses::stripped(source);
    let Some(parts) = addresses::parts(&source) else { return true }; // it leads nowhere
    let path = parts.path.to_lowercase();
    let (folders, stem) = folders_and_stem(&path);
    let is_bare = runs(stem).next().is_some() && runs(stem).all(|word| is_one_of(word, JUNK_STEMS));
    let is_sign = || runs(stem).any(|word| is_one_of(word, JUNK_FILES));
    is_bare || is_sign() || path.contains('/') && folders.split('/').any(|folder| is_one_of(folder, JUNK_FOLDERS))
}

/// Whether an address is the data of a picture itself, or the names in it say that it stands for one that comes later.
fn is_place_holder(source: &str) -> bool {
    if source.starts_with("data:") {
        return true;
    }
    let stripped = addresses::stripped(source);
    let Some(parts) = addresses::parts(&stripped) else { return false };
    let path = parts.path.to_lowercase();
    let (_, stem) = folders_and_stem(&path);
    let is_bare = runs(stem).next().is_some() && runs(stem).all(|word| is_one_of(word, PLACE_STEMS));
    is_bare || stem == ONE_PIXEL || runs(stem).any(|word| is_one_of(word, PLACE_HOLDERS))
}

/// The folders of a path, and the name of its file without the ending.
fn folders_and_stem(path: &str) -> (&str, &str) {
    let (folders, file) = path.rsplit_once('/').unwrap_or(("", path));
    (folders, file.rsplit_once('.').map_or("", |(stem, _)| stem))
}

fn is_one_of(word: &str, words: &[&str]) -> bool {
    words.iter().any(|wanted| word.eq_ignore_ascii_case(wanted))
}
