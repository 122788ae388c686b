// One of the threads of failure.test.mjs: a thousand documents of each verdict from a module compiled elsewhere.
import { parentPort, workerData } from 'node:worker_threads';
import { open } from 'mcproots';

const roots = await open({ module: workerData });
const counts = { valid: 0, invalid: 0 };
for (let i = 0; i < 1000; i++) {
  counts[roots.validResponse(`{"roots":[{"uri":"file:///home/${i}"}]}`) ? 'valid' : 'invalid']++;
  counts[roots.validResponse(`{"roots":[{"uri":"https://host/${i}"}]}`) ? 'valid' : 'invalid']++;
}
const info = roots.callText('info', '{}');
parentPort.postMessage({ ...counts, info });
