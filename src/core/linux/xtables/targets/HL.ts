import type { TargetExtension } from '../extension';
import { CONTINUE } from '../../hooks';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  set: field('--hl-set', numberCodec(0, 255)),
  dec: field('--hl-dec', numberCodec(1, 255)),
  inc: field('--hl-inc', numberCodec(1, 255)),
};
export type HlTargetSpec = TableSpec<typeof FIELDS>;

/** Changes the hop limit. */
export const HL: TargetExtension<'HL', HlTargetSpec> = tableTarget({
  name: 'HL',
  reference: 'net/netfilter/xt_HL.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['set', 'dec', 'inc'],
  more: { tables: ['mangle'], family: 'ipv6' },
  apply: ({ set, dec, inc }, { skb: { packet } }) => {
    const wanted = set?.value ?? packet.ttl + (inc?.value ?? 0) - (dec?.value ?? 0);
    return { verdict: CONTINUE, edits: [{ kind: 'ttl', ttl: Math.max(0, Math.min(255, wanted)) }] };
  },
});
