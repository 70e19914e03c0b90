import { describe, expect, it } from 'vitest';
import { KUBERNETES_YAML } from '../../formats/kubernetes-yaml';
import { validateCluster } from '../../kubernetes/validate';
import { createDerive } from '../derive';
import { emptyDocument, type Document } from '../document';
import { resolveFlow } from '../resolve-flow';
import { addFlow } from './cluster';
import { openCluster } from './open-cluster';

const CLUSTER = `apiVersion: v1
kind: Node
metadata: {name: alpha}
spec: {podCIDR: 10.77.1.0/24}
status:
  addresses: [{type: InternalIP, address: 192.0.2.11}]
  nodeInfo: {kubeletVersion: v1.29.4, kubeProxyVersion: v1.29.4}
---
apiVersion: v1
kind: Node
metadata: {name: beta}
spec: {podCIDR: 10.77.2.0/24}
status: {addresses: [{type: InternalIP, address: 192.0.2.12}]}
---
apiVersion: v1
kind: Pod
metadata: {name: shop-1, labels: {app: shop}}
spec: {nodeName: alpha, containers: [{name: c, ports: [{containerPort: 8080}]}]}
status: {phase: Running, podIP: 10.77.1.5, conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Pod
metadata: {name: caller, labels: {app: caller}}
spec: {nodeName: beta, containers: [{name: c}]}
status: {phase: Running, podIP: 10.77.2.9, conditions: [{type: Ready, status: "True"}]}
---
apiVersion: v1
kind: Service
metadata: {name: shop}
spec: {clusterIP: 10.200.50.10, selector: {app: shop}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: v1
kind: Service
metadata: {name: front}
spec: {type: NodePort, clusterIP: 10.200.50.11, selector: {app: shop}, ports: [{port: 80, targetPort: 8080, nodePort: 30081}]}
---
apiVersion: v1
kind: Service
metadata: {name: quiet}
spec: {clusterIP: None, selector: {app: shop}, ports: [{port: 80}]}
`;
const CONFIG = `---
apiVersion: v1
kind: ConfigMap
metadata: {name: kube-proxy, namespace: kube-system}
data:
  config.conf: |
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    kind: KubeProxyConfiguration
    mode: ipvs
    clusterCIDR: 10.77.0.0/16
    ipvs: {scheduler: lc}
`;
const IMAGE = `---
apiVersion: apps/v1
kind: DaemonSet
metadata: {name: kube-proxy, namespace: kube-system}
spec:
  selector: {}
  template: {spec: {containers: [{name: kube-proxy, image: registry.k8s.io/kube-proxy:v1.31.2}]}}
`;

function opened(text: string): Document {
  const parsed = KUBERNETES_YAML.parse(text);
  if (!parsed.ok) throw new Error('not read');
  const before = addFlow(
    { ...emptyDocument('An example'), mode: 'nftables', release: '1.33' },
    { from: { kind: 'external' }, to: { kind: 'address', address: '192.0.2.1' }, protocol: 'tcp', port: 1 },
  );
  return openCluster(before, parsed.value.value.cluster).document;
}

describe('opening somebody’s cluster', () => {
  it('takes its title and one flow for each Service that can be reached; every one resolves', () => {
    const document = opened(CLUSTER);
    expect(document.title).toBe('shop, front +1 · alpha, beta');
    expect(
      document.flows.map(({ from, to, port }) => [from.kind, to.kind === 'service' && `${to.name} ${to.via}`, port]),
    ).toEqual(
      [
        ['pod', 'shop clusterIP', 80],
        ['external', 'front nodePort', 80],
        ['pod', 'kubernetes clusterIP', 443],
      ].slice(0, document.flows.length),
    );
    expect(document.flows.length).toBeGreaterThanOrEqual(2);
    const { network } = createDerive()(document);
    for (const flow of document.flows) expect(resolveFlow(document, network, flow).ok).toBe(true);
  });

  it('reads release and configuration where objects tell them, and ranges that hold its addresses', () => {
    const { settings, kubeProxy, ...plain } = opened(CLUSTER);
    expect([plain.mode, plain.release]).toEqual(['nftables', '1.29']);
    expect(kubeProxy).toEqual({ mode: 'nftables', clusterCIDR: '10.77.0.0/16' });
    expect(settings.clusterCIDR).toEqual(['10.77.0.0/16']);
    expect(settings.physicalNetwork).toEqual(['192.0.2.0/24']);
    const told = opened(CLUSTER + CONFIG + IMAGE);
    expect([told.mode, told.release]).toEqual(['ipvs', '1.31']);
    expect(told.kubeProxy).toEqual({ mode: 'ipvs', clusterCIDR: '10.77.0.0/16', ipvs: { scheduler: 'lc' } });
    const own =
      'apiVersion: kubeproxy.config.k8s.io/v1alpha1\nkind: KubeProxyConfiguration\nmode: ""\niptables: {masqueradeAll: true}\n';
    expect(opened(`${CLUSTER}---\n${own}`)).toMatchObject({
      mode: 'iptables',
      kubeProxy: { iptables: { masqueradeAll: true } },
    });
  });

  it('without anything told keeps mode and release, and never throws', () => {
    const document = opened('kind: Pod\nmetadata: {name: lonely}\n');
    expect([document.mode, document.release, document.title]).toEqual(['nftables', '1.33', 'lonely']);
    expect(document.flows.map(({ from, to }) => [from.kind, to.kind === 'service' && to.name])).toEqual([
      ['pod', 'kubernetes'],
    ]);
    expect([document.cluster.nodes.length, document.cluster.pods.length]).toEqual([2, 1]);
  });
});

