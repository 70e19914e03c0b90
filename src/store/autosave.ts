import { type PastedText, type Document, encodeDocument } from '../core/document/document';
import { phrase, type Phrase } from '../core/lib/phrase';
import { sharedCompared, readPreferences } from './preferences';
import type { BenchStore } from './store';
import type { BenchState, Preferences, SharedView } from './types';

/**
 * A place for pasted and typed texts that are too large for Web Storage. Each tab keeps its own under a key of
 * its own, so that one does not take the texts of another. Failures are answers, not exceptions.
 */
export interface Vault {
  /** False when it could not be kept. */
  readonly put: (key: string, texts: readonly PastedText[]) => Promise<boolean>;
  readonly get: (key: string) => Promise<readonly PastedText[] | undefined>;
  /** Deletes what is kept under all other keys. */
  readonly keepOnly: (keep: (key: string) => boolean) => Promise<void>;
}

const STORE = 'texts';
/** Older ones make room. Keys sort by the time they were made. */
const MOST_KEPT = 8;

/** A key that sorts after all older ones. */
function vaultKey(): string {
  return `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 10)}`;
}

/** When a key was made, milliseconds. */
export function keptSince(key: string): number {
  return Number.parseInt(key.split('-')[0] ?? '', 36);
}

/** The browser's IndexedDB; where it is missing or forbidden nothing is kept and `put` says so. */
export function browserVault(name = 'rulewalk'): Vault {
  return {
    put: async (key, texts) => {
      try {
        const database = await open(name);
        const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
        const kept = await finished(store.getAllKeys());
        for (const old of kept.slice(0, Math.max(0, kept.length + 1 - MOST_KEPT))) store.delete(old);
        await finished(store.put(texts, key));
        database.close();
        return true;
      } catch {
        return false;
      }
    },
    get: async (key) => {
      try {
        const database = await open(name);
        const found = await finished(database.transaction(STORE).objectStore(STORE).get(key));
        database.close();
        return isTexts(found) ? found : undefined;
      } catch {
        return undefined;
      }
    },
    keepOnly: async (keep) => {
      try {
        const database = await open(name);
        const store = database.transaction(STORE, 'readwrite').objectStore(STORE);
        const kept = await finished(store.getAllKeys());
        for (const key of kept) if (typeof key !== 'string' || !keep(key)) await finished(store.delete(key));
        database.close();
      } catch {
        // Where nothing can be kept, nothing is.
      }
    },
  };
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE));
  return finished(request);
}

function finished<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')));
    if (request instanceof IDBOpenDBRequest) {
      request.addEventListener('blocked', () => reject(new Error('IndexedDB is blocked')));
    }
  });
}

function isTexts(value: unknown): value is readonly PastedText[] {
  return Array.isArray(value) && value.every((text) => typeof (text as PastedText | null)?.text === 'string');
}

/** The part of Web Storage that is used; tests hand in a Map with the same methods. */
export interface TextStorage {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, value: string) => void;
  readonly removeItem: (key: string) => void;
}

/** Where things are kept: `tab` outlives a reload of this tab, `machine` outlives the tab, `vault` takes what is large. */
export interface Places {
  readonly tab: TextStorage;
  readonly machine: TextStorage;
  readonly vault: Vault;
}

export const AUTOSAVE_KEY = 'rulewalk.autosave';
export const PREFERENCES_KEY = 'rulewalk.preferences';
export const PREVIOUS_KEY = 'rulewalk.previous';
/** Web Storage holds about 5 MB; pasted and typed texts above this go to the vault. */
const LARGE = 1_000_000;
const QUIET_MS = 300;
/** A document of so many characters takes longer to keep than a frame: that waits until nobody looks for an edit's outcome. */
const HEAVY = 200_000;
const QUIET_HEAVY_MS = 2000;

/** Who edits without a pause is kept all the same, after so many silences that did not come. */
const SILENCES = 5;

/** What a reload brings back. */
export interface Saved {
  readonly document: Document;
  readonly view: SharedView;
  readonly drafts: Readonly<Record<string, string>>;
}

/**
 * Saves every change after a short silence, and at once when the page is hidden. A full or forbidden
 * storage is said once and stops nothing. Returns a function that saves now.
 */
