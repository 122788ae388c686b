//! What goes wrong ends as a typed error, and the next call is answered.

use std::sync::LazyLock;
use std::thread;

use mcproots::{CheckOptions, ContainsOptions, Error, Options, Platform, Root, Roots};
use serde_json::json;

/// A module of ABI 1, in WebAssembly text, with the operations that a test needs.
/// Its input buffer is page 1; from page 2 on there are answers.
fn module(version: u32, operations: &str) -> Vec<u8> {
    let text = format!(
        r#"(module
            (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
            (import "wasi_snapshot_preview1" "proc_exit" (func $proc_exit (param i32)))
            (memory (export "memory") 3)
            (global $output (mut i32) (i32.const 131072))
            (data (i32.const 131072) "{{\"ok\":true,\"value\":true}}")
            (data (i32.const 131200) "{{\"ok\":true,\"value\":[]}}")
            (data (i32.const 0) "\10\00\00\00\11\00\00\00\21\00\00\00\10\00\00\00panic: first\1b[2J\0asecond line\nand")
            (func (export "_initialize"))
            (func (export "abi_version") (result i32) (i32.const {version}))
            (func (export "input") (param i32) (result i32) (i32.const 65536))
            (func (export "output") (result i32) (global.get $output))
            (func $grow (export "grow") (param i32) (result i32) (memory.grow (local.get 0)))
            (func (export "valid_response") (param i32) (result i32)
                (global.set $output (i32.const 131072)) (i32.const 24))
            (func (export "contains") (param i32) (result i32)
                (global.set $output (i32.const 131200)) (i32.const 22))
            {operations})"#
    );
    wat::parse_str(text).unwrap()
}

fn open(module: &[u8]) -> mcproots::Result<Roots> {
    Options::new().module(module).pool(1).open()
}

const ABI: u32 = 1 << 16;
const VALID: &str = r#"{"roots":[{"uri":"file:///a"}]}"#;

fn assert_engine(result: mcproots::Result<Vec<u8>>, function: &str, cause: &str, stderr: &str) {
    match result {
        Err(Error::Engine { function: f, cause: c, stderr: s }) => {
            assert_eq!(f, function);
            assert!(c.contains(cause), "{c}");
            assert_eq!(s, stderr);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_input_over_the_limit_is_refused_unread_and_the_next_is_answered() {
    let roots = Options::new().max_input(VALID.len()).open().unwrap();
    assert!(roots.valid_response(VALID).unwrap());
    match roots.valid_response(format!("{VALID} ")) {
        Err(Error::TooLarge { size, limit }) => assert_eq!((size, limit), (VALID.len() + 1, VALID.len())),
        other => panic!("{other:?}"),
    }
    assert!(matches!(roots.check(VALID, &CheckOptions::default()), Err(Error::TooLarge { .. })));
    assert!(roots.valid_response(VALID).unwrap());
}

#[test]
fn memory_that_runs_out_is_an_engine_error_and_the_next_call_is_answered() {
    let roots = Options::new().max_memory(16 << 20).pool(1).open().unwrap();
    let list = format!(r#"{{"roots":[{}]}}"#, [r#"{"uri":"file:///canary/b/c/d/e"}"#; 120_000].join(","));
    for _ in 0..2 {
        let err = roots.check(&list, &CheckOptions::default()).unwrap_err();
        assert!(matches!(&err, Error::Engine { stderr, .. } if stderr.contains("out of memory")), "{err:?}");
        let text = format!("{err} {err:?}");
        assert!(!text.contains("canary") && err.to_string().lines().count() == 1, "{text}");
        assert!(roots.valid_response(VALID).unwrap());
        assert!(!roots.valid_response("{}").unwrap());
    }
}

#[test]
fn a_module_that_needs_more_memory_than_the_limit_does_not_open() {
    let err = Options::new().max_memory(1 << 20).open().unwrap_err();
    assert!(matches!(err, Error::Abi(_)), "{err:?}");
}

#[test]
fn an_instance_that_traps_is_replaced() {
    let roots = open(&module(
        ABI,
        r#"(func (export "counts") (param i32) (result i32)
                ;; the length of the answer tells how often this instance was called
                (i32.store8 (i32.const 65535) (i32.add (i32.load8_u (i32.const 65535)) (i32.const 1)))
                (i32.load8_u (i32.const 65535)))
            (func (export "panics") (param i32) (result i32)
                (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 2) (i32.const 64)))
                (unreachable))
            (func (export "exits") (param i32) (result i32) (call $proc_exit (i32.const 3)) (i32.const 1))
            (func $recurses (export "recurses") (param i32) (result i32)
                (i32.add (call $recurses (local.get 0)) (i32.const 1)))"#,
    ))
    .unwrap();
    let calls = |roots: &Roots| roots.call_bytes("counts", b"{}").unwrap().len();
    assert_eq!((calls(&roots), calls(&roots)), (1, 2));
    assert_engine(roots.call_bytes("panics", b"{}"), "panics", "unreachable", "panic: first[2J");
    assert_eq!((calls(&roots), calls(&roots)), (1, 2));
    assert_engine(roots.call_bytes("exits", b"{}"), "exits", "exit code 3", "");
    assert_eq!(calls(&roots), 1);
    assert_engine(roots.call_bytes("recurses", b"{}"), "recurses", "call stack exhausted", "");
    assert_eq!(calls(&roots), 1);
}

#[test]
fn what_the_module_writes_is_capped() {
    let roots = open(&module(
        ABI,
        r#"(func (export "shouts") (param i32) (result i32)
                (memory.fill (i32.const 1024) (i32.const 120) (i32.const 60000))
                (i32.store (i32.const 0) (i32.const 1024))
                (i32.store (i32.const 4) (i32.const 60000))
                (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 64)))
                (drop (call $fd_write (i32.const 2) (i32.const 0) (i32.const 1) (i32.const 64)))
                (unreachable))"#,
    ))
    .unwrap();
    assert_engine(roots.call_bytes("shouts", b"{}"), "shouts", "unreachable", &"x".repeat(200));
}

