import { describe, expect, test } from 'vitest';
import { allPhrases } from '../../../content/phrases';
import { hasChange, type FeatureChange } from '../changes';
import { getMinor, getRelease, NEWEST_RELEASE } from '../release';
import { proxyConfig, settledCluster } from '../testing/arbitrary-cluster';
import { PROXY_MODES } from '.';
import type { SyncInput } from './mode';
import { patchReleases, releaseChanges } from './release-changes';
import fc from 'fast-check';
import { tries } from '../../lib/testing/soaking';
import { printRestore } from './print';

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Chains that stand in no text handed to iptables-restore: kubelet's own, and the one kube-proxy makes one by one. */
const MADE_BESIDE = new Set([
  'KUBE-IPTABLES-HINT',
  'KUBE-KUBELET-CANARY',
  'KUBE-FIREWALL',
  'KUBE-MARK-DROP',
  'KUBE-PROXY-CANARY',
]);

test('--cleanup knows the modes its release has: userspace is gone with the first release behind its last', () => {
  const { until = '' } = PROXY_MODES.find(({ id }) => id === 'userspace') ?? {};
  expect(allPhrases()['lint.next.cleanup']?.en).toContain(
    `from 1.${getMinor(until) + 1} on it does not know userspace`,
  );
});

describe.each(PROXY_MODES)('$id mode', (mode) => {
  const listed = releaseChanges(mode);

  test('says every change, in its release', () => {
    const said = listed.flatMap(({ release, changes }) =>
      changes.map(({ id }) => `${getMinor(release)} ${id.split('.').at(-1) ?? ''}`),
    );
    const minors = range(getMinor(mode.since) + 1, getMinor(mode.until ?? NEWEST_RELEASE));
    const begins = (change: FeatureChange, minor: number): boolean =>
      hasChange(change, `1.${minor}`) &&
      !range(mode.axis ? 12 : 2, minor - 1).some((older) => hasChange(change, `1.${older}`));
    const wanted = minors.flatMap((minor) =>
      Object.entries(mode.changes).flatMap(([name, change]) => (begins(change, minor) ? [`${minor} ${name}`] : [])),
    );
    expect(said.toSorted()).toEqual(wanted.toSorted());
  });

  test('lists the patches that are not alike: between two of them nothing changes', () => {
    const featuresIn = (release: string): string =>
      Object.values<FeatureChange>(mode.changes)
        .map((change) => hasChange(change, release))
        .join();
    for (const minor of range(getMinor(mode.since), getMinor(mode.until ?? NEWEST_RELEASE))) {
      const found = patchReleases(mode, minor).map(({ release }) => release);
      const distinct = range(0, 40)
        .map((patch) => `1.${minor}.${patch}`)
        .filter((release, patch) => patch === 0 || featuresIn(release) !== featuresIn(`1.${minor}.${patch - 1}`));
      expect(found).toEqual(distinct.length > 1 ? distinct : []);
      expect(found).toEqual(found.toSorted((a, b) => getRelease(a).patch - getRelease(b).patch));
    }
  });

  test('says of every patch where it is known from', () => {
    for (const minor of range(2, getMinor(NEWEST_RELEASE))) {
      for (const { changes, sources } of patchReleases(mode, minor).slice(1)) {
        expect(changes.length).toBeGreaterThan(0);
        expect(sources.every((source) => /#\d+/.test(source))).toBe(true);
      }
    }
  });

  test('has a sentence for each, in two languages', () => {
    const phrases = allPhrases();
    const missing = listed.flatMap(({ changes }) => changes.filter(({ id }) => !(id in phrases)).map(({ id }) => id));
    expect(missing).toEqual([]);
  });

  test('lists releases it has, oldest first', () => {
    const minors = listed.map(({ release }) => getMinor(release));
    expect(minors).toEqual(minors.toSorted((a, b) => a - b));
    expect(Math.min(...minors)).toBeGreaterThan(getMinor(mode.since));
    expect(Math.max(...minors)).toBeLessThanOrEqual(getMinor(mode.until ?? NEWEST_RELEASE));
  });

  test('names no chain or set that is written in no release next to that one', () => {
    const clusters = fc.sample(fc.tuple(settledCluster, proxyConfig), { seed: 11, numRuns: tries(120) });
    const texts = new Map<string, string>();
    const write = (release: string): string =>
      clusters
        .map(([cluster, config]) => {
          const input = { cluster, node: 'node1', family: 'ipv4', config, release } as const;
          return printRestore(mode.id, mode.syncProxyRules(input), input);
        })
        .join('\n');
    const textOf = (release: string): string => {
      const text = texts.get(release) ?? write(release);
      texts.set(release, text);
      return text;
    };
    for (const { release, changes } of listed) {
      const names = changes.flatMap(({ id }) => (allPhrases()[id]?.en ?? '').match(/KUBE(-[A-Z]+)+/g) ?? []);
      if (names.length === 0) continue;
      const minor = getMinor(release);
      const near = range(minor - 1, Math.min(minor + 1, getMinor(mode.until ?? NEWEST_RELEASE)));
      const written = near.map((each) => textOf(`1.${each}`)).join(' ');
      expect(names.filter((name) => !MADE_BESIDE.has(name) && !written.includes(name))).toEqual([]);
    }
  });

  test('two releases without a change between them write the same', () => {
    const changed = new Set(listed.map(({ release }) => release));
    const [first, last] = [Math.max(getMinor(mode.since), 2), getMinor(mode.until ?? NEWEST_RELEASE)];
    const pairs = Array.from({ length: last - first }, (_, i) => [`1.${first + i}`, `1.${first + i + 1}`] as const);
    const quiet = pairs.filter(([, release]) => !changed.has(release));
    if (quiet.length === 0) return;
    const write = (input: Omit<SyncInput, 'release'>, release: string): string => {
      const whole = { ...input, release };
      return printRestore(mode.id, mode.syncProxyRules(whole), whole);
    };
    fc.assert(
      fc.property(settledCluster, proxyConfig, fc.constantFrom(...quiet), (cluster, config, [one, next]) => {
        const input = { cluster, node: 'node1', family: 'ipv4', config } as const;
        expect(write(input, next)).toBe(write(input, one));
      }),
      { numRuns: tries(200) },
    );
  });
});
