import { cidr, formatIp, hostCidr, ip, makeCidr, sameIp, type Cidr, type IpAddress } from '../net/ip';
import type { Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import { findFirstAddress, masqueradeAddress } from '../linux/routing/source-address';
import type { NatRange, TargetEffect } from '../linux/xtables/extension';
import type { Diagram } from './diagram';
import { rangeText } from './host-end';
import { multicastGroups } from './multicast';
import type { Become, WayOut } from './become';
import type { Space } from './space';

/** Where packets are on their way: what they have become, and the ways that they leave by. */
export interface At {
  readonly become: Become;
  readonly ways: readonly WayOut[];
  /** Nothing has marked them. */
  readonly unmarked?: boolean;
}

/** A destination that nat gives; an absent part stays as it is. */
export interface NewDestination {
  readonly dst?: IpAddress;
  readonly dport?: number;
}

/** What became of some of the packets that a rule translates: they go on, have no address to get, or nobody can say. */
interface Translated {
  readonly packets: Diagram;
  readonly to:
    | { readonly kind: 'destination'; readonly is: NewDestination }
    | { readonly kind: 'source'; readonly src?: IpAddress }
    | { readonly kind: 'dropped' }
    | { readonly kind: 'unknown'; readonly why: string };
}

/** A translation, and where it happens. */
interface Translation {
  readonly nat: NonNullable<TargetEffect['nat']>;
  readonly hook: Hook;
  readonly netns: Netns;
  readonly space: Space;
}

const ALL: Diagram = 1;

/** A range of which the kernel takes an address by a hash of the connection's ends. */
function isDrawn({ minAddress, maxAddress = minAddress, netmap }: NatRange): boolean {
  return (
    netmap !== undefined || (minAddress !== undefined && maxAddress !== undefined && !sameIp(minAddress, maxAddress))
  );
}

/**
 * Packets with another destination (`nf_nat_setup_info` in net/netfilter/nf_nat_core.c). Of a range of ports a packet keeps
 * its own where that is one of them, and else gets the first (`nf_nat_l4proto_unique_tuple`), unless it is to be random.
 */
function toDestination(space: Space, range: NatRange, dst = range.minAddress): Translated[] {
  const { minPort, maxPort = minPort } = range;
  const to = (dport?: number): Translated['to'] => ({
    kind: 'destination',
    is: { ...(dst ? { dst } : {}), ...(dport === undefined ? {} : { dport }) },
  });
  if (isDrawn(range) || (range.random && minPort !== maxPort))
    return [{ packets: ALL, to: { kind: 'unknown', why: rangeText(range) } }];
  if (minPort === undefined || maxPort === undefined || minPort === maxPort) return [{ packets: ALL, to: to(minPort) }];
  const [low, high] = [Math.min(minPort, maxPort), Math.max(minPort, maxPort)];
  const kept = space.port('dst', low, high);
  return [
    { packets: kept, to: to() },
    { packets: space.not(kept), to: to(low) },
  ];
}

/** Packets with another source; its port may have to be another, too, where theirs is taken. */
function toSource(range: NatRange, src = range.minAddress): Translated['to'] {
  return isDrawn(range) ? { kind: 'unknown', why: rangeText(range) } : { kind: 'source', ...(src ? { src } : {}) };
}

/** REDIRECT: to an address of the device they came in by, or of this host (net/netfilter/nf_nat_redirect.c). */
function redirected({ become }: At, { nat: { range }, hook, netns, space }: Translation): Translated[] {
  if (hook === 'OUTPUT') return toDestination(space, range, ip(space.family === 'ipv4' ? '127.0.0.1' : '::1'));
  return space.devices.flatMap((name): Translated[] => {
    space.become = become;
    const address = findFirstAddress(netns, name, space.family);
    const packets = space.device('in', (each) => each === name);
    if (!address) return [{ packets, to: { kind: 'dropped' } }];
    return toDestination(space, range, address).map((each) => ({
      ...each,
      packets: space.both(packets, each.packets),
    }));
  });
}

/** Networks that the addresses of a device are in, which its source is chosen by (`inet_select_addr`). */
const listNetworks = ({ devices }: Netns, device: string): readonly Cidr[] =>
  devices
    .filter(({ name }) => name === device)
    .flatMap(({ addresses }) => addresses.map(({ address, prefix }) => makeCidr(address, prefix)));

/** What RFC 6724 tells destinations apart by, besides how much they have in common with an address. */
const LABELS = ['::1/128', 'fe80::/10', 'fc00::/7', '2002::/16', '2001::/32', 'ff00::/8'].map(cidr);

/** Destinations that `ipv6_dev_get_saddr` (net/ipv6/addrconf.c) can tell apart. */
function listSourceChoices({ devices }: Netns): readonly Cidr[] {
  const own = devices.flatMap(({ addresses }) => addresses).filter(({ address }) => address.family === 'ipv6');
  return [
    ...LABELS,
    ...multicastGroups(),
    ...own.flatMap(({ address, prefix }) => [
      hostCidr(address),
      ...Array.from({ length: prefix }, (_, bits) => makeCidr(address, bits + 1)),
    ]),
  ];
}

/** MASQUERADE: from an address of the device they leave by (net/netfilter/nf_nat_masquerade.c). */
function masqueraded({ become, ways }: At, { nat: { range }, netns, space }: Translation): Translated[] {
  const bySource = new Map<string, { readonly to: Translated['to']; readonly sets: Diagram[] }>();
  for (const { device, nexthop, packets } of ways) {
    space.become = become;
    const near = space.family === 'ipv4' ? listNetworks(netns, device) : listSourceChoices(netns);
    // Of IPv6 the destination itself chooses the source, whoever it is handed to.
    const isByRouter = nexthop?.family === 'ipv4';
    const pieces = isByRouter ? [{ packets: ALL, address: nexthop }] : space.regions('dst', near);
    for (const piece of pieces) {
      const address = addressTowards(netns, piece.address, device);
      const key = address ? formatIp(address) : '';
      const open = bySource.get(key) ?? {
        to: address ? toSource(range, address) : { kind: 'dropped' },
        sets: [],
      };
      open.sets.push(space.both(packets, piece.packets));
      bySource.set(key, open);
    }
  }
  return [...bySource.values()].map(({ to, sets }) => ({ to, packets: space.either(...sets) }));
}

function addressTowards(netns: Netns, dst: IpAddress, outdev: string): IpAddress | undefined {
  const packet = { family: dst.family, src: dst, dst, ttl: 64, l4: { proto: 'other', protocol: 255 } } as const;
  return masqueradeAddress(netns, { packet, mark: 0, local: false, outdev, nexthop: dst });
}

/** The headers that a nat rule makes of the packets it takes, as disjoint sets with their translation. */
export function listTranslations(at: At, translation: Translation): readonly Translated[] {
  const { nat } = translation;
  if (nat.own) return nat.manip === 'DST' ? redirected(at, translation) : masqueraded(at, translation);
  if (nat.manip === 'DST') return toDestination(translation.space, nat.range);
  return [{ packets: ALL, to: toSource(nat.range) }];
}
