//! Where rows stand, as hashes: the names from the root down to each. Made from the columns of a table for whoever asks.

use crate::names::{KNOWN_NAMES, NameId, Names};
use text::hash::{hash_text, mix};

/// The hashes of the names of a page, by number.
pub fn hash_names(names: &Names) -> Vec<u64> {
    let added = names.added().iter().map(|name| hash_text(name));
    KNOWN_NAMES.iter().map(|name| hash_text(name)).chain(added).collect::<Vec<_>>()
}

/// The hash of a name; names beyond the last number share one.
#[inline]
pub fn name_hash(hashes: &[u64], name: NameId) -> u64 {
    hashes.get(name as usize).copied().unwrap_or(1)
}

/// Of every row the hash of the tags from the root down to it. Few ask for it, so no table holds it.
pub fn path_tags(tag: &[NameId], parent: &[i32], names: &Names) -> Vec<u64> {
    let hashes = hash_names(names);
    fold_paths(parent, |above, row| mix(above, name_hash(&hashes, tag[row])))
}

/// The same with the ordinals among siblings of the tag.
pub fn path_nth(tag: &[NameId], parent: &[i32], nth: &[i32], names: &Names) -> Vec<u64> {
    let hashes = hash_names(names);
    fold_paths(parent, |above, row| mix(mix(above, name_hash(&hashes, tag[row])), nth[row] as u64))
}

fn fold_paths(parent: &[i32], step: impl Fn(u64, usize) -> u64) -> Vec<u64> {
    let mut paths: Vec<u64> = Vec::with_capacity(parent.len());
    for (row, &above) in parent.iter().enumerate() {
        let above = usize::try_from(above).map_or(0, |above| paths[above]);
        paths.push(step(above, row));
    }
    paths
}
