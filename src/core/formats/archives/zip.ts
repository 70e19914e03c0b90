import { readUtf8 } from '../../lib/utf8';
import type { ArchiveEntry, ArchiveListing } from './types';

/** Marks of a ZIP file (APPNOTE.TXT 4.3): a file's own head, the directory's, the directory's end. */
const FILE = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
/** The longest comment behind the end. */
const MOST_COMMENT = 65_535;
const PACKINGS: Readonly<Record<number, ArchiveEntry['packing']>> = { 0: 'stored', 8: 'deflate' };
const ENCRYPTED = 1;

/** Are these bytes a ZIP file? */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length >= END_LENGTH && makeView(bytes).getUint32(0, true) === FILE;

/**
 * The files of a ZIP file by its directory, those that are encrypted or packed otherwise than by deflate only by name. A file that is
 * cut off has no directory: none. Source: PKWARE's APPNOTE.TXT 6.3.
 */
export function listZip(bytes: Uint8Array): ArchiveListing {
  const view = makeView(bytes);
  const end = findEnd(view);
  const entries: ArchiveEntry[] = [];
  const unread: string[] = [];
  if (end === undefined) return { entries, unread };
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0 && at + 46 <= bytes.length; left--) {
    if (view.getUint32(at, true) !== ENTRY) break;
    const lengths = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const [nameLength = 0, extra = 0, comment = 0] = lengths;
    const name = readUtf8(bytes.subarray(at + 46, at + 46 + nameLength));
    if (!name.endsWith('/')) {
      const entry = entryAt(bytes, at, name);
      if (entry) entries.push(entry);
      else unread.push(name);
    }
    at += 46 + nameLength + extra + comment;
  }
  return { entries, unread };
}

function entryAt(bytes: Uint8Array, at: number, name: string): ArchiveEntry | undefined {
  const view = makeView(bytes);
  const packing = PACKINGS[view.getUint16(at + 10, true)];
  const isEncrypted = (view.getUint16(at + 8, true) & ENCRYPTED) !== 0;
  const [size, head] = [view.getUint32(at + 20, true), view.getUint32(at + 42, true)];
  if (!packing || isEncrypted || head + 30 > bytes.length || view.getUint32(head, true) !== FILE) return undefined;
  const from = head + 30 + view.getUint16(head + 26, true) + view.getUint16(head + 28, true);
  return from + size > bytes.length ? undefined : { name, bytes: bytes.subarray(from, from + size), packing };
}

function findEnd(view: DataView): number | undefined {
  const last = view.byteLength - END_LENGTH;
  for (let at = last; at >= Math.max(0, last - MOST_COMMENT); at--) if (view.getUint32(at, true) === END) return at;
  return undefined;
}

const makeView = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
