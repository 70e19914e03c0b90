import { describe, expect, it } from 'vitest';
import { ip, cidr } from '../../../core/net/ip';
import { collectLabel, makeTag, momentAt, stageRouteText, type Note, oddsByNetns } from './moment.model';
import { TO_OTHER_NODE, walkOf } from '../packet/testing/walk-of';
import type { RunResult } from '../../../engine/protocol';
import type { Outcome } from '../../../core/sim/trace';

const steps = walkOf(TO_OTHER_NODE);
const nat = steps.findIndex(({ data }) => data.kind === 'nat');

function printed(note: Note): string {
  switch (note.kind) {
    case 'table':
      return `${note.table}: ${note.matched} of ${note.tested}`;
    case 'match':
      return `${note.chain} ${note.rule} ${note.mark.word} ${note.to}`.trim();
    case 'route':
      return note.text;
    case 'said':
    case 'reason':
      return `${note.by ?? ''} ${note.says.id} ${Object.values(note.says.values ?? {}).join(' ')}`.trim();
  }
}

describe('a moment', () => {
  it('lists what the gate has asked so far, counted by table', () => {
    expect(momentAt(steps, nat).notebook).toMatchObject({ hook: 'PREROUTING' });
    expect(momentAt(steps, nat).notebook.notes.map(printed)).toEqual([
      'step.ctNew.line NEW',
      'nat: 4 of 13',
      'PREROUTING 1 JUMP KUBE-SERVICES',
      'KUBE-SERVICES 7 JUMP KUBE-SVC-CDGGSHYLG3RE2FKL',
      'KUBE-SVC-CDGGSHYLG3RE2FKL 3 JUMP KUBE-SEP-2RIJ5GIYXEFH6G4D',
      'KUBE-SEP-2RIJ5GIYXEFH6G4D 2 DNAT',
    ]);
  });

  it('lights the gate it is at and keeps those it came by', () => {
    const gates = momentAt(
      steps,
      steps.findIndex(({ data }) => data.kind === 'hook' && data.hook === 'FORWARD'),
    ).gates;
    expect([...gates].map(([key, { now, marks }]) => `${key} ${now} ${marks.map(({ word }) => word).join()}`)).toEqual([
      'node1 PREROUTING false DNAT',
      'node1 FORWARD true ',
    ]);
  });

  it('starts afresh with the reply', () => {
    const first = steps.findIndex(({ role }) => role === 'reply');
    expect(momentAt(steps, first).gates.size).toBe(0);
    expect(momentAt(steps, first).netns).toBe('default/web-8d2a');
  });

  it('says where it dropped', () => {
    const dropped = walkOf(`leg request 1.1.1.1:1 > 2.2.2.2:2
      at node1
      hook FORWARD
      rule filter KUBE-FORWARD 1 DROP`);
    expect(momentAt(dropped, 1).gates.get('node1 FORWARD')?.marks).toMatchObject([{ sign: '✕', word: 'DROP' }]);
  });

  it('knows nothing of a trace without steps', () => {
    expect(momentAt([], 0).gates.size).toBe(0);
  });
});

describe('the label', () => {
  const kindOf = (address: Parameters<typeof makeTag>[0] | { words: readonly number[] }): 'pod' | 'service' =>
    'words' in address && (address.words[0] ?? 0) >>> 16 === 0x0a60 ? 'service' : 'pod';

  const text = (index: number): string =>
    collectLabel(steps[index]!, kindOf)
      .map(({ text: word, variant }) => (variant ? `${variant}(${word})` : word))
      .join(' ');

  it('carries where from and where to', () => {
    expect(text(0)).toBe('→ SYN 10.244.1.9:41522 → 10.96.98.173:80');
  });

  it('flips the half that was rewritten', () => {
    expect(text(nat)).toBe('→ SYN 10.244.1.9:41522 → was(10.96.98.173:80) now(10.244.2.7:8080)');
    expect(text(nat + 1)).toBe('→ SYN 10.244.1.9:41522 → 10.244.2.7:8080');
  });

  it('turns round for the reply, and flips the source back', () => {
    const back = steps.findLastIndex(({ data }) => data.kind === 'nat');
    expect(text(back)).toBe('← SYN was(10.244.2.7:8080) now(10.96.98.173:80) → 10.244.1.9:41522');
  });

  it.each([
    [{ proto: 'tcp', sport: 1, dport: 2, flags: { syn: true, ack: true }, seq: 0, ack: 0 } as const, 'SYN-ACK'],
    [{ proto: 'tcp', sport: 1, dport: 2, flags: { rst: true, ack: true }, seq: 0, ack: 0 } as const, 'RST'],
    [{ proto: 'udp', sport: 1, dport: 2 } as const, 'UDP'],
    [{ proto: 'icmp', type: 3, code: 3 } as const, 'ICMP 3/3'],
  ])('%j is %s', (l4, tag) => {
    expect(makeTag(l4)).toBe(tag);
  });
});

it.each([
  [{ dst: cidr('10.244.2.0/24'), via: ip('172.18.0.3'), dev: 'eth0' }, '10.244.2.0/24 via 172.18.0.3 dev eth0'],
  [{ dst: cidr('0.0.0.0/0'), via: ip('172.18.0.1'), dev: 'eth0' }, 'default via 172.18.0.1 dev eth0'],
])('a route reads as ip route prints it: %s', (route, text) => {
  expect(stageRouteText({ table: 'main', type: 'unicast', ...route })).toBe(text);
});

describe('odds', () => {
  const to = (netns: string, probability?: string): Outcome => ({
    path: [],
    ...(probability === undefined ? {} : { probability }),
    disposition: { kind: 'DELIVERED', netns, to: netns },
    answered: true,
  });
  const result = (...outcomes: Outcome[]): RunResult => ({
    flowId: 'f',
    outcomes,
    shown: 0,
    trace: { legs: [], assumptions: [], conntrack: {} },
    truncated: false,
  });

  it.each([
    ['nothing for a sure thing', [to('a', '1')], []],
    ['thirds', [to('a', '1/3'), to('b', '1/3'), to('c', '1/3')], ['a 1/3', 'b 1/3', 'c 1/3']],
    ['sums by Pod', [to('a', '1/6'), to('b', '1/2'), to('a', '1/3')], ['a 1/2', 'b 1/2']],
    [
      'what is drawn otherwise than it is meant',
      [{ ...to('a', '1/3'), kernelProbability: 0.3333333335 }, to('b', '2/3')],
      ['a ≈ 1/3', 'b 2/3'],
    ],
    [
      'and what is drawn as meant in the sum',
      [
        { ...to('a', '1/3'), kernelProbability: 0.33333 },
        { ...to('a', '2/3'), kernelProbability: 0.66667 },
        to('b', '0'),
      ],
      ['a 1', 'b 0'],
    ],
    ['unknown is not guessed', [to('a'), to('b', '1/2')], ['a ?', 'b 1/2']],
  ])('%s', (_name, outcomes, expected) => {
    expect([...oddsByNetns(result(...outcomes))].map(([netns, { short }]) => `${netns} ${short}`)).toEqual(expected);
  });
});

it('says which mark a rule set', () => {
  const marked = walkOf(`leg request 1.1.1.1:1 > 2.2.2.2:2
    at node1
    hook PREROUTING
    mark nat KUBE-MARK-MASQ 1 0x4000`);
  expect(momentAt(marked, 1).notebook.notes.map(printed)).toEqual(['nat: 1 of 1', 'KUBE-MARK-MASQ 1 MARK 0x4000']);
});
