// bench.mjs lies outside the folder where the SDK is installed; this re-export lies inside.
export { ListRootsResultSchema } from '@modelcontextprotocol/sdk/types.js';
