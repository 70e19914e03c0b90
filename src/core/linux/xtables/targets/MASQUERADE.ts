import { NF_ACCEPT, NF_DROP } from '../../hooks';
import type { HookContext, TargetExtension, TargetResult } from '../extension';
import { natRange, TO_PORTS, portProtocols } from '../syntax/nat-range';
import { field, type TableSpec, FLAG } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';
import { masqueradeAddress } from '../../routing/source-address';

const FIELDS = {
  ports: field('--to-ports', TO_PORTS),
  random: field('--random', FLAG),
  randomFully: field('--random-fully', FLAG),
};
export type MasqueradeSpec = TableSpec<typeof FIELDS>;

function apply(spec: MasqueradeSpec, { skb, netns }: HookContext): TargetResult {
  const address = masqueradeAddress(netns, skb);
  if (!address) return { verdict: NF_DROP };
  const random = spec.randomFully ? 'random-fully' : spec.random ? 'random' : undefined;
  const to = { ...spec.ports?.value, minAddress: address, maxAddress: address };
  return {
    verdict: NF_ACCEPT,
    edits: [{ kind: 'nat', manip: 'SRC', range: natRange(to, random ? { random } : {}) }],
  };
}

/** SNAT to an address of the device the packet leaves by. */
export const MASQUERADE: TargetExtension<'MASQUERADE', MasqueradeSpec> = tableTarget({
  name: 'MASQUERADE',
  reference: 'net/netfilter/nf_nat_masquerade.c',
  fields: FIELDS,
  more: { tables: ['nat'], hooks: ['POSTROUTING'], protocolsFor: (spec) => portProtocols(spec.ports?.value) },
  apply,
  effect: ({ ports }) => ({ verdict: NF_ACCEPT, nat: { manip: 'SRC', range: ports?.value ?? {}, own: true } }),
});
