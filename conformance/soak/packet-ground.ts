import type { IpFamily } from '../../src/core/net/ip';
import type { Dice } from './dice';

/** Addresses around a router with two devices, of one family. */
export interface Ground {
  readonly family: IpFamily;
  /** Of the router. */
  readonly own: { readonly eth0: string; readonly cni0: string };
  readonly gateway: string;
  readonly prefix: number;
  readonly behind: { readonly eth0: readonly [string, string]; readonly cni0: readonly [string, string] };
  /** A Service's. */
  readonly service: string;
  /** What rules ask for beside single addresses. */
  readonly nets: string;
  readonly range: string;
}

export const IPV4_GROUND: Ground = {
  family: 'ipv4',
  own: { eth0: '192.168.10.2', cni0: '10.244.1.1' },
  gateway: '192.168.10.1',
  prefix: 24,
  behind: { eth0: ['192.168.10.50', '192.168.10.51'], cni0: ['10.244.1.5', '10.244.1.6'] },
  service: '10.96.0.10',
  nets: '10.244.1.0/24¦192.168.10.0/24¦10.96.0.0/12¦0.0.0.0/1',
  range: '10.244.1.1-10.244.1.5',
};

export const IPV6_GROUND: Ground = {
  family: 'ipv6',
  own: { eth0: 'fd00:10::2', cni0: 'fd00:244::1' },
  gateway: 'fd00:10::1',
  prefix: 64,
  behind: { eth0: ['fd00:10::50', 'fd00:10::51'], cni0: ['fd00:244::5', 'fd00:244::6'] },
  service: 'fd00:96::10',
  nets: 'fd00:244::/64¦fd00:10::/64¦fd00:96::/108¦8000::/1',
  range: 'fd00:244::1-fd00:244::5',
};

/** Every address that somebody has, and the Service's. */
export function addressesOf({ behind, service, own }: Ground): readonly string[] {
  return [...behind.cni0, ...behind.eth0, service, own.eth0, own.cni0];
}

/** `[fd00::1]:8080`, `10.0.0.1:8080`. */
export const withPort = (address: string, port: string): string =>
  address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`;

/** A packet that a socket sends. */
export interface SocketPacket {
  /** Where the sender is: behind a device of the router, or on the router. */
  readonly from: 'eth0' | 'cni0' | 'router';
  readonly proto: 'udp' | 'tcp';
  readonly src: string;
  readonly sport: number;
  readonly dst: string;
  readonly dport: number;
}

/**
 * A packet; some repeat one before (of UDP: another SYN has a sequence number that is not known here). No two
 * that differ share a source port, so that nothing clashes.
 */
export function randomPacket(dice: Dice, ground: Ground, earlier: readonly SocketPacket[]): SocketPacket {
  const repeatable = earlier.filter(({ proto }) => proto === 'udp');
  if (repeatable.length > 0 && dice.chance(0.25)) return dice.pick(repeatable);
  const from = dice.pick(['eth0', 'cni0', 'router'] as const);
  const sources = from === 'router' ? Object.values(ground.own) : ground.behind[from];
  return {
    from,
    proto: dice.pick(['udp', 'udp', 'tcp'] as const),
    src: dice.pick(sources),
    sport: 20_000 + earlier.length,
    dst: dice.pick(addressesOf(ground).filter((address) => !sources.includes(address))),
    dport: dice.pick([53, 80, 1200, 8080, 31_000]),
  };
}
