// The service worker. It answers only one thing by itself: a page that was asked for while the
// server cannot be reached. Scores, pages and pictures always come from the server or not at all, so
// nothing stale is ever shown and a lost connection is never hidden.

const LANGUAGE = new URL(location.href).searchParams.get("language");
const CACHE = `offline-${LANGUAGE}`;
const OFFLINE = "/offline";

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const cache = await caches.open(CACHE);
    await cache.add(new Request(OFFLINE, { cache: "reload" }));
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
  if (event.request.mode !== "navigate" || event.request.method !== "GET") return;
  event.respondWith(fetch(event.request).catch(async () => {
    const page = await caches.match(OFFLINE);
    return page ?? Response.error();
  }));
});
