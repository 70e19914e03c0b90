import { decodeDocument } from '../core/document/codec';
import type { PastedText } from '../core/document/document';
import { isProxyModeId } from '../core/kubernetes/mode-ids';
import type { ProxyModeId } from '../core/kubernetes/types';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { dropFromVault, putDocument, type Saved, vaultKeysIn } from './autosave';
import { isEpochOver } from './epoch';
import { restoreSaved } from './link';
import type { Keeping } from './origin';
import { HISTORY_KEY, type Places, PREVIOUS_KEY, read, remove, vaultKey } from './places';
import type { BenchStore } from './store';

/** So many documents are kept: what came by links makes room for what came by links alone. */
const MOST: Readonly<Record<Keeping, number>> = { own: 10, linked: 5 };

/** A document that can be gone back to. */
export interface KeptDocument {
  /** Of its origin. */
  readonly id: string;
  /** Under which it is kept. */
  readonly key: string;
  /** When it was on the bench last: milliseconds since 1970. */
  readonly at: number;
  readonly keep: Keeping;
  /** Empty: it was given none. */
  readonly title: string;
  readonly about: DocumentSummary;
}

/** What a document is, for a list. */
export interface DocumentSummary {
  readonly subject: 'cluster' | 'pasted';
  readonly nodes: number;
  readonly services: number;
  readonly texts: number;
  readonly mode: ProxyModeId | undefined;
}

/** The kept documents, the latest first; entries that are not readable are left out. */
export function readHistory(json: string | undefined): readonly KeptDocument[] {
  try {
    const value: unknown = JSON.parse(json ?? '[]');
    return Array.isArray(value) ? value.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(value: unknown): value is KeptDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { id, key, at, keep, title, about } = value as Readonly<Record<string, unknown>>;
  const isNamed = [id, key, title].every((each) => typeof each === 'string');
  return isNamed && typeof at === 'number' && (keep === 'own' || keep === 'linked') && typeof about === 'object';
}

const listeners = new Set<() => void>();

/** Calls back whenever the history of this page or another tab's changes; what is returned ends that. */
export function followHistory(listener: () => void): () => void {
  listeners.add(listener);
  globalThis.addEventListener?.('storage', listener);
  return () => {
    listeners.delete(listener);
    globalThis.removeEventListener?.('storage', listener);
  };
}

/** Writes the list. Throws where the storage is full. */
function write({ machine }: Places, list: readonly KeptDocument[]): void {
  if (list.length === 0) remove(machine, HISTORY_KEY);
  else machine.setItem(HISTORY_KEY, JSON.stringify(list));
  for (const listener of listeners) listener();
}

const historyOf = ({ machine }: Places): readonly KeptDocument[] => readHistory(read(machine, HISTORY_KEY));

/** One after the other: each reads the list that the one before has written. */
let before: Promise<unknown> = Promise.resolve();

function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const now = before.then(act, act);
  before = now;
  return now;
}

/**
 * Puts a document into the history, in the place of what was kept of it before. `saved`: as autosave writes it, `texts`: its
 * pasted texts where they are not in there. What is as shipped is not kept. False: it could not be kept.
 */
export function keepInHistory(places: Places, saved: string, texts: readonly PastedText[]): Promise<boolean> {
  return inTurn(async () => {
    const entry = describe(saved);
    if (!entry || isForgotten(places, saved)) return true;
    const known = historyOf(places).find(({ id }) => id === entry.id);
    if (known && known.at >= entry.at) return true;
    const body: readonly PastedText[] = [{ id: 'saved', title: '', text: withoutTyped(saved) }, ...texts];
    if (!(await putBody(places, entry.key, body))) return false;
    // Everything may have been forgotten while it was written.
    if (isForgotten(places, saved)) return drop(places, entry.key).then(() => true);
    return putEntry(places, entry);
  });
}

/** Puts what autosave wrote into the history. False: it could not be kept. */
export async function keepSaved(places: Places, text: string): Promise<boolean> {
  const [, key] = /"vault":"([\w-]+)"\}$/.exec(text.slice(-100)) ?? [];
  const texts = key === undefined ? undefined : await places.vault.get(key);
  return keepInHistory(places, text, texts ?? []);
}

