import { DEFAULT_EXAMPLE } from '../content/examples/default';
import { AUTOSAVE_KEY, PREFERENCES_KEY, PREVIOUS_KEY, type Places } from './autosave';
import { forgetOpening } from './opening';
import { DEFAULT_PREFERENCES } from './preferences';
import type { BenchStore } from './store';
import { keptSince } from './vault';

/** What is kept in this browser is kept so long after it was last changed. */
export const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

const KEYS = [AUTOSAVE_KEY, PREVIOUS_KEY, PREFERENCES_KEY] as const;

/** Removes everything that is kept in this browser, and what the page itself remembers of it: texts, drafts, undo. */
export async function forgetEverything(bench: BenchStore, places: Places): Promise<void> {
  const { locale } = bench.getState().view;
  bench.getState().actions.openDocument(DEFAULT_EXAMPLE.document(locale));
  bench.setState(({ view }) => ({ view: { ...view, ...DEFAULT_PREFERENCES, locale, drafts: {} } }));
  bench.temporal.getState().clear();
  forgetOpening(places);
  for (const storage of [places.tab, places.machine]) for (const key of KEYS) remove(storage, key);
  await places.vault.keepOnly(() => false);
}

/** Lets go of what was last changed longer ago than {@link KEPT_DAYS}. */
export async function ageOut(places: Places, now: number): Promise<void> {
  for (const storage of [places.tab, places.machine]) {
    for (const key of [AUTOSAVE_KEY, PREVIOUS_KEY]) {
      const at = savedAt(storage, key);
      if (at !== undefined && now - at > KEPT_MS) remove(storage, key);
    }
  }
  await places.vault.keepOnly((key) => now - keptSince(key) <= KEPT_MS);
}

function savedAt(storage: Places['tab'], key: string): number | undefined {
  try {
    const [, at] = /^\{"at":(\d+)/.exec(storage.getItem(key) ?? '') ?? [];
    return at === undefined ? undefined : Number(at);
  } catch {
    return undefined;
  }
}

function remove(storage: Places['tab'], key: string): void {
  try {
    storage.removeItem(key);
  } catch {
    // A forbidden storage has kept nothing.
  }
}
