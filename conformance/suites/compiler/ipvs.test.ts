import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allPhrases } from '../../../src/content/phrases';
import { syncIpvsRules } from '../../../src/core/kubernetes/proxy/ipvs/sync-proxy-rules';
import type { Origin, SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { allParts } from '../../../src/core/kubernetes/testing/ipvs-parts';
import { ipvsClusters, ipvsScenarios } from './ipvs';
import { compareRules, compareSets } from './nftables-text';
import { projectRecordings, readClusters } from './recordings';

const RECORDINGS = projectRecordings('ipvs');
const CLUSTERS = join(RECORDINGS, 'kube-proxy-1.30.5');

describe('what kube-proxy 1.30.5 left behind in ipvs mode', () => {
  const results = [...ipvsClusters(CLUSTERS), ...ipvsScenarios(join(RECORDINGS, 'spec-scenarios'))];

  test.each(results.map((result) => [result.name, result] as const))('%s', (_name, result) => {
    expect(result.failures).toEqual([]);
  });

  test('is compared in earnest', () => {
    const parts = ['servers', 'ipsets', 'kube-ipvs0', 'restore', 'save', 'servers, ipsets, slices rebuilt'];
    expect(results.map(({ name, total }) => `${name} ${total}`)).toEqual([
      ...parts.map((part) => `ipvs ${part} ipv4 12`),
      ...parts.map((part) => `ipvs ${part} ipv6 1`),
      'ipvs scenarios: calls of each sync 17',
    ]);
  });
});

describe('the comparison', () => {
  const out = (address: string): string => `-A KUBE-IPVS-OUT-FILTER -s ${address} -j DROP\n`;
  const text = `*filter\n-A KUBE-FORWARD 1\n-A KUBE-FORWARD 2\n${out('192.0.2.1')}${out('192.0.2.2')}COMMIT\n`;

  test.each([
    ['the same', text, true],
    ['rules of service ports in another order', text.replace(/(.*2\.1.*\n)(.*2\.2.*\n)/, '$2$1'), true],
    ['one of them missing', text.replace(out('192.0.2.2'), ''), false],
    [
      'rules of a chain in another order',
      text.replace('D 1', 'D _').replace('D 2', 'D 1').replace('D _', 'D 2'),
      false,
    ],
    ['a rule more', text.replace('COMMIT', '-A KUBE-FORWARD 3\nCOMMIT'), false],
  ])('of rules: %s: %#', (_what, other, equal) => {
    expect(compareRules('rule', text, other).length === 0).toBe(equal);
  });

  test.each([
    ['a\nb\n', 'b\na\n', true],
    ['a\nb\n', 'a\n', false],
    ['a\n', 'a\na\n', false],
  ])('of sets: %j, %j: %s', (want, have, equal) => {
    expect(compareSets('entry', want, have).length === 0).toBe(equal);
  });
});

const recorded = readClusters(CLUSTERS).flatMap(({ name, cluster, config, nodes }) =>
  nodes.map((node) => ({
    what: `${name} ${node}`,
    input: { cluster, node, family: 'ipv4', config, release: '1.30' } satisfies SyncInput,
  })),
);

describe('every server, address, entry and rule', () => {
  const phrases = allPhrases();
  const check = ({ why }: Origin): void => {
    const words = phrases[why.id];
    expect(words, why.id).toBeDefined();
    const places = [...(words?.en ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
    for (const place of places) expect(`${why.values?.[place] ?? ''}`, `${why.id} {${place}}`).not.toBe('');
  };

  test.each(recorded)('$what: says where it comes from and why', ({ input }) => {
    for (const release of ['1.16', '1.24', '1.30']) {
      const parts = allParts({ ...input, release });
      expect(parts.length).toBeGreaterThan(20);
      for (const { origin } of parts) check(origin);
      for (const { origin } of syncIpvsRules({ ...input, release }).ipvs?.ipsets ?? []) check(origin);
    }
  });

  test('no sentence of this mode is there for nothing', () => {
    const used = new Set<string>(
      recorded.flatMap(({ input }) =>
        ['1.16', '1.24', '1.30'].flatMap((release) => {
          const sets = syncIpvsRules({ ...input, release }).ipvs?.ipsets ?? [];
          return [...allParts({ ...input, release }), ...sets].map(({ origin }) => origin.why.id);
        }),
      ),
    );
    const unsaid = Object.keys(phrases).filter((id) => id.startsWith('kubernetes.ipvs.') && !used.has(id));
    // Only a real server with connections terminates.
    expect(unsaid).toEqual(['kubernetes.ipvs.real-server-terminating']);
  });
});
