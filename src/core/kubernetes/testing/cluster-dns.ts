import { deployment, service } from '../build';
import type { KubernetesObject } from '../types';

const PORTS = [
  { name: 'dns', protocol: 'UDP', port: 53 },
  { name: 'dns-tcp', protocol: 'TCP', port: 53 },
] as const;

/** kube-dns at 10.96.0.10 with so many Pods behind it, on a node or wherever they are placed. */
export function clusterDNS(replicas: number, nodeName?: string): readonly KubernetesObject[] {
  const selector = { 'k8s-app': 'kube-dns' };
  const dns = service('kube-system/kube-dns', { clusterIP: '10.96.0.10', selector, ports: PORTS });
  if (replicas === 0) return [dns];
  const ports = PORTS.map(({ port, ...each }) => ({ ...each, containerPort: port }));
  const on = nodeName === undefined ? {} : { nodeName };
  const containers = [{ name: 'coredns', ports }];
  return [dns, deployment('kube-system/coredns', { replicas, labels: selector, containers, ...on })];
}
