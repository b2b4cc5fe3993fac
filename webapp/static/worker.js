// The service worker. It answers only one thing by itself: a page that was asked for while the
// server cannot be reached, with what that needs to look right. Scores, pages and pictures always come from the server or not at all, so
// nothing stale is ever shown and a lost connection is never hidden.

const LANGUAGE = new URL(location.href).searchParams.get("language");
const CACHE = `offline-${LANGUAGE}`;
const OFFLINE = "/offline";
const ITS_PARTS = ["/static/base.css", "/static/icon.svg", "/static/js/offline.js"];

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll([OFFLINE, ...ITS_PARTS].map((path) => new Request(path, { cache: "reload" })));
    await self.skipWaiting();
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
    await self.clients.claim();
  })());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" || (request.mode !== "navigate" && !ITS_PARTS.includes(pathname))) return;
  event.respondWith(fetch(request).catch(async () => {
    const kept = await caches.match(request.mode === "navigate" ? OFFLINE : pathname);
    return kept ?? Response.error();
  }));
});
