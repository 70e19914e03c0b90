import { packetType } from '../../skb';
import type { MatchExtension } from '../extension';
import { field, type TableSpec, choiceCodec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const KINDS = choiceCodec(['unicast', 'broadcast', 'multicast']);
/** Of extensions/libxt_pkttype.c. */
const SHORT: Readonly<Record<string, string>> = { bcast: 'broadcast', mcast: 'multicast', host: 'unicast' };

const FIELDS = {
  type: field(
    '--pkt-type',
    { ...KINDS, parse: ([text = ''], family) => KINDS.parse([SHORT[text] ?? text], family) },
    { negatable: true },
  ),
};
export type PkttypeSpec = TableSpec<typeof FIELDS>;

/** Unicast, broadcast or multicast frame. */
export const pkttype: MatchExtension<'pkttype', PkttypeSpec> = tableMatch({
  name: 'pkttype',
  reference: 'net/netfilter/xt_pkttype.c',
  fields: FIELDS,
  required: ['type'],
  simulated: 'partly',
  test: (spec, ctx) => !spec.type || (packetType(ctx.skb, ctx.netns) === spec.type.value) !== spec.type.negated,
  actual: (_spec, ctx) => `--pkt-type ${packetType(ctx.skb, ctx.netns)}`,
});
