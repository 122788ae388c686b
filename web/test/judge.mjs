// The vectors against the page's own engine.
import { readFileSync } from 'node:fs';

export const vectors = (file) => readFileSync(file, 'utf8');

/** judge runs in the page: every vector goes to its worker, and the answer is compared byte for byte. */
export async function judge(text) {
  const { engine } = await import('./page.js');
  const encoder = new TextEncoder();
  const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);
  const failures = [];
  let passed = 0;
  for (const line of text.split('\n').filter(Boolean)) {
    const { name, op, input, base64, output } = JSON.parse(line);
    const document = base64 === undefined ? encoder.encode(input) : Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
    try {
      const answer = await engine.ask('call', { operation: op, document });
      if (same(answer, encoder.encode(output))) passed++;
      else failures.push(name);
    } catch (fault) {
      failures.push(`${name}: ${fault.message}`);
    }
  }
  return { passed, failures };
}
