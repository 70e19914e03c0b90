import { STRING } from '../datatypes/datatype';
import type { NftExpressionExtension } from '../extension';

export interface NftOsfSpec {
  readonly ttl?: 'skip' | 'loose';
  readonly key: 'name' | 'version';
}

/** `osf`: the operating system by the TCP options of a SYN, which packets here do not carry. */
export const nftOsf: NftExpressionExtension<'osf', NftOsfSpec> = {
  name: 'osf',
  reference: 'net/netfilter/nft_osf.c',
  simulated: 'no',
  starts: ['osf'],
  parse: (parser) => {
    if (!parser.take('osf')) return undefined;
    const ttl = parser.take('ttl') ? parser.takeOne(['skip', 'loose'] as const) : undefined;
    const key = parser.takeOne(['name', 'version'] as const);
    return key && { key, ...(ttl ? { ttl } : {}) };
  },
  print: ({ ttl, key }) => `osf ${ttl ? `ttl ${ttl} ` : ''}${key}`,
  types: () => [STRING],
  // Only SYNs of TCP are looked at (nft_osf_eval()).
  evaluate: (_spec, { skb: { packet } }) => (packet.l4.proto === 'tcp' && packet.l4.flags.syn ? 'unknown' : 'break'),
};
