import { MARK_DATATYPE, INTEGER } from '../datatypes/symbols';
import type { NftExpressionExtension } from '../extension';

export interface NftSocketSpec {
  readonly key: string;
}

/** The socket a packet would reach; which sockets are open to connections is not all that counts, so it is not known. */
export const nftSocket: NftExpressionExtension<'socket', NftSocketSpec> = {
  name: 'socket',
  reference: 'net/netfilter/nft_socket.c',
  simulated: 'no',
  starts: ['socket'],
  parse: (parser) => {
    if (!parser.take('socket')) return undefined;
    const key = parser.takeOne(['transparent', 'mark', 'wildcard', 'cgroupv2']);
    if (key !== 'cgroupv2') return key && { key };
    return parser.take('level') ? { key: `cgroupv2 level ${parser.next()}` } : undefined;
  },
  print: ({ key }) => `socket ${key}`,
  types: ({ key }) => [key === 'mark' ? MARK_DATATYPE : INTEGER],
  // Only TCP and UDP have one.
  evaluate: (_spec, { skb }) => (['tcp', 'udp'].includes(skb.packet.l4.proto) ? 'unknown' : 'break'),
};
