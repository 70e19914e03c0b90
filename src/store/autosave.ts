import { type PastedText, type Document, encodeDocument } from '../core/document/document';
import { phrase, type Phrase } from '../core/lib/phrase';
import { DEVICES_OF_BENCH, sharedCompared, readPreferences } from './preferences';
import { joinEpoch, mayKeep } from './epoch';
import { keepingOf } from './origin';
import {
  AUTOSAVE_KEY,
  EPOCH_KEY,
  HISTORY_KEY,
  type Places,
  PREFERENCES_KEY,
  PREVIOUS_KEY,
  read,
  type TextStorage,
  type Vault,
  vaultKey,
} from './places';
import type { BenchStore } from './store';
import type { BenchState } from './types';
import type { DocumentOrigin } from './document-state';
import type { Preferences, SharedView } from './view-state';

/** Web Storage holds about 5 MB; pasted and typed texts above this go to the vault. */
const LARGE = 1_000_000;
const QUIET_MS = 300;
/** A document of so many characters takes longer to keep than a frame: that waits until nobody looks for an edit's outcome. */
const HEAVY = 200_000;
const QUIET_HEAVY_MS = 2000;

/** Number of silences that did not come after which a document edited without a pause is kept all the same. */
const SILENCES = 5;

/** What a reload brings back. */
export interface Saved {
  readonly document: Document;
  readonly view: SharedView;
  readonly drafts: Readonly<Record<string, string>>;
  readonly origin: Partial<DocumentOrigin>;
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
  joinEpoch(bench, places);
  const shelves = { vault: shelf(places.vault, complain), typed: shelf(places.vault, complain) };
  const flush = (): void => {
    clearTimeout(timer);
    unsavedSince = undefined;
    if (!mayKeep(bench, places)) return;
    const epoch = joinEpoch(bench, places);
    const state = bench.getState();
    keepOfOtherTab(state, places);
    const { texts } = state.document.present.pasted;
    const { drafts } = state.view;
    const keys = { epoch, vault: shelves.vault(texts, texts), typed: shelves.typed(drafts, draftTexts(drafts)) };
    const inVault = [keys.vault, keys.typed].filter((key) => key !== undefined);
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
    clearTimeout(timer);
    const silence = heavy ? QUIET_HEAVY_MS : QUIET_MS;
    unsavedSince ??= Date.now();
    const latest = unsavedSince + SILENCES * silence - Date.now();
    timer = setTimeout(flush, Math.min(silence, Math.max(0, latest)));
  });
  const ends = [keepHistory(bench, places), unsubscribe, () => clearTimeout(timer)];
  return { flush, stop: () => ends.forEach((end) => end()) };
}

