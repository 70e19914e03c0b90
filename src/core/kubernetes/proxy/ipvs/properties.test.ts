import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRule, printRule } from '../../../linux/xtables/rule-text';
import { printRuleset, rulesetFromLines } from '../../../linux/xtables/ruleset-text';
import { proxyConfig, settledCluster } from '../../testing/arbitrary-cluster';
import { allParts } from '../../testing/ipvs-parts';
import type { ClusterObjects } from '../../types';
import type { GeneratedIpvs, SyncInput } from '../mode';
import { printIpsets } from './ipsets';
import { partsOfObject } from '../parts';
import { printIpvsRestore, syncIpvsRules } from './sync-proxy-rules';
import { runIpvsSync } from './run-sync';
import { virtualServerKey } from './port-block';
import { tries } from '../../../lib/testing/soaking';

const inputs: fc.Arbitrary<SyncInput> = fc
  .record({
    cluster: settledCluster,
    config: proxyConfig,
    ipvs: fc.record({ scheduler: fc.constantFrom('', 'wlc', 'mh'), strictARP: fc.boolean() }, { requiredKeys: [] }),
    family: fc.constantFrom('ipv4' as const, 'ipv6' as const),
    node: fc.constant('node1'),
    release: fc.constantFrom('1.15', '1.16', '1.20', '1.24', '1.25', '1.28', '1.30', '1.31', '1.37'),
  })
  .map(({ config, ipvs, ...rest }) => ({ ...rest, config: { ...config, ipvs } }));

/** No two Services claim one external IP: who comes last has the virtual server, at every sync anew. */
const apart = inputs.filter(
  ({ cluster }) => cluster.services.filter(({ spec }) => (spec.externalIPs ?? []).length > 0).length < 2,
);

function ipvsOf(input: SyncInput): GeneratedIpvs {
  const { ipvs } = syncIpvsRules(input);
  if (!ipvs) throw new Error('no ipvs part');
  return ipvs;
}

/** Everything as texts, each with its owner. */
function texts(input: SyncInput): string[] {
  return allParts(input).map(({ kind, owner, text }) => `${kind} ${owner} ${text}`);
}

function withoutService(cluster: ClusterObjects, name: string): ClusterObjects {
  return {
    ...cluster,
    services: cluster.services.filter((service) => service.metadata.name !== name),
    endpointSlices: cluster.endpointSlices.filter(
      (slice) => slice.metadata.labels?.['kubernetes.io/service-name'] !== name,
    ),
  };
}

