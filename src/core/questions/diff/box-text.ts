import { formatIp, type IpAddress, type IpFamily } from '../../net/ip';
import { protocolName } from '../../linux/xtables/syntax/protocols';
import { BOX_FIELDS, type HeaderBox, type NumberSpan } from '../../reach/boxes';
import type { Space } from '../../reach/space';

const MOST_SPANS = 3;

const sizeOfSpan = ({ min, max }: NumberSpan): bigint => max - min + 1n;

function toAddress(family: IpFamily, number: bigint): IpAddress {
  const count = family === 'ipv4' ? 1 : 4;
  const words = Array.from({ length: count }, (_, at) =>
    Number((number >> BigInt(32 * (count - 1 - at))) & 0xffffffffn),
  );
  return { family, words };
}

/** A span of addresses as a prefix; one that is none is told from its first to its last. */
function addressText({ min, max }: NumberSpan, family: IpFamily): string {
  const size = sizeOfSpan({ min, max });
  const first = formatIp(toAddress(family, min));
  if (size === 1n) return first;
  const bits = family === 'ipv4' ? 32 : 128;
  if ((size & (size - 1n)) === 0n && min % size === 0n) return `${first}/${bits - (size.toString(2).length - 1)}`;
  return `${first}-${formatIp(toAddress(family, max))}`;
}

const numberText = ({ min, max }: NumberSpan): string => (min === max ? String(min) : `${min}-${max}`);

/** The numbers between spans and outside of them, of so many bits. */
function others(spans: readonly NumberSpan[], bits: number): readonly NumberSpan[] {
  const ends = [-1n, ...spans.map(({ max }) => max)];
  const begins = [...spans.map(({ min }) => min), 1n << BigInt(bits)];
  return ends.flatMap((end, i) => {
    const [min, max] = [end + 1n, (begins[i] ?? 0n) - 1n];
    return min <= max ? [{ min, max }] : [];
  });
}

/** The larger come first. */
const bySize = (spans: readonly NumberSpan[]): readonly NumberSpan[] =>
  spans.toSorted((a, b) => {
    const more = sizeOfSpan(b) - sizeOfSpan(a);
    return more > 0n ? 1 : more < 0n ? -1 : 0;
  });

/** The largest spans, and that there are others; one more is told as well as that it is there. */
function listText(spans: readonly NumberSpan[], text: (span: NumberSpan) => string): string {
  const shown = spans.length > MOST_SPANS + 1 ? MOST_SPANS : spans.length;
  return `${bySize(spans).slice(0, shown).map(text).join(',')}${spans.length > shown ? ',…' : ''}`;
}

/** The smallest prefix that holds all spans, which are in their order. */
function coverSpans(spans: readonly NumberSpan[]): NumberSpan {
  const [least, most] = [spans[0]?.min ?? 0n, spans.at(-1)?.max ?? 0n];
  let size = 1n;
  while (least / size !== most / size) size *= 2n;
  return { min: (least / size) * size, max: (least / size + 1n) * size - 1n };
}

/** Spans as a prefix and what it leaves out, where that is told as shortly: single addresses; undefined: it is not. */
function coverText(spans: readonly NumberSpan[], bits: number, text: (span: NumberSpan) => string): string | undefined {
  const cover = coverSpans(spans);
  if (sizeOfSpan(cover) === 1n << BigInt(bits)) return undefined;
  const holes = others(spans, bits).flatMap(({ min, max }) => {
    const [from, to] = [min < cover.min ? cover.min : min, max > cover.max ? cover.max : max];
    return from <= to ? [{ min: from, max: to }] : [];
  });
  const isShort = holes.length < spans.length && holes.every(({ min, max }) => min === max);
  return isShort && holes.length > 0 ? `${text(cover)} !${listText(holes, text)}` : undefined;
}

/** Spans of a field, or what they leave out where that is less; `*`: any. */
function spansText(spans: readonly NumberSpan[] | undefined, bits: number, text: (span: NumberSpan) => string): string {
  if (!spans) return '*';
  const isMost = spans.reduce((sum, span) => sum + sizeOfSpan(span), 0n) > 1n << BigInt(bits - 1);
  return isMost ? `!${listText(others(spans, bits), text)}` : listText(spans, text);
}

/** Addresses as {@link spansText}, or as a range and the few that it leaves out: `10.96.0.0/12 !10.96.0.1`. */
const addressesText = (spans: readonly NumberSpan[] | undefined, bits: number, text: (span: NumberSpan) => string) =>
  (spans && coverText(spans, bits, text)) ?? spansText(spans, bits, text);

/** Is it an echo request and nothing else? It has its type and code where others have their port. */
function isPing(protocol: readonly NumberSpan[] | undefined): boolean {
  const [only, more] = protocol ?? [];
  return more === undefined && only !== undefined && only.min === only.max && (only.min === 1n || only.min === 58n);
}

/** A box as a line: `eth0: tcp 10.0.0.0/8 -> 10.96.0.10:80`, `cni0: udp fd00::/64 -> [fd00:96::a]:53`. */
export function writeBox({ devices, family, bits }: Space, box: HeaderBox): string {
  const { indev, protocol, src, sport, dst, dport } = box;
  const by = indev ? indev.flatMap(({ min, max }) => devices.slice(Number(min), Number(max) + 1)).join(',') : '*';
  const kind = spansText(protocol, 8, (span) =>
    span.min === span.max ? protocolName(Number(span.min)) : numberText(span),
  );
  const side = (addresses: readonly NumberSpan[] | undefined, ports: readonly NumberSpan[] | undefined): string => {
    const text = addressesText(addresses, bits.fields.dst.count, (span) => addressText(span, family));
    if (!ports || isPing(protocol)) return text;
    const host = text.includes(' ') || (family === 'ipv6' && text !== '*') ? `[${text}]` : text;
    return `${host}:${spansText(ports, 16, numberText)}`;
  };
  return `${by}: ${kind} ${side(src, sport)} -> ${side(dst, dport)}`;
}

/** How many packets a box holds, as a power of two. */
export function measureBox({ bits }: Space, box: HeaderBox): number {
  return BOX_FIELDS.reduce((sum, field) => {
    const spans = box[field];
    const count = spans?.reduce((all, span) => all + sizeOfSpan(span), 0n);
    return sum + (count === undefined ? bits.fields[field].count : Math.log2(Number(count)));
  }, 0);
}
