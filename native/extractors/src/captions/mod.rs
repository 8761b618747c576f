//! Pictures that belong to the kept blocks, and captions.
//!
//! In words: an image belongs to what is kept where it stands in a kept text, between two, in a figure or an item with
//! kept words, or in an element most of whose words are kept.
//!
//! Figures: an image and the words that belong to it.
//!
//! In words: a figure is what a page calls one, with an image or with a caption (a script may load its image) and no code,
//! table or quote; or an image and the element beside it that is called its caption. It has few words, and no heading or form.

pub mod pictures;

use std::borrow::Cow;
use std::ops::Range;

use html::names::{NameId, name};
use html::page_view::{PageView, sums_before};
use html::signs::CAPTIONS;
use pictures::{Image, SharedSources, is_junk_name};
use text::chars::is_space;
use text::name_patterns::has_word;

/// Words between an image and the kept part, of a credit, and the share of kept words of an element.
const MAX_BESIDE_WORDS: i64 = 40;
const MAX_CREDIT_WORDS: i64 = 12;
const MIN_KEPT_SHARE: f64 = 0.5;
/// Levels that are climbed from an image.
const MAX_CLIMB: usize = 24;
const MAX_HOLDER_CLIMB: usize = 8;
const MAX_LINK_CLIMB: usize = 6;
const HOME: [&str; 5] = ["/", "./", "../", "index.html", "/index.html"];

/// The kept blocks but captions; all of them where nothing else is kept but headings.
pub fn left_out<'keep>(page: &PageView, keep: &'keep [i64]) -> Cow<'keep, [i64]> {
    if !may_have(page) {
        return Cow::Borrowed(keep);
    }
    let mut is_caption = vec![false; page.block_words.len()];
    find_figures(page).into_iter().for_each(|figure| is_caption[figure.blocks].fill(true));
    let rest: Vec<i64> = keep.iter().copied().filter(|&block| !is_caption[block as usize]).collect();
    let is_text = |&block: &i64| !matches!(page.tag[page.block_row[block as usize] as usize], name::H1..=name::H6);
    if rest.iter().any(is_text) { Cow::Owned(rest) } else { Cow::Borrowed(keep) }
}

/// Whether a page may have figures with words.
fn may_have(page: &PageView) -> bool {
    page.tag.contains(&name::FIGURE) || page.hints() & CAPTIONS != 0 && page.tag.contains(&name::IMG)
}

/// A page with its kept blocks, and running sums over all blocks: of kept words, and of those that a reader sees
/// elsewhere.
pub struct Look<'page> {
    page: &'page PageView<'page>,
    keep: &'page [i64],
    /// Of each block, and of the one behind the last; then whether the blocks before it end with a kept one, and whether
    /// one begins those from it on, captions that were not kept aside.
    is_kept: Vec<bool>,
    is_behind_kept: Vec<bool>,
    is_before_kept: Vec<bool>,
    kept_words: Vec<i64>,
    other_words: Vec<i64>,
}

/// Where an image stands: the outermost element around it that holds no kept word, the one above, the words in it that
/// a reader sees, and whether the text beside it in the same element was dropped.
struct Place {
    outer: usize,
    part: usize,
    beside: i64,
    is_dropped: bool,
}

impl<'page> Look<'page> {
    pub fn of(page: &'page PageView, keep: &'page [i64], figures: &[Figure]) -> Self {
        let count = page.block_words.len();
        let mut is_kept = vec![false; count + 1];
        keep.iter().for_each(|&block| is_kept[block as usize] = true);
        let mut is_other: Vec<bool> = (0..count).map(|block| !is_kept[block] && !page.block_hidden[block]).collect();
        let mut is_aside = vec![false; count + 1];
        for figure in figures {
            is_other[figure.blocks.clone()].fill(false);
            is_aside[figure.blocks.clone()].fill(true);
        }
        let (mut is_behind_kept, mut is_before_kept) = (vec![false; count + 1], is_kept.clone());
        for block in 0..count {
            let is_aside = is_aside[block] && !is_kept[block];
            is_behind_kept[block + 1] = if is_aside { is_behind_kept[block] } else { is_kept[block] };
        }
        for block in (0..count).rev().filter(|&block| is_aside[block] && !is_kept[block]) {
            is_before_kept[block] = is_before_kept[block + 1];
        }
        let words_before = |flags: &[bool]| {
            let own = page.block_words.iter().zip(flags);
            sums_before(own.map(|(&words, &is_counted)| if is_counted { i64::from(words) } else { 0 }))
        };
        let (kept_words, other_words) = (words_before(&is_kept), words_before(&is_other));
        Look { page, keep, is_kept, is_behind_kept, is_before_kept, kept_words, other_words }
    }

