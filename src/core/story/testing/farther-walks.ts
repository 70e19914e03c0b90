import { exampleById } from '../../../content/examples';
import { sceneById } from '../../../content/scenes';
import type { Document } from '../../document/document';
import { reconcileDocument } from '../../document/edits/cluster';
import { inMode } from '../../document/edits/proxy';
import type { ProxyModeId } from '../../kubernetes/mode-ids';

/** The flow of a document that is walked; its others are taken away. */
function only(document: Document, flow = 0): Document {
  return { ...document, flows: document.flows.slice(flow, flow + 1) };
}

function ofExample(id: string, flow: number, change = (document: Document): Document => document): () => Document {
  const example = exampleById(id);
  if (!example) throw new Error(id);
  return () => only(change(example.document()), flow);
}

function ofScene(id: string, mode?: ProxyModeId): () => Document {
  const scene = sceneById(id);
  if (!scene) throw new Error(id);
  return () => only(mode ? inMode(scene.document(), mode) : scene.document());
}

/** So many Pods behind every headless name that its records do not fit a datagram. */
function withMany(document: Document): Document {
  const deployments = document.cluster.deployments.map((each) =>
    each.metadata.name === 'db' ? { ...each, spec: { ...each.spec, replicas: 40 } } : each,
  );
  return reconcileDocument(document, { deployments });
}

/** The document with proxies that say the client's address in front of the data. */
function withProxyProtocol(document: Document): Document {
  const services = document.cluster.services.map((each) => ({
    ...each,
    metadata: {
      ...each.metadata,
      annotations: { 'rulewalk/load-balancer': 'proxy, nodes, round-robin, proxy-protocol' },
    },
  }));
  return { ...document, cluster: { ...document.cluster, services } };
}

/**
 * Walks that are more than one connection through one network, by what is special about them: each a document with one
 * flow. What leaves the page is checked with all of them.
 */
export const FARTHER_WALKS = {
  ingress: ofExample('ingress', 0),
  'ingress that answers 404': ofExample('ingress', 2),
  gateway: ofExample('ingress', 3),
  'ingress over eBPF': ofScene('by-path', 'ebpf'),
  name: ofExample('names', 0),
  'name of a port': ofExample('names', 2),
  'name over eBPF': ofScene('a-name', 'ebpf'),
  'name whose answer is cut off': ofExample('names', 1, withMany),
  'name asked of the cache of the node': ofExample('node-local-dns', 0),
  'balancer that proxies': ofExample('load-balancer-outside', 0),
  'balancer with PROXY protocol': ofExample('load-balancer-outside', 0, withProxyProtocol),
  'balancer that passes on': ofExample('load-balancer-outside', 1),
  'address a node announces': ofExample('load-balancer-outside', 2),
  'balancer with NAT that keeps the source': ofExample('load-balancer-nat', 0),
  'balancer with NAT that hides the source': ofExample('load-balancer-nat', 1),
  'balancer with NAT to Pods': ofExample('load-balancer-nat', 2),
  'VXLAN of Calico': ofExample('pod-networks', 0),
  'VXLAN of flannel': ofScene('through-vxlan'),
  IPIP: ofScene('through-ipip'),
  'a socket of eBPF': ofScene('why-this-pod', 'ebpf'),
  'eBPF from outside': ofScene('any-node', 'ebpf'),
  'a virtual switch of Windows': ofScene('on-windows'),
  'a proxying process': ofScene('in-userspace'),
} as const satisfies Readonly<Record<string, () => Document>>;
