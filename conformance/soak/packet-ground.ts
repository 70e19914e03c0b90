import type { IpFamily } from '../../src/core/net/ip';
import type { Dice } from './dice';

/** Addresses around a router with two devices, of one family. */
export interface RouterAddresses {
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

export const IPV4_GROUND: RouterAddresses = {
  family: 'ipv4',
  own: { eth0: '192.168.10.2', cni0: '10.244.1.1' },
  gateway: '192.168.10.1',
  prefix: 24,
  behind: { eth0: ['192.168.10.50', '192.168.10.51'], cni0: ['10.244.1.5', '10.244.1.6'] },
  service: '10.96.0.10',
  nets: '10.244.1.0/24¦192.168.10.0/24¦10.96.0.0/12¦0.0.0.0/1',
  range: '10.244.1.1-10.244.1.5',
};

export const IPV6_GROUND: RouterAddresses = {
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
export function addressesOf({ behind, service, own }: RouterAddresses): readonly string[] {
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
  /** Header of a packet that is put on the wire as it is and that no socket makes: TCP flags as letters, of UDP none. */
  readonly wire?: { readonly flags: string; readonly seq: number; readonly ack: number };
}

const ODD_FLAGS = ['', 'S', 'A', 'F', 'R', 'SF', 'SR', 'FPU', 'SA', 'FA', 'RA', 'SFRPAU'] as const;

/** Addresses that no packet on a wire should come from. */
function oddSources({ family, own }: RouterAddresses): readonly string[] {
  const none = family === 'ipv6' ? ['::', '::1', 'ff02::5'] : ['0.0.0.0', '127.0.0.1', '224.0.0.5', '255.255.255.255'];
  return [...none, own.eth0, own.cni0];
}

/** `udp 10.0.0.1:5>10.0.0.2:80 0`: a packet as it left. */
const LEFT = /^(udp|tcp) (\S+):(\d+)>(\S+):(\d+) /;

/**
 * A packet nobody sends by a socket: with odd flags, from an odd address, or the answer to one that left, which may come
 * from somebody else. `left`: as the router sent them.
 */
export function oddPacket(dice: Dice, ground: RouterAddresses, left: readonly string[], n: number): SocketPacket {
  const from = dice.pick(['eth0', 'cni0'] as const);
  const found = left.flatMap((text) => {
    const [, proto, src = '', sport, dst = '', dport] = LEFT.exec(text) ?? [];
    return proto === undefined ? [] : [{ proto: proto as SocketPacket['proto'], src, sport, dst, dport }];
  });
  if (found.length > 0 && dice.chance(0.4)) {
    const { proto, src, sport, dst, dport } = dice.pick(found);
    const answer = { from, proto, sport: Number(dport), dst: src, dport: Number(sport) };
    const by = dice.chance(0.4) ? dice.pick(oddSources(ground)) : dst;
    const flags = dice.pick(['SA', 'SA', 'R', 'RA', 'A', '']);
    return { ...answer, src: by, wire: { flags, seq: 5000, ack: flags.includes('A') ? 1001 : 0 } };
  }
  const sources = dice.chance(0.3) ? oddSources(ground) : ground.behind[from];
  const flags = dice.pick([...ODD_FLAGS, 'S', 'S', 'S', 'S']);
  return {
    from,
    proto: dice.pick(['udp', 'tcp', 'tcp'] as const),
    src: dice.pick(sources),
    sport: 20_000 + n,
    dst: dice.pick(addressesOf(ground).filter((address) => !sources.includes(address))),
    dport: dice.pick([53, 80, 1200, 8080, 31_000]),
    wire: { flags, seq: 1000, ack: flags.includes('A') ? 77 : 0 },
  };
}

/**
 * A packet; some repeat one before (of UDP: another SYN has a sequence number that is not known here). No two
 * that differ share a source port, so that nothing clashes.
 */
export function randomPacket(dice: Dice, ground: RouterAddresses, earlier: readonly SocketPacket[]): SocketPacket {
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
