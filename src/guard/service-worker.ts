import type { SerwistPlugin } from 'serwist';
import { takeAway, WAYS_OUT } from './ways-out';

declare const self: ServiceWorkerGlobalScope;

// A service worker has the policy its file is sent with, and none where the host sends no headers: it asks for the page's own
// files, by bare addresses (what stands behind `?` would tell their host something), and has nothing else to ask with.

function isOwnFile(address: string): boolean {
  const { origin, search } = new URL(address, location.href);
  return origin === location.origin && search === '';
}

const fetchFile = fetch.bind(globalThis);
takeAway([...WAYS_OUT, 'importScripts', 'FontFace']);
takeAway(['add', 'addAll'], Cache.prototype);
takeAway(['backgroundFetch', 'showNotification', 'pushManager'], self.registration);
takeAway(['openWindow'], self.clients);
takeAway(['navigate'], WindowClient.prototype);
self.fetch = (file, init) => {
  const isOwn = isOwnFile(file instanceof Request ? file.url : String(file));
  return isOwn ? fetchFile(file, init) : Promise.reject(new TypeError('not a file of the page'));
};

/** Refuses a page that is kept whatever is no file of its own, its host included. Where somebody goes is theirs to say. */
export function guardRequests(): void {
  self.addEventListener('fetch', (event) => {
    if (event.request.mode === 'navigate' || isOwnFile(event.request.url)) return;
    event.stopImmediatePropagation();
    event.respondWith(Response.error());
  });
}

/** Answers a frame (`?embed`) without the headers of the host: those are meant for the page in a window of its own. */
export const forFrames: SerwistPlugin = {
  cachedResponseWillBeUsed: ({ event, cachedResponse }) => {
    const isEmbed = event instanceof FetchEvent && new URL(event.request.url).searchParams.has('embed');
    if (!isEmbed || !cachedResponse) return cachedResponse;
    return new Response(cachedResponse.body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  },
};
