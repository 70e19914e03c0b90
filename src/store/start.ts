import { isKept, loadAutosave, loadPreferences, moveAside, refusedAutosave, setAside, startAutosave } from './autosave';
import { dropForgotten } from './epoch';
import { AUTOSAVE_KEY, HISTORY_KEY, keptSince, type Places, PREVIOUS_KEY, read, remove } from './places';
import { livePages, type LivePages, watchOpening, wasOpening } from './opening';
import { isEmbedded } from './embedded';
import type { BenchStore } from './store';
import type { Depth } from './view-state';
import { OPENING_SCENE } from './scenes';
import type { OwnLesson } from './scene-state';
import { type Locale, toLocale } from '../content/languages';
import { readStand } from '../core/sheet/address';
import type { Document } from '../core/document/document';
import { LIMITS } from '../core/lib/limits';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, type Result } from '../core/lib/result';
import { Cancelled, type EngineClient } from '../engine/client';
import { background, interactive } from '../engine/page-engines';
import type { PrecomputedWalk } from '../engine/precompute';
import type { LinkContent } from './link';

/** What is kept in this browser is kept so long after it was last changed. */
export const KEPT_DAYS = 30;
const KEPT_MS = KEPT_DAYS * 24 * 60 * 60 * 1000;

/** Lets go of what was last changed longer ago than {@link KEPT_DAYS}. */
async function ageOut(places: Places, now: number): Promise<void> {
  for (const storage of [places.tab, places.machine]) {
    for (const key of [AUTOSAVE_KEY, PREVIOUS_KEY]) {
      const at = savedAt(storage, key);
      if (at !== undefined && now - at > KEPT_MS) remove(storage, key);
    }
  }
  const isYoung = (key: string): boolean => now - keptSince(key) <= KEPT_MS;
  if (read(places.machine, HISTORY_KEY) !== undefined) {
    await after(PATIENCE_MS);
    const { ageOutHistory } = await import('./history');
    await ageOutHistory(places, isYoung);
  }
  await places.vault.keepOnly(isYoung);
}

