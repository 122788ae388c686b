//! Lays the module where `include_bytes!` finds it.

use std::path::Path;
use std::{env, fs};

fn main() {
    let here = env::var("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let here = Path::new(&here);
    // A package carries its own copy. In the repository the module itself counts:
    // a copy left from packaging may be old. Cargo adds Cargo.toml.orig to packages.
    let packaged = here.join("Cargo.toml.orig").exists();
    let module = here.join(if packaged { "roots.wasm" } else { "../roots.wasm" });
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={}", module.display());
    let out = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    if let Err(err) = fs::copy(&module, Path::new(&out).join("roots.wasm")) {
        println!("cargo::error=the module {} can't be copied: {err}", module.display());
    }
}
