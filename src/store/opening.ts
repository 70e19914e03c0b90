import type { Places, TextStorage } from './autosave';
import type { BenchStore } from './store';

const OPENING_KEY = 'rulewalk.opening';
/** Who leaves sooner was not made to wait. Milliseconds. */
const HUNG_MS = 2000;
/** What was computed is on the page by then. Milliseconds. */
const DRAWN_MS = 500;

type Storages = Pick<Places, 'tab' | 'machine'>;

/**
 * Notes while a document is being opened, so that one with which the page stood still is not what the next start begins
 * with. Returns what to call when the page is left.
 */
export function watchOpening(bench: BenchStore, places: Storages): () => void {
  let since: number | undefined;
  const settle = (): void => {
    if (bench.getState().run.status === 'working') return;
    since = undefined;
    forgetOpening(places);
  };
  const begin = (): void => {
    if (since !== undefined) return;
    since = Date.now();
    for (const storage of both(places)) attempt(() => storage.setItem(OPENING_KEY, '1'));
  };
  if (bench.getState().run.status === 'working') begin();
  bench.subscribe(({ run: { status } }, { run: before }) => {
    if (status === before.status) return;
    if (status === 'working') begin();
    else setTimeout(settle, DRAWN_MS);
  });
  return () => {
    if (since !== undefined && Date.now() - since < HUNG_MS) forgetOpening(places);
  };
}

/** Did the page stand still with what `storage` keeps? */
export function wasOpening(storage: TextStorage): boolean {
  return attempt(() => storage.getItem(OPENING_KEY)) === '1';
}

/** Takes the note away. */
export function forgetOpening(places: Storages): void {
  for (const storage of both(places)) attempt(() => storage.removeItem(OPENING_KEY));
}

function both({ tab, machine }: Storages): readonly TextStorage[] {
  return [tab, machine];
}

/** A forbidden storage keeps nothing, and that stops nothing. */
function attempt<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch {
    return undefined;
  }
}