/** As {@link keepSaved}, of what was set aside: it is not kept there any longer. */
export async function moveToHistory(places: Places, text: string): Promise<void> {
  if (!(await keepSaved(places, text)) || read(places.machine, PREVIOUS_KEY) !== text) return;
  remove(places.machine, PREVIOUS_KEY);
  for (const key of vaultKeysIn(text)) dropFromVault(places, key);
}

/** Was everything forgotten since this was saved? */
function isForgotten(places: Places, saved: string): boolean {
  const { epoch } = fieldsOf(parse(saved));
  return isEpochOver(typeof epoch === 'string' ? epoch : undefined, places);
}

async function putEntry(places: Places, entry: KeptDocument): Promise<boolean> {
  const old = historyOf(places);
  const list = [entry, ...old.filter(({ id }) => id !== entry.id)];
  const kept = list.filter((each) => list.filter(({ keep }) => keep === each.keep).indexOf(each) < MOST[each.keep]);
  if (!makingRoom(places, () => write(places, kept))) {
    await drop(places, entry.key);
    return false;
  }
  const gone = old.filter((each) => !kept.includes(each));
  await Promise.all(gone.map(({ key }) => drop(places, key)));
  return true;
}

/** Where IndexedDB takes nothing, a body is kept beside the list. */
async function putBody(places: Places, key: string, body: readonly PastedText[]): Promise<boolean> {
  if (await places.documents.put(key, body)) return true;
  const text = JSON.stringify(body);
  return makingRoom(places, () => places.machine.setItem(outsideKey(key), text));
}

/** Puts something into the storage; bodies that are in there, the oldest first, make room. False: there is none. */
function makingRoom(places: Places, put: () => void): boolean {
  for (;;) {
    try {
      put();
      return true;
    } catch {
      const list = historyOf(places);
      const oldest = list.findLast(({ key }) => read(places.machine, outsideKey(key)) !== undefined);
      if (!oldest) return false;
      remove(places.machine, outsideKey(oldest.key));
      write(
        places,
        list.filter((each) => each !== oldest),
      );
    }
  }
}

const outsideKey = (key: string): string => `${HISTORY_KEY}.${key}`;

async function getBody({ machine, documents }: Places, key: string): Promise<readonly PastedText[] | undefined> {
  const outside = read(machine, outsideKey(key));
  return outside === undefined ? documents.get(key) : (JSON.parse(outside) as readonly PastedText[]);
}

async function drop({ machine, documents }: Places, ...keys: readonly string[]): Promise<void> {
  for (const key of keys) remove(machine, outsideKey(key));
  await documents.keepOnly((key) => !keys.includes(key));
}

/** The row of the list for a text of autosave; undefined: nothing to be kept. */
function describe(saved: string): KeptDocument | undefined {
  const { at, origin, document } = fieldsOf(parse(saved));
  const { id = 'before', keep } = origin === undefined ? { keep: 'own' } : fieldsOf(origin);
  if (typeof document !== 'string' || typeof id !== 'string' || (keep !== 'own' && keep !== 'linked')) return undefined;
  const when = typeof at === 'number' ? at : Date.now();
  return { id, key: vaultKey(), at: when, keep, ...summarize(fieldsOf(parse(document))) };
}

function summarize({ title, subject, mode, cluster, pasted }: Fields): Pick<KeptDocument, 'title' | 'about'> {
  const { nodes, services } = fieldsOf(cluster);
  const texts = listOf(fieldsOf(pasted)['texts']);
  const isPasted = subject === 'pasted';
  const named = isPasted ? fieldsOf(texts[0])['title'] : title;
  return {
    title: typeof named === 'string' ? named : '',
    about: {
      subject: isPasted ? 'pasted' : 'cluster',
      nodes: listOf(nodes).length,
      services: listOf(services).length,
      texts: texts.length,
      mode: isProxyModeId(mode) ? mode : undefined,
    },
  };
}

