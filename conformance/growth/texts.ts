import type { FormatId } from '../../src/core/formats';
import { TEXTS } from '../fuzz/texts';

/** Names of the texts that stand for something there may be many of. */
const NAME =
  /\b(?:web(?:-6c5f-abcde)?|cart|allow|black|denied|veth\w{4}|eth[01]|ens5|cni0|cbr0|node1|service-WEB|cluster-ips|service-ips|nat-prerouting|kube-proxy-[\w]+|LB_DSR_IPv4_OUT|KUBE-SVC-A|KUBE-CLUSTER-IP|LOGGED|fd6bec0f|0be07c06)\b/g;
const GUID = /\b[0-9a-f]{8}(?=-[0-9a-f]{4}-)/gi;
const IPV4 = /\b(10|172|192)\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\b/g;
const IPV6 = /\b(fd00|fe80)::/g;
const INDEX = /^(\d+)(?=: )/gm;

/** A copy of a text in which names, addresses and numbers are others: what is only repeated is often kept once. */
function varied(text: string, copy: number): string {
  if (copy === 0) return text;
  return text
    .replaceAll(NAME, (name) => `${name}-${copy.toString(36)}`)
    .replaceAll(GUID, () => copy.toString(16).padStart(8, '0'))
    .replaceAll(
      IPV4,
      (_, a: string, b: string, c: string, d: string) =>
        `${a}.${(Number(b) + (copy >> 8)) & 255}.${(Number(c) + copy) & 255}.${d}`,
    )
    .replaceAll(IPV6, (_, net: string) => `${net}::${copy.toString(16)}:`)
    .replaceAll(INDEX, (index) => String(Number(index) + 10 * copy));
}

const copies = (text: string, count: number): string[] =>
  Array.from({ length: count }, (_, copy) => varied(text, copy));

/** The whole text so many times, one below the other. */
const asBlocks = (text: string, count: number): string => copies(text, count).join(text.endsWith('\n') ? '' : '\n');

/** Each line so many times, its copies together: a table of so many rows, an object of so many fields. */
const asRows = (text: string, count: number): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? line : copies(line, count).join('\n')))
    .join('\n');

/** The text with its longest line `count` times as long, behind it whatever stood there: a list that grows within a line. */
const asOneLine = (text: string, count: number): string => {
  const lines = text.split('\n');
  const longest = lines.reduce((best, line, at) => (line.length > (lines[best]?.length ?? 0) ? at : best), 0);
  return lines.map((line, at) => (at === longest ? copies(line, count).join(' ') : line)).join('\n');
};

/** Ways in which a text of a format grows. */
export const SHAPES = { blocks: asBlocks, rows: asRows, line: asOneLine } as const;

/** A text of a format, so many times as large. */
export function grown(id: FormatId, shape: keyof typeof SHAPES, count: number): string {
  return SHAPES[shape](TEXTS[id], count);
}
