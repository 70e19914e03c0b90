import { IPV4_ADDR, IPV6_ADDR, addressDatum, type NftDatatype } from '../datatypes/datatype';
import { BOOLEAN, INTEGER, REALM } from '../datatypes/symbols';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';
import type { Parser } from '../text/parser';

export interface NftRtSpec {
  readonly key: string;
  readonly type: NftDatatype;
}

const TYPES: Readonly<Record<string, NftDatatype>> = { classid: REALM, mtu: INTEGER, ipsec: BOOLEAN };

function parse(parser: Parser): NftRtSpec | undefined {
  if (!parser.take('rt')) return undefined;
  const family = parser.takeOne(['ip', 'ip6']);
  const key = parser.next();
  if (key === 'nexthop') {
    const isIpv6 = family === 'ip6' || (!family && parser.scope.family === 'ip6');
    return { key: `${isIpv6 ? 'ip6' : 'ip'} nexthop`, type: isIpv6 ? IPV6_ADDR : IPV4_ADDR };
  }
  const type = TYPES[key];
  // Of what has no family of its own it may be written, and is not listed.
  return type && { key, type };
}

/** Where the route of a packet leads; it has one behind the routing decision. */
function evaluate({ key }: NftRtSpec, { skb, hook, family }: NftContext): Evaluated {
  if (hook === 'PREROUTING' || hook === 'INGRESS') return 'break';
  if (key.endsWith('nexthop') && key.startsWith('ip6') !== (family === 'ipv6')) return 'break';
  if (!key.endsWith('nexthop') || !skb.nexthop) return 'unknown';
  return [addressDatum(skb.nexthop)];
}

/** The route of the packet. */
export const nftRt: NftExpressionExtension<'rt', NftRtSpec> = {
  name: 'rt',
  reference: 'net/netfilter/nft_rt.c',
  simulated: 'partly',
  starts: ['rt'],
  parse,
  print: ({ key }) => `rt ${key}`,
  types: ({ type }) => [type],
  evaluate,
};
