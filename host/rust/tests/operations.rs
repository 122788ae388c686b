//! Every method against the crate's own module.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use mcproots::{
    AnswerOptions, CheckOptions, ContainsOptions, DiffOptions, Error, Id, InputRequired, Kind, ListOptions,
    OnePlatform, Platform, Profile, ReadOptions, Revision, Root, Roots, Severity, Status, Submission, Verdict,
};
use serde_json::value::RawValue;
use serde_json::{Value, json};

static ROOTS: LazyLock<Roots> = LazyLock::new(|| Roots::new().expect("the crate's own module opens"));

const HOME: &str = r#"{"roots":[{"uri":"file:///home/ada","name":"home"}]}"#;
const POSIX: Option<Platform> = Some(Platform::Posix);

fn request() -> Value {
    json!({"method": "roots/list", "params": {}})
}

fn raw(text: &str) -> Box<RawValue> {
    RawValue::from_string(text.to_owned()).unwrap()
}

#[test]
fn the_crate_has_the_version_of_its_module_and_a_method_for_every_operation() {
    let info = ROOTS.info().unwrap().value;
    assert_eq!((info.name.as_str(), info.version.as_str()), (env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")));
    assert_eq!((info.abi.major, info.abi.minor), (1, 0));
    assert_eq!(info.limits["input"], 256 << 20);
    for name in &info.revisions {
        assert!(serde_json::from_value::<Revision>(json!(name)).is_ok(), "no Revision for {name}");
    }
    let sources =
        concat!(include_str!("../src/check.rs"), include_str!("../src/messages.rs"), include_str!("../src/paths.rs"));
    assert_eq!(info.operations.len(), 20);
    for operation in &info.operations {
        let method = ["(", "<"].iter().any(|end| sources.contains(&format!("    pub fn {operation}{end}")));
        assert!(method, "no method {operation}");
    }
}

#[test]
fn list_builds_the_request_of_each_era() {
    assert_eq!(ROOTS.list(&ListOptions::default()).unwrap().value.get(), r#"{"method":"roots/list","params":{}}"#);
    let before = ListOptions { revision: Revision::V2025_11_25, id: Some(Id::Number(7)), ..Default::default() };
    assert_eq!(ROOTS.list(&before).unwrap().value.get(), r#"{"jsonrpc":"2.0","id":7,"method":"roots/list"}"#);
    let without = ListOptions { id: None, ..before };
    let failed = ROOTS.list(&without).unwrap_err();
    assert!(matches!(failed, Error::Call { code: -32602, .. }));
    assert!(failed.to_string().ends_with("(-32602): input-member-missing at id"), "{failed}");
    let removed = ROOTS.list_changed(Revision::V2026_07_28).unwrap_err().to_string();
    assert!(removed.ends_with("(-32601): list-changed-removed at /revision"), "{removed}");
}

#[test]
fn validate_request_judges_a_request_of_any_type() {
    let newest = Revision::default();
    assert!(ROOTS.validate_request(&request(), newest).unwrap().value);
    assert!(ROOTS.validate_request(&BTreeMap::from([("method", "roots/list")]), newest).unwrap().value);
    let reply = ROOTS.validate_request(&json!({"method": "roots/list", "params": {"x": 1}}), newest).unwrap();
    assert!(!reply.value);
    assert!(!reply.diagnostics.is_empty());
}

#[test]
fn supported_gives_the_refusal_to_send_where_it_says_no() {
    let yes = ROOTS.supported(&request(), &json!({"roots": {}})).unwrap();
    assert!(yes.value && yes.refusal.is_none());
    let no = ROOTS.supported(&request(), &json!({})).unwrap();
    let refusal = no.refusal.unwrap();
    assert!(!no.value);
    assert_eq!(refusal.code, -32021);
    assert_eq!(refusal.data.unwrap().get(), r#"{"requiredCapabilities":{"roots":{}}}"#);
}

#[test]
fn response_gives_the_submitted_bytes_untouched() {
    let submitted = r#"{ "roots":[], "_meta":{"n":12345678901234567890.0} }"#;
    let responses = raw(&format!(r#"{{"roots":{submitted}}}"#));
    match ROOTS.response(&responses, "roots", &request()).unwrap().value {
        Submission::Ok(result) => assert_eq!(result.get(), submitted),
        other => panic!("{other:?}"),
    }
    let missing = ROOTS.response(&json!({}), "roots", &request()).unwrap().value;
    assert!(matches!(missing, Submission::Missing), "{missing:?}");
}

#[test]
fn response_answers_what_is_no_result_with_an_error_that_holds_nothing_of_it() {
    let responses = raw(r#"{"roots":{"roots":[{"uri":"file:///canary%2Fcanary"}],"roots":"canary"}}"#);
    match ROOTS.response(&responses, "roots", &request()) {
        Ok(reply) => {
            assert!(matches!(&reply.value, Submission::Error(error) if error.code == -32602), "{reply:?}");
            assert!(!format!("{reply:?}").contains("canary"));
        }
        Err(err) => assert!(!format!("{err} {err:?}").contains("canary")),
    }
}

#[test]
fn valid_response_judges_any_bytes() {
    for (document, verdict) in [
        (HOME.as_bytes(), true),
        (br#" {"roots" : [ ] } "#, true),
        (br#"{"roots":[{"uri":"https://a/b"}]}"#, false),
        (br#"{"roots":[{}]}"#, false),
        (br#"{"roots":[],"roots":[]}"#, false),
        (b"null", false),
        (b"no JSON", false),
        (b"{\"roots\":[],\"x\":\"\xff\"}", false),
        (b"", false),
    ] {
        let text = String::from_utf8_lossy(document);
        assert_eq!(ROOTS.valid_response(document).unwrap(), verdict, "{text}");
        let answer = ROOTS.call_bytes("valid_response", document).unwrap();
        let answer: Value = serde_json::from_slice(&answer).unwrap();
        assert_eq!(answer["value"], verdict, "{text}");
    }
}

#[test]
fn check_tells_what_is_wrong_and_where() {
    let text = "{\"roots\":[{\"uri\":\"file:///home/ada\"},\n{\"uri\":\"https://host/\"}]}";
    let value: Value = serde_json::from_str(text).unwrap();
    let options = CheckOptions { revision: Some(Revision::V2025_11_25), ..Default::default() };
    for (reply, line) in [(ROOTS.check(text, &options).unwrap(), 2), (ROOTS.check(&value, &options).unwrap(), 1)] {
        assert!(!reply.value.valid);
        assert_eq!((reply.value.kind, reply.value.revision), (Kind::Result, Revision::V2025_11_25));
        assert_eq!(reply.value.roots[0].path.as_deref(), Some("/home/ada"));
        assert_eq!(reply.value.roots[0].platform, Some(OnePlatform::Posix));
        assert!(reply.value.roots[0].valid && !reply.value.roots[1].valid);
        assert_eq!(reply.value.summary.error, 1);
        let error = reply.diagnostics.iter().find(|d| d.severity == Severity::Error).unwrap();
        assert_eq!((error.pointer.as_str(), error.line), ("/roots/1/uri", line));
    }
    let without = CheckOptions { without_roots: true, ..options };
    assert!(ROOTS.check(text, &without).unwrap().value.roots.is_empty());
}

#[test]
fn check_takes_its_options() {
    let two = r#"{"roots":[{"uri":"file:///a"},{"uri":"file:///b"}]}"#;
    let few = CheckOptions { max_roots: Some(1), ..Default::default() };
    assert!(ROOTS.check(two, &CheckOptions::default()).unwrap().value.valid);
    assert!(!ROOTS.check(two, &few).unwrap().value.valid);

    // Strict refuses what two common converters read differently.
    let dots = r#"{"roots":[{"uri":"file:///a/../b"}]}"#;
    let protocol = CheckOptions { profile: Some(Profile::Protocol), ..Default::default() };
    assert!(!ROOTS.check(dots, &CheckOptions::default()).unwrap().value.valid);
    assert!(ROOTS.check(dots, &protocol).unwrap().value.valid);

    let drive = r#"{"roots":[{"uri":"file:///C:/x"}]}"#;
    // A drive is a directory's name to POSIX, and one that means something else to others.
    for (platform, path) in [(Platform::Windows, Some(r"C:\x")), (Platform::Posix, None)] {
        let options = CheckOptions { platform: Some(platform), ..Default::default() };
        let reply = ROOTS.check(drive, &options).unwrap().value;
        assert_eq!((reply.valid, reply.roots[0].path.as_deref()), (path.is_some(), path));
    }

    let kind = CheckOptions { kind: Some(Kind::Request), ..Default::default() };
    assert_eq!(ROOTS.check(two, &kind).unwrap().value.kind, Kind::Request);

    let space = r#"{"roots":[{"uri":"file:///a b"}]}"#;
    let fix = |values| {
        let reply = ROOTS.check(space, &CheckOptions { values, ..Default::default() }).unwrap();
        reply.diagnostics.into_iter().find_map(|d| d.fix)
    };
    assert_eq!((fix(false), fix(true).as_deref()), (None, Some("file:///a%20b")));
}

#[test]
fn check_reads_text_exactly_and_lets_nothing_out_of_it() {
    for text in [
        "{\"roots\":[],\"roots\":[]}",
        "{\"roots\":[]",
        "{\"roots\":[]},\"profile\":\"protocol\"",
        "{\"roots\":[]}\",\"message\":{\"roots\":[]},\"x\":\"",
        "\u{feff}{\"roots\":[]}",
        "{\"roots\":[],\"x\":\"\u{1}\"}",
        "x",
        "",
    ] {
        assert!(!ROOTS.check(text, &CheckOptions::default()).unwrap().value.valid, "{text}");
    }
    let reply =
        ROOTS.check("{\"roots\":\t[],\r\n\"a\\\\\\\"/\":\"\u{e9}\u{1f600}\", }", &CheckOptions::default()).unwrap();
    assert_eq!((reply.diagnostics[0].line, reply.diagnostics[0].column), (2, 17));
}

#[test]
fn check_says_the_same_of_a_text_however_it_goes_to_the_module() {
    for text in
        [HOME, "\n{\"roots\":[{\"uri\":\"file:///a b\"}]}", r#"{"roots":[{"uri":"file:///a b"}]} "#, r#"{"a":1,"a":2}"#]
    {
        let Value::Object(answer) =
            serde_json::from_str(&ROOTS.call_text("check", &json!({"text": text, "roots": true}).to_string()).unwrap())
                .unwrap()
        else {
            panic!("no object")
        };
        let reply = ROOTS.check(text, &CheckOptions::default()).unwrap();
        assert_eq!(json!(reply.value.valid), answer["value"]["valid"], "{text}");
        let places = |d: &Value| (d["code"].clone(), d["pointer"].clone(), d["offset"].clone(), d["column"].clone());
        let want: Vec<_> = answer["diagnostics"].as_array().unwrap().iter().map(places).collect();
        let got = reply.diagnostics.iter().map(|d| (json!(d.code), json!(d.pointer), json!(d.offset), json!(d.column)));
        assert_eq!(got.collect::<Vec<_>>(), want, "{text}");
    }
}

#[test]
fn check_of_bytes_that_are_not_utf8_has_no_valid_verdict() {
    match ROOTS.check(&b"{\"roots\":[{\"uri\":\"file:///\xff\"}]}"[..], &CheckOptions::default()) {
        Ok(reply) => assert!(!reply.value.valid),
        Err(Error::Call { code, diagnostics, .. }) => {
            assert_eq!(code, -32700);
            assert_eq!(diagnostics[0].code, "json-invalid-utf8");
        }
        Err(err) => panic!("{err}"),
    }
}

#[test]
fn read_gives_the_usable_roots() {
    let reading = ROOTS.read(HOME, &ReadOptions::default()).unwrap().value;
    assert_eq!(reading.status, Status::Ok);
    let root = &reading.roots[0];
    assert_eq!((root.index, root.uri.as_str(), root.path.as_str()), (0, "file:///home/ada", "/home/ada"));
    assert_eq!((root.platform, root.name.as_deref()), (OnePlatform::Posix, Some("home")));
    assert_eq!(ROOTS.read(r#"{"roots":[]}"#, &ReadOptions::default()).unwrap().value.status, Status::Empty);

    let options = |id| ReadOptions { id: Some(Id::Number(id)), revision: Some(Revision::V2025_11_25), platform: None };
    let answer = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Roots not supported"}}"#;
    assert_eq!(ROOTS.read(answer, &options(1)).unwrap().value.status, Status::Unsupported);
    assert_eq!(ROOTS.read(answer, &options(2)).unwrap().value.status, Status::Invalid);
}

#[test]
fn rules_explains_the_code_of_a_diagnostic() {
    let all = ROOTS.rules(None).unwrap().value;
    let reply = ROOTS.check(r#"{"roots":[{"uri":"https://x"}]}"#, &CheckOptions::default()).unwrap();
    assert!(!reply.diagnostics.is_empty());
    for diagnostic in reply.diagnostics {
        let one = ROOTS.rules(Some(&diagnostic.code)).unwrap().value;
        assert_eq!(one, all.iter().filter(|rule| rule.code == diagnostic.code).cloned().collect::<Vec<_>>());
    }
    assert!(matches!(ROOTS.rules(Some("no-such-rule")), Err(Error::Call { code: -32602, .. })));
}

#[test]
fn capabilities_result_answer_and_list_changed_build_what_a_client_sends() {
    let revision = Revision::V2025_11_25;
    let capabilities = ROOTS.capabilities(revision, true).unwrap().value;
    assert_eq!(capabilities.get(), r#"{"roots":{"listChanged":true}}"#);

    let roots = [Root::path("/home/a b").named("x"), Root::uri("file:///c")];
    let result = ROOTS.result(&roots, Platform::Posix).unwrap().value;
    assert_eq!(result.get(), r#"{"roots":[{"uri":"file:///home/a%20b","name":"x"},{"uri":"file:///c"}]}"#);
    assert!(matches!(ROOTS.result(&[Root::path("relative")], Platform::Posix), Err(Error::Call { code: -32602, .. })));

    let request = json!({"jsonrpc": "2.0", "id": "a", "method": "roots/list"});
    let options = AnswerOptions { platform: POSIX, ..Default::default() };
    let answer = ROOTS.answer(&request, revision, Some(&[Root::path("/a")]), &options).unwrap().value;
    assert_eq!(answer.get(), r#"{"jsonrpc":"2.0","id":"a","result":{"roots":[{"uri":"file:///a"}]}}"#);
    let refused = ROOTS.answer(&request, revision, None, &options).unwrap().value;
    let refused: Value = serde_json::from_str(refused.get()).unwrap();
    assert_eq!(refused["error"]["code"], -32601);

    let notification = ROOTS.list_changed(revision).unwrap().value;
    assert_eq!(notification.get(), r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#);
    assert!(matches!(ROOTS.list_changed(Revision::V2026_07_28), Err(Error::Call { code: -32601, .. })));
}

#[test]
fn input_required_is_the_result_or_none_with_the_refusal() {
    let requests = BTreeMap::from([("roots".to_owned(), request())]);
    let capabilities = json!({"roots": {}});
    let input = InputRequired {
        requests: &requests,
        request_state: Some("s"),
        capabilities: &capabilities,
        method: "tools/call",
    };
    let result: Value = serde_json::from_str(ROOTS.input_required(&input).unwrap().value.unwrap().get()).unwrap();
    assert_eq!(
        result,
        json!({"resultType": "input_required", "inputRequests": {"roots": request()}, "requestState": "s"})
    );
    let refused = ROOTS.input_required(&InputRequired { capabilities: &json!({}), ..input }).unwrap();
    assert!(refused.value.is_none());
    assert_eq!(refused.refusal.unwrap().code, -32021);
}

#[test]
fn diff_and_describe_compare_and_show_lists() {
    let capabilities = json!({"roots": {"listChanged": true}});
    let options = DiffOptions { revision: Revision::V2025_11_25, capabilities: Some(&capabilities) };
    let after = json!([{"uri": "file:///home/ada", "name": "new"}, {"uri": "file:///b"}]);
    let difference = ROOTS.diff(&raw(HOME), &after, &options).unwrap().value;
    assert!(difference.changed && difference.notify && difference.removed.is_empty());
    assert_eq!((difference.added[0].index, difference.added[0].uri.as_str()), (1, "file:///b"));
    let renamed = &difference.renamed[0];
    assert_eq!((renamed.before.as_deref(), renamed.after.as_deref()), (Some("home"), Some("new")));

    assert!(ROOTS.describe(HOME).unwrap().value.contains("- file:///home/ada (home)"));
}

#[test]
fn to_path_and_to_uri_answer_each_question() {
    let reply = ROOTS.to_path(&["file:///a%20b", "http://x"], Platform::Auto).unwrap().value;
    let path = reply[0].as_ref().unwrap();
    assert_eq!((path.path.as_str(), path.canonical.as_str()), ("/a b", "file:///a%20b"));
    assert_eq!(path.platform, OnePlatform::Posix);
    let refused = reply[1].as_ref().unwrap_err();
    assert_eq!(ROOTS.rules(Some(&refused.code)).unwrap().value.len(), 1);

    let paths = [r"C:\Users\ada".to_owned(), "relative".to_owned()];
    let reply = ROOTS.to_uri(&paths, Platform::Windows).unwrap().value;
    assert_eq!(reply[0].as_deref(), Ok("file:///C:/Users/ada"));
    assert!(reply[1].is_err());
    assert_eq!(ROOTS.to_uri(&[""; 0], Platform::LOCAL).unwrap().value, []);
}

#[test]
fn contains_says_yes_only_to_what_lies_inside() {
    let roots = [Root::uri("file:///home"), Root::path("/home/ada")];
    let paths = ["/home/ada/x/y", "file:///home/ada", "/homes", "/home/ada/../b", "relative"];
    let options = ContainsOptions { platform: POSIX, ..Default::default() };
    let reply = ROOTS.contains(&roots, &paths, &options).unwrap().value;
    let verdicts: Vec<Verdict> = reply.iter().map(|c| c.verdict).collect();
    use Verdict::{Ambiguous, Inside, Invalid, Outside};
    assert_eq!(verdicts, [Inside, Inside, Outside, Ambiguous, Invalid]);
    assert_eq!((reply[0].root, reply[0].relative.as_deref()), (Some(1), Some(&["x".to_owned(), "y".to_owned()][..])));
    assert_eq!(reply[2].reason, "outside-sibling-prefix");
    assert_eq!(reply.iter().filter(|c| c.is_inside()).count(), 2);
    let nowhere = ROOTS.contains(&[], &["/home"], &options).unwrap().value;
    assert_eq!((nowhere[0].verdict, nowhere[0].reason.as_str()), (Outside, "no-roots"));

    let share = [Root::uri("file://server/share")];
    for unc in [false, true] {
        let options = ContainsOptions { platform: Some(Platform::Windows), unc };
        let reply = ROOTS.contains(&share, &[r"\\server\share\x"], &options);
        assert_eq!(reply.is_ok_and(|reply| reply.value[0].is_inside()), unc);
    }
}

#[test]
fn scope_cuts_what_is_revealed_to_what_is_allowed() {
    let revealed = [Root::uri("file:///home"), Root::uri("file:///etc")];
    let scope = ROOTS.scope(&revealed, &[Root::path("/home/ada")], Platform::Posix).unwrap().value;
    assert_eq!(scope.roots.len(), 1);
    let root = &scope.roots[0];
    assert_eq!((root.uri.as_str(), root.path.as_str()), ("file:///home/ada", "/home/ada"));
    assert_eq!((root.revealed, root.allowed), (0, 0));
}

#[test]
fn call_call_text_and_call_bytes_give_one_answer() {
    let input = json!({"uris": ["file:///a", "file:///%zz"], "platform": "posix"});
    let text = ROOTS.call_text("to_path", &input.to_string()).unwrap();
    assert_eq!(ROOTS.call_bytes("to_path", input.to_string().as_bytes()).unwrap(), text.as_bytes());
    let answer: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(ROOTS.call("to_path", &input).unwrap(), answer["value"]);
}

#[test]
fn a_call_that_cannot_be_carried_out_is_an_error_with_its_diagnostics() {
    match ROOTS.call("to_path", &json!({"uris": "canary", "canary": 1})) {
        Err(Error::Call { code, message, diagnostics }) => {
            assert_eq!(code, -32602);
            assert!(!message.is_empty() && !diagnostics.is_empty());
            assert!(!format!("{message} {diagnostics:?}").contains("canary"));
        }
        other => panic!("{other:?}"),
    }
    assert!(ROOTS.call_text("to_path", "{").unwrap().starts_with(r#"{"ok":false,"error":{"code":-32700,"#));
    assert!(ROOTS.call_text("info", "").unwrap().starts_with(r#"{"ok":false,"error":{"code":-32700,"#));
}

#[test]
fn a_type_that_has_no_json_form_is_an_error_without_its_values() {
    let keys = BTreeMap::from([(vec!["canary"], 1)]); // no string, so no name of a member
    let err = ROOTS.validate_request(&keys, Revision::default()).unwrap_err();
    assert!(matches!(err, Error::NotJson));
    assert!(!format!("{err} {err:?}").contains("canary"));
}

#[test]
fn a_request_as_deep_as_the_module_takes_comes_out_whole() {
    let depth = 126;
    let meta = format!("{}{}", r#"{"a":"#.repeat(depth - 1) + "{}", "}".repeat(depth - 1));
    let input = format!(r#"{{"meta":{meta}}}"#);
    assert!(ROOTS.call_text("list", &input).unwrap().contains(&meta));
    // Three levels deeper than serde_json reads a Value.
    assert!(matches!(ROOTS.call("list", &serde_json::from_str(&input).unwrap()), Err(Error::Abi(_))));
    let options = ListOptions { meta: Some(serde_json::from_str(&meta).unwrap()), ..Default::default() };
    let request = ROOTS.list(&options).unwrap().value;
    assert!(request.get().contains(&meta));
}

#[test]
fn read_session_follows_what_is_known() -> mcproots::Result<()> {
    let roots = Roots::new()?;
    let messages = [
        r#"{"jsonrpc":"2.0","id":1,"method":"roots/list"}"#,
        r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///a"}]}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}"#,
    ];
    let session = roots.read_session(&messages, &Default::default())?.value;
    let seen: Vec<_> = session.iter().map(|m| (m.index, m.event, m.known)).collect();
    assert_eq!(
        seen,
        [
            (0, mcproots::Event::Asked, mcproots::Knowledge::Unknown),
            (1, mcproots::Event::Answered, mcproots::Knowledge::Fresh),
            (2, mcproots::Event::Changed, mcproots::Knowledge::Stale),
        ]
    );
    assert_eq!(session[1].roots[0].path, "/a");
    assert!(matches!(roots.read_session(&["{"], &Default::default()), Err(mcproots::Error::NotJson)));
    Ok(())
}
