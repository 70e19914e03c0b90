import { Serwist, type PrecacheEntry, type SerwistGlobalConfig } from 'serwist';

declare const self: SerwistGlobalConfig & { readonly __SW_MANIFEST: readonly (PrecacheEntry | string)[] };

/**
 * Keeps the page's own files, all of them, with the first visit: then it works without a network, and a part that is
 * first needed after a new version came out is still the old version's. A new version waits until it is asked for.
 */
const files = new Serwist({
  precacheEntries: [...self.__SW_MANIFEST],
  precacheOptions: { cleanupOutdatedCaches: true, navigateFallback: 'index.html' },
  skipWaiting: false,
  clientsClaim: true,
  disableDevLogs: true,
});

files.addEventListeners();
