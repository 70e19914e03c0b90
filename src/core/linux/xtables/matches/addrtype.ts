import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { isMulticast, isUnspecified, type IpAddress } from '../../../net/ip';
import type { HookContext, MatchExtension } from '../extension';
import { addressType, listKindNetworks } from '../../routing/fib';
import { field, type OptionValue, type TableSpec, FLAG, setCodec } from '../syntax/option-table';
import { tableMatch } from '../syntax/extension-table';
import { unless, type PacketSet, type PacketSide, type PacketSpace } from '../../packet-space';

const TYPES = [
  'UNSPEC',
  'UNICAST',
  'LOCAL',
  'BROADCAST',
  'ANYCAST',
  'MULTICAST',
  'BLACKHOLE',
  'UNREACHABLE',
  'PROHIBIT',
  'THROW',
  'NAT',
  'XRESOLVE',
] as const;
type TypeName = (typeof TYPES)[number];

const FIELDS = {
  src: field('--src-type', setCodec(TYPES), { negatable: true }),
  dst: field('--dst-type', setCodec(TYPES), { negatable: true }),
  limitIn: field('--limit-iface-in', FLAG),
  limitOut: field('--limit-iface-out', FLAG),
};
export type AddrtypeSpec = TableSpec<typeof FIELDS>;

function limitedTo(spec: AddrtypeSpec, { skb }: HookContext): string | undefined {
  if (spec.limitIn) return skb.indev;
  return spec.limitOut ? skb.outdev : undefined;
}

/** IPv4: the address has one type. */
function isOneOf(types: readonly TypeName[], type: string): boolean {
  return types.some((name) => name === type);
}

/** IPv6 (match_type6()): each named kind of address must hold; of the kinds that need a route, one. */
function isAllOf(types: readonly TypeName[], address: IpAddress, type: string): boolean {
  if (types.includes('MULTICAST') && !isMulticast(address)) return false;
  if (types.includes('UNICAST') && (isMulticast(address) || isUnspecified(address))) return false;
  if (types.includes('UNSPEC') && !isUnspecified(address)) return false;
  const routed = types.filter((name) => ROUTED.has(name));
  const refused = type === 'PROHIBIT' || type === 'BLACKHOLE' ? 'UNREACHABLE' : type;
  return routed.length === 0 || isOneOf(routed, refused);
}
const ROUTED: ReadonlySet<TypeName> = new Set(['ANYCAST', 'LOCAL', 'PROHIBIT', 'UNREACHABLE']);

function getType(address: IpAddress, spec: AddrtypeSpec, ctx: HookContext): string {
  return addressType(ctx.netns, address, limitedTo(spec, ctx)).toUpperCase();
}

function holds(
  given: OptionValue<readonly TypeName[]> | undefined,
  address: IpAddress,
  spec: AddrtypeSpec,
  ctx: HookContext,
): boolean {
  if (!given) return true;
  const type = getType(address, spec, ctx);
  const found = ctx.family === 'ipv4' ? isOneOf(given.value, type) : isAllOf(given.value, address, type);
  return found !== given.negated;
}

function addrtypeSet(spec: AddrtypeSpec, space: PacketSpace): PacketSet | undefined {
  const { netns, family } = space;
  if (!netns || family === 'ipv6' || spec.limitIn || spec.limitOut) return undefined;
  const prefixes = listKindNetworks(netns);
  const side = (name: PacketSide, given: AddrtypeSpec['src']): PacketSet => {
    if (!given) return space.all;
    const test = (address: IpAddress): boolean => isOneOf(given.value, addressType(netns, address).toUpperCase());
    return unless(space, given.negated, space.addressesWhere(name, prefixes, test));
  };
  return space.both(side('src', spec.src), side('dst', spec.dst));
}

/** Holds by the type of an address: this host's, a broadcast, ... */
export const addrtype: MatchExtension<'addrtype', AddrtypeSpec> = tableMatch({
  name: 'addrtype',
  reference: 'net/netfilter/xt_addrtype.c',
  fields: FIELDS,
  oneOf: ['src', 'dst'],
  exclusive: ['limitIn', 'limitOut'],
  complete: (spec) => {
    for (const given of [spec.src, spec.dst]) {
      if (given?.value.length === 0)
        return err(phrase('xtables.option-one-of', { name: 'addrtype', options: TYPES.join(', ') }));
    }
    return ok(spec);
  },
  test: (spec, ctx) => {
    const { src, dst } = ctx.skb.packet;
    return holds(spec.src, src, spec, ctx) && holds(spec.dst, dst, spec, ctx);
  },
  set: addrtypeSet,
  actual: (spec, ctx) => {
    const parts: string[] = [];
    if (spec.src) parts.push(`--src-type ${getType(ctx.skb.packet.src, spec, ctx)}`);
    if (spec.dst) parts.push(`--dst-type ${getType(ctx.skb.packet.dst, spec, ctx)}`);
    return parts.join(' ');
  },
});
