import { DEFAULT_EXAMPLE } from '../content/examples/default';
import { phrase } from '../core/lib/phrase';
import { dropForgotten, FORGOTTEN, leaveEpoch, openChannel, type OtherTabs } from './epoch';
import {
  AUTOSAVE_KEY,
  EPOCH_KEY,
  HISTORY_KEY,
  keptSince,
  OPENING_KEY,
  type Places,
  PREFERENCES_KEY,
  PREVIOUS_KEY,
  read,
  remove,
} from './places';
import { DEFAULT_PREFERENCES } from './preferences';
import type { BenchStore } from './store';

const KEYS = [AUTOSAVE_KEY, PREVIOUS_KEY, PREFERENCES_KEY, HISTORY_KEY, EPOCH_KEY, OPENING_KEY] as const;

/** The default example in the place of everything the page remembers: the document, texts, drafts, undo, settings. */
function empty(bench: BenchStore): void {
  const { locale } = bench.getState().view;
  const { openDocument, clearInbox, setSecondDump } = bench.getState().actions;
  // As if it were as shipped: nothing of it is kept when another document takes its place.
  bench.setState(({ document }) => ({
    document: { ...document, origin: { ...document.origin, from: 'shipped', opened: document.present } },
  }));
  openDocument(DEFAULT_EXAMPLE.document(locale));
  bench.setState(({ view }) => ({ view: { ...view, ...DEFAULT_PREFERENCES, locale, drafts: {} } }));
  clearInbox();
  setSecondDump(undefined);
  bench.temporal.getState().clear();
  leaveEpoch(bench);
}

/** Lets go of what was kept earlier than `from`. */
async function emptyVaults({ vault, documents }: Places, from: number): Promise<void> {
  await Promise.all([vault, documents].map((each) => each.keepOnly((key) => keptSince(key) >= from)));
}

/** As they are heard (epoch.ts). */
const OTHER_TABS: Pick<OtherTabs, 'tell'> = {
  tell: (until) => {
    openChannel()?.postMessage(until);
    try {
      localStorage.setItem(FORGOTTEN, String(until));
      localStorage.removeItem(FORGOTTEN);
    } catch {
      // Where nothing can be kept no other tab has anything of it.
    }
  },
};

/** Removes everything that is kept in this browser, and what this page and those in other tabs remember of it. */
export async function forgetEverything(
  bench: BenchStore,
  places: Places,
  tabs: Pick<OtherTabs, 'tell'> = OTHER_TABS,
): Promise<void> {
  const until = Date.now();
  empty(bench);
  for (const key of bodiesOutside(places)) remove(places.machine, key);
  for (const storage of [places.tab, places.machine]) for (const key of KEYS) remove(storage, key);
  tabs.tell(until);
  await emptyVaults(places, until + 1);
}

/** Where documents of the history are kept that IndexedDB did not take. */
function bodiesOutside({ machine }: Places): readonly string[] {
  return [...(read(machine, HISTORY_KEY) ?? '').matchAll(/"key":"([\w-]+)"/g)].map(
    ([, key]) => `${HISTORY_KEY}.${key}`,
  );
}

/** Everything older than `from` was forgotten in another tab: nothing of it is written again by this one, and that is said. */
export function followForgotten(bench: BenchStore, places: Places, from: number): void {
  empty(bench);
  remove(places.tab, AUTOSAVE_KEY);
  dropForgotten(places);
  void emptyVaults(places, from);
  bench.getState().actions.notify(phrase('document.forgotten.elsewhere'));
}
