import { findCommand } from '../formats/iptables-save/section';
import { ROW_OF_KUBE_PROXY } from './grepped-rows';
import { findListingColumns, guessColumns } from '../formats/listing/columns';
import { isChainLine, isElision, type UnheadedChain } from '../formats/listing/read-listing';
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
  /** Rows without a `Chain` line, of the one chain that the command above lists; without a name of several, which their comments tell. */
  readonly unheaded?: UnheadedChain;
}

const ROW = /^\s*(?:\S+\s+){0,6}?\S*\s*(?:--|-f|!f)\s+\S+\s+\S|(?:^|\s)(?:anywhere|::\/0|0\.0\.0\.0\/0)\s+\S/;
const WRAPPED = /^\s*(?:0x[0-9a-f]+|\*\/|to:\S+|(?:tcp|udp) (?:dpt|spt|to):)/;
const LONGEST = 4096;
/** The columns of a row are within its first characters. */
const HEAD = 300;
/** What the lines of iptables-save begin with: they are no rows. */
const SAVED = '-:*#[';
/** How many lines above a listing its command may stand. */
const LOOK_BACK = 4;

/**
 * Finds every listing of a text by its `Chain NAME (…)` lines; prose between them ends one. Rows that grep left without
 * such a line are one, too, where the command above names their chain. In slices.
 */
export function* getListings(text: string, starts: Uint32Array): Steps<ListingRegion[]> {
  const regions: ListingRegion[] = [];
  const [hasChains, hasRows] = [text.includes('Chain '), /(?:--|-f) +\S+ +\S/.test(text)];
  if (!hasChains && !hasRows) return regions;
  for (let line = 0; line < starts.length;) {
    if (line % SLICE_OF_LINES === 0) yield line / starts.length;
    const found = isChain(text, starts, line) ? {} : hasRows ? unheadedAt(text, starts, line) : undefined;
    if (!found) line++;
    else {
      const last = yield* pickLast(text, starts, line);
      regions.push({ ...makeRegion(text, starts, line, last), ...commandAbove(text, starts, line), ...found });
      line = last + 1;
    }
  }
  return regions;
}

/** A row whose chain the command above it names. */
function unheadedAt(text: string, starts: Uint32Array, line: number): { readonly unheaded: UnheadedChain } | undefined {
  if (SAVED.includes(text.charAt(starts[line] ?? 0))) return undefined;
  const columns = guessColumns(lineAt(text, starts, line).slice(0, HEAD));
  if (!columns) return undefined;
  const { chain: name } = commandAbove(text, starts, line);
  if (name !== undefined) return { unheaded: { name, columns } };
  return ROW_OF_KUBE_PROXY.test(lineAt(text, starts, line)) ? { unheaded: { name: '', columns } } : undefined;
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
  let isApart = false;
  for (let line = first + 1; line < starts.length; line++) {
    if (line % SLICE_OF_LINES === 0) yield line / starts.length;
    const content = lineAt(text, starts, line);
    if (content.trim() === '') isApart = true;
    if (content.trim() === '' || (content.startsWith('#') && !isListing(content))) continue;
    if (!isApart && isElision(content)) last = line;
    if (isElision(content)) continue;
    if (
      !isChain(text, starts, line) &&
      !findListingColumns(content) &&
      !ROW.test(content.slice(0, HEAD)) &&
      !WRAPPED.test(content)
    )
      break;
    if (isApart && !isChain(text, starts, line) && !findListingColumns(content)) break;
    last = line;
    isApart = false;
  }
  return last;
}

function makeRegion(text: string, starts: Uint32Array, first: number, last: number): ListingRegion {
  const end = starts[last + 1] ?? text.length;
  return { from: first + 1, to: last + 1, start: starts[first] ?? 0, end };
}

const isListing = (line: string): boolean => findCommand(line, 0, line.length)?.does === 'list';

function commandAbove(
  text: string,
  starts: Uint32Array,
  first: number,
): { readonly table?: TableName; readonly family?: IpFamily; readonly chain?: string } {
  for (let line = first - 1; line >= Math.max(0, first - LOOK_BACK); line--) {
    const content = lineAt(text, starts, line);
    const command = content.includes('tables') ? findCommand(content, 0, content.length) : undefined;
    if (command?.does !== 'list') continue;
    const { table = 'filter', family, chain } = command;
    return { table, family, ...(chain === undefined ? {} : { chain }) };
  }
  return {};
}
