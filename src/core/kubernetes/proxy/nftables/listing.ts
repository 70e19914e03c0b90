import { nftString } from '../../../linux/nftables/text/quoted';
import {
  addToIp,
  compareIp,
  getBits,
  formatIp,
  type IpAddress,
  formatCidr,
  makeNetwork,
  parseCidr,
} from '../../../net/ip';
import { Memo, once } from '../../../lib/memo';
import type { GeneratedElement, GeneratedNftables, GeneratedNftChain, GeneratedNftSet } from '../mode';
import { nftFamily } from './context';
import { generatedElementText } from '../shared/service-blocks';

/**
 * A rule as `nft list` (1.0.6) prints it, from the words kube-proxy feeds in: mark operations with
 * symbols, interface names quoted, prefixes without host bits, ranges of anonymous sets merged.
 */
export function listedRule(text: string): string {
  const at = text.indexOf(' comment "');
  const comment = at < 0 ? '' : text.slice(at);
  return listedStatement(at < 0 ? text : text.slice(0, at)) + comment;
}

function listedStatement(text: string): string {
  let listed = text;
  if (listed.includes('mark ')) listed = withMarkSymbols(listed);
  if (listed.includes('iif')) listed = listed.replace(/\b(iif(?:name)?(?: !=)?) (\S+)/, '$1 "$2"');
  if (listed.includes(' addr . port to ')) listed = listed.replace(' addr . port to ', ' to ');
  if (listed.includes('addr {') || listed.includes('addr != {')) return withMergedRanges(listed);
  if (listed.includes('/'))
    listed = listed.replace(/(addr(?: !=)?) (\S+\/\d+)/, (_, head, cidr) => `${head} ${bare(cidr)}`);
  return listed.includes(' , ') ? listed.replaceAll(' , ', ', ') : listed;
}

function withMarkSymbols(text: string): string {
  return text
    .replace(/(?<!meta )mark and (\S+) (==|!=) 0\b/, 'meta mark & $1 $2 0x00000000')
    .replace(/(?<!meta )mark set mark or /, 'meta mark set meta mark | ')
    .replace(/(?<!meta )mark set mark xor /, 'meta mark set meta mark ^ ');
}

/** A prefix as listed: no host bits, and without length if it is one address. */
function bare(text: string): string {
  const parsed = parseCidr(text);
  if (!parsed.ok) return text;
  const { address, prefix } = parsed.value;
  return prefix === getBits(address.family) ? formatIp(address) : formatCidr(parsed.value);
}

/** A key as listed: a range of sources at its end has no host bits, and no length if it is one address. */
export function listedKey(key: string): string {
  return key.includes('/') ? key.replace(/\S+\/\d+$/, bare) : key;
}

interface Range {
  readonly from: IpAddress;
  readonly to: IpAddress;
}

function withMergedRanges(text: string): string {
  return text.replace(/\{ ([^}]*) \}/, (whole, inside: string) => {
    const texts = inside.split(/ ?, ?/);
    const ranges = texts.flatMap(collectRange);
    if (ranges.length < texts.length) return whole;
    const merged = mergeRanges(ranges).map(rangeText);
    // A set of one is written as what it holds, before ranges are merged.
    return texts.length === 1 ? merged.join() : `{ ${merged.join(', ')} }`;
  });
}

function collectRange(text: string): Range[] {
  const parsed = parseCidr(text);
  if (!parsed.ok) return [];
  const { address, prefix } = parsed.value;
  return [{ from: address, to: lastAddress(address, prefix) }];
}

function lastAddress(address: IpAddress, prefix: number): IpAddress {
  const words = address.words.map((word, i) => {
    const kept = Math.min(32, Math.max(0, prefix - 32 * i));
    return kept === 32 ? word : (word | (0xffff_ffff >>> kept)) >>> 0;
  });
  return { family: address.family, words };
}

/** Sorted; those that overlap or touch are one. */
function mergeRanges(ranges: readonly Range[]): Range[] {
  const merged: Range[] = [];
  for (const range of ranges.toSorted((a, b) => compareIp(a.from, b.from))) {
    const last = merged.at(-1);
    if (!last || !reaches(last, range)) merged.push(range);
    else if (compareIp(range.to, last.to) > 0) merged[merged.length - 1] = { from: last.from, to: range.to };
  }
  return merged;
}

function reaches(last: Range, next: Range): boolean {
  if (compareIp(next.from, last.to) <= 0) return true;
  return compareIp(addToIp(last.to, 1), next.from) === 0;
}

/** An address, a prefix if the range is one, else `from-to`. */
function rangeText({ from, to }: Range): string {
  const bits = getBits(from.family);
  for (let prefix = bits; prefix >= 0; prefix--) {
    const fits = compareIp(makeNetwork(from, prefix), from) === 0 && compareIp(lastAddress(from, prefix), to) === 0;
    if (fits) return prefix === bits ? formatIp(from) : `${formatIp(from)}/${prefix}`;
  }
  return `${formatIp(from)}-${formatIp(to)}`;
}

/**
 * Text of `nft list ruleset` (1.0.6) for a table. Sets and maps come first, then chains, each in the order they were
 * made; the kernel keeps elements by hash, here they have the order they were put in. Empty, if nft refused the
 * transaction.
 */
