import { describe, expect, it } from 'vitest';
import { WEB_TWO_NODES } from '../../../content/examples/web-two-nodes';
import type { ServiceObject } from '../../kubernetes/types';
import { type Document, emptyDocument } from '../document';
import { checkDocument } from '../codec';
import * as cluster from './cluster';
import * as flows from './cluster';
import { freeName } from './object-names';
import * as nodes from './nodes';
import * as pasted from './pasted';
import * as pods from './pods';
import * as services from './services';

const DEFAULT = WEB_TWO_NODES.document();
const WEB = { namespace: 'default', name: 'web' };
const NOBODY = { namespace: 'default', name: 'nobody' };

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const field of Object.values(value)) freeze(field);
  return value;
}
freeze(DEFAULT);

function service(document: Document, name = 'web'): ServiceObject {
  const found = document.cluster.services.find(({ metadata }) => metadata.name === name);
  if (!found) throw new Error(name);
  return found;
}

function webPods(document: Document): Document['cluster']['pods'] {
  return document.cluster.pods.filter(({ metadata }) => metadata.labels?.['app'] === 'web');
}

const first = webPods(DEFAULT)[0];
const POD = { namespace: 'default', name: first?.metadata.name ?? '' };
const CLIENT = { namespace: 'default', name: 'client' };

const EDITS: [string, (document: Document) => Document][] = [
  ['addService', (d) => services.addService(d, { name: 'shop' })],
  ['removeService', (d) => services.removeService(d, WEB)],
  ['renameService', (d) => services.renameService(d, WEB, 'shop')],
  ['duplicateService', (d) => services.duplicateService(d, WEB)],
  ['changeServiceSpec', (d) => services.changeServiceSpec(d, WEB, { externalIPs: ['203.0.113.80'] })],
  ['setServiceType', (d) => services.setServiceType(d, WEB, 'LoadBalancer')],
  ['setServicePorts', (d) => services.setServicePorts(d, WEB, [{ name: 'http', port: 81, targetPort: 8080 }])],
  ['changeServicePort', (d) => services.changeServicePort(d, WEB, 0, { nodePort: 30_081 })],
  ['setTrafficPolicy', (d) => services.setTrafficPolicy(d, WEB, { external: 'Local', internal: 'Local' })],
  ['setSessionAffinity', (d) => services.setSessionAffinity(d, WEB, 60)],
  ['setSelector', (d) => services.setSelector(d, WEB, { app: 'other' })],
  ['addPod', (d) => pods.addPod(d, { name: 'extra' })],
  ['killPod', (d) => pods.killPod(d, POD)],
  ['removePod', (d) => pods.removePod(d, POD)],
  ['setPodReady', (d) => pods.setPodReady(d, POD, false)],
  ['setPodTerminating', (d) => pods.setPodTerminating(d, POD, true)],
  ['movePod', (d) => pods.movePod(d, CLIENT, 'node2')],
  ['setPodLabels', (d) => pods.setPodLabels(d, CLIENT, { app: 'web' })],
  ['addDeployment', (d) => pods.addDeployment(d, { name: 'api', replicas: 2 })],
  ['scaleDeployment', (d) => pods.scaleDeployment(d, WEB, 5)],
  ['addNode', (d) => nodes.addNode(d)],
  ['removeNode', (d) => nodes.removeNode(d, 'node2')],
  ['cordonNode', (d) => nodes.cordonNode(d, 'node1', true)],
  ['setNodeUp', (d) => nodes.setNodeUp(d, 'node2', false)],
  ['setNodeLabels', (d) => nodes.setNodeLabels(d, 'node1', { 'topology.kubernetes.io/zone': 'a' })],
  [
    'addFlow',
    (d) =>
      flows.addFlow(d, {
        from: { kind: 'external' },
        to: { kind: 'address', address: '10.96.0.10' },
        protocol: 'udp',
        port: 53,
      }),
  ],
  ['changeFlow', (d) => flows.changeFlow(d, 'flow-1', { port: 81 })],
  ['removeFlow', (d) => flows.removeFlow(d, 'flow-1')],
  ['addPasted', (d) => pasted.addPasted(d, [{ title: 'a', text: '*nat' }])],
  ['setFacts', (d) => pasted.setFacts(d, { routes: [{ dst: '10.0.0.0/8' }] })],
  ['setSysctl', (d) => pasted.setSysctl(d, 'net.ipv4.ip_forward', 0)],
  ['setSubject', (d) => pasted.setSubject(d, 'pasted')],
  [
    'replaceObject',
    (d) =>
      cluster.replaceObject(
        d,
        { kind: 'Service', ...WEB },
        { ...service(DEFAULT), metadata: { name: 'www', namespace: 'default' } },
      ),
  ],
  [
    'putObject',
    (d) =>
      cluster.putObject(d, {
        apiVersion: 'v1',
        kind: 'Service',
        metadata: { name: 'new' },
        spec: { ports: [{ port: 1 }] },
      }),
  ],
  ['removeObject', (d) => cluster.removeObject(d, { kind: 'Pod', ...CLIENT })],
  ['replaceCluster', (d) => cluster.replaceCluster(d, { ...d.cluster, pods: [] })],
  ['changeSettings', (d) => cluster.changeSettings(d, { clusterCIDR: ['10.1.0.0/16'] })],
  ['changeKubeProxy', (d) => cluster.changeKubeProxy(d, { iptables: { masqueradeAll: true } })],
];

