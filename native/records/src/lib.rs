//! The records of a page: `evidence` of every row, `regions` in which records repeat, `features` of what these hold,
//! a region `read` in several ways, the `draft` of the page, and the `fields` of its records.

#![forbid(unsafe_code)]

pub mod evidence;
pub mod features;
pub mod fields;

/// Where records repeat: nodes, lists, and the rows of records aligned into slots.
pub mod regions {
    pub mod candidates;
    pub mod lists;
    pub mod region;
    pub mod shapes;
    pub mod slots;
    pub mod stretches;
}

/// A region read: as posts, as rows of a board or as items.
pub mod read {
    pub mod bodies;
    pub mod context;
    pub mod post_texts;
    pub mod read_region;
    pub mod reading;
    pub mod views;
}

/// The draft of a page: every region read, the leading reading, and the posts that it makes.
pub mod draft {
    pub mod lone_post_candidates;
    mod members;
    pub mod page;
    pub mod regions;
    pub mod thread;
}
