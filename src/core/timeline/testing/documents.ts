import { buildCluster, deployment, node, pod, service } from '../../kubernetes/build';
import type { ServiceObject } from '../../kubernetes/types';
import { emptyDocument, type Document } from '../../document/document';
import type { Script } from '../../document/script';
import { Memo } from '../../lib/memo';
import { liveThrough, type Lived } from '../timeline';

interface Shape {
  readonly nodes?: number;
  readonly replicas?: number;
  readonly services?: number;
  readonly service?: Partial<ServiceObject['spec']>;
  readonly document?: Partial<Document>;
}

/** The Pod that sends, on the first node. */
const CALLER = { kind: 'pod', namespace: 'default', name: 'caller' } as const;

/** Nodes, some Deployments with a Service each (`web0` …), one Pod that calls the first; its flows are `tcp` and `udp`. */
export function clusterDocument(script: Partial<Script>, shape: Shape = {}): Document {
  const { nodes = 3, replicas = 3, services = 1 } = shape;
  const labels = (nth: number) => ({ app: `web${nth}` });
  const ports = [
    { name: 'http', port: 80, targetPort: 8080 },
    { name: 'dns', port: 53, protocol: 'UDP', targetPort: 5353 },
  ] as const;
  const containers = [
    { name: 'web', ports: [{ containerPort: 8080 }, { containerPort: 5353, protocol: 'UDP' }] },
  ] as const;
  const all = Array.from({ length: services }, (_, nth) => [
    deployment(`web${nth}`, { replicas, labels: labels(nth), containers }),
    service(`web${nth}`, { selector: labels(nth), ports, ...shape.service }),
  ]).flat();
  const caller = pod('caller', { node: 'node1', labels: { app: 'caller' } });
  const machines = Array.from({ length: nodes }, (_, nth) => node(`node${nth + 1}`));
  const to = { kind: 'service', namespace: 'default', name: 'web0', via: 'clusterIP' } as const;
  const document: Document = {
    ...emptyDocument('time'),
    cluster: buildCluster(...machines, caller, ...all),
    flows: [
      { id: 'tcp', from: CALLER, to, protocol: 'tcp', port: 80 },
      { id: 'udp', from: CALLER, to, protocol: 'udp', port: 53 },
      { id: 'outside', from: { kind: 'external' }, to: { ...to, via: 'loadBalancer' }, protocol: 'tcp', port: 80 },
    ],
    ...shape.document,
  };
  return { ...document, script: { duration: 30_000, events: [], clients: [], ...script } };
}

/** What comes of work in slices, at once. */
export function runToEnd<T>(work: Generator<unknown, T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** What becomes of a document, at once. */
export function lived(document: Document, memo = new Memo()): Lived {
  return runToEnd(liveThrough(document, memo));
}

/** How many requests did not get an answer. */
export function listFailed({ requests, counts }: Lived): number {
  return requests.length - counts.served;
}