describe.each(EDITS)('%s', (_, edit) => {
  it('is pure, changes something, gives a valid document, and the same each time', () => {
    const after = edit(DEFAULT);
    expect(after).not.toEqual(DEFAULT);
    expect(checkDocument(JSON.parse(JSON.stringify(after)))).toEqual({ ok: true, value: after });
    expect(edit(DEFAULT)).toEqual(after);
  });

  it('takes an empty document without a fault', () => {
    expect(checkDocument(edit(emptyDocument())).ok).toBe(true);
  });
});

describe('an edit of what is not there', () => {
  it.each<[string, (document: Document) => Document]>([
    ['a Service', (d) => services.removeService(d, NOBODY)],
    ['its name', (d) => services.renameService(d, NOBODY, 'x')],
    ['its copy', (d) => services.duplicateService(d, NOBODY)],
    ['its type', (d) => services.setServiceType(d, NOBODY, 'NodePort')],
    ['the type it has', (d) => services.setServiceType(d, WEB, 'NodePort')],
    ['a Pod', (d) => pods.killPod(d, NOBODY)],
    ['its removal', (d) => pods.removePod(d, NOBODY)],
    ['a node to move to', (d) => pods.movePod(d, CLIENT, 'node9')],
    ['the node it is on', (d) => pods.movePod(d, CLIENT, 'node1')],
    ['a Deployment', (d) => pods.scaleDeployment(d, NOBODY, 3)],
    ['the number it has', (d) => pods.scaleDeployment(d, WEB, 3)],
    ['a node', (d) => nodes.removeNode(d, 'node9')],
    ['a node that is up', (d) => nodes.setNodeUp(d, 'node1', true)],
    ['a flow', (d) => flows.removeFlow(d, 'flow-9')],
    ['a text', (d) => pasted.removePasted(d, 'text-9')],
    ['no texts', (d) => pasted.addPasted(d, [])],
    ['the same cluster', (d) => cluster.replaceCluster(d, structuredClone(d.cluster))],
  ])('returns the very same document: %s', (_, edit) => {
    expect(edit(DEFAULT)).toBe(DEFAULT);
  });
});

