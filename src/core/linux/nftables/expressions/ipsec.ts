import { IPV4_ADDR, IPV6_ADDR, type NftDatatype } from '../datatypes/datatype';
import { INTEGER } from '../datatypes/symbols';
import type { NftExpressionExtension } from '../extension';

export interface IpsecSpec {
  readonly direction: 'in' | 'out';
  readonly number: number;
  readonly key: string;
}

const KEYS: Readonly<Record<string, NftDatatype>> = {
  reqid: INTEGER,
  spi: INTEGER,
  'ip saddr': IPV4_ADDR,
  'ip daddr': IPV4_ADDR,
  'ip6 saddr': IPV6_ADDR,
  'ip6 daddr': IPV6_ADDR,
};

/** Evaluates to unknown: whether IPsec handles the packet is not simulated. */
export const ipsec: NftExpressionExtension<'ipsec', IpsecSpec> = {
  name: 'ipsec',
  reference: 'net/netfilter/nft_xfrm.c',
  simulated: 'no',
  starts: ['ipsec'],
  parse: (parser) => {
    if (!parser.take('ipsec')) return undefined;
    const direction = parser.takeOne(['in', 'out'] as const);
    const number = parser.take('spnum') ? Number(parser.next()) : 0;
    const key = [`${parser.peek()} ${parser.peek(1)}`, parser.peek()].find((each) => each in KEYS);
    if (!direction || !Number.isInteger(number) || key === undefined) return undefined;
    parser.take(...key.split(' '));
    return { direction, number, key };
  },
  print: ({ direction, number, key }) => `ipsec ${direction} ${number === 0 ? '' : `spnum ${number} `}${key}`,
  types: ({ key }) => [KEYS[key] ?? INTEGER],
  evaluate: () => 'unknown',
};
