import type { MatchExtension } from '../extension';
import { isMulticast, isUnspecified } from '../../../net/ip';
import { addressType, lookupRoute, usesDevice } from '../../routing/fib';
import type { HookContext } from '../extension';
import { FLAG, field, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';

const FIELDS = {
  loose: field('--loose', FLAG),
  validmark: field('--validmark', FLAG),
  acceptLocal: field('--accept-local', FLAG),
  invert: field('--invert', FLAG),
};
export type RpfilterSpec = TableSpec<typeof FIELDS>;

/** As rpfilter_mt(): the route back to the source must exist and, unless loose, use the in device. */
function passes(spec: RpfilterSpec, { skb, netns }: HookContext): boolean {
  const { src, dst } = skb.packet;
  const device = netns.devices.find((each) => each.name === skb.indev);
  if (device?.kind === 'loopback') return true;
  if (isUnspecified(src)) return true;
  const from = isMulticast(dst) || isUnspecified(dst) ? {} : { src: dst };
  const mark = spec.validmark ? { mark: skb.mark } : {};
  const route = lookupRoute(netns, { dst: src, ...from, ...mark });
  if (!route) return false;
  const isLocal = route.type === 'local' && addressType(netns, src) === 'local';
  if (route.type !== 'unicast' && !(isLocal && spec.acceptLocal)) return false;
  return spec.loose !== undefined || isLocal || usesDevice(route, skb.indev ?? '');
}

/** Would the answer leave by the device the packet came in by? */
export const rpfilter: MatchExtension<'rpfilter', RpfilterSpec> = tableMatch({
  name: 'rpfilter',
  reference: 'net/ipv4/netfilter/ipt_rpfilter.c',
  fields: FIELDS,
  test: (spec, ctx) => passes(spec, ctx) !== (spec.invert !== undefined),
});
