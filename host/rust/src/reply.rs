use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::error::{Error, Result};

/// What an operation answers: its value and what it has to say about the input.
#[derive(Clone, Debug)]
pub struct Reply<T> {
    /// The value.
    pub value: T,
    /// The JSON-RPC error that the caller should send to its peer instead; only from
    /// [`Roots::supported`](crate::Roots::supported) and
    /// [`Roots::input_required`](crate::Roots::input_required).
    pub refusal: Option<ErrorObject>,
    /// In the order of the input.
    pub diagnostics: Vec<Diagnostic>,
}

/// An error of JSON-RPC 2.0, section 5.1.
#[derive(Clone, Debug, Deserialize)]
pub struct ErrorObject {
    /// For programs.
    pub code: i64,
    /// For people.
    pub message: String,
    /// What the code's definition asks for.
    pub data: Option<Box<RawValue>>,
}

/// A diagnostic is one finding. It holds no submitted value, except in `fix`, which
/// is given only to who asks.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Diagnostic {
    /// A rule's name; [`Roots::rules`](crate::Roots::rules) explains it.
    pub code: String,
    /// How much it matters.
    pub severity: Severity,
    /// Where, as in RFC 6901; empty for the whole document.
    pub pointer: String,
    /// Where, in UTF-8 bytes from 0.
    pub offset: usize,
    /// From 1.
    pub line: usize,
    /// From 1, in UTF-16 units, as editors count.
    pub column: usize,
    /// For people.
    pub message: String,
    /// What the message leaves out.
    #[serde(default)]
    pub args: BTreeMap<String, Argument>,
    /// A canonical URI to use instead.
    pub fix: Option<String>,
    /// The sections of specifications behind it.
    #[serde(default)]
    pub spec: Vec<String>,
}

/// An argument of a [`Diagnostic`].
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[serde(untagged)]
pub enum Argument {
    /// A count, an index or a limit.
    Number(i64),
    /// A name.
    Text(String),
}

/// How much a [`Diagnostic`] matters.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Makes the document invalid.
    Error,
    /// May lead to trouble.
    Warning,
    /// Worth knowing.
    Info,
}

/// An answer as the module writes it: ABI 1, "Inputs and answers".
#[derive(Deserialize)]
struct Answer<'a> {
    ok: bool,
    #[serde(borrow, default, deserialize_with = "present")]
    value: Option<&'a RawValue>, // None is no value at all; null is one
    refusal: Option<ErrorObject>,
    error: Option<ErrorObject>,
    #[serde(default)]
    diagnostics: Vec<Diagnostic>,
}

fn present<'de, D: Deserializer<'de>>(value: D) -> std::result::Result<Option<&'de RawValue>, D::Error> {
    Deserialize::deserialize(value).map(Some)
}

pub(crate) fn parse<T: DeserializeOwned>(operation: &str, answer: &[u8]) -> Result<Reply<T>> {
    let answer: Answer<'_> = serde_json::from_slice(answer).map_err(|_| unreadable(operation))?;
    match answer {
        Answer { ok: true, value: Some(value), refusal, diagnostics, .. } => {
            let value = serde_json::from_str(value.get()).map_err(|_| unreadable(operation))?;
            Ok(Reply { value, refusal, diagnostics })
        }
        Answer { ok: false, error: Some(error), diagnostics, .. } => {
            Err(Error::Call { code: error.code, message: error.message, diagnostics })
        }
        _ => Err(unreadable(operation)),
    }
}

/// The verdict of an answer, read off its first bytes: the order of its members is
/// part of ABI 1. None where it has none.
pub(crate) fn verdict(answer: &[u8]) -> Option<bool> {
    let rest = answer.strip_prefix(br#"{"ok":true,"value":"#)?;
    let (verdict, rest) =
        if let Some(rest) = rest.strip_prefix(b"true") { (true, rest) } else { (false, rest.strip_prefix(b"false")?) };
    matches!(rest, [b'}' | b',', ..]).then_some(verdict)
}

/// The cause isn't told: serde_json puts values into it, and an answer may hold
/// submitted ones.
pub(crate) fn unreadable(operation: &str) -> Error {
    Error::Abi(format!("its answer to {operation} has another shape"))
}

#[cfg(test)]
mod tests {
    use super::verdict;

    #[test]
    fn a_verdict_is_read_off_the_first_bytes_and_never_guessed() {
        for (answer, want) in [
            (r#"{"ok":true,"value":true}"#, Some(true)),
            (r#"{"ok":true,"value":false,"diagnostics":[]}"#, Some(false)),
            (r#"{"ok":true,"value":trueish}"#, None),
            (r#"{"ok":true,"value":true"#, None),
            (r#"{"ok":true,"value":null}"#, None),
            (r#"{"ok":false,"error":{"code":-32700,"message":"true"}}"#, None),
            ("", None),
        ] {
            assert_eq!(verdict(answer.as_bytes()), want, "{answer}");
        }
    }
}