describe('the flows that are offered', () => {
  const nodes = ['a', 'b']
    .map(
      (name, at) =>
        `kind: Node\nmetadata: {name: ${name}}\nspec: {podCIDR: 10.7.${at + 1}.0/24}\nstatus: {addresses: [{type: InternalIP, address: 192.0.2.${at + 11}}]}\n---\n`,
    )
    .join('');
  const pod = (name: string, node: string, port = ''): string =>
    `kind: Pod\nmetadata: {name: ${name}, labels: {app: ${name}}}\nspec: {nodeName: ${node}, containers: [{name: c, ports: [{containerPort: 80${port}}]}]}\nstatus: {podIP: 10.7.${node === 'a' ? 1 : 2}.${name.length + 4}}\n---\n`;
  const service = (spec: string): string =>
    `kind: Service\nmetadata: {name: web}\nspec: {selector: {app: web}, ports: [{port: 80${spec}\n---\n`;
  const flowsTo = (text: string): unknown[] =>
    opened(`${nodes}${text}`).flows.flatMap(({ from, to }) =>
      to.kind === 'service' && to.name === 'web'
        ? [[from.kind === 'pod' ? from.name : from.kind, to.via, to.node]]
        : [],
    );

  it('of a policy Local: by a node with endpoints, and by one without', () => {
    const local = service(', nodePort: 30080}], type: NodePort, externalTrafficPolicy: Local}');
    expect(flowsTo(pod('web', 'b') + local)).toEqual([
      ['external', 'nodePort', 'b'],
      ['external', 'nodePort', 'a'],
    ]);
    const inside = service('}], clusterIP: 10.96.0.7, internalTrafficPolicy: Local}');
    expect(flowsTo(pod('web', 'b') + pod('one', 'a') + pod('other', 'b') + inside)).toEqual([
      ['other', 'clusterIP', undefined],
      ['one', 'clusterIP', undefined],
    ]);
  });

  it('an externalIP that was told comes before an address that a balancer would be given', () => {
    const spec = ', nodePort: 30080}], type: LoadBalancer, externalIPs: [192.0.2.99]}';
    expect(flowsTo(pod('web', 'b') + service(spec))).toEqual([['external', 'externalIP', undefined]]);
    expect(flowsTo(pod('web', 'b') + service(', nodePort: 30080}], type: LoadBalancer}'))).toEqual([
      ['external', 'loadBalancer', undefined],
    ]);
  });

  it('to each hostPort from outside, at its node', () => {
    const { flows } = opened(`${nodes}${pod('edge', 'b', ', hostPort: 443')}`);
    expect(flows).toContainEqual({
      id: expect.any(String) as string,
      from: { kind: 'external' },
      to: { kind: 'address', address: '192.0.2.12' },
      protocol: 'tcp',
      port: 443,
    });
  });
});

it('the same addresses and podCIDRs on two Nodes are remarked', () => {
  const twice = CLUSTER.replace('192.0.2.12', '192.0.2.11').replace('10.77.2.0/24', '10.77.1.0/24');
  const { cluster } = opened(twice);
  expect(validateCluster(cluster).map(({ message }) => message.id)).toEqual(
    expect.arrayContaining(['kubernetes.validate.node-ip-conflict', 'kubernetes.validate.pod-cidr-conflict']),
  );
});
