import { isTar, listTar } from '../core/formats/archives/tar';
import type { ArchiveEntry, ArchiveListing } from '../core/formats/archives/types';
import { isZip, listZip } from '../core/formats/archives/zip';

/** A file that came in, as text. */
interface NamedText {
  readonly title: string;
  readonly text: string;
}

/** What a file that came in holds, and the names of what in it could not be read. */
export interface UnpackedFile {
  readonly texts: readonly NamedText[];
  readonly unreadable: readonly string[];
}

/** Bytes unpacked of one file: beyond them nothing is read, so that a small file cannot fill the memory. */
const MOST_BYTES = 128_000_000;
/** Texts of one archive that stand by themselves; objects are put together and count as one. */
const MOST_TEXTS = 60;
const OBJECTS = /\.(?:ya?ml|json)$/i;
/** macOS's own beside each file, and what editors leave. */
const LITTER = /(?:^|\/)(?:\._|__MACOSX\/|\.DS_Store$)/;

const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/**
 * The texts of a `.gz`, `.tar`, `.tar.gz` or `.zip`: files of objects are one text, each other file one. Unpacked by the browser
 * (`DecompressionStream`); what is damaged, encrypted or too large is named. What is none of them is a text by itself.
 */
export async function unpackFile(title: string, bytes: Uint8Array): Promise<UnpackedFile> {
  const budget = { left: MOST_BYTES };
  const plain = isGzip(bytes) ? await inflate(bytes, 'gzip', budget) : bytes;
  if (!plain) return { texts: [], unreadable: [title] };
  const listing = isZip(plain) ? listZip(plain) : isTar(plain) ? listTar(plain) : undefined;
  if (!listing) return asText({ title: title.replace(/\.gz$/i, ''), bytes: plain });
  return readEntries(title, listing, budget);
}

function asText({ title, bytes }: { readonly title: string; readonly bytes: Uint8Array }): UnpackedFile {
  const text = decode(bytes);
  return text === undefined ? { texts: [], unreadable: [title] } : { texts: [{ title, text }], unreadable: [] };
}

async function readEntries(title: string, { entries, unread }: ArchiveListing, budget: Budget): Promise<UnpackedFile> {
  const texts: NamedText[] = [];
  const objects: string[] = [];
  const unreadable = unread.map((name) => `${title}: ${name}`);
  for (const entry of entries) {
    if (LITTER.test(entry.name)) continue;
    const bytes = await plainBytes(entry, budget);
    const text = bytes && decode(bytes);
    const isObject = OBJECTS.test(entry.name);
    if (text === undefined || (!isObject && texts.length >= MOST_TEXTS)) unreadable.push(`${title}: ${entry.name}`);
    else if (isObject) objects.push(`---\n# ${entry.name.replaceAll('\n', ' ')}\n${text}`);
    else texts.push({ title: entry.name, text });
  }
  const together = objects.length === 0 ? [] : [{ title, text: objects.join('\n') }];
  const isNothing = entries.length + unread.length === 0;
  return { texts: [...together, ...texts], unreadable: isNothing ? [title] : unreadable };
}

/** Nobody's text has NUL in it. */
function decode(bytes: Uint8Array): string | undefined {
  return bytes.subarray(0, 4096).includes(0) ? undefined : new TextDecoder().decode(bytes);
}

interface Budget {
  left: number;
}

async function plainBytes({ bytes, packing }: ArchiveEntry, budget: Budget): Promise<Uint8Array | undefined> {
  if (packing === 'deflate') return inflate(bytes, 'deflate-raw', budget);
  budget.left -= bytes.length;
  return budget.left < 0 ? undefined : bytes;
}

/** Undefined: damaged, or more than is left of the budget. */
async function inflate(
  bytes: Uint8Array,
  format: 'gzip' | 'deflate-raw',
  budget: Budget,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  try {
    const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream(format));
    const reader = stream.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      budget.left -= next.value.length;
      if (budget.left < 0) {
        await reader.cancel();
        return undefined;
      }
      parts.push(next.value);
    }
  } catch {
    return undefined;
  }
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
