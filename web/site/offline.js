// The service worker of a site that is served by http: what a visitor has loaded, and the pages of the site itself, are shown
// without the network too. With the network, what the server has now is shown.
const kept = self.registration.scope;

async function keepFirst() {
  const {files} = await (await fetch('site.json')).json(), cache = await caches.open(kept);
  await cache.addAll(files.filter((file) => !/^(documentation|tournaments)\//.test(file)).map(encodeURI));
}

async function newest(request) {
  const cache = await caches.open(kept);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const old = await cache.match(request.url.replace(/\/$/, '/index.html'), {ignoreSearch: true});
    if (old) return old;
    throw error;
  }
}

self.addEventListener('install', (event) => event.waitUntil(keepFirst()));
self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET' && event.request.url.startsWith(kept)) event.respondWith(newest(event.request));
});
