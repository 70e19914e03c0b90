import type { Locale } from '../content/phrases';
import { checkDocument, decodeDocument } from '../core/document/codec';
import { encodeDocument, type Document, type PastedText } from '../core/document/document';
import { ROUTE_KINDS } from '../core/kubernetes/ingress/kinds';
import { isProxyModeId, modeProblem } from '../core/kubernetes/mode-ids';
import { inMode } from '../core/document/edits/proxy';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { background } from '../engine/page-engines';
import type { PaneSpec, TimePlace } from '../engine/protocol';
import type { EngineClient } from '../engine/client';
import type { LinkParts } from '../engine/questions/link';
import type { Saved } from './autosave';
import type { Keeping } from './origin';
import type { Vault } from './places';
import { isDepth } from './preferences';
import { readSceneHash, sceneContent, TIME_SHEET } from './scenes';
import { COMPARE_TABS, type WantedWalk, type CompareState, type SharedView } from './view-state';
import type { DocumentOrigin } from './document-state';
import type { Selection } from './selection';
import type { ShownScene } from './scene-state';

/** Above this a file is the better way to hand something on: chats and mail cut longer links. */
export const COMFORTABLE_LINK = 8_000;
/** Above this no link is made at all. */
export const MAX_LINK = 32_000;
/** Pasted texts above this do not shrink below {@link MAX_LINK}: it is not even tried. */
const HOPELESS = 4_000_000;
/** The address that links begin with: without hash and `?lang=`, as each reader has a language of their own. */
export function pageAddress(): string {
  return `${location.origin}${location.pathname}`;
}

/** A link's content: `#<version>.<document>.<view>`, each part base64url(deflate-raw(JSON)). */
export interface LinkContent {
  readonly document: Document;
  readonly view: SharedView;
  /** Absent: somebody else's document, which the link carries. */
  readonly from?: DocumentOrigin['from'];
}

/**
 * The hash of a link that shows this document at this point, with its leading `#`.
 * @param limit of its characters, {@link MAX_LINK} unless told: an error if it were longer
 */
export async function encodeLink({ document, view }: LinkContent, limit = MAX_LINK): Promise<Result<string, Phrase>> {
  const pasted = [...document.pasted.texts, ...(document.told ?? [])].reduce((size, { text }) => size + text.length, 0);
  if (pasted > HOPELESS) return err(phrase('document.link.too-large'));
  const [body, shown] = await Promise.all([pack(encodeDocument(document)), pack(JSON.stringify(view))]);
  const hash = `#${document.version}.${body}.${shown}`;
  return hash.length > limit ? err(phrase('document.link.too-long', { length: hash.length, limit })) : ok(hash);
}

/** How a link is read. */
interface LinkReading {
  /** Ends it: then the promise is rejected with `Cancelled`. */
  readonly signal?: AbortSignal;
  /** The one in the background unless told. */
  readonly engine?: EngineClient;
}

/**
 * Reads a hash away from the page's own thread, which nothing in it can hold up; undefined when there is none. Whatever is
 * broken, too new or takes too long is an error that says so.
 */
