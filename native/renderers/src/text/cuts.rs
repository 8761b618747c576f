//! Stretches of a page's text that are left out, each with the words that are written in its place.

use std::borrow::Cow;

/// Stretches in rising order, none of which lies in another.
#[derive(Default)]
pub struct Cuts {
    starts: Vec<usize>,
    ends: Vec<usize>,
    words: Vec<String>,
}

impl Cuts {
    /// Of stretches, each its start, its end and its words; what begins inside of the one before goes with it.
    pub fn of(mut stretches: Vec<(usize, usize, String)>) -> Self {
        stretches.sort();
        let mut cuts = Cuts::default();
        for (start, end, words) in stretches {
            match cuts.ends.last_mut() {
                Some(last) if start < *last => *last = end.max(*last),
                _ => {
                    cuts.starts.push(start);
                    cuts.ends.push(end);
                    cuts.words.push(words);
                }
            }
        }
        cuts
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The text from `start` to `end`, with the words of the cuts; of a cut that began before, they have been written.
    pub fn read<'text>(&self, text: &'text [u8], start: usize, end: usize) -> Cow<'text, [u8]> {
        let first = self.ends.partition_point(|&cut| cut <= start);
        let last = self.starts.partition_point(|&cut| cut < end);
        if first >= last {
            return Cow::Borrowed(&text[start..end]);
        }
        let (mut start, mut parts) = (start, Vec::new());
        for index in first..last {
            if self.starts[index] >= start {
                parts.extend_from_slice(&text[start..self.starts[index]]);
                parts.extend_from_slice(self.words[index].as_bytes());
            }
            start = start.max(self.ends[index]);
        }
        parts.extend_from_slice(text.get(start..end).unwrap_or_default());
        Cow::Owned(parts)
    }
}