describe('Services', () => {
  it('keep their addresses when renamed; flows follow', () => {
    const after = services.renameService(DEFAULT, WEB, 'shop');
    expect(service(after, 'shop').spec).toEqual(service(DEFAULT).spec);
    expect(after.flows[0]?.to).toMatchObject({ name: 'shop' });
    expect(
      services.renameService(DEFAULT, WEB, 'empty').cluster.services.map(({ metadata }) => metadata.name),
    ).toContain('empty-2');
  });

  it('share nothing with their copy', () => {
    const { spec } = service(services.duplicateService(DEFAULT, WEB), 'web-2');
    expect(spec.clusterIP).toMatch(/^10\./);
    expect(spec.clusterIP).not.toBe(service(DEFAULT).spec.clusterIP);
    expect(spec.ports?.[0]?.nodePort).not.toBe(30_080);
    expect(spec.selector).toEqual({ app: 'web' });
  });

  it.each([
    ['ClusterIP', [undefined], false],
    ['NodePort', [30_080], false],
    ['LoadBalancer', [30_080], true],
    ['ExternalName', [undefined], false],
  ] as const)('of type %s have what the type has', (type, nodePorts, balanced) => {
    const { spec, status } = service(services.setServiceType(DEFAULT, WEB, type));
    expect(spec.ports?.map(({ nodePort }) => nodePort)).toEqual(nodePorts);
    expect((status?.loadBalancer?.ingress ?? []).length > 0).toBe(balanced);
    expect(spec.clusterIP !== undefined).toBe(type !== 'ExternalName');
  });

  it('come back with the same type after a round trip', () => {
    const there = services.setServiceType(DEFAULT, WEB, 'ExternalName');
    expect(service(services.setServiceType(there, WEB, 'ClusterIP')).spec).toMatchObject({ type: 'ClusterIP' });
  });

  it('take flows along when a port is renumbered', () => {
    const after = services.changeServicePort(DEFAULT, WEB, 0, { port: 8000 });
    expect(after.flows.map(({ port }) => port)).toEqual([8000, 8000, 8000, 8080, 80]);
  });

  it.each([Number.NaN, 70_000, -1, 0])('with the port %d can still be saved and read back', (port) => {
    const after = services.changeServicePort(DEFAULT, WEB, 0, { port, nodePort: port });
    expect(checkDocument(JSON.parse(JSON.stringify(after)))).toEqual({ ok: true, value: after });
  });

  it('lose an emptied selector', () => {
    expect(service(services.setSelector(DEFAULT, WEB, {})).spec).not.toHaveProperty('selector');
  });
});

describe('Pods', () => {
  it('are replaced under a new name with a new IP, and flows follow', () => {
    const after = pods.killPod(DEFAULT, POD);
    expect(webPods(after)).toHaveLength(3);
    const fresh = webPods(after).filter(
      (pod) => !DEFAULT.cluster.pods.some(({ metadata }) => metadata.name === pod.metadata.name),
    );
    expect(fresh).toHaveLength(1);
    const ips = DEFAULT.cluster.pods.map(({ status }) => status?.podIP);
    expect(ips).not.toContain(fresh[0]?.status?.podIP);
    const caller = DEFAULT.flows[2]?.from;
    const gone = pods.killPod(DEFAULT, caller?.kind === 'pod' ? caller : POD);
    const from = gone.flows[2]?.from;
    expect(from).not.toEqual(caller);
    expect(from?.kind === 'pod' && webPods(gone).some(({ metadata }) => metadata.name === from.name)).toBe(true);
  });

  it('are gone for good when removed', () => {
    expect(webPods(pods.removePod(DEFAULT, POD))).toHaveLength(2);
  });

  it('have another IP on another node and keep their name', () => {
    const moved = pods
      .movePod(DEFAULT, CLIENT, 'node2')
      .cluster.pods.find(({ metadata }) => metadata.name === 'client');
    expect(moved?.spec.nodeName).toBe('node2');
    expect(moved?.status?.podIP).toMatch(/^10\.244\.1\./);
    expect(moved?.status?.hostIP).toBe('172.18.0.3');
  });

  it('are as many as asked for, within bounds', () => {
    expect(webPods(pods.scaleDeployment(DEFAULT, WEB, 5))).toHaveLength(5);
    expect(webPods(pods.scaleDeployment(DEFAULT, WEB, -3))).toHaveLength(0);
    expect(webPods(pods.scaleDeployment(DEFAULT, WEB, 1e9))).toHaveLength(
      webPods(pods.scaleDeployment(DEFAULT, WEB, 1000)).length,
    );
    expect(pods.scaleDeployment(DEFAULT, WEB, Number.NaN)).toBe(DEFAULT);
  });

  it('keep their identity when others are edited', () => {
    const after = pods.scaleDeployment(DEFAULT, WEB, 4);
    for (const pod of DEFAULT.cluster.pods) expect(after.cluster.pods).toContain(pod);
    expect(after.cluster.services).toBe(DEFAULT.cluster.services);
  });
});

