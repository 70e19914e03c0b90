import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SOAKING } from '../../src/core/lib/testing/soaking';
import { NFT_TESTS_SUITE, runFolder } from './nft-tests';
import { bareLines, runListings, type Listing } from './nft-tests/listings';
import { judgeRecord } from './nft-tests/packets';
import type { KernelRecord, RecordedTopologies } from './kernel/record';

const FOLDER = join(process.env['RULEWALK_SHARED'] ?? '../shared', 'corpus', 'nft-tests');

/** Dependencies that nft adds, drops or folds when it lists what somebody wrote: another text of the same meaning. */
const MOST_REWORDED = 0.05;

describe.runIf(existsSync(FOLDER))('rules of the tests of nftables and iptables', { timeout: 600_000 }, () => {
  // All of them take a minute: a soak asks them, and `headless conformance`.
  const results = runFolder(FOLDER, SOAKING ? 1 : 12);
  const named = (name: string) => results.find((each) => each.name === name);

  it.each(['listed', 'json'])('are printed as nft lists them: %s', (name) => {
    const { failures, passed, total } = named(name) ?? { failures: [], passed: 0, total: 1 };
    expect(failures).toEqual([]);
    expect(passed).toBe(total);
  });

  it('are read as they are written, but for words nft puts otherwise', () => {
    const { failures, skipped = 0, total = 1 } = named('written') ?? {};
    expect(failures).toEqual([]);
    expect(skipped / total).toBeLessThan(MOST_REWORDED);
  });

  it.each(['packets-rules', 'packets-translated'])('let no packet of %s come out certain and wrong', (name) => {
    expect(named(name)?.failures).toEqual([]);
    expect(named(name)?.passed).toBeGreaterThan(300);
  });
});

const RULES =
  'table ip t {\n\tchain c {\n\t\ttype filter hook input priority filter; policy accept;\n\t\tip saddr 192.0.2.1 drop\n\t}\n}\n';
const LISTING: Listing = {
  file: 'own',
  no: 1,
  fam: 'ip',
  rule: 'ip saddr 192.0.2.1 drop',
  list: RULES,
  j: '{"nftables": []}',
};

describe('the suite', () => {
  it('has nothing to say without a folder', () => {
    expect(NFT_TESTS_SUITE.run()).toEqual([]);
    expect(NFT_TESTS_SUITE.run('no/such/place')).toEqual([]);
  });

  it('notices a listing that is printed otherwise', () => {
    const passed = (listing: Listing): number[] => runListings([listing]).map((each) => each.passed);
    expect(passed(LISTING)).toEqual([1, 1, 0]);
    expect(passed({ ...LISTING, list: RULES.replace('192.0.2.1', '192.0.2.001 ') })).toEqual([0, 0, 0]);
    expect(bareLines(' a \n\n b')).toBe('a\nb');
  });

  it('counts apart what nft lists in words of its own, and nothing else', () => {
    const listed = 'icmp type { echo-reply, echo-request } icmp id 5 drop';
    const list = RULES.replace('ip saddr 192.0.2.1 drop', listed);
    const written = (rule: string) => runListings([{ ...LISTING, list, rule }]).find(({ name }) => name === 'written');
    expect(written('icmp id 5 drop')).toMatchObject({ total: 0, skipped: 1 });
    expect(written('icmp id 6 drop')).toMatchObject({ passed: 0, total: 1, skipped: 0 });
  });

  it('notices a packet that comes out certain and otherwise', () => {
    const topologies: RecordedTopologies = {
      common: { sysctl: {} },
      topologies: {
        T: {
          interfaces: [{ name: 'eth0', addrs: ['192.168.0.2/24'] }],
          routes: [{ dst: '192.168.0.0/24', dev: 'eth0' }],
          sysctl: {},
        },
      },
    };
    const record: KernelRecord = {
      id: 'own',
      fam: 'ip',
      topo: 'T',
      backend: 'native',
      rules: RULES,
      packets: [
        {
          n: 0,
          in: { if: 'eth0', src: '192.168.0.9', dst: '192.168.0.2', proto: 'udp', sport: 1, dport: 2 },
          expect: { verdict: 'drop' },
        },
      ],
    };
    expect(judgeRecord(record, topologies).map(({ came }) => came)).toEqual(['wrong']);
  });
});
