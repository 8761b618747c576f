//! Figures: an image and the words that belong to it.
//!
//! In words: a figure is what a page calls one, or an image and the element beside it that is called its caption; it has
//! few words, and no heading or form.

use std::ops::Range;

use html::names::{NameId, name};
use html::page_view::{PageView, sums_before};
use html::signs::CAPTIONS;
use text::name_parts::has_word;

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
pub fn find(page: &PageView) -> Vec<Figure> {
    let search = Search::of(page);
    let (mut figures, mut beside, mut end) = (Vec::new(), Vec::new(), 0);
    if search.images.is_empty() {
        return figures;
    }
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
        } else if !images.is_empty() && row >= end {
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
    /// The words before each block, and of all.
    words: Vec<i64>,
}

impl<'page> Search<'page> {
    fn of(page: &'page PageView) -> Self {
        let is_part = |tag: NameId| matches!(tag, name::H1..=name::H6 | name::FORM | name::INPUT);
        let rows = || 0..page.tag.len();
        Search {
            page,
            images: rows().filter(|&row| page.tag[row] == name::IMG).collect::<Vec<_>>(),
            parts: rows().filter(|&row| is_part(page.tag[row])).collect::<Vec<_>>(),
            words: sums_before(page.block_words.iter().map(|&words| i64::from(words))),
        }
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
