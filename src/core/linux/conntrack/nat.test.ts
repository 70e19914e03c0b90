import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIp, ip, ipv4 } from '../../net/ip';
import { type Packet, tupleKey } from '../../net/packet';
import type { Skb } from '../skb';
import { createState, type NetnsState } from '../state';
import type { NatRange } from '../xtables/extension';
import { EMPTY_NETNS } from '../xtables/testing/walk-text';
import { bindNull, getManip, natIcmpError, natPacket, setupNat, type Manip } from './nat';
import { conntrackConfirm, conntrackIn } from './track';
import { makeTuple } from './tuple';

function udp(src: string, sport: number, dst: string, dport: number): Packet {
  const from = ip(src);
  return { family: from.family, src: from, dst: ip(dst), ttl: 64, l4: { proto: 'udp', sport, dport } };
}

const skbOf = (packet: Packet): Skb => ({ packet, mark: 0, local: false });
const to = (address: string, port?: number): NatRange => ({
  minAddress: ip(address),
  maxAddress: ip(address),
  ...(port === undefined ? {} : { minPort: port, maxPort: port }),
});

/** Sends a first packet through nat and confirms it: what left. */
function connect(state: NetnsState, packet: Packet, binding: { dst?: NatRange; src?: NatRange } = {}): Packet {
  const skb = skbOf(packet);
  conntrackIn(skb, EMPTY_NETNS, state);
  for (const manip of ['DST', 'SRC'] as const) {
    const range = manip === 'DST' ? binding.dst : binding.src;
    if (skb.ct && range) setupNat(skb.ct, manip, range, state);
    else if (skb.ct) bindNull(skb.ct, manip, state);
    skb.packet = natPacket(skb, manip);
  }
  return conntrackConfirm(skb, state) ? skb.packet : { ...skb.packet, ttl: 0 };
}

/** An answer to a packet that left, translated back. */
function answer(state: NetnsState, left: Packet): { packet: Packet; state: string } {
  const { l4 } = left;
  const turned = 'sport' in l4 ? { ...l4, sport: l4.dport, dport: l4.sport } : l4;
  const skb = skbOf({ ...left, src: left.dst, dst: left.src, l4: turned });
  conntrackIn(skb, EMPTY_NETNS, state);
  for (const manip of ['DST', 'SRC'] as const) skb.packet = natPacket(skb, manip);
  return { packet: skb.packet, state: `${skb.ctState} ${skb.ctDirection}` };
}

const ends = ({ src, dst, l4 }: Packet): string =>
  'sport' in l4 ? tupleKey({ protocol: 0, src, sport: l4.sport, dst, dport: l4.dport }) : '';
const sportOf = ({ l4 }: Packet): number => ('sport' in l4 ? l4.sport : -1);

