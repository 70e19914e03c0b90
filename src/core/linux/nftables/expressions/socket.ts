import { hasPorts } from '../../../net/packet';
import { STRING, type NftDatatype } from '../datatypes/datatype';
import { MARK_DATATYPE, INTEGER } from '../datatypes/symbols';
import type { NftExpressionExtension } from '../extension';

export interface NftSocketSpec {
  readonly key: string;
}

/** A control group is named by its path. */
function findType(key: string): NftDatatype {
  if (key.startsWith('cgroupv2')) return STRING;
  return key === 'mark' ? MARK_DATATYPE : INTEGER;
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
  types: ({ key }) => [findType(key)],
  // Of what comes in, TCP and UDP have one, and errors that quote them; what is sent here has that of its sender (nft_socket_eval()).
  evaluate: (_spec, { skb: { local, packet } }) =>
    local || hasPorts(packet.l4) || 'quoted' in packet.l4 ? 'unknown' : 'break',
};
