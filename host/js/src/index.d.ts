// The types of both entries, `mcproots` and `mcproots/inline`.

/** A revision of the Model Context Protocol. */
export type Revision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25' | '2026-07-28';
/** Whose path rules hold. `auto` (the default): a root with a drive is Windows, any other POSIX. */
export type Platform = 'posix' | 'windows' | 'auto';
/** `strict` (the default) also refuses what is ambiguous or dangerous as a path; `protocol` asks what the revision asks. */
export type Profile = 'strict' | 'protocol';
/** What kind of message a document is, or is taken for. */
export type Kind =
  | 'request'
  | 'result'
  | 'response'
  | 'error'
  | 'notification'
  | 'capabilities'
  | 'initialize'
  | 'input_required'
  | 'retry'
  | 'batch'
  | 'config'
  | 'other'
  | 'unknown';
export type Severity = 'error' | 'warning' | 'info';

/** Any JSON value. */
export type Json = string | number | boolean | null | Json[] | JsonObject;
/** Any JSON object. Members that are undefined are left out. */
export interface JsonObject {
  [member: string]: Json | undefined;
}

/** One thing that is wrong or worth knowing. It never holds a submitted value, except `fix`, which is given only on request. */
export interface Diagnostic {
  /** A stable name; `rules({ code })` explains it. */
  code: string;
  severity: Severity;
  /** RFC 6901; empty for the whole document. */
  pointer: string;
  /** In UTF-8 bytes. */
  offset: number;
  /** From 1. */
  line: number;
  /** From 1, in UTF-16 units. */
  column: number;
  message: string;
  args?: Record<string, string | number>;
  /** A suggested canonical URI, only where the input had `values: true`. */
  fix?: string;
  /** The sections of specifications behind it. */
  spec?: string[];
}

/** Members that every operation's input may hold. */
export interface Common {
  /** Asks for `fix` in diagnostics, which then hold text made from submitted values. */
  values?: boolean;
}

/** A root as MCP sends it. */
export interface Root {
  uri: string;
  name?: string;
  _meta?: JsonObject;
}
export interface ListRootsResult {
  roots: Root[];
  _meta?: JsonObject;
}
/** A JSON-RPC error object. */
export interface ErrorObject {
  code: number;
  message: string;
  data?: Json;
}
/** A root by URI, by path, or by both where they say the same, as `read` and `scope` give them; a bare string is either. */
export type RootLike = string | { uri: string; path?: string; name?: string } | { path: string; uri?: string; name?: string };

export interface ListInput extends Common {
  /** Defaults to 2026-07-28. */
  revision?: Revision;
  /** Needed before 2026-07-28. */
  id?: string | number;
  meta?: JsonObject;
}
/** Bare in 2026-07-28, a JSON-RPC request before. */
export interface ListRequest {
  jsonrpc?: '2.0';
  id?: string | number;
  method: 'roots/list';
  params?: JsonObject;
}
export interface ValidateRequestInput extends Common {
  request: unknown;
  revision?: Revision;
}
export interface SupportedInput extends Common {
  request: unknown;
  capabilities: unknown;
}
export interface ResponseInput extends Common {
  inputResponses: unknown;
  id: string;
  request: unknown;
}
export type ResponseValue =
  | { status: 'missing' }
  | { status: 'ok'; result: ListRootsResult }
  | { status: 'error'; error: ErrorObject };

/** A message to look at: its JSON value, or the document's exact text, which may be anything. */
export type Subject = { message: unknown; text?: never } | { text: string; message?: never };
export interface CheckOptions extends Common {
  /** Defaults to what the message looks like. */
  kind?: Kind;
  revision?: Revision;
  /** Defaults to strict. */
  profile?: Profile;
  platform?: Platform;
  /** The most roots that are let pass. */
  maxRoots?: number;
}
export type CheckInput = CheckOptions & Subject & { /** false leaves the list of roots out. */ roots?: boolean };
export interface CheckedRoot {
  index: number;
  valid: boolean;
  /** Canonical. */
  uri?: string;
  path?: string;
  platform?: 'posix' | 'windows';
}
export interface CheckValue {
  valid: boolean;
  kind: Kind;
  revision: Revision;
  roots?: CheckedRoot[];
  summary: { error: number; warning: number; info: number; truncated: boolean };
}

