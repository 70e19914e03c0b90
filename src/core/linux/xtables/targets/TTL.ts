import type { TargetExtension } from '../extension';
import { CONTINUE } from '../../hooks';
import { numberCodec } from '../syntax/numbers';
import { field, type TableSpec } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  set: field('--ttl-set', numberCodec(0, 255)),
  dec: field('--ttl-dec', numberCodec(1, 255)),
  inc: field('--ttl-inc', numberCodec(1, 255)),
};
export type TtlTargetSpec = TableSpec<typeof FIELDS>;

/** Changes the time to live. */
export const TTL: TargetExtension<'TTL', TtlTargetSpec> = tableTarget({
  name: 'TTL',
  reference: 'net/netfilter/xt_HL.c',
  fields: FIELDS,
  oneOf: true,
  exclusive: ['set', 'dec', 'inc'],
  more: { tables: ['mangle'], family: 'ipv4' },
  apply: ({ set, dec, inc }, { skb: { packet } }) => {
    const wanted = set?.value ?? packet.ttl + (inc?.value ?? 0) - (dec?.value ?? 0);
    return { verdict: CONTINUE, edits: [{ kind: 'ttl', ttl: Math.max(0, Math.min(255, wanted)) }] };
  },
});
