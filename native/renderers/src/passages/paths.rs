//! The containers that passages stand in, and the paths down to them.
//!
//! In words: a path is a container behind another path. A child that the page puts into the wrong parent gets the
//! container that is missing: an item its list, text in a list its item.

use std::collections::HashMap;

use html::names::name;
use html::page_view::PageView;

/// The roles of containers by number.
pub const ROLES: &[&str] = &[
    "list", "item", "quote", "heading", "table", "row", "cell", "caption", "terms", "term", "definition", "figure",
    "figcaption", "details", "summary", "pre", "note",
];

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    List,
    Item,
    Quote,
    Heading,
    Table,
    Row,
    Cell,
    Caption,
    Terms,
    Term,
    Definition,
    Figure,
    Figcaption,
    Details,
    Summary,
    Pre,
    Note,
}

impl Role {
    /// All of them, by number.
    pub const ALL: [Role; ROLES.len()] = [
        Role::List,
        Role::Item,
        Role::Quote,
        Role::Heading,
        Role::Table,
        Role::Row,
        Role::Cell,
        Role::Caption,
        Role::Terms,
        Role::Term,
        Role::Definition,
        Role::Figure,
        Role::Figcaption,
        Role::Details,
        Role::Summary,
        Role::Pre,
        Role::Note,
    ];

    /// What a container must stand in.
    fn parent(self) -> Option<Role> {
        match self {
            Role::Item => Some(Role::List),
            Role::Row | Role::Caption => Some(Role::Table),
            Role::Cell => Some(Role::Row),
            Role::Term | Role::Definition => Some(Role::Terms),
            _ => None,
        }
    }

    /// What text must stand in, in a container.
    fn child(self) -> Option<Role> {
        match self {
            Role::List => Some(Role::Item),
            Role::Table => Some(Role::Row),
            Role::Row => Some(Role::Cell),
            Role::Terms => Some(Role::Definition),
            _ => None,
        }
    }

    /// The container in which this one stands only inside of a child.
    fn stranger(self) -> Option<Role> {
        match self {
            Role::Item => Some(Role::Terms),
            Role::Term | Role::Definition => Some(Role::List),
            _ => None,
        }
    }
}

/// An element that gives passages their place.
#[derive(Clone, Copy)]
pub struct Container {
    pub role: Role,
    pub row: i32,
    /// Of a heading its level, of a list 1 when it is ordered, of an item its number.
    pub number: i64,
}

pub const NO_PATH: u32 = 0;

pub struct Paths<'page> {
    page: &'page PageView<'page>,
    containers: Vec<Container>,
    /// The path outside and the innermost container.
    paths: Vec<(u32, u32)>,
    lengths: Vec<usize>,
    missing: HashMap<(Role, i32), u32>,
    /// By row of a list, its last item.
    last_item: HashMap<i32, u32>,
}

impl<'page> Paths<'page> {
    pub fn new(page: &'page PageView<'page>) -> Self {
        let (paths, lengths) = (vec![(NO_PATH, u32::MAX); 1], vec![0; 1]);
        let (missing, last_item) = (HashMap::new(), HashMap::new());
        Paths { page, containers: Vec::new(), paths, lengths, missing, last_item }
    }

    pub fn done(self) -> (Vec<Container>, Vec<(u32, u32)>) {
        (self.containers, self.paths)
    }

    pub fn length(&self, path: u32) -> usize {
        self.lengths[path as usize]
    }

    /// The number of the innermost container, one of its own for none.
    pub fn last(&self, path: u32) -> u32 {
        self.paths[path as usize].1
    }

    pub fn inner(&self, path: u32) -> Option<&Container> {
        self.containers.get(self.last(path) as usize)
    }

    fn inner_role(&self, path: u32) -> Option<Role> {
        self.inner(path).map(|inner| inner.role)
    }

    fn outwards(&self, path: u32) -> impl Iterator<Item = u32> {
        let around = std::iter::successors(Some(path), |&path| Some(self.paths[path as usize].0));
        around.take_while(|&path| path != NO_PATH)
    }

    /// Whether text stands as it is here.
    pub fn in_code(&self, path: u32) -> bool {
        self.inner_role(path) == Some(Role::Pre)
    }

    pub fn inside(&self, path: u32, role: Role) -> bool {
        self.outwards(path).any(|path| self.inner_role(path) == Some(role))
    }

