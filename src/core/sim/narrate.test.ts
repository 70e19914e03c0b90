import { describe, expect, it } from 'vitest';
import { ip } from '../net/ip';
import type { Packet } from '../net/packet';
import { makeTuple } from '../linux/conntrack/tuple';
import { narrate, narrateAlone, type PlacedStep } from './narrate';
import type { TraceStep } from './trace';

const [CLIENT, SERVICE, POD, NODE] = ['10.244.1.9', '10.96.0.10', '10.244.2.7', '172.18.0.2'] as const;

function packet(from: string, to: string): Packet {
  const l4 = { proto: 'tcp', sport: 40_000, dport: 80, flags: { syn: true }, seq: 0, ack: 0 } as const;
  return { family: 'ipv4', src: ip(from), dst: ip(to), ttl: 64, l4 };
}

const REF = { table: 'nat', chain: 'KUBE-SEP-A', index: 1 } as const;
const SENT = packet(CLIENT, SERVICE);
const TO_POD = packet(CLIENT, POD);
const FROM_NODE = packet(NODE, POD);
const [TUPLE, REPLY] = [makeTuple(SENT), makeTuple(packet(POD, NODE))];
const ENTRY = { id: 1, zone: 0, original: TUPLE, reply: REPLY, status: [], timeout: 120, mark: 0 } as const;
const accept = { kind: 'rule', ref: REF, verdict: { kind: 'ACCEPT' }, mark: 0 } as const;

/** A request that is translated twice, and its answer, in one namespace. */
const STEPS: readonly (readonly [PlacedStep['role'], TraceStep])[] = [
  ['request', { kind: 'conntrack', ctState: 'NEW', direction: 'original', created: true, packet: SENT, mark: 0 }],
  ['request', { ...accept, packet: SENT }],
  ['request', { kind: 'nat', manip: 'DST', by: 'rule', before: SENT, packet: TO_POD, mark: 0 }],
  ['request', { ...accept, packet: TO_POD }],
  ['request', { kind: 'nat', manip: 'SRC', by: 'rule', before: TO_POD, packet: FROM_NODE, mark: 0 }],
  [
    'reply',
    {
      kind: 'conntrack',
      ctState: 'ESTABLISHED',
      direction: 'reply',
      created: false,
      entry: ENTRY,
      packet: packet(POD, NODE),
      mark: 0,
    },
  ],
  [
    'reply',
    { kind: 'nat', manip: 'DST', by: 'binding', before: packet(POD, NODE), packet: packet(POD, CLIENT), mark: 0 },
  ],
  [
    'reply',
    {
      kind: 'nat',
      manip: 'SRC',
      by: 'binding',
      before: packet(POD, CLIENT),
      packet: packet(SERVICE, CLIENT),
      mark: 0,
    },
  ],
];
const WALK = STEPS.map(([role, data], index): PlacedStep => ({
  index,
  leg: role === 'reply' ? 1 : 0,
  hop: 0,
  role,
  netns: 'node',
  data,
}));

describe('why', () => {
  it.each([
    [1, 'ruleRewrite', [{ kind: 'rule', ref: REF }]],
    [
      2,
      'natDst',
      [
        { kind: 'rule', ref: REF },
        { kind: 'step', index: 1 },
      ],
    ],
    [5, 'ctReply', [{ kind: 'step', index: 0 }]],
    // The answer's destination was the request's source, and the other way round.
    [6, 'natBack', [{ kind: 'step', index: 4 }]],
    [7, 'natBack', [{ kind: 'step', index: 2 }]],
  ])('step %i, %s: %j', (index, id, because) => {
    expect(narrate(WALK[index]!, WALK)).toMatchObject({ id, because });
  });

  it('tells a step of another walk by itself, as a view does that still holds one', () => {
    const shorter = WALK.slice(0, 2);
    expect(narrate(WALK[7]!, shorter)).toMatchObject({ id: 'natBack', because: [] });
    const other = WALK.map((step) => ({ ...step, netns: 'other' }));
    expect(narrate(WALK[7]!, other)).toMatchObject({ id: 'natBack', because: [] });
  });

  it('points at nothing that is not in the walk, nor at another namespace', () => {
    expect(narrateAlone(WALK[7]!.data).because).toEqual([]);
    const elsewhere = WALK.map((step, index) => (index === 2 ? { ...step, netns: 'other' } : step));
    expect(narrate(elsewhere[7]!, elsewhere).because).toEqual([]);
  });
});
