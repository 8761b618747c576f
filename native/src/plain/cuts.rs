//! Stretches of a page's text that are left out, each with the words that are written in its place.

use std::borrow::Cow;

use crate::limits::Tripped;
use crate::memory;

/// Stretches in rising order, none of which lies in another.
#[derive(Default)]
pub struct Cuts {
    starts: Vec<usize>,
    ends: Vec<usize>,
    words: Vec<String>,
}

impl Cuts {
    /// Of stretches, each its start, its end and its words; what begins inside of the one before goes with it.
    pub fn of(mut stretches: Vec<(usize, usize, String)>) -> Result<Self, Tripped> {
        stretches.sort();
        let mut cuts = Cuts::default();
        for (start, end, words) in stretches {
            match cuts.ends.last_mut() {
                Some(last) if start < *last => *last = end.max(*last),
                _ => {
                    memory::push(&mut cuts.starts, start)?;
                    memory::push(&mut cuts.ends, end)?;
                    memory::push(&mut cuts.words, words)?;
                }
            }
        }
        Ok(cuts)
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The text from `start` to `end`, with the words of the cuts; of a cut that began before, they have been written.
    pub fn read<'text>(&self, text: &'text [u8], start: usize, end: usize) -> Result<Cow<'text, [u8]>, Tripped> {
        let first = self.ends.partition_point(|&cut| cut <= start);
        let last = self.starts.partition_point(|&cut| cut < end);
        if first >= last {
            return Ok(Cow::Borrowed(&text[start..end]));
        }
        let (mut start, mut parts) = (start, Vec::new());
        for index in first..last {
            if self.starts[index] >= start {
                memory::extend(&mut parts, &text[start..self.starts[index]])?;
                memory::extend(&mut parts, self.words[index].as_bytes())?;
            }
            start = start.max(self.ends[index]);
        }
        memory::extend(&mut parts, text.get(start..end).unwrap_or_default())?;
        Ok(Cow::Owned(parts))
    }
}
