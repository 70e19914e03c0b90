import { isUnspecified, isMulticast, sameIp, type IpAddress } from '../../../net/ip';
import { isKernelSince } from '../../namespace';
import type { Namespace } from '../../namespace';
import { addressType, lookupRoute, type RouteType } from '../../routing/fib';
import { IFACE_INDEX, IFNAME } from '../datatypes/datatype';
import { BOOLEAN, FIB_ADDRTYPE, FIB_ADDRTYPES } from '../datatypes/symbols';
import type { Evaluated, NftContext, NftExpressionExtension } from '../extension';
import type { Parser } from '../text/parser';

const FLAGS = ['saddr', 'daddr', 'mark', 'iif', 'oif'] as const;
type Flag = (typeof FLAGS)[number];

export interface FibSpec {
  readonly flags: readonly Flag[];
  readonly result: 'type' | 'oif' | 'oifname';
  /** `exists`, `missing`: only whether there is a device. */
  readonly check?: true;
}

function parse(parser: Parser): FibSpec | undefined {
  if (!parser.take('fib')) return undefined;
  const flags: Flag[] = [];
  do {
    const flag = parser.takeOne(FLAGS);
    if (!flag) return undefined;
    flags.push(flag);
  } while (parser.take('.'));
  const result = parser.takeOne(['type', 'oif', 'oifname'] as const);
  if (!result) return undefined;
  parser.take('check');
  const asked = parser.peek() === '!=' || parser.peek() === '==' ? parser.peek(1) : parser.peek();
  return { flags, result, ...(asked === 'exists' || asked === 'missing' ? { check: true } : {}) };
}

/** The kind of an address by the routing tables (`nft_fib4_eval_type`, `nft_fib6_eval_type`). */
function getType({ flags }: FibSpec, { skb, netns }: NftContext): number {
  const device = flags.includes('iif') ? skb.indev : flags.includes('oif') ? skb.outdev : undefined;
  const { src, dst } = skb.packet;
  const address = flags.includes('saddr') ? src : dst;
  if (address.family === 'ipv4' || device === undefined) return FIB_ADDRTYPES[addressType(netns, address, device)] ?? 0;
  return FIB_ADDRTYPES[typeOn(device, address, netns)] ?? 0;
}

/** IPv6 asks all routes whatever the device, and only whether the address is one of the device's own. */
function typeOn(device: string, address: IpAddress, netns: Namespace): RouteType {
  const own = netns.devices.find(({ name }) => name === device)?.addresses ?? [];
  if (own.some((each) => sameIp(each.address, address))) return 'local';
  const type = addressType(netns, address);
  return type === 'local' ? 'unicast' : type;
}

/**
 * True where packets that came over lo are not looked up: in PREROUTING; from 6.15 on also in INPUT
 * (`nft_fib_can_skip`).
 */
function skipsLookup({ kernel }: Namespace, hook: NftContext['hook']): boolean {
  return hook === 'PREROUTING' || (hook === 'INPUT' && isKernelSince(kernel, 6, 15));
}

/** The device a route to the address uses; empty: there is none (`nft_fib4_eval`, `nft_fib6_eval`). */
function deviceFor({ flags }: FibSpec, { skb, netns, hook }: NftContext): string {
  const { src, dst } = skb.packet;
  const loopback = netns.devices.find(({ name }) => name === skb.indev)?.kind === 'loopback';
  if (loopback && skipsLookup(netns, hook)) return skb.indev ?? '';
  if (isUnspecified(src) && isMulticast(dst)) return skb.indev ?? '';
  const address = flags.includes('saddr') ? src : dst;
  const other = flags.includes('saddr') ? dst : src;
  const route = lookupRoute(netns, {
    dst: address,
    src: other,
    ...(flags.includes('mark') ? { mark: skb.mark } : {}),
    ...(skb.indev ? { iif: 'lo' } : {}),
  });
  if (!route || route.type !== 'unicast') return '';
  const wanted = flags.includes('oif') ? skb.outdev : flags.includes('iif') ? skb.indev : undefined;
  return wanted !== undefined && wanted !== route.dev ? '' : (route.dev ?? '');
}

function evaluate(spec: FibSpec, ctx: NftContext): Evaluated {
  if (spec.result === 'type') return [getType(spec, ctx)];
  const device = deviceFor(spec, ctx);
  return [spec.check ? (device === '' ? 0 : 1) : device];
}

/** Asks the routing tables about an address of the packet. */
export const fib: NftExpressionExtension<'fib', FibSpec> = {
  name: 'fib',
  reference: 'net/netfilter/nft_fib_inet.c',
  simulated: 'full',
  starts: ['fib'],
  parse,
  print: ({ flags, result }) => `fib ${flags.join(' . ')} ${result}`,
  types: ({ result, check }) => [
    result === 'type' ? FIB_ADDRTYPE : check ? BOOLEAN : result === 'oif' ? IFACE_INDEX : IFNAME,
  ],
  evaluate,
};
