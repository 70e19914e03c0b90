import { NF_ACCEPT } from '../../hooks';
import type { NatRange, TargetExtension } from '../extension';
import { NAT_TO, natRange, portProtocols } from '../syntax/nat-range';
import { field, type TableSpec, FLAG } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = {
  to: field('--to-source', NAT_TO),
  random: field('--random', FLAG),
  randomFully: field('--random-fully', FLAG),
  persistent: field('--persistent', FLAG),
};
export type SnatSpec = TableSpec<typeof FIELDS>;

function findRange(spec: SnatSpec): NatRange {
  const random = spec.randomFully ? ('random-fully' as const) : spec.random ? ('random' as const) : undefined;
  const more = { ...(random ? { random } : {}), ...(spec.persistent ? { persistent: true } : {}) };
  return natRange(spec.to?.value ?? {}, more);
}

/** The connection's packets get another source. */
export const SNAT: TargetExtension<'SNAT', SnatSpec> = tableTarget({
  name: 'SNAT',
  reference: 'net/netfilter/xt_nat.c',
  fields: FIELDS,
  required: ['to'],
  more: { tables: ['nat'], hooks: ['POSTROUTING', 'INPUT'], protocolsFor: (spec) => portProtocols(spec.to?.value) },
  apply: (spec) => ({ verdict: NF_ACCEPT, edits: [{ kind: 'nat', manip: 'SRC', range: findRange(spec) }] }),
  effect: (spec) => ({ verdict: NF_ACCEPT, nat: { manip: 'SRC', range: findRange(spec) } }),
});
