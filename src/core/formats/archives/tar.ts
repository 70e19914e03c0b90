import { readUtf8 } from '../../lib/utf8';
import type { ArchiveEntry, ArchiveListing } from './types';

const BLOCK = 512;
const MAGIC_AT = 257;

/** Are these bytes a tar file (POSIX.1-1988 `ustar`, GNU)? */
export const isTar = (bytes: Uint8Array): boolean => bytes.length >= BLOCK && textAt(bytes, MAGIC_AT, 5) === 'ustar';

/**
 * The regular files of a tar file (POSIX pax, ustar and GNU long names), in their order. One that is cut off keeps what is there.
 * Sources: POSIX.1-2017 pax, GNU tar `tar.h`.
 */
export function listTar(bytes: Uint8Array): ArchiveListing {
  const entries: ArchiveEntry[] = [];
  let long: string | undefined;
  for (let at = 0; at + BLOCK <= bytes.length;) {
    const head = bytes.subarray(at, at + BLOCK);
    if (head.every((byte) => byte === 0)) break;
    const size = readSize(head);
    if (size === undefined) break;
    const from = at + BLOCK;
    const body = bytes.subarray(from, Math.min(from + size, bytes.length));
    const kind = String.fromCharCode(head[156] ?? 0);
    at = from + Math.ceil(size / BLOCK) * BLOCK;
    if (kind === 'L') long = textAt(body, 0, body.length);
    else if (kind === 'x') long = paxPath(body) ?? long;
    else {
      if (kind === '0' || kind === '\0') entries.push({ name: long ?? readName(head), bytes: body, packing: 'stored' });
      long = undefined;
    }
  }
  return { entries, unread: [] };
}

function textAt(bytes: Uint8Array, from: number, length: number): string {
  const part = bytes.subarray(from, from + length);
  const end = part.indexOf(0);
  return readUtf8(end < 0 ? part : part.subarray(0, end));
}

/** Octal digits, or a number of 11 bytes where they do not suffice. */
function readSize(head: Uint8Array): number | undefined {
  if (((head[124] ?? 0) & 0x80) !== 0) return head.subarray(125, 136).reduce((sum, byte) => sum * 256 + byte, 0);
  const text = textAt(head, 124, 12).trim();
  return /^[0-7]{1,12}$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

function readName(head: Uint8Array): string {
  const prefix = textAt(head, MAGIC_AT, 8).startsWith('ustar ') ? '' : textAt(head, 345, 155);
  const name = textAt(head, 0, 100);
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** Records `LENGTH KEY=VALUE\n`, each as long as it says. */
function paxPath(body: Uint8Array): string | undefined {
  const text = readUtf8(body);
  return text
    .split('\n')
    .find((line) => /^\d{1,9} path=/.test(line))
    ?.replace(/^\d{1,9} path=/, '');
}