describe('any cluster', () => {
  test('brings every kind of thing often enough to speak for all', () => {
    const parts = fc.sample(inputs, { numRuns: 200, seed: 1 }).flatMap((input) => allParts(input));
    const owners = new Map<string, number>();
    for (const { kind, owner } of parts) {
      const key = kind === 'entry' ? owner.replace('KUBE-6-', 'KUBE-') : kind;
      owners.set(key, (owners.get(key) ?? 0) + 1);
    }
    const kinds = ['real-server', 'virtual-server', 'address', 'KUBE-LOOP-BACK', 'KUBE-EXTERNAL-IP-LOCAL'];
    const sets = ['KUBE-LOAD-BALANCER-SOURCE-IP', 'KUBE-NODE-PORT-LOCAL-UDP', 'KUBE-NODE-PORT-SCTP-HASH'];
    for (const kind of [...kinds, ...sets]) expect(owners.get(kind) ?? 0, kind).toBeGreaterThan(10);
  });

  test('compiles: every jump leads to a chain, every looked-up set is there, every server has an address', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { ipsets, virtualServers, addresses } = ipvsOf(input);
        const sets = new Set(ipsets.map(({ name }) => name));
        for (const chains of syncIpvsRules(input).xtables.tables.values()) {
          for (const { rules } of chains.values()) {
            for (const { text } of rules) {
              const target = /-j (KUBE-\S+)$/.exec(text)?.[1];
              if (target !== undefined) expect(chains.has(target), text).toBe(true);
              const set = /--match-set (\S+)/.exec(text)?.[1];
              // Upstream's KUBE-IPVS-FILTER looks into all of its sets, which are always made.
              if (set !== undefined) expect(sets.has(set), text).toBe(true);
            }
          }
        }
        expect(new Set(virtualServers.map(virtualServerKey)).size).toBe(virtualServers.length);
        expect(new Set(addresses.map(({ address }) => address)).size).toBe(addresses.length);
        for (const { name } of ipsets) expect(name.length).toBeLessThan(32);
      }),
      { numRuns: tries(180) },
    );
  });

  test('its rules are understood whole, and what the kernel prints back is printed back the same', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const { family } = input;
        const { tables } = syncIpvsRules(input).xtables;
        for (const chains of tables.values()) {
          for (const { rules } of chains.values()) {
            for (const { text } of rules) {
              const first = parseRule(text, family);
              expect(first.notes.filter(({ severity }) => severity === 'error')).toEqual([]);
              const saved = printRule(first.rule, family);
              expect(printRule(parseRule(saved, family).rule, family)).toBe(saved);
            }
          }
        }
        expect(printRuleset(rulesetFromLines(tables, family), family)).toContain('KUBE-SERVICES');
      }),
      { numRuns: tries(90) },
    );
  });

  test('without one Service has nothing new, and all that others brought', () => {
    fc.assert(
      fc.property(apart, (input) => {
        const gone = input.cluster.services.find((service) => service.metadata.name !== 'kubernetes');
        if (!gone) return;
        const without = { ...input, cluster: withoutService(input.cluster, gone.metadata.name) };
        const own = new Set(
          allParts(input)
            .filter(({ origin }) => origin.name === gone.metadata.name || origin.name?.startsWith(gone.metadata.name))
            .map(({ kind, owner, text }) => `${kind} ${owner} ${text}`),
        );
        const after = new Set(texts(without));
        // Rules that look into a set go with its last entry.
        const left = texts(input).filter((text) => !own.has(text) && !text.startsWith('rule '));
        expect(left.filter((text) => !after.has(text))).toEqual([]);
        const before = new Set(texts(input));
        expect([...after].filter((text) => !before.has(text))).toEqual([]);
      }),
      { numRuns: tries(180) },
    );
  });

  test('is the same however its objects are listed', () => {
    fc.assert(
      fc.property(inputs, ({ cluster, ...rest }) => {
        const turned: SyncInput = {
          ...rest,
          cluster: {
            ...cluster,
            services: cluster.services.toReversed(),
            endpointSlices: cluster.endpointSlices.toReversed(),
          },
        };
        const input = { cluster, ...rest };
        expect(printIpvsRestore(turned)).toBe(printIpvsRestore(input));
        expect(texts(turned)).toEqual(texts(input));
        expect(printIpsets(ipvsOf(turned).ipsets)).toBe(printIpsets(ipvsOf(input).ipsets));
      }),
      { numRuns: tries(120) },
    );
  });

  test('every part names an object and a field; parts of all objects together are all parts', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        const parts = allParts(input);
        const names = new Map(parts.map(({ origin }) => [`${origin.kind} ${origin.namespace} ${origin.name}`, origin]));
        const found = [...names.values()].flatMap((origin) => partsOfObject(syncIpvsRules(input), origin));
        // Each set is a part too.
        expect(found.length).toBe(parts.length + ipvsOf(input).ipsets.length);
        for (const { origin, kind } of parts) {
          if (kind !== 'rule') expect(['Service', 'EndpointSlice']).toContain(origin.kind);
          if (origin.kind !== 'Node') expect(origin.field).not.toBe('');
        }
      }),
      { numRuns: tries(90) },
    );
  });

  test('synced from any other cluster ends as synced from nothing', () => {
    fc.assert(
      fc.property(inputs, apart, (one, other) => {
        const from: SyncInput = { ...other, cluster: one.cluster };
        const step = runIpvsSync(runIpvsSync(undefined, from).state, other);
        const fresh = runIpvsSync(undefined, other);
        const listed = ({ state }: typeof step): unknown => ({
          servers: state.kernel.virtualServers
            .map((server) => JSON.stringify([virtualServerKey(server), server.flags, serversOf(server)]))
            .toSorted(),
          addresses: state.kernel.addresses.toSorted(),
          ipsets: [...state.kernel.ipsets].map(([name, entries]) => [name, [...entries].toSorted()]),
        });
        expect(listed(step)).toEqual(listed(fresh));
        const again = runIpvsSync(step.state, other);
        expect(again.calls.filter((call) => !/\/(32|128)( |$)/.test(call) && !isOneAddress(call))).toEqual([
          'netlink: ip link add kube-ipvs0 type dummy',
        ]);
        expect(again.cleanup).toEqual([]);
      }),
      { numRuns: tries(180) },
    );
  });
});

/** The other half of a range of one address, deleted and added by every sync. */
function isOneAddress(call: string): boolean {
  return /^ipset del KUBE-(6-)?LOAD-BALANCER-SOURCE-CI\S* \S+,[^,/]+$/.test(call);
}

function serversOf({ servers }: { readonly servers: readonly { address: string; port: number }[] }): string[] {
  return servers.map(({ address, port }) => `${address} ${port}`).toSorted();
}
