import { describe, expect, it } from 'vitest';
import { createRng } from '../lib/random';
import { ip } from '../net/ip';
import { alignTraces, type AlignedMoment } from './align';
import type { Hop, Trace, TraceStep } from './trace';

const PACKET = {
  family: 'ipv4',
  src: ip('10.244.1.9'),
  dst: ip('10.96.0.10'),
  ttl: 64,
  l4: { proto: 'udp', sport: 1, dport: 53 },
} as const;

/** One step of a word: `PRE`, `rule`, `dnat`, `ipvs`, `local`, `forward`, `out`. */
function step(word: string): TraceStep {
  const now = { packet: PACKET, mark: 0 };
  const reason = { id: 'sim.routing.local' } as const;
  const hooks = { PRE: 'PREROUTING', IN: 'INPUT', FWD: 'FORWARD', OUT: 'OUTPUT', POST: 'POSTROUTING' } as const;
  if (word in hooks) return { kind: 'hook', hook: hooks[word as keyof typeof hooks], ...now };
  if (word === 'dnat') return { kind: 'nat', manip: 'DST', by: 'rule', before: PACKET, ...now };
  if (word === 'snat') return { kind: 'nat', manip: 'SRC', by: 'rule', before: PACKET, ...now };
  if (word === 'ipvs') {
    const chosen = { service: 'UDP 10.96.0.10:53', scheduler: 'rr', candidates: [], from: 'scheduler' } as const;
    return { kind: 'ipvs', at: 'in', ...chosen, reason, ...now };
  }
  if (word === 'local' || word === 'forward') return { kind: 'routing', decision: word, again: false, reason, ...now };
  if (word === 'send') return { kind: 'transmit', device: 'eth0', ...now };
  if (word === 'deliver') return { kind: 'deliver', to: 'web', ...now };
  return { kind: 'rule', ref: { table: 'nat', chain: word, index: 0 }, verdict: { kind: 'CONTINUE' }, ...now };
}

/** `node: PRE dnat; pod: deliver` as the request of a trace. */
function trace(text: string): Trace {
  const hops = text.split(';').map((part): Hop => {
    const [netns = '', words = ''] = part.trim().split(': ');
    return { netns, steps: words.split(' ').map(step) };
  });
  const disposition = { kind: 'DELIVERED', netns: 'pod', to: 'web' } as const;
  return { legs: [{ role: 'request', hops, disposition }], assumptions: [], conntrack: {} };
}

const sameName = (netns: string): string => netns;
const align = (...texts: string[]): AlignedMoment[] =>
  alignTraces(texts.map((text) => ({ trace: trace(text), placeOf: sameName })));

/** `PREROUTING 0+2 0+1`: a moment with each trace's first step and count, `-` where it has none. */
const printed = (moments: readonly AlignedMoment[]): string[] =>
  moments.map(({ key, steps }) => {
    const ranges = steps.map((range) => (range ? `${range.from}+${range.count}` : '-'));
    return `${key.split('|').slice(1).join(' ')} ${ranges.join(' ')}`;
  });

describe('alignment by what happens', () => {
  it('counts the rules of a hook to the hook, however many there are', () => {
    expect(printed(align('node: PRE a b c POST', 'node: PRE a POST'))).toEqual([
      'node PREROUTING 0+4 0+2',
      'node POSTROUTING 4+1 2+1',
    ]);
  });

  it('sets the choice of IPVS beside the DNAT rule, and leaves alone what the other mode does not do', () => {
    const iptables = 'node: PRE dnat forward FWD POST snat send; pod: deliver';
    const ipvs = 'node: PRE local IN ipvs OUT POST snat send; pod: deliver';
    expect(printed(align(iptables, ipvs))).toEqual([
      'node PREROUTING 0+1 0+1',
      'node routing local - 1+1',
      'node INPUT - 2+1',
      'node nat DST rule 1+1 3+1',
      'node routing forward 2+1 -',
      'node FORWARD 3+1 -',
      'node OUTPUT - 4+1',
      'node POSTROUTING 4+1 5+1',
      'node nat SRC rule 5+1 6+1',
      'node transmit 6+1 7+1',
      'pod deliver 7+1 8+1',
    ]);
  });

  it('takes the place in the story, not the name of the host', () => {
    const moments = alignTraces([
      { trace: trace('pod-a: deliver'), placeOf: () => 'backend' },
      { trace: trace('pod-b: deliver'), placeOf: () => 'backend' },
    ]);
    expect(moments).toHaveLength(1);
  });
});

describe('any traces', () => {
  const rng = createRng(7);
  const words = ['PRE', 'a', 'dnat', 'forward', 'FWD', 'POST', 'snat', 'local', 'IN', 'ipvs', 'OUT', 'send'];
  const anyTrace = (): string =>
    Array.from(
      { length: 1 + rng.below(3) },
      (_, hop) =>
        `n${hop}: ${Array.from({ length: 1 + rng.below(12) }, () => words[rng.below(words.length)]).join(' ')}`,
    ).join('; ');
  const cases = Array.from({ length: 100 }, () => Array.from({ length: 2 + rng.below(3) }, anyTrace));

  it.each(cases.map((texts) => ({ texts })))('keeps every step once and in order: $texts', ({ texts }) => {
    const moments = align(...texts);
    for (const [column, text] of texts.entries()) {
      const total = trace(text).legs[0]!.hops.reduce((sum, { steps }) => sum + steps.length, 0);
      const ranges = moments.flatMap(({ steps }) => steps[column] ?? []);
      const covered = ranges.flatMap(({ from, count }) => Array.from({ length: count }, (_, i) => from + i));
      expect(covered).toEqual(Array.from({ length: total }, (_, i) => i));
    }
  });
});
