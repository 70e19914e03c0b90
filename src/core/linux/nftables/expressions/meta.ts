import { protocolNumber } from '../../../net/packet';
import { lengthBounds, packetType } from '../../skb';
import { type NftDatatype, IFACE_INDEX, IFNAME } from '../datatypes/datatype';
import { INET_PROTO } from '../datatypes/internet';
import { DAY, HOUR, MOMENT } from '../datatypes/times';
import * as types from '../datatypes/symbols';
import type { Draw, Evaluated, NftContext, NftExpressionExtension } from '../extension';

/** Every key with its type; what is not evaluated below is not known here. */
const KEYS: Readonly<Record<string, NftDatatype>> = {
  mark: types.MARK_DATATYPE,
  iif: IFACE_INDEX,
  oif: IFACE_INDEX,
  iifname: IFNAME,
  oifname: IFNAME,
  ibrname: IFNAME,
  obrname: IFNAME,
  sdif: IFACE_INDEX,
  sdifname: IFNAME,
  iifkind: IFNAME,
  oifkind: IFNAME,
  iiftype: types.IFACE_TYPE,
  oiftype: types.IFACE_TYPE,
  iifgroup: types.DEVGROUP,
  oifgroup: types.DEVGROUP,
  ibrpvid: types.INTEGER,
  ibrvproto: types.ETHER_TYPE,
  l4proto: INET_PROTO,
  nfproto: types.NF_PROTO,
  protocol: types.ETHER_TYPE,
  length: types.INTEGER,
  priority: types.CLASSID,
  pkttype: types.PKT_TYPE,
  skuid: types.UID,
  skgid: types.GID,
  nftrace: types.INTEGER,
  rtclassid: types.REALM,
  cpu: types.INTEGER,
  cgroup: types.INTEGER,
  random: types.INTEGER,
  ipsec: types.BOOLEAN,
  secmark: types.INTEGER,
  time: MOMENT,
  day: DAY,
  hour: HOUR,
};

/** Older words for the same. */
const ALIASES: Readonly<Record<string, string>> = { secpath: 'ipsec', ibriport: 'ibrname', obriport: 'obrname' };

/** Keys that may stand without `meta`. */
const BARE = new Set(
  'mark iif oif iifname oifname ibrname obrname ibriport obriport iiftype oiftype iifgroup oifgroup pkttype skuid skgid nftrace rtclassid cpu cgroup time day hour'.split(
    ' ',
  ),
);
/** Of those: nft lists them without `meta`. */
const LISTED_BARE = new Set('iif oif iifname oifname iifgroup oifgroup'.split(' '));

const NFPROTO_BRIDGE = 7;

/** By their numbers (include/uapi/linux/if_packet.h). */
const PACKET_TYPES = ['unicast', 'broadcast', 'multicast'] as const;

export interface MetaSpec {
  readonly key: string;
}

/** The bridge that a port belongs to; without one the rule ends (`nft_meta_bridge_get_eval`). */
function bridgeOf(port: string | undefined, { netns }: NftContext): Evaluated {
  const master = netns.devices.find(({ name }) => name === port)?.master;
  return master === undefined ? 'break' : [master];
}

function evaluate(key: string, ctx: NftContext): Evaluated {
  const { skb, family } = ctx;
  switch (key) {
    case 'mark':
      return [skb.mark];
    case 'l4proto':
      return [protocolNumber(skb.packet.l4)];
    case 'nfproto':
      return [ctx.table.family === 'bridge' ? NFPROTO_BRIDGE : family === 'ipv4' ? 2 : 10];
    case 'protocol':
      return [family === 'ipv4' ? 0x0800 : 0x86dd];
    // Without a device the name is empty and the index 0, which is no failure.
    case 'iif':
    case 'iifname':
      return [skb.indev ?? ''];
    case 'oif':
    case 'oifname':
      return [skb.outdev ?? ''];
    case 'ibrname':
      return bridgeOf(skb.indev, ctx);
    case 'obrname':
      return bridgeOf(skb.outdev, ctx);
    case 'pkttype':
      // Whether a frame is for the bridge itself is told by link-layer addresses.
      if (ctx.table.family === 'bridge') return 'unknown';
      return [PACKET_TYPES.indexOf(packetType(skb, ctx.netns))];
    case 'length': {
      const { min, max } = lengthBounds(skb.packet);
      return min === max ? [min] : 'unknown';
    }
    case 'skuid':
    case 'skgid':
      return skb.local ? 'unknown' : 'break';
    default:
      return 'unknown';
  }
}

function draw({ key }: MetaSpec): Draw | undefined {
  return key === 'random' ? { offset: 0, modulus: 0x1_0000_0000 } : undefined;
}

/** Evaluates to a property of the packet besides its bytes: devices, mark, protocol. */
export const meta: NftExpressionExtension<'meta', MetaSpec> = {
  name: 'meta',
  reference: 'net/netfilter/nft_meta.c',
  simulated: 'partly',
  starts: ['meta', ...BARE],
  parse: (parser) => {
    const explicit = parser.take('meta');
    const word = parser.next();
    const key = ALIASES[word] ?? word;
    return key in KEYS && (explicit || BARE.has(word)) ? { key } : undefined;
  },
  print: ({ key }) => (LISTED_BARE.has(key) ? key : `meta ${key}`),
  types: ({ key }) => [KEYS[key] ?? types.INTEGER],
  evaluate: ({ key }, ctx) => evaluate(key, ctx),
  draw,
};
