import type { ClusterObjects } from '../../kubernetes/types';
import { OWNERS } from '../../paste/owners';

/** Words in names of Pods, DaemonSets and images that tell of a writer, where they are not its own name. */
const OTHERWISE: Readonly<Record<string, readonly string[]>> = {
  'AWS VPC CNI': ['aws-node', 'amazon-k8s-cni'],
  'Azure NPM': ['azure-npm'],
  'Weave Net': ['weave'],
  'OVN-Kubernetes': ['ovnkube', 'ovn-kubernetes'],
  'Kube-OVN': ['kube-ovn'],
  'OpenShift SDN': ['openshift-sdn', 'sdn'],
  'Multus policy': ['multi-networkpolicy'],
};

const listWords = (writer: string): readonly string[] => OTHERWISE[writer] ?? [writer.toLowerCase()];

function listNames({ pods, others = [] }: ClusterObjects): string {
  const images = pods.flatMap(({ spec }) => (spec.containers ?? []).flatMap(({ image }) => image ?? []));
  const sets = others.filter(({ kind }) => kind === 'DaemonSet').flatMap(({ metadata }) => metadata?.name ?? []);
  return [...pods.map(({ metadata }) => metadata.name), ...images, ...sets].join(' ').toLowerCase();
}

/**
 * Programs that write rules on nodes beside kube-proxy because objects ask for it: a network that runs as Pods, the
 * plugin for hostPorts.
 */
export function listNeighbours(objects: ClusterObjects): ReadonlySet<string> {
  const names = listNames(objects);
  const found = new Set(
    OWNERS.filter(({ name }) => listWords(name).some((word) => names.includes(word))).map(({ name }) => name),
  );
  const hasHostPort = objects.pods.some(({ spec }) =>
    spec.containers?.some(({ ports }) => ports?.some(({ hostPort }) => hostPort !== undefined)),
  );
  if (hasHostPort) found.add('CNI plugins');
  return found;
}
