import { DEFAULT_EXAMPLE } from '../content/examples/default';
import type { Locale } from '../content/phrases';
import type { readAddress } from './address';
import { loadAutosave, loadPreferences, setAside, startAutosave, type Places, type TextStorage } from './autosave';
import type { decodeLink } from './link';
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

/**
 * Puts the first document on the bench: the link's, else what was there before the reload, else the
 * default example with its first flow under way. Then saves every change. Returns how to save now.
 */
export async function startBench(bench: BenchStore, { places, hash, language }: Beginning): Promise<() => void> {
  const locale: Locale = /^ko\b/i.test(language) ? 'ko' : 'en';
  const preferences = { locale, ...loadPreferences(places) };
  bench.setState(({ view }) => ({ view: { ...view, ...preferences } }));
  const linked = await openLink(bench, places, hash);
  if (linked !== 'opened' && !(linked === 'none' && (await reopen(bench, places)))) {
    bench.getState().actions.openDocument(DEFAULT_EXAMPLE.document(bench.getState().view.locale));
  }
  bench.temporal.getState().clear();
  return startAutosave(bench, places).flush;
}

/**
 * Opens the document of a link; what was on the bench is put aside. A link that cannot be opened
 * says why and changes nothing.
 */
export async function openLink(bench: BenchStore, places: Places, hash: string): Promise<'none' | 'opened' | 'failed'> {
  const link = hash.startsWith('#example=') ? await byHand(bench, hash) : await encoded(hash);
  if (!link) return 'none';
  const { openDocument, notify } = bench.getState().actions;
  setAside(places);
  if (link.ok) openDocument(link.value.document, link.value.view);
  else notify(link.error);
  return link.ok ? 'opened' : 'failed';
}

/** How links are read is loaded with the first one. */
async function encoded(hash: string): ReturnType<typeof decodeLink> {
  if (hash.replace(/^#/, '') === '') return undefined;
  const { decodeLink: decode } = await import('./link');
  return decode(hash);
}

async function byHand(bench: BenchStore, hash: string): Promise<ReturnType<typeof readAddress>> {
  const { readAddress: read } = await import('./address');
  return read(hash, bench.getState().view.locale);
}

async function reopen(bench: BenchStore, places: Places): Promise<boolean> {
  const saved = await loadAutosave(places);
  if (!saved) return false;
  bench.getState().actions.openDocument(saved.document, saved.view);
  bench.setState(({ view }) => ({ view: { ...view, drafts: saved.drafts } }));
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
