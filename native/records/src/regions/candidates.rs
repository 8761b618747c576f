//! The candidates at a node where times branch (see `records/regions.py`): its members, and the ranges of their records.
//!
//! In words: the children of the node that hold a time are its members, those of the commonest tags tried by themselves,
//! and of these those whose times have the commonest paths.
//! Records are the members; or the elements of the members' kind at any depth, or as far above their times, where there
//! are more of them; or all siblings of the members' kind, with a time or without; or the stretches of siblings from one member to the next, begun as early as what stands before every member is alike.

use std::cmp::Reverse;

use html::names::NameId;
use text::hash::mix;
use text::texts::Texts;

const MOST_RECORDS: usize = 20_000;
const MOST_TAGS: usize = 2; // kinds of members tried: posts, and wrappers of the replies to them
const MOST_PATHS: usize = 2; // kinds of members of one tag tried by themselves, told by where their times are
const MOST_KINDS: usize = 8; // class sets of members that replies inside them are compared with
const MOST_STEPS: usize = 24; // from a time up to its record
pub(crate) const ALIKE: f64 = 0.7; // share of the records that must agree where one odd record is allowed

/// The columns of a page that are read here.
pub struct Columns<'page> {
    pub tag: &'page [NameId],
    pub parent: &'page [i32],
    pub end: &'page [i32],
    pub chars: &'page [i32],
    pub step: &'page [u64],
    pub path_tags: &'page [u64],
    pub id_token: &'page [i32],
    pub class_start: &'page [i32],
    pub class_token: &'page [i32],
    pub tokens: &'page Texts,
}

pub type Range = (usize, usize);

/// The children of a node that hold a time, and the ranges of rows of the records.
pub struct Candidate {
    pub members: Vec<usize>,
    pub ranges: Vec<Range>,
    /// Records are several siblings.
    pub spanning: bool,
}

/// A way up from a row: where it ends, how many steps it has and the tags that it leads over.
struct Way {
    row: usize,
    steps: usize,
    tags: u64,
}

/// The candidates at a row, those with the most records first; `times` are rows in document order.
pub fn at(columns: &Columns, row: usize, times: &[i64]) -> Vec<Candidate> {
    let search = Search { columns, row, times };
    let members = search.members();
    let tags = commonest(members.iter().map(|&member| columns.tag[member]), MOST_TAGS);
    let mut candidates = Vec::new();
    for (tag, _) in tags.into_iter().filter(|&(_, count)| count > 1) {
        let alike = members.iter().copied().filter(|&member| columns.tag[member] == tag).collect::<Vec<_>>();
        let kinds = commonest(alike.iter().map(|&member| search.time_path(member)), MOST_PATHS);
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
    let mut sorted = items.enumerate().map(|(order, item)| (item, order)).collect::<Vec<_>>();
    sorted.sort_unstable();
    let groups = sorted.chunk_by(|one, other| one.0 == other.0);
    let mut counts = groups.map(|group| (Reverse(group.len()), group[0].1, group[0].0.clone())).collect::<Vec<_>>();
    counts.sort_unstable_by_key(|&(count, order, _)| (count, order));
    counts.into_iter().take(most).map(|(Reverse(count), _, item)| (item, count)).collect::<Vec<_>>()
}

pub struct Search<'page> {
    pub columns: &'page Columns<'page>,
    row: usize,
    times: &'page [i64],
}

