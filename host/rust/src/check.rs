use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::error::{Error, Result};
use crate::messages::{Id, Revision};
use crate::paths::{OnePlatform, Platform};
use crate::reply::{self, Reply};
use crate::roots::Roots;

/// A message to look at: a JSON value, or the text of a document, which may be
/// anything.
///
/// Text is judged as it was received: positions count from its start, and nothing of
/// it is lost. A [`Value`] has already dropped duplicate keys.
#[derive(Clone, Copy, Debug)]
pub enum Message<'a> {
    /// A JSON value.
    Value(&'a Value),
    /// A document's text.
    Text(&'a [u8]),
}

impl<'a> From<&'a Value> for Message<'a> {
    fn from(value: &'a Value) -> Self {
        Message::Value(value)
    }
}

impl<'a> From<&'a RawValue> for Message<'a> {
    fn from(value: &'a RawValue) -> Self {
        Message::Text(value.get().as_bytes())
    }
}

impl<'a> From<&'a str> for Message<'a> {
    fn from(text: &'a str) -> Self {
        Message::Text(text.as_bytes())
    }
}

impl<'a> From<&'a String> for Message<'a> {
    fn from(text: &'a String) -> Self {
        Message::Text(text.as_bytes())
    }
}

impl<'a> From<&'a [u8]> for Message<'a> {
    fn from(text: &'a [u8]) -> Self {
        Message::Text(text)
    }
}

impl<'a> From<&'a Vec<u8>> for Message<'a> {
    fn from(text: &'a Vec<u8>) -> Self {
        Message::Text(text)
    }
}

/// How much [`Roots::check`] asks for.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Also what makes a URI ambiguous or dangerous as a path. The default.
    Strict,
    /// What the revision's schema and prose require, no more.
    Protocol,
}

/// What a message is.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
#[allow(missing_docs)] // the names are the protocol's
pub enum Kind {
    Request,
    Result,
    Response,
    Error,
    Notification,
    Capabilities,
    Initialize,
    InputRequired,
    Retry,
    Batch,
    Config,
    Other,
    #[serde(other)] // and what later minor versions of the ABI add
    Unknown,
}

/// Options of [`Roots::check`].
#[derive(Clone, Debug, Default)]
pub struct CheckOptions {
    /// What the message is meant to be; found out when None.
    pub kind: Option<Kind>,
    /// Defaults to what the message says or can only be in, else the newest.
    pub revision: Option<Revision>,
    /// Defaults to strict.
    pub profile: Option<Profile>,
    /// Whose rules paths follow. Defaults to auto: the message may come from another machine.
    pub platform: Option<Platform>,
    /// Leaves [`Report::roots`] empty, which is quicker.
    pub without_roots: bool,
    /// More roots than this are an error.
    pub max_roots: Option<u32>,
    /// Lets diagnostics suggest a URI in `fix`, made from the message's.
    pub values: bool,
}

/// What [`Roots::check`] found.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub struct Report {
    /// Whether nothing is an error.
    pub valid: bool,
    /// What the message is.
    pub kind: Kind,
    /// By whose rules it was judged.
    pub revision: Revision,
    /// The roots in it, valid or not.
    #[serde(default)]
    pub roots: Vec<CheckedRoot>,
    /// The findings, counted.
    pub summary: Summary,
}

/// One root of a checked message.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct CheckedRoot {
    /// In the message's list.
    pub index: usize,
    /// Whether nothing in it is an error.
    pub valid: bool,
    /// The canonical URI; None when there is none, like what follows.
    pub uri: Option<String>,
    /// The path.
    pub path: Option<String>,
    /// Whose rules the path follows.
    pub platform: Option<OnePlatform>,
}

/// How many findings there are, those that the list leaves out included.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
pub struct Summary {
    /// How many errors.
    pub error: usize,
    /// How many warnings.
    pub warning: usize,
    /// How many that are worth knowing.
    pub info: usize,
    /// Whether there are more than the 1,000 that are listed.
    pub truncated: bool,
}

/// Options of [`Roots::read`].
#[derive(Clone, Debug, Default)]
pub struct ReadOptions {
    /// The request's, that the answer must have; not compared when None.
    pub id: Option<Id>,
    /// Defaults to the newest.
    pub revision: Option<Revision>,
    /// Whose rules paths follow. Defaults to auto: the client may be on another machine.
    pub platform: Option<Platform>,
}

/// What an answer to `roots/list` comes to.
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, PartialEq)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// There are roots.
    Ok,
    /// There are none.
    Empty,
    /// The client doesn't do roots.
    Unsupported,
    /// The client answered with an error.
    Refused,
    /// The answer breaks the protocol.
    Invalid,
}

