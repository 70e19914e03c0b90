import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allPhrases } from '../../src/content/phrases';
import { syncIptablesRules } from '../../src/core/kubernetes/proxy/iptables/sync-proxy-rules';
import type { SyncInput } from '../../src/core/kubernetes/proxy/mode';
import { COMPILER_SUITE } from './compiler';
import { compareRulesets } from './compiler/compare-xtables';
import { projectRecordings, readClusters } from './compiler/recordings';
import { compareFullRestore, compareRestore } from './compiler/restore-text';

describe('what kube-proxy 1.30.5 wrote', () => {
  const results = COMPILER_SUITE.run();

  test.each(results.map((result) => [result.name, result] as const))('%s', (_name, result) => {
    expect(result.failures).toEqual([]);
  });

  test('is compared in earnest', () => {
    expect(results.map(({ name, total }) => `${name} ${total}`)).toEqual(
      expect.arrayContaining([
        'iptables restore ipv4 25',
        'iptables save ipv4 25',
        'iptables restore ipv4, slices rebuilt 25',
        'iptables restore ipv6 2',
        'iptables save ipv6 2',
        'iptables restore ipv6, slices rebuilt 2',
        'iptables scenarios: each sync 23',
        'iptables scenarios: kernel afterwards 4',
        'userspace save ipv4 1',
        'endpoint choice 153',
      ]),
    );
  });
});

describe('the comparison of listings', () => {
  const text =
    '*nat\n:KUBE-SERVICES - [0:0]\n:KUBE-SVC-A - [0:0]\n-A KUBE-SERVICES --comment "a/x one"\n-A KUBE-SERVICES --comment "a/x two"\n-A KUBE-SERVICES --comment "b/y"\n-A KUBE-SVC-A 1\n-A KUBE-SVC-A 2\nCOMMIT\n';

  test.each([
    ['the same', text, true],
    [
      'groups of service ports in another order',
      text
        .replace(/(-A KUBE-SERVICES.*"a.*\n)+/, '')
        .replace(
          '-A KUBE-SVC-A 1',
          '-A KUBE-SERVICES --comment "a/x one"\n-A KUBE-SERVICES --comment "a/x two"\n-A KUBE-SVC-A 1',
        ),
      true,
    ],
    [
      'rules of one service port in another order',
      text.replace('one', '_').replace('two', 'one').replace('_', 'two'),
      false,
    ],
    [
      'rules of a chain in another order',
      text.replace('-A KUBE-SVC-A 1\n-A KUBE-SVC-A 2', '-A KUBE-SVC-A 2\n-A KUBE-SVC-A 1'),
      false,
    ],
    ['one rule less', text.replace('-A KUBE-SVC-A 2\n', ''), false],
    ['one chain more', text.replace(':KUBE-SVC-A', ':KUBE-SVC-B - [0:0]\n:KUBE-SVC-A'), false],
    ['a chain deleted', text.replace('COMMIT', '-X KUBE-SVC-B\nCOMMIT'), false],
  ])('%s: equal %#', (_what, other, equal) => {
    expect(compareRulesets(text, other).length === 0).toBe(equal);
  });
});

const recorded = readClusters(join(projectRecordings(), 'kube-proxy-1.30.5')).flatMap((cluster) =>
  cluster.nodes.flatMap((node) =>
    (['ipv4', 'ipv6'] as const).flatMap((family) => {
      const file = join(cluster.folder, node, family === 'ipv4' ? 'iptables.restore' : 'ip6tables.restore');
      const input: SyncInput = { cluster: cluster.cluster, node, family, config: cluster.config, release: '1.30' };
      return existsSync(file) ? [{ what: `${cluster.name} ${node} ${family}`, file, input }] : [];
    }),
  ),
);

const TAIL = '-m comment --comment "kubernetes service nodeports;';

const missing = (): never => {
  throw new Error('not recorded');
};

describe('the comparison of what is fed to iptables-restore', () => {
  const { file, input } = recorded.find(({ what }) => what === 'loadbalancer-source-ranges node1 ipv4') ?? missing();
  const text = readFileSync(file, 'utf8');
  const lines = text.split('\n');
  const at = (beginning: string): number => lines.findIndex((line) => line.startsWith(beginning));
  const swapped = (one: string, other: string): string => {
    const [a, b] = [at(one), at(other)];
    return lines.map((line, index) => lines[index === a ? b : index === b ? a : index] ?? line).join('\n');
  };

  test.each([
    ['the same', text, true],
    ['rules of two chains in another order', swapped('-A KUBE-EXT-', '-A KUBE-FW-'), false],
    ['what leads to chains behind a rule of theirs', swapped('-A KUBE-NODEPORTS', '-A KUBE-SEP-'), false],
    ['chains declared in another order', swapped(':KUBE-EXT-', ':KUBE-SEP-'), false],
    ['the last rule of KUBE-SERVICES before a Service', swapped(`-A KUBE-SERVICES ${TAIL}`, '-A KUBE-SEP-'), false],
  ])('%s: equal %#', (_what, other, equal) => {
    expect(other === text).toBe(equal);
    expect(compareFullRestore(other, input).length === 0).toBe(equal);
  });

  test('chains that are deleted may be in any order', () => {
    const deleting = (names: readonly string[]): string =>
      ['*nat', ...names.map((name) => `:${name} - [0:0]`), ...names.map((name) => `-X ${name}`), 'COMMIT'].join('\n');
    expect(compareRestore(deleting(['KUBE-SVC-A', 'KUBE-SVC-B']), deleting(['KUBE-SVC-B', 'KUBE-SVC-A']))).toEqual([]);
    expect(compareRestore(deleting(['KUBE-SVC-A', 'KUBE-SVC-B']), deleting(['KUBE-SVC-A']))).not.toEqual([]);
  });
});

describe('every rule', () => {
  test.each(recorded)('$what: says where it comes from and why', ({ input }) => {
    const phrases = allPhrases();
    let rules = 0;
    for (const chains of syncIptablesRules(input).xtables.tables.values()) {
      for (const chain of chains.values()) {
        for (const { origin } of chain.rules) {
          rules++;
          const words = phrases[origin.why.id];
          expect(words, origin.why.id).toBeDefined();
          const places = [...(words?.en ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
          for (const place of places)
            expect(`${origin.why.values?.[place] ?? ''}`, `${origin.why.id} {${place}}`).not.toBe('');
        }
      }
    }
    expect(rules).toBeGreaterThan(20);
  });
});
