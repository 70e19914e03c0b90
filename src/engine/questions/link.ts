import { decodeDocument, DOCUMENT_VERSION } from '../../core/document/codec';
import { encodeDocument, type Document } from '../../core/document/document';
import { LIMITS } from '../../core/lib/limits';
import { phrase, type Phrase } from '../../core/lib/phrase';
import { err, ok, type Result } from '../../core/lib/result';
import { fencedOnce, keyOfText, type FenceWatch } from '../../core/lib/fence';
import { readProject } from '../../core/document/project';
import type { Engine } from '../engine';

/** What a link's hash holds: `#<version>.<document>.<view>`, each part base64url(deflate-raw(JSON)). */
export interface LinkParts {
  readonly document: Document;
  /** JSON, not looked at; undefined: none or damaged. */
  readonly view: string | undefined;
}

/** {@link LinkParts} on their way from the worker: JSON is copied faster than an object of so many parts. */
export interface WrittenParts {
  /** JSON of a Document that was read and checked. */
  readonly document: string;
  readonly view: string | undefined;
}

/** Reads a hash away from the page's own thread. */
export async function link(
  { memo }: Engine,
  { hash }: { readonly hash: string },
): Promise<Result<WrittenParts, Phrase>> {
  const read = await readLink(hash, memo.watch);
  return read.ok ? ok({ ...read.value, document: encodeDocument(read.value.document) }) : read;
}

/** Reads the text of a project's file away from the page's own thread: JSON of a Document that was checked. */
export function project({ memo }: Engine, { text }: { readonly text: string }): Result<string, Phrase> {
  const read = fencedDocument(text, memo.watch, () => readProject(text));
  return read.ok ? ok(encodeDocument(read.value)) : read;
}

/** A saved document, however its readers end: what they throw, and that they took too long, is an error that says so. */
function fencedDocument(
  text: string,
  watch: FenceWatch,
  read: () => Result<Document, Phrase>,
): Result<Document, Phrase> {
  const fenced = fencedOnce(read, { reader: 'document', text: keyOfText(text), length: text.length }, watch);
  if (fenced.ok) return fenced.value;
  return err(fenced.error.how === 'slow' ? phrase('document.link.slow') : phrase('document.link.broken'));
}

/** Reads a hash without its `#`. Whatever is broken, too new or beyond the limits is an error that says so. */
export async function readLink(text: string, watch: FenceWatch): Promise<Result<LinkParts, Phrase>> {
  if (text.length > LIMITS.link) {
    return err(phrase('document.limit.link', { found: text.length, most: LIMITS.link }));
  }
  const [version = '', body = '', shown = ''] = text.split('.');
  if (!/^\d{1,6}$/.test(version)) return err(phrase('document.link.broken'));
  if (Number(version) > DOCUMENT_VERSION) {
    return err(phrase('document.codec.newer', { found: Number(version), known: DOCUMENT_VERSION }));
  }
  const json = await unpack(body);
  if (!json.ok) return json;
  const document = fencedDocument(json.value, watch, () => decodeDocument(json.value));
  if (!document.ok) return document;
  const view = await unpack(shown);
  return ok({ document: document.value, view: view.ok ? view.value : undefined });
}

/** Text that was packed as base64url(deflate-raw(text)), so far as it is not beyond the limits. */
export async function unpack(text: string): Promise<Result<string, Phrase>> {
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const inflated = await collect(stream, LIMITS.inflated);
    if (!inflated) return err(phrase('document.limit.inflated', { most: LIMITS.inflated / 1e6 }));
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(inflated));
  } catch {
    return err(phrase('document.link.broken'));
  }
}

/** All bytes of a stream; undefined, and the rest is left, when there are more than `limit`. */
async function collect(
  stream: ReadableStream<Uint8Array<ArrayBuffer>>,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = stream.getReader();
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length;
    if (size > limit) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
