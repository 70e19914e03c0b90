import type { BenchStore } from './store';

/** How often it is asked for a new version while the page stays open. */
const ASK_EVERY_MS = 60 * 60 * 1000;

/** Says that the page should be loaded anew, and why; what is on it comes back. */
function offerReload(bench: BenchStore, reload: 'newer' | 'missing'): void {
  bench.setState(({ view }) => ({ view: { ...view, reload } }));
}

/**
 * Has the browser keep the page's files, beside whatever else is being done, and offers a reload when there is a newer
 * version or a part could not be loaded. Where there are no service workers nothing is kept. `later`: does what is not
 * urgent when there is time.
 */
export function keepOffline(bench: BenchStore, later: (act: () => void) => void): void {
  addEventListener('vite:preloadError', () => offerReload(bench, 'missing'));
  if (import.meta.env.PROD && 'serviceWorker' in navigator) later(() => keepFiles(bench));
}

function keepFiles(bench: BenchStore): void {
  const { serviceWorker } = navigator;
  serviceWorker
    .register('./sw.js', { scope: './', updateViaCache: 'none' })
    .then((registration) => {
      const watch = (): void => {
        // The first one ever is no newer version.
        if (registration.waiting && serviceWorker.controller) offerReload(bench, 'newer');
      };
      watch();
      registration.addEventListener('updatefound', () =>
        registration.installing?.addEventListener('statechange', watch),
      );
      setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS);
    })
    .catch(() => undefined);
}

/** Loads the page anew, in the newer version if one is waiting. What is on the bench is saved as the page is left. */
export async function reloadPage(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  if (!registration?.waiting) return location.reload();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  registration.waiting.postMessage({ type: 'SKIP_WAITING' });
}
