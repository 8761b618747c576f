//! The body of a passage that ends: its lines of Markdown where these are wanted, or its pieces.

use std::iter::once;

use super::{Body, Piece, Role, Setting, Sweep, code, inline, label_of};

impl<'page> Sweep<'page> {
    pub(super) fn rule(&self, path: u32) -> Body<'page> {
        let line = if self.paths.inside(path, Role::Item) { "___" } else { "---" };
        let is_line = self.wanted.lines && !self.paths.inside(path, Role::Table);
        if is_line {
            Body::Lines(once(line.to_owned()).collect::<Vec<_>>())
        } else {
            Body::Pieces(once(Piece::Rule).collect::<Vec<_>>())
        }
    }

    /// The lines of a passage, None where another than its path says how it is written, or where its formulas count.
    pub(super) fn lines(&self, path: u32, pieces: &[Piece]) -> Option<Vec<String>> {
        let inner = self.paths.inner(path);
        let setting = match inner.map(|inner| (inner.role, inner.number)) {
            _ if self.paths.inside(path, Role::Caption) => return None,
            _ if self.paths.inside(path, Role::Cell) => {
                if pieces.iter().any(|piece| matches!(piece, Piece::Formula { .. })) {
                    return None;
                }
                Setting::Cell
            }
            Some((Role::Term | Role::Summary, _)) => Setting::Bold,
            Some((Role::Heading, level)) => Setting::Heading(level as usize),
            Some((Role::Pre, _)) => {
                let language = label_of(&self.labels, self.paths.last(path));
                return Some(code::lines(pieces, language));
            }
            _ => Setting::Flow,
        };
        Some(inline::lines(pieces, &self.marks, setting))
    }
}
