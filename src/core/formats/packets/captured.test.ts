import { expect, it } from 'vitest';
import { readCaptured } from './captured';

const read = (text: string) =>
  readCaptured(text).packets.map(({ kind, src, dst, at, what }) => [kind, src, dst, at, what].filter((each) => each));

it.each([
  ['Flags [S], seq 1', 'syn'],
  ['Flags [SEW], seq 1', 'syn'],
  ['Flags [S.], seq 1', 'syn-ack'],
  ['Flags [S.E], seq 1', 'syn-ack'],
  ['Flags [R], seq 1', 'reset'],
  ['Flags [R.], seq 1', 'reset'],
  ['Flags [P.], seq 1', 'other'],
  ['UDP, length 20', 'udp'],
])('tcpdump: %s', (words, kind) => {
  expect(read(`02:00:01.250 IP 192.0.2.7.41000 > 192.0.2.80.80: ${words}`)).toEqual([
    [kind, '192.0.2.7:41000', '192.0.2.80:80', 7201.25],
  ]);
});

it('addresses of IPv6 stand in brackets', () => {
  expect(read('IP6 fd00::7.41000 > fd00::9.80: Flags [S], seq 1')).toEqual([
    ['syn', '[fd00::7]:41000', '[fd00::9]:80'],
  ]);
});

it.each([
  ['IP 192.0.2.9 > 192.0.2.7: ICMP host 192.0.2.80 unreachable, length 36', 'host 192.0.2.80 unreachable'],
  ['IP6 fd00::9 > fd00::7: ICMP6, packet too big, mtu 1400, length 1240', 'packet too big, mtu 1400'],
])('%s', (line, what) => {
  expect(read(line)).toEqual([['unreachable', expect.any(String), expect.any(String), what]]);
});

it.each([
  ['[SYN] Seq=0', 'syn'],
  ['[SYN, ACK] Seq=0', 'syn-ack'],
  ['[RST, ACK] Seq=1', 'reset'],
  ['[ACK] Seq=1', 'other'],
])('Wireshark: %s', (flags, kind) => {
  expect(read(`3 1.5 192.0.2.7 192.0.2.80 TCP 74 41000 → 80 ${flags}`)).toEqual([
    [kind, '192.0.2.7:41000', '192.0.2.80:80', 1.5],
  ]);
});