    /// The first block that begins at a row or behind it.
    fn block(&self, row: usize) -> usize {
        self.page.block_first.partition_point(|&first| (first as usize) < row)
    }

    /// The kept words and the others under a row.
    fn under(&self, row: usize) -> (i64, i64) {
        let (low, high) = (self.block(row), self.block(self.page.end[row] as usize));
        (self.kept_words[high] - self.kept_words[low], self.other_words[high] - self.other_words[low])
    }

    /// The images that belong to the kept blocks and are pictures, or stand in kept text. Copies of a file with no kept
    /// block between them stand in one place.
    pub fn shown(&self, images: &[usize]) -> Vec<usize> {
        let (page, mut shown, mut read, mut places) = (self.page, Vec::new(), Vec::new(), Vec::new());
        for &row in images {
            limits::tick(MAX_CLIMB);
            let (in_text, place) = (self.is_in_kept_text(row), self.place(row));
            let is_near = self.is_near_kept(row) || self.is_in_kept_holder(row) || self.is_between(row, &place);
            if !(in_text || is_near || self.is_in_kept_part(row, &place)) {
                continue;
            }
            let image = Image::read(self.page, row);
            if in_text && !image.is_spacer() {
                shown.push(row);
            } else if is_near || self.is_sure(&image) {
                read.push(image);
                let kept_before = self.keep.partition_point(|&block| (page.block_first[block as usize] as usize) < row);
                places.push((place.outer, is_near, kept_before));
            }
        }
        let shared = SharedSources::of(read.iter().zip(places.iter().map(|&(_, _, kept_before)| kept_before)));
        for (image, &(outer, is_near, _)) in read.iter().zip(&places) {
            limits::tick(1);
            let is_picture = image.is_picture(self.page, &shared) && !self.has_junk_around(image, outer);
            if is_picture || is_near && image.is_emoticon(self.page) {
                shown.push(image.row);
            }
        }
        shown.sort_unstable();
        shown
    }

    /// The block that began last before a row, and the one after it.
    fn neighbours(&self, row: usize) -> (Option<usize>, usize) {
        let after = self.page.block_first.partition_point(|&first| first as usize <= row);
        (after.checked_sub(1), after)
    }

    fn is_in_kept_text(&self, row: usize) -> bool {
        let (before, _) = self.neighbours(row);
        before.is_some_and(|block| row < self.page.block_last[block] as usize && self.is_kept[block])
    }

    pub fn is_near_kept(&self, row: usize) -> bool {
        is_near(self.page, row, |block| self.is_kept[block])
    }

    /// Whether an image stands in an item, a cell, a figure or the like with kept words and no others.
    fn is_in_kept_holder(&self, row: usize) -> bool {
        let holder = self.page.above(row).take(MAX_HOLDER_CLIMB).find(|&above| is_holder(self.page.tag[above]));
        holder.map(|holder| self.under(holder)).is_some_and(|(kept, other)| kept > 0 && other == 0)
    }

    /// Whether what holds an image and no other words, or a credit in an element of its own, is between kept blocks.
    fn is_between(&self, row: usize, place: &Place) -> bool {
        let is_credit = place.beside <= MAX_CREDIT_WORDS && !self.page.in_link[row];
        let fits = place.beside == 0 || is_credit && !place.is_dropped;
        let (low, high) = (self.block(place.outer), self.block(self.page.end[place.outer] as usize));
        fits && self.is_behind_kept[low] && self.is_before_kept[high]
    }

    /// Whether an image stands in an element most of whose words are kept: at its head, or bare among its parts, or in a
    /// box that holds nothing to read; behind all that is kept only a large one.
    fn is_in_kept_part(&self, row: usize, place: &Place) -> bool {
        let page = self.page;
        let (kept, other) = self.under(place.part);
        let is_most = kept as f64 > MIN_KEPT_SHARE * (kept + other - place.beside) as f64;
        let (low, high) = (self.block(place.part), self.block(place.outer));
        let is_head = self.kept_words[high] == self.kept_words[low];
        let is_behind = self.kept_words[self.block(page.end[place.part] as usize)] == self.kept_words[high];
        let is_box = place.beside == 0 && !page.in_link[row] && (!is_behind || Image::read(page, row).is_large());
        let is_own = (is_head || is_box) && page.tag[place.part] != name::BODY;
        let is_teaser = self.page.in_link[row] && place.beside > 0;
        let fits = is_most && (is_bare(page.tag[place.outer]) || is_own) && place.beside <= MAX_BESIDE_WORDS;
        fits && place.part > 0 && !is_teaser && !place.is_dropped
    }