/// An answer to `roots/list` with the roots that can be used.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct Reading {
    /// What it comes to.
    pub status: Status,
    /// The roots that can be used.
    #[serde(default)]
    pub roots: Vec<UsableRoot>,
}

/// A root that can be used.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct UsableRoot {
    /// In the client's list.
    pub index: usize,
    /// Canonical.
    pub uri: String,
    /// The path.
    pub path: String,
    /// Whose rules the path follows.
    pub platform: OnePlatform,
    /// For people.
    pub name: Option<String>,
}

/// One message of a session that concerns roots, and what is known after it.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq)]
pub struct SessionMessage {
    /// In the list of messages that were given.
    pub index: usize,
    /// What the message means.
    pub event: Event,
    /// Whether the client has declared roots; None while nobody has said so.
    pub declared: Option<bool>,
    /// What is known of the client's roots after this message.
    pub known: Knowledge,
    /// What the last answer came to.
    pub status: Option<Status>,
    /// The usable roots of this answer.
    #[serde(default)]
    pub roots: Vec<UsableRoot>,
}

/// What a message of a session means.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Event {
    /// The client has declared roots.
    Declared,
    /// The client has declared no roots.
    Undeclared,
    /// The server asks for them.
    Asked,
    /// The client answers.
    Answered,
    /// The second answer to one request; it changes nothing.
    Late,
    /// An answer to no request that was seen; it changes nothing.
    Unsolicited,
    /// The client says that its roots have changed.
    Changed,
}

/// What is known of a client's roots.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Knowledge {
    /// Nothing.
    Unknown,
    /// The list as it is.
    Fresh,
    /// A list that the client has said is out of date.
    Stale,
}