describe('choosing a port', () => {
  const MASQ = { src: to('192.168.0.1') };
  const first = (sport: number) => udp('10.0.0.5', sport, '1.1.1.1', 53);
  const second = (sport: number) => udp('10.0.0.6', sport, '1.1.1.1', 53);

  it.each([
    [80, 1, 511],
    [600, 600, 1023],
    [1023, 600, 1023],
    [1024, 1024, 65535],
    [40_000, 1024, 65535],
  ])('a taken %d is replaced by a free one of its class', (sport, low, high) => {
    const state = createState(7);
    expect(sportOf(connect(state, first(sport), MASQ))).toBe(sport);
    const drawn = sportOf(connect(state, second(sport), MASQ));
    expect(drawn).not.toBe(sport);
    expect(drawn).toBeGreaterThanOrEqual(low);
    expect(drawn).toBeLessThanOrEqual(high);
    expect(state.portsDrawn).toBe(1);
  });

  it('keeps a mapping for other destinations', () => {
    const state = createState();
    const other = (dst: string) => udp('10.0.0.5', 5000, dst, 53);
    connect(state, udp('10.0.0.9', 5000, '1.1.1.1', 53), MASQ);
    const drawn = sportOf(connect(state, other('1.1.1.1'), MASQ));
    expect(sportOf(connect(state, other('2.2.2.2'), MASQ))).toBe(drawn);
  });

  it('loses the packet when the only port is taken', () => {
    const state = createState();
    const fixed = { src: to('192.168.0.1', 700) };
    expect(connect(state, first(5000), fixed).ttl).toBe(64);
    expect(connect(state, second(5000), fixed).ttl).toBe(0);
  });

  it('draws always with --random-fully', () => {
    const state = createState();
    connect(state, first(5000), { src: { ...to('192.168.0.1'), random: 'random-fully' } });
    expect(state.portsDrawn).toBe(1);
  });

  it('changes a port even where no rule matched, if the answers would go astray', () => {
    const state = createState();
    connect(state, udp('10.0.0.5', 5000, '10.96.0.1', 53), { dst: to('10.244.0.5', 53) });
    expect(sportOf(connect(state, udp('10.0.0.5', 5000, '10.244.0.5', 53)))).not.toBe(5000);
  });

  it('searches the range it is given', () => {
    const state = createState();
    const range: NatRange = { ...to('192.168.0.1'), minPort: 100, maxPort: 101 };
    const ports = ['10.0.0.5', '10.0.0.6'].map((src) =>
      sportOf(connect(state, udp(src, 5000, '1.1.1.1', 53), { src: range })),
    );
    expect(ports.toSorted((a, b) => a - b)).toEqual([100, 101]);
  });

  // Recorded: `DNAT --to-destination fec0::1234-fec0::2000`, Linux 6.18.
  it('chooses of an IPv6 range as the kernel does, which hashes on with what it has written', () => {
    const range: NatRange = { minAddress: ip('fec0::1234'), maxAddress: ip('fec0::2000') };
    const chosen = connect(createState(), udp('fec0::1234', 8081, '2001:db8:10::2', 8080), { dst: range }).dst;
    expect(formatIp(chosen)).toBe('fec0::1251');
  });

  it('spreads a range of addresses by source and destination, the same way each time', () => {
    const range: NatRange = { minAddress: ip('192.168.0.1'), maxAddress: ip('192.168.0.4') };
    const chosen = (src: string) => connect(createState(), udp(src, 5000, '1.1.1.1', 53), { src: range }).src.words[0];
    expect(chosen('10.0.0.5')).toBe(chosen('10.0.0.5'));
    const all = new Set(Array.from({ length: 40 }, (_, i) => chosen(`10.0.1.${i}`)));
    expect(all.size).toBe(4);
  });

  it('maps networks onto one another', () => {
    const netmap = { netmap: { address: ip('172.20.0.0'), prefix: 16 } };
    expect(connect(createState(), udp('10.0.3.4', 5000, '1.1.1.1', 53), { src: netmap }).src).toEqual(ip('172.20.3.4'));
  });
});

