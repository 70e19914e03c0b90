import { IPV6_ADDR, integerType, type NftDatatype } from './datatypes/datatype';
import { INET_PROTO } from './datatypes/internet';
import { INTEGER, MH_TYPE } from './datatypes/symbols';

type Fields = Readonly<Record<string, NftDatatype>>;

const numbers = (words: string): Fields => Object.fromEntries(words.split(' ').map((word) => [word, INTEGER]));
const FLAG = integerType('integer', 1);

const NEXT = { nexthdr: INET_PROTO, hdrlength: INTEGER };

/** Extension headers of IPv6 and their fields (src/exthdr.c of nft). `addr` and `sid` have a number in brackets. */
export const IPV6_HEADERS: Readonly<Record<string, Fields>> = {
  hbh: NEXT,
  rt: { ...NEXT, type: INTEGER, 'seg-left': INTEGER },
  rt0: { 'addr[]': IPV6_ADDR },
  rt2: { addr: IPV6_ADDR },
  srh: { ...numbers('last-entry flags tag seg-left'), 'sid[]': IPV6_ADDR },
  frag: { nexthdr: INET_PROTO, ...numbers('reserved frag-off reserved2 id'), 'more-fragments': FLAG },
  dst: NEXT,
  mh: { ...NEXT, type: MH_TYPE, reserved: INTEGER, checksum: INTEGER },
};

/** Options of TCP by kind and name, and what stands in them (src/tcpopt.c). */
export const TCP_OPTIONS: Readonly<Record<string, { readonly kind: number; readonly fields: Fields }>> = {
  eol: { kind: 0, fields: {} },
  nop: { kind: 1, fields: {} },
  maxseg: { kind: 2, fields: numbers('length size') },
  window: { kind: 3, fields: numbers('length count') },
  'sack-perm': { kind: 4, fields: numbers('length') },
  sack: { kind: 5, fields: numbers('length left right') },
  sack1: { kind: 5, fields: numbers('length left right') },
  sack2: { kind: 5, fields: numbers('length left right') },
  sack3: { kind: 5, fields: numbers('length left right') },
  timestamp: { kind: 8, fields: numbers('length tsval tsecr') },
  md5sig: { kind: 19, fields: numbers('length') },
  mptcp: { kind: 30, fields: numbers('length subtype') },
  fastopen: { kind: 34, fields: numbers('length') },
};

const ALIASES: Readonly<Record<string, string>> = { mss: 'maxseg', 'sack-permitted': 'sack-perm', sack0: 'sack' };

/** The name nft lists an option by: `sack0` is `sack`, 2 is `maxseg`. */
export function tcpOptionName(word: string): string {
  const alias = ALIASES[word];
  if (alias !== undefined || !/^\d+$/.test(word)) return alias ?? word;
  return Object.keys(TCP_OPTIONS).find((name) => TCP_OPTIONS[name]?.kind === Number(word)) ?? word;
}

const ADDRESSES = numbers('type length ptr addr');

/** Options of IPv4 (src/ipopt.c). */
export const IP_OPTIONS: Readonly<Record<string, Fields>> = {
  lsrr: ADDRESSES,
  ssrr: ADDRESSES,
  rr: ADDRESSES,
  ra: numbers('type length value'),
};

const CHUNK = numbers('type flags length');
const INIT = { ...CHUNK, ...numbers('init-tag a-rwnd num-outbound-streams num-inbound-streams initial-tsn') };
const SACK = { ...CHUNK, ...numbers('cum-tsn-ack a-rwnd num-gap-ack-blocks num-dup-tsns') };
const TSN = { ...CHUNK, ...numbers('lowest-tsn') };

/** Chunks of SCTP (src/sctp_chunk.c). */
export const SCTP_FIELDS: Readonly<Record<string, Fields>> = {
  data: { ...CHUNK, ...numbers('tsn stream ssn ppid') },
  init: INIT,
  'init-ack': INIT,
  sack: SACK,
  heartbeat: CHUNK,
  'heartbeat-ack': CHUNK,
  abort: CHUNK,
  shutdown: { ...CHUNK, ...numbers('cum-tsn-ack') },
  'shutdown-ack': CHUNK,
  error: CHUNK,
  'cookie-echo': CHUNK,
  'cookie-ack': CHUNK,
  ecne: TSN,
  cwr: TSN,
  'shutdown-complete': CHUNK,
  'asconf-ack': { ...CHUNK, ...numbers('seqno') },
  'forward-tsn': { ...CHUNK, ...numbers('new-cum-tsn') },
  asconf: { ...CHUNK, ...numbers('seqno') },
};
