import { findCommand } from '../formats/iptables-save/section';
import { findListingColumns } from '../formats/listing/columns';
import { isChainLine } from '../formats/listing/read-listing';
import type { TableName } from '../linux/hooks';
import type { IpFamily } from '../net/ip';
import { SLICE_OF_LINES, type Steps } from '../lib/scan';
import type { TextLines } from './pasted-types';

/** Lines of a text that are an `iptables -L` listing. */
export interface ListingRegion extends TextLines {
  readonly start: number;
  readonly end: number;
  /** What the command above it says. */
  readonly table?: TableName;
  readonly family?: IpFamily;
}

const ROW = /^\s*(?:\S+\s+){0,6}?\S*\s*(?:--|-f|!f)\s+\S+\s+\S|(?:^|\s)(?:anywhere|::\/0|0\.0\.0\.0\/0)\s+\S/;
const WRAPPED = /^\s*(?:0x[0-9a-f]+|\*\/|to:\S+|(?:tcp|udp) (?:dpt|spt|to):)/;
const LONGEST = 4096;
/** The columns of a row are within its first characters. */
const HEAD = 300;
/** How many lines above a listing its command may stand. */
const LOOK_BACK = 4;

/** Finds every listing of a text by its `Chain NAME (…)` lines; prose between them ends one. In slices. */
export function* getListings(text: string, starts: Uint32Array): Steps<ListingRegion[]> {
  const regions: ListingRegion[] = [];
  if (!text.includes('Chain ')) return regions;
  for (let line = 0; line < starts.length;) {
    if (line % SLICE_OF_LINES === 0) yield line / starts.length;
    if (!isChain(text, starts, line)) line++;
    else {
      const last = yield* pickLast(text, starts, line);
      regions.push({ ...makeRegion(text, starts, line, last), ...commandAbove(text, starts, line) });
      line = last + 1;
    }
  }
  return regions;
}

function lineAt(text: string, starts: Uint32Array, line: number): string {
  const start = starts[line] ?? text.length;
  const end = starts[line + 1] ?? text.length;
  return text.slice(start, Math.min(end, start + LONGEST)).trimEnd();
}

/** Looks at one character of most lines. */
function isChain(text: string, starts: Uint32Array, line: number): boolean {
  let at = starts[line] ?? 0;
  while (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 0x09) at++;
  return text.startsWith('Chain ', at) && isChainLine(lineAt(text, starts, line));
}

/** The last line that belongs to the listing that begins at a line. */
function* pickLast(text: string, starts: Uint32Array, first: number): Steps<number> {
  let last = first;
  for (let line = first + 1; line < starts.length; line++) {
    if (line % SLICE_OF_LINES === 0) yield line / starts.length;
    const content = lineAt(text, starts, line);
    if (content.trim() === '' || content.startsWith('#')) continue;
    if (
      !isChain(text, starts, line) &&
      !findListingColumns(content) &&
      !ROW.test(content.slice(0, HEAD)) &&
      !WRAPPED.test(content)
    )
      break;
    if (line > last + 1 && !isChain(text, starts, line) && !findListingColumns(content)) break;
    last = line;
  }
  return last;
}

function makeRegion(text: string, starts: Uint32Array, first: number, last: number): ListingRegion {
  const end = starts[last + 1] ?? text.length;
  return { from: first + 1, to: last + 1, start: starts[first] ?? 0, end };
}

function commandAbove(
  text: string,
  starts: Uint32Array,
  first: number,
): { readonly table?: TableName; readonly family?: IpFamily } {
  for (let line = first - 1; line >= Math.max(0, first - LOOK_BACK); line--) {
    const content = lineAt(text, starts, line);
    const command = content.includes('tables') ? findCommand(content, 0, content.length) : undefined;
    if (command?.does === 'list') return { table: command.table ?? 'filter', family: command.family };
  }
  return {};
}
