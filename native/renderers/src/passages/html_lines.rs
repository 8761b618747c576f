//! Clean HTML of passages: elements open and close as the path changes.

use std::collections::HashMap;

use super::inline::{push_html, write_html};
use super::{Body, Composed, Container, Passage, Piece, Role, Wanted, addresses, code};
use html::names::{NameId, name};
use html::page_view::PageView;

/// The languages and directions that elements of a page say: which rows have one.
struct Settings<'page> {
    page: &'page PageView<'page>,
    rows: [Vec<i32>; 2],
}

const NAMES: [(NameId, &str, &str); 2] = [(name::LANG, "lang", ""), (name::DIR, "dir", "ltr")];

impl<'page> Settings<'page> {
    fn of(page: &'page PageView<'page>) -> Self {
        // The language of the whole page is said elsewhere; its direction is not.
        let is_root = |row: i32| matches!(page.tag[row as usize], name::HTML | name::BODY);
        let languages = page.attributes.rows_with(name::LANG).filter(|&row| !is_root(row)).collect::<Vec<_>>();
        Settings { page, rows: [languages, page.attributes.rows_with(name::DIR).collect::<Vec<_>>()] }
    }

    /// What is in force at a row and not at the row of the element that is written around it.
    fn inherited(&self, row: i32, outside: i32) -> [Option<&'page str>; 2] {
        if row < 0 || self.rows.iter().all(Vec::is_empty) {
            return [None, None];
        }
        [0, 1].map(|kind| {
            let value = self.in_force(row, kind);
            Some(value).filter(|&value| value != self.in_force(outside, kind))
        })
    }

    /// The value of the nearest element that says one.
    fn in_force(&self, row: i32, kind: usize) -> &'page str {
        let (number, _, unsaid) = NAMES[kind];
        if row < 0 || self.rows[kind].is_empty() {
            return unsaid;
        }
        let mut around = std::iter::once(row as usize).chain(self.page.above(row as usize));
        let said = around.find(|&row| self.rows[kind].binary_search(&(row as i32)).is_ok());
        said.map(|row| self.page.attribute(row, number)).filter(|value| !value.is_empty()).unwrap_or(unsaid)
    }

    /// The element of the block that a row of text lies in.
    fn element(&self, row: i64) -> i32 {
        let block = self.page.block_first.partition_point(|&first| i64::from(first) <= row).checked_sub(1);
        block.filter(|_| row >= 0).map_or(-1, |block| self.page.block_row[block])
    }
}

struct Writer<'page> {
    page: &'page PageView<'page>,
    wanted: &'page Wanted,
    settings: Settings<'page>,
    containers: &'page [Container],
    /// Whether containers hold more than one passage.
    crowded: Vec<bool>,
    /// Of numbered lists, which of their items was the last.
    places: HashMap<u32, i32>,
    path: Vec<u32>,
    out: String,
}

/// The passages as HTML.
pub fn write(page: &PageView, composed: &Composed, wanted: &Wanted) -> String {
    let mut writer = Writer {
        page,
        wanted,
        settings: Settings::of(page),
        containers: &composed.containers,
        crowded: crowded(composed),
        places: HashMap::new(),
        path: Vec::new(),
        out: String::new(),
    };
    for passage in &composed.passages {
        limits::tick(1);
        writer.write(passage, &composed.path(passage.path), composed);
    }
    writer.turn(&[]);
    let written = writer.out.trim_matches('\n').len();
    let start = writer.out.len() - writer.out.trim_start_matches('\n').len();
    writer.out.drain(..start);
    writer.out.truncate(written);
    writer.out
}

/// The containers that hold more than one passage, so that each must be a paragraph of its own.
fn crowded(composed: &Composed) -> Vec<bool> {
    let count = composed.containers.len();
    let (mut seen, mut several) = (vec![false; count], vec![false; count]);
    let mut before = Vec::new();
    for passage in &composed.passages {
        let path = composed.path(passage.path);
        for (depth, &container) in path.iter().enumerate() {
            let is_new = path.get(depth + 1).is_none_or(|inner| !before.contains(inner));
            several[container as usize] |= seen[container as usize] && is_new;
            seen[container as usize] = true;
        }
        before = path;
    }
    several
}

