// The worker: one engine, questions from the page. A fault of the engine is told as such, never as a verdict.
import { open } from './host/web.js';
import { build, check, paths } from './questions.js';

let roots;

const questions = {
  check,
  paths,
  build,
  call: (engine, { operation, document }) => (typeof document === 'string' ? engine.callText(operation, document) : engine.callBytes(operation, document)),
  about: (engine) => ({ info: engine.info(), rules: engine.rules() }),
};

self.addEventListener('message', async ({ data }) => {
  if (data.module) {
    roots = await open({ module: data.module });
    self.postMessage({ ready: true });
    return;
  }
  try {
    self.postMessage({ answer: questions[data.question](roots, data.input) });
  } catch (error) {
    self.postMessage({ fault: `There is no verdict: ${error.message}` });
  }
});

// A promise's rejection would go unnoticed; as an error it reaches the page.
self.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  self.reportError(event.reason);
});