impl Search<'_> {
    pub fn end(&self, row: usize) -> usize {
        self.columns.end[row] as usize
    }

    fn first_time(&self, row: usize) -> usize {
        self.times.partition_point(|&time| time < row as i64)
    }

    /// The path of the first time in a member.
    fn time_path(&self, member: usize) -> u64 {
        self.columns.path_tags[self.times[self.first_time(member)] as usize]
    }

    pub fn children(&self) -> impl Iterator<Item = usize> {
        let stop = self.end(self.row);
        let after = move |&child: &usize| Some(self.end(child)).filter(|&next| next < stop);
        std::iter::successors(Some(self.row + 1).filter(|&child| child < stop), after)
    }

    /// The children that hold a time.
    fn members(&self) -> Vec<usize> {
        let mut members = Vec::new();
        let mut time = self.first_time(self.row + 1);
        for child in self.children() {
            limits::tick(1);
            let held = self.times[time..].iter().take_while(|&&time| time < i64::from(self.columns.end[child])).count();
            time += held;
            if held > 0 && members.len() < MOST_RECORDS {
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
        let alone = members.iter().map(|&member| (member, self.end(member))).collect::<Vec<_>>();
        let spans = self.spans(&members);
        let readings = [(nested, false), (answers, false), (extended, false), (alone, false), (spans, true)];
        for (ranges, spanning) in readings {
            if !ranges.is_empty() {
                let members = members.to_vec();
                candidates.push(Candidate { members, ranges, spanning });
            }
        }
    }

    /// The members without those that differ from most in classes and in where their time is.
    fn of_one_kind(&self, members: Vec<usize>) -> Vec<usize> {
        let step = |member: usize| self.columns.step[member];
        let path = |member: usize| self.time_path(member);
        let steps = usual(members.iter().map(|&member| step(member)).collect::<Vec<_>>());
        let paths = usual(members.iter().map(|&member| path(member)).collect::<Vec<_>>());
        if (steps.1.min(paths.1) as f64 / members.len() as f64) < ALIKE {
            return members;
        }
        members.into_iter().filter(|&member| step(member) == steps.0 || path(member) == paths.0).collect::<Vec<_>>()
    }

    /// The ranges of records that answer each other: elements of the members' kind at any depth, each up to the next.
    fn nested(&self, members: &[usize]) -> Vec<Range> {
        let columns = self.columns;
        let mut inner = Vec::new();
        for row in self.row + 1..self.end(self.row) {
            limits::tick(1);
            let is_alike = columns.tag[row] == columns.tag[members[0]];
            if is_alike && self.times.get(self.first_time(row)).is_some_and(|&time| time < i64::from(columns.end[row]))
            {
                inner.push(row);
            }
        }
        if inner.len() <= members.len() {
            return Vec::new();
        }
        let mut kinds = Vec::new();
        for &member in members {
            kinds.push(self.classes(member));
        }
        let kinds = commonest(kinds.into_iter(), MOST_KINDS);
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
        if starts.len() <= members.len() {
            return Vec::new();
        }
        self.up_to_next(&starts)
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
        if starts.len() <= members.len() {
            return Vec::new();
        }
        self.up_to_next(&starts)
    }

    /// The way from a row up to the first ancestor below the node that `is_top` is true of; none where there is none near.
    fn way_up(&self, row: usize, is_top: impl Fn(usize, usize) -> bool) -> Option<Way> {
        let mut way = Way { row, steps: 0, tags: 0 };
        while way.steps < MOST_STEPS && !is_top(way.row, way.steps) {
            limits::tick(1);
            let parent = self.columns.parent[way.row];
            if parent <= self.row as i32 {
                return None;
            }
            way = Way {
                row: parent as usize,
                steps: way.steps + 1,
                tags: mix(way.tags, u64::from(self.columns.tag[parent as usize]) + 1),
            };
        }
        Some(way).filter(|way| way.steps > 0 && is_top(way.row, way.steps))
    }

    /// The members with the siblings of their kind whose times nobody can read; empty where there are none.
    fn extended(&self, members: &[usize]) -> Vec<Range> {
        let columns = self.columns;
        let mut kinds = Vec::new();
        for &member in members {
            kinds.push(self.classes(member));
        }
        let kinds = commonest(kinds.into_iter(), MOST_KINDS);
        let mut rows = Vec::new();
        for child in self.children().take(MOST_RECORDS) {
            limits::tick(1);
            let says = |row: usize| columns.chars[row..self.end(row)].iter().any(|&chars| chars > 0);
            if columns.tag[child] == columns.tag[members[0]] {
                let classes = self.classes(child);
                if kinds.iter().any(|(kind, _)| similar(&classes, kind)) && says(child) {
                    rows.push(child);
                }
            }
        }
        if rows.len() <= members.len() {
            return Vec::new();
        }
        rows.into_iter().map(|row| (row, self.end(row))).collect::<Vec<_>>()
    }

    /// Ranges from each row to its end, or to the next row where that begins inside of it.
    fn up_to_next(&self, starts: &[usize]) -> Vec<Range> {
        let after = starts[1..].iter().copied().chain([self.columns.tag.len()]);
        starts.iter().zip(after).map(|(&start, after)| (start, self.end(start).min(after))).collect::<Vec<_>>()
    }

    /// The classes of a row in order, each once.
    fn classes(&self, row: usize) -> Vec<i32> {
        let columns = self.columns;
        let own = columns.class_start[row] as usize..columns.class_start[row + 1] as usize;
        let mut classes = columns.class_token[own].to_vec();
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

#[cfg(test)]
mod tests {
    use super::*;
    use html::names::name;

    #[test]
    fn the_first_of_equals_is_common() {
        assert_eq!(commonest([3, 1, 3, 2, 1].into_iter(), 2), vec![(3, 2), (1, 2)]);
        assert_eq!(usual(vec![7, 5, 7, 5]), (5, 2));
    }

    #[test]
    fn members_and_stretches() {
        // 0 > (1 p > 2 time, 3 text, 4 p > 5 time, 6 text)
        let columns = Columns {
            tag: &[name::DIV, name::P, 0, 0, name::P, 0, 0],
            parent: &[-1, 0, 1, 0, 0, 4, 0],
            end: &[7, 3, 3, 4, 6, 6, 7],
            chars: &[0, 0, 4, 9, 0, 4, 9],
            step: &[1, 2, 0, 0, 2, 0, 0],
            path_tags: &[1, 2, 3, 4, 2, 3, 4],
            id_token: &[-1; 7],
            class_start: &[0; 8],
            class_token: &[],
            tokens: &Texts::default(),
        };
        let candidates = at(&columns, 0, &[2, 5]);
        assert_eq!(candidates[0].ranges, [(1, 3), (4, 6)]);
        assert_eq!(candidates[1].ranges, [(1, 4), (4, 7)]);
        assert!(candidates[1].spanning);
    }
}
