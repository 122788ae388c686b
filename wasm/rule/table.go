package rule

// table is the catalogue: a record for each rule, in the order of the IDs. Its
// lines are
//
//	code severity [how the examples are written]
//	title
//	why
//	fix
//	bad example
//	good example
//	specification
//
// Examples are inputs of the operation op=, or with form= the shorter forms that
// package example writes out: {{x*n}} stands for n times x, {{0xFF}} for bytes. It
// is one text because as Go structures it would take twice the room in the module.
const table = `json-empty error form=text
The document is empty.
An empty text is not a JSON value, so there is nothing to check.
Send the message itself.

{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 2

json-bom error form=text
The document starts with a byte order mark.
Some readers skip the mark and others fail on it, so the same bytes are two documents.
Write UTF-8 without a byte order mark.
{{0xEFBBBF}}{"roots":[]}
{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 8.1

json-syntax error form=text
A character is not allowed here by the JSON grammar.
Lenient readers guess differently what was meant.
Write what RFC 8259 allows: no comments, no trailing commas, double quotes, lower-case literals.
{"roots":[],}
{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 2

json-unexpected-end error form=text
The document ends inside a value.
A cut message must not be read as a shorter one.
Send the whole document.
{"roots":[
{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 2

json-trailing-data error form=text
Something follows the document.
One reader takes the first document and another the last.
Send one document; put one message on each line of a transcript.
{"roots":[]} {}
{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 2

json-invalid-utf8 error form=message
A string holds bytes that are not UTF-8.
Readers replace, drop or keep such bytes, so names and paths differ between them.
Encode the text as UTF-8.
{"roots":[],"_meta":{"a":"{{0xFF}}"}}
{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 8.1

json-control-char error form=text
A string holds a raw control character.
The grammar requires control characters to be escaped; lenient readers let them through to terminals and paths.
Escape it, as in \n or \u0000.
{"roots":[],"_meta":{"a":"x{{0x09}}y"}}
{"roots":[],"_meta":{"a":"x\ty"}}
RFC 8259 section 7

json-bad-escape error form=text
A backslash begins an escape sequence that does not exist.
Readers keep, drop or refuse it.
Use only the escapes of the grammar; write a backslash as two.
{"roots":[],"_meta":{"a":"C:\x"}}
{"roots":[],"_meta":{"a":"C:\\x"}}
RFC 8259 section 7

json-lone-surrogate error form=text
An escape names half of a surrogate pair.
It stands for no character: readers replace it, keep it or fail.
Write the character itself or both halves of its pair.
{"roots":[],"_meta":{"a":"\uD83D"}}
{"roots":[],"_meta":{"a":"\uD83D\uDE00"}}
RFC 8259 section 8.2

json-bad-number error form=text
A number is malformed.
Leading zeros, a bare point or a plus sign are read differently or refused.
Write the number as the grammar has it.
{"roots":[],"_meta":{"a":01}}
{"roots":[],"_meta":{"a":1}}
RFC 8259 section 6

json-depth error form=text
Arrays and objects are nested too deeply.
Recursive readers crash on deep nesting; no roots message needs it.
Keep the nesting at most 128 levels deep.
{{[*129}}{{]*129}}
{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 9

json-duplicate-key error form=text
A member name stands twice in one object.
One reader takes the first value and another the last, so what was checked is not what is used.
Give each member once.
{"roots":[],"roots":[]}
{"roots":[{"uri":"file:///srv/app"}]}
RFC 8259 section 4

input-not-object error op=list
The input of this operation must be an object.
Every operation but those that take a ListRootsResult itself reads named members.
Send an object with the members that the operation lists.
[]
{}
mcproots operations

input-member-missing error op=list
A member that this operation needs is missing.
The operation cannot be carried out without it, and nothing is guessed.
Add the member named in args.
{"revision":"2025-11-25"}
{"revision":"2025-11-25","id":1}
mcproots operations

input-member-type error op=list
A member of the input has the wrong type.
The operation reads it as another type.
Give the member the type that the operation lists.
{"revision":7}
{"revision":"2026-07-28"}
mcproots operations

input-member-value error op=list
A member of the input has a value that is not one of its choices.
A misspelt revision, platform, profile or kind would otherwise be answered as if another had been meant.
Use one of the listed values.
{"revision":"2025-01-01"}
{"revision":"2026-07-28"}
mcproots operations

input-member-unknown warning op=list
The operation does not know a member of its input; it was not used.
A misspelt option would otherwise silently do nothing.
Remove the member or correct its name.
{"revison":"2025-11-25"}
{"revision":"2026-07-28"}
mcproots operations

result-not-object error form=message kind=result
A ListRootsResult must be an object.
Readers look for its member roots.
Send {"roots":[...]}.
[]
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

roots-missing error form=message kind=result
The member roots is missing.
An answer without roots is not an empty answer: some peers read it as no limit.
Send {"roots":[]} when there are none.
{}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

roots-not-list error form=message kind=result
roots must be an array.
null or an object in its place is read as no limit by some peers and refused by others.
Send an array, empty when there are no roots.
{"roots":null}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

roots-empty warning form=message kind=result
The list of roots is empty.
It must mean that nothing is allowed; some servers read it as everything.
Treat an empty list as no access; ask the user when that is not meant.
{"roots":[]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

roots-too-many error op=check
A list has more entries than the limit.
Every request against the roots pays for the list.
Send fewer, wider roots, or raise check's maxRoots.
{"message":{"roots":[{"uri":"file:///srv/a"},{"uri":"file:///srv/b"}]},"revision":"2025-11-25","maxRoots":1}
{"message":{"roots":[{"uri":"file:///srv/a"}]},"revision":"2025-11-25","maxRoots":1}
mcproots limits

root-not-object error form=message kind=result
A root must be an object.
A bare string or number has no uri.
Write {"uri":"file:///..."}.
{"roots":[7]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

uri-missing error form=message kind=result
The root has no uri.
uri is the one member that a root must have; some SDKs read its absence as an empty string.
Add the uri.
{"roots":[{"name":"app"}]}
{"roots":[{"uri":"file:///srv/app","name":"app"}]}
MCP client/roots

uri-not-string error form=message kind=result
uri must be a string.
Anything else is no URI.
Write the URI as a string.
{"roots":[{"uri":null}]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

name-not-string error form=message kind=result
name must be a string when it is there.
null is not absence: the TypeScript SDKs refuse the whole list for it.
Leave name out or make it a string.
{"roots":[{"uri":"file:///srv/app","name":null}]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

name-control-or-bidi warning form=message kind=result
The name holds control, bidirectional or invisible characters.
A name is shown to people when they consent: such characters make it look like another.
Remove the characters.
{"roots":[{"uri":"file:///srv/app","name":"app\u202Egpj"}]}
{"roots":[{"uri":"file:///srv/app","name":"app"}]}
Unicode Technical Report 36

name-too-long warning form=message kind=result
The name is longer than 256 characters.
Long names push what matters out of a consent dialog.
Shorten the name.
{"roots":[{"uri":"file:///srv/app","name":"{{a*257}}"}]}
{"roots":[{"uri":"file:///srv/app","name":"app"}]}
mcproots limits

root-meta-not-object error form=message kind=result
_meta of a root must be an object.
The schema has it as an object since 2025-06-18.
Make it an object or leave it out.
{"roots":[{"uri":"file:///srv/app","_meta":[]}]}
{"roots":[{"uri":"file:///srv/app","_meta":{}}]}
MCP 2025-06-18 schema Root

result-meta-not-object error form=message kind=result
_meta of the result must be an object.
The schema has it as an object up to 2025-11-25.
Make it an object or leave it out.
{"roots":[{"uri":"file:///srv/app"}],"_meta":null}
{"roots":[{"uri":"file:///srv/app"}],"_meta":{}}
MCP 2025-11-25 schema Result

root-duplicate warning form=message kind=result
The same root URI stands in the list before.
Peers that key roots by URI and peers that count them disagree.
Remove one of the two.
{"roots":[{"uri":"file:///srv/app"},{"uri":"file:///srv/app"}]}
{"roots":[{"uri":"file:///srv/app"},{"uri":"file:///srv/lib"}]}
MCP client/roots

root-duplicate-alias warning form=message kind=result also=uri-host-localhost
Another root of the list names the same path in another spelling.
Peers that compare strings see two roots where there is one.
Keep one of the two, in canonical form.
{"roots":[{"uri":"file:///srv/app"},{"uri":"file://localhost/srv/app"}]}
{"roots":[{"uri":"file:///srv/app"},{"uri":"file:///srv/lib"}]}
RFC 3986 section 6

root-nested info form=message kind=result
Another root of the list already covers this one.
It widens nothing; removing only one of the two changes what is allowed less than it seems.
Keep the one that is meant.
{"roots":[{"uri":"file:///srv/app"},{"uri":"file:///srv/app/sub"}]}
{"roots":[{"uri":"file:///srv/app"},{"uri":"file:///srv/lib"}]}
MCP client/roots

root-is-filesystem-root error form=message kind=result
The root is a whole file system or drive.
Everything is inside it, so it limits nothing.
Name the directories that are needed.
{"roots":[{"uri":"file:///"}]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

root-is-sensitive warning form=message kind=result
The root is a system directory or a whole home directory.
It holds credentials or devices beside the work that is meant.
Name the project inside it.
{"roots":[{"uri":"file:///etc"}]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

root-mixed-platforms warning form=message kind=result
The list mixes POSIX and Windows roots.
One machine has one kind of path: part of the list cannot be used.
Send the roots in the form of the machine on which the server runs.
{"roots":[{"uri":"file:///srv/app"},{"uri":"file:///C:/app"}]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP client/roots

unknown-member info form=message kind=result
The protocol does not define this member here.
It is legal and ignored; a misspelt member looks just like it.
Check the spelling.
{"roots":[{"uri":"file:///srv/app","path":"/srv/app"}]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP schema Root

roots-deprecated info form=message kind=result revision=2026-07-28 good-revision=2025-11-25
Roots are deprecated since revision 2026-07-28.
They still work, at least until 2027-07-28; new code should use tool parameters, resource URIs or server configuration.
Plan the migration.
{"roots":[{"uri":"file:///srv/app"}]}
{"roots":[{"uri":"file:///srv/app"}]}
MCP SEP-2577

meta-key-invalid warning form=message kind=result
A name in _meta does not follow the naming rules.
Peers may drop or refuse it.
Use an optional prefix of dot-separated labels and a slash, then a name that starts and ends with a letter or digit.
{"roots":[{"uri":"file:///srv/app","_meta":{"a b":1}}]}
{"roots":[{"uri":"file:///srv/app","_meta":{"example.com/a":1}}]}
MCP basic/index _meta

meta-key-reserved warning form=message kind=result
A name in _meta uses a prefix that the protocol reserves.
Its meaning is the protocol's to define.
Use a prefix of your own domain.
{"roots":[{"uri":"file:///srv/app","_meta":{"io.modelcontextprotocol/mine":1}}]}
{"roots":[{"uri":"file:///srv/app","_meta":{"com.example/mine":1}}]}
MCP basic/index _meta

meta-not-object error form=message
_meta must be an object.
The schema has no other type for it.
Make it an object or leave it out.
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{"_meta":[]}}
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{"_meta":{}}}
MCP schema RequestParams

progress-token-type error form=message
progressToken must be a string or an integer.
Progress notifications are matched by it.
Use a string or an integer.
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{"_meta":{"progressToken":null}}}
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{"_meta":{"progressToken":1}}}
MCP 2025-11-25 schema RequestParams

message-not-object error form=message
A message must be an object.
Neither a scalar nor a list of things is a protocol message.
Send one message as an object.
7
{"jsonrpc":"2.0","id":1,"method":"roots/list"}
JSON-RPC 2.0

message-unknown error form=message
The document is no roots message that can be told by its members.
Nothing was checked, so nothing can be said of it.
Say its kind, or send the message itself.
{}
{"roots":[{"uri":"file:///srv/app"}]}
mcproots check

jsonrpc-version error form=message
jsonrpc must be "2.0".
Every JSON-RPC message carries it.
Add "jsonrpc":"2.0".
{"jsonrpc":"1.0","id":1,"method":"roots/list"}
{"jsonrpc":"2.0","id":1,"method":"roots/list"}
JSON-RPC 2.0 section 4

id-missing error form=message
The message has no id.
Without an id a request is a notification and gets no answer, and a response answers nothing.
Add an id: a string or an integer.
{"jsonrpc":"2.0","method":"roots/list"}
{"jsonrpc":"2.0","id":1,"method":"roots/list"}
MCP basic/index

id-type error form=message
id must be a string or an integer, never null.
Peers read a null id as a notification, and a fraction does not survive every number type.
Use a string or an integer.
{"jsonrpc":"2.0","id":null,"method":"roots/list"}
{"jsonrpc":"2.0","id":0,"method":"roots/list"}
MCP basic/index

request-method error form=message kind=request
The method is not roots/list.
Method names are compared exactly.
Write roots/list.
{"jsonrpc":"2.0","id":1,"method":"Roots/List"}
{"jsonrpc":"2.0","id":1,"method":"roots/list"}
MCP client/roots

params-null error form=message
params is null.
params may be left out but not be null: the schema wants an object, and strict peers refuse the request.
Leave params out or send {}.
{"jsonrpc":"2.0","id":3,"method":"roots/list","params":null}
{"jsonrpc":"2.0","id":3,"method":"roots/list"}
JSON-RPC 2.0 section 4.2

params-not-object error form=message
params must be an object.
The protocol has no positional parameters.
Send an object.
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":[]}
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{}}
MCP schema JSONRPCRequest

params-member warning form=message
roots/list takes no parameters but _meta.
No revision paginates or filters roots; strict readers refuse the member.
Remove it.
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{"cursor":"x"}}
{"jsonrpc":"2.0","id":1,"method":"roots/list","params":{}}
MCP schema ListRootsRequest

request-envelope warning form=message kind=request revision=2026-07-28
An embedded roots/list has no JSON-RPC envelope.
Since 2026-07-28 the request travels bare inside an InputRequiredResult; jsonrpc and id mean nothing there.
Send only method and params.
{"id":"x","method":"roots/list"}
{"method":"roots/list","params":{}}
MCP 2026-07-28 schema ListRootsRequest

notification-method error form=message
The notification's name is misspelt.
Peers ignore notifications that they do not know, so the change is lost.
Write notifications/roots/list_changed.
{"jsonrpc":"2.0","method":"notifications/roots/listChanged"}
{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
MCP client/roots

notification-id error form=message
A notification must not have an id.
With an id it is a request that somebody waits for.
Remove the id.
{"jsonrpc":"2.0","id":1,"method":"notifications/roots/list_changed"}
{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
MCP basic/index

list-changed-removed error form=message revision=2026-07-28 good-revision=2025-11-25
notifications/roots/list_changed no longer exists.
Revision 2026-07-28 removed it: the roots are asked for again with each call.
Do not send it.
{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
{"jsonrpc":"2.0","method":"notifications/roots/list_changed"}
MCP 2026-07-28 changelog

response-result-and-error error form=message
A response has both result and error.
Exactly one of them must be there; peers take different ones.
Send one of the two.
{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///srv/app"}]},"error":{"code":-32603,"message":"x"}}
{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///srv/app"}]}}
JSON-RPC 2.0 section 5

response-empty error form=message kind=response
A response has neither result nor error.
Nothing can be read from it.
Send one of the two.
{"jsonrpc":"2.0","id":1}
{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///srv/app"}]}}
JSON-RPC 2.0 section 5

error-not-object error form=message
error must be an object.
Its code tells what happened.
Send {"code":...,"message":"..."}.
{"jsonrpc":"2.0","id":1,"error":"no"}
{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Roots not supported"}}
JSON-RPC 2.0 section 5.1

error-code-type error form=message
code of an error must be an integer.
Peers decide by it.
Use the integer of the specification.
{"jsonrpc":"2.0","id":1,"error":{"code":"-32601","message":"x"}}
{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Roots not supported"}}
JSON-RPC 2.0 section 5.1

error-message-type error form=message
message of an error must be a string.
People read it.
Add a short sentence.
{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}
{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Roots not supported"}}
JSON-RPC 2.0 section 5.1

error-code-unexpected warning form=message
This revision answers unsupported roots with another code.
Up to 2025-11-25 a client without roots answers -32601; since 2026-07-28 a server that needs an undeclared capability answers -32021.
Use -32601 up to 2025-11-25 and -32021 since.
{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"List roots not supported"}}
{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Roots not supported"}}
MCP client/roots error handling

error-capabilities-missing error form=message revision=2026-07-28
A -32021 error must name the missing capabilities in data.requiredCapabilities, an object.
The client cannot know what to declare otherwise.
Add "data":{"requiredCapabilities":{"roots":{}}}.
{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"x","data":{"requiredCapabilities":["roots"]}}}
{"jsonrpc":"2.0","id":1,"error":{"code":-32021,"message":"x","data":{"requiredCapabilities":{"roots":{}}}}}
MCP 2026-07-28 basic/index

batch-not-allowed error form=message good-revision=2025-03-26
This revision has no JSON-RPC batches.
Only 2025-03-26 has them; peers of other revisions refuse the whole array.
Send one message at a time.
[{"jsonrpc":"2.0","id":1,"method":"roots/list"}]
[{"jsonrpc":"2.0","id":1,"method":"roots/list"}]
MCP 2025-06-18 changelog

batch-empty error form=message kind=batch revision=2025-03-26
A batch must not be empty.
JSON-RPC calls it an invalid request.
Send at least one message.
[]
[{"jsonrpc":"2.0","id":1,"method":"roots/list"}]
JSON-RPC 2.0 section 6

batch-initialize error form=message revision=2025-03-26
initialize must not be part of a batch.
Nothing else may be sent before it is answered, and the revision that allows batches is only agreed by it.
Send it alone, first.
[{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}]
[{"jsonrpc":"2.0","id":1,"method":"roots/list"}]
MCP 2025-03-26 basic/lifecycle

capabilities-not-object error form=message kind=capabilities
capabilities must be an object.
What a client can do is read from its members.
Send an object.
[]
{"roots":{}}
MCP schema ClientCapabilities

capability-not-object error form=message kind=capabilities
The roots capability must be an object.
true, null or an array is refused by the schema, and by peers.
Write "roots":{}.
{"roots":true}
{"roots":{}}
MCP schema ClientCapabilities

list-changed-not-boolean error form=message kind=capabilities
listChanged must be true or false.
Some SDKs turn other values into true and others refuse them.
Use a boolean or leave it out.
{"roots":{"listChanged":"yes"}}
{"roots":{"listChanged":true}}
MCP schema ClientCapabilities

list-changed-meaningless warning form=message kind=capabilities revision=2026-07-28
listChanged means nothing since 2026-07-28.
The notification that it announced was removed.
Declare "roots":{}.
{"roots":{"listChanged":true}}
{"roots":{}}
MCP 2026-07-28 changelog

roots-capability-absent warning form=message kind=capabilities
The client does not declare roots.
A server must then not ask; treating it as no limit opens everything.
Declare roots, or treat the client as one without any.
{"sampling":{}}
{"roots":{}}
MCP client/roots

capabilities-missing error form=message
The member capabilities is missing.
Nothing may be assumed of what is not declared.
Add capabilities, {} when there are none.
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}
MCP basic/lifecycle

server-capability-roots warning form=message
roots is a capability of clients, not of servers.
No peer reads it there.
Remove it.
{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"serverInfo":{"name":"s","version":"1"}}}
{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}}
MCP schema ServerCapabilities

initialize-roots warning form=message
initialize carries no roots.
A list beside the capabilities is read by nobody: servers ask with roots/list.
Answer roots/list instead.
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"},"roots":[]}}
{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{"roots":{}},"clientInfo":{"name":"c","version":"1"}}}
MCP basic/lifecycle

input-required-revision error form=message kind=input_required good-revision=2026-07-28
Input requests inside results exist only since 2026-07-28.
Earlier peers do not know them and never answer.
Send the JSON-RPC request roots/list.
{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}
{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}
MCP 2026-07-28 basic/patterns/mrtr

result-type error form=message revision=2026-07-28
resultType must be "input_required" here.
Without it the client takes the result for the final one.
Add "resultType":"input_required".
{"inputRequests":{"r":{"method":"roots/list"}}}
{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}
MCP 2026-07-28 basic/patterns/mrtr

input-required-empty error form=message revision=2026-07-28
Neither inputRequests nor requestState is there.
The client would have nothing to answer and nothing to send back.
Add one of them.
{"resultType":"input_required"}
{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}
MCP 2026-07-28 basic/patterns/mrtr

input-requests-not-object error form=message revision=2026-07-28
inputRequests must be an object of requests by key.
The answers come back under the same keys.
Send an object.
{"resultType":"input_required","inputRequests":[]}
{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}
MCP 2026-07-28 basic/patterns/mrtr

input-request-not-object error form=message revision=2026-07-28
An input request must be an object.
A null entry crashes some SDKs.
Send {"method":"roots/list"}.
{"resultType":"input_required","inputRequests":{"r":null}}
{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}
MCP 2026-07-28 basic/patterns/mrtr

input-request-method error form=message revision=2026-07-28
An input request must be roots/list, sampling/createMessage or elicitation/create.
No other request can travel in a result.
Use one of the three.
{"resultType":"input_required","inputRequests":{"r":{"method":"ping"}}}
{"resultType":"input_required","inputRequests":{"r":{"method":"roots/list"}}}
MCP 2026-07-28 basic/patterns/mrtr

request-state-type error form=message revision=2026-07-28
requestState must be a string.
The client sends it back byte for byte.
Use a string or leave it out.
{"resultType":"input_required","requestState":null}
{"resultType":"input_required","requestState":"s"}
MCP 2026-07-28 basic/patterns/mrtr

input-responses-not-object error form=message revision=2026-07-28
inputResponses must be an object of results by key.
The server looks its answers up by key.
Send an object.
{"name":"t","inputResponses":[]}
{"name":"t","inputResponses":{"r":{"roots":[{"uri":"file:///srv/app"}]}}}
MCP 2026-07-28 basic/patterns/mrtr

input-response-not-object error form=message revision=2026-07-28
An input response must be the bare result, an object.
null, a scalar or an envelope is no result.
Send the result itself.
{"name":"t","inputResponses":{"r":7}}
{"name":"t","inputResponses":{"r":{"roots":[{"uri":"file:///srv/app"}]}}}
MCP 2026-07-28 basic/patterns/mrtr

input-response-unknown error form=message revision=2026-07-28
An input response is neither a roots, a sampling nor an elicitation result.
It answers no input request.
Send {"roots":[...]} itself, without an envelope.
{"name":"t","inputResponses":{"r":{"result":{"roots":[]}}}}
{"name":"t","inputResponses":{"r":{"roots":[{"uri":"file:///srv/app"}]}}}
MCP 2026-07-28 basic/patterns/mrtr

retry-revision error form=message kind=retry good-revision=2026-07-28
Retried calls with inputResponses exist only since 2026-07-28.
Earlier servers ignore them.
Answer the JSON-RPC request roots/list.
{"name":"t","inputResponses":{"r":{"roots":[{"uri":"file:///srv/app"}]}}}
{"name":"t","inputResponses":{"r":{"roots":[{"uri":"file:///srv/app"}]}}}
MCP 2026-07-28 basic/patterns/mrtr

input-required-method error op=input_required
Only tools/call, prompts/get and resources/read may ask for input.
Clients do not expect it anywhere else.
Ask while one of the three is served.
{"requests":{"r":{"method":"roots/list"}},"capabilities":{"roots":{}},"method":"tools/list"}
{"requests":{"r":{"method":"roots/list"}},"capabilities":{"roots":{}},"method":"tools/call"}
MCP 2026-07-28 basic/patterns/mrtr

capability-required error op=supported
The client did not declare a capability that the request needs.
A server must not send a kind of input request that this request's client did not declare.
Answer with the refusal: error -32021.
{"request":{"method":"roots/list"},"capabilities":{}}
{"request":{"method":"roots/list"},"capabilities":{"roots":{}}}
MCP 2026-07-28 basic/patterns/mrtr

response-id-mismatch error op=read
The response answers another request.
An answer to an earlier or foreign request says nothing about this one.
Match responses by id, with its type.
{"message":{"jsonrpc":"2.0","id":"1","result":{"roots":[{"uri":"file:///srv/app"}]}},"id":1,"revision":"2025-11-25"}
{"message":{"jsonrpc":"2.0","id":1,"result":{"roots":[{"uri":"file:///srv/app"}]}},"id":1,"revision":"2025-11-25"}
JSON-RPC 2.0 section 5

uri-empty error form=uri
The URI is empty.
An empty string names nothing; some SDKs keep it as a root.
Give a file URI.

file:///srv/app
RFC 8089 section 2

uri-too-long error form=uri
The URI is longer than 32 KiB.
No file system has such paths.
Shorten it.
file:///srv/{{a*32768}}
file:///srv/app
mcproots limits

uri-surrounding-space error form=uri
The URI begins or ends with a space.
Browsers trim it, other converters keep or refuse it.
Remove the space, or write it as %20 where it belongs to the name.
 file:///srv/app
file:///srv/app
RFC 3986 section 2

uri-control-char error form=uri
The URI holds a raw control character.
Browsers delete tabs and line ends anywhere in a URI, other converters keep them.
Remove it.
file:///srv/a\nb
file:///srv/app
RFC 3986 section 2

uri-bare-path error form=uri
This is a bare path, not a URI.
The protocol wants a file:// URI; a bare path is read against the current directory or refused.
Convert the path with to_uri.
/srv/app
file:///srv/app
MCP client/roots

uri-scheme-not-file error form=uri
The scheme is not file.
Every revision requires file:// URIs for roots.
Send a file URI.
https://example.com/app
file:///srv/app
MCP client/roots

uri-scheme-case error form=uri
The scheme is not in lower case.
The protocol wants the text file://; several peers compare it exactly.
Write file://.
FILE:///srv/app
file:///srv/app
MCP client/roots

uri-missing-slashes error form=uri
file: must be followed by two slashes.
RFC 8089 allows file:/path, the protocol does not.
Write file:///path.
file:/srv/app
file:///srv/app
MCP client/roots

uri-backslash error form=uri
The URI holds a backslash.
Browsers read it as a slash, other converters as a character of the name: ..\ climbs in one of them only.
Write / between segments; %5C where a POSIX name holds a backslash.
file:///srv/..\\etc
file:///srv/app
RFC 3986 section 3.3

uri-query error form=uri
The URI has a query.
Most converters cut the path there, which widens the root.
Write %3F where the name holds a question mark.
file:///srv/app?x
file:///srv/app
RFC 8089 section 2

uri-fragment error form=uri
The URI has a fragment.
Most converters cut the path there, which widens the root to its parent.
Write %23 where the name holds a number sign.
file:///srv/#app
file:///srv/app
RFC 8089 section 2

uri-userinfo error form=uri
The URI carries user information.
File URIs have none, and it may be a password.
Remove it.
file://user@host/srv/app
file:///srv/app
RFC 8089 section 2

uri-port error form=uri
The URI carries a port.
File URIs have none.
Remove it.
file://host:80/srv/app
file:///srv/app
RFC 8089 section 2

uri-host-encoded error form=uri
The host holds percent-encoding.
Converters decode it or not, so the host differs between them.
Write the host plainly.
file://wsl%24/Ubuntu/home
file:///srv/app
RFC 8089 section 2

uri-host-drive error form=uri
A drive letter stands in the place of the host.
Converters drop it, repair it or look for a host of that name.
Write three slashes: file:///C:/...
file://C:/app
file:///srv/app
RFC 8089 appendix E.2

uri-host-device error form=uri
The host is a device prefix.
It reaches the Windows device namespace in one converter.
Remove it.
file://./C:/app
file:///srv/app
RFC 8089 section 4

uri-host-remote error form=uri
The URI names another host.
Some converters drop the host and read a local path, others open a network share and send credentials.
Use a local path, or allow UNC for a Windows platform where a share is meant.
file://server/share/app
file:///srv/app
RFC 8089 section 2

uri-two-slash-path error form=uri
A slash is missing: the first directory stands in the place of the host.
The rest is read without it, or a host of that name is looked for.
Write three slashes.
file://home/user/app
file:///srv/app
RFC 8089 section 2

uri-host-localhost warning form=uri
The host localhost is spelt out.
It means this machine, but Java refuses it and VS Code makes a network path of it.
Leave the host out.
file://localhost/srv/app
file:///srv/app
RFC 8089 section 2

uri-no-path error form=uri
The URI has no path.
Several converters read it as the whole file system.
Give the path.
file://
file:///srv/app
RFC 8089 section 2

uri-extra-slashes error form=uri
The path begins with two slashes.
Converters read a network share, a POSIX path with two slashes, or drop one.
Write exactly three slashes after file:.
file:////server/share
file:///srv/app
RFC 8089 section 2

uri-bad-percent error form=uri
A percent sign is not followed by two hexadecimal digits.
Some converters refuse it and others keep it as text.
Write %25 for a percent sign.
file:///srv/100%
file:///srv/app
RFC 3986 section 2.1

uri-encoded-slash error form=uri
A segment holds an encoded slash.
Converters make a separator of it or refuse it: it hides a path inside a name.
Write / where a separator is meant.
file:///srv/a%2Fb
file:///srv/app
RFC 3986 section 2.2

uri-encoded-backslash error form=uri platform=windows
A segment holds an encoded backslash on a Windows platform.
It becomes a separator after decoding.
Write / where a separator is meant.
file:///C:/srv/a%5Cb
file:///C:/srv/a/b
RFC 3986 section 2.2

uri-encoded-nul error form=uri
A segment holds an encoded NUL.
System calls end the path there.
Remove it.
file:///srv/a%00b
file:///srv/app
RFC 3986 section 7.3

uri-encoded-control error form=uri
A segment holds an encoded control character.
It forges log lines and terminals, and converters treat it differently.
Remove it.
file:///srv/a%0Ab
file:///srv/app
RFC 3986 section 7.3

uri-invalid-utf8 error form=uri
The decoded segment is not UTF-8.
Converters replace, keep or refuse the bytes, so the path differs between them.
Encode the name as UTF-8.
file:///srv/%FF
file:///srv/app
RFC 3986 section 2.5

uri-overlong-utf8 error form=uri
The segment holds an overlong UTF-8 form.
It hides a plain character such as a dot or a slash from checks.
Encode the character in its shortest form.
file:///srv/%C0%AE
file:///srv/app
RFC 3629 section 3

uri-dot-segment error form=uri
The path holds a dot segment.
Converters collapse it before or after decoding or not at all, and links make .. undecidable.
Give the path without . and .. segments.
file:///srv/../etc
file:///srv/app
RFC 3986 section 6.2.2.3

uri-encoded-dot-segment error form=uri
The path holds a percent-encoded dot segment.
It is a dot segment that simple checks overlook.
Give the path without . and .. segments.
file:///srv/%2e%2e/etc
file:///srv/app
RFC 3986 section 6.2.2.3

uri-double-encoded error form=uri
A segment still holds percent-encoding after decoding.
A second decoder downstream would make another path of it.
Encode once.
file:///srv/%252e%252e/etc
file:///srv/app
RFC 3986 section 2.4

uri-syntax error op=check
The URI does not follow the grammar of RFC 3986.
Parsers refuse it, or guess where its parts end.
Write brackets only around an IPv6 address, digits as a port, and one number sign at most.
{"message":{"roots":[{"uri":"file://[zz]/srv"}]},"revision":"2025-11-25","profile":"protocol"}
{"message":{"roots":[{"uri":"file://[::1]/srv"}]},"revision":"2025-11-25","profile":"protocol"}
RFC 3986 appendix A

uri-illegal-char warning form=uri
The URI holds a character that RFC 3986 does not allow raw.
Strict readers refuse it.
Percent-encode it.
file:///srv/my app
file:///srv/my%20app
RFC 3986 section 2

uri-non-ascii warning form=uri
The URI holds characters outside ASCII.
That is an IRI; strict readers refuse it.
Percent-encode the UTF-8 bytes.
file:///srv/café
file:///srv/caf%C3%A9
RFC 3986 section 2

uri-empty-segment warning form=uri
The path holds an empty segment.
File systems collapse it, string comparisons do not.
Write single slashes.
file:///srv//app
file:///srv/app
RFC 3986 section 3.3

uri-trailing-slash info form=uri
The path ends with a slash.
The canonical form has none; string comparisons see another root.
Remove it.
file:///srv/app/
file:///srv/app
RFC 8089 section 2

uri-overencoded info form=uri
A character is percent-encoded that need not be.
The canonical form has it plain; string comparisons see another root.
Write the character itself.
file:///srv/%61pp
file:///srv/app
RFC 3986 section 6.2.2.2

uri-lowercase-hex info form=uri
Percent-encoding uses lower-case digits.
The canonical form has upper case; string comparisons see another root.
Use upper-case digits.
file:///srv/caf%c3%A9
file:///srv/caf%C3%A9
RFC 3986 section 6.2.2.1

uri-not-canonical info form=uri
The URI is not in canonical form.
String comparisons see another root.
Use the canonical form.
file:///srv/a%2Cb
file:///srv/a,b
RFC 3986 section 6

uri-encoded-drive-colon info form=uri platform=windows
The drive's colon is percent-encoded.
VS Code writes it so; simple converters do not see the drive.
Write the colon plainly.
file:///C%3A/app
file:///C:/app
RFC 8089 appendix E.2

uri-tilde warning form=uri
The path begins with a tilde segment.
It is a plain name here; shells and some tools make the home directory of it.
Write the home directory out.
file:///~/app
file:///srv/app
RFC 8089 section 2

uri-env-var warning form=uri
A segment looks like an environment variable.
It is a plain name here; some tools expand it.
Write its value.
file:///$HOME/app
file:///srv/app
RFC 8089 section 2

path-empty error op=to_uri
The path is empty.
It names nothing.
Give an absolute path.
{"paths":[""],"platform":"posix"}
{"paths":["/srv/app"],"platform":"posix"}
RFC 8089 section 4

path-too-long error op=to_uri
The path is longer than 32 KiB.
No file system has such paths.
Shorten it.
{"paths":["/srv/{{a*32768}}"],"platform":"posix"}
{"paths":["/srv/app"],"platform":"posix"}
mcproots limits

path-control-char error op=to_uri
The path holds a control character.
It forges log lines and terminals; NUL ends the path early.
Remove it.
{"paths":["/srv/a\nb"],"platform":"posix"}
{"paths":["/srv/app"],"platform":"posix"}
RFC 8089 section 4

relative-path error op=to_uri
The path is not absolute on this platform.
There is no current directory to read it against.
Give an absolute path, or another platform.
{"paths":["srv/app"],"platform":"posix"}
{"paths":["/srv/app"],"platform":"posix"}
RFC 8089 section 4

path-is-uri error op=to_uri
This is a URI already, not a path.
Converting it again would make a path of its scheme.
Use it as it is, or convert it with to_path.
{"paths":["file:///srv/app"],"platform":"posix"}
{"paths":["/srv/app"],"platform":"posix"}
RFC 8089 section 4

path-percent-encoded error op=to_uri
A name holds a literal encoded dot, slash, backslash or NUL.
Its URI would be refused as double encoded: a second decoder would make another path of it.
Rename it, or decode the path before converting it.
{"paths":["/srv/%2e%2e"],"platform":"posix"}
{"paths":["/srv/app"],"platform":"posix"}
RFC 3986 section 2.4

path-not-uri error op=contains
uri and path of a root name different paths.
One caller uses the one, another the other: what was checked is not what is opened.
Give one of the two, or both as read and scope give them.
{"roots":[{"uri":"file:///srv/a","path":"/srv/b"},"/srv/c"],"paths":[]}
{"roots":[{"uri":"file:///srv/a","path":"/srv/a"}],"paths":["/srv/a"]}
MCP client/roots

nul error op=contains
The path holds a NUL character.
System calls end the path there, after the check has seen more.
Remove it.
{"roots":["/srv"],"paths":["/srv/a\u0000b"],"platform":"posix"}
{"roots":["/srv"],"paths":["/srv/a"],"platform":"posix"}
RFC 3986 section 7.3

win-no-drive error form=uri platform=windows
The path has no drive, on a Windows platform.
It would be read against the current drive.
Send a root with a drive, or check it as posix.
file:///home/user
file:///C:/home/user
RFC 8089 section 2

win-drive-relative error form=uri platform=windows
The path is relative to a drive's current directory.
C:app is not C:\app.
Write a slash after the drive.
file:///C:app
file:///C:/app
RFC 8089 section 2

win-drive-no-slash error form=uri platform=windows
The drive is not followed by a slash.
C: alone is that drive's current directory.
Write C:/.
file:///C:
file:///C:/app
RFC 8089 section 2

win-root-relative error op=to_uri
The path is relative to the current drive.
Which drive that is depends on the process.
Write the drive.
{"paths":["\\app"],"platform":"windows"}
{"paths":["C:\\app"],"platform":"windows"}
Windows: naming files, paths and namespaces

win-drive-pipe error form=uri platform=windows
The drive is written with a vertical bar.
Only some converters know that old form.
Write a colon.
file:///C%7C/app
file:///C:/app
RFC 8089 appendix E.2.2

win-drive-letter-case info form=uri platform=windows
The drive letter is in lower case.
Drive letters are compared without case; the canonical form has upper case.
Write it in upper case.
file:///c:/app
file:///C:/app
RFC 8089 section 2

win-unc error op=to_uri
This is a network path (UNC).
Opening it reaches another machine and may send credentials.
Use a local path, or allow UNC where a share is meant.
{"paths":["\\\\server\\share"],"platform":"windows"}
{"paths":["C:\\app"],"platform":"windows"}
RFC 8089 appendix E.3

win-device-namespace error op=to_uri
The path uses the Windows device namespace.
It bypasses the checks that Windows makes on names.
Write the plain path.
{"paths":["\\\\?\\C:\\app"],"platform":"windows"}
{"paths":["C:\\app"],"platform":"windows"}
Windows: naming files, paths and namespaces

win-ads error form=uri platform=windows
A name holds a colon: an alternate data stream.
It opens another stream, or an alias of the directory itself.
Remove the colon.
file:///C:/app/f.txt:s
file:///C:/app/f.txt
Windows: naming files, paths and namespaces

win-reserved-name error form=uri platform=windows
A name is reserved for a device.
Opening it reaches the device, in any directory and with any extension.
Rename it.
file:///C:/app/nul.txt
file:///C:/app/null.txt
Windows: naming files, paths and namespaces

win-trailing-dot-space error form=uri platform=windows
A name ends with a dot or a space.
Windows strips it: the name is an alias of another.
Remove it.
file:///C:/app./x
file:///C:/app/x
Windows: naming files, paths and namespaces

win-illegal-char error form=uri platform=windows
A name holds a character that Windows does not allow.
It cannot exist, or is a wildcard.
Remove it.
file:///C:/app/a%2Ab
file:///C:/app/ab
Windows: naming files, paths and namespaces

win-short-name warning form=uri platform=windows
A name looks like a short (8.3) name.
It is an alias of an unknown long name.
Write the long name.
file:///C:/PROGRA~1
file:///C:/app
Windows: naming files, paths and namespaces

win-long-path warning form=uri platform=windows
The path is longer than 260 characters.
Programs without long-path support cannot open it.
Shorten it.
file:///C:/{{abcdefgh/*33}}app
file:///C:/app
Windows: naming files, paths and namespaces

component-too-long warning form=uri
A name is longer than 255.
No common file system has such names (255 bytes on POSIX, 255 UTF-16 units on Windows).
Shorten it.
file:///srv/{{a*256}}
file:///srv/app
POSIX NAME_MAX

posix-drive-path error form=uri platform=posix
A Windows path, on a POSIX platform.
Converters make /C:/..., C:/... or a relative path of it.
Check it as windows, or send a POSIX root.
file:///C:/app
file:///srv/app
RFC 8089 section 2

posix-backslash warning form=uri platform=posix
A name holds a backslash.
It is a plain character here and a separator on Windows.
Rename it where the tree is shared with Windows.
file:///srv/a%5Cb
file:///srv/app
RFC 8089 section 4

wsl-path info form=uri platform=posix
The path lies on a Windows file system seen from WSL.
Windows rules for names and case hold there.
Judge it as windows where the server runs on Windows.
file:///mnt/c/app
file:///srv/app
RFC 8089 section 4

path-unicode-not-nfc warning form=uri
A name is not in Unicode normalization form C.
macOS holds two spellings for one file, Linux for two.
Normalize the name where it is made.
file:///srv/cafe%CC%81
file:///srv/caf%C3%A9
Unicode Standard Annex 15

path-bidi-or-invisible warning form=uri
A name holds bidirectional or invisible characters.
It looks like another name to people.
Remove the characters.
file:///srv/%E2%80%AEapp
file:///srv/app
Unicode Technical Report 36

path-confusable-separator warning form=uri
A name holds a character that looks like a separator or a dot.
It looks like another path to people, and some converters fold it.
Rename it.
file:///srv/a%EF%BC%8Fb
file:///srv/app
Unicode Technical Report 36

path-edge-space warning form=uri platform=posix
A name begins or ends with a space.
Trimming somewhere makes another name of it.
Remove the space.
file:///srv/app%20
file:///srv/app
RFC 8089 section 4

root-itself info op=contains
The path is the root itself.
The verdict is lexical: the module has no disk.
Open it through a handle of the root.
{"roots":["/srv/project"],"paths":["/srv/project"],"platform":"posix"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

descendant info op=contains
The path lies below the root, component by component.
The verdict is lexical: the module has no disk.
Open it through a handle of the root.
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
{"roots":["/srv/project"],"paths":["/srv/project"],"platform":"posix"}
MCP client/roots security

outside error op=contains
The path lies in no root.
Only what a root contains is inside.
Deny.
{"roots":["/srv/project"],"paths":["/etc/passwd"],"platform":"posix"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

outside-sibling-prefix error op=contains
The path only begins like a root: it is a sibling.
Comparing characters instead of components lets it in (CVE-2025-53110).
Deny.
{"roots":["/srv/project"],"paths":["/srv/project2/x"],"platform":"posix"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

different-drive error op=contains
The path is on a drive that no root has.
Drives are separate trees.
Deny.
{"roots":["C:\\app"],"paths":["D:\\app"],"platform":"windows"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

no-roots error op=contains
There is no usable root.
No roots means no access, never all access.
Deny.
{"roots":[],"paths":["/srv/project/a"]}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

ambiguous-dotdot warning op=contains
The path holds .. and stays inside only lexically.
A link before .. leads elsewhere on POSIX and not on Windows; only the disk can tell.
Deny, or let a handle of the root resolve the original components.
{"roots":["/srv/project"],"paths":["/srv/project/a/../b"],"platform":"posix"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

ambiguous-case warning op=contains
The path is inside only when letter case is ignored.
It is inside on a case-insensitive volume and a sibling elsewhere.
Deny, or compare opened files.
{"roots":["/srv/project"],"paths":["/srv/Project/a"],"platform":"posix"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

ambiguous-normalization warning op=contains also=path-unicode-not-nfc
The path is inside only when Unicode normalization is ignored.
It is inside on macOS and a sibling on Linux.
Deny, or compare opened files.
{"roots":["/srv/café"],"paths":["/srv/café/a"],"platform":"posix"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security

ambiguous-short-name warning op=contains also=win-short-name
A short (8.3) name stands where the root has another name.
It may be an alias of the root's own name; only the disk can tell.
Deny, or compare opened files.
{"roots":["C:\\Program Files\\app"],"paths":["C:\\PROGRA~1\\app"],"platform":"windows"}
{"roots":["/srv/project"],"paths":["/srv/project/a"],"platform":"posix"}
MCP client/roots security
`
