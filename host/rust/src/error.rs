use std::fmt;

use crate::reply::{Argument, Diagnostic};

/// What a method of [`Roots`](crate::Roots) gives.
pub type Result<T> = std::result::Result<T, Error>;

/// An error is a call without a verdict: never a yes, and only as [`Error::Call`]
/// and [`Error::TooLarge`] the input's fault.
///
/// No error carries anything of the input.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The module could not carry out the call, because of its input: the answer was
    /// `{"ok":false,...}`.
    Call {
        /// As in JSON-RPC 2.0, section 5.1: -32700 not JSON, -32602 wrong members,
        /// -32601 not in that revision, -32603 a fault inside the module.
        code: i64,
        /// For people.
        message: String,
        /// What is wrong and where.
        diagnostics: Vec<Diagnostic>,
    },
    /// The input is over the limit. Nothing of it was read.
    TooLarge {
        /// The input's size in bytes.
        size: usize,
        /// The limit in bytes, see [`Options::max_input`](crate::Options::max_input).
        limit: usize,
    },
    /// The module did not survive the call, for example because its memory ran out.
    /// Its instance is gone; the next call is answered by a fresh one.
    Engine {
        /// The function of the module that was called.
        function: String,
        /// What the engine says.
        cause: String,
        /// The first line that the module wrote to standard error, at most 200 bytes;
        /// empty when it wrote none.
        stderr: String,
    },
    /// The module can't be run: damaged bytes, another ABI version, a missing export,
    /// or an answer that breaks ABI 1.
    Abi(String),
    /// The module has no operation of that name.
    NoOperation,
    /// The input has no JSON form: a type's `Serialize` failed.
    NotJson,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Call { code, message, diagnostics } => {
                write!(f, "mcproots: {message} ({code})")?;
                let Some(first) = diagnostics.first() else { return Ok(()) }; // which says it best
                write!(f, ": {}", first.code)?;
                match first.args.get("member") {
                    Some(Argument::Text(member)) => write!(f, " at {member}"),
                    _ if first.pointer.is_empty() => Ok(()),
                    _ => write!(f, " at {}", first.pointer),
                }
            }
            Error::TooLarge { size, limit } => {
                write!(f, "mcproots: the input is {size} bytes and the limit is {limit}: send less, or raise max_input")
            }
            Error::Engine { function, cause, stderr } => {
                write!(f, "mcproots: {function}: the module stopped: {cause}")?;
                if stderr.is_empty() { Ok(()) } else { write!(f, ": {stderr}") }
            }
            Error::Abi(what) => write!(f, "mcproots: not a usable ABI 1 module: {what}"),
            Error::NoOperation => f.write_str("mcproots: no such operation: info lists them"),
            Error::NotJson => f.write_str("mcproots: the input can't be written as JSON"),
        }
    }
}

impl std::error::Error for Error {}
