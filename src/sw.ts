/// <reference lib="WebWorker" />
import { Serwist, type PrecacheEntry, type SerwistGlobalConfig } from 'serwist';
import { forFrames, guardRequests } from './guard/service-worker';
import { OlderFiles } from './older-files';

declare const self: ServiceWorkerGlobalScope &
  SerwistGlobalConfig & { readonly __SW_MANIFEST: readonly (PrecacheEntry | string)[] };

const manifest = self.__SW_MANIFEST;

/**
 * Keeps the page's own files, all of them, with the first visit: then it works without a network, and a part that is
 * first needed after a new version came out is still the old version's. A new version waits until it is asked for.
 */
const files = new Serwist({
  precacheEntries: [...manifest],
  precacheOptions: {
    cleanupOutdatedCaches: true,
    navigateFallback: 'index.html',
    // The page as one file is not kept: it is six megabytes, and works without being kept.
    navigateFallbackDenylist: [/\/rulewalk\.html$/],
    plugins: [forFrames],
  },
  skipWaiting: false,
  clientsClaim: true,
  disableDevLogs: true,
});

const current = new Set(manifest.map((entry) => files.getPrecacheKeyForUrl(getUrl(entry))));

function getUrl(entry: PrecacheEntry | string): string {
  return typeof entry === 'string' ? entry : entry.url;
}

/** One tab may ask for the new version while others are of the one before. */
const older = new OlderFiles({
  open: () => caches.open(files.precacheStrategy.cacheName),
  pages: self.clients,
  isCurrent: (key) => current.has(key),
  note: new URL('older-version', self.registration.scope).href,
});

guardRequests();
self.addEventListener('install', (event) => void files.handleInstall(event));
self.addEventListener('activate', (event) => event.waitUntil(older.takeOver()));
self.addEventListener('fetch', (event) => {
  const { method, mode, url } = event.request;
  if (mode === 'navigate') event.waitUntil(older.sweep());
  const isOurs = method === 'GET' && url.startsWith(self.registration.scope);
  if (mode === 'navigate' || !isOurs || files.getPrecacheKeyForUrl(url) !== undefined) return files.handleFetch(event);
  event.respondWith(older.find(url).then((found) => found ?? fetch(event.request)));
});