describe('translating back', () => {
  const address = fc.integer({ min: 0x0a000001, max: 0x0affffff }).map(ipv4);
  const port = fc.integer({ min: 1, max: 65535 });

  it('undoes what was done, for any binding', () => {
    fc.assert(
      fc.property(
        address,
        port,
        address,
        port,
        fc.option(address),
        fc.option(address),
        fc.option(port),
        (src, sport, dst, dport, newDst, newSrc, newPort) => {
          const state = createState(1);
          const packet: Packet = { family: 'ipv4', src, dst, ttl: 64, l4: { proto: 'udp', sport, dport } };
          const dstRange: NatRange | undefined = newDst
            ? { minAddress: newDst, maxAddress: newDst, ...(newPort ? { minPort: newPort, maxPort: newPort } : {}) }
            : undefined;
          const srcRange: NatRange | undefined = newSrc ? { minAddress: newSrc, maxAddress: newSrc } : undefined;
          const left = connect(state, packet, {
            ...(dstRange ? { dst: dstRange } : {}),
            ...(srcRange ? { src: srcRange } : {}),
          });
          const back = answer(state, left);
          const { l4 } = packet;
          const expected = { ...packet, src: dst, dst: src, l4: { ...l4, sport: dport, dport: sport } };
          expect(back.state).toBe('ESTABLISHED reply');
          expect(ends(back.packet)).toBe(ends(expected));
        },
      ),
    );
  });

  /** Few hosts and ports, so that answers would often be mistaken for another's: UDP, TCP, echo; IPv4 and IPv6. */
  const host = fc.integer({ min: 1, max: 3 });
  const few = fc.integer({ min: 1, max: 3 });
  const kind = fc.constantFrom('udp', 'tcp', 'icmp', 'icmpv6', 'udp6');
  const first = fc.record({
    kind,
    from: host,
    to: host,
    sport: few,
    dport: few,
    dst: fc.option(host),
    src: fc.option(host),
  });
  type First = typeof first extends fc.Arbitrary<infer T> ? T : never;

  function packetFor({ kind: proto, from, to: far, sport, dport }: First): Packet {
    const six = proto === 'icmpv6' || proto === 'udp6';
    const at = (net: string, n: number) => ip(six ? `fd00::${net}:${n}` : `10.${net}.0.${n}`);
    const ends4 = {
      family: six ? ('ipv6' as const) : ('ipv4' as const),
      src: at('1', from),
      dst: at('2', far),
      ttl: 64,
    };
    if (proto === 'icmp') return { ...ends4, l4: { proto, type: 8, code: 0, id: sport } };
    if (proto === 'icmpv6') return { ...ends4, l4: { proto, type: 128, code: 0, id: sport } };
    if (proto === 'tcp') return { ...ends4, l4: { proto, sport, dport, flags: { syn: true }, seq: 1, ack: 0 } };
    return { ...ends4, l4: { proto: 'udp', sport, dport } };
  }

  function answerTo({ l4, ...packet }: Packet): Packet {
    const back = { ...packet, src: packet.dst, dst: packet.src };
    if (l4.proto === 'icmp') return { ...back, l4: { ...l4, type: 0 } };
    if (l4.proto === 'icmpv6') return { ...back, l4: { ...l4, type: 129 } };
    if (l4.proto === 'tcp') {
      const flags = { syn: true, ack: true };
      return { ...back, l4: { ...l4, sport: l4.dport, dport: l4.sport, flags, seq: 1, ack: 2 } };
    }
    return 'sport' in l4 ? { ...back, l4: { ...l4, sport: l4.dport, dport: l4.sport } } : { ...back, l4 };
  }

  it('gives each of many connections that clash its own answers', () => {
    fc.assert(
      fc.property(fc.array(first, { minLength: 5, maxLength: 40 }), (asked) => {
        const state = createState(1);
        const kept = asked.flatMap((one) => {
          const packet = packetFor(one);
          const to6 = (net: string, n: number) =>
            to(packet.family === 'ipv6' ? `fd00::${net}:${n}` : `10.${net}.0.${n}`);
          const left = connect(state, packet, {
            ...(one.dst ? { dst: to6('2', one.dst) } : {}),
            ...(one.src ? { src: to6('3', one.src) } : {}),
          });
          return left.ttl === 0 ? [] : [{ packet, left }];
        });
        expect(kept.length).toBeGreaterThan(0);
        for (const { packet, left } of kept) {
          const skb = skbOf(answerTo(left));
          conntrackIn(skb, EMPTY_NETNS, state);
          for (const manip of ['DST', 'SRC'] as const) skb.packet = natPacket(skb, manip);
          expect(skb.ctDirection).toBe('reply');
          expect(tupleKey(makeTuple(skb.packet))).toBe(tupleKey(makeTuple(answerTo(packet))));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('puts the original addresses into an error, inside and outside', () => {
    const state = createState();
    const left = connect(state, udp('10.0.0.5', 5000, '10.96.0.1', 53), {
      dst: to('10.244.0.5', 53),
      src: to('10.244.0.1'),
    });
    const error = skbOf({
      family: 'ipv4',
      src: ip('10.244.0.5'),
      dst: left.src,
      ttl: 64,
      l4: { proto: 'icmp', type: 3, code: 3, quoted: left },
    });
    conntrackIn(error, EMPTY_NETNS, state);
    expect([error.ctState, error.ctDirection]).toEqual(['RELATED', 'reply']);
    for (const manip of ['DST', 'SRC'] satisfies Manip[]) error.packet = natIcmpError(error, manip);
    expect([error.packet.src, error.packet.dst]).toEqual([ip('10.96.0.1'), ip('10.0.0.5')]);
    const { l4 } = error.packet;
    expect(l4.proto === 'icmp' && l4.quoted && ends(l4.quoted)).toBe(ends(udp('10.0.0.5', 5000, '10.96.0.1', 53)));
  });
});

it.each([
  ['PREROUTING', 'DST'],
  ['OUTPUT', 'DST'],
  ['INPUT', 'SRC'],
  ['POSTROUTING', 'SRC'],
] as const)('%s translates %s', (hook, manip) => {
  expect(getManip(hook)).toBe(manip);
});