    /// Whether the innermost container of a path is on another.
    pub fn holds(&self, other: u32, path: u32) -> bool {
        self.outwards(other).any(|one| self.last(one) == self.last(path))
    }

    /// Whether block elements only part words here.
    pub fn in_leaf(&self, path: u32) -> bool {
        matches!(self.inner_role(path), Some(Role::Heading | Role::Caption | Role::Summary | Role::Term | Role::Pre))
    }

    fn with(&mut self, path: u32, container: u32) -> u32 {
        self.paths.push((path, container));
        let length = self.length(path) + 1;
        self.lengths.push(length);
        self.paths.len() as u32 - 1
    }

    fn add(&mut self, container: Container) -> u32 {
        self.containers.push(container);
        self.containers.len() as u32 - 1
    }

    fn implied(&mut self, role: Role, row: i64) -> u32 {
        let row = row.min(self.page.tag.len() as i64 - 1) as i32; // what ends the page has no row behind it
        if let Some(&known) = self.missing.get(&(role, row)) {
            return known;
        }
        let new = self.add(Container { role, row, number: 0 });
        self.missing.insert((role, row), new);
        new
    }

    /// The path, completed so that content may stand in it.
    pub fn full(&mut self, mut path: u32, row: i64) -> u32 {
        while let Some((role, inner)) = self.inner(path).and_then(|inner| Some((inner.role.child()?, inner.row))) {
            let before = (role == Role::Item).then(|| self.last_item.get(&inner).copied()).flatten();
            let child = before.unwrap_or_else(|| self.implied(role, row));
            path = self.with(path, child);
        }
        path
    }

    /// The path inside of an element of a role; as it was where the element is nothing of the kind there.
    pub fn enter(&mut self, mut path: u32, row: usize, role: Role) -> u32 {
        let inner = self.inner_role(path);
        if matches!(role, Role::Row | Role::Cell | Role::Caption) && inner != role.parent() {
            return path; // of a table that only lays out the page
        }
        if (role == Role::Figcaption && !self.inside(path, Role::Figure))
            || (role == Role::Summary && !self.inside(path, Role::Details))
        {
            return path;
        }
        if role.stranger().is_some() && inner == role.stranger() {
            path = self.full(path, row as i64); // a list of the other kind stands in an item, not in the list itself
        }
        path = self.completed(path, row, role);
        let container = self.container(path, row, role);
        let new = self.add(container);
        if role == Role::Item {
            let list = self.inner(path).map_or(-1, |list| list.row);
            self.last_item.insert(list, new);
        }
        self.with(path, new)
    }

    /// The path that is nothing but a note.
    pub fn note(&mut self, row: usize) -> u32 {
        self.alone(NO_PATH, row, Role::Note)
    }

    /// The path with a container of a role that needs none around it.
    pub fn alone(&mut self, path: u32, row: usize, role: Role) -> u32 {
        let new = self.add(Container { role, row: row as i32, number: 0 });
        self.with(path, new)
    }

    /// The path with the container that a child of this role must stand in, where the page forgot it.
    fn completed(&mut self, path: u32, row: usize, role: Role) -> u32 {
        let inner = self.inner_role(path);
        match role.parent() {
            Some(wanted) if inner != Some(wanted) => {
                let missing = self.implied(wanted, i64::from(self.page.parent[row]));
                self.with(path, missing)
            }
            None if inner.is_some_and(|inner| inner.child().is_some()) => self.full(path, row as i64),
            _ => path,
        }
    }

    fn container(&self, path: u32, row: usize, role: Role) -> Container {
        let tag = self.page.tag[row];
        let number = match role {
            Role::Heading => i64::from(tag - name::H1) + 1,
            Role::List => i64::from(tag == name::OL),
            Role::Item => self.item_number(self.inner(path).map_or(0, |list| list.row as usize), row),
            _ => 0,
        };
        Container { role, row: row as i32, number }
    }

    /// The number of an item: what it says itself, or where it stands, counted from the start of its list.
    fn item_number(&self, list: usize, row: usize) -> i64 {
        let number = |row: usize, name: u16, most: usize| {
            let text = self.page.attribute(row, name);
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| text[..text.len().min(most)].parse().unwrap_or(1))
        };
        let place = i64::from(self.page.nth[row]) - 1;
        number(row, name::VALUE, 9).unwrap_or_else(|| number(list, name::START, 8).unwrap_or(1) + place)
    }
}
