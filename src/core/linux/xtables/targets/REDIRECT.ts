import { ip, type IpAddress } from '../../../net/ip';
import { findFirstAddress } from '../../routing/source-address';
import { NF_ACCEPT, NF_DROP } from '../../hooks';
import type { HookContext, TargetExtension, TargetResult } from '../extension';
import { natRange, TO_PORTS, portProtocols } from '../syntax/nat-range';
import { field, type TableSpec, FLAG } from '../syntax/option-table';
import { tableTarget } from '../syntax/extension-table';

const FIELDS = { ports: field('--to-ports', TO_PORTS), random: field('--random', FLAG) };
export type RedirectSpec = TableSpec<typeof FIELDS>;

const LOOPBACK = { ipv4: ip('127.0.0.1'), ipv6: ip('::1') } as const;

/** From here: loopback. From outside: the first address of the device it came in by. */
function ownAddress({ hook, family, skb, netns }: HookContext): IpAddress | undefined {
  if (hook === 'OUTPUT') return LOOPBACK[family];
  return findFirstAddress(netns, skb.indev, family);
}

function apply(spec: RedirectSpec, ctx: HookContext): TargetResult {
  const address = ownAddress(ctx);
  if (!address) return { verdict: NF_DROP };
  const to = { ...spec.ports?.value, minAddress: address, maxAddress: address };
  return {
    verdict: NF_ACCEPT,
    edits: [{ kind: 'nat', manip: 'DST', range: natRange(to, spec.random ? { random: 'random' } : {}) }],
  };
}

/** DNAT to this host itself. */
export const REDIRECT: TargetExtension<'REDIRECT', RedirectSpec> = tableTarget({
  name: 'REDIRECT',
  reference: 'net/netfilter/nf_nat_redirect.c',
  fields: FIELDS,
  more: { tables: ['nat'], hooks: ['PREROUTING', 'OUTPUT'], protocolsFor: (spec) => portProtocols(spec.ports?.value) },
  apply,
  effect: ({ ports }) => ({ verdict: NF_ACCEPT, nat: { manip: 'DST', range: ports?.value ?? {}, own: true } }),
});
