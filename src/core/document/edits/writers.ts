import { dnsServiceOf } from '../../kubernetes/dns/cluster-dns';
import { nodeSettings } from '../../kubernetes/network/node-settings';
import { getNamespace, type OtherObject, type ServiceObject } from '../../kubernetes/types';
import { PROXY, type WriterId, type WriterOrder } from '../../kubernetes/writers';
import type { Document } from '../document';
import { settle } from './cluster';
import { changeNodeSettings } from './nodes';

/** Switches a program that writes rules on a node on or off; the DNS cache brings the Service it asks what it does not know. */
export function turnWriter(
  document: Document,
  name: string,
  { id, on }: { readonly id: WriterId; readonly on: boolean },
): Document {
  const node = document.cluster.nodes.find(({ metadata }) => metadata.name === name);
  const { writers = [] } = node ? nodeSettings(node) : {};
  const others = writers.filter((each) => each !== id);
  const turned = changeNodeSettings(document, { writers: on ? [...before(id, others), id] : others }, name);
  return on && id === 'nodelocaldns' ? withUpstream(turned) : turned;
}

/** A Pod that is told the address of a Service starts after kube-proxy; other programs where they stand. */
function before(id: WriterId, others: WriterOrder): WriterOrder {
  return id === 'nodelocaldns' && !others.includes(PROXY) ? [...others, PROXY] : others;
}

/** With kube-dns-upstream of nodelocaldns.yaml: the Pods of kube-dns by an address that no cache takes. */
function withUpstream(document: Document): Document {
  const { services } = document.cluster;
  const dns = dnsServiceOf(document.cluster);
  if (!dns || services.some(({ metadata }) => metadata.name === 'kube-dns-upstream')) return document;
  const ports = [
    { name: 'dns', protocol: 'UDP', port: 53, targetPort: 53 },
    { name: 'dns-tcp', protocol: 'TCP', port: 53, targetPort: 53 },
  ] as const;
  const upstream: ServiceObject = {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'kube-dns-upstream', namespace: getNamespace(dns), labels: { 'k8s-app': 'kube-dns' } },
    spec: { ...(dns.spec.selector ? { selector: dns.spec.selector } : {}), ports },
  };
  return settle(document, { services: [...services, upstream] });
}

/** The DaemonSet of nodelocaldns.yaml among objects is a DNS cache on every node. */
export function withDaemonSets(document: Document, others: readonly OtherObject[] = []): Document {
  const isThere = others.some(
    ({ kind, ...object }) => kind === 'DaemonSet' && CACHE_IMAGE.test(JSON.stringify(object)),
  );
  if (!isThere) return document;
  const id = 'nodelocaldns';
  return document.cluster.nodes.reduce((next, node) => {
    const isOn = nodeSettings(node).writers?.includes(id);
    return isOn ? next : turnWriter(next, node.metadata.name, { id, on: true });
  }, document);
}

/** `registry.k8s.io/dns/k8s-dns-node-cache:1.26.4` */
const CACHE_IMAGE = /"image":"[^"]*\bk8s-dns-node-cache\b/;
