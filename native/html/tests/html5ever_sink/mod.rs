//! The same tree, built by html5ever: what the parser is compared with.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use html::arena::{Arena, Attribute, DOCUMENT, NONE, Namespace, NodeId};
use html5ever::interface::{Attribute as TheirAttribute, ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::tokenizer::TokenizerOpts;
use html5ever::tree_builder::TreeBuilderOpts;
use html5ever::{ParseOpts, QualName, parse_document};

/// A node of html5ever. Comments have no node in the arena.
struct Handle {
    node: NodeId,
    name: QualName,
    annotation_holds_html: bool,
}

struct Sink {
    arena: RefCell<Arena<'static>>,
    document: Rc<Handle>,
}

/// Parses a page with html5ever.
pub fn build(page: &str) -> Arena<'static> {
    let options = ParseOpts {
        tokenizer: TokenizerOpts { discard_bom: false, ..Default::default() },
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..Default::default() },
    };
    let name = QualName::new(None, Default::default(), Default::default());
    let document = Rc::new(Handle { node: DOCUMENT, name, annotation_holds_html: false });
    parse_document(Sink { arena: RefCell::new(Arena::new("")), document }, options).one(page)
}

impl Sink {
    fn attributes(&self, attributes: Vec<TheirAttribute>) -> Vec<Attribute> {
        let arena = &mut *self.arena.borrow_mut();
        let convert = |attribute: TheirAttribute| {
            let name = match &attribute.name.prefix {
                Some(prefix) if !prefix.is_empty() => format!("{prefix}:{}", attribute.name.local),
                _ => attribute.name.local.to_string(),
            };
            Attribute { name: arena.names.intern(&name), value: arena.store(&attribute.value) }
        };
        attributes.into_iter().map(convert).collect()
    }

    /// A place among the attributes for these ones.
    fn place(&self, attributes: Vec<Attribute>) -> (u32, u32) {
        let arena = &mut *self.arena.borrow_mut();
        let first = arena.attributes.len() as u32;
        arena.attributes.extend(attributes);
        (first, arena.attributes.len() as u32)
    }
}

impl TreeSink for Sink {
    type Handle = Rc<Handle>;
    type Output = Arena<'static>;
    type ElemName<'a> = &'a QualName;

    fn finish(self) -> Arena<'static> {
        self.arena.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Rc<Handle> {
        self.document.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Rc<Handle>) -> &'a QualName {
        &target.name
    }

    fn create_element(&self, name: QualName, attributes: Vec<TheirAttribute>, flags: ElementFlags) -> Rc<Handle> {
        let namespace = match &*name.ns {
            "http://www.w3.org/2000/svg" => Namespace::Svg,
            "http://www.w3.org/1998/Math/MathML" => Namespace::MathMl,
            _ => Namespace::Html,
        };
        let (first, last) = self.place(self.attributes(attributes));
        let arena = &mut *self.arena.borrow_mut();
        let tag = arena.names.intern(&name.local);
        let node = arena.create_element(tag, namespace, first, last);
        Rc::new(Handle { node, name, annotation_holds_html: flags.mathml_annotation_xml_integration_point })
    }

    fn create_comment(&self, _: StrTendril) -> Rc<Handle> {
        let name = QualName::new(None, Default::default(), Default::default());
        Rc::new(Handle { node: NONE, name, annotation_holds_html: false })
    }

    fn create_pi(&self, _: StrTendril, data: StrTendril) -> Rc<Handle> {
        self.create_comment(data)
    }

    fn append(&self, parent: &Rc<Handle>, child: NodeOrText<Rc<Handle>>) {
        let arena = &mut *self.arena.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) if node.node == NONE => {}
            NodeOrText::AppendNode(node) => arena.append(parent.node, node.node),
            NodeOrText::AppendText(text) => {
                let span = arena.store(&text);
                arena.append_text(parent.node, span);
            }
        }
    }

    fn append_before_sibling(&self, sibling: &Rc<Handle>, child: NodeOrText<Rc<Handle>>) {
        let arena = &mut *self.arena.borrow_mut();
        match child {
            NodeOrText::AppendNode(node) if node.node == NONE => {}
            NodeOrText::AppendNode(node) => arena.insert_before(sibling.node, node.node),
            NodeOrText::AppendText(text) => {
                let span = arena.store(&text);
                arena.insert_text_before(sibling.node, span);
            }
        }
    }

    fn append_based_on_parent_node(&self, table: &Rc<Handle>, previous: &Rc<Handle>, child: NodeOrText<Rc<Handle>>) {
        let parent = self.arena.borrow().nodes[table.node as usize].parent;
        match parent {
            NONE => self.append(previous, child),
            _ => self.append_before_sibling(table, child),
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Rc<Handle>) -> Rc<Handle> {
        target.clone()
    }

    fn same_node(&self, one: &Rc<Handle>, other: &Rc<Handle>) -> bool {
        one.node == other.node
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, target: &Rc<Handle>, attributes: Vec<TheirAttribute>) {
        let mut all = self.arena.borrow().attributes_of(target.node).to_vec();
        let names: HashSet<_> = all.iter().map(|attribute| attribute.name).collect();
        all.extend(self.attributes(attributes).into_iter().filter(|attribute| !names.contains(&attribute.name)));
        let (first, last) = self.place(all);
        let node = &mut self.arena.borrow_mut().nodes[target.node as usize];
        (node.first_item, node.last_item) = (first, last);
    }

    fn remove_from_parent(&self, target: &Rc<Handle>) {
        self.arena.borrow_mut().detach(target.node);
    }

    fn reparent_children(&self, node: &Rc<Handle>, new_parent: &Rc<Handle>) {
        self.arena.borrow_mut().reparent_children(node.node, new_parent.node);
    }

    fn is_mathml_annotation_xml_integration_point(&self, handle: &Rc<Handle>) -> bool {
        handle.annotation_holds_html
    }

    fn allow_declarative_shadow_roots(&self, _: &Rc<Handle>) -> bool {
        false
    }
}
