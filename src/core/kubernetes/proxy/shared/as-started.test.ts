import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { proxyConfig, settledCluster } from '../../testing/arbitrary-cluster';
import { PROXY_MODES } from '..';
import type { SyncInput } from '../mode';
import { listInterfaceAddresses } from './node';
import { printRestore } from '../print';

// It is a field of kube-proxy's configuration: an agent with releases of its own has none.
describe.each(PROXY_MODES.filter(({ axis }) => axis === undefined))('hostnameOverride in $id mode', (mode) => {
  const release = mode.until ?? '1.34';

  test('writes what the Node of that name would have, with the interfaces of its own host', () => {
    fc.assert(
      fc.property(settledCluster, proxyConfig, fc.nat(), fc.nat(), (cluster, config, at, other) => {
        const names = cluster.nodes.map(({ metadata }) => metadata.name);
        const [node = '', name = ''] = [names[at % names.length], names[other % names.length]];
        const own: SyncInput = { cluster, node, family: 'ipv4', config, release };
        const interfaceAddresses = listInterfaceAddresses(own);
        const overridden = { ...own, config: { ...config, hostnameOverride: ` ${name.toUpperCase()}` } };
        const there = { ...own, node: name, interfaceAddresses };
        expect(printRestore(mode.id, mode.syncProxyRules(overridden), overridden)).toBe(
          printRestore(mode.id, mode.syncProxyRules(there), there),
        );
      }),
      { numRuns: 60 },
    );
  });

  test('is said where it is another name, and where no Node has it', () => {
    fc.assert(
      fc.property(settledCluster, (cluster) => {
        const [{ metadata } = { metadata: { name: '' } }] = cluster.nodes;
        const said = (hostnameOverride: string): string[] => {
          const input: SyncInput = {
            cluster,
            node: metadata.name,
            family: 'ipv4',
            config: { hostnameOverride },
            release,
          };
          return (mode.findings?.(input) ?? [])
            .filter(({ path }) => path === 'hostnameOverride')
            .map(({ path }) => path);
        };
        expect([said(''), said(metadata.name), said('not-there')]).toEqual([[], [], ['hostnameOverride']]);
      }),
      { numRuns: 20 },
    );
  });
});