impl Writer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text)
    }

    /// Closes what does not lie on a path, and opens what does.
    fn turn(&mut self, path: &[u32]) {
        let shared = path.iter().zip(&self.path).take_while(|(own, before)| own == before).count();
        while self.path.len() > shared {
            let Some(container) = self.path.pop() else { break };
            for text in ["</", self.name(&self.containers[container as usize]), ">\n"] {
                self.push(text);
            }
        }
        for &container in &path[shared..] {
            self.open(container);
            self.path.push(container);
        }
    }

    fn write(&mut self, passage: &Passage, path: &[u32], composed: &Composed) {
        self.turn(path);
        let Body::Pieces(pieces) = &passage.body else { return };
        match pieces.first() {
            _ if composed.inner(passage.path).is_some_and(|inner| inner.role == Role::Pre) => {
                return self.write_code(pieces, composed.label(passage.path));
            }
            None => return,
            Some(Piece::Rule) => return self.push("<hr>\n"),
            Some(_) => {}
        }
        let inner = path.last().map(|&inner| &self.containers[inner as usize]);
        let is_crowded = path.last().is_some_and(|&inner| self.crowded[inner as usize]);
        let is_paragraph = match inner.map(|inner| inner.role) {
            None | Some(Role::Quote | Role::Details | Role::Figure) => true,
            Some(Role::Heading | Role::Caption | Role::Summary | Role::Term) => false,
            Some(_) => is_crowded,
        };
        if !is_paragraph || self.is_image(pieces, path) {
            return write_html(pieces, &composed.marks, &mut self.out);
        }
        let around = inner.map_or(-1, |inner| self.row_of(inner));
        let inherited = self.settings.inherited(self.settings.element(passage.row), around);
        self.push("<p");
        for (kind, value) in inherited.into_iter().enumerate() {
            self.say(NAMES[kind].1, value.unwrap_or_default());
        }
        self.push(">");
        write_html(pieces, &composed.marks, &mut self.out);
        self.push("</p>\n")
    }

    fn write_code(&mut self, pieces: &[Piece], language: &str) {
        self.push("<code");
        if !language.is_empty() {
            self.push(" class=\"language-");
            push_html(&mut self.out, language, true);
            self.push("\"");
        }
        self.push(">");
        push_html(&mut self.out, code::text_of(pieces).trim_matches('\n'), false);
        self.push("</code>")
    }

    /// Whether a passage is nothing but the image of a figure.
    fn is_image(&self, pieces: &[Piece], path: &[u32]) -> bool {
        let is_part = |piece: &Piece| match piece {
            Piece::Image { .. } => true,
            Piece::Text(text, _) => text == " ",
            _ => false,
        };
        path.iter().any(|&container| self.containers[container as usize].role == Role::Figure)
            && pieces.iter().all(is_part)
    }

    fn name(&self, container: &Container) -> &'static str {
        let row = if container.row < 0 { self.page.tag.len() - 1 } else { container.row as usize };
        match container.role {
            Role::Heading => ["h1", "h2", "h3", "h4", "h5", "h6"][(container.number - 1).clamp(0, 5) as usize],
            Role::List if container.number > 0 => "ol",
            Role::List => "ul",
            Role::Cell if self.page.tag[row] == name::TH => "th",
            Role::Cell => "td",
            Role::Item => "li",
            Role::Quote => "blockquote",
            Role::Table => "table",
            Role::Row => "tr",
            Role::Caption => "caption",
            Role::Terms => "dl",
            Role::Term => "dt",
            Role::Definition => "dd",
            Role::Figure => "figure",
            Role::Figcaption => "figcaption",
            Role::Details => "details",
            Role::Summary => "summary",
            Role::Pre => "pre",
            Role::Note => "div",
        }
    }

    /// The row of a container, -1 where the page has no element for it: text in a list implies an item.
    fn row_of(&self, container: &Container) -> i32 {
        let is_own =
            container.row >= 0 && (container.role != Role::Item || self.page.tag[container.row as usize] == name::LI);
        if is_own { container.row } else { -1 }
    }

    fn open(&mut self, container: u32) {
        let own = self.containers[container as usize];
        let outside = self.path.last().map(|&outside| (outside, self.containers[outside as usize]));
        let row = self.row_of(&own);
        self.push("<");
        self.push(self.name(&own));
        if row >= 0 {
            match own.role {
                Role::Cell => {
                    self.say("colspan", self.page.attribute(row as usize, name::COLSPAN));
                    self.say("rowspan", self.page.attribute(row as usize, name::ROWSPAN));
                }
                Role::List if own.number > 0 => {
                    self.say("start", self.page.attribute(row as usize, name::START));
                }
                Role::Item => self.say_value(&own, row, outside),
                _ => {}
            }
            let around = outside.map_or(-1, |(_, outside)| self.row_of(&outside));
            let inherited = self.settings.inherited(row, around);
            for (kind, value) in inherited.into_iter().enumerate() {
                let said = self.page.attribute(row as usize, NAMES[kind].0);
                self.say(NAMES[kind].1, if said.is_empty() { value.unwrap_or_default() } else { said });
            }
        }
        if own.role == Role::Quote && own.row >= 0 {
            self.cite(own.row as usize);
        }
        self.push(">")
    }

    /// Writes the number of an item: the page's own, or that which it has where the items before it are not kept.
    fn say_value(&mut self, item: &Container, row: i32, outside: Option<(u32, Container)>) {
        let said = self.page.attribute(row as usize, name::VALUE);
        let Some((list, _)) = outside.filter(|(_, outside)| outside.number != 0) else {
            return self.say("value", said);
        };
        let place = self.page.nth[row as usize];
        let follows = place <= self.places.get(&list).copied().unwrap_or(0) + 1;
        self.places.insert(list, place);
        if !said.is_empty() || follows {
            return self.say("value", said);
        }
        self.say("value", &(item.number).to_string())
    }

    fn cite(&mut self, row: usize) {
        let said = self.page.attribute(row, name::CITE);
        if said.is_empty() {
            return;
        }
        let cited = addresses::resolve(said, self.wanted);
        if !cited.is_empty() {
            self.push(" cite=\"");
            push_html(&mut self.out, &cited, true);
            self.push("\"");
        }
    }

    /// Writes an attribute whose value may stand in it.
    fn say(&mut self, name: &str, value: &str) {
        let is_valid = match name {
            "lang" => is_language(value),
            "dir" => ["ltr", "rtl", "auto"].iter().any(|known| known.eq_ignore_ascii_case(value)),
            _ => (1..=4).contains(&value.len()) && value.bytes().all(|byte| byte.is_ascii_digit()),
        };
        if is_valid {
            for text in [" ", name, "=\"", value, "\""] {
                self.push(text);
            }
        }
    }
}

/// Whether a value is the code of a language: `en`, `zh-Hans-CN`.
fn is_language(value: &str) -> bool {
    let mut parts = value.split('-');
    let is_part = |part: &str| (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let is_first =
        parts.next().is_some_and(|first| is_part(first) && first.bytes().all(|byte| byte.is_ascii_alphabetic()));
    is_first && parts.clone().count() <= 5 && parts.all(is_part)
}
