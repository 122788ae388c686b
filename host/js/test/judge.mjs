// Holds an engine to the vectors: documents with the exact text of their answers.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** judge runs the vectors of a JSON Lines text and reports on them as runtime's. */
export function judge(runtime, roots, text) {
  const report = { passed: 0, failed: 0, lines: [] };
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const vector = JSON.parse(line);
    let fault;
    try {
      fault = differs(roots, vector);
    } catch (error) {
      fault = `threw ${error}`;
    }
    if (fault) {
      report.failed++;
      report.lines.push(`${runtime}: ${vector.name}: ${fault}`);
    } else {
      report.passed++;
    }
  }
  if (report.passed + report.failed === 0) report.failed = 1; // an empty file proves nothing
  report.lines.push(`${runtime}: ${report.passed} passed, ${report.failed} failed`);
  return report;
}

function differs(roots, { op, input, base64, output }) {
  const bytes = base64 === undefined ? encoder.encode(input) : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
  const answer = decoder.decode(roots.callBytes(op, bytes));
  if (answer !== output) return `${op} answered\n  ${answer}\nwhere this was due\n  ${output}`;
  if (input !== undefined && roots.callText(op, input) !== output) return `${op} answers text and bytes differently`;
  // The verdicts that are read without parsing must be the same ones.
  if (!output.startsWith('{"ok":true')) return;
  if (op === 'valid_response' && roots.validResponse(input ?? bytes) !== JSON.parse(output).value) return 'validResponse gives another verdict';
  const { text, ...options } = op === 'check' ? parsed(input) : {};
  if (typeof text === 'string') {
    // Some texts go in as messages: the answers must not show it.
    const { value, diagnostics = [] } = JSON.parse(output);
    if (JSON.stringify(roots.check({ text, ...options })) !== JSON.stringify({ ...value, diagnostics })) return 'check gives another report';
    if (roots.checkVerdict(text, options) !== value.valid) return 'checkVerdict gives another verdict';
  }
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // some inputs are no JSON
  }
}
