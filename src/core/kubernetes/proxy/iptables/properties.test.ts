import { Memo } from '../../../lib/memo';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fraction, formatFraction, multiply, complement, ONE, type Fraction } from '../../../lib/fraction';
import { parseRule, printRule } from '../../../linux/xtables/rule-text';
import { proxyConfig, settledCluster } from '../../testing/arbitrary-cluster';
import type { ClusterObjects } from '../../types';
import type { GeneratedChain, SyncInput } from '../mode';
import { printIptablesRestore } from './restore';
import { syncIptablesRules } from './sync-proxy-rules';
import { tries } from '../../../lib/testing/soaking';

const inputs: fc.Arbitrary<SyncInput> = fc.record({
  cluster: settledCluster,
  config: proxyConfig,
  family: fc.constantFrom('ipv4' as const, 'ipv6' as const),
  node: fc.constant('node1'),
  release: fc.constantFrom('1.28', '1.30', '1.31', '1.34', '1.37'),
});

function natChains(input: SyncInput): GeneratedChain[] {
  return [...(syncIptablesRules(input).xtables.tables.get('nat')?.values() ?? [])];
}

describe('any cluster', () => {
  test('has chains of every kind often enough to speak for all', () => {
    const names = fc
      .sample(inputs, { numRuns: 150, seed: 1 })
      .flatMap((input) => natChains(input).map(({ name }) => name));
    for (const kind of ['SVC', 'SVL', 'SEP', 'EXT', 'FW']) {
      expect(names.filter((name) => name.startsWith(`KUBE-${kind}-`)).length, kind).toBeGreaterThan(10);
    }
  });

  test('compiles, and every jump leads to a chain of its table', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const chains of syncIptablesRules(input).xtables.tables.values()) {
          for (const chain of chains.values()) {
            for (const { text } of chain.rules) {
              const target = /-j (KUBE-\S+)$/.exec(text)?.[1];
              if (target !== undefined) expect(chains.has(target), `${chain.name}: ${text}`).toBe(true);
            }
          }
        }
      }),
      { numRuns: tries(180) },
    );
  });

  test('no chain of a service port or endpoint is without a way in', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const chains = natChains(input);
        const targets = new Set(chains.flatMap(({ rules }) => rules.map(({ text }) => /-j (\S+)$/.exec(text)?.[1])));
        const unreachable = chains.filter(({ name }) => /^KUBE-(SVL|EXT|FW)-/.test(name) && !targets.has(name));
        expect(unreachable.map(({ name }) => name)).toEqual([]);
      }),
      { numRuns: tries(180) },
    );
  });

  test('its rules are understood whole, and what the kernel prints back is printed back the same', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { family } = input;
        for (const chain of natChains(input)) {
          for (const { text } of chain.rules) {
            const first = parseRule(text, family);
            expect(first.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
            const saved = printRule(first.rule, family);
            expect(printRule(parseRule(saved, family).rule, family)).toBe(saved);
          }
        }
      }),
      { numRuns: tries(90) },
    );
  });

  test('gives every endpoint of a chain exactly 1/n', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const chain of natChains(input)) {
          if (!/^KUBE-SV[CL]-/.test(chain.name)) continue;
          const odds = balancingOdds(chain);
          expect(odds.map(formatFraction)).toEqual(odds.map(() => formatFraction(fraction(1, odds.length))));
        }
      }),
      { numRuns: tries(180) },
    );
  });

  test('without one Service has the same chains for all others', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const gone = input.cluster.services.find((service) => service.metadata.name !== 'kubernetes');
        if (!gone) return;
        const before = ownTexts(input);
        const after = ownTexts({ ...input, cluster: withoutService(input.cluster, gone.metadata.name) });
        expect([...after.keys()].filter((chain) => !before.has(chain))).toEqual([]);
        for (const [chain, text] of after) expect(text).toBe(before.get(chain));
      }),
      { numRuns: tries(180) },
    );
  });

  test('is the same however its objects are listed', () => {
    fc.assert(
      fc.property(inputs, ({ cluster, ...rest }) => {
        const turned = {
          ...cluster,
          services: cluster.services.toReversed(),
          endpointSlices: cluster.endpointSlices.toReversed(),
        };
        expect(printIptablesRestore({ cluster: turned, ...rest })).toBe(printIptablesRestore({ cluster, ...rest }));
      }),
      { numRuns: tries(120) },
    );
  });

  test('compiled again after an edit elsewhere keeps the very objects of its chains', () => {
    fc.assert(
      fc.property(inputs, (given) => {
        const input = { ...given, memo: new Memo() };
        const [first, ...others] = input.cluster.services;
        if (!first) return;
        const before = new Map(natChains(input).map((chain) => [chain.name, chain]));
        const services = [{ ...first, spec: { ...first.spec, sessionAffinity: 'ClientIP' as const } }, ...others];
        const owned = natChains({ ...input, cluster: { ...input.cluster, services } }).filter(({ name }) =>
          /^KUBE-S(VC|EP)-/.test(name),
        );
        const changed = owned.filter((chain) => before.get(chain.name) !== chain);
        const ofFirst = changed.every(({ rules }) =>
          rules.some(({ text }) => text.includes(`${first.metadata.namespace}/${first.metadata.name}`)),
        );
        expect(ofFirst).toBe(true);
      }),
      { numRuns: tries(120) },
    );
  });
});

function withoutService(cluster: ClusterObjects, name: string): ClusterObjects {
  return {
    ...cluster,
    services: cluster.services.filter((service) => service.metadata.name !== name),
    endpointSlices: cluster.endpointSlices.filter(
      (slice) => slice.metadata.labels?.['kubernetes.io/service-name'] !== name,
    ),
  };
}

function ownTexts(input: SyncInput): Map<string, string> {
  const own = natChains(input).filter(({ name }) => /^KUBE-(SVC|SVL|EXT|FW|SEP)-/.test(name));
  return new Map(own.map(({ name, rules }) => [name, rules.map(({ text }) => text).join('\n')]));
}

/** The odds of each endpoint of a chain: what the rules before left, times its own probability. */
function balancingOdds(chain: GeneratedChain): Fraction[] {
  const picks = chain.rules
    .map(({ text }) => text)
    .filter((text) => text.includes('-j KUBE-SEP-') && !text.includes('--rcheck'));
  let left = ONE;
  return picks.map((text, index) => {
    const written = / --probability (\S+) /.exec(text)?.[1];
    const own = written === undefined ? ONE : fraction(1, Math.round(1 / Number(written)));
    expect(written === undefined).toBe(index === picks.length - 1);
    if (written !== undefined) expect(written).toBe((1 / Math.round(1 / Number(written))).toFixed(10));
    const odds = multiply(left, own);
    left = multiply(left, complement(own));
    return odds;
  });
}
