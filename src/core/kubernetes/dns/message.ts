import { parseIp } from '../../net/ip';
import type { DnsRecord, DnsType } from './zone';

/** A question to a DNS server, and what it says to it. */
export interface DnsMessage {
  /** Without the final dot. */
  readonly name: string;
  readonly type: DnsType;
  /** Absent: it is the question. */
  readonly reply?: {
    readonly rcode: 'NOERROR' | 'SERVFAIL';
    readonly records: readonly DnsRecord[];
    /** Additional records: addresses of the machines that SRV records lead to. */
    readonly extra: readonly DnsRecord[];
    /** Bytes that there is room for; what does not fit is left out, which the answer says. */
    readonly most?: number;
  };
}

/** RFC 1035, 3.2.2; RFC 3596; RFC 2782. */
const TYPES = { A: 1, CNAME: 5, PTR: 12, TXT: 16, AAAA: 28, SRV: 33 } as const;
const CODES = { NOERROR: 0, SERVFAIL: 2 } as const;
const INTERNET = 1;
/** A resolver draws one; nobody here does. */
const ID = 1;
const [RESPONSE, AUTHORITATIVE, TRUNCATED, RECURSION_DESIRED] = [0x8000, 0x0400, 0x0200, 0x0100];
/** Of a pointer to a name that stands before (RFC 1035, 4.1.4). */
const POINTER = 0xc000;

const short = (value: number): number[] => [(value >>> 8) & 0xff, value & 0xff];
const word = (value: number): number[] => [...short(value >>> 16), ...short(value)];
const text = (value: string): number[] => [value.length, ...Array.from(value, (sign) => sign.charCodeAt(0) & 0xff)];

/** Where names stand in a message. */
type Known = ReadonlyMap<string, number>;

/** A name, its end as a pointer where that stands before. */
function nameBytes(name: string, known: Known): number[] {
  const labels = name.replace(/\.$/, '').split('.');
  const bytes: number[] = [];
  for (const [at, label] of labels.entries()) {
    const place = known.get(labels.slice(at).join('.').toLowerCase());
    if (place !== undefined) return [...bytes, ...short(POINTER | place)];
    bytes.push(...text(label));
  }
  return [...bytes, 0];
}

function dataBytes({ type, value }: DnsRecord, known: Known): number[] {
  if (type === 'A' || type === 'AAAA') {
    const address = parseIp(value);
    return address.ok ? address.value.words.flatMap(word) : [];
  }
  if (type === 'TXT') return text(value.replaceAll('"', ''));
  if (type !== 'SRV') return nameBytes(value, known);
  const [priority, weight, port, target = ''] = value.split(' ');
  // Its target is never a pointer (RFC 2782).
  return [...[priority, weight, port].flatMap((each) => short(Number(each))), ...nameBytes(target, new Map())];
}

function recordBytes(record: DnsRecord, known: Known): number[] {
  const data = dataBytes(record, known);
  const { type, ttl } = record;
  return [
    ...nameBytes(record.name, known),
    ...short(TYPES[type]),
    ...short(INTERNET),
    ...word(ttl),
    ...short(data.length),
    ...data,
  ];
}

/** Each part of a name, and where it begins. */
function placesIn(name: string, at: number): Known {
  const labels = name.toLowerCase().split('.');
  const before = (i: number): number => labels.slice(0, i).reduce((sum, { length }) => sum + length + 1, at);
  return new Map(labels.map((_, i) => [labels.slice(i).join('.'), before(i)]));
}

const HEADER = 12;

/**
 * A message as it stands in a datagram (RFC 1035, 4). The answer is the server's own, recursion is not on offer, as
 * CoreDNS answers for the cluster; records stand in the order of the zone, which CoreDNS turns at each answer.
 */
export function dnsBytes({ name, type, reply }: DnsMessage): number[] {
  const known = placesIn(name, HEADER);
  const question = [...nameBytes(name, new Map()), ...short(TYPES[type]), ...short(INTERNET)];
  const { records = [], extra = [], most = Number.POSITIVE_INFINITY, rcode = 'NOERROR' } = reply ?? {};
  const [answers, more] = [records, extra].map((list) => list.map((record) => recordBytes(record, known)));
  const fitting: (readonly number[])[] = [];
  let length = HEADER + question.length;
  for (const record of [...answers!, ...more!]) {
    length += record.length;
    if (length > most) break;
    fitting.push(record);
  }
  const count = Math.min(fitting.length, records.length);
  const isCut = fitting.length < records.length + extra.length;
  const own = reply ? RESPONSE | (rcode === 'NOERROR' ? AUTHORITATIVE : 0) | (isCut ? TRUNCATED : 0) | CODES[rcode] : 0;
  const header = [ID, own | RECURSION_DESIRED, 1, count, 0, fitting.length - count].flatMap(short);
  return [...header, ...question, ...fitting.flat()];
}
