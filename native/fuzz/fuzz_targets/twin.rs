#![no_main]

#[path = "../../html/tests/html5ever_sink/mod.rs"]
mod html5ever_sink;
#[path = "../../html/tests/tree_dump/mod.rs"]
mod tree_dump;
#[path = "../targets/twin.rs"]
mod twin;

libfuzzer_sys::fuzz_target!(|data: &[u8]| twin::twin(data));
