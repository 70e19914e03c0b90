import { NF_ACCEPT } from '../../hooks';
import type { NatRange, TargetExtension } from '../extension';
import { NAT_TO, natRange, portProtocols } from '../syntax/nat-range';
import { field, type TableSpec, FLAG } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  to: field('--to-destination', NAT_TO),
  random: field('--random', FLAG),
  persistent: field('--persistent', FLAG),
};
export type DnatSpec = TableSpec<typeof FIELDS>;

function findRange(spec: DnatSpec): NatRange {
  const random = spec.random ? { random: 'random' as const } : {};
  return natRange(spec.to?.value ?? {}, { ...random, ...(spec.persistent ? { persistent: true } : {}) });
}

/** The connection's packets get another destination. */
export const DNAT: TargetExtension<'DNAT', DnatSpec> = tableTarget({
  name: 'DNAT',
  reference: 'net/netfilter/xt_nat.c',
  fields: FIELDS,
  required: ['to'],
  more: { tables: ['nat'], hooks: ['PREROUTING', 'OUTPUT'], protocolsFor: (spec) => portProtocols(spec.to?.value) },
  apply: (spec) => ({ verdict: NF_ACCEPT, edits: [{ kind: 'nat', manip: 'DST', range: findRange(spec) }] }),
  effect: (spec) => ({ verdict: NF_ACCEPT, nat: { manip: 'DST', range: findRange(spec) } }),
});
