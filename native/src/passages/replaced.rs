//! What is written in another way than it stands: images, media, blocks of code, the boxes of tasks.

use std::borrow::Cow;

use super::{Ask, Kind, MAX_NESTING, Mark, Piece, Role, Stop, Sweep, addresses, code, without_controls};
use crate::limits::Tripped;
use crate::memory;
use crate::names::{NameId, name};
use crate::pictures::Image;
use crate::title_text::is_space;

const MAX_CLIMB: usize = 4; // from an image to the `noscript` around it
const FIRST_ROWS: usize = 6; // of an item, in which the box of a task stands

impl<Asked: Ask> Sweep<'_, '_, Asked> {
    /// Adds an image once: neither the copy for browsers without scripts nor the same file again.
    pub(super) fn add_image(&mut self, row: usize) -> Result<(), Stop<Asked::Error>> {
        if self.is_copy(row) {
            return Ok(());
        }
        let (alt, address, name) = match self.read_image(row)? {
            Some(read) => read,
            None => self.ask.image(row).map_err(Stop::Asked)?,
        };
        if address.is_empty() || self.images.contains(&name) {
            return Ok(());
        }
        self.images.try_reserve(1).map_err(Tripped::from)?;
        self.images.insert(name);
        (self.last_image, self.breaks, self.row) = (row as i64, 0, row as i64);
        if let Some(Piece::Image { .. }) = self.pieces.last() {
            memory::push(&mut self.pieces, Piece::Text(Cow::Borrowed(" "), 0))?;
        }
        Ok(memory::push(&mut self.pieces, Piece::Image { alt, address, marks: self.mark })?)
    }

    /// The description of an image, its address and what tells it from others; None where only Python knows them.
    fn read_image(&self, row: usize) -> Result<Option<(String, String, String)>, Tripped> {
        let Some(image) = Image::read(self.page, row)? else { return Ok(None) };
        let Some(address) = image.sources.iter().find(|source| !source.starts_with("data:")) else { return Ok(None) };
        let Some(address) = addresses::usual(address, self.wanted)? else { return Ok(None) };
        let mut alt = String::new();
        for word in image.alt.split(is_space).filter(|word| !word.is_empty()) {
            let gap = if alt.is_empty() { "" } else { " " };
            memory::push_str(&mut alt, gap)?;
            memory::push_str(&mut alt, word)?;
        }
        let alt = without_controls(&alt)?.into_owned();
        let name = memory::copy(addresses::file_name(&address))?;
        Ok(Some((alt, address, name)))
    }

    /// Whether an image stands in a `noscript` beside the image that was shown last.
    fn is_copy(&self, row: usize) -> bool {
        let above = |row: i64| Some(i64::from(self.page.parent[row as usize])).filter(|&row| row >= 0);
        let around = std::iter::successors(above(row as i64), |&row| above(row)).take(MAX_CLIMB);
        let outermost = around.filter(|&row| self.page.tag[row as usize] == name::NOSCRIPT).last();
        outermost.is_some_and(|row| self.last_image > i64::from(self.page.parent[row as usize]))
    }

    /// Adds the link to a video or the like, once; what an `object` shows in its place stays.
    pub(super) fn add_medium(&mut self, row: usize, tag: NameId) -> Result<bool, Stop<Asked::Error>> {
        let is_text = |row: usize| self.shown.mask[row] && matches!(self.page.tag[row], name::TEXT | name::BR);
        if tag == name::OBJECT && self.page.under(row).any(is_text) {
            return Ok(false);
        }
        let (text, address) = self.ask.medium(row).map_err(Stop::Asked)?;
        let is_new = self.wanted.links && !address.is_empty() && !self.images.contains(&address);
        if !is_new || self.is_marked(Kind::Link) {
            return Ok(true);
        }
        self.images.try_reserve(1).map_err(Tripped::from)?;
        self.images.insert(memory::copy(&address)?);
        (self.breaks, self.has_text, self.row) = (0, true, row as i64);
        memory::push(&mut self.marks, Mark { around: self.mark, kind: Kind::Link, value: address })?;
        let mark = self.marks.len() as u32 - 1;
        memory::push(&mut self.pieces, Piece::Text(Cow::Borrowed(" "), 0))?;
        memory::push(&mut self.pieces, Piece::Text(Cow::Owned(text), mark))?;
        memory::push(&mut self.pieces, Piece::Text(Cow::Borrowed(" "), 0))?;
        Ok(true)
    }

    pub(super) fn open_code(&mut self, row: usize) -> Result<(), Stop<Asked::Error>> {
        let is_inner = self.paths.in_leaf(self.path) || self.paths.length(self.path) >= MAX_NESTING;
        if is_inner || !code::is_plain(self.page, row) {
            return Err(Stop::Twin);
        }
        self.open_block(row, Some(Role::Pre))?;
        let language = self.ask.language(row).map_err(Stop::Asked)?;
        if !language.is_empty() {
            memory::push(&mut self.languages, (self.paths.last(self.path), language))?;
        }
        Ok(())
    }

    /// Whether an item has a box of a task before its first text.
    pub(super) fn may_be_task(&self, row: usize) -> bool {
        let page = self.page;
        let last = (row + FIRST_ROWS).min(page.end[row] as usize);
        let is_text = |inner: &usize| page.tag[*inner] == name::TEXT && page.chars[*inner] > 0;
        let is_box = |&inner: &usize| {
            page.tag[inner] == name::INPUT && page.attribute(inner, name::TYPE).eq_ignore_ascii_case("checkbox")
        };
        let Some(own) = (row + 1..last).take_while(|inner| !is_text(inner)).find(is_box) else { return false };
        page.value(own, name::DISABLED).is_some()
            || [row, page.parent[row].max(0) as usize].into_iter().any(|row| code::speaks_of_tasks(page, row))
    }
}
