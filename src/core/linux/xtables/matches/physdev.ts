import type { Skb } from '../../skb';
import type { MatchExtension } from '../extension';
import { INTERFACE, interfaceMatches } from '../syntax/addresses';
import { field, type OptionValue, type TableSpec, FLAG } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  isIn: field('--physdev-is-in', FLAG, { negatable: true }),
  in: field('--physdev-in', INTERFACE, { negatable: true }),
  isOut: field('--physdev-is-out', FLAG, { negatable: true }),
  out: field('--physdev-out', INTERFACE, { negatable: true }),
  isBridged: field('--physdev-is-bridged', FLAG, { negatable: true }),
};
export type PhysdevSpec = TableSpec<typeof FIELDS>;

/** Not a bridged packet: only negated options hold. */
function testRouted(spec: PhysdevSpec): boolean {
  return Object.values(spec).every((given) => given.negated);
}

function testBridged(spec: PhysdevSpec, { physin, physout }: Skb): boolean {
  const is = (given: OptionValue<true> | undefined, holds: boolean): boolean => !given || holds !== given.negated;
  if (!is(spec.isBridged, physout !== undefined)) return false;
  if (!is(spec.isIn, physin !== undefined) || !is(spec.isOut, physout !== undefined)) return false;
  // As the kernel: without a port to come from, --physdev-in is not looked at.
  if (spec.in && physin !== undefined && interfaceMatches(spec.in.value, physin) === spec.in.negated) return false;
  if (!spec.out) return true;
  return physout !== undefined && interfaceMatches(spec.out.value, physout) !== spec.out.negated;
}

/** The bridge ports of a packet that crosses a bridge. */
export const physdev: MatchExtension<'physdev', PhysdevSpec> = tableMatch({
  name: 'physdev',
  reference: 'net/netfilter/xt_physdev.c',
  fields: FIELDS,
  oneOf: true,
  test: (spec, { skb }) =>
    skb.physin === undefined && skb.physout === undefined ? testRouted(spec) : testBridged(spec, skb),
  actual: (_spec, { skb }) => `--physdev-in ${skb.physin ?? '-'} --physdev-out ${skb.physout ?? '-'}`,
});
