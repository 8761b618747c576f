//! The body of a passage that ends: its lines of Markdown where these are wanted, or its pieces.

use std::iter::once;

use super::{Body, Piece, Role, Setting, Sweep, code, inline, label_of};
use crate::limits::Tripped;
use crate::memory;

impl<'page> Sweep<'page> {
    pub(super) fn rule(&self, path: u32) -> Result<Body<'page>, Tripped> {
        let line = if self.paths.inside(path, Role::Item) { "___" } else { "---" };
        let is_line = self.wanted.lines && !self.paths.inside(path, Role::Table);
        if is_line {
            Ok(Body::Lines(memory::collect(once(memory::copy(line)?))?))
        } else {
            Ok(Body::Pieces(memory::collect(once(Piece::Rule))?))
        }
    }

    /// The lines of a passage, None where another than its path says how it is written, or where its formulas count.
    pub(super) fn lines(&self, path: u32, pieces: &[Piece]) -> Result<Option<Vec<String>>, Tripped> {
        let inner = self.paths.inner(path);
        let setting = match inner.map(|inner| (inner.role, inner.number)) {
            _ if self.paths.inside(path, Role::Caption) => return Ok(None),
            _ if self.paths.inside(path, Role::Cell) => {
                if pieces.iter().any(|piece| matches!(piece, Piece::Formula { .. })) {
                    return Ok(None);
                }
                Setting::Cell
            }
            Some((Role::Term | Role::Summary, _)) => Setting::Bold,
            Some((Role::Heading, level)) => Setting::Heading(level as usize),
            Some((Role::Pre, _)) => {
                let language = label_of(&self.labels, self.paths.last(path));
                return code::lines(pieces, language).map(Some);
            }
            _ => Setting::Flow,
        };
        Ok(Some(inline::lines(pieces, &self.marks, setting)))
    }
}
