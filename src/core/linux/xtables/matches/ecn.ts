import type { MatchExtension } from '../extension';
import { numberCodec } from '../syntax/numbers';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  ece: field('--ecn-tcp-ece', FLAG, { negatable: true }),
  cwr: field('--ecn-tcp-cwr', FLAG, { negatable: true }),
  ect: field('--ecn-ip-ect', numberCodec(0, 3), { negatable: true }),
};
export type EcnSpec = TableSpec<typeof FIELDS>;

/** Explicit congestion notification. */
export const ecn: MatchExtension<'ecn', EcnSpec> = tableMatch({
  name: 'ecn',
  reference: 'net/netfilter/xt_ecn.c',
  fields: FIELDS,
  oneOf: true,
  test: ({ ece, cwr, ect }, { skb: { packet } }) => {
    if (ect && (((packet.tos ?? 0) & 3) === ect.value) === ect.negated) return false;
    if (!ece && !cwr) return true;
    if (packet.l4.proto !== 'tcp') return false;
    const { flags } = packet.l4;
    return (!ece || (flags.ece === true) !== ece.negated) && (!cwr || (flags.cwr === true) !== cwr.negated);
  },
  more: { protocolsFor: (spec) => (spec.ece || spec.cwr ? [6] : undefined) },
});