    /// Climbs from an image until an element begins before the kept word before it, or ends behind the next one.
    fn place(&self, row: usize) -> Place {
        let page = self.page;
        let after = self.keep.partition_point(|&block| page.block_first[block as usize] as usize <= row);
        let first = |place: usize| self.keep.get(place).map(|&block| page.block_first[block as usize] as usize);
        let low = after.checked_sub(1).and_then(first).unwrap_or(0);
        let high = first(after).unwrap_or(page.tag.len());
        let (mut outer, mut part) = (row, page.parent[row].max(0) as usize);
        for _ in 0..MAX_CLIMB {
            if !(part > low && page.end[part] as usize <= high) {
                break;
            }
            outer = part;
            part = page.parent[outer].max(0) as usize;
        }
        Place { outer, part, beside: self.under(outer).1, is_dropped: self.is_in_dropped_text(row) }
    }

    /// Whether the text beside an image in the same element was dropped.
    fn is_in_dropped_text(&self, row: usize) -> bool {
        let page = self.page;
        let (before, after) = self.neighbours(row);
        before.into_iter().chain([after]).filter(|&block| block < page.block_row.len()).any(|block| {
            let element = page.block_row[block] as usize;
            let is_dropped = !self.is_kept[block] && !self.page.block_hidden[block];
            is_dropped && element < row && row < page.end[element] as usize && page.tag[element] != name::FIGURE
        })
    }

    /// Whether an image is a file, and not the link to the site's first page, as its emblem is.
    fn is_sure(&self, image: &Image) -> bool {
        let page = self.page;
        let is_home = |above: usize| {
            page.tag[above] == name::A && HOME.contains(&page.attribute(above, name::HREF).trim_matches(is_space))
        };
        let leads_home = || self.page.in_link[image.row] && page.above(image.row).take(MAX_LINK_CLIMB).any(is_home);
        image.is_file() && !leads_home()
    }

    /// Whether an element between an image and the kept words holds signs, or is a menu or the head of the site.
    fn has_junk_around(&self, image: &Image, outer: usize) -> bool {
        let (page, is_large) = (self.page, image.is_large());
        let mut around = page.above(image.row).take_while(|&above| above >= outer);
        around.any(|above| {
            let is_site_head = || {
                page.tag[above] == name::HEADER && !page.above(above).take(MAX_CLIMB).any(|row| is_part(page.tag[row]))
            };
            is_frame(page.tag[above]) || is_site_head() || is_junk_name(page, above, is_large)
        })
    }
}

/// Whether a row lies in a kept run, beside one in the same element, or between two kept blocks.
pub fn is_near(page: &PageView, row: usize, is_kept: impl Fn(usize) -> bool) -> bool {
    let after = page.block_first.partition_point(|&first| first as usize <= row);
    let is_next = is_kept(after) && (page.block_row[after] as usize) < row;
    let Some(block) = after.checked_sub(1) else { return is_next };
    if row < page.block_last[block] as usize {
        return is_kept(block);
    }
    let is_in_element = row < page.end[page.block_row[block] as usize] as usize;
    is_kept(block) && (is_kept(after) || is_in_element) || is_next
}

fn is_holder(tag: NameId) -> bool {
    matches!(tag, name::FIGURE | name::P | name::A | name::TD | name::TH | name::LI | name::DT | name::DD)
        || matches!(tag, name::H1..=name::H6 | name::BLOCKQUOTE)
}

fn is_bare(tag: NameId) -> bool {
    matches!(tag, name::IMG | name::FIGURE | name::PICTURE | name::P | name::A | name::CENTER)
}

fn is_part(tag: NameId) -> bool {
    matches!(tag, name::MAIN | name::ARTICLE | name::SECTION)
}

fn is_frame(tag: NameId) -> bool {
    use name::*;
    matches!(tag, NAV | ASIDE | FOOTER | FORM | BUTTON | LABEL | SELECT | DIALOG | TEMPLATE)
}

/// A figure with more words is a part of the page with an image in it.
const MAX_CAPTION_WORDS: i64 = 120;
/// Levels from a caption to what holds its image too.
const MAX_CAPTION_CLIMB: usize = 3;
const CAPTION_WORDS: &[&str] = &["caption", "captions", "figcaption", "cutline"];

/// A figure: its images and its words, as a range of blocks.
pub struct Figure {
    pub images: Vec<usize>,
    pub blocks: Range<usize>,
}

