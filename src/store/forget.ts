import { DEFAULT_EXAMPLE } from '../content/examples/default';
import { AUTOSAVE_KEY, PREFERENCES_KEY, PREVIOUS_KEY, type Places } from './autosave';
import { DEFAULT_PREFERENCES } from './preferences';
import { forgetOpening, remove } from './start';
import type { BenchStore } from './store';

const KEYS = [AUTOSAVE_KEY, PREVIOUS_KEY, PREFERENCES_KEY] as const;

/** Removes everything that is kept in this browser, and what the page itself remembers of it: texts, drafts, undo. */
export async function forgetEverything(bench: BenchStore, places: Places): Promise<void> {
  const { locale } = bench.getState().view;
  bench.getState().actions.openDocument(DEFAULT_EXAMPLE.document(locale));
  bench.setState(({ view }) => ({ view: { ...view, ...DEFAULT_PREFERENCES, locale, drafts: {} } }));
  bench.getState().actions.clearInbox();
  bench.temporal.getState().clear();
  forgetOpening(places);
  for (const storage of [places.tab, places.machine]) for (const key of KEYS) remove(storage, key);
  await places.vault.keepOnly(() => false);
}
