import { describe, expect, it } from 'vitest';
import { emptyDocument, type Document } from '../document';
import { allObjects } from './cluster';
import { addCopies, ownObjects } from './copies';
import { addNode } from './nodes';
import { addDeployment } from './pods';
import { addService } from './services';

function small(): Document {
  let document = addNode(addNode(emptyDocument('copies')));
  document = addDeployment(document, { name: 'web', replicas: 2 });
  return addService(document, {
    name: 'web',
    spec: { type: 'NodePort', selector: { app: 'web' }, ports: [{ port: 80, nodePort: 30_080 }] },
  });
}

const namesOf = (document: Document): string[] =>
  ownObjects(document.cluster).map(({ kind, metadata }) => `${kind} ${metadata.name}`);

describe('pasting objects', () => {
  const before = small();
  const service = before.cluster.services.find(({ metadata }) => metadata.name === 'web');
  const [pod] = before.cluster.pods;

  it('gives a Service whose name is taken a new name, address and node port', () => {
    const after = addCopies(before, service ? [service] : []);
    const copy = after.cluster.services.at(-1);
    expect(copy?.metadata.name).toBe('web-2');
    expect(copy?.spec.clusterIP).not.toBe(service?.spec.clusterIP);
    expect(copy?.spec.ports?.[0]?.nodePort).not.toBe(30_080);
    expect(after.cluster.services.slice(0, -1)).toEqual(before.cluster.services);
  });

  it('makes a Pod of a Deployment one of its own, beside all that were there', () => {
    const after = addCopies(before, pod ? [pod] : []);
    const copy = after.cluster.pods.at(-1);
    expect(after.cluster.pods).toHaveLength(before.cluster.pods.length + 1);
    expect(copy?.metadata.ownerReferences).toBeUndefined();
    expect(copy?.metadata.labels).toEqual({ app: 'web' });
    expect(copy?.status?.podIP).not.toBe(pod?.status?.podIP);
    expect(copy?.spec.nodeName).toBe(pod?.spec.nodeName);
  });

  it('takes a whole cluster into an empty one as it is', () => {
    const after = addCopies(emptyDocument('empty'), ownObjects(before.cluster));
    expect(namesOf(after)).toEqual(expect.arrayContaining(['Node node1', 'Node node2', 'Service web']));
    expect(after.cluster.nodes.map(({ spec }) => spec.podCIDR)).toEqual(
      before.cluster.nodes.map(({ spec }) => spec.podCIDR),
    );
  });

  it('copies a node as another one, with a podCIDR of its own', () => {
    const after = addCopies(before, before.cluster.nodes.slice(0, 1));
    expect(after.cluster.nodes.map(({ metadata }) => metadata.name)).toEqual(['node1', 'node2', 'node3']);
    expect(new Set(after.cluster.nodes.map(({ spec }) => spec.podCIDR)).size).toBe(3);
  });

  it('changes nothing for nothing', () => {
    expect(addCopies(before, [])).toBe(before);
    expect(allObjects(before.cluster).length).toBeGreaterThan(5);
  });
});
