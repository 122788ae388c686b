use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::Result;
use crate::paths::{Platform, Root};
use crate::reply::{self, ErrorObject, Reply, Severity};
use crate::roots::Roots;

/// A revision of the Model Context Protocol.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[non_exhaustive]
#[allow(missing_docs)] // the names are the protocol's
pub enum Revision {
    #[serde(rename = "2024-11-05")]
    V2024_11_05,
    #[serde(rename = "2025-03-26")]
    V2025_03_26,
    #[serde(rename = "2025-06-18")]
    V2025_06_18,
    #[serde(rename = "2025-11-25")]
    V2025_11_25,
    #[default]
    #[serde(rename = "2026-07-28")]
    V2026_07_28,
}

/// The id of a JSON-RPC request.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Id {
    /// A number, which MCP wants to be an integer.
    Number(i64),
    /// A string.
    Text(String),
}

/// Options of [`Roots::list`].
#[derive(Clone, Debug, Default, Serialize)]
pub struct ListOptions {
    /// Defaults to the newest.
    pub revision: Revision,
    /// Needed before 2026-07-28, where the request is a JSON-RPC request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<Id>,
    /// An object for `params._meta`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub meta: Option<Value>,
}

/// What a client submitted for a request of an InputRequiredResult.
#[derive(Clone, Debug)]
pub enum Submission {
    /// Nothing.
    Missing,
    /// A ListRootsResult: the bytes that were submitted.
    Ok(Box<RawValue>),
    /// Something else. The error holds nothing of what was submitted.
    Error(ErrorObject),
}

/// Options of [`Roots::answer`].
#[derive(Clone, Debug, Default)]
pub struct AnswerOptions {
    /// Whether the client declared `listChanged`.
    pub list_changed: bool,
    /// Whose rules paths follow. Defaults to [`Platform::LOCAL`].
    pub platform: Option<Platform>,
}

/// What an InputRequiredResult is made from: see [`Roots::input_required`].
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InputRequired<'a, R, C> {
    /// Input requests by key.
    pub requests: &'a BTreeMap<String, R>,
    /// What the client has to send back; left out when None.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_state: Option<&'a str>,
    /// The client's, from the request that is answered.
    pub capabilities: &'a C,
    /// Of the request that is answered.
    pub method: &'a str,
}

/// Options of [`Roots::diff`].
#[derive(Clone, Debug, Default)]
pub struct DiffOptions<'a> {
    /// Defaults to the newest.
    pub revision: Revision,
    /// The client's.
    pub capabilities: Option<&'a Value>,
}

/// What changed between two lists of roots.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Difference {
    /// Whether anything did.
    pub changed: bool,
    /// Whether the client has to send the notification.
    pub notify: bool,
    /// Only in the second list.
    pub added: Vec<ChangedRoot>,
    /// Only in the first list.
    pub removed: Vec<ChangedRoot>,
    /// In both, with another name.
    pub renamed: Vec<RenamedRoot>,
}

/// A root that only one of two lists has.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct ChangedRoot {
    /// In the list that has it.
    pub index: usize,
    /// Canonical.
    pub uri: String,
    /// For people.
    pub name: Option<String>,
}

/// A root with another name in another list.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct RenamedRoot {
    /// Canonical.
    pub uri: String,
    /// The name in the first list.
    pub before: Option<String>,
    /// The name in the second list.
    pub after: Option<String>,
}

/// What the code of a diagnostic stands for.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
#[allow(missing_docs)] // the names say it
pub struct Rule {
    pub code: String,
    pub severity: Severity,
    pub title: String,
    pub why: String,
    pub bad: String,
    pub good: String,
    pub fix: String,
    pub spec: Vec<String>,
}

/// What the module says of itself.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Info {
    /// Its name.
    pub name: String,
    /// The release.
    pub version: String,
    /// The ABI it speaks.
    pub abi: Abi,
    /// The revisions it knows.
    pub revisions: Vec<String>,
    /// The operations it has.
    pub operations: Vec<String>,
    /// Its limits by name.
    pub limits: BTreeMap<String, u64>,
}

/// A version of the ABI.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
pub struct Abi {
    /// Other majors don't fit.
    pub major: u16,
    /// Later minors do.
    pub minor: u16,
}

impl Roots {
    /// Builds a `roots/list` request: bare in 2026-07-28, a JSON-RPC request before.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// let reply = roots.list(&Default::default())?;
    /// assert_eq!(reply.value.get(), r#"{"method":"roots/list","params":{}}"#);
    /// # Ok(())
    /// # }
    /// ```
    pub fn list(&self, options: &ListOptions) -> Result<Reply<Box<RawValue>>> {
        self.ask("list", options)
    }

    /// Tells whether a request is a `roots/list` request of that revision.
    pub fn validate_request(&self, request: &(impl Serialize + ?Sized), revision: Revision) -> Result<Reply<bool>> {
        #[derive(Serialize)]
        struct Input<R> {
            request: R,
            revision: Revision,
        }
        self.ask("validate_request", &Input { request, revision })
    }

    /// Tells whether a server may send a request to a client with those capabilities.
    /// When it may not, the reply's `refusal` is the error to answer with instead.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// use serde_json::json;
    /// let reply = roots.supported(&json!({"method": "roots/list"}), &json!({"sampling": {}}))?;
    /// assert!(!reply.value);
    /// assert_eq!(reply.refusal.unwrap().code, -32021);
    /// # Ok(())
    /// # }
    /// ```
    pub fn supported(
        &self,
        request: &(impl Serialize + ?Sized),
        capabilities: &(impl Serialize + ?Sized),
    ) -> Result<Reply<bool>> {
        #[derive(Serialize)]
        struct Input<R, C> {
            request: R,
            capabilities: C,
        }
        self.ask("supported", &Input { request, capabilities })
    }

