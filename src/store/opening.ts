import { OPENING_KEY, type Places, read, remove, type TextStorage, vaultKey } from './places';
import type { BenchStore } from './store';

/** A page left sooner was not hung. Milliseconds. */
const HUNG_MS = 2000;
/** What was computed is on the page by then. Milliseconds. */
const DRAWN_MS = 500;
/** So often a page that opens a document says that it still runs. Milliseconds. */
const BEAT_MS = 1000;
/** A page that has not said so for so long stands still: timers of a tab in the background wait a second. Milliseconds. */
const SILENT_MS = 5000;

type Storages = Pick<Places, 'tab' | 'machine'>;

/** The living pages of this browser, those of other tabs among them. */
export interface LivePages {
  /** Says that a page lives, until it ends or what is returned is called. */
  readonly hold: (page: string) => () => void;
  /** Does a page live? Undefined: this browser does not tell. */
  readonly isHeld: (page: string) => Promise<boolean | undefined>;
}

const lockOf = (page: string): string => `${OPENING_KEY}.${page}`;

/** By a lock, which a browser takes from a page that ends, however it ends. */
export const livePages: LivePages = {
  hold: (page) => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    // A frame without an origin may have none.
    if (hasLocks()) void navigator.locks.request(lockOf(page), () => held).catch(() => undefined);
    return release;
  },
  isHeld: async (page) => {
    if (!hasLocks()) return undefined;
    try {
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name }) => name === lockOf(page));
    } catch {
      return undefined;
    }
  },
};

/** Absent where the page came by plain HTTP from another machine. */
const hasLocks = (): boolean =>
  typeof navigator === 'object' && (navigator.locks as LockManager | undefined) !== undefined;

/** Note of a document that is being opened: the page, and when it last ran in milliseconds since 1970; 0: it was left after a wait. */
interface Note {
  readonly page: string;
  readonly beat: number;
}

/**
 * Notes while a document is being opened, so that one with which the page stood still is not what the next start begins
 * with. Returns what to call when the page is hidden, and when it is left.
 */
export function watchOpening(
  bench: BenchStore,
  places: Storages,
  pages: LivePages,
): { readonly hide: () => void; readonly leave: () => void } {
  const page = vaultKey();
  let since: number | undefined;
  let ends: readonly (() => void)[] = [];
  const note = (beat: number): void => write(places, { page, beat });
  const settle = (): void => {
    if (bench.getState().run.status === 'working') return;
    since = undefined;
    forgetOpening(places, page);
    for (const end of ends) end();
    ends = [];
  };
  const begin = (): void => {
    if (since === undefined) {
      const beat = setInterval(() => note(Date.now()), BEAT_MS);
      ends = [pages.hold(page), () => clearInterval(beat)];
      note(Date.now());
    }
    since = Date.now();
  };
  if (bench.getState().run.status === 'working') begin();
  bench.subscribe(({ run: { status }, document }, { run: before, document: edited }) => {
    if (status === before.status && document.present === edited.present) return;
    // Whoever edits while an answer is awaited or drawn waits from then on: the page answered until now.
    if (status === 'working' || since !== undefined) begin();
    if (status !== 'working') setTimeout(settle, DRAWN_MS);
  });
  /** Was nobody made to wait, the note goes. */
  const hide = (): boolean => {
    const waited = since !== undefined && Date.now() - since >= HUNG_MS;
    if (since !== undefined && !waited) forgetOpening(places, page);
    return waited;
  };
  const leave = (): void => {
    const waited = hide();
    for (const end of ends) end();
    if (waited) note(0);
  };
  return { hide, leave };
}

/**
 * Did the page stand still with what is kept: for this tab where it keeps something, else for the machine? A page that still
 * opens it, in another tab, does not stand still. What was noted of one that did is taken away.
 */
export async function wasOpening(
  places: Storages,
  { here, pages }: { here: boolean; pages: LivePages },
): Promise<boolean> {
  const note = readNote(here ? places.tab : places.machine);
  if (note === undefined) return false;
  const opens = await isRunning(note, pages);
  if (!opens) forgetOpening(places, note.page);
  return !opens;
}

async function isRunning({ page, beat }: Note, pages: LivePages): Promise<boolean> {
  return Date.now() - beat < SILENT_MS && ((await pages.isHeld(page)) ?? true);
}

/** The note in a storage; undefined: none. A note of an older version, or one that cannot be read, is of no page. */
function readNote(storage: TextStorage): Note | undefined {
  const text = read(storage, OPENING_KEY);
  const [, beat = '0', page = ''] = /^(\d{1,15}) ([\w-]{1,40})$/.exec(text ?? '') ?? [];
  return text === undefined ? undefined : { page, beat: Number(beat) };
}

function write(places: Storages, { page, beat }: Note): void {
  for (const storage of both(places)) {
    try {
      storage.setItem(OPENING_KEY, `${beat} ${page}`);
    } catch {
      // A forbidden storage keeps nothing, and that stops nothing.
    }
  }
}

/** Takes the notes of a page away. */
function forgetOpening(places: Storages, page: string): void {
  for (const storage of both(places)) if (readNote(storage)?.page === page) remove(storage, OPENING_KEY);
}

const both = ({ tab, machine }: Storages): readonly TextStorage[] => [tab, machine];
