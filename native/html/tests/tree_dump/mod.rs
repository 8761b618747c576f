//! A tree as text, one line a node, to compare trees and to read where they part.

use html::arena::{Arena, DOCUMENT, NONE, Namespace, NodeId};
use html::names::name;

/// The whole tree.
pub fn dump(arena: &Arena) -> String {
    let mut lines = String::new();
    let mut node = arena.nodes[DOCUMENT as usize].first_child;
    let mut depth = 0;
    while node != NONE {
        dump_node(arena, node, depth, &mut lines);
        (node, depth) = following(arena, node, depth);
    }
    lines
}

/// The next node in document order and its depth.
fn following(arena: &Arena, node: NodeId, depth: usize) -> (NodeId, usize) {
    let (mut node, mut depth) = (node, depth);
    let child = arena.nodes[node as usize].first_child;
    if child != NONE {
        return (child, depth + 1);
    }
    while node != DOCUMENT {
        let next = arena.nodes[node as usize].next;
        if next != NONE {
            return (next, depth);
        }
        node = arena.nodes[node as usize].parent;
        depth = depth.wrapping_sub(1);
    }
    (NONE, 0)
}

fn dump_node(arena: &Arena, node: NodeId, depth: usize, lines: &mut String) {
    lines.extend(std::iter::repeat_n("  ", depth));
    let element = &arena.nodes[node as usize];
    if element.name == name::TEXT {
        lines.push_str(&format!("{:?}\n", text_of(arena, node)));
        return;
    }
    lines.push_str(match element.namespace {
        Namespace::Html => "<",
        Namespace::Svg => "<svg ",
        Namespace::MathMl => "<math ",
    });
    lines.push_str(arena.names.text(element.name));
    for attribute in arena.attributes_of(node) {
        lines.push_str(&format!(" {}={:?}", arena.names.text(attribute.name), arena.text(attribute.value)));
    }
    lines.push_str(">\n");
}

fn text_of(arena: &Arena, node: NodeId) -> String {
    let mut text = String::new();
    let mut piece = arena.nodes[node as usize].first_item;
    while piece != NONE {
        text.push_str(arena.text(arena.pieces[piece as usize].span));
        piece = arena.pieces[piece as usize].next;
    }
    text
}

/// The first lines in which two dumps differ, with what comes before them; none where they are the same.
pub fn difference(ours: &str, theirs: &str) -> Option<String> {
    if ours == theirs {
        return None;
    }
    let (ours, theirs): (Vec<&str>, Vec<&str>) = (ours.lines().collect(), theirs.lines().collect());
    let same = ours.iter().zip(&theirs).take_while(|(one, other)| one == other).count();
    let context = ours[same.saturating_sub(12)..same].join("\n");
    let rest = |lines: &[&str]| lines[same..lines.len().min(same + 6)].join("\n");
    Some(format!("{context}\n--- ours\n{}\n--- html5ever\n{}", rest(&ours), rest(&theirs)))
}
