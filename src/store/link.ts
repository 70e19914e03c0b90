import { encodeDocument, type Document } from '../core/document/document';
import { phrase, type Phrase } from '../core/lib/phrase';
import { err, ok, type Result } from '../core/lib/result';
import { background } from '../engine/page-engines';
import { readLink } from '../engine/questions/link';
import type { Asked, Selection, SharedView } from './types';

/** Above this a file is the better way to hand something on: chats and mail cut longer links. */
export const COMFORTABLE_LINK = 8_000;
/** Above this no link is made at all. */
export const MAX_LINK = 32_000;
/** Pasted texts above this do not shrink below {@link MAX_LINK}: it is not even tried. */
const HOPELESS = 4_000_000;
/** A link's content: `#<version>.<document>.<view>`, each part base64url(deflate-raw(JSON)). */
export interface LinkContent {
  readonly document: Document;
  readonly view: SharedView;
}

/**
 * The hash of a link that shows this document at this point, with its leading `#`.
 * An error if it were longer than {@link MAX_LINK}.
 */
export async function encodeLink({ document, view }: LinkContent): Promise<Result<string, Phrase>> {
  const pasted = document.pasted.texts.reduce((size, { text }) => size + text.length, 0);
  if (pasted > HOPELESS) return err(phrase('document.link.too-large'));
  const [body, shown] = await Promise.all([pack(encodeDocument(document)), pack(JSON.stringify(view))]);
  const hash = `#${document.version}.${body}.${shown}`;
  return hash.length > MAX_LINK
    ? err(phrase('document.link.too-long', { length: hash.length, limit: MAX_LINK }))
    : ok(hash);
}

/**
 * Reads a hash; undefined when there is none. Whatever is broken or too new is an error that says so. With a `signal` it
 * is read away from the page's own thread until that ends it: then the promise is rejected with `Cancelled`.
 */
export async function decodeLink(hash: string, signal?: AbortSignal): Promise<Result<LinkContent, Phrase> | undefined> {
  const text = hash.replace(/^#/, '');
  if (text === '') return undefined;
  const read = signal ? await background.ask('link', { hash: text }, { signal }) : await readLink(text);
  return read.ok ? ok({ document: read.value.document, view: await readView(read.value.view) }) : read;
}

async function pack(text: string): Promise<string> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** The view part only points at things: what is odd in it is left out, never an error. */
export async function readView(json: string | undefined): Promise<SharedView> {
  let value: unknown;
  try {
    value = JSON.parse(json ?? '{}');
  } catch {
    return {};
  }
  if (typeof value !== 'object' || value === null) return {};
  const { flowId, playhead, selection, asked, compare } = value as Record<string, unknown>;
  // Few links hold a comparison: how to read one is loaded with the first that does.
  const compared = compare ? (await import('./read-compared')).readCompared(compare) : {};
  return {
    ...compared,
    ...(typeof flowId === 'string' ? { flowId } : {}),
    ...(typeof playhead === 'number' && playhead >= 0 && playhead < 1e6 ? { playhead } : {}),
    ...(isSelection(selection) ? { selection } : {}),
    ...(isAsked(asked) ? { asked } : {}),
  };
}

function isAsked(value: unknown): value is Asked {
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
    case 'flow':
    case 'netns':
    case 'pasted':
      return has('id');
    default:
      return false;
  }
}
