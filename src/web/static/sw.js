'use strict';
// Keeps the page's own files, so that it works without a network.
const CACHE = 'sgf-audit-VERSION';
const FILES = ['./', 'index.html', 'style.css', 'icon.svg', 'report.js', 'decisions.js', 'event.js', 'pool.js', 'sources.js', 'marking.js', 'record.js', 'page.js', 'worker.js', 'sgf-audit.wasm', 'licenses.txt'];

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES)).then(() => self.skipWaiting()));
});
self.addEventListener('activate', event => {
  const old = name => name.startsWith('sgf-audit-') && name !== CACHE;
  event.waitUntil(caches.keys()
    .then(names => Promise.all(names.filter(old).map(name => caches.delete(name))))
    .then(() => self.clients.claim()));
});
self.addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  event.respondWith(caches.open(CACHE)
    .then(cache => cache.match(event.request, { ignoreSearch: true }))
    .then(kept => kept ?? fetch(event.request)));
});
