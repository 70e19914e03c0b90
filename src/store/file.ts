import type { Document } from '../core/document/document';
import { PROJECT_FILE } from '../core/formats/project-file';
import type { Phrase } from '../core/lib/phrase';
import { ok, type Result } from '../core/lib/result';
import { background } from '../engine/page-engines';
import type { Parcel } from './hand-out';

/** A name for the file: the title in safe characters, `bench.rulewalk.json` without one. */
export function projectFileName(document: Document): string {
  return `${fileStem(document)}.rulewalk.json`;
}

/** The title in characters any file system takes. */
export function fileStem(document: Document): string {
  const stem = document.title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60);
  return stem === '' ? 'bench' : stem;
}

/** The document as a file that leaves. */
export function projectParcel(document: Document): Extract<Parcel, { readonly to: 'file' }> {
  const file = new Blob([PROJECT_FILE.print({ document })], { type: 'application/json' });
  return { to: 'file', name: projectFileName(document), file };
}

/** The document of a project file's text, of any version up to ours, read beside the page. With a `signal`: until that ends it. */
export async function openProject(text: string, signal?: AbortSignal): Promise<Result<Document, Phrase>> {
  const read = await background.ask('project', { text }, signal ? { signal } : {});
  return read.ok ? ok(JSON.parse(read.value) as Document) : read;
}
