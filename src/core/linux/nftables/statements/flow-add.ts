import type { NftContext, NftStatementExtension, StatementOutcome } from '../extension';

export interface FlowAddSpec {
  readonly table: string;
}

/**
 * The flow table takes connections that are confirmed, of TCP and UDP; of any other packet the rule ends
 * (`nft_flow_offload_eval`). What it takes goes the same way, past the hooks between; whether it does is not known.
 */
function run(_spec: FlowAddSpec, { skb }: NftContext): StatementOutcome {
  const { ct } = skb;
  const isOffered = skb.packet.l4.proto === 'tcp' || skb.packet.l4.proto === 'udp';
  return ct && isOffered && ct.status.has('CONFIRMED') ? 'unknown' : 'break';
}

/** `flow add @f`: hands the connection to a flow table. */
export const flowAdd: NftStatementExtension<'flow add', FlowAddSpec> = {
  name: 'flow add',
  reference: 'net/netfilter/nft_flow_offload.c',
  simulated: 'partly',
  tests: 'counts',
  starts: ['flow'],
  parse: (parser) => {
    if (!parser.take('flow') || !parser.takeOne(['add', 'offload'])) return undefined;
    const word = parser.next();
    return /^@./.test(word) ? { table: word.slice(1) } : undefined;
  },
  print: ({ table }) => `flow add @${table}`,
  run,
};
