import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { add, formatFraction, parseFraction, toNumber, ZERO } from '../lib/fraction';
import { ip } from '../net/ip';
import { explore, pickOutcome, stateAfter, makeTrace, type ExploreInput } from './explore';
import { device, host, network, printLeg, readRoute } from './testing/bench';
import type { Outcome } from './trace';

/** A node whose PREROUTING sends a client's packet through some rules. */
function input(rules: readonly string[], tables = 'nat'): ExploreInput {
  const save = [
    `*${tables}`,
    ':PREROUTING ACCEPT',
    ':INPUT ACCEPT',
    ':A -',
    ':B -',
    ...rules.map((rule) => `-A ${rule}`),
    'COMMIT',
  ];
  const node = host('node', {
    devices: [device('eth0', ['192.168.0.2/24'], { segment: 'wire' })],
    routes: [readRoute('default via 192.168.0.254 dev eth0')],
    save: save.join('\n'),
  });
  const client = host('client', {
    devices: [device('eth0', ['192.168.0.9/24'], { segment: 'wire' })],
    routes: [readRoute('default via 192.168.0.2 dev eth0')],
  });
  const flow = { netns: 'client', dst: ip('10.96.0.1'), proto: 'tcp', sport: 40_000, dport: 80 } as const;
  return { network: network(node, client), flow };
}

const oddsOf = (outcomes: readonly Outcome[]): string[] => outcomes.map(({ probability }) => probability ?? '?');
const sumOf = (outcomes: readonly Outcome[]): string =>
  formatFraction(outcomes.reduce((sum, { probability }) => add(sum, parseFraction(probability ?? '0')), ZERO));
const random = (p: string): string => `-m statistic --mode random --probability ${p}`;

describe('every outcome and its odds', () => {
  it('has one where nothing is drawn', () => {
    expect(oddsOf(explore(input([])).outcomes)).toEqual(['1']);
  });

  it('means each of ten endpoints to get a tenth', () => {
    const rules = Array.from({ length: 10 }, (_, i) => {
      const chance = i < 9 ? `${random((1 / (10 - i)).toFixed(10))} ` : '';
      return `PREROUTING ${chance}-p tcp -j DNAT --to-destination 10.0.0.${i + 1}:80`;
    });
    const { outcomes } = explore(input(rules));
    expect(oddsOf(outcomes)).toEqual(Array(10).fill('1/10'));
  });

  it('says what the kernel gives an outcome where that is not what is meant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.constantFrom(5, 10), (endpoints, decimals) => {
        const rules = Array.from({ length: endpoints }, (_, i) => {
          const chance = i < endpoints - 1 ? `${random((1 / (endpoints - i)).toFixed(decimals))} ` : '';
          return `PREROUTING ${chance}-p tcp -j DNAT --to-destination 10.0.0.${i + 1}:80`;
        });
        let left = 1;
        const expected = Array.from({ length: endpoints }, (_, i) => {
          const stored =
            i < endpoints - 1 ? Math.round(Number((1 / (endpoints - i)).toFixed(decimals)) * 2 ** 31) : 2 ** 31;
          const odds = left * (stored / 2 ** 31);
          left -= odds;
          return odds;
        });
        const { outcomes } = explore(input(rules));
        const kernel = outcomes.map(
          ({ probability, kernelProbability }) => kernelProbability ?? toNumber(parseFraction(probability ?? '')),
        );
        for (const [i, odds] of expected.entries()) expect(kernel[i]).toBeCloseTo(odds, 12);
        // Powers of two are as meant: nothing more is said of them.
        if (endpoints <= 2)
          expect(outcomes.every(({ kernelProbability }) => kernelProbability === undefined)).toBe(true);
        else expect(outcomes.some(({ kernelProbability }) => kernelProbability !== undefined)).toBe(true);
      }),
      { examples: [[3, 5]] },
    );
  });

  it('leaves out what cannot happen', () => {
    expect(
      oddsOf(
        explore(input([`PREROUTING ${random('0')} -j DROP`, `PREROUTING ${random('1')} -j ACCEPT`], 'mangle')).outcomes,
      ),
    ).toEqual(['1']);
  });

  it('stops at the limit and says so', () => {
    const rules = Array.from({ length: 6 }, () => `PREROUTING ${random('0.5')}`);
    expect(explore({ ...input(rules, 'mangle'), limit: 10 })).toMatchObject({ truncated: true });
    expect(explore(input(rules, 'mangle')).outcomes).toHaveLength(64);
  });

  it('makes the same trace again from an outcome', () => {
    const asked = input([
      `PREROUTING ${random('0.5')} -p tcp -j DNAT --to-destination 10.0.0.1`,
      'PREROUTING -p tcp -j DNAT --to-destination 10.0.0.2',
    ]);
    const { outcomes } = explore(asked);
    const walks = outcomes.map((outcome) => makeTrace(asked, outcome).legs.flatMap(printLeg).join('\n'));
    expect(new Set(walks).size).toBe(2);
    expect(makeTrace(asked, outcomes[1] as Outcome)).toEqual(makeTrace(asked, outcomes[1] as Outcome));
    expect(
      stateAfter(asked, outcomes[0] as Outcome)
        .get('node')
        ?.conntrack.entries(),
    ).toHaveLength(1);
  });
});

