import { formatIp, ip, makeCidr, sameIp, type IpAddress } from '../net/ip';
import type { Hook } from '../linux/hooks';
import type { Netns } from '../linux/netns';
import { findFirstAddress, masqueradeAddress } from '../linux/routing/source-address';
import type { NatRange, TargetEffect } from '../linux/xtables/extension';
import type { Diagram } from './diagram';
import { rangeText } from './host-end';
import type { Become, Space, WayOut } from './space';

/** Where packets are on their way: what they have become, and the ways that they leave by. */
export interface At {
  readonly become: Become;
  readonly ways: readonly WayOut[];
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

/** Packets with another destination (`nf_nat_setup_info` in net/netfilter/nf_nat_core.c). */
function toDestination(range: NatRange, dst = range.minAddress): Translated['to'] {
  const { minPort: dport, maxPort = dport } = range;
  if (isDrawn(range) || dport !== maxPort) return { kind: 'unknown', why: rangeText(range) };
  return { kind: 'destination', is: { ...(dst ? { dst } : {}), ...(dport === undefined ? {} : { dport }) } };
}

/** Packets with another source; its port may have to be another, too, where theirs is taken. */
function toSource(range: NatRange, src = range.minAddress): Translated['to'] {
  return isDrawn(range) ? { kind: 'unknown', why: rangeText(range) } : { kind: 'source', ...(src ? { src } : {}) };
}

/** REDIRECT: to an address of the device they came in by, or of this host (net/netfilter/nf_nat_redirect.c). */
function redirected({ become }: At, { nat: { range }, hook, netns, space }: Translation): Translated[] {
  if (hook === 'OUTPUT') return [{ packets: ALL, to: toDestination(range, ip('127.0.0.1')) }];
  space.become = become;
  return space.devices.map((name) => {
    const address = findFirstAddress(netns, name, space.family);
    const packets = space.device('in', (each) => each === name);
    return { packets, to: address ? toDestination(range, address) : { kind: 'dropped' } };
  });
}

/** MASQUERADE: from an address of the device they leave by (net/netfilter/nf_nat_masquerade.c). */
function masqueraded({ become, ways }: At, { nat: { range }, netns, space }: Translation): Translated[] {
  const near = netns.devices.flatMap(({ addresses }) =>
    addresses.map(({ address, prefix }) => makeCidr(address, prefix)),
  );
  const bySource = new Map<string, { readonly to: Translated['to']; readonly sets: Diagram[] }>();
  for (const { device, nexthop, packets } of ways) {
    space.become = become;
    const pieces = nexthop ? [{ packets: ALL, address: nexthop }] : space.regions('dst', near);
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

/** What a rule of nat makes of the packets that it takes, in pieces that have nothing in common. */
export function listTranslations(at: At, translation: Translation): readonly Translated[] {
  const { nat } = translation;
  if (nat.own) return nat.manip === 'DST' ? redirected(at, translation) : masqueraded(at, translation);
  const to = nat.manip === 'DST' ? toDestination(nat.range) : toSource(nat.range);
  return [{ packets: ALL, to }];
}
