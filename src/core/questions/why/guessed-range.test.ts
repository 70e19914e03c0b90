import { expect, it } from 'vitest';
import { createDerive } from '../../document/derive';
import { emptyDocument, type Document, type Flow } from '../../document/document';
import { openManifest } from '../../document/open-manifest';
import { finished } from '../../lib/scan';
import { whatFlips } from './what-flips';

const OBJECTS = `apiVersion: v1
kind: Node
metadata: {name: node-a}
status: {addresses: [{type: InternalIP, address: 192.168.10.11}]}
---
apiVersion: v1
kind: Service
metadata: {name: front, namespace: shop}
spec: {clusterIP: 10.96.50.10, selector: {app: front}, ports: [{port: 80, targetPort: 8080}]}
---
apiVersion: v1
kind: Pod
metadata: {name: front-0, namespace: shop, labels: {app: front}}
spec: {nodeName: node-a, containers: [{name: c, image: i}]}
status: {phase: Running, podIP: 10.77.1.5, conditions: [{type: Ready, status: "True"}]}
`;
const CONFIG = `---
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
clusterCIDR: 10.77.0.0/16
`;
const TO_SERVICE = { kind: 'service', namespace: 'shop', name: 'front', via: 'clusterIP' } as const;
const TO_POD = { kind: 'pod', namespace: 'shop', name: 'front-0' } as const;

function causesOf(text: string, to: Flow['to'], change: Partial<Document> = {}): unknown[] {
  const { document } = finished(openManifest({ document: emptyDocument(), texts: [text] }));
  const flow: Flow = {
    id: 'f',
    from: { kind: 'node', name: 'node-a' },
    to,
    protocol: 'tcp',
    port: to.kind === 'pod' ? 8080 : 80,
  };
  const steps = whatFlips({ document: { ...document!, flows: [flow], ...change }, flowId: 'f' }, createDerive());
  for (let step = steps.next(); ; step = steps.next()) {
    if (!step.done) continue;
    return (step.value?.causes ?? []).filter(({ says: { id } }) => id === 'document.why.guessed-range');
  }
}

it.each([
  ['the source that the receiver sees hangs on it', OBJECTS, TO_SERVICE, {}, 1],
  ['nothing hangs on it', OBJECTS, TO_POD, {}, 0],
  ['it is told', OBJECTS + CONFIG, TO_SERVICE, {}, 0],
  ['a person set it since', OBJECTS, TO_SERVICE, { kubeProxy: { mode: 'iptables', clusterCIDR: '10.77.1.0/24' } }, 0],
] as const)('that clusterCIDR is guessed is said in Why where %s', (_, text, to, change, count) => {
  expect(causesOf(text, to, change)).toHaveLength(count);
});