describe('what is not known', () => {
  it('has both continuations, without odds', () => {
    const { outcomes } = explore(input(['PREROUTING -m bpf --bytecode "1,6 0 0 0" -j DROP'], 'mangle'));
    expect(outcomes.map(({ disposition, probability }) => [disposition.kind, probability])).toEqual([
      ['DROPPED', undefined],
      ['LEFT', undefined],
    ]);
  });

  it('does not matter where both continuations end alike', () => {
    const { outcomes } = explore(input(['PREROUTING -m bpf --bytecode "1,6 0 0 0" -j MARK --set-mark 1'], 'mangle'));
    expect(outcomes.map(({ disposition, probability }) => [disposition.kind, probability])).toEqual([['LEFT', '1']]);
  });

  it('is noted in the trace that assumes it', () => {
    const asked = input(['PREROUTING -m bpf --bytecode "1,6 0 0 0" -j DROP'], 'mangle');
    const [dropped] = explore(asked).outcomes;
    expect(dropped && makeTrace(asked, dropped).assumptions).toHaveLength(1);
  });
});

describe('picking one', () => {
  it('falls as the odds say', () => {
    const { outcomes } = explore(input([`PREROUTING ${random('0.25')} -j DROP`], 'mangle'));
    const picks = Array.from({ length: 4000 }, (_, seed) => pickOutcome(outcomes, seed));
    const dropped = picks.filter((pick) => outcomes[pick]?.disposition.kind === 'DROPPED').length;
    expect(dropped).toBeGreaterThan(880);
    expect(dropped).toBeLessThan(1120);
    expect(pickOutcome(outcomes, 5)).toBe(pickOutcome(outcomes, 5));
  });

  it('ends where it is not known how it goes on, and takes for granted no chain that is not there', () => {
    const { outcomes } = explore(input([`PREROUTING ${random('0.5')} -j GONE`, 'PREROUTING -j LOST']));
    const picked = new Set(Array.from({ length: 40 }, (_, seed) => outcomes[pickOutcome(outcomes, seed)]));
    const ends = [...picked].map((outcome) => JSON.stringify(outcome?.disposition));
    expect(ends).toHaveLength(2);
    expect(ends.filter((end) => end.includes('"target":"GONE"'))).toHaveLength(1);
    expect(ends.filter((end) => end.includes('"target":"LOST"'))).toHaveLength(1);
    expect(outcomes.some(({ disposition }) => disposition.kind !== 'UNKNOWN')).toBe(true);
  });
});

/** Rules that jump, draw, mark and drop at random; chains may form loops. */
const anyRule = fc.record({
  chain: fc.constantFrom('PREROUTING', 'A', 'B'),
  test: fc.constantFrom('', '-p tcp', '-p udp', random('0.5'), random('0.3333333333'), '-m mark --mark 1', '-i eth0'),
  target: fc.constantFrom('-j A', '-j B', '-g A', '-j RETURN', '-j ACCEPT', '-j DROP', '-j MARK --set-mark 1', ''),
});

describe('any ruleset', () => {
  it('has outcomes whose odds sum to 1, each with a trace that ends', () => {
    fc.assert(
      fc.property(fc.array(anyRule, { maxLength: 9 }), (rules) => {
        const asked = input(
          rules.map(({ chain, test, target }) => `${chain} ${test} ${target}`.trim()),
          'mangle',
        );
        const { outcomes, truncated } = explore({ ...asked, limit: 3000 });
        if (!truncated) expect(sumOf(outcomes)).toBe('1');
        for (const outcome of outcomes.slice(0, 5)) expect(makeTrace(asked, outcome).legs.length).toBeGreaterThan(0);
      }),
      { numRuns: 60 },
    );
  });
});