#[test]
fn an_instance_that_has_grown_large_is_not_kept() {
    let roots = open(&module(
        ABI,
        r#"(func (export "bloats") (param i32) (result i32)
                (drop (call $grow (i32.const 1024))) (i32.const 24))
            (func (export "pages") (param i32) (result i32) (memory.size))"#,
    ))
    .unwrap();
    assert_eq!(roots.call_bytes("bloats", b"{}").unwrap(), br#"{"ok":true,"value":true}"#);
    assert_eq!(roots.call_bytes("pages", b"{}").unwrap().len(), 3);
}

#[test]
fn a_breach_of_the_abi_is_never_an_answer() {
    let roots = open(&module(
        ABI,
        r#"(func (export "misuses") (param i32) (result i32) (i32.const 0))
            (func (export "overruns") (param i32) (result i32) (i32.const -1))
            (func (export "lies") (param i32) (result i32)
                (global.set $output (i32.const -8)) (i32.const 16))
            (func (export "check") (param i32) (result i32) (i32.const 24))
            (func (export "describe") (param i32) (result i32) (i32.const 3))"#,
    ))
    .unwrap();
    let posix = ContainsOptions { platform: Some(Platform::Posix), ..Default::default() };
    for (breach, result) in [
        ("an answer of length 0", roots.call_bytes("misuses", b"{}").map(drop)),
        ("an answer longer than the memory", roots.call_bytes("overruns", b"{}").map(drop)),
        ("an answer outside of the memory", roots.call_bytes("lies", b"{}").map(drop)),
        ("a value of another type", roots.check("{}", &CheckOptions::default()).map(drop)),
        ("no JSON", roots.describe("{}").map(drop)),
        ("fewer verdicts than paths", roots.contains(&[Root::path("/a")], &["/a"], &posix).map(drop)),
    ] {
        assert!(matches!(result, Err(Error::Abi(_))), "{breach}: {result:?}");
    }
    assert!(roots.valid_response("").unwrap());
}

#[test]
fn no_other_export_is_taken_for_an_operation() {
    static ROOTS: LazyLock<Roots> = LazyLock::new(|| open(&module(ABI, "")).unwrap());
    for name in ["input", "output", "memory", "_initialize", "abi_version", "no_such", ""] {
        assert!(matches!(ROOTS.call(name, &json!({})), Err(Error::NoOperation)), "{name}");
    }
    assert!(ROOTS.valid_response("").unwrap());
}

#[test]
fn another_abi_is_refused_and_a_later_minor_version_taken() {
    for (version, fits) in [(ABI, true), (ABI | 7, true), (0, false), (2 << 16, false), (u32::MAX >> 1, false)] {
        match open(&module(version, "")) {
            Ok(_) => assert!(fits, "{version:x}"),
            Err(Error::Abi(what)) => assert!(!fits && what.contains("ABI"), "{version:x}: {what}"),
            Err(err) => panic!("{err}"),
        }
    }
}

