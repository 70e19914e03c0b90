import { DEFAULT_EXAMPLE } from '../content/examples/default';
import type { Locale } from '../content/phrases';
import {
  isKept,
  loadAutosave,
  refusedAutosave,
  loadPreferences,
  setAside,
  startAutosave,
  type Places,
  type TextStorage,
} from './autosave';
import { LIMITS } from '../core/lib/limits';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, type Result } from '../core/lib/result';
import { Cancelled } from '../engine/client';
import type { LinkContent } from './link';
import { forgetOpening, wasOpening, watchOpening } from './opening';
import { ageOut } from './forget';
import type { BenchStore } from './store';
import { browserVault } from './vault';

/** What the page begins with; tests hand in their own. */
export interface Beginning {
  readonly places: Places;
  /** `location.hash`. */
  readonly hash: string;
  /** The language asked for in the address, else the browser's: `ko-KR`. */
  readonly language: string;
}

/** A longer hash takes so long to read that it is not done on the page's own thread: deflate makes a thousandth at best. */
const LONG_LINK = 4000;
const isLongLink = (hash: string): boolean => hash.length > LONG_LINK;

/** A link that is refused for its length alone: what it holds is not looked at. */
export const isTooLong = (hash: string): boolean => behindSign(hash).length > LIMITS.link;

const behindSign = (hash: string): string => hash.replace(/^#/, '');

type LinkEnd = 'none' | 'opened' | 'failed' | 'stopped';

export interface Started {
  readonly saveNow: () => void;
  /** Until then the address is needed: a reload reads it again. */
  readonly linkRead: Promise<LinkEnd>;
}

/**
 * Puts the first document on the bench: the link's, else what was there before the reload, else the
 * default example with its first flow under way. Then saves every change. A long link is read beside the page:
 * what was there is shown until then.
 */
export async function startBench(bench: BenchStore, { places, hash, language }: Beginning): Promise<Started> {
  const locale: Locale = /^ko\b/i.test(language) ? 'ko' : 'en';
  void ageOut(places, Date.now());
  const preferences = { locale, ...loadPreferences(places) };
  bench.setState(({ view }) => ({ view: { ...view, ...preferences } }));
  const later = isLongLink(hash);
  // A long one is read while the rest of the page is still being loaded.
  const reading = later ? followed(bench, hash) : undefined;
  const linked = later ? 'none' : await openLink(bench, places, hash);
  if (linked !== 'opened' && !(linked === 'none' && (await reopen(bench, places)))) {
    const { view, actions } = bench.getState();
    actions.openDocument(DEFAULT_EXAMPLE.document(view.locale));
    // Why the link could not be opened: what stands there instead does not end that.
    for (const notice of view.notices) actions.notify(notice);
  }
  bench.temporal.getState().clear();
  const { flush } = startAutosave(bench, places);
  const leave = watchOpening(bench, places);
  const saveNow = (): void => {
    flush();
    leave();
  };
  return { saveNow, linkRead: reading ? reading.then((link) => put(bench, places, link)) : Promise.resolve(linked) };
}

/**
 * Opens the document of a link; what was on the bench is put aside. A link that cannot be opened
 * says why and changes nothing.
 */
export async function openLink(bench: BenchStore, places: Places, hash: string): Promise<LinkEnd> {
  return put(bench, places, hash.startsWith('#example=') ? await byHand(bench, hash) : await followed(bench, hash));
}

type Followed = Result<LinkContent, Phrase> | 'stopped' | undefined;

/** Opens what a link was read as, or says why not. */
function put(bench: BenchStore, places: Places, link: Followed): LinkEnd {
  if (link === 'stopped') return link;
  if (!link) return 'none';
  const { openDocument, notify } = bench.getState().actions;
  setAside(places);
  if (link.ok) openDocument(link.value.document, link.value.view);
  else notify(link.error);
  return link.ok ? 'opened' : 'failed';
}

/** Reads a link; that a long one is being read is on the page meanwhile, with a way to stop it. */
async function followed(bench: BenchStore, hash: string): Promise<Followed> {
  if (isTooLong(hash)) {
    return err(phrase('document.limit.link', { found: behindSign(hash).length, most: LIMITS.link }));
  }
  const reading = new AbortController();
  const say = (now: AbortController | undefined): void =>
    bench.setState(({ view }) => ({ view: { ...view, reading: now } }));
  if (isLongLink(hash)) say(reading);
  try {
    return await encoded(hash, isLongLink(hash) ? reading.signal : undefined);
  } catch (error) {
    return error instanceof Cancelled ? 'stopped' : err(phrase('document.link.broken'));
  } finally {
    if (isLongLink(hash)) say(undefined);
  }
}

/** How links are read is loaded with the first one. */
async function encoded(
  hash: string,
  signal: AbortSignal | undefined,
): Promise<Result<LinkContent, Phrase> | undefined> {
  if (behindSign(hash) === '') return undefined;
  const { decodeLink: decode } = await import('./link');
  return decode(hash, signal);
}

async function byHand(bench: BenchStore, hash: string): Promise<Result<LinkContent, Phrase> | undefined> {
  const { readAddress: read } = await import('./address');
  return read(hash, bench.getState().view.locale);
}

/** Brings back what was there; what the page stood still with is put aside instead, and said. What was typed comes back in any case. */
async function reopen(bench: BenchStore, places: Places): Promise<boolean> {
  const { openDocument, notify, setStarting } = bench.getState().actions;
  const saved = await loadAutosave(places);
  if (!saved) {
    const refused = await refusedAutosave(places);
    if (!refused) return false;
    // Kept as it was: a page that knows the mode can open it.
    setAside(places);
    notify(refused);
    return false;
  }
  const hung = wasOpening(isKept(places.tab) ? places.tab : places.machine);
  forgetOpening(places);
  if (hung) {
    setAside(places);
    openDocument(DEFAULT_EXAMPLE.document(bench.getState().view.locale));
    notify(phrase('document.start.hung'));
  } else openDocument(saved.document, saved.view);
  bench.setState(({ view }) => ({ view: { ...view, drafts: saved.drafts } }));
  setStarting(hung);
  return true;
}

/** The browser's storages; where they are forbidden, things are kept until the tab closes. */
export function browserPlaces(): Places {
  return {
    tab: storageOr(() => window.sessionStorage),
    machine: storageOr(() => window.localStorage),
    vault: browserVault(),
  };
}

function storageOr(open: () => Storage): TextStorage {
  try {
    return open();
  } catch {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    };
  }
}
