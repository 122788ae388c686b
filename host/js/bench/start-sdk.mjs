import { ListRootsResultSchema } from '@modelcontextprotocol/sdk/types.js';

if (!ListRootsResultSchema.safeParse(JSON.parse('{"roots":[{"uri":"file:///home/ada"}]}')).success) throw new Error('wrong verdict');
console.log(performance.now());