export type ReadInput = Common & Subject & { id?: string | number; revision?: Revision; platform?: Platform };
export interface ReadValue {
  status: 'ok' | 'empty' | 'unsupported' | 'refused' | 'invalid';
  roots: ReadRoot[];
}
export interface ReadRoot {
  /** In the list as it was sent. */
  index: number;
  uri: string;
  path: string;
  platform: 'posix' | 'windows';
  name?: string;
}
export interface SessionInput extends Common {
  /** The messages of both sides, in the order in which they passed. */
  messages: unknown[];
  /** The one to begin with, until the session says it. */
  revision?: Revision;
  platform?: Platform;
}
export interface Session {
  /** Those that concern roots, in their order. */
  messages: SessionMessage[];
}
export interface SessionMessage {
  /** In the list of messages that were given. */
  index: number;
  event: 'declared' | 'undeclared' | 'asked' | 'answered' | 'late' | 'unsolicited' | 'changed';
  /** Whether the client has declared roots; null while nobody has said so. */
  declared: boolean | null;
  /** What is known of the client's roots after this message. */
  known: 'unknown' | 'fresh' | 'stale';
  /** What the last answer came to. */
  status?: ReadValue['status'];
  /** The usable roots of this answer. */
  roots?: ReadRoot[];
}

export interface RulesInput extends Common {
  code?: string;
}
export interface Rule {
  code: string;
  severity: Severity;
  title: string;
  why: string;
  bad: string;
  good: string;
  fix: string;
  spec: string[];
}
export interface Info {
  name: string;
  version: string;
  abi: { major: number; minor: number };
  revisions: Revision[];
  operations: Operation[];
  limits: Record<string, number>;
}

export interface CapabilitiesInput extends Common {
  revision: Revision;
  listChanged?: boolean;
}
export interface Capabilities {
  roots: { listChanged?: boolean };
}
export interface ResultInput extends Common {
  roots: RootLike[];
  platform?: Platform;
}
export interface AnswerInput extends Common {
  request: unknown;
  revision: Revision;
  /** null for a client without roots. */
  roots: RootLike[] | null;
  listChanged?: boolean;
  platform?: Platform;
}
/** The client's whole reply. In 2026-07-28 it is bare: the result, or an object with the error. */
export type AnswerValue =
  | ListRootsResult
  | { error: ErrorObject }
  | { jsonrpc: '2.0'; id: string | number; result: ListRootsResult }
  | { jsonrpc: '2.0'; id: string | number | null; error: ErrorObject };
export interface ListChangedInput extends Common {
  revision: Revision;
}
export interface ListChangedNotification {
  jsonrpc: '2.0';
  method: 'notifications/roots/list_changed';
}
export interface InputRequiredInput extends Common {
  /** Input requests by key. */
  requests?: Record<string, unknown>;
  requestState?: string;
  /** The client's capabilities. */
  capabilities: unknown;
  /** The method of the request that needs the input. */
  method: string;
}
export interface InputRequiredResult {
  resultType: 'input_required';
  inputRequests?: Record<string, JsonObject>;
  requestState?: string;
}
export interface DiffInput extends Common {
  before: ListRootsResult | Root[];
  after: ListRootsResult | Root[];
  revision?: Revision;
  capabilities?: unknown;
}
export interface Difference {
  changed: boolean;
  /** Whether a notification is due. */
  notify: boolean;
  added: { index: number; uri: string; name?: string }[];
  removed: { index: number; uri: string; name?: string }[];
  renamed: { uri: string; before?: string; after?: string }[];
}

