import { describe, expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { emptyDocument } from '../../document/document';
import { replaceCluster } from '../../document/edits/cluster';
import { deployment, makeCluster, node, pod, service } from '../../kubernetes/build';
import { withNodeSettings } from '../../kubernetes/network/node-settings';
import { ciliumSettings, type CiliumConfig } from '../../kubernetes/proxy/ebpf/cilium-config';
import type { ClusterObjects } from '../../kubernetes/types';
import { beyondFlows } from './cilium-beyond';

type Objects = Parameters<typeof makeCluster>[0];

const http = { name: 'http', port: 80, targetPort: 8080 } as const;
const pods = (replicas: number) =>
  deployment('app', {
    replicas,
    labels: { app: 'app' },
    containers: [{ name: 'app', ports: [{ containerPort: 8080 }] }],
  });

/** `id: names` of a settled cluster of these objects, without the Service that every cluster has. */
function told(objects: Objects, config: CiliumConfig = {}, change = (cluster: ClusterObjects) => cluster): string[] {
  const made = change(makeCluster([node('node1'), ...objects]));
  const found = beyondFlows({ cluster: settled(made), settings: ciliumSettings(config), release: '1.18' });
  return found.map(({ id, values }) => `${id.slice('compare.beyond.'.length)}: ${values?.['names']}`);
}

function settled(made: ClusterObjects): ClusterObjects {
  const document = replaceCluster({ ...emptyDocument('beyond'), seed: 1 }, made);
  const cluster = createDerive()(document).settled ?? made;
  return { ...cluster, services: cluster.services.filter(({ metadata }) => metadata.name !== 'kubernetes') };
}

const web = (more: Partial<Parameters<typeof service>[1]> = {}) =>
  service('web', { selector: { app: 'app' }, clusterIP: '10.96.1.1', ports: [http], ...more });

const ALWAYS = ['asked-address: default/web', 'own-table: default/web', 'from-outside: default/web'];
const NODE_PORT = { type: 'NodePort', ports: [{ ...http, nodePort: 30_080 }] } as const;
const BOUND = ['node-addresses: default/web', 'bound-port: default/web'];

describe('what Cilium does otherwise and no flow’s end shows', () => {
  it.each<[string, Objects, readonly string[], CiliumConfig?]>([
    ['no Service', [pods(2)], []],
    ['one endpoint', [pods(1), web()], ALWAYS],
    ['no endpoint', [web()], ['asked-address: default/web', 'from-outside: default/web']],
    ['a headless Service', [pods(2), web({ clusterIP: 'None' })], []],
    ['sockets of Pods left alone', [pods(1), web()], ALWAYS.slice(1), { 'bpf-lb-sock-hostns-only': true }],
    ['clusterIPs from outside', [pods(1), web()], ALWAYS.slice(0, 2), { 'bpf-lb-external-clusterip': true }],
    ['two endpoints', [pods(2), web()], [...ALWAYS, 'choice: default/web']],
    ['affinity at one address', [pods(1), web({ sessionAffinity: 'ClientIP' })], ALWAYS],
    [
      'affinity at two addresses',
      [pods(1), web({ sessionAffinity: 'ClientIP', ...NODE_PORT })],
      [...ALWAYS, 'affinity-frontends: default/web', ...BOUND],
    ],
    ['UDP', [pods(1), web({ ports: [{ ...http, protocol: 'UDP' }] })], [...ALWAYS, 'removed-udp: default/web']],
    ['a nodePort', [pods(1), web(NODE_PORT)], [...ALWAYS, ...BOUND]],
    ['kube-proxy has the nodePorts', [pods(1), web(NODE_PORT)], ALWAYS, { 'kube-proxy-replacement': false }],
    [
      'a load balancer',
      [pods(1), web({ ...NODE_PORT, type: 'LoadBalancer', ingress: ['198.51.100.9'] })],
      [...ALWAYS, 'node-addresses: default/web', 'balancer-node-port: default/web', 'bound-port: default/web'],
    ],
    [
      'a hostPort',
      [
        pod('front', {
          node: 'node1',
          containers: [{ name: 'front', ports: [{ containerPort: 80, hostPort: 8080 }] }],
        }),
      ],
      ['host-port: default/front'],
    ],
  ])('%s', (_, objects, expected, config) => {
    expect(told(objects, config)).toEqual(expected);
  });

  it('rules of others, where packets to Pods pass by netfilter', () => {
    const withDocker = (cluster: ClusterObjects): ClusterObjects => ({
      ...cluster,
      nodes: cluster.nodes.map((each) => withNodeSettings(each, { writers: ['kubelet', 'docker'] })),
    });
    expect(told([], { 'enable-bpf-masquerade': true }, withDocker)).toEqual(['rules-of-others: node1']);
    expect(told([], {}, withDocker)).toEqual([]);
    expect(told([], { 'enable-bpf-masquerade': true })).toEqual([]);
  });

  it('other ports from 1.19 on, and three names at most', () => {
    const named = ['a', 'b', 'c', 'd'].map((name) => service(name, { selector: { app: 'app' }, ports: [http] }));
    const cluster = settled(makeCluster([node('node1'), ...named]));
    const names = (release: string): readonly unknown[] =>
      beyondFlows({ cluster, settings: ciliumSettings({}), release }).flatMap(({ id, values }) =>
        id === 'compare.beyond.other-ports' ? [values?.['names']] : [],
      );
    expect(names('1.18')).toEqual([]);
    expect(names('1.19')).toEqual(['default/a, default/b, default/c, … (4)']);
  });
});
