//! The pictures that are written, each once, and the captions beside them.
//!
//! In words: of the images that belong to the kept blocks leave out those that repeat another for browsers without scripts,
//! and of one file all but the largest: pages have copies for telephones and for desktops, galleries show all pictures small
//! again. The blocks of a figure with a picture that is written are its caption, but for the copies of one picture once.
//!
//! One file: the address tells it without what asks for a size. A picture that leads to a file is that file in small.

use std::borrow::Cow;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::{Wanted, addresses};
use extractors::captions::pictures::Image;
use extractors::captions::{self, Figure, Look};
use html::names::name;
use html::page_view::PageView;
use text::chars::is_space;

const MAX_CLIMB: usize = 4; // from an image to the `noscript` or the link around it
/// What names of small copies begin or end with, and folders that hold them.
const SMALL_BEGINS: [&str; 3] = ["thumb", "thumbnail", "tn"];
const SMALL_ENDS: [&str; 5] = ["thumb", "thumbnail", "tn", "small", "mini"];
const WHOLE_END: &str = "-scaled"; // of the largest file that WordPress makes
const SMALL_FOLDERS: [&str; 4] = ["thumb", "thumbs", "thumbnail", "thumbnails"];

/// The rows of the pictures that are written with their addresses, which rise; and the blocks that are.
pub struct Pictures {
    pub addresses: Vec<(usize, String)>,
    pub keep: Vec<i64>,
}

/// A picture: its row and address, the file that it shows, and how large, where its name says so.
struct Picture {
    row: usize,
    address: String,
    file: String,
    size: u64,
}

/// The blocks that text shows of those kept.
pub fn blocks<'keep>(page: &PageView, keep: &'keep [i64], wanted: &Wanted) -> Cow<'keep, [i64]> {
    if !wanted.captions {
        return captions::left_out(page, keep);
    }
    let figures = captions::find_figures(page);
    let look = Look::of(page, keep, &figures);
    Cow::Owned(find(page, (keep, &look), &figures, wanted).keep)
}

/// The pictures of the kept blocks, and these blocks with their captions, or without captions where none are wanted.
pub fn find(page: &PageView, (keep, look): (&[i64], &Look), figures: &[Figure], wanted: &Wanted) -> Pictures {
    if !wanted.images && !wanted.captions {
        return Pictures { addresses: Vec::new(), keep: captions::left_out(page, keep).into_owned() };
    }
    let images: Vec<usize> =
        (0..page.tag.len()).filter(|&row| page.tag[row] == name::IMG && !page.hidden[row]).collect();
    let pictures = read(page, &look.shown(&images), wanted);
    let keep = match wanted.captions {
        true => with_captions(keep, figures, &pictures),
        false => captions::left_out(page, keep).into_owned(),
    };
    Pictures { addresses: if wanted.images { largest(pictures) } else { Vec::new() }, keep }
}

/// Reads images that have an address, and repeat no other for browsers without scripts.
fn read(page: &PageView, shown: &[usize], wanted: &Wanted) -> Vec<Picture> {
    let (mut pictures, mut of_sources) = (Vec::<Picture>::new(), HashMap::new());
    for &row in shown {
        if is_copy(page, row, pictures.last().map(|picture| picture.row)) {
            continue;
        }
        let mut address = addresses::of_image(&Image::read(page, row), wanted);
        if let Some(picture) = addresses::picture_around(page, row).filter(|_| address.is_empty()) {
            let own = || addresses::of_picture(page, picture, wanted);
            address = of_sources.entry(picture).or_insert_with(own).clone();
        }
        if !address.is_empty() {
            let (file, size) = file_of(page, row, &address, wanted);
            pictures.push(Picture { row, address, file, size });
        }
    }
    pictures
}

