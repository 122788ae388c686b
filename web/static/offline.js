// The service worker: the network first, so that the page is never stale; the kept copy where there is none.
const KEPT = 'mcproots';
const FILES = ['./', 'page.css', 'page.js', 'module.js', 'icon.svg', 'roots.wasm'];

self.addEventListener('install', (event) => {
  const keep = async () => (await caches.open(KEPT)).addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })));
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (fault) {
    const copy = await kept.match(request, { ignoreSearch: true });
    if (!copy) throw fault;
    return copy;
  }
}
