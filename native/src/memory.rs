//! Room for what grows with a page. A request that the machine cannot meet is an error of the page, `Tripped::Memory`,
//! and not the end of the process.

use std::collections::{HashMap, TryReserveError};
use std::fmt::Write;
use std::hash::{BuildHasher, Hash};

use crate::limits::Tripped;

/// The characters of the smallest number of 64 bits: its sign and 19 digits.
const LONGEST_NUMBER: usize = 20;

impl From<TryReserveError> for Tripped {
    fn from(_: TryReserveError) -> Self {
        Tripped::Memory
    }
}

/// Adds an item.
#[inline]
pub fn push<T>(items: &mut Vec<T>, item: T) -> Result<(), Tripped> {
    reserve(items, 1)?;
    items.push(item);
    Ok(())
}

/// Makes room for so many more items. The common case, in which the room is there, is one comparison.
#[inline]
pub fn reserve<T>(items: &mut Vec<T>, more: usize) -> Result<(), Tripped> {
    if items.capacity() - items.len() < more { grow(items, more) } else { Ok(()) }
}

#[cold]
fn grow<T>(items: &mut Vec<T>, more: usize) -> Result<(), Tripped> {
    Ok(items.try_reserve(more)?)
}

/// Adds copies of items.
#[inline]
pub fn extend<T: Copy>(items: &mut Vec<T>, more: &[T]) -> Result<(), Tripped> {
    reserve(items, more.len())?;
    items.extend_from_slice(more);
    Ok(())
}

/// Adds a text.
#[inline]
pub fn push_str(text: &mut String, more: &str) -> Result<(), Tripped> {
    if text.capacity() - text.len() < more.len() {
        text.try_reserve(more.len())?;
    }
    text.push_str(more);
    Ok(())
}

/// An empty list with room for so many items.
pub fn with_room<T>(count: usize) -> Result<Vec<T>, Tripped> {
    let mut items = Vec::new();
    items.try_reserve_exact(count)?;
    Ok(items)
}

/// A list of one item, many times.
pub fn filled<T: Clone>(item: T, count: usize) -> Result<Vec<T>, Tripped> {
    let mut items = with_room(count)?;
    items.resize(count, item);
    Ok(items)
}

/// The items of an iterator as a list.
pub fn collect<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>, Tripped> {
    let (least, most) = items.size_hint();
    let mut list = with_room(least)?;
    if most == Some(least) {
        list.extend(items); // there is room for all
        return Ok(list);
    }
    for item in items {
        push(&mut list, item)?;
    }
    Ok(list)
}

/// The items of an iterator as a list, unless one of them is an error.
pub fn try_collect<T>(mut items: impl Iterator<Item = Result<T, Tripped>>) -> Result<Vec<T>, Tripped> {
    let mut list = with_room(items.size_hint().0)?;
    items.try_for_each(|item| push(&mut list, item?))?;
    Ok(list)
}

/// A copy of a list.
pub fn list<T: Copy>(items: &[T]) -> Result<Vec<T>, Tripped> {
    let mut list = with_room(items.len())?;
    list.extend_from_slice(items);
    Ok(list)
}

/// A copy of a text.
pub fn copy(text: &str) -> Result<String, Tripped> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())?;
    copy.push_str(text);
    Ok(copy)
}

/// A text of one sign, many times.
pub fn repeated(sign: char, count: usize) -> Result<String, Tripped> {
    let mut text = String::new();
    text.try_reserve_exact(count * sign.len_utf8())?;
    text.extend(std::iter::repeat_n(sign, count));
    Ok(text)
}

/// A number in decimal digits.
pub fn decimal(number: i64) -> Result<String, Tripped> {
    let mut text = String::new();
    text.try_reserve_exact(LONGEST_NUMBER)?;
    let _ = write!(text, "{number}"); // writing into a text never fails
    Ok(text)
}

/// A map with room for so many keys.
pub fn map<K: Eq + Hash, V>(count: usize) -> Result<HashMap<K, V>, Tripped> {
    let mut map = HashMap::new();
    map.try_reserve(count)?;
    Ok(map)
}

/// Puts a value under a key; the value that was there before is replaced.
pub fn insert<K: Eq + Hash, V, S: BuildHasher>(map: &mut HashMap<K, V, S>, key: K, value: V) -> Result<(), Tripped> {
    map.try_reserve(1)?;
    map.insert(key, value);
    Ok(())
}

/// The bytes that a list takes.
pub fn bytes<T>(items: &Vec<T>) -> usize {
    items.capacity() * size_of::<T>()
}