/** Keeps each document whose place another one takes; a text that is removed is in none of them. Returns what ends that. */
function keepHistory(bench: BenchStore, places: Places): () => void {
  const sayUnlessKept = (kept: boolean): void => {
    if (!kept) bench.getState().actions.notify(phrase('document.history.failed'));
  };
  return bench.subscribe((state, before) => {
    if (state.document.origin.id !== before.document.origin.id) void putDocument(before, places).then(sayUnlessKept);
    for (const text of removedTexts(state, before)) void dropFromHistory(places, text);
  });
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

/** Drafts of the editors as texts of the vault, each named by its editor. */
function draftTexts(drafts: BenchState['view']['drafts']): readonly PastedText[] {
  return Object.entries(drafts).map(([id, text]) => ({ id, title: '', text }));
}

function getSize(texts: Document['pasted']['texts']): number {
  return texts.reduce((size, { text }) => size + text.length, 0);
}

/** The epoch something is saved in, and the keys of the large texts beside it. */
type SavedUnder = Readonly<Record<'epoch' | 'vault' | 'typed', string | undefined>>;

function print(state: BenchState, { epoch, vault, typed }: SavedUnder): string {
  const { present } = state.document;
  const texts = present.pasted.texts.map((text) => ({ ...text, text: '' }));
  const document = vault ? { ...present, pasted: { ...present.pasted, texts } } : present;
  return JSON.stringify({
    // First, so that they are read without the rest.
    at: Date.now(),
    epoch,
    origin: { id: state.document.origin.id, keep: keepingOf(state.document) },
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
    ...(view.collapsed[DEVICES_OF_BENCH] === false ? { devices: true } : {}),
    ...(view.time ? { time: view.time } : {}),
    ...(run.outcome === undefined ? {} : { asked: { outcome: run.outcome } }),
    ...(run.sent ? { asked: { sent: run.sent } } : {}),
    ...sharedCompared({ view }),
  };
}

function makePreferences({ view }: BenchState): Preferences {
  const { theme, locale, speed, loop, panes, collapsed, opensWith, seen, sheets } = view;
  return { theme, locale, speed, loop, panes, collapsed, opensWith, seen, sheets };
}

/** Reads the preferences of this machine; what is odd in them is left out. */
export function loadPreferences(places: Pick<Places, 'machine'>): ReturnType<typeof readPreferences> {
  return readPreferences(read(places.machine, PREFERENCES_KEY));
}

/** Does a storage keep a bench? */
export function isKept(storage: TextStorage): boolean {
  return read(storage, AUTOSAVE_KEY) !== undefined;
}

/** The document saved last by this tab, else by this machine; undefined: none, or none that can be read. */
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

/** Loaded with the first document that is to be kept. */
const loadHistory = () => import('./history');

/** Puts what is on this machine aside before a link replaces it, and then into the history. */
export function setAside(places: Places): void {
  const text = read(places.tab, AUTOSAVE_KEY) ?? read(places.machine, AUTOSAVE_KEY);
  try {
    if (text !== undefined) places.machine.setItem(PREVIOUS_KEY, text);
  } catch {
    // A full storage: it goes straight into the history.
  }
  moveAside(places, text);
}

/** Puts a document that was set aside into the history; what an older page, or one that was closed too soon, left there, too. */
export function moveAside(places: Places, text = read(places.machine, PREVIOUS_KEY)): void {
  if (text !== undefined) void loadHistory().then((history) => history.moveToHistory(places, text));
}

/** Another tab's document, which this one is about to write over. */
function keepOfOtherTab({ document }: BenchState, places: Places): void {
  const text = read(places.machine, AUTOSAVE_KEY);
  const [, id, keep] = /"origin":\{"id":"([\w-]*)"(,"keep")?/.exec(text?.slice(0, 200) ?? '') ?? [];
  if (text !== undefined && keep !== undefined && id !== document.origin.id) {
    void loadHistory().then(({ keepSaved }) => keepSaved(places, text));
  }
}

/** Puts a document of the bench into the history, if it is to be kept. False: it could not be. */
export async function putDocument(before: BenchState, places: Places): Promise<boolean> {
  if (!keepingOf(before.document)) return true;
  const text = print(before, { epoch: read(places.machine, EPOCH_KEY), vault: 'beside', typed: 'left' });
  const { keepInHistory } = await loadHistory();
  return keepInHistory(places, text, before.document.present.pasted.texts);
}

/** Texts that were taken off the bench by hand: the document and its cluster stay the same. */
function removedTexts({ document }: BenchState, { document: before }: BenchState): readonly PastedText[] {
  const [now, then] = [document.present, before.present];
  if (document.origin.id !== before.origin.id || now.cluster !== then.cluster) return [];
  if (now.pasted.texts.length >= then.pasted.texts.length) return [];
  const ids = new Set(now.pasted.texts.map(({ id }) => id));
  return then.pasted.texts.filter(({ id }) => !ids.has(id));
}

/** No document of the history holds a text any more that was removed. */
async function dropFromHistory(places: Places, { text }: PastedText): Promise<void> {
  if (read(places.machine, HISTORY_KEY) !== undefined) await (await loadHistory()).dropText(places, text);
}

/** Deletes what the vault keeps under a key, unless it is still pointed at. */
export function dropFromVault(places: Places, key: string): void {
  const pointing = [places.tab, places.machine].flatMap((storage) =>
    [AUTOSAVE_KEY, PREVIOUS_KEY].flatMap((name) => vaultKeysIn(read(storage, name))),
  );
  if (!pointing.includes(key)) void places.vault.keepOnly((each) => each !== key);
}

/** The keys of the large texts of what autosave wrote. */
export function vaultKeysIn(text: string | undefined): readonly string[] {
  const [, typed, vault] = /(?:"typed":"([\w-]+)",?)?(?:"vault":"([\w-]+)")?\}$/.exec(text?.slice(-200) ?? '') ?? [];
  return [typed, vault].filter((key) => key !== undefined);
}

async function restore(text: string | undefined, vault: Vault): Promise<Saved | undefined> {
  if (text === undefined) return undefined;
  const { restoreSaved } = await import('./link');
  return restoreSaved(text, vault);
}
