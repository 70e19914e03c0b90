import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';
import { parseObjectUse, printObjectUse, type ObjectUse } from '../object-use';
import type { Parser } from '../text/parser';

export interface NftSynproxySpec {
  readonly object?: ObjectUse;
  readonly mss?: number;
  readonly wscale?: number;
  readonly timestamp?: true;
  readonly sackPerm?: true;
}

function parse(parser: Parser): NftSynproxySpec | undefined {
  if (!parser.take('synproxy')) return undefined;
  if (parser.take('name')) {
    const object = parseObjectUse(parser);
    return object && { object };
  }
  const spec: { -readonly [K in keyof NftSynproxySpec]: NftSynproxySpec[K] } = {};
  for (;;) {
    const word = parser.takeOne(['mss', 'wscale', 'timestamp', 'sack-perm'] as const);
    if (!word) return spec;
    if (word === 'mss' || word === 'wscale') spec[word] = Number(parser.next());
    else spec[word === 'timestamp' ? word : 'sackPerm'] = true;
  }
}

function print({ object, mss, wscale, timestamp, sackPerm }: NftSynproxySpec): string {
  if (object) return `synproxy name ${printObjectUse(object)}`;
  const words = [mss && `mss ${mss}`, wscale && `wscale ${wscale}`, timestamp && 'timestamp', sackPerm && 'sack-perm'];
  return ['synproxy', ...words.filter(Boolean)].join(' ');
}

/** The handshake is held by the kernel: SYNs are answered and ACKs looked at, other segments go on (`nft_synproxy_do_eval`). */
function run(_spec: NftSynproxySpec, { skb }: NftContext): StatementOutcome {
  const { l4 } = skb.packet;
  if (l4.proto !== 'tcp') return 'break';
  return l4.flags.syn || l4.flags.ack ? { kind: 'STOLEN', by: 'synproxy' } : 'continue';
}

/** Answers handshakes itself and opens the connection once the client has proved to be one. */
export const nftSynproxy: NftStatementExtension<'synproxy', NftSynproxySpec> = {
  name: 'synproxy',
  reference: 'net/netfilter/nft_synproxy.c',
  simulated: 'partly',
  starts: ['synproxy'],
  parse,
  print,
  run,
};
