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

  it('makes the Pods of StatefulSets, ReplicaSets and DaemonSets that came without any, once', () => {
    const workload = (kind: string, name: string, more: string): string =>
      `---\napiVersion: apps/v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: data}\nspec: {${more}selector: {matchLabels: {app: ${name}}}, template: {metadata: {labels: {app: ${name}}}, spec: {containers: [{name: c}]}}}\n`;
    const text = [
      CLUSTER,
      workload('StatefulSet', 'pg', 'serviceName: sql, replicas: 2, ordinals: {start: 3}, '),
      workload('ReplicaSet', 'api', 'replicas: 3, '),
      workload('DaemonSet', 'agent', ''),
      workload('ReplicaSet', 'shop', 'replicas: 4, ').replace('data', 'default'),
    ].join('');
    const { pods } = opened(text).cluster;
    const own = pods.filter(({ metadata }) => metadata.namespace === 'data');
    expect(own.map(({ metadata }) => metadata.labels?.['app'])).toEqual([
      'pg',
      'pg',
      'api',
      'api',
      'api',
      'agent',
      'agent',
    ]);
    expect(own.slice(0, 2).map(({ metadata, spec }) => [metadata.name, spec.hostname, spec.subdomain])).toEqual([
      ['pg-3', 'pg-3', 'sql'],
      ['pg-4', 'pg-4', 'sql'],
    ]);
    expect(own.slice(5).map(({ spec }) => spec.nodeName)).toEqual(['alpha', 'beta']);
    expect(own.every(({ status }) => status?.podIP !== undefined)).toBe(true);
    // `shop` came with a Pod that its selector finds.
    expect(pods.filter(({ metadata }) => metadata.labels?.['app'] === 'shop')).toHaveLength(1);
  });

  it('is called by what there is: an Ingress or a NetworkPolicy alone is not the bench before', () => {
    const only = (kind: string): string =>
      `apiVersion: networking.k8s.io/v1\nkind: ${kind}\nmetadata: {name: front}\nspec: {podSelector: {}}\n`;
    for (const kind of ['NetworkPolicy', 'Ingress']) expect(opened(only(kind)).title).toMatch(/^front/);
  });

  it('makes nothing of a workload whose template is no Pod', () => {
    const broken = '---\napiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: x}\nspec: ';
    for (const spec of ['null', '{template: 3}', '{replicas: 2, template: {spec: {containers: no}}}', '{replicas: -1}'])
      expect(opened(`${CLUSTER}${broken}${spec}\n`).cluster.pods).toHaveLength(2);
  });

  it('reads ranges, domain and release of kubeadm’s ConfigMap', () => {
    const made = `apiVersion: v1
kind: ConfigMap
metadata: {name: kubeadm-config, namespace: kube-system}
data:
  ClusterConfiguration: |
    apiVersion: kubeadm.k8s.io/v1beta2
    kind: ClusterConfiguration
    kubernetesVersion: v1.27.3
    networking:
      dnsDomain: corp.local
      podSubnet: 10.32.0.0/16
      serviceSubnet: 10.33.0.0/16
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
`;
    const { settings, kubeProxy, ...plain } = opened(made);
    expect([settings.clusterDomain, settings.clusterCIDR, settings.serviceClusterIPRange]).toEqual([
      'corp.local',
      ['10.32.0.0/16'],
      ['10.33.0.0/16'],
    ]);
    expect([plain.release, kubeProxy.clusterCIDR]).toEqual(['1.27', '10.32.0.0/16']);
    const web = plain.cluster.services.find(({ metadata }) => metadata.name === 'web');
    expect(web?.spec.clusterIP).toMatch(/^10\.33\./);
    expect(plain.cluster.pods.every(({ status }) => status?.podIP?.startsWith('10.32.'))).toBe(true);
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

  it('of ExternalNames alone: the name that is asked comes first, and says why no packet goes there', () => {
    const document = opened(
      'kind: Service\nmetadata: {name: db, namespace: prod}\nspec: {type: ExternalName, externalName: db.example.com}\n',
    );
    const [first] = document.flows;
    expect(first?.to).toMatchObject({ kind: 'service', namespace: 'prod', name: 'db' });
    const { network } = createDerive()(document);
    expect(first && resolveFlow(document, network, first)).toMatchObject({
      ok: false,
      error: { id: 'document.flow.external-name', values: { target: 'db.example.com' } },
    });
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