/** A text of autosave without the drafts that were typed beside the document; its large texts are in the same body. */
function withoutTyped(saved: string): string {
  const { drafts: _drafts, typed: _typed, ...rest } = fieldsOf(parse(saved));
  return JSON.stringify({ ...rest, vault: 'beside' });
}

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A document of the history as it was; an error says why it cannot be opened. Undefined: it is not there any more. */
export async function loadKept(places: Places, id: string): Promise<Result<Saved, Phrase> | undefined> {
  const entry = historyOf(places).find((each) => each.id === id);
  const [saved, ...texts] = (entry && (await getBody(places, entry.key))) ?? [];
  if (!saved) return undefined;
  const restored = await restoreSaved(saved.text, { get: () => Promise.resolve(texts.length > 0 ? texts : undefined) });
  if (restored) return ok({ ...restored, drafts: {}, origin: { ...restored.origin, id } });
  const { document } = fieldsOf(parse(saved.text));
  const decoded = decodeDocument(typeof document === 'string' ? document : '');
  return decoded.ok ? undefined : err(decoded.error);
}

/**
 * Puts a document of the history on the bench; what is there now goes into the history first. One that cannot be opened says
 * why, and the bench stays.
 */
export async function goBackTo(bench: BenchStore, places: Places, id: string): Promise<void> {
  const kept = await loadKept(places, id);
  const { notify, openDocument } = bench.getState().actions;
  if (!kept?.ok) return notify(kept ? kept.error : phrase('document.history.gone'));
  await putDocument(bench.getState(), places);
  const { document, view, origin } = kept.value;
  openDocument(document, view, origin);
}

/** Takes a text out of every document that is kept: it was removed by hand, and is to be in no store any more. */
export function dropText(places: Places, text: string): Promise<void> {
  return inTurn(async () => {
    for (const entry of historyOf(places)) {
      // One after the other: each may be as large as a page can hold.
      // oxlint-disable-next-line no-await-in-loop
      const body = await getBody(places, entry.key);
      const rest = body && withoutText(body, text);
      // oxlint-disable-next-line no-await-in-loop
      if (rest) await replaceBody(places, entry, rest);
    }
  });
}

/** A body without a text; undefined: it does not hold that. */
function withoutText([saved, ...texts]: readonly PastedText[], text: string): readonly PastedText[] | undefined {
  if (!saved) return undefined;
  const gone = new Set<unknown>(texts.filter((each) => each.text === text).map(({ id }) => id));
  const head = fieldsOf(parse(saved.text));
  const document = fieldsOf(parse(String(head['document'])));
  const pasted = fieldsOf(document['pasted']);
  const all = listOf(pasted['texts']).map(fieldsOf);
  const rest = all.filter((each) => each['text'] !== text && !gone.has(each['id']));
  if (rest.length === all.length) return undefined;
  const without = JSON.stringify({ ...document, pasted: { ...pasted, texts: rest } });
  const beside = texts.filter(({ id }) => !gone.has(id));
  return [{ ...saved, text: JSON.stringify({ ...head, document: without }) }, ...beside];
}

async function replaceBody(places: Places, entry: KeptDocument, body: readonly PastedText[]): Promise<void> {
  const made = body[0] && describe(body[0].text);
  const isWorth = made && !(made.about.subject === 'pasted' && made.about.texts === 0);
  const kept = isWorth && (await putBody(places, made.key, body)) ? [made] : [];
  write(
    places,
    historyOf(places).flatMap((each) => (each.id === entry.id ? kept : [each])),
  );
  await drop(places, entry.key);
}

/** Lets go of what is no longer young. */
export function ageOutHistory(places: Places, isYoung: (key: string) => boolean): Promise<void> {
  return inTurn(async () => {
    const list = historyOf(places);
    const young = list.filter(({ key }) => isYoung(key));
    if (young.length < list.length) write(places, young);
    for (const { key } of list) if (!young.some((each) => each.key === key)) remove(places.machine, outsideKey(key));
    await places.documents.keepOnly(isYoung);
  });
}
