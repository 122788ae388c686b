//! MCP roots for Rust: builds the messages, checks them, turns `file://` URIs
//! into paths and back, and says whether a path lies inside the roots.
//!
//! [`Roots`] runs the mcproots module, which every host of mcproots runs: the same
//! bytes and the same answers in Go, JavaScript, Python, Rust and Java.
//!
//! ```
//! use mcproots::{CheckOptions, ContainsOptions, Platform, Root, Roots};
//!
//! # fn main() -> mcproots::Result<()> {
//! let roots = Roots::new()?;
//!
//! // Is it what the protocol asks for?
//! assert!(roots.valid_response(br#"{"roots":[{"uri":"file:///srv/app"}]}"#)?);
//!
//! // What is wrong with it?
//! let reply = roots.check(r#"{"roots":[{"uri":"https://example.com/"}]}"#, &CheckOptions::default())?;
//! assert!(!reply.value.valid);
//! assert!(reply.diagnostics.iter().any(|found| found.pointer == "/roots/0/uri"));
//!
//! // Does a path lie inside?
//! let options = ContainsOptions { platform: Some(Platform::Posix), ..Default::default() };
//! let reply = roots.contains(&[Root::uri("file:///srv/app")], &["/srv/app/main.rs", "/srv/apple"], &options)?;
//! assert!(reply.value[0].is_inside());
//! assert!(!reply.value[1].is_inside());
//! # Ok(())
//! # }
//! ```
//!
//! # Notes
//!
//! A root is what a client claims, not permission; and [`Verdict::Inside`] is
//! lexical, since the module has no disk. [`Roots::scope`] cuts what a client
//! claims to what the application itself allows.
//!
//! JSON that comes from a peer goes in as [`RawValue`](serde_json::value::RawValue)
//! or as text, not as [`serde_json::Value`], wherever it is to be judged: a `Value`
//! has already dropped duplicate keys. JSON that the module builds comes out as
//! `RawValue`, to be sent as it is.
//!
//! See the Model Context Protocol, "Roots":
//! <https://modelcontextprotocol.io/specification/2025-11-25/client/roots>

#![forbid(unsafe_code)]
#![warn(missing_docs)]

mod check;
mod engine;
mod error;
mod messages;
mod paths;
mod pool;
mod reply;
mod roots;
mod wasi;

pub use check::{
    CheckOptions, CheckedRoot, Event, Kind, Knowledge, Message, Profile, ReadOptions, Reading, Report, SessionMessage,
    Status, Summary, UsableRoot,
};
pub use error::{Error, Result};
pub use messages::{
    Abi, AnswerOptions, ChangedRoot, DiffOptions, Difference, Id, Info, InputRequired, ListOptions, RenamedRoot,
    Revision, Rule, Submission,
};
pub use paths::{
    Containment, ContainsOptions, FilePath, OnePlatform, Platform, Refused, Root, Scope, ScopedRoot, Verdict,
};
pub use reply::{Argument, Diagnostic, ErrorObject, Reply, Severity};
pub use roots::{Options, Roots};

/// The example of the README runs with the other documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