describe('nodes', () => {
  it('get addresses', () => {
    const added = nodes.addNode(DEFAULT).cluster.nodes[2];
    expect(added).toMatchObject({
      metadata: { name: 'node3' },
      spec: { podCIDR: '10.244.2.0/24' },
      status: { addresses: [{ type: 'InternalIP', address: '172.18.0.4' }] },
    });
  });

  it.each<[string, (document: Document) => Document]>([
    ['taken away', (d) => nodes.removeNode(d, 'node2')],
    ['taken down', (d) => nodes.setNodeUp(d, 'node2', false)],
  ])('%s: Deployments make their Pods anew on the others', (_, edit) => {
    const ready = webPods(edit(DEFAULT)).filter(({ spec }) => spec.nodeName === 'node1');
    expect(ready).toHaveLength(3);
  });

  it('cordoned get no new Pods', () => {
    const after = pods.scaleDeployment(nodes.cordonNode(DEFAULT, 'node1', true), WEB, 9);
    const before = webPods(DEFAULT).filter(({ spec }) => spec.nodeName === 'node1').length;
    expect(webPods(after).filter(({ spec }) => spec.nodeName === 'node1')).toHaveLength(before);
    expect(nodes.cordonNode(nodes.cordonNode(DEFAULT, 'node1', true), 'node1', false).cluster.nodes[0]).toEqual(
      DEFAULT.cluster.nodes[0],
    );
  });
});

describe('objects from YAML', () => {
  it('keep kinds and fields that are not used', () => {
    const other = { kind: 'Ingress', apiVersion: 'networking.k8s.io/v1', metadata: { name: 'i' } };
    const after = cluster.replaceCluster(DEFAULT, { ...DEFAULT.cluster, others: [other] });
    expect(services.addService(after).cluster.others).toEqual([other]);
  });

  it('take the place of the object of their name', () => {
    const renamed = { ...service(DEFAULT), metadata: { name: 'empty', namespace: 'default' } };
    const after = cluster.replaceObject(DEFAULT, { kind: 'Service', ...WEB }, renamed);
    expect(after.cluster.services.map(({ metadata }) => metadata.name)).toEqual(['kubernetes', 'kube-dns', 'empty']);
    expect(after.cluster.services.at(-1)).toEqual(renamed);
  });
});

describe('pasted texts', () => {
  it('show the pasted node, and the cluster again when the last one is gone', () => {
    const after = pasted.addPasted(DEFAULT, [
      { title: 'a', text: 'x' },
      { title: 'b', text: 'y' },
    ]);
    expect(after.subject).toBe('pasted');
    expect(after.pasted.texts.map(({ id }) => id)).toEqual(['text-1', 'text-2']);
    const one = pasted.removePasted(after, 'text-1');
    expect(pasted.addPasted(one, [{ title: 'c', text: 'z' }]).pasted.texts.map(({ id }) => id)).toEqual([
      'text-2',
      'text-1',
    ]);
    expect(pasted.removePasted(one, 'text-2')).toEqual(DEFAULT);
  });

  it('take corrections and let them be taken back', () => {
    const after = pasted.setSysctl(DEFAULT, 'net.ipv4.ip_forward', 0);
    expect(after.pasted.facts.sysctls).toEqual({ 'net.ipv4.ip_forward': 0 });
    expect(pasted.setFacts(after, { sysctls: undefined })).toEqual(DEFAULT);
  });
});

describe('names', () => {
  const taken = [{ metadata: { name: 'web', namespace: 'default' } }, { metadata: { name: 'web-2' } }];
  it('are numbered when taken', () => {
    expect(freeName(taken, WEB)).toBe('web-3');
    expect(freeName(taken, { namespace: 'shop', name: 'web' })).toBe('web');
  });
});
