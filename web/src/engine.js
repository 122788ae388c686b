// The page's side of the worker: starts it, asks it one question at a time, and replaces it when it fails or hangs.
import { compiled } from './module.js';
import worker from 'worker:worker.js';

const SECONDS = 10; // for a small question; the module answers those in well under one
const SECONDS_A_MEGABYTE = 3;

// The worker comes from a blob, for such a worker inherits the page's Content-Security-Policy. One from a URL would
// have only what its server sends, which on a plain static host is none (CSP 3, section 7.8). All of it is in the blob:
// nothing is left to fetch when it starts.
const rules = { createScriptURL: (url) => url };
const policy = globalThis.trustedTypes?.createPolicy('mcproots', rules) ?? rules;
const here = (file) => new URL(file, import.meta.url).href;
const boot = URL.createObjectURL(new Blob([`(${worker})(self);`], { type: 'text/javascript' }));

/** keepOffline has a service worker keep the page's files, so that it works without a network from then on. */
export const keepOffline = () => navigator.serviceWorker?.register(policy.createScriptURL(here('offline.js'))).catch(() => {});

/** What the page says when a question went unanswered. It is never a verdict. */
export class Unanswered extends Error {}

/** idle runs f when the browser has shown what there is to show, and soon in any case. */
const idle = (f) => (globalThis.requestIdleCallback ? requestIdleCallback(f, { timeout: 300 }) : setTimeout(f, 50));

class Engine {
  #worker;
  #given; // the module is
  #ready; // the worker has started it
  #waiting = []; // questions, first come first served
  #current;
  #broken; // why there will be no answers
  #own; // a question of the page's own is being answered here, the worker waits

  /**
   * own answers a question of the page's own, right here: a worker takes longer to start than the answer takes, so that
   * comes after. What a person entered or a link holds never gets here, for only a worker can be stopped. If it doesn't
   * work here, the worker is asked.
   */
  async own(question, input) {
    if (this.#worker) return this.ask(question, input);
    this.#own = true;
    try {
      const module = await compiled;
      let listener, said;
      worker({ addEventListener: (_, f) => (listener = f), postMessage: (data) => (said = data) });
      listener({ data: { module } });
      listener({ data: { question, input } });
      if (said.answer) return said.answer;
    } catch {
      // the worker does it, or tells what is wrong
    } finally {
      idle(() => {
        this.#own = false;
        if (this.#waiting.length > 0) this.#start();
      });
    }
    return this.ask(question, input);
  }

  #start() {
    const worker = new Worker(policy.createScriptURL(boot), { name: 'mcproots' });
    this.#worker = worker;
    this.#given = this.#ready = false;
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      if (worker === this.#worker) this.#replace('The engine failed, so there is no verdict. It was started anew; please report what it was asked.');
    });
    worker.addEventListener('message', ({ data }) => {
      if (worker === this.#worker) this.#answered(data);
    });
    compiled.then(
      (module) => {
        if (worker !== this.#worker) return;
        worker.postMessage({ module });
        this.#given = true;
        this.#next(); // it waits for nothing: the worker takes one after the other
      },
      (cause) => this.#giveUp(`The engine can’t be loaded (${cause.message}). Reload the page to try again.`),
    );
  }

  /** ask puts a question to the worker; it rejects with Unanswered when none comes. */
  ask(question, input) {
    return new Promise((resolve, reject) => {
      if (this.#broken) return reject(this.#broken);
      this.#waiting.push({ question, input, resolve, reject });
      if (this.#worker) this.#next();
      else if (!this.#own) this.#start();
    });
  }

  #next() {
    if (!this.#given || this.#current || this.#waiting.length === 0) return;
    const { question, input, ...promise } = this.#waiting.shift();
    const size = typeof input.text === 'string' ? input.text.length : 0;
    const seconds = SECONDS + (SECONDS_A_MEGABYTE * size) / 1e6;
    const timer = setTimeout(
      () => this.#replace(`The engine took more than ${Math.round(seconds)} seconds, so there is no verdict. It was stopped and started anew.`),
      seconds * 1000,
    );
    this.#current = { ...promise, timer };
    this.#worker.postMessage({ question, input });
  }

  #answered({ ready, answer, fault }) {
    if (ready) {
      this.#ready = true;
      return;
    }
    const { resolve, reject, timer } = this.#current;
    clearTimeout(timer);
    this.#current = undefined;
    if (fault) reject(new Unanswered(fault));
    else resolve(answer);
    this.#next();
  }

  #replace(message) {
    this.#worker.terminate();
    const lost = this.#current;
    clearTimeout(lost?.timer);
    this.#current = undefined;
    if (this.#ready) this.#start();
    else this.#giveUp('The engine can’t be started in this browser. It needs workers and WebAssembly.');
    lost?.reject(this.#broken ?? new Unanswered(message));
  }

  #giveUp(message) {
    this.#broken = new Unanswered(message);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#broken);
  }
}

export const engine = new Engine();

/**
 * latest makes a function that asks only the newest question: one is being answered, at most one waits, and what was
 * asked before is dropped. show gets the answer, or the fault.
 */
export function latest(ask, show) {
  let running = false;
  let next;
  return async function run(...input) {
    if (running) {
      next = input;
      return;
    }
    running = true;
    for (let now = input; now; ) {
      const outcome = await ask(...now).then((answer) => ({ answer }), (fault) => ({ fault }));
      if (!next) show(outcome, ...now);
      now = next;
      next = undefined;
    }
    running = false;
  };
}

/** soon waits for a pause in typing, unless told to go now. */
export function soon(f, milliseconds = 150) {
  let timer;
  return (now = false) => {
    clearTimeout(timer);
    if (now) f();
    else timer = setTimeout(f, milliseconds);
  };
}