    /// Finds the answer to a request under its key among a client's `inputResponses`.
    /// Give those as [`RawValue`], so that they are judged and passed on as they were
    /// received.
    pub fn response(
        &self,
        input_responses: &(impl Serialize + ?Sized),
        id: &str,
        request: &(impl Serialize + ?Sized),
    ) -> Result<Reply<Submission>> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Input<'a, I, R> {
            input_responses: I,
            id: &'a str,
            request: R,
        }
        #[derive(Deserialize)]
        struct Found {
            status: String,
            result: Option<Box<RawValue>>,
            error: Option<ErrorObject>,
        }
        const OPERATION: &str = "response";
        let Reply { value, refusal, diagnostics } =
            self.ask::<Found>(OPERATION, &Input { input_responses, id, request })?;
        let value = match (value.status.as_str(), value.result, value.error) {
            ("missing", ..) => Submission::Missing,
            ("ok", Some(result), _) => Submission::Ok(result),
            ("error", _, Some(error)) => Submission::Error(error),
            _ => return Err(reply::unreadable(OPERATION)),
        };
        Ok(Reply { value, refusal, diagnostics })
    }

    /// Lists the catalogue of diagnostics, or the one rule of that code.
    pub fn rules(&self, code: Option<&str>) -> Result<Reply<Vec<Rule>>> {
        #[derive(Serialize)]
        struct Input<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            code: Option<&'a str>,
        }
        self.ask("rules", &Input { code })
    }

    /// Asks the module for its version, revisions, operations and limits.
    pub fn info(&self) -> Result<Reply<Info>> {
        self.ask_document("info", b"{}")
    }

    /// Builds the `roots` capability of that revision, as a member of the client's
    /// capabilities.
    pub fn capabilities(&self, revision: Revision, list_changed: bool) -> Result<Reply<Box<RawValue>>> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Input {
            revision: Revision,
            list_changed: bool,
        }
        self.ask("capabilities", &Input { revision, list_changed })
    }

    /// Builds a ListRootsResult in canonical URIs. One root that has none fails the call.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// use mcproots::{Platform, Root};
    /// let reply = roots.result(&[Root::path("/srv/my app").named("App")], Platform::Posix)?;
    /// assert_eq!(reply.value.get(), r#"{"roots":[{"uri":"file:///srv/my%20app","name":"App"}]}"#);
    /// # Ok(())
    /// # }
    /// ```
    pub fn result(&self, roots: &[Root<'_>], platform: Platform) -> Result<Reply<Box<RawValue>>> {
        #[derive(Serialize)]
        struct Input<'a> {
            roots: &'a [Root<'a>],
            platform: Platform,
        }
        self.ask("result", &Input { roots, platform })
    }

    /// Builds a client's whole reply to a `roots/list` request: the result or the error
    /// that the protocol asks for. None instead of roots is a client that doesn't do
    /// roots.
    pub fn answer(
        &self,
        request: &(impl Serialize + ?Sized),
        revision: Revision,
        roots: Option<&[Root<'_>]>,
        options: &AnswerOptions,
    ) -> Result<Reply<Box<RawValue>>> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Input<'a, R> {
            request: R,
            revision: Revision,
            roots: Option<&'a [Root<'a>]>,
            list_changed: bool,
            platform: Platform,
        }
        let &AnswerOptions { list_changed, platform } = options;
        let platform = platform.unwrap_or(Platform::LOCAL);
        self.ask("answer", &Input { request, revision, roots, list_changed, platform })
    }

    /// Builds the notification that a client's roots have changed. In 2026-07-28 it no
    /// longer exists: an [`Error::Call`](crate::Error::Call).
    pub fn list_changed(&self, revision: Revision) -> Result<Reply<Box<RawValue>>> {
        #[derive(Serialize)]
        struct Input {
            revision: Revision,
        }
        self.ask("list_changed", &Input { revision })
    }

    /// Builds the InputRequiredResult of 2026-07-28. Where the protocol forbids it, the
    /// value is None and the reply's `refusal` the error to answer with.
    pub fn input_required<R: Serialize, C: Serialize>(
        &self,
        input: &InputRequired<'_, R, C>,
    ) -> Result<Reply<Option<Box<RawValue>>>> {
        self.ask("input_required", input)
    }

    /// Compares two lists of roots, each a ListRootsResult or the list in it.
    pub fn diff(
        &self,
        before: &(impl Serialize + ?Sized),
        after: &(impl Serialize + ?Sized),
        options: &DiffOptions<'_>,
    ) -> Result<Reply<Difference>> {
        #[derive(Serialize)]
        struct Input<'a, B, A> {
            before: B,
            after: A,
            revision: Revision,
            #[serde(skip_serializing_if = "Option::is_none")]
            capabilities: Option<&'a Value>,
        }
        let &DiffOptions { revision, capabilities } = options;
        self.ask("diff", &Input { before, after, revision, capabilities })
    }

    /// Writes a ListRootsResult document as the list that people read, `- URI (name)`
    /// per line, safe to print.
    pub fn describe(&self, document: impl AsRef<[u8]>) -> Result<Reply<String>> {
        self.ask_document("describe", document.as_ref())
    }
}