export async function decodeLink(
  hash: string,
  reading: LinkReading = {},
): Promise<Result<LinkContent, Phrase> | undefined> {
  const text = hash.replace(/^#/, '');
  if (text === '') return undefined;
  const read = await readBeside(text, reading);
  return read.ok ? ok({ document: read.value.document, view: readView(read.value.view) }) : read;
}

async function readBeside(
  hash: string,
  { engine = background, signal }: LinkReading,
): Promise<Result<LinkParts, Phrase>> {
  const read = await engine.ask('link', { hash }, signal ? { signal } : {});
  return read.ok ? ok({ ...read.value, document: JSON.parse(read.value.document) as Document }) : read;
}

/** A text as base64url(deflate-raw(text)). */
export async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The view part only points at things: what is odd in it is left out, never an error. */
export function readView(json: string | undefined): SharedView {
  let value: unknown;
  try {
    value = JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const { flowId, playhead, selection, asked, compare, depth, scene, hides, devices, sheet, time } = value as Record<
    string,
    unknown
  >;
  return {
    ...readCompared(compare),
    ...(typeof flowId === 'string' ? { flowId } : {}),
    ...(typeof playhead === 'number' && playhead >= 0 && playhead < 1e6 ? { playhead } : {}),
    ...(isSelection(selection) ? { selection } : {}),
    ...(isDepth(depth) ? { depth } : {}),
    ...(isScene(scene) ? { scene } : {}),
    ...(hides === true ? { hides } : {}),
    ...(devices === true ? { devices } : {}),
    ...(isOfTime(scene) ? { sheet: TIME_SHEET } : {}),
    ...(typeof sheet === 'string' && isSheetName(sheet) ? { sheet } : {}),
    ...(isTimePlace(time) ? { time } : {}),
    ...(isWantedWalk(asked) ? { asked } : {}),
  };
}

/** A name as it stands behind `#sheet=`. */
const isSheetName = (name: string): boolean => /^[a-z0-9-]{1,60}$/.test(name);

function isTimePlace(value: unknown): value is TimePlace {
  if (!isFields(value)) return false;
  const { at, client = 0 } = value;
  return isTime(at) && isCount(client) && Number.isInteger(client);
}

const isTime = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= LONGEST_SCRIPT;

/** An hour, milliseconds: no script is longer. */
const LONGEST_SCRIPT = 3_600_000;

/** Longer than any id of a scene or lesson. */
const LONG_ID = 64;

function isScene(value: unknown): value is ShownScene {
  if (!isFields(value)) return false;
  const { id, lesson = '' } = value;
  return !isOfTime(value) && [id, lesson].every((each) => isText(each) && each.length <= LONG_ID);
}

/** Was it a scene of time, as older files have it? It stands in its lesson's Sheet. */
const isOfTime = (scene: unknown): boolean => isFields(scene) && scene['told'] === 'timeline';

function isWantedWalk(value: unknown): value is WantedWalk {
  if (typeof value !== 'object' || value === null) return false;
  const { outcome = 0, sent = {} } = value as Record<string, unknown>;
  if (typeof sent !== 'object' || sent === null) return false;
  const { seed = 0, nth = 0, apart = 0 } = sent as Record<string, unknown>;
  return (
    [outcome, seed, nth, apart].every((given) => Number.isInteger(given) && Number(given) >= 0) && Number(nth) < 1000
  );
}

function isSelection(value: unknown): value is Selection {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  const has = (...keys: string[]): boolean =>
    keys.every((key) => typeof (value as Record<string, unknown>)[key] === 'string');
  switch (value.kind) {
    case 'node':
      return has('name');
    case 'pod':
    case 'service':
    case 'deployment':
      return has('namespace', 'name');
    case 'route':
      return (
        has('namespace', 'name') && (ROUTE_KINDS as readonly unknown[]).includes((value as { object?: unknown }).object)
      );
    case 'flow':
    case 'netns':
    case 'pasted':
      return has('id');
    default:
      return false;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 1e6;

/** Reads the JSON of `sharedCompared`; what is odd in it is left out. A pane of an unknown mode is refused: it is said. */
function readCompared(value: unknown): Pick<SharedView, 'compare' | 'refused'> {
  if (!isFields(value)) return {};
  const { open, tab, panes, probe, outcome, tick, documents } = value;
  const read = Array.isArray(panes) ? panes.filter(isPane).slice(0, 4) : [];
  const refused = compareRefusal(panes, documents);
  const compare = {
    open: open === true,
    tab: COMPARE_TABS.find((each) => each === tab) ?? 'walk',
    panes: read.length >= 2 ? read : undefined,
    probe: isText(probe) ? probe : undefined,
    outcome: isCount(outcome) ? outcome : undefined,
    tick: isCount(tick) ? Math.floor(tick) : 0,
    documents: readDocuments(documents),
  };
  return { compare, ...(refused ? { refused } : {}) };
}

/** Why the first pane or document that names a mode nobody knows is not shown. */
function compareRefusal(panes: unknown, documents: unknown): Phrase | undefined {
  const named = [panes, isFields(documents) ? Object.values(documents) : []].flatMap((list) =>
    Array.isArray(list) ? list.filter(isFields) : [],
  );
  const unknown = named.find(({ mode }) => isText(mode) && !isProxyModeId(mode));
  return unknown && modeProblem(unknown['mode']);
}

const POLICIES: ReadonlySet<unknown> = new Set([undefined, 'Cluster', 'Local']);

function isPane(value: unknown): value is PaneSpec {
  if (!isFields(value)) return false;
  const { mode, release, document, flow, node, policy } = value;
  const texts = [document, flow, node].every((each) => each === undefined || isText(each));
  return isProxyModeId(mode) && isText(release) && texts && (policy === undefined || isPolicy(policy));
}

function isPolicy(value: unknown): boolean {
  if (!isFields(value)) return false;
  const { namespace, name, external, internal } = value;
  return isText(namespace) && isText(name) && POLICIES.has(external) && POLICIES.has(internal);
}

function readDocuments(value: unknown): CompareState['documents'] {
  if (!isFields(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => {
      const document = checkDocument(each);
      return document.ok ? [[key, document.value] as const] : [];
    }),
  );
}

/**
 * A place one can write by hand: `#example=session-affinity&mode=ipvs&flow=2&step=14&view=story`, or a
 * scene's short link. Flows count from 1, or go by
 * their id; steps count from 1 as the page shows them, and one opens standing still. Undefined: it is no such text.
 */
export async function readAddress(hash: string, locale: Locale): Promise<Result<LinkContent, Phrase> | undefined> {
  const text = hash.replace(/^#/, '');
  const wanted = readSceneHash(text);
  if (wanted) return readScene(wanted, locale);
  if (!text.startsWith('example=')) return undefined;
  const words = new URLSearchParams(text);
  // Few addresses name an example: all of them are loaded with the first that does.
  const { exampleById } = await import('../content/examples');
  const made = exampleById(words.get('example') ?? '')?.document(locale);
  if (!made) return err(phrase('document.link.broken'));
  const mode = words.get('mode');
  const problem = mode === null ? undefined : modeProblem(mode);
  if (problem) return err(problem);
  const document = isProxyModeId(mode) ? inMode(made, mode) : made;
  const asked = words.get('flow') ?? '1';
  const flow = document.flows.find(({ id }) => id === asked) ?? document.flows[Number(asked) - 1];
  const step = Number(words.get('step') ?? Number.NaN);
  const playhead = Number.isInteger(step) && step >= 1 ? { playhead: step - 1 } : {};
  const depth = words.get('view');
  const shown = isDepth(depth) ? { depth } : {};
  return ok({ document, view: { ...(flow ? { flowId: flow.id } : {}), ...playhead, ...shown }, from: 'shipped' });
}

/** A scene by its id: `#s=why-this-pod&m=3&mode=ipvs`. */
async function readScene(
  { mode, ...wanted }: NonNullable<ReturnType<typeof readSceneHash>>,
  locale: Locale,
): Promise<Result<LinkContent, Phrase>> {
  const problem = mode === undefined ? undefined : modeProblem(mode);
  if (problem) return err(problem);
  const content = await sceneContent(isProxyModeId(mode) ? { ...wanted, mode } : wanted, locale);
  if (content) return ok({ ...content, from: 'shipped' });
  const { nearScenes } = await import('./near-scenes');
  const near = await nearScenes(wanted.id, locale);
  return err(phrase('document.lesson.no-scene', { name: wanted.id.slice(0, MOST_NAMED), near }));
}

/** Letters of a name nobody knows that are said again. */
const MOST_NAMED = 40;

/** Reads what autosave wrote; undefined if it is not that. Loaded when there is something to read. */
export async function restoreSaved(text: string, vault: Pick<Vault, 'get'>): Promise<Saved | undefined> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const { document, view, drafts, typed, origin, vault: key } = value as Record<string, unknown>;
  const decoded = typeof document === 'string' ? decodeDocument(document) : undefined;
  if (!decoded?.ok) return undefined;
  const texts = typeof key === 'string' ? await vault.get(key) : undefined;
  const whole = texts ? { ...decoded.value, pasted: { ...decoded.value.pasted, texts } } : decoded.value;
  return {
    document: whole,
    view: readView(typeof view === 'string' ? view : undefined),
    origin: readOrigin(origin),
    drafts: typeof typed === 'string' ? getDrafts((await vault.get(typed)) ?? []) : readDrafts(drafts),
  };
}

function getDrafts(texts: readonly PastedText[]): Readonly<Record<string, string>> {
  return Object.fromEntries(texts.map(({ id, text }) => [id, text]));
}

function readDrafts(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Why a saved document cannot be opened here: its mode is not known, or it is of a newer page. Else undefined. */
export function findRefusal(text: string): Phrase | undefined {
  try {
    const { document } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    const decoded = typeof document === 'string' ? decodeDocument(document) : undefined;
    if (!decoded || decoded.ok) return undefined;
    return SAID.has(decoded.error.id) ? decoded.error : undefined;
  } catch {
    return undefined;
  }
}

const SAID: ReadonlySet<string> = new Set(['document.mode.missing', 'document.codec.newer']);

/** Where a document comes from that was kept so. */
const FROM: Readonly<Record<Keeping | 'not', DocumentOrigin['from']>> = {
  own: 'here',
  linked: 'link',
  not: 'shipped',
};

/** Where a document comes from that was kept; without a word of it, as once was written, it is one's own. */
function readOrigin(value: unknown): Partial<DocumentOrigin> {
  if (typeof value !== 'object' || value === null) return { from: 'here' };
  const { id, keep } = value as Readonly<Record<string, unknown>>;
  const from = FROM[keep === 'own' || keep === 'linked' ? keep : 'not'];
  return typeof id === 'string' && /^[\w-]{1,40}$/.test(id) ? { id, from } : { from };
}
