//! Records that are several siblings each (see `records/regions.py`): the stretches from one member to the next.
//!
//! In words: most gaps between members say something and have a tag in common. A record begins as early as what stands
//! before every member is alike; the last one ends where another part of the page begins.

use super::candidates::{ALIKE, Range, Search};
use html::names::name;
use text::class_words::{PAGER, token_flags};

const MAX_LEAD: usize = 12; // siblings before a time that can belong to its record

impl Search<'_> {
    /// The ranges of records that are several siblings each; empty where every member is a record by itself.
    pub fn spans(&self, members: &[usize]) -> Vec<Range> {
        let page = self.page;
        let is_visible = |&child: &usize| !page.is_text(child) || page.chars[child] > 0;
        let children: Vec<_> = self.children().filter(is_visible).collect();
        let mut positions = Vec::new();
        for member in members {
            limits::tick(1);
            if let Ok(position) = children.binary_search(member) {
                positions.push(position);
            }
        }
        if positions.len() < 2 || !self.gaps_are_filled(&children, &positions) {
            return Vec::new();
        }
        let lead = self.lead(&children, &positions);
        let last_stop = self.last_stop(&children, &positions, lead);
        let starts = positions.iter().map(|&position| position - lead);
        let stops = starts.clone().skip(1).chain([last_stop]);
        starts.zip(stops).map(|(start, stop)| (children[start], self.end(children[stop - 1]))).collect()
    }

    /// Whether most gaps between members say something, and most have a tag in common.
    fn gaps_are_filled(&self, children: &[usize], positions: &[usize]) -> bool {
        let (mut filled, mut tags) = (0, Vec::new());
        for (gap, pair) in positions.windows(2).enumerate() {
            let between = &children[pair[0] + 1..pair[1]];
            let (Some(&first), Some(&last)) = (between.first(), between.last()) else { continue };
            limits::tick(1 + between.len());
            filled += usize::from(self.page.chars[first..self.end(last)].iter().any(|&chars| chars != 0));
            for &child in between {
                tags.push((self.page.tag[child], gap));
            }
        }
        tags.sort_unstable();
        tags.dedup();
        let spread = tags.chunk_by(|one, other| one.0 == other.0).map(<[_]>::len).max().unwrap_or(0);
        let least = ALIKE * (positions.len() - 1) as f64;
        filled as f64 >= least && spread as f64 >= least
    }

    /// How many siblings before a time belong to its record: as many as are alike before every time.
    fn lead(&self, children: &[usize], positions: &[usize]) -> usize {
        let room = positions.windows(2).map(|pair| pair[1] - pair[0] - 1).fold(positions[0], usize::min);
        let step = |position: usize, lead: usize| self.page.step[children[position - lead - 1]];
        let is_alike =
            |lead: &usize| positions.iter().all(|&position| step(position, *lead) == step(positions[0], *lead));
        (0..room.min(MAX_LEAD)).take_while(is_alike).count()
    }

    /// Where the last record ends: with as many siblings as the longest other record, before one of a tag that none has.
    ///
    /// Where text stands among the siblings, any element can be part of what is said; only what pages end with ends it.
    fn last_stop(&self, children: &[usize], positions: &[usize], lead: usize) -> usize {
        let last = positions[positions.len() - 1];
        let mut tags =
            children[positions[0] - lead..=last].iter().map(|&child| self.page.tag[child]).collect::<Vec<_>>();
        tags.sort_unstable();
        tags.dedup();
        let is_loose = tags.first() == Some(&name::TEXT);
        let longest = positions.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap_or(0);
        let mut stop = last + 1;
        while stop < children.len() && (is_loose || stop - last + lead < longest) {
            limits::tick(1);
            let is_odd = !is_loose && tags.binary_search(&self.page.tag[children[stop]]).is_err();
            if is_odd || self.ends_page(children[stop]) {
                break;
            }
            stop += 1;
        }
        stop
    }

    fn ends_page(&self, row: usize) -> bool {
        let page = self.page;
        if matches!(page.tag[row], name::FORM | name::NAV | name::FOOTER | name::ASIDE) {
            return true;
        }
        page.tokens_at(row).any(|token| token_flags(&page.attributes.tokens[token]) & PAGER > 0)
    }
}
