import { describe, expect, it } from 'vitest';
import { buildCluster, endpoints, node, service } from '../../kubernetes/build';
import { completeCluster } from '../../kubernetes/complete';
import { proxyMode } from '../../kubernetes/proxy';
import { printSave } from '../../kubernetes/proxy/print';
import { NEWEST_RELEASE } from '../../kubernetes/release';
import type { KubeProxyConfig } from '../../kubernetes/types';
import { printRuleset, rulesetFromLines } from '../../linux/xtables/ruleset-text';
import { pasted } from '../../paste/testing/paste';
import { lintPasted } from './lint';

const local = { externalTrafficPolicy: 'Local' } as const;
const at = (last: number) => ({ clusterIP: `10.96.0.${last}`, clusterIPs: [`10.96.0.${last}`] });

/** Services of every kind, with endpoints, without any, and with none of the node. */
const CLUSTER = completeCluster(
  buildCluster(
    node('n1', { addresses: ['172.18.0.3'], podCIDRs: ['10.244.1.0/24'] }),
    node('n2', { addresses: ['172.18.0.4'], podCIDRs: ['10.244.2.0/24'] }),
    service('served', { ...at(11), ports: [80] }),
    endpoints('served', 8080, [['10.244.1.5', 'n1']]),
    service('public', { ...at(17), ports: [80] }),
    endpoints('public', 8080, [
      ['11.32.1.5', 'n1'],
      ['11.32.1.6', 'n2'],
    ]),
    service('sticky', { ...at(18), ports: [80], sessionAffinity: 'ClientIP' }),
    endpoints('sticky', 8080, [['11.33.1.5', 'n1']]),
    service('kubernetes', { ...at(1), ports: [443] }),
    endpoints('kubernetes', 6443, [['11.34.1.5', 'n1']]),
    service('empty', { ...at(12), ports: [{ name: 'http', port: 80 }] }),
    service('open', { ...at(13), type: 'NodePort', ports: [{ port: 80, nodePort: 30_080 }] }),
    service('far', { ...at(14), ...local, type: 'NodePort', ports: [{ port: 80, nodePort: 30_081 }] }),
    endpoints('far', 8080, [['10.244.2.5', 'n2']]),
    service('inside', { ...at(15), internalTrafficPolicy: 'Local', ports: [80] }),
    endpoints('inside', 8080, [['10.244.2.6', 'n2']]),
    service('outside', { ...at(16), externalIPs: ['192.0.2.50'], ports: [{ port: 443, protocol: 'UDP' }] }),
  ),
);

function said(mode: 'iptables' | 'nftables', release: string, config: KubeProxyConfig = {}): string[] {
  const input = { cluster: CLUSTER, node: 'n1', family: 'ipv4', config, release } as const;
  const state = proxyMode(mode).syncProxyRules(input);
  const text = printSave(mode, state, input) ?? printRuleset(rulesetFromLines(state.xtables.tables, 'ipv4'), 'ipv4');
  const found = lintPasted(pasted(text));
  return found.map(({ id, severity, message }) => `${severity} ${id} ${message.id} ${JSON.stringify(message.values)}`);
}

describe('the same cluster', () => {
  it.each(['1.29', '1.30', '1.31', '1.33', '1.34', '1.36', NEWEST_RELEASE])(
    'is told the same of in iptables and nftables of %s',
    (release) => {
      const expected = said('iptables', release).toSorted();
      expect(expected.filter((line) => line.includes('no-endpoints'))).toHaveLength(5);
      expect(expected.filter((line) => line.includes('public-endpoints'))).toHaveLength(2);
      expect(said('nftables', release).toSorted()).toEqual(expected);
    },
  );
});

it('a chain of a Service that is used and empty is an error in nftables, too', () => {
  const text = `table ip kube-proxy {
\tmap service-ips {
\t\ttype ipv4_addr . inet_proto . inet_service : verdict
\t\telements = { 10.96.0.10 . tcp . 80 : goto service-AAAAAAAA-a/b/tcp/ }
\t}
\tchain services {
\t\tip daddr . meta l4proto . th dport vmap @service-ips
\t}
\tchain service-AAAAAAAA-a/b/tcp/ {
\t}
}
`;
  const found = lintPasted(pasted(text)).find(({ id }) => id === 'empty-service-chain');
  expect([found?.severity, found?.message.values]).toEqual(['error', { chain: 'service-AAAAAAAA-a/b/tcp/' }]);
  expect(found?.places.map(({ chain }) => chain)).toEqual(['service-AAAAAAAA-a/b/tcp/', 'service-ips']);
});
