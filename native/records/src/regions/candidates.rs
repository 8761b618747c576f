//! Where times repeat on a page: the nodes at which they branch, chains of replies inside each other, and the candidates at
//! a node (see `records/regions.py`): its members, and the ranges of their records.
//!
//! In words: two times next to each other meet at their deepest common ancestor; the nodes at which many pairs meet
//! govern records. Replies that stand inside what they answer have no such node; they are the elements of one tag and
//! classes over the times, where some of them lie in others.
//!
//! The children of the node that hold a time are its members, those of the commonest tags tried by themselves,
//! and of these those whose times have the commonest paths.
//! Records are the members; or the elements of the members' kind at any depth, or as far above their times, where there
//! are more of them; or all siblings of the members' kind, with a time or without; or the stretches of siblings from one member to the next, begun as early as what stands before every member is alike.

use std::cmp::Reverse;
use std::collections::HashMap;

use html::page_view::PageView;
use text::hash::mix;

const MAX_RECORDS: usize = 20_000;
const MAX_TAGS: usize = 2; // kinds of members tried: posts, and wrappers of the replies to them
const MAX_PATHS: usize = 2; // kinds of members of one tag tried by themselves, told by where their times are
const MAX_KINDS: usize = 8; // class sets of members that replies inside them are compared with
const MAX_STEPS: usize = 24; // from a time up to its record
pub(crate) const ALIKE: f64 = 0.7; // share of the records that must agree where one odd record is allowed

pub type Range = (usize, usize);

/// A node, the children of it that hold a time, and the ranges of rows of the records.
pub struct Candidate {
    pub row: i64,
    pub members: Vec<usize>,
    pub ranges: Vec<(i64, i64)>,
    /// Records are several siblings.
    pub spanning: bool,
}

impl Candidate {
    /// Whether a row lies in one of the records.
    pub fn holds(&self, row: i64) -> bool {
        let after = self.ranges.partition_point(|&(start, _)| start <= row);
        after > 0 && row < self.ranges[after - 1].1
    }
}

/// A way up from a row: where it ends, how many steps it has and the tags that it leads over.
struct Way {
    row: usize,
    steps: usize,
    tags: u64,
}

/// The candidates at a row, those with the most records first; `times` are rows in document order.
pub fn at(page: &PageView, row: usize, times: &[i64]) -> Vec<Candidate> {
    let search = Search { page, path_tags: page.path_tags(), row, times };
    let members = search.members();
    let tags = commonest(members.iter().map(|&member| page.tag[member]), MAX_TAGS);
    let mut candidates = Vec::new();
    for (tag, _) in tags.into_iter().filter(|&(_, count)| count > 1) {
        let alike = members.iter().copied().filter(|&member| page.tag[member] == tag).collect::<Vec<_>>();
        let kinds = commonest(alike.iter().map(|&member| search.time_path(member)), MAX_PATHS);
        for (path, _) in kinds.into_iter().filter(|&(_, count)| 1 < count && count < alike.len()) {
            let of_kind = alike.iter().copied().filter(|&member| search.time_path(member) == path);
            search.of_tag(of_kind.collect::<Vec<_>>(), &mut candidates);
        }
        search.of_tag(alike, &mut candidates);
    }
    candidates.sort_by_key(|candidate: &Candidate| Reverse(candidate.ranges.len()));
    candidates
}

/// The commonest items with how often they are there; of equals the one that came first.
fn commonest<T: Ord + Clone>(items: impl Iterator<Item = T>, most: usize) -> Vec<(T, usize)> {
    let mut sorted: Vec<_> = items.enumerate().map(|(order, item)| (item, order)).collect();
    sorted.sort_unstable();
    let groups = sorted.chunk_by(|one, other| one.0 == other.0);
    let mut counts: Vec<_> = groups.map(|group| (Reverse(group.len()), group[0].1, group[0].0.clone())).collect();
    counts.sort_unstable_by_key(|&(count, order, _)| (count, order));
    counts.into_iter().take(most).map(|(Reverse(count), _, item)| (item, count)).collect()
}