export function startAutosave(
  bench: BenchStore,
  places: Places,
): { readonly flush: () => void; readonly stop: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | undefined;
  let complained = false;
  let heavy = false;
  let keysBefore = vaultKeysIn(read(places.tab, AUTOSAVE_KEY) ?? read(places.machine, AUTOSAVE_KEY));
  const complain = (): void => {
    if (!complained) bench.getState().actions.notify(phrase('document.autosave.failed'));
    complained = true;
  };
  const content = (): void => {
    if (complained) bench.getState().actions.settle('document.autosave.failed');
    complained = false;
  };
  const shelves = { vault: shelf(places.vault, complain), typed: shelf(places.vault, complain) };
  const flush = (): void => {
    clearTimeout(timer);
    unsavedSince = undefined;
    const state = bench.getState();
    const { texts } = state.document.present.pasted;
    const { drafts } = state.view;
    const keys = { vault: shelves.vault(texts, texts), typed: shelves.typed(drafts, draftTexts(drafts)) };
    const inVault = Object.values(keys).filter((key) => key !== undefined);
    try {
      const text = print(state, keys);
      heavy = text.length > HEAVY;
      places.machine.setItem(AUTOSAVE_KEY, text);
      places.machine.setItem(PREFERENCES_KEY, JSON.stringify(makePreferences(state)));
      places.tab.setItem(AUTOSAVE_KEY, text);
      if (inVault.length === 0) content();
    } catch {
      complain();
    }
    for (const key of keysBefore) if (!inVault.includes(key)) dropFromVault(places, key);
    keysBefore = inVault;
  };
  const unsubscribe = bench.subscribe((state, before) => {
    if (isSaved(state, before)) return;
    for (const text of removedTexts(state, before)) void forgetPreviousWith(places, text);
    clearTimeout(timer);
    const silence = heavy ? QUIET_HEAVY_MS : QUIET_MS;
    unsavedSince ??= Date.now();
    const latest = unsavedSince + SILENCES * silence - Date.now();
    timer = setTimeout(flush, Math.min(silence, Math.max(0, latest)));
  });
  return {
    flush,
    stop: () => {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** Did nothing change that is worth keeping? A moving playhead or scrubber alone is not: it is kept with the next change. */
function isSaved(state: BenchState, before: BenchState): boolean {
  if (state.document !== before.document || state.run.flowId !== before.run.flowId) return false;
  const { playhead: _now, compareTick: _tick, ...now } = state.view;
  const { playhead: _then, compareTick: _before, ...then } = before.view;
  return (Object.keys(now) as (keyof typeof now)[]).every((key) => now[key] === then[key]);
}

/** Puts texts into the vault when they are large, and again when what they are `of` is another; returns their key there. */
function shelf(vault: Vault, complain: () => void): (of: object, texts: readonly PastedText[]) => string | undefined {
  let kept: { readonly of: object; readonly key: string } | undefined;
  return (of, texts) => {
    if (getSize(texts) <= LARGE) kept = undefined;
    else if (of !== kept?.of) {
      kept = { of, key: vaultKey() };
      void vault.put(kept.key, texts).then((done) => (done ? undefined : complain()));
    }
    return kept?.key;
  };
}

/** What was typed as the vault takes it: a text each, named by its editor. */
function draftTexts(drafts: BenchState['view']['drafts']): readonly PastedText[] {
  return Object.entries(drafts).map(([id, text]) => ({ id, title: '', text }));
}

function getSize(texts: Document['pasted']['texts']): number {
  return texts.reduce((size, { text }) => size + text.length, 0);
}

type VaultKeys = Readonly<Record<'vault' | 'typed', string | undefined>>;

function print(state: BenchState, { vault, typed }: VaultKeys): string {
  const { present } = state.document;
  const texts = present.pasted.texts.map((text) => ({ ...text, text: '' }));
  const document = vault ? { ...present, pasted: { ...present.pasted, texts } } : present;
  return JSON.stringify({
    // First, so that it is read without the rest.
    at: Date.now(),
    document: encodeDocument(document),
    view: JSON.stringify(makeSharedView(state)),
    drafts: typed === undefined ? state.view.drafts : {},
    // Last, so that they are found without the rest.
    typed,
    vault,
  });
}

/** The part of the view that links and autosave carry. */
export function makeSharedView({ view, run }: BenchState): SharedView {
  return {
    ...(run.flowId === undefined ? {} : { flowId: run.flowId }),
    playhead: Math.round(view.playhead * 100) / 100,
    ...(view.selection ? { selection: view.selection } : {}),
    depth: view.depth,
    ...(view.scene ? { scene: view.scene } : {}),
    ...(view.hides ? { hides: true } : {}),
    ...(view.time ? { time: view.time } : {}),
    ...(run.outcome === undefined ? {} : { asked: { outcome: run.outcome } }),
    ...(run.sent ? { asked: { sent: run.sent } } : {}),
    ...sharedCompared({ view }),
  };
}

function makePreferences({ view }: BenchState): Preferences {
  const { theme, locale, speed, loop, panes, collapsed, opensWith, seen, own } = view;
  return { theme, locale, speed, loop, panes, collapsed, opensWith, seen, own };
}

/** Reads the preferences of this machine; what is odd in them is left out. */
export function loadPreferences(places: Pick<Places, 'machine'>): Partial<Preferences> {
  return readPreferences(read(places.machine, PREFERENCES_KEY));
}

/** Does a storage keep a bench? */
export function isKept(storage: TextStorage): boolean {
  return read(storage, AUTOSAVE_KEY) !== undefined;
}

/** What this tab, else this machine, last had on the bench; undefined if nothing or nothing readable. */
export async function loadAutosave(places: Places): Promise<Saved | undefined> {
  return (
    (await restore(read(places.tab, AUTOSAVE_KEY), places.vault)) ??
    (await restore(read(places.machine, AUTOSAVE_KEY), places.vault))
  );
}

/** Why what was kept cannot be opened again; undefined: it can, or there is nothing worth a word. */
export async function refusedAutosave(places: Places): Promise<Phrase | undefined> {
  const text = read(places.tab, AUTOSAVE_KEY) ?? read(places.machine, AUTOSAVE_KEY);
  return text === undefined ? undefined : (await import('./link')).findRefusal(text);
}

/** Puts what is on this machine aside before a link replaces it; {@link loadPrevious} brings it back. */
export function setAside(places: Places): void {
  const text = read(places.tab, AUTOSAVE_KEY) ?? read(places.machine, AUTOSAVE_KEY);
  try {
    if (text === undefined) return;
    const { drafts: _drafts, typed: _typed, vault, ...saved } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const before = vaultKeysIn(read(places.machine, PREVIOUS_KEY));
    places.machine.setItem(PREVIOUS_KEY, JSON.stringify({ ...saved, vault }));
    for (const key of before) if (key !== vault) dropFromVault(places, key);
  } catch {
    // A full storage: the link still opens; what was there stays in the autosave until the next change.
  }
}

/** What was put aside by {@link setAside}. */
export async function loadPrevious(places: Places): Promise<Saved | undefined> {
  return restore(read(places.machine, PREVIOUS_KEY), places.vault);
}

/** Texts that were taken off the bench by hand: the cluster stays the same, which another document's would not. */
function removedTexts(state: BenchState, before: BenchState): readonly PastedText[] {
  const [now, then] = [state.document.present, before.document.present];
  if (now.cluster !== then.cluster || now.pasted.texts.length >= then.pasted.texts.length) return [];
  const ids = new Set(now.pasted.texts.map(({ id }) => id));
  return then.pasted.texts.filter(({ id }) => !ids.has(id));
}

/** What was put aside is let go if it holds a text that was removed. */
async function forgetPreviousWith(places: Places, { text }: PastedText): Promise<void> {
  const previous = await loadPrevious(places);
  if (previous?.document.pasted.texts.some((each) => each.text === text) !== true) return;
  const keys = vaultKeysIn(read(places.machine, PREVIOUS_KEY));
  places.machine.removeItem(PREVIOUS_KEY);
  for (const key of keys) dropFromVault(places, key);
}

/** Deletes what the vault keeps under a key, unless it is still pointed at. */
function dropFromVault(places: Places, key: string): void {
  const pointing = [places.tab, places.machine].flatMap((storage) =>
    [AUTOSAVE_KEY, PREVIOUS_KEY].flatMap((name) => vaultKeysIn(read(storage, name))),
  );
  if (!pointing.includes(key)) void places.vault.keepOnly((each) => each !== key);
}

/** The keys of the large texts of what autosave wrote. */
function vaultKeysIn(text: string | undefined): readonly string[] {
  const [, typed, vault] = /(?:"typed":"([\w-]+)",?)?(?:"vault":"([\w-]+)")?\}$/.exec(text?.slice(-200) ?? '') ?? [];
  return [typed, vault].filter((key) => key !== undefined);
}

function read(storage: TextStorage, key: string): string | undefined {
  try {
    return storage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

async function restore(text: string | undefined, vault: Vault): Promise<Saved | undefined> {
  if (text === undefined) return undefined;
  const { restoreSaved } = await import('./link');
  return restoreSaved(text, vault);
}
