import { describe, expect, it } from 'vitest';
import { ip } from '../../core/net/ip';
import type { Packet } from '../../core/net/packet';
import { findPacket, stepsOf } from '../rules/testing/steps-of';
import { endChanged, flagsText, markText, packetFields, packetLine, type Field } from './packet.model';

const steps = [
  ...stepsOf('originate client\n transmit eth0', { netns: 'pod' }),
  ...stepsOf(
    `receive veth
     hook PREROUTING
     conntrack NEW
     mark nat KUBE-MARK-MASQ 1 0x4000
     nat DST rule 10.244.1.9:41522 > 10.244.2.7:8080
     routing forward eth0
     hook FORWARD
     transmit eth0`,
    { netns: 'node1', hop: 1, index: 2 },
  ),
  ...stepsOf('originate web\n transmit eth0', {
    leg: 1,
    role: 'reply',
    netns: 'pod2',
    index: 10,
    packet: findPacket('10.244.2.7:8080 > 10.244.1.9:41522'),
  }),
];

function printed(fields: readonly Field[]): string[] {
  return fields
    .filter(({ id }) => id !== 'protocol' && id !== 'flags')
    .map(({ id, sent, now, before, rewritten }) => {
      const marks = `${rewritten ? ' *' : ''}${before ? ` (${before.text} →)` : ''}`;
      return `${id}: ${sent?.text ?? ''} | ${now?.text ?? ''}${marks}`;
    });
}

describe('packetFields', () => {
  it.each([
    [
      0,
      [
        'src: 10.244.1.9 41522 | 10.244.1.9 41522',
        'dst: 10.96.98.173 80 | 10.96.98.173 80',
        'ttl: 64 | 64',
        'mark: 0x0 | 0x0',
      ],
    ],
    [
      5,
      [
        'src: 10.244.1.9 41522 | 10.244.1.9 41522',
        'dst: 10.96.98.173 80 | 10.96.98.173 80',
        'ttl: 64 | 64',
        'mark: 0x0 | 0x4000 * (0x0 →)',
        'ctstate:  | NEW',
        'where:  | PREROUTING',
        'indev:  | veth',
      ],
    ],
    [
      6,
      [
        'src: 10.244.1.9 41522 | 10.244.1.9 41522',
        'dst: 10.96.98.173 80 | 10.244.2.7 8080 * (10.96.98.173 80 →)',
        'ttl: 64 | 64',
        'mark: 0x0 | 0x4000 *',
        'ctstate:  | NEW',
        'where:  | PREROUTING',
        'indev:  | veth',
      ],
    ],
    [
      9,
      [
        'src: 10.244.1.9 41522 | 10.244.1.9 41522',
        'dst: 10.96.98.173 80 | 10.244.2.7 8080 *',
        'ttl: 64 | 64',
        'mark: 0x0 | 0x4000 *',
        'ctstate:  | NEW',
        'indev:  | veth',
        'outdev:  | eth0',
      ],
    ],
    [
      10,
      [
        'src: 10.244.2.7 8080 | 10.244.2.7 8080',
        'dst: 10.244.1.9 41522 | 10.244.1.9 41522',
        'ttl: 64 | 64',
        'mark: 0x0 | 0x0',
      ],
    ],
  ])('at step %i', (playhead, lines) => expect(printed(packetFields(steps, playhead))).toEqual(lines));

  it('is empty where there is no step', () => {
    expect(packetFields([], 0)).toEqual([]);
    expect(packetFields(steps, 99)).toEqual([]);
  });

  it('shows what an ICMP error is about', () => {
    const error: Packet = {
      family: 'ipv4',
      src: ip('10.244.2.1'),
      dst: ip('10.244.1.9'),
      ttl: 64,
      l4: { proto: 'icmp', type: 3, code: 3, quoted: findPacket('10.244.1.9:41522 > 10.96.98.173:80') },
    };
    const fields = packetFields(stepsOf('originate kernel', { packet: error }), 0);
    expect(fields.map(({ id, now }) => `${id} ${now?.text}`)).toEqual([
      'src 10.244.2.1',
      'dst 10.244.1.9',
      'protocol ICMP (1)',
      'icmp type 3 code 3',
      'quoted 10.244.1.9 41522 > 10.96.98.173 80',
      'ttl 64',
      'mark 0x0',
    ]);
  });
});

it.each([
  [{ syn: true }, 'SYN'],
  [{ ack: true, syn: true }, 'SYN ACK'],
  [{}, ''],
])('flags %j', (flags, text) => expect(flagsText(flags)).toBe(text));

it('prints marks as iptables does', () =>
  expect([markText(0x4000), markText(0), markText(-1)]).toEqual(['0x4000', '0x0', '0xffffffff']));

it('says a packet in one line', () => {
  expect(packetLine(findPacket('10.0.0.1:1 > 10.0.0.2:2'))).toMatchObject({
    l4: 'TCP SYN',
    src: { port: 1 },
    dst: { port: 2 },
  });
});

it('sees which end was rewritten', () => {
  const [a, b] = [findPacket('10.0.0.1:1 > 10.0.0.2:2'), findPacket('10.0.0.1:9 > 10.0.0.2:2')];
  expect([endChanged(a, b, 'src'), endChanged(a, b, 'dst')]).toEqual([true, false]);
});
