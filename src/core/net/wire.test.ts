import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ipv4, ipv6, parseIp, type IpAddress } from './ip';
import type { L4Header, Packet } from './packet';
import { SCTP_CHUNKS, wireBytes } from './wire';

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const ip = (text: string): IpAddress => {
  const read = parseIp(text);
  if (!read.ok) throw new Error(text);
  return read.value;
};

test.each<[string, Packet, string]>([
  [
    'an empty datagram',
    { family: 'ipv4', src: ip('10.0.0.1'), dst: ip('10.0.0.2'), ttl: 64, l4: { proto: 'udp', sport: 1000, dport: 53 } },
    '4500001c00004000401126cf0a0000010a00000203e800350008e7be',
  ],
])('%s', (_, packet, expected) => {
  expect(hex(wireBytes(packet))).toBe(expected);
});

const port = fc.integer({ min: 0, max: 65_535 });
const number = fc.integer({ min: 0, max: 0xffff_ffff });
const LAYERS: fc.Arbitrary<L4Header> = fc.oneof(
  fc.record({
    proto: fc.constant('tcp' as const),
    sport: port,
    dport: port,
    flags: fc.record({ syn: fc.boolean(), ack: fc.boolean(), rst: fc.boolean() }),
    seq: number,
    ack: number,
  }),
  fc.record({ proto: fc.constant('udp' as const), sport: port, dport: port }),
  fc.record({ proto: fc.constant('sctp' as const), sport: port, dport: port, chunk: fc.constantFrom(...SCTP_CHUNKS) }),
);
const PACKETS: fc.Arbitrary<Packet> = fc
  .tuple(fc.boolean(), fc.array(number, { minLength: 8, maxLength: 8 }), LAYERS, fc.integer({ min: 0, max: 33 }))
  .map(([is4, words, l4, payload]) => ({
    family: is4 ? 'ipv4' : 'ipv6',
    src: is4 ? ipv4(words[0] ?? 0) : ipv6(words.slice(0, 4)),
    dst: is4 ? ipv4(words[4] ?? 0) : ipv6(words.slice(4)),
    ttl: 64,
    payload,
    l4,
  }));

/** The sum of 16-bit words, carries added: 0xffff where the checksum among them is right. */
function sum(bytes: readonly number[]): number {
  let total = 0;
  for (let at = 0; at < bytes.length; at += 2) total += ((bytes[at] ?? 0) << 8) + (bytes[at + 1] ?? 0);
  while (total > 0xffff) total = (total & 0xffff) + (total >>> 16);
  return total;
}

test('lengths and checksums are what a receiver computes', () => {
  fc.assert(
    fc.property(PACKETS, (packet) => {
      const bytes = [...wireBytes(packet)];
      const header = packet.family === 'ipv4' ? 20 : 40;
      const rest = bytes.slice(header);
      const length = packet.family === 'ipv4' ? 2 : 4;
      const told = ((bytes[length] ?? 0) << 8) + (bytes[length + 1] ?? 0);
      expect(told).toBe(packet.family === 'ipv4' ? bytes.length : rest.length);
      if (packet.family === 'ipv4') expect(sum(bytes.slice(0, 20))).toBe(0xffff);
      if (packet.l4.proto === 'sctp') return;
      const ends = packet.family === 'ipv4' ? bytes.slice(12, 20) : bytes.slice(8, 40);
      const protocol = packet.l4.proto === 'tcp' ? 6 : 17;
      expect(sum([...ends, rest.length >> 8, rest.length & 0xff, 0, protocol, ...rest])).toBe(0xffff);
    }),
  );
});