#[test]
fn a_module_that_is_damaged_or_another_does_not_open() {
    let whole = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/roots.wasm"))
        .or_else(|_| std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../roots.wasm")))
        .unwrap();
    let missing = |name: &str| {
        let text = format!(
            r#"(module {} {} {} {} {})"#,
            if name == "memory" { "" } else { r#"(memory (export "memory") 1)"# },
            if name == "_initialize" { "" } else { r#"(func (export "_initialize"))"# },
            if name == "abi_version" { "" } else { r#"(func (export "abi_version") (result i32) (i32.const 65536))"# },
            if name == "input" { "" } else { r#"(func (export "input") (param i32) (result i32) (i32.const 0))"# },
            if name == "output" { "" } else { r#"(func (export "output") (result i32) (i32.const 0))"# },
        );
        wat::parse_str(text).unwrap()
    };
    let imports = wat::parse_str(r#"(module (import "wasi_snapshot_preview1" "path_open" (func)))"#).unwrap();
    let starts = wat::parse_str(r#"(module (func $start (unreachable)) (start $start))"#).unwrap();
    for (name, module) in [
        ("empty", vec![]),
        ("no WebAssembly", b"not wasm".to_vec()),
        ("cut off", whole[..whole.len() / 2].to_vec()),
        ("short of a byte", whole[..whole.len() - 1].to_vec()),
        ("without memory", missing("memory")),
        ("without _initialize", missing("_initialize")),
        ("without abi_version", missing("abi_version")),
        ("without input", missing("input")),
        ("without output", missing("output")),
        ("with another import", imports),
        ("with a start that traps", starts),
    ] {
        match open(&module) {
            Err(err @ Error::Abi(_)) => assert_eq!(err.to_string().lines().count(), 1, "{name}: {err}"),
            other => panic!("{name}: {other:?}"),
        }
    }
    assert!(open(&missing("")).is_ok(), "the module that the others are cut from is whole");
}

#[test]
fn a_module_whose_input_buffer_is_missing_is_refused() {
    let roots = open(
        &wat::parse_str(
            r#"(module (memory (export "memory") 1)
                (func (export "_initialize"))
                (func (export "abi_version") (result i32) (i32.const 65536))
                (func (export "input") (param $n i32) (result i32)
                    (select (i32.const 65530) (i32.const 0) (i32.gt_u (local.get $n) (i32.const 65536))))
                (func (export "output") (result i32) (i32.const 0))
                (func (export "info") (param i32) (result i32) (i32.const 1)))"#,
        )
        .unwrap(),
    )
    .unwrap();
    for input in [&b"{}"[..], &[b' '; 70_000]] {
        assert!(matches!(roots.call_bytes("info", input), Err(Error::Abi(_))));
    }
}

#[test]
fn eight_threads_share_two_instances() {
    let roots = Options::new().pool(2).open().unwrap();
    thread::scope(|scope| {
        for t in 0..8 {
            let roots = &roots;
            scope.spawn(move || {
                for i in 0..200 {
                    let path = format!("/srv/{t}/{i}");
                    let reply = roots.to_uri(&[&path], Platform::Posix).unwrap();
                    assert_eq!(reply.value[0].as_deref(), Ok(format!("file://{path}").as_str()));
                    let valid = i % 2 == 0;
                    let uri = if valid { "file:///a" } else { "nothing" };
                    assert_eq!(roots.valid_response(format!(r#"{{"roots":[{{"uri":"{uri}"}}]}}"#)).unwrap(), valid);
                }
            });
        }
    });
}

#[test]
fn threads_go_on_while_instances_trap() {
    let roots = Options::new()
        .module(&module(ABI, r#"(func (export "panics") (param i32) (result i32) (unreachable))"#))
        .pool(2)
        .open()
        .unwrap();
    thread::scope(|scope| {
        for t in 0..8 {
            let roots = &roots;
            scope.spawn(move || {
                for _ in 0..200 {
                    if t % 2 == 0 {
                        assert!(matches!(roots.call_bytes("panics", b""), Err(Error::Engine { .. })));
                    } else {
                        assert!(roots.valid_response("").unwrap());
                    }
                }
            });
        }
    });
}

#[test]
fn the_stack_of_an_ordinary_thread_is_enough_for_the_deepest_input() {
    let roots = Roots::new().unwrap();
    for depth in [128, 129, 1_000_000] {
        let deep = format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        let reply = thread::scope(|scope| {
            scope.spawn(|| roots.check(&deep, &CheckOptions::default()).unwrap()).join().unwrap()
        });
        assert!(!reply.value.valid);
        assert!(!roots.valid_response(&deep).unwrap());
    }
}