/// Whether an image stands in a `noscript` beside the picture before it, with no text between.
fn is_copy(page: &PageView, row: usize, last: Option<usize>) -> bool {
    let outermost = page.above(row).take(MAX_CLIMB).filter(|&above| page.tag[above] == name::NOSCRIPT).last();
    let blocks_before = |row: usize| page.block_first.partition_point(|&first| (first as usize) < row);
    outermost.zip(last).is_some_and(|(noscript, last)| {
        last as i64 > i64::from(page.parent[noscript]) && blocks_before(last) == blocks_before(noscript)
    })
}

/// Of the pictures that show one file the first of the largest.
fn largest(pictures: Vec<Picture>) -> Vec<(usize, String)> {
    let mut best = HashMap::<&str, usize>::new();
    for (place, picture) in pictures.iter().enumerate() {
        match best.entry(&picture.file) {
            Entry::Vacant(entry) => _ = entry.insert(place),
            Entry::Occupied(mut entry) if picture.size > pictures[*entry.get()].size => _ = entry.insert(place),
            Entry::Occupied(_) => {}
        }
    }
    let best: HashSet<usize> = best.into_values().collect();
    let is_best = |(place, picture): (usize, Picture)| best.contains(&place).then_some((picture.row, picture.address));
    pictures.into_iter().enumerate().filter_map(is_best).collect()
}

/// The kept blocks with those of the figures that show a picture whose caption was not there before.
fn with_captions(keep: &[i64], figures: &[Figure], pictures: &[Picture]) -> Vec<i64> {
    let (mut keep, mut told) = (keep.to_vec(), HashSet::new());
    for figure in figures.iter().filter(|figure| !figure.blocks.is_empty()) {
        let picture = |row: &usize| pictures.binary_search_by_key(row, |picture| picture.row).ok();
        let files: Vec<&str> = figure.images.iter().filter_map(picture).map(|at| pictures[at].file.as_str()).collect();
        if files.iter().any(|file| !told.contains(file)) {
            told.extend(files);
            keep.extend(figure.blocks.clone().map(|block| block as i64));
        }
    }
    keep.sort_unstable();
    keep.dedup();
    keep
}

/// The file that an image shows, and how large: as its address says, or as small as what leads to the whole file.
fn file_of(page: &PageView, row: usize, address: &str, wanted: &Wanted) -> (String, u64) {
    let own = sized(addresses::file_name(address));
    let link = page.above(row).take(MAX_CLIMB).find(|&above| page.tag[above] == name::A);
    let target = link.map(|link| addresses::of_link(page.attribute(link, name::HREF).trim_matches(is_space), wanted));
    match target.filter(|target| addresses::is_image(target)).map(|target| sized(addresses::file_name(&target)).0) {
        Some(file) if file != own.0 => (file, 0),
        _ => own,
    }
}

/// The address of a file without what tells its size, and the size: that of a small copy is 0, unless it is told.
fn sized(address: &str) -> (String, u64) {
    let (folders, file) = address.rsplit_once('/').unwrap_or(("", address));
    let (mut stem, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    stem = stem.strip_suffix(WHOLE_END).unwrap_or(stem);
    let mut size = u64::MAX;
    if let Some((rest, sides)) = stem.rsplit_once(['-', '_'])
        && let Some((width, height)) = sides.split_once('x').and_then(|(width, height)| side(width).zip(side(height)))
    {
        (stem, size) = (rest, width * height);
    }
    if let Some((rest, _)) = stem.rsplit_once(['-', '_', '.']).filter(|(_, word)| SMALL_ENDS.contains(word)) {
        (stem, size) = (rest, 0);
    }
    if let Some((_, rest)) = stem.split_once(['-', '_']).filter(|(word, _)| SMALL_BEGINS.contains(word)) {
        (stem, size) = (rest, 0);
    }
    let is_small_folder = |folder: &&str| SMALL_FOLDERS.contains(folder);
    if folders.split('/').any(|folder| is_small_folder(&folder)) {
        size = 0;
    }
    let mut name: String =
        folders.split('/').filter(|folder| !is_small_folder(folder)).flat_map(|folder| [folder, "/"]).collect();
    name.extend([stem, ".", ending]);
    (name, size)
}

/// A side in pixels.
fn side(text: &str) -> Option<u64> {
    ((2..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}
