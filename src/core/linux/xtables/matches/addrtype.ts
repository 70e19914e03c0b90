import { phrase } from '../../../lib/phrase';
import { err, ok } from '../../../lib/result';
import { isMulticast, isUnspecified, type IpAddress } from '../../../net/ip';
import type { Ternary } from '../../choice';
import type { HookContext, MatchExtension } from '../extension';
import { addressType } from '../local-table';
import { field, type Given, type TableSpec } from '../syntax/option-table';
import { tableMatch } from '../syntax/table-match';
import { FLAG, setCodec } from '../syntax/words';

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

/** IPv4: is the address's one type in the list? */
function isOneOf(types: readonly TypeName[], address: IpAddress, spec: AddrtypeSpec, ctx: HookContext): Ternary {
  const type = addressType(ctx.netns, address, limitedTo(spec, ctx));
  return types.includes(type);
}

/** IPv6 (match_type6()): each named kind must hold, and of the routed kinds one. */
function isAllOf(types: readonly TypeName[], address: IpAddress, spec: AddrtypeSpec, ctx: HookContext): Ternary {
  if (types.includes('MULTICAST') && !isMulticast(address)) return false;
  if (types.includes('UNICAST') && (isMulticast(address) || isUnspecified(address))) return false;
  if (types.includes('UNSPEC') && !isUnspecified(address)) return false;
  if (types.includes('LOCAL') && addressType(ctx.netns, address, limitedTo(spec, ctx)) === 'LOCAL') return true;
  const routed = types.some((type) => type === 'ANYCAST' || type === 'UNREACHABLE' || type === 'PROHIBIT');
  return routed ? 'unknown' : !types.includes('LOCAL');
}

function holds(given: Given<readonly TypeName[]>, address: IpAddress, spec: AddrtypeSpec, ctx: HookContext): Ternary {
  const check = ctx.family === 'ipv4' ? isOneOf : isAllOf;
  const found = check(given.value, address, spec, ctx);
  return found === 'unknown' ? found : found !== given.negated;
}

function test(spec: AddrtypeSpec, ctx: HookContext): Ternary {
  const { src, dst } = ctx.skb.packet;
  const bySource = spec.src ? holds(spec.src, src, spec, ctx) : true;
  if (bySource === false) return false;
  const byDestination = spec.dst ? holds(spec.dst, dst, spec, ctx) : true;
  return byDestination === true ? bySource : byDestination;
}

/** What the local routing table says of an address: this host's, a broadcast, ... */
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
  test,
  actual: (spec, ctx) => {
    const parts: string[] = [];
    const limit = limitedTo(spec, ctx);
    if (spec.src) parts.push(`--src-type ${addressType(ctx.netns, ctx.skb.packet.src, limit)}`);
    if (spec.dst) parts.push(`--dst-type ${addressType(ctx.netns, ctx.skb.packet.dst, limit)}`);
    return parts.join(' ');
  },
});