export interface ToPathInput extends Common {
  uris: string[];
  platform?: Platform;
}
export type PathOf =
  | { ok: true; path: string; canonical: string; platform: 'posix' | 'windows' }
  | { ok: false; code: string };
export interface ToUriInput extends Common {
  paths: string[];
  platform?: Platform;
}
export type UriOf = { ok: true; uri: string } | { ok: false; code: string };
export interface ContainsInput extends Common {
  roots: RootLike[];
  /** Paths or URIs. */
  paths: string[];
  platform?: Platform;
  /** Lets UNC hosts in, on Windows only. */
  unc?: boolean;
}
export interface Containment {
  /** Only `inside` may be read as yes, and even that is lexical: the module has no disk. */
  verdict: 'inside' | 'outside' | 'ambiguous' | 'invalid';
  reason: string;
  /** The index of the most specific root. */
  root?: number;
  /** The components below that root. */
  relative?: string[];
}
export interface ScopeInput extends Common {
  /** What the client revealed. */
  revealed: RootLike[];
  /** What the application itself allows. */
  allowed: RootLike[];
  platform?: Platform;
}
export interface ScopeValue {
  roots: { uri: string; path: string; revealed: number; allowed: number }[];
}

/** The JSON-RPC error that refuses, for the caller to send. */
export interface Refusal {
  code: number;
  message: string;
  data?: JsonObject;
}
/** A whole answer. */
export interface Answer<Value> {
  ok: true;
  value: Value;
  /** From `supported` and `input_required` where they say no. */
  refusal?: Refusal;
  diagnostics: Diagnostic[];
}

/** Every operation of the module with its input and its value. */
export interface Operations {
  list: { input: ListInput; value: ListRequest };
  validate_request: { input: ValidateRequestInput; value: boolean };
  supported: { input: SupportedInput; value: boolean };
  response: { input: ResponseInput; value: ResponseValue };
  valid_response: { input: unknown; value: boolean };
  check: { input: CheckInput; value: CheckValue };
  read: { input: ReadInput; value: ReadValue };
  rules: { input: RulesInput; value: Rule[] };
  info: { input: {}; value: Info };
  capabilities: { input: CapabilitiesInput; value: Capabilities };
  result: { input: ResultInput; value: ListRootsResult };
  answer: { input: AnswerInput; value: AnswerValue };
  list_changed: { input: ListChangedInput; value: ListChangedNotification };
  input_required: { input: InputRequiredInput; value: InputRequiredResult | null };
  diff: { input: DiffInput; value: Difference };
  describe: { input: unknown; value: string };
  to_path: { input: ToPathInput; value: PathOf[] };
  to_uri: { input: ToUriInput; value: UriOf[] };
  contains: { input: ContainsInput; value: Containment[] };
  scope: { input: ScopeInput; value: ScopeValue };
}
export type Operation = keyof Operations;

/**
 * The module, ready to answer. It serves one caller at a time, keeps nothing between calls and never waits, so one is
 * enough for a thread; other threads open their own, from the same compiled `module`.
 *
 * Every method may throw {@link TooLargeError} and {@link EngineError}; those that parse an answer also {@link CallError}.
 */
export class Roots {
  /** Instantiates a compiled module at once, without waiting. */
  constructor(module: WasmModule, options?: Limits);
  /** The compiled module, which can be posted to a worker and opened there. */
  readonly module: WasmModule;

  /** Any operation: a value in, the answer's value out. */
  call<Op extends Operation>(operation: Op, input: Operations[Op]['input']): Operations[Op]['value'];
  /** Any operation: a value in, the whole answer out, with its diagnostics and refusal. */
  callFull<Op extends Operation>(operation: Op, input: Operations[Op]['input']): Answer<Operations[Op]['value']>;
  /** Any operation: the exact text of the answer, also where that is not ok. */
  callText(operation: Operation, text: string): string;
  /** Any operation: the exact bytes of the answer, also where that is not ok. */
  callBytes(operation: Operation, document: Uint8Array): Uint8Array;

