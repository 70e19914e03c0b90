import type { Tuple } from '../../../net/packet';
import type { LiveEntry, CtStatus } from '../../conntrack/table';
import { addressDatum, IPV4_ADDR, IPV6_ADDR, type NftDatatype, integerType, STRING, TIME } from '../datatypes/datatype';
import { INET_PROTO, INET_SERVICE } from '../datatypes/internet';
import * as types from '../datatypes/symbols';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';
import type { Parser } from '../text/parser';
import type { NftDatum } from '../datum';

const ZONE = integerType('ct_zone', 16, { host: true });

const KEYS: Readonly<Record<string, NftDatatype>> = {
  state: types.CT_STATE,
  direction: types.CT_DIR,
  status: types.CT_STATUS,
  mark: types.MARK_DATATYPE,
  expiration: TIME,
  helper: STRING,
  zone: ZONE,
  event: types.CT_EVENT,
  id: types.INTEGER,
  secmark: types.INTEGER,
  label: types.INTEGER,
  l3proto: types.NF_PROTO,
  protocol: INET_PROTO,
  bytes: types.INTEGER,
  packets: types.INTEGER,
  avgpkt: types.INTEGER,
  'ip saddr': IPV4_ADDR,
  'ip daddr': IPV4_ADDR,
  'ip6 saddr': IPV6_ADDR,
  'ip6 daddr': IPV6_ADDR,
  'proto-src': INET_SERVICE,
  'proto-dst': INET_SERVICE,
};

export interface NftCtSpec {
  readonly direction?: 'original' | 'reply';
  readonly key: string;
  readonly type: NftDatatype;
}

/** The family of the addresses of `ct original saddr`: the table's, else that of the value it is compared with. */
function familyOf(parser: Parser): 'ip' | 'ip6' {
  if (parser.scope.family === 'ip' || parser.scope.family === 'ip6') return parser.scope.family;
  return [0, 1, 2].some((ahead) => /:.*:/.test(parser.peek(ahead))) ? 'ip6' : 'ip';
}

function parse(parser: Parser): NftCtSpec | undefined {
  if (!parser.take('ct')) return undefined;
  const direction = parser.takeOne(['original', 'reply']);
  const first = parser.next();
  const key = first === 'ip' || first === 'ip6' ? `${first} ${parser.next()}` : first;
  const isBare = key === 'saddr' || key === 'daddr';
  const full = isBare ? `${familyOf(parser)} ${key}` : key;
  const type = KEYS[full];
  return type && { key: full, type, ...(direction ? { direction } : {}) };
}

/** The bit of each state in a register. */
export const CT_STATES = { NEW: 8, ESTABLISHED: 2, RELATED: 4, INVALID: 1, UNTRACKED: 64 } as const;
/** The bit of each status in a register. */
export const STATUS_BITS: Readonly<Record<CtStatus, number>> = {
  SEEN_REPLY: 2,
  ASSURED: 4,
  CONFIRMED: 8,
  SRC_NAT: 16,
  DST_NAT: 32,
  DYING: 512,
};

function getState({ skb }: NftContext): number {
  if (skb.ct) return CT_STATES[skb.ctState ?? 'NEW'];
  return skb.ctState === 'UNTRACKED' ? CT_STATES.UNTRACKED : CT_STATES.INVALID;
}

/** Set once nat had its say, with or without a rule (`nf_nat_setup_info`). */
const NAT_DONE = { src: 128, dst: 256 } as const;

/** The whole word: `!=` and `==` compare all of it, bits that have no name among rules, too. */
function getStatus({ status, srcNatDone, dstNatDone }: LiveEntry): number {
  const done = (srcNatDone ? NAT_DONE.src : 0) | (dstNatDone ? NAT_DONE.dst : 0);
  return [...status].reduce((bits, each) => bits | STATUS_BITS[each], done);
}

function tupleValue(tuple: Tuple, key: string, ctx: NftContext): NftDatum | undefined {
  const [proto, field = proto] = key.split(' ');
  if ((proto === 'ip' && ctx.family !== 'ipv4') || (proto === 'ip6' && ctx.family !== 'ipv6')) return undefined;
  if (field === 'saddr') return addressDatum(tuple.src);
  if (field === 'daddr') return addressDatum(tuple.dst);
  if (key === 'proto-src') return tuple.sport;
  if (key === 'proto-dst') return tuple.dport;
  if (key === 'protocol') return tuple.protocol;
  return key === 'l3proto' ? (tuple.src.family === 'ipv4' ? 2 : 10) : undefined;
}

/** Bytes or packets of the connection in one direction or, if none is named, in both (`nft_ct_get_eval_counter`). */
function carriedBy({ carried }: LiveEntry, { key, direction }: NftCtSpec): Evaluated {
  const sides = direction === undefined ? [carried.original, carried.reply] : [carried[direction]];
  const packets = sides.reduce((sum, side) => sum + side.packets, 0);
  if (key === 'packets') return [packets];
  const least = sides.reduce((sum, { bytes }) => sum + bytes.min, 0);
  const most = sides.reduce((sum, { bytes }) => sum + bytes.max, 0);
  if (least !== most) return 'unknown';
  return [key === 'bytes' ? least : packets === 0 ? 0 : Math.floor(least / packets)];
}

const CARRIED = new Set(['packets', 'bytes', 'avgpkt']);

function entryValue(ct: LiveEntry, key: string, ctx: NftContext): Evaluated {
  switch (key) {
    case 'direction':
      return [ctx.skb.ctDirection === 'reply' ? 1 : 0];
    case 'status':
      return [getStatus(ct)];
    case 'mark':
      return [ct.mark];
    case 'zone':
      return [ct.zone];
    default:
      return 'unknown';
  }
}

/** Every key but the state needs a connection: without one the rule ends. */
function evaluate(spec: NftCtSpec, ctx: NftContext): Evaluated {
  const { key, direction = 'original' } = spec;
  // A rule like this loads conntrack of bridges, which is not simulated (nf_conntrack_bridge.c).
  if (ctx.table.family === 'bridge' && !ctx.skb.ct) return 'unknown';
  if (key === 'state') return [getState(ctx)];
  const { ct } = ctx.skb;
  if (!ct) return 'break';
  if (CARRIED.has(key)) return carriedBy(ct, spec);
  const tuple = direction === 'reply' ? ct.reply : ct.original;
  if (key.endsWith('addr') || key.startsWith('proto-') || key === 'protocol' || key === 'l3proto') {
    const value = tupleValue(tuple, key, ctx);
    return value === undefined ? 'break' : [value];
  }
  return entryValue(ct, key, ctx);
}

/** Evaluates to a field of the packet's conntrack entry. */
export const ct: NftExpressionExtension<'ct', NftCtSpec> = {
  name: 'ct',
  reference: 'net/netfilter/nft_ct.c',
  simulated: 'partly',
  starts: ['ct'],
  parse,
  print: ({ direction, key }) => ['ct', direction, key].filter(Boolean).join(' '),
  types: ({ type }) => [type],
  evaluate,
};
