// Reads messages with the schemas of the official TypeScript SDK, `node parser.mjs 1` of 1.x, `node parser.mjs 2` of
// 2.x, and writes what they hold. A message a line in, as {"kind", "revision", "message"}; a line out for each:
// {"message"} or {"refused": true}.
import { createInterface } from 'node:readline';

const schemas = await import(process.argv[2] === '1' ? '@modelcontextprotocol/sdk/types.js' : '@modelcontextprotocol/core');

async function parse(kind, message) {
  switch (kind) {
    case 'result':
      return schemas.ListRootsResultSchema.parse(message);
    case 'capabilities':
      return schemas.ClientCapabilitiesSchema.parse(message);
    case 'input_required': {
      const { isInputRequiredResult } = await import('@modelcontextprotocol/client');
      if (!isInputRequiredResult(message)) throw new Error('not an InputRequiredResult');
      const requests = Object.entries(message.inputRequests).map(([key, request]) => [key, schemas.ListRootsRequestSchema.parse(request)]);
      return { ...message, inputRequests: Object.fromEntries(requests) };
    }
  }
  if (kind === 'request' && !('id' in message)) return schemas.ListRootsRequestSchema.parse(message);
  const whole = schemas.JSONRPCMessageSchema.parse(message);
  if (kind === 'request') schemas.ListRootsRequestSchema.parse({ method: message.method, params: message.params });
  if (kind === 'notification') schemas.RootsListChangedNotificationSchema.parse({ method: message.method });
  return kind === 'response' ? { ...whole, result: schemas.ListRootsResultSchema.parse(message.result) } : whole;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, message } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ message: await parse(kind, message) }));
  } catch (error) {
    console.error(error.message);
    console.log(JSON.stringify({ refused: true }));
  }
}