  /** The roots/list request. */
  list(input?: ListInput): ListRequest;
  validateRequest(input: ValidateRequestInput): boolean;
  /** Whether the client can be asked. `callFull('supported', ...)` also gives the refusal to send. */
  supported(input: SupportedInput): boolean;
  /** What the client sent for an input request. */
  response(input: ResponseInput): ResponseValue;
  /** Whether a document is a ListRootsResult. The fastest verdict: nothing is parsed, nothing is copied out. */
  validResponse(document: string | Uint8Array): boolean;
  /** Checks any message that has to do with roots. */
  check(input: CheckInput): CheckValue & { diagnostics: Diagnostic[] };
  /** The `valid` of {@link Roots.check} for a document's text, without the rest. */
  checkVerdict(text: string, options?: CheckOptions): boolean;
  /** What a server wants to know of an answer. */
  read(input: ReadInput): ReadValue;
  /** What is known of a client's roots after each message of a session that concerns them. */
  readSession(input: SessionInput): Session;
  /** The catalogue of diagnostics, or the one rule of that code. */
  rules(input?: RulesInput): Rule[];
  info(): Info;
  /** The `roots` capability of a revision. */
  capabilities(input: CapabilitiesInput): Capabilities;
  /** A ListRootsResult in canonical URIs. */
  result(input: ResultInput): ListRootsResult;
  /** The client's whole reply to a request. */
  answer(input: AnswerInput): AnswerValue;
  /** The notification; it no longer exists in 2026-07-28. */
  listChanged(input: ListChangedInput): ListChangedNotification;
  /** The InputRequiredResult, or null: `callFull('input_required', ...)` then gives the refusal to send. */
  inputRequired(input: InputRequiredInput): InputRequiredResult | null;
  diff(input: DiffInput): Difference;
  /** The list that people read, one line per root of a ListRootsResult document. */
  describe(document: string | Uint8Array): string;
  toPath(input: ToPathInput): PathOf[];
  toUri(input: ToUriInput): UriOf[];
  /** Whether paths lie inside roots. */
  contains(input: ContainsInput): Containment[];
  /** The roots that a server may really use. */
  scope(input: ScopeInput): ScopeValue;
}

export interface Limits {
  /** The largest input in bytes. Defaults to 16 MiB; the module takes no more than 256 MiB. */
  limit?: number;
}
export interface OpenOptions extends Limits {
  /** Another copy of the module than the package's own: compiled, as bytes, by URL, or as a response. */
  module?: ModuleSource | Promise<ModuleSource>;
}
export type ModuleSource = WasmModule | ArrayBuffer | ArrayBufferView | URLObject | string | HttpResponse;

/** Loads, compiles and instantiates the module. The package's own copy is compiled once, however often this is called. */
export function open(options?: OpenOptions): Promise<Roots>;

/** The core could not carry out the call. */
export class CallError extends Error {
  private constructor();
  /** -32700: the input is not JSON. -32602: it lacks members or has wrong ones. -32601: not in that revision. -32603: a fault inside. */
  readonly code: number;
  readonly diagnostics: Diagnostic[];
}
/** The input is over the limit. */
export class TooLargeError extends Error {
  private constructor();
  readonly limit: number;
}
/** The module does not speak this package's ABI. */
export class AbiError extends Error {
  private constructor();
}
/** The engine failed, which is never a verdict. The next call is served by a fresh instance. */
export class EngineError extends Error {
  private constructor();
  /** What the module wrote to standard error, at most 8 KiB. */
  readonly stderr: string;
}

// The platform's own types where the project has them (lib.dom, @types/node, ...), the least that is needed elsewhere.
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : object;
export type URLObject = typeof globalThis extends { URL: { prototype: infer Url } } ? Url : { readonly href: string };
export type HttpResponse = typeof globalThis extends { Response: { prototype: infer Response } }
  ? Response
  : { arrayBuffer(): Promise<ArrayBuffer> };