pub struct Search<'page> {
    pub page: &'page PageView<'page>,
    path_tags: &'page [u64],
    row: usize,
    times: &'page [i64],
}

impl Search<'_> {
    pub fn end(&self, row: usize) -> usize {
        self.page.end[row] as usize
    }

    fn first_time(&self, row: usize) -> usize {
        self.times.partition_point(|&time| time < row as i64)
    }

    /// The path of the first time in a member.
    fn time_path(&self, member: usize) -> u64 {
        self.path_tags[self.times[self.first_time(member)] as usize]
    }

    pub fn children(&self) -> impl Iterator<Item = usize> {
        self.page.children(self.row)
    }

    /// The children that hold a time.
    fn members(&self) -> Vec<usize> {
        let mut members = Vec::new();
        let mut time = self.first_time(self.row + 1);
        for child in self.children() {
            limits::tick(1);
            let held = self.times[time..].iter().take_while(|&&time| time < i64::from(self.page.end[child])).count();
            time += held;
            if held > 0 && members.len() < MAX_RECORDS {
                members.push(child);
            }
        }
        members
    }

    fn of_tag(&self, members: Vec<usize>, candidates: &mut Vec<Candidate>) {
        let members = self.of_one_kind(members);
        if members.len() < 2 {
            return;
        }
        let nested = self.nested(&members);
        let answers = self.answers(&members);
        let extended = self.extended(&members);
        let alone: Vec<_> = members.iter().map(|&member| (member, self.end(member))).collect();
        let spans = self.spans(&members);
        let readings = [(nested, false), (answers, false), (extended, false), (alone, false), (spans, true)];
        for (ranges, spanning) in readings {
            if !ranges.is_empty() {
                let ranges = ranges.iter().map(|&(start, end)| (start as i64, end as i64)).collect();
                candidates.push(Candidate { row: self.row as i64, members: members.clone(), ranges, spanning });
            }
        }
    }

    /// The members without those that differ from most in classes and in where their time is.
    fn of_one_kind(&self, members: Vec<usize>) -> Vec<usize> {
        let step = |member: usize| self.page.step[member];
        let path = |member: usize| self.time_path(member);
        let steps = usual(members.iter().map(|&member| step(member)).collect::<Vec<_>>());
        let paths = usual(members.iter().map(|&member| path(member)).collect::<Vec<_>>());
        if (steps.1.min(paths.1) as f64 / members.len() as f64) < ALIKE {
            return members;
        }
        members.into_iter().filter(|&member| step(member) == steps.0 || path(member) == paths.0).collect()
    }

    /// The ranges of records that answer each other: elements of the members' kind at any depth, each up to the next.
    fn nested(&self, members: &[usize]) -> Vec<Range> {
        let page = self.page;
        let mut inner = Vec::new();
        for row in self.row + 1..self.end(self.row) {
            limits::tick(1);
            let is_alike = page.tag[row] == page.tag[members[0]];
            if is_alike && self.times.get(self.first_time(row)).is_some_and(|&time| time < i64::from(page.end[row])) {
                inner.push(row);
            }
        }
        if inner.len() <= members.len() {
            return Vec::new();
        }
        let kinds = self.kinds(members);
        if kinds.iter().any(|(kind, _)| kind.is_empty()) {
            return Vec::new();
        }
        let mut starts = Vec::new();
        for row in inner {
            limits::tick(1);
            let classes = self.classes(row);
            if kinds.iter().any(|(kind, _)| similar(&classes, kind)) {
                starts.push(row);
            }
        }
        if starts.len() > members.len() { self.up_to_next(&starts) } else { Vec::new() }
    }

    /// The commonest sets of classes of some rows.
    fn kinds(&self, rows: &[usize]) -> Vec<(Vec<i32>, usize)> {
        commonest(rows.iter().map(|&row| self.classes(row)), MAX_KINDS)
    }

    /// The ranges of records that answer each other, told by their times alone: from a time so many steps up, over the
    /// same tags, as from the times of most members. Empty where there are no more than the members.
    fn answers(&self, members: &[usize]) -> Vec<Range> {
        let mut ways = Vec::new();
        for &member in members {
            let time = self.times[self.first_time(member)] as usize;
            if let Some(way) = self.way_up(time, |row, _| row == member) {
                ways.push((way.steps, way.tags));
            }
        }
        let Some(&(usual, _)) = commonest(ways.into_iter(), 1).first() else { return Vec::new() };
        let mut starts: Vec<usize> = Vec::new();
        for &time in &self.times[self.first_time(self.row + 1)..self.first_time(self.end(self.row))] {
            let way = self.way_up(time as usize, |_, steps| steps == usual.0);
            if let Some(way) = way.filter(|way| (way.steps, way.tags) == usual && starts.last() != Some(&way.row)) {
                starts.push(way.row);
            }
        }
        starts.sort_unstable();
        starts.dedup();
        if starts.len() > members.len() { self.up_to_next(&starts) } else { Vec::new() }
    }

    /// The way from a row up to the first ancestor below the node that `is_top` is true of; none where there is none near.
    fn way_up(&self, row: usize, is_top: impl Fn(usize, usize) -> bool) -> Option<Way> {
        let mut way = Way { row, steps: 0, tags: 0 };
        while way.steps < MAX_STEPS && !is_top(way.row, way.steps) {
            limits::tick(1);
            let parent = self.page.parent[way.row];
            if parent <= self.row as i32 {
                return None;
            }
            way = Way {
                row: parent as usize,
                steps: way.steps + 1,
                tags: mix(way.tags, u64::from(self.page.tag[parent as usize]) + 1),
            };
        }
        Some(way).filter(|way| way.steps > 0 && is_top(way.row, way.steps))
    }

    /// The members with the siblings of their kind whose times nobody can read; empty where there are none.
    fn extended(&self, members: &[usize]) -> Vec<Range> {
        let page = self.page;
        let kinds = self.kinds(members);
        let mut rows = Vec::new();
        for child in self.children().take(MAX_RECORDS) {
            limits::tick(1);
            let says = |row: usize| page.chars[row..self.end(row)].iter().any(|&chars| chars > 0);
            if page.tag[child] == page.tag[members[0]] {
                let classes = self.classes(child);
                if kinds.iter().any(|(kind, _)| similar(&classes, kind)) && says(child) {
                    rows.push(child);
                }
            }
        }
        if rows.len() <= members.len() {
            return Vec::new();
        }
        rows.into_iter().map(|row| (row, self.end(row))).collect()
    }

    /// Ranges from each row to its end, or to the next row where that begins inside of it.
    fn up_to_next(&self, starts: &[usize]) -> Vec<Range> {
        let after = starts[1..].iter().copied().chain([self.page.tag.len()]);
        starts.iter().zip(after).map(|(&start, after)| (start, self.end(start).min(after))).collect()
    }

    /// The classes of a row in order, each once.
    fn classes(&self, row: usize) -> Vec<i32> {
        let mut classes = self.page.class_tokens(row).to_vec();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

/// The commonest value, the least of equals, and how often it is there.
fn usual(mut values: Vec<u64>) -> (u64, usize) {
    values.sort_unstable();
    let groups = values.chunk_by(|one, other| one == other);
    groups
        .map(|group| (group[0], group.len()))
        .max_by_key(|&(value, count)| (count, Reverse(value)))
        .unwrap_or_default()
}

/// Whether two sets of classes have half of their classes in common.
fn similar(some: &[i32], others: &[i32]) -> bool {
    let shared = some.iter().filter(|class| others.binary_search(class).is_ok()).count();
    3 * shared >= some.len() + others.len()
}

/// The deepest common ancestors of neighbouring times, those of most pairs first, then in document order.
pub fn branches(page: &PageView, times: &[i64], most: usize) -> Vec<i64> {
    let mut counts: HashMap<i64, usize> = HashMap::new();
    for pair in times.windows(2) {
        limits::tick(1);
        *counts.entry(common_ancestor(page, pair[0], pair[1])).or_default() += 1;
    }
    let mut found: Vec<(i64, usize)> = counts.into_iter().collect();
    found.sort_unstable_by_key(|&(row, count)| (Reverse(count), row));
    found.into_iter().take(most).map(|(row, _)| row).collect()
}

fn common_ancestor(page: &PageView, mut left: i64, mut right: i64) -> i64 {
    while left != right {
        let deeper = page.depth[left as usize] - page.depth[right as usize];
        if deeper >= 0 {
            left = i64::from(page.parent[left as usize]);
        }
        if deeper <= 0 {
            right = i64::from(page.parent[right as usize]);
        }
    }
    left
}

/// The rows of the longest chain among the `reach` ancestors of each time, empty where nothing lies in its like.
pub fn chain(page: &PageView, times: &[i64], reach: usize) -> Vec<i64> {
    let mut places: Vec<(u64, i64)> = Vec::new();
    let mut own: Vec<u64> = Vec::new();
    for &time in times {
        limits::tick(1);
        own.clear();
        for row in page.above(time as usize).take(reach) {
            if !page.class_tokens(row).is_empty() && !own.contains(&page.step[row]) {
                own.push(page.step[row]);
                places.push((page.step[row], row as i64));
            }
        }
    }
    places.sort_unstable();
    places.dedup();
    let kinds = places.chunk_by(|one, other| one.0 == other.0);
    let is_nested =
        |rows: &&[(u64, i64)]| rows.windows(2).any(|pair| pair[1].1 < i64::from(page.end[pair[0].1 as usize]));
    let longest = kinds.filter(is_nested).max_by_key(|rows| (rows.len(), Reverse(rows[0].1)));
    longest.map_or_else(Vec::new, |rows| rows.iter().map(|&(_, row)| row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::names::{NameId, name};
    use html::page::parse_text;
    use limits::Limits;

    #[test]
    fn the_first_of_equals_is_common() {
        assert_eq!(commonest([3, 1, 3, 2, 1].into_iter(), 2), vec![(3, 2), (1, 2)]);
        assert_eq!(usual(vec![7, 5, 7, 5]), (5, 2));
    }

    #[test]
    fn members_and_stretches() {
        let table = parse_text("<div><p><b>time</b></p>text text<p><b>time</b></p>text text</div>", &Limits::NONE);
        let page = table.view();
        let times = rows_of(&page, name::B);
        let row = times[0] as usize - 2;
        let candidates = at(&page, row, &times);
        assert_eq!(candidates[0].ranges, [1, 5].map(|at| (row as i64 + at, row as i64 + at + 3)));
        assert_eq!(candidates[1].ranges, [1, 5].map(|at| (row as i64 + at, row as i64 + at + 4)));
        assert!(candidates[1].spanning);
    }

    fn rows_of(page: &PageView, tag: NameId) -> Vec<i64> {
        (0..page.tag.len()).filter(|&row| page.tag[row] == tag).map(|row| row as i64).collect()
    }

    #[test]
    fn times_meet_at_what_governs_them() {
        let table = parse_text("<div><p><b></b><b></b></p><b></b></div>", &Limits::NONE);
        let page = table.view();
        let (times, [div, p]) = (rows_of(&page, name::B), [name::DIV, name::P].map(|tag| rows_of(&page, tag)[0]));
        assert_eq!(branches(&page, &times, 9), [div, p]);
        assert_eq!(branches(&page, &times[..2], 9), [p]);
        assert!(branches(&page, &times[..1], 9).is_empty());
    }

    #[test]
    fn replies_in_replies_are_a_chain() {
        let chain = |inner: &str| {
            let html = format!("<div class=a><b></b><div class={inner}><b></b></div></div>");
            let table = parse_text(&html, &Limits::NONE);
            let page = table.view();
            (chain(&page, &rows_of(&page, name::B), 8), rows_of(&page, name::DIV))
        };
        let (rows, divisions) = chain("a");
        assert_eq!(rows, divisions);
        assert!(chain("b").0.is_empty());
    }
}
