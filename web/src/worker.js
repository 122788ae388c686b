// The worker: one engine, questions from the page. A fault of the engine is told as such, never as a verdict. It knows
// nothing of a worker but self, so that engine.js can run it for the page's own first question too.
import { Roots } from '../../host/js/src/roots.js';
import { build, check, paths } from './questions.js';

let roots;

const questions = {
  check,
  paths,
  build,
  call: (engine, { operation, document }) => (typeof document === 'string' ? engine.callText(operation, document) : engine.callBytes(operation, document)),
  about: (engine) => ({ info: engine.info(), rules: engine.rules() }),
};

self.addEventListener('message', ({ data: { module, question, input } }) => {
  if (module) {
    roots = new Roots(module);
    self.postMessage({ ready: true });
    return;
  }
  try {
    self.postMessage({ answer: questions[question](roots, input) });
  } catch (error) {
    self.postMessage({ fault: `There is no verdict: ${error.message}` });
  }
});