function savedAt(storage: Places['tab'], key: string): number | undefined {
  try {
    const [, at] = /^\{"at":(\d+)/.exec(storage.getItem(key) ?? '') ?? [];
    return at === undefined ? undefined : Number(at);
  } catch {
    return undefined;
  }
}

/** What the engine said of the default example when the page was built, with its title in each language. */
export interface PrecomputedExample extends PrecomputedWalk {
  readonly titles: Readonly<Record<Locale, string>>;
}

/** The default example: as it was worked out when the page was built; a page that is served for development makes it now. */
async function defaultDocument(locale: Locale, precomputed: PrecomputedExample | undefined): Promise<Document> {
  if (precomputed) return { ...precomputed.document, title: precomputed.titles[locale] };
  const { DEFAULT_EXAMPLE } = await import('../content/examples/default');
  return DEFAULT_EXAMPLE.document(locale);
}

/** What the page begins with; tests hand in their own. */
interface Beginning {
  readonly places: Places;
  /** `location.hash`. */
  readonly hash: string;
  /** The language asked for in the address, else the browser's: `ko-KR`. */
  readonly language: string;
  /** `?view=`: what is to be looked at. Absent: what a link or the last visit says. */
  readonly depth?: Depth;
  readonly precomputed?: PrecomputedExample;
  readonly pages?: LivePages;
}

/** A longer hash takes so long to read that it is not done on the page's own thread: deflate makes a thousandth at best. */
const LONG_LINK = 4000;
/** So long a long link is waited for before something else is shown. */
const PATIENCE_MS = 1500;
const isLongLink = (hash: string): boolean => hash.length > LONG_LINK;

/** A link that is refused for its length alone: what it holds is not looked at. */
export const isTooLong = (hash: string): boolean => behindSign(hash).length > LIMITS.link;

const behindSign = (hash: string): string => hash.replace(/^#/, '');

type LinkEnd = 'none' | 'opened' | 'failed' | 'stopped';

interface Started {
  /** To call when the page is hidden, which may be the last that is heard of it. */
  readonly saveNow: () => void;
  /** To call when the page is left. */
  readonly leave: () => void;
  /** Until then the address is needed: a reload reads it again. */
  readonly linkRead: Promise<LinkEnd>;
}

/**
 * Puts the first document on the bench: the link's, else what was there before the reload, else the
 * default example with its first flow under way. Then saves every change. A long link is read beside the page: where
 * that takes its time, what was there is shown until then.
 */
export async function startBench(bench: BenchStore, beginning: Beginning): Promise<Started> {
  const { places, language, depth, precomputed, pages = livePages } = beginning;
  const opening = { places, pages, precomputed };
  const locale = toLocale(language) ?? 'en';
  dropForgotten(places);
  void ageOut(places, Date.now()).then(() => moveAside(places));
  const { own, ...preferences } = { locale, ...loadPreferences(places) };
  bench.setState(({ view }) => ({ view: { ...view, ...preferences } }));
  if (own) await keepOlder(bench, own);
  const hash = await findAddress(bench, beginning.hash);
  if (isLongLink(hash)) return startWithLong(bench, opening, followed(bench, { hash, engine: background }));
  const short = isEncoded(hash) ? await readAtOnce(bench, hash) : undefined;
  if (short && short.read === undefined) return startWithLong(bench, opening, short.reading);
  const linked = short ? put(bench, places, short.read) : await openLink(bench, places, hash);
  if (linked !== 'opened') await begin(bench, opening, linked);
  if (depth) bench.setState(({ view }) => ({ view: { ...view, depth } }));
  if (linked === 'none') showSheet(bench, hash);
  return { ...keep(bench, opening), linkRead: Promise.resolve(linked) };
}

interface Opening {
  readonly places: Places;
  readonly pages: LivePages;
  readonly precomputed: PrecomputedExample | undefined;
}

/** Puts on the bench what was there before, else the default example; a link that failed is no reason to bring back what was. */
async function begin(bench: BenchStore, opening: Opening, linked: LinkEnd | 'reading'): Promise<void> {
  if ((linked === 'none' || linked === 'reading') && (await reopen(bench, opening))) return;
  const { precomputed } = opening;
  const { view, actions } = bench.getState();
  // Who comes for the first time is told a story; a link was made on the bench unless it says otherwise.
  const depth = linked === 'none' ? (view.opensWith ?? 'story') : 'bench';
  const document = await defaultDocument(view.locale, precomputed);
  if (precomputed) bench.showPrecomputed({ ...precomputed, document });
  actions.openDocument(document, { depth, scene: OPENING_SCENE });
  // Why the link could not be opened: what stands there instead does not end that.
  for (const notice of view.notices) actions.notify(notice);
}

/** Saves every change from now on; returns what to call when the page is hidden or left. */
function keep(bench: BenchStore, { places, pages }: Opening): Pick<Started, 'saveNow' | 'leave'> {
  bench.temporal.getState().clear();
  const { flush } = startAutosave(bench, places);
  const { hide, leave } = watchOpening(bench, places, pages);
  const both = (then: () => void) => (): void => {
    flush();
    then();
  };
  return { saveNow: both(hide), leave: both(leave) };
}

/**
 * A long link is read while the rest of the page is still being loaded. Until it is read, for a while nothing else is
 * put on the bench: drawing and simulating that would only be in its way.
 */
function startWithLong(bench: BenchStore, opening: Opening, reading: Promise<Followed>): Started {
  let kept: Pick<Started, 'saveNow' | 'leave'> | undefined;
  const start = async (): Promise<LinkEnd> => {
    const early = await Promise.race([reading, after(PATIENCE_MS)]);
    const isRead = typeof early === 'object' && early.ok;
    if (isRead) put(bench, opening.places, early);
    else await begin(bench, opening, 'reading');
    kept = keep(bench, opening);
    return isRead ? 'opened' : put(bench, opening.places, await reading);
  };
  return { saveNow: () => kept?.saveNow(), leave: () => kept?.leave(), linkRead: start() };
}

const after = (milliseconds: number): Promise<undefined> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/**
 * Opens the document of a link; what was on the bench is put aside. A link that cannot be opened
 * says why and changes nothing.
 */
export async function openLink(bench: BenchStore, places: Places, address: string): Promise<LinkEnd> {
  const hash = await findAddress(bench, address);
  if (showSheet(bench, hash)) return 'none';
  return put(
    bench,
    places,
    /^#(?:example|s)=/.test(hash) ? await byHand(bench, hash) : await followed(bench, { hash, engine: background }),
  );
}

/**
 * The address as it is kept: a scene of a lesson stands in the lesson's Sheet, a whole Sheet that came by a link among one's own.
 * In the frame of another page a scene is told as ever.
 */
async function findAddress(bench: BenchStore, hash: string): Promise<string> {
  if (/^#(?:own-sheet|lesson)=/.test(hash)) return keepSheet(bench, hash);
  if (!hash.startsWith('#s=') || isEmbedded()) return hash;
  const { findSceneSheet } = await import('./scene-sheet');
  return findSceneSheet(hash) ?? hash;
}

/** A lesson that an older page kept is a Sheet from now on. */
async function keepOlder(bench: BenchStore, own: OwnLesson): Promise<void> {
  const { sheetOfOlder } = await import('./own-lesson');
  const { view, actions } = bench.getState();
  const sheet = sheetOfOlder(own, view.sheets);
  if (sheet) actions.setSheets([sheet, ...view.sheets]);
}

/** Keeps a whole Sheet that came by a link: where it stands now. One that cannot be read says why. */
async function keepSheet(bench: BenchStore, hash: string): Promise<string> {
  const { view, actions } = bench.getState();
  const { decodeSheet, receiveSheet } = await import('./own-sheets');
  const length = behindSign(hash).length;
  const read =
    length > LIMITS.link
      ? err(phrase('document.limit.link', { found: length, most: LIMITS.link }))
      : await decodeSheet(hash, view.sheets);
  if (!read.ok) {
    actions.notify(read.error);
    return '';
  }
  const { sheets, id } = receiveSheet(view.sheets, read.value);
  actions.setSheets(sheets);
  return `#sheet=${id}`;
}

/** Shows the Sheet of an address, a whole one that it carries, too; over nothing. False: it names none. */
export const openSheetAddress = async (bench: BenchStore, address: string): Promise<boolean> =>
  showSheet(bench, await findAddress(bench, address));

/**
 * Shows the Sheet an address names, `#sheet=where-a-packet-goes`, at a figure of it, `#sheet=where-a-packet-goes/f3`, as somebody
 * had it, `#sheet=where-a-packet-goes;mode=ipvs`, over what is on the bench; of any other, none.
 */
function showSheet(bench: BenchStore, hash: string): boolean {
  const [, sheet, sheetFigure, stood = ''] =
    /^#sheet=([a-z0-9-]{1,60})(?:\/([a-z0-9-]{1,60}))?((?:;[~\w.,=-]{1,500}){0,40})$/.exec(hash) ?? [];
  const state = readStand(stood);
  // Who comes back by the same address has it as he left it.
  const left = sheet !== undefined && state ? { [sheet]: { state, at: { block: 0, below: 0 } } } : {};
  bench.setState(({ view }) => ({
    view: { ...view, sheet, sheetFigure, leftSheets: { ...left, ...view.leftSheets } },
  }));
  return sheet !== undefined;
}

type Followed = Result<LinkContent, Phrase> | 'stopped' | undefined;

/** Opens what a link was read as, or says why not. */
function put(bench: BenchStore, places: Places, link: Followed): LinkEnd {
  if (link === 'stopped') return link;
  if (!link) return 'none';
  const { openDocument, notify } = bench.getState().actions;
  setAside(places);
  if (link.ok)
    openDocument(link.value.document, { depth: 'bench', ...link.value.view }, { from: link.value.from ?? 'link' });
  else notify(link.error);
  return link.ok ? 'opened' : 'failed';
}

/** A link that is opened, and the engine that reads it. */
interface Link {
  /** With its `#`. */
  readonly hash: string;
  readonly engine: EngineClient;
}

/** A short link that is not read by then is said to be being read. Milliseconds. */
const UNSAID_MS = 300;

/** Reads a link; that one is being read is on the page meanwhile, with a way to stop it. */
async function followed(bench: BenchStore, { hash, engine }: Link): Promise<Followed> {
  if (isTooLong(hash)) {
    return err(phrase('document.limit.link', { found: behindSign(hash).length, most: LIMITS.link }));
  }
  const reading = new AbortController();
  const say = (now: AbortController | undefined): void =>
    bench.setState(({ view }) => ({ view: { ...view, reading: now } }));
  const timer = setTimeout(() => say(reading), isLongLink(hash) ? 0 : UNSAID_MS);
  try {
    return await encoded(hash, { signal: reading.signal, engine });
  } catch (error) {
    return error instanceof Cancelled ? 'stopped' : err(phrase('document.link.broken'));
  } finally {
    clearTimeout(timer);
    if (bench.getState().view.reading === reading) say(undefined);
  }
}

const isEncoded = (hash: string): boolean => /^#\d/.test(hash);

/** A short link, which is there before the page is drawn; undefined: it is not, and whoever comes is shown something meanwhile. */
async function readAtOnce(
  bench: BenchStore,
  hash: string,
): Promise<{ readonly read: Followed; readonly reading: Promise<Followed> }> {
  // The engine that shows it has nothing else to do yet.
  const reading = followed(bench, { hash, engine: interactive });
  return { read: await Promise.race([reading, after(UNSAID_MS)]), reading };
}

/** How links are read is loaded with the first one. */
async function encoded(
  hash: string,
  reading: { readonly signal: AbortSignal; readonly engine: EngineClient },
): Promise<Result<LinkContent, Phrase> | undefined> {
  if (behindSign(hash) === '') return undefined;
  const { decodeLink: decode } = await import('./link');
  return decode(hash, reading);
}

async function byHand(bench: BenchStore, hash: string): Promise<Result<LinkContent, Phrase> | undefined> {
  const { readAddress: read } = await import('./link');
  return read(hash, bench.getState().view.locale);
}

/** Brings back what was there; what the page stood still with is put aside instead, and said. What was typed comes back in any case. */
async function reopen(bench: BenchStore, { places, pages, precomputed }: Opening): Promise<boolean> {
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
  const hung = await wasOpening(places, { here: isKept(places.tab), pages });
  if (hung) {
    setAside(places);
    openDocument(await defaultDocument(bench.getState().view.locale, precomputed));
    notify(phrase('document.start.hung'));
  } else {
    const depth = bench.getState().view.opensWith ?? 'bench';
    openDocument(saved.document, { depth, ...saved.view }, saved.origin);
  }
  bench.setState(({ view }) => ({ view: { ...view, drafts: saved.drafts } }));
  setStarting(hung);
  return true;
}