export function listTable(state: GeneratedNftables, memo = new Memo()): string {
  return listPieces(state, memo)
    .flatMap(({ length, text }) => Array.from({ length }, (_, at) => `${text(at)}\n`))
    .join('');
}

/** A stretch of a listing, whole lines: of a set or a chain, or of what is around them. */
export interface ListedPiece {
  /** How many lines it has; known without printing them. */
  readonly length: number;
  /** The text of a line, counted from 0 in the piece. */
  readonly text: (at: number) => string;
  readonly set?: GeneratedNftSet;
  readonly chain?: GeneratedNftChain;
}

/** {@link listTable} with what each stretch is of. */
export function listPieces(state: GeneratedNftables, memo: Memo): readonly ListedPiece[] {
  if (state.refusal) return [];
  const comment = state.comment === undefined ? [] : [`\tcomment ${nftString(state.comment)}`];
  const pieces = [linesPiece([`table ${nftFamily(state.family)} ${state.table} {`, ...comment])];
  const gap = linesPiece(['']);
  for (const name of state.counters) {
    if (pieces.length > 1) pieces.push(gap);
    pieces.push(linesPiece([`\tcounter ${name} {`, '\t\tpackets 0 bytes 0', '\t}']));
  }
  for (const set of state.sets.values()) {
    if (pieces.length > 1) pieces.push(gap);
    pieces.push(setPiece(set, memo));
  }
  for (const chain of state.chains.values()) {
    if (state.counters.length + state.sets.size > 0) pieces.push(gap);
    pieces.push(chainPiece(chain, memo));
  }
  return [...pieces, linesPiece(['}'])];
}

function linesPiece(lines: readonly string[]): ListedPiece {
  return { length: lines.length, text: (at) => lines[at] ?? '' };
}

/** How many elements of a set stand on a line: two plain IPv4 addresses, one of all else. */
export function elementsPerLine({ type }: GeneratedNftSet): number {
  return type === 'ipv4_addr' ? 2 : 1;
}

/** Most sets and chains are the same ones after an edit. */
const setPiece = once((set: GeneratedNftSet, memo): ListedPiece => {
  const head = printHead(set);
  const lines = Math.ceil(set.elements.length / elementsPerLine(set));
  const text = (at: number): string => {
    const line = at - head.length;
    return line < lines ? (head[at] ?? listElements(set, line, memo)) : '\t}';
  };
  return { length: head.length + lines + 1, text, set };
});

function printHead({ kind, name, type, flags, timeout, comment }: GeneratedNftSet): readonly string[] {
  const lines = [`type ${type}`];
  if (flags?.includes('dynamic')) lines.push('size 65535');
  if (flags) lines.push(`flags ${flags.join(',')}`);
  if (timeout !== undefined) lines.push(`timeout ${duration(timeout)}`);
  if (comment !== undefined) lines.push(`comment ${nftString(comment)}`);
  return [`\t${kind} ${name} {`, ...lines.map((line) => `\t\t${line}`)];
}

/** A line of elements, counted from 0. */
function listElements(set: GeneratedNftSet, line: number, memo: Memo): string {
  const next = (line + 1) * elementsPerLine(set);
  const texts = set.elements.slice(next - elementsPerLine(set), next).map((element) => listedText(element, memo));
  const end = next >= set.elements.length ? ' }' : ',';
  return `${line === 0 ? '\t\telements = { ' : '\t\t\t     '}${texts.join(', ')}${end}`;
}

const listedText = once((element: GeneratedElement): string =>
  generatedElementText({ ...element, key: listedKey(element.key) }),
);

/** `3h`, `1m30s`, `1d`. */
function duration(seconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'm'],
    [seconds % 60, 's'],
  ];
  const text = parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}${unit}`)
    .join('');
  return text === '' ? '0s' : text;
}

const chainPiece = once((chain: GeneratedNftChain, memo): ListedPiece => {
  const { base, comment, rules } = chain;
  const length = 2 + (comment === undefined ? 0 : 1) + (base ? 1 : 0) + rules.length;
  return { length, text: (at) => listChain(chain, memo)[at] ?? '', chain };
});

const listChain = once(({ name, base, comment, rules }: GeneratedNftChain): readonly string[] => {
  const lines: string[] = [];
  if (comment !== undefined) lines.push(`comment ${nftString(comment)}`);
  if (base) lines.push(`type ${base.type} hook ${base.hook} priority ${priorityText(base)}; policy accept;`);
  for (const rule of rules) lines.push(listedRule(rule.text));
  return [`\tchain ${name} {`, ...lines.map((line) => `\t\t${line}`), '\t}'];
});

/** The names nft gives to priorities, each where it is defined, and how far from one it still uses the name. */
const NAMED: readonly (readonly [name: string, at: number, hooks?: readonly string[]])[] = [
  ['raw', -300],
  ['mangle', -150],
  ['dstnat', -100, ['prerouting']],
  ['filter', 0],
  ['security', 50],
  ['srcnat', 100, ['postrouting']],
];
const NEAR = 10;

function priorityText({ hook, priority }: NonNullable<GeneratedNftChain['base']>): string {
  for (const [name, at, hooks] of NAMED) {
    const offset = priority - at;
    if (Math.abs(offset) > NEAR || (hooks && !hooks.includes(hook))) continue;
    if (offset === 0) return name;
    return `${name} ${offset < 0 ? '-' : '+'} ${Math.abs(offset)}`;
  }
  return String(priority);
}