impl Roots {
    /// Follows a session: what is known of a client's roots after each of its messages,
    /// of both sides and in their order, that concerns them. The revision is the one to
    /// begin with, until the session says it; paths follow the platform, by default auto.
    ///
    /// # Errors
    ///
    /// A message that isn't JSON is [`Error::NotJson`].
    pub fn read_session(
        &self,
        messages: &[impl AsRef<str>],
        options: &ReadOptions,
    ) -> Result<Reply<Vec<SessionMessage>>> {
        #[derive(Serialize)]
        struct Input<'a> {
            messages: Vec<&'a RawValue>,
            #[serde(skip_serializing_if = "Option::is_none")]
            revision: Option<Revision>,
            platform: Platform,
        }
        #[derive(Deserialize)]
        struct Session {
            messages: Vec<SessionMessage>,
        }
        let messages: std::result::Result<_, _> =
            messages.iter().map(|message| serde_json::from_str(message.as_ref())).collect();
        let input = Input {
            messages: messages.map_err(|_| Error::NotJson)?,
            revision: options.revision,
            platform: options.platform.unwrap_or(Platform::Auto),
        };
        let reply: Reply<Session> = self.ask("read", &input)?;
        Ok(Reply { value: reply.value.messages, refusal: reply.refusal, diagnostics: reply.diagnostics })
    }

    /// Tells whether a document is a ListRootsResult as the protocol asks for it.
    ///
    /// This is the quick way: the verdict is read where the module wrote it, and no
    /// JSON is parsed. A document that isn't JSON is none: `false`. [`Roots::check`] tells
    /// the reasons.
    pub fn valid_response(&self, document: impl AsRef<[u8]>) -> Result<bool> {
        const OPERATION: &str = "valid_response";
        self.with_answer(OPERATION, document.as_ref(), |answer| match reply::verdict(answer) {
            Some(verdict) => Ok(verdict),
            None => reply::parse(OPERATION, answer).map(|reply| reply.value),
        })?
    }

    /// Checks any message about roots: request, result, JSON-RPC response, notification,
    /// capabilities, a configuration. What is wrong with it is in the report and the
    /// diagnostics, whose positions count from its start.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// let reply = roots.check(r#"{"roots":[{"uri":"file:///srv/app"}]}"#, &Default::default())?;
    /// assert!(reply.value.valid);
    /// assert_eq!(reply.value.roots[0].path.as_deref(), Some("/srv/app"));
    /// # Ok(())
    /// # }
    /// ```
    pub fn check<'a>(&self, message: impl Into<Message<'a>>, options: &CheckOptions) -> Result<Reply<Report>> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Input {
            #[serde(skip_serializing_if = "Option::is_none")]
            kind: Option<Kind>,
            #[serde(skip_serializing_if = "Option::is_none")]
            revision: Option<Revision>,
            #[serde(skip_serializing_if = "Option::is_none")]
            profile: Option<Profile>,
            #[serde(skip_serializing_if = "Option::is_none")]
            platform: Option<Platform>,
            roots: bool,
            #[serde(skip_serializing_if = "Option::is_none")]
            max_roots: Option<u32>,
            #[serde(skip_serializing_if = "Option::is_none")]
            values: Option<bool>,
        }
        let &CheckOptions { kind, revision, profile, platform, without_roots, max_roots, values } = options;
        let (roots, values) = (!without_roots, values.then_some(true));
        let input = Input { kind, revision, profile, platform, roots, max_roots, values };
        self.ask_about("check", message.into(), &input)
    }

    /// Reads what a client answered to `roots/list`.
    ///
    /// ```
    /// # fn main() -> mcproots::Result<()> {
    /// # let roots = mcproots::Roots::new()?;
    /// let reply = roots.read(r#"{"roots":[{"uri":"file:///srv/app"}]}"#, &Default::default())?;
    /// assert_eq!(reply.value.status, mcproots::Status::Ok);
    /// assert_eq!(reply.value.roots[0].path, "/srv/app");
    /// # Ok(())
    /// # }
    /// ```
    pub fn read<'a>(&self, message: impl Into<Message<'a>>, options: &ReadOptions) -> Result<Reply<Reading>> {
        #[derive(Serialize)]
        struct Input<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            id: Option<&'a Id>,
            #[serde(skip_serializing_if = "Option::is_none")]
            revision: Option<Revision>,
            platform: Platform,
        }
        let ReadOptions { id, revision, platform } = options;
        let input = Input { id: id.as_ref(), revision: *revision, platform: platform.unwrap_or(Platform::Auto) };
        self.ask_about("read", message.into(), &input)
    }

    /// Asks about a message. Options are an object that isn't empty.
    ///
    /// Text that is JSON goes in as a value, which the module is quickest with; any
    /// other, and JSON that isn't strict, goes in as a string, so that the answer can
    /// say where it is broken. What goes in as a value must be one: without a look at
    /// it a peer could end the value and add members to the call.
    fn ask_about<T: DeserializeOwned>(
        &self,
        operation: &str,
        message: Message<'_>,
        options: &impl Serialize,
    ) -> Result<Reply<T>> {
        const NOT_JSON: i64 = -32700;
        let mut document = serde_json::to_vec(options).map_err(|_| Error::NotJson)?;
        document.pop(); // the closing brace
        let options = document.len();
        let text = match message {
            Message::Value(value) => {
                document.extend_from_slice(MESSAGE);
                serde_json::to_writer(&mut document, value).map_err(|_| Error::NotJson)?;
                document.push(b'}');
                return self.ask_document(operation, &document);
            }
            Message::Text(text) => text,
        };
        // A space before the value would shift the positions.
        if text.first().is_some_and(|&c| c > b' ') && serde_json::from_slice::<&RawValue>(text).is_ok() {
            document.reserve(MESSAGE.len() + text.len() + 1);
            document.extend_from_slice(MESSAGE);
            document.extend_from_slice(text);
            document.push(b'}');
            match self.ask_document(operation, &document) {
                Err(Error::Call { code: NOT_JSON, .. }) => document.truncate(options),
                reply => return reply,
            }
        }
        document.reserve(text.len() + text.len() / 4);
        document.extend_from_slice(br#","text":""#);
        append_escaped(&mut document, text);
        document.extend_from_slice(br#""}"#);
        self.ask_document(operation, &document)
    }
}

const MESSAGE: &[u8] = br#","message":"#;

/// Appends the inside of a JSON string, RFC 8259 section 7. Bytes that are not UTF-8
/// stay as they are: the module tells where they stand.
fn append_escaped(document: &mut Vec<u8>, text: &[u8]) {
    const HEX: &[u8; 16] = b"0123456789abcdef";
    let mut rest = text;
    while let Some(plain) = rest.iter().position(|&c| c < b' ' || c == b'"' || c == b'\\') {
        let c = rest[plain];
        document.extend_from_slice(&rest[..plain]);
        if c < b' ' {
            document.extend_from_slice(&[b'\\', b'u', b'0', b'0', HEX[usize::from(c >> 4)], HEX[usize::from(c & 15)]]);
        } else {
            document.extend_from_slice(&[b'\\', c]);
        }
        rest = &rest[plain + 1..];
    }
    document.extend_from_slice(rest);
}
