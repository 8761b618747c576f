//! The parser against html5ever, its twin: the trees must be the same to the last node.

mod html5ever_sink;
mod snippets;
mod soup;
mod tree_dump;

use html::arena::Arena;
use html::parser;
use limits::{Ended, LimitHit, Limits};

const NO_LIMITS: Limits = Limits::NONE;

fn build<'page>(page: &'page str, limits: &Limits) -> Result<Arena<'page>, Ended> {
    limits::within(limits.seconds, || parser::build_by_the_standard(page, limits))
}

fn assert_same(page: &str) {
    let ours = match build(page, &NO_LIMITS) {
        Ok(arena) => tree_dump::dump(&arena),
        Err(ended) => panic!("{page:?}: {ended:?}"),
    };
    let theirs = tree_dump::dump(&html5ever_sink::build(page));
    if let Some(difference) = tree_dump::difference(&ours, &theirs) {
        panic!("{page:?}\n{difference}");
    }
}

#[test]
fn snippets_give_the_same_trees() {
    for snippet in snippets::SNIPPETS {
        assert_same(snippet);
        assert_same(&format!("<!doctype html>{snippet}"));
    }
}

#[test]
fn snippets_that_follow_each_other_give_the_same_trees() {
    for (index, one) in snippets::SNIPPETS.iter().enumerate() {
        for other in snippets::SNIPPETS.iter().skip(index % 5).step_by(5) {
            assert_same(&format!("{one}{other}"));
        }
    }
}

#[test]
fn snippets_cut_off_anywhere_give_the_same_trees() {
    for snippet in snippets::SNIPPETS {
        for (end, _) in snippet.char_indices() {
            assert_same(&snippet[..end]);
        }
    }
}

#[test]
fn snippets_in_other_elements_give_the_same_trees() {
    let outsides =
        ["<table>", "<table><tr><td>", "<svg>", "<svg><desc>", "<math><mi>", "<select>", "<template>", "<b><p>"];
    for snippet in snippets::SNIPPETS {
        for outside in outsides {
            assert_same(&format!("{outside}{snippet}"));
        }
    }
}

#[test]
fn random_pages_give_the_same_trees() {
    for seed in 0..30_000 {
        assert_same(&soup::page(seed));
    }
}

#[test]
fn damaged_random_pages_give_the_same_trees() {
    for seed in 0..10_000 {
        assert_same(&soup::mutate(&soup::page(seed), seed));
    }
}

#[test]
fn damaged_snippets_give_the_same_trees() {
    for seed in 0..10_000 {
        let snippet = snippets::SNIPPETS[seed as usize % snippets::SNIPPETS.len()];
        assert_same(&soup::mutate(snippet, seed));
    }
}

#[test]
fn every_limit_is_hit() {
    let hit = |page: &str, limits: Limits| build(page, &limits).err();
    assert_eq!(hit(&"<br>".repeat(100), Limits { nodes: 50, ..NO_LIMITS }), Some(Ended::Limit(LimitHit::Nodes)));
    assert_eq!(hit(&"<div>".repeat(100), Limits { depth: 50, ..NO_LIMITS }), Some(Ended::Limit(LimitHit::Depth)));
    assert_eq!(
        hit(&"<br>".repeat(10_000), Limits { seconds: 0.0, ..NO_LIMITS }),
        Some(Ended::Limit(LimitHit::Seconds))
    );
}

/// Each of these would take minutes, or all the memory, if a step of the parser looked at everything before it.
#[test]
fn hostile_pages_take_their_time_but_not_more() {
    let limits = Limits { depth: 500, ..NO_LIMITS };
    let many = |piece: &dyn Fn(usize) -> String| (0..70_000).map(piece).collect::<String>();
    let pages = [
        format!("<p {}>", many(&|n| format!(" a{n}"))),
        many(&|n| format!("<html a{n}><p b{n}>")).replace("<p", "</x><br"),
        many(&|n| format!("<body a{n}><br>")),
        many(&|_| "<div><object></div>".to_string()),
        many(&|n| format!("<p><b a={n}></p>")),
        many(&|_| "<b><i><p></b></i></p>".to_string()),
        many(&|_| "<table>x".to_string()),
        many(&|_| "&#1".to_string()),
        many(&|_| "<!--".to_string()),
        many(&|_| "<a b='&".to_string()),
        many(&|_| "<svg><![CDATA[]".to_string()),
        many(&|_| "<script><!--<script>".to_string()),
        many(&|_| "</p>".to_string()),
    ];
    for page in pages {
        let started = std::time::Instant::now();
        let _ = build(&page, &limits);
        assert!(started.elapsed().as_secs() < 5, "{}", &page[..40]);
    }
}

/// The one place where the parser leaves the standard, and nothing else.
#[test]
fn raw_text_in_noscript_ends_with_it() {
    let lenient = |page| tree_dump::dump(&parser::build(page, &NO_LIMITS));
    let strict = |page| tree_dump::dump(&build(page, &NO_LIMITS).unwrap());
    assert_eq!(
        lenient("<noscript><iframe src=a /></noscript><p>text"),
        strict("<noscript><iframe src=a ></iframe></noscript><p>text")
    );
    assert_eq!(
        lenient("<noscript><style>a</style><iframe>b</iframe></noscript><iframe></noscript></iframe>c"),
        strict("<noscript><style>a</style><iframe>b</iframe></noscript><iframe></noscript></iframe>c")
    );
}