/// The figures of a page.
pub fn find_figures(page: &PageView) -> Vec<Figure> {
    let (mut figures, mut beside, mut end) = (Vec::new(), Vec::new(), 0);
    if !may_have(page) {
        return figures;
    }
    let search = Search::of(page);
    for row in 0..page.tag.len() {
        let is_named = search.is_named(row);
        if !is_named && page.tag[row] != name::FIGURE || !between(&search.parts, page.under(row)).is_empty() {
            continue;
        }
        let (blocks, images) = (search.blocks_under(row), between(&search.images, page.under(row)));
        if search.words[blocks.end] - search.words[blocks.start] > MAX_CAPTION_WORDS {
            continue;
        }
        if images.is_empty() && is_named {
            beside.extend(search.beside_image(row, blocks));
        } else if row >= end && (!images.is_empty() || search.is_caption_alone(row)) {
            figures.push(Figure { images: images.to_vec(), blocks });
            end = page.end[row] as usize;
        }
    }
    let taken: Vec<usize> = figures.iter().flat_map(|figure: &Figure| figure.images.iter().copied()).collect();
    beside.retain(|(image, _)| taken.binary_search(image).is_err());
    figures.extend(beside.into_iter().map(|(image, blocks)| Figure { images: vec![image], blocks }));
    figures
}

/// The rows of a sorted list that lie in a range.
fn between(rows: &[usize], range: Range<usize>) -> &[usize] {
    let place = |end: usize| rows.partition_point(|&row| row < end);
    &rows[place(range.start)..place(range.end)]
}

/// A page with its images, and the elements with which something is the card of a product or the teaser of an article.
struct Search<'page> {
    page: &'page PageView<'page>,
    images: Vec<usize>,
    parts: Vec<usize>,
    captions: Vec<usize>,
    /// Code, tables and quotes: a figure of them has no image, and its words are no caption.
    quoted: Vec<usize>,
    /// The words before each block, and of all.
    words: Vec<i64>,
}

impl<'page> Search<'page> {
    fn of(page: &'page PageView) -> Self {
        let is_part = |tag: NameId| matches!(tag, name::H1..=name::H6 | name::FORM | name::INPUT);
        let is_quoted = |tag: NameId| matches!(tag, name::PRE | name::CODE | name::TABLE | name::BLOCKQUOTE);
        let rows = |is: &dyn Fn(NameId) -> bool| (0..page.tag.len()).filter(|&row| is(page.tag[row])).collect();
        Search {
            page,
            images: rows(&|tag| tag == name::IMG),
            parts: rows(&is_part),
            captions: rows(&|tag| tag == name::FIGCAPTION),
            quoted: rows(&is_quoted),
            words: sums_before(page.block_words.iter().map(|&words| i64::from(words))),
        }
    }

    /// Whether what a page calls a figure has a caption, and nothing else that a reader reads.
    fn is_caption_alone(&self, figure: usize) -> bool {
        let under = |rows: &[usize]| between(rows, self.page.under(figure)).len();
        under(&self.captions) > 0 && under(&self.quoted) == 0
    }

    /// Whether a name of a row speaks of a caption.
    fn is_named(&self, row: usize) -> bool {
        let page = self.page;
        let speaks = |token: usize| {
            page.name_hints()[token] & CAPTIONS != 0 && has_word(&page.attributes.tokens[token], CAPTION_WORDS)
        };
        page.hints() & CAPTIONS != 0 && page.tokens_at(row).any(speaks)
    }

    /// The first block that begins at a row or behind it.
    fn block(&self, row: usize) -> usize {
        self.page.block_first.partition_point(|&first| (first as usize) < row)
    }

    /// The blocks that begin in a subtree.
    fn blocks_under(&self, row: usize) -> Range<usize> {
        self.block(row)..self.block(self.page.end[row] as usize)
    }

    /// The image that a caption stands right behind, or else right before, and its blocks.
    fn beside_image(&self, row: usize, blocks: Range<usize>) -> Option<(usize, Range<usize>)> {
        let next = self.images.partition_point(|&image| image < row);
        let stands_at = |&image: &usize, block: usize| self.block(image) == block;
        let before = next.checked_sub(1).map(|place| self.images[place]).filter(|image| stands_at(image, blocks.start));
        let behind = self.images.get(next).copied().filter(|image| stands_at(image, blocks.end));
        let image = before.or(behind).filter(|_| !blocks.is_empty())?;
        let holds = |&above: &usize| above == 0 || above < image && image < self.page.end[above] as usize;
        let holder = self.page.above(row).take(MAX_CAPTION_CLIMB).find(holds)?;
        (holder > 0).then_some((image, blocks))
    }
}
