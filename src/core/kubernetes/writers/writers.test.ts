import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildCluster, endpoints, node, service } from '../build';
import { completeCluster } from '../complete';
import type { ProxyModeId } from '../mode-ids';
import { proxyMode } from '../proxy';
import { releaseProblem } from '../release-problem';
import type { GeneratedXtables, SyncInput } from '../proxy/mode';
import { composeTables } from './compose';
import { PROXY, readWriters, WRITER_IDS, type WriterOrder } from './index';
import { leftoverStays } from './leftovers';

const CLUSTER = completeCluster(
  buildCluster(
    node('n1', { addresses: ['172.18.0.2'], podCIDRs: ['10.244.1.0/24'] }),
    service('web', {
      type: 'NodePort',
      clusterIP: '10.96.0.10',
      clusterIPs: ['10.96.0.10'],
      ports: [{ port: 80, nodePort: 30_080 }],
    }),
    endpoints('web', 80, [['10.244.1.5', 'n1']]),
  ),
);
const inputOf = (release: string): SyncInput => ({
  cluster: CLUSTER,
  node: 'n1',
  family: 'ipv4',
  config: { clusterCIDR: '10.244.0.0/16' },
  release,
});
const proxyTables = (mode: ProxyModeId, release: string): GeneratedXtables =>
  proxyMode(mode).syncProxyRules(inputOf(release)).xtables;

interface Case {
  readonly order: WriterOrder;
  readonly mode?: ProxyModeId;
  readonly release?: string;
  readonly leftovers?: readonly GeneratedXtables[];
}

function compose({ order, mode = 'iptables', release = '1.33', leftovers = [] }: Case): GeneratedXtables {
  const host = { family: 'ipv4', release, outside: 'eth0' } as const;
  return composeTables(proxyTables(mode, release), { node: 'n1', order, host, leftovers });
}

const rulesIn = ({ tables }: GeneratedXtables, table: 'filter' | 'nat', chain: string): string[] | undefined =>
  tables
    .get(table)
    ?.get(chain)
    ?.rules.map(({ text }) => text);
const chainsOf = ({ tables }: GeneratedXtables): string[] =>
  [...tables].flatMap(([table, chains]) => [...chains.keys()].map((chain) => `${table} ${chain}`));
const lastIn = (tables: GeneratedXtables, chain: string): string | undefined =>
  rulesIn(tables, 'filter', chain)?.at(-1);

describe("kubelet's chains", () => {
  const RELEASES = Array.from({ length: 22 }, (_, at) => 16 + at);

  it.each(RELEASES)('are those of 1.%i', (minor) => {
    const tables = compose({ order: ['kubelet'], release: `1.${minor}` });
    const has = (chain: string): boolean => chainsOf(tables).includes(chain);
    expect(has('mangle KUBE-IPTABLES-HINT')).toBe(minor >= 24);
    for (const table of ['mangle', 'nat', 'filter']) expect(has(`${table} KUBE-KUBELET-CANARY`)).toBe(minor >= 17);
    expect(has('nat KUBE-MARK-DROP')).toBe(minor <= 26);
    const firewall = rulesIn(tables, 'filter', 'KUBE-FIREWALL') ?? [];
    expect(firewall.some((text) => text.includes('dropping marked packets'))).toBe(minor <= 26);
    expect(firewall.filter((text) => text.includes('localnet'))).toHaveLength(minor >= 19 ? 1 : 0);
  });

  it('are jumped to last where kubelet starts first, and first where kube-proxy does', () => {
    const jump = '-j KUBE-FIREWALL';
    for (const chain of ['INPUT', 'OUTPUT']) {
      expect(lastIn(compose({ order: ['kubelet'] }), chain)).toBe(jump);
      expect(rulesIn(compose({ order: [PROXY, 'kubelet'] }), 'filter', chain)?.[0]).toBe(jump);
    }
  });

  it('stand beside nftables rules, where kube-proxy has none of its own', () => {
    const tables = compose({ order: ['kubelet'], mode: 'nftables' });
    expect(rulesIn(tables, 'filter', 'INPUT')).toEqual(['-j KUBE-FIREWALL']);
    expect(rulesIn(tables, 'filter', 'KUBE-FIREWALL')).toHaveLength(1);
  });
});

const ORDERS = fc.shuffledSubarray<WriterOrder[number]>([PROXY, ...WRITER_IDS]);
const MODES = fc.constantFrom<ProxyModeId>('iptables', 'ipvs');
const MINORS = fc.integer({ min: 16, max: 36 }).map((minor) => `1.${minor}`);

describe('programs that share a node', () => {
  it('leave kube-proxy its chains, and every rule stands once', () => {
    fc.assert(
      fc.property(ORDERS, MODES, MINORS, (order, mode, release) => {
        fc.pre(releaseProblem(proxyMode(mode), release) === undefined);
        fc.pre(order.indexOf('firewalld') <= order.indexOf(PROXY) || !order.includes(PROXY));
        const tables = compose({ order, mode, release });
        for (const [table, chains] of proxyTables(mode, release).tables) {
          for (const [name, chain] of chains) {
            const now =
              tables.tables
                .get(table)
                ?.get(name)
                ?.rules.map(({ text }) => text) ?? [];
            expect(now).toEqual(expect.arrayContaining(chain.rules.map(({ text }) => text)));
            expect(new Set(now).size).toBe(now.length);
            if (chain.policy === undefined && name !== 'KUBE-FIREWALL') expect(now).toHaveLength(chain.rules.length);
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('firewalld that starts later empties what was there', () => {
    const tables = compose({ order: ['kubelet', PROXY, 'firewalld', 'docker'] });
    expect(chainsOf(tables).filter((chain) => chain.includes('KUBE-'))).toEqual([]);
    expect(lastIn(tables, 'FORWARD')).toBe('-j REJECT --reject-with icmp-host-prohibited');
    expect(rulesIn(tables, 'filter', 'FORWARD')?.[0]).toBe('-j DOCKER-USER');
  });

  it('an order is read and refused as a whole', () => {
    expect(readWriters('kubelet, kube-proxy  docker')).toEqual(['kubelet', 'kube-proxy', 'docker']);
    expect(readWriters('kubelet, ufw')).toBeUndefined();
    expect(readWriters('docker docker')).toBeUndefined();
  });
});

describe('what an earlier mode left', () => {
  it('is written anew where the names are the same, and stays where they are not', () => {
    const left = proxyTables('iptables', '1.28');
    const tables = compose({ order: [], mode: 'ipvs', release: '1.28', leftovers: [left] });
    const own = proxyTables('ipvs', '1.28');
    expect(rulesIn(tables, 'nat', 'KUBE-SERVICES')).toEqual(rulesIn(own, 'nat', 'KUBE-SERVICES'));
    expect(chainsOf(tables).filter((chain) => chain.startsWith('nat KUBE-SEP-'))).toHaveLength(1);
    expect(lastIn(tables, 'FORWARD')).toBe(left.tables.get('filter')?.get('FORWARD')?.rules.at(-1)?.text);
  });

  it('stays between iptables and IPVS; from 1.29 on not across nftables', () => {
    expect(leftoverStays('ipvs', 'iptables', '1.36')).toBe(true);
    expect(leftoverStays('iptables', 'nftables', '1.31')).toBe(false);
    expect(leftoverStays('nftables', 'ipvs', '1.31')).toBe(false);
    expect(leftoverStays('iptables', 'iptables', '1.28')).toBe(false);
  });
});
