import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allPhrases } from '../../../src/content/phrases';
import type { Origin, SyncInput } from '../../../src/core/kubernetes/proxy/mode';
import { syncNftablesRules } from '../../../src/core/kubernetes/proxy/nftables/sync-proxy-rules';
import { AppliedTable } from './nftables';
import { compareBlocks, readCommands, readListing } from './nftables-text';
import { projectRecordings, readClusters } from './recordings';

const LISTING = `table ip kube-proxy {
\tset ips {
\t\ttype ipv4_addr
\t\telements = { 10.0.0.1, 10.0.0.2,
\t\t\t     10.0.0.3 }
\t}

\tchain a {
\t\tfirst
\t\tsecond
\t}
}
`;

describe('the comparison of listings', () => {
  test.each([
    ['the same', LISTING, true],
    ['elements in another order', LISTING.replace('10.0.0.1, 10.0.0.2', '10.0.0.2, 10.0.0.1'), true],
    ['one element less', LISTING.replace('10.0.0.1, ', ''), false],
    ['another element', LISTING.replace('10.0.0.3', '10.0.0.4'), false],
    ['rules in another order', LISTING.replace('first\n\t\tsecond', 'second\n\t\tfirst'), false],
    ['a chain more', LISTING.replace('\tchain a', '\tchain b {\n\t}\n\n\tchain a'), false],
    ['another type', LISTING.replace('ipv4_addr', 'ipv6_addr'), false],
    ['another family', LISTING.replace('table ip ', 'table ip6 '), false],
  ])('%s: equal %#', (_what, other, equal) => {
    expect(compareBlocks(readListing(LISTING), readListing(other)).length === 0).toBe(equal);
  });
});

const SYNC = `add table ip t
add chain ip t a
flush chain ip t a
add map ip t m { type ipv4_addr : verdict ; }
flush map ip t m
add rule ip t a accept
add element ip t m { 10.0.0.1 comment "x" : drop }
`;

describe('a table transactions are run on', () => {
  const after = (...texts: string[]): string => {
    const table = new AppliedTable();
    for (const text of texts) table.apply(text);
    return table.text();
  };

  test('is the same after the same sync again', () => {
    expect(compareBlocks(readCommands(after(SYNC)), readCommands(after(SYNC, SYNC)))).toEqual([]);
  });

  test.each([
    ['flush chain ip t a', 'add rule ip t a accept'],
    ['flush map ip t m', 'add element ip t m { 10.0.0.1 comment "x" : drop }'],
    ['delete chain ip t a', 'add chain ip t a'],
    ['delete map ip t m', 'add map ip t m { type ipv4_addr : verdict ; }'],
  ])('%s takes away "%s"', (command, gone) => {
    expect(after(SYNC)).toContain(gone);
    expect(after(SYNC, command)).not.toContain(gone);
  });

  test.each(['add rule ip t b accept', 'delete chain ip t b', 'add element ip t m { 10.0.0.1 : accept }'])(
    'does not take: %s',
    (command) => {
      expect(() => after(SYNC, command)).toThrow(command);
    },
  );
});

const inputs = readClusters(join(projectRecordings('nftables'), 'kube-proxy-1.30.5')).flatMap((recorded) =>
  recorded.nodes.flatMap((node) =>
    ['1.30', '1.34', '1.36', '1.37'].flatMap((release) =>
      (['ipv4', 'ipv6'] as const).map((family) => {
        const input: SyncInput = { cluster: recorded.cluster, node, family, config: recorded.config, release };
        return { what: `${recorded.name} ${node} ${family} ${release}`, input };
      }),
    ),
  ),
);

describe('every rule, set and element', () => {
  test.each(inputs)('$what: says where it comes from and why', ({ input }) => {
    const phrases = allPhrases();
    const origins = originsOf(input);
    expect(origins.length).toBeGreaterThan(25);
    for (const { why, field, kind } of origins) {
      const words = phrases[why.id];
      expect(words, why.id).toBeDefined();
      expect(kind === 'EndpointSlice' || field !== '', why.id).toBe(true);
      const places = [...(words?.en ?? '').matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
      for (const place of places) expect(`${why.values?.[place] ?? ''}`, `${why.id} {${place}}`).not.toBe('');
    }
  });
});

function originsOf(input: SyncInput): Origin[] {
  const { nftables } = syncNftablesRules(input);
  if (!nftables) throw new Error('no table');
  const rules = [...nftables.chains.values()].flatMap((chain) => chain.rules);
  const sets = [...nftables.sets.values()];
  return [...rules, ...sets, ...sets.flatMap((set) => set.elements)].map(({ origin }) => origin);
}
