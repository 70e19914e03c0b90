import fc from 'fast-check';
import { emptyDocument, type Document, type Flow, type FlowSource, type FlowTarget } from '../../document/document';
import { addFlow, replaceCluster } from '../../document/edits/cluster';
import { inMode } from '../../document/edits/proxy';
import { PROXY_MODE_IDS } from '../../kubernetes/mode-ids';
import { SETTINGS, typedCluster } from '../../kubernetes/testing/arbitrary-cluster';
import type { ClusterObjects } from '../../kubernetes/types';

const VIAS = ['clusterIP', 'clusterIP', 'nodePort', 'externalIP', 'loadBalancer'] as const;

/** Numbers that pick ends of flows from whatever a cluster has. */
const picks = fc.array(fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99), fc.nat(9)), { minLength: 2, maxLength: 4 });

function sourceOf({ pods, nodes }: ClusterObjects, nth: number): FlowSource {
  if (nth % 5 === 0) return { kind: 'external' };
  const pod = pods[nth % Math.max(1, pods.length)];
  if (nth % 5 === 1 || !pod)
    return { kind: 'node', name: nodes[nth % Math.max(1, nodes.length)]?.metadata.name ?? 'node1' };
  return { kind: 'pod', namespace: 'default', name: pod.metadata.name };
}

function targetOf(
  { services, pods, nodes }: ClusterObjects,
  nth: number,
  via: number,
): { readonly to: FlowTarget; readonly port: number; readonly protocol: Flow['protocol'] } {
  const service = services[nth % Math.max(1, services.length)];
  const pod = pods[nth % Math.max(1, pods.length)];
  if ((nth % 6 === 0 || !service) && pod) {
    return {
      to: { kind: 'pod', namespace: 'default', name: pod.metadata.name },
      port: nth % 4 === 0 ? 9 : 8080,
      protocol: 'tcp',
    };
  }
  const port = service?.spec.ports?.[nth % Math.max(1, service.spec.ports.length)];
  const protocol = (port?.protocol?.toLowerCase() ?? 'tcp') as Flow['protocol'];
  const node = nodes[via % Math.max(1, nodes.length)]?.metadata.name ?? 'node1';
  const by = VIAS[via % VIAS.length] ?? 'clusterIP';
  const to: FlowTarget = {
    kind: 'service',
    namespace: 'default',
    name: service?.metadata.name ?? 's0',
    via: by,
    ...(by === 'nodePort' ? { node } : {}),
  };
  return { to, port: port?.port ?? 80, protocol };
}

/** A cluster with some flows, in each of the four modes. */
export const randomDocuments: fc.Arbitrary<readonly Document[]> = fc
  .tuple(typedCluster, picks, fc.nat(1000))
  .map(([cluster, picked, seed]) => {
    const empty = { ...emptyDocument('random'), seed, settings: SETTINGS };
    const document = replaceCluster(empty, cluster);
    const settled = document.cluster;
    const flowed = picked.reduce(
      (so, [from, to, via]) => addFlow(so, { from: sourceOf(settled, from), ...targetOf(settled, to, via) }),
      document,
    );
    return PROXY_MODE_IDS.map((mode) => inMode(flowed, mode));
  });
