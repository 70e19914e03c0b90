import { addToIp, compareIp, bitsOf, formatIp, type IpAddress } from '../../../net/ip';
import { formatCidr, networkOf, parseCidr } from '../../../net/cidr';

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
export function bare(text: string): string {
  const parsed = parseCidr(text);
  if (!parsed.ok) return text;
  const { address, prefix } = parsed.value;
  return prefix === bitsOf(address.family) ? formatIp(address) : formatCidr(parsed.value);
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
    const ranges = texts.flatMap(rangeOf);
    if (ranges.length < texts.length) return whole;
    const merged = mergeRanges(ranges).map(rangeText);
    // A set of one is written as what it holds, before ranges are merged.
    return texts.length === 1 ? merged.join() : `{ ${merged.join(', ')} }`;
  });
}

function rangeOf(text: string): Range[] {
  const parsed = parseCidr(text);
  if (!parsed.ok) return [];
  const { address, prefix } = parsed.value;
  return [{ from: address, to: lastOf(address, prefix) }];
}

function lastOf(address: IpAddress, prefix: number): IpAddress {
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
  const bits = bitsOf(from.family);
  for (let prefix = bits; prefix >= 0; prefix--) {
    const fits = compareIp(networkOf(from, prefix), from) === 0 && compareIp(lastOf(from, prefix), to) === 0;
    if (fits) return prefix === bits ? formatIp(from) : `${formatIp(from)}/${prefix}`;
  }
  return `${formatIp(from)}-${formatIp(to)}`;
}
