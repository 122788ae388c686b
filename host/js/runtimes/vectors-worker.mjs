// The worker of vectors-workerd.mjs: vectors in the body of a request, a report in its answer.
import { open } from './src/workerd.js';
import { judge } from './judge.mjs';

export default {
  async fetch(request) {
    return Response.json(judge('workerd', await open(), await request.text()));
  },
};
