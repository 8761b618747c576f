#![no_main]
#![allow(dead_code)] // each target uses one function of the module

#[path = "../targets/mod.rs"]
mod targets;

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::run(targets::parse, data));
