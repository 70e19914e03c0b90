import { type ServiceObject, getNamespace, type ClusterObjects } from '../../kubernetes/types';
import { phrase, type Phrase, type PhraseIdBelow } from '../../lib/phrase';
import { byOwner } from '../../kubernetes/complete';
import { nodeSettings } from '../../kubernetes/network/node-settings';
import type { CiliumSettings } from '../../kubernetes/proxy/ebpf/cilium-config';
import { isLegacy } from '../../kubernetes/proxy/ebpf/program-hosts';
import { getMinor } from '../../kubernetes/release';

/** A cluster in two panes: one of kube-proxy's Linux modes, and Cilium. */
interface ComparedCluster {
  readonly cluster: ClusterObjects;
  readonly settings: CiliumSettings;
  /** Release of Cilium: `1.19`. */
  readonly release: string;
}

type BeyondId = PhraseIdBelow<'compare.beyond'>;

/** Which Services, Pods or nodes a difference is about; none: the cluster does not have it. */
type About = (compared: ComparedCluster) => readonly string[];

/** So many are named. */
const NAMED = 3;
/** From here on maps have an entry for all other ports of an address. */
const WILDCARDS = 19;

const nameOf = (object: ServiceObject): string => `${getNamespace(object)}/${object.metadata.name}`;

const services =
  (has: (service: ServiceObject, compared: ComparedCluster) => boolean): About =>
  (compared) =>
    compared.cluster.services
      .filter((service) => hasAddress(service) && has(service, compared))
      .map((service) => nameOf(service));

const hasAddress = ({ spec }: ServiceObject): boolean =>
  spec.type !== 'ExternalName' && spec.clusterIP !== undefined && spec.clusterIP !== 'None' && spec.clusterIP !== '';

const hasNodePort = ({ spec }: ServiceObject): boolean =>
  (spec.ports ?? []).some(({ nodePort }) => nodePort !== undefined && nodePort !== 0);

const balancerIps = ({ status }: ServiceObject): readonly string[] =>
  (status?.loadBalancer?.ingress ?? []).flatMap(({ ip }) => ip ?? []);

/** Endpoints that take connections, by their address. */
function countReady(service: ServiceObject, { cluster }: ComparedCluster): number {
  const slices = byOwner(cluster.endpointSlices ?? []).get(nameOf(service)) ?? [];
  const ready = slices.flatMap(({ endpoints = [] }) =>
    endpoints.filter(({ conditions }) => conditions?.ready !== false),
  );
  return new Set(ready.flatMap(({ addresses }) => addresses)).size;
}

/** Ways to ask one port of a Service. */
function countFrontends(service: ServiceObject): number {
  const { clusterIPs, externalIPs = [] } = service.spec;
  return (clusterIPs?.length ?? 1) + externalIPs.length + balancerIps(service).length + (hasNodePort(service) ? 1 : 0);
}

const isReplaced = ({ settings }: ComparedCluster): boolean => settings['kube-proxy-replacement'];

/** By the numbers of the list in the specification; in that order. */
const BEYOND: Readonly<Record<BeyondId, About>> = {
  // 2
  'asked-address': services((_, { settings }) => !settings['bpf-lb-sock-hostns-only']),
  // 3
  'own-table': services((service, compared) => countReady(service, compared) > 0),
  // 10
  'from-outside': services((_, { settings }) => !settings['bpf-lb-external-clusterip']),
  // 11
  'other-ports': services(
    (_, { settings, release }) => settings['bpf-lb-wildcard-entries'] && getMinor(release) >= WILDCARDS,
  ),
  // 15
  'affinity-frontends': services(
    (service) => service.spec.sessionAffinity === 'ClientIP' && countFrontends(service) > 1,
  ),
  // 17
  choice: services((service, compared) => countReady(service, compared) > 1),
  // 18
  'removed-udp': services(
    (service, compared) =>
      (service.spec.ports ?? []).some(({ protocol }) => protocol === 'UDP') && countReady(service, compared) > 0,
  ),
  // 19
  'rules-of-others': ({ cluster, settings }) =>
    isLegacy(settings)
      ? []
      : cluster.nodes
          .filter((node) => (nodeSettings(node).writers ?? []).some((id) => id !== 'kube-proxy' && id !== 'kubelet'))
          .map(({ metadata }) => metadata.name),
  // 20
  'node-addresses': services((service, compared) => isReplaced(compared) && hasNodePort(service)),
  // 21
  'balancer-node-port': services(
    (service, compared) => isReplaced(compared) && hasNodePort(service) && balancerIps(service).length > 0,
  ),
  // 22
  'bound-port': services((service, compared) => isReplaced(compared) && hasNodePort(service)),
  // 23
  'host-port': ({ cluster }) =>
    cluster.pods
      .filter(({ spec }) => (spec.containers ?? []).some(({ ports = [] }) => ports.some(({ hostPort }) => hostPort)))
      .map((pod) => `${getNamespace(pod)}/${pod.metadata.name}`),
};

/**
 * Differences between Cilium and kube-proxy in a cluster that no flow's end shows: what is seen on the wire or remembered, how
 * is chosen among many, what becomes of connections later. Each with whom it is about
 * (Documentation/network/kubernetes/kubeproxy-free.rst).
 */
export function beyondFlows(compared: ComparedCluster): readonly Phrase[] {
  return Object.entries(BEYOND).flatMap(([id, about]) => {
    const names = about(compared);
    if (names.length === 0) return [];
    const shown = [...names.slice(0, NAMED), ...(names.length > NAMED ? [`… (${names.length})`] : [])].join(', ');
    return [phrase(`compare.beyond.${id as BeyondId}`, { names: shown })];
  });
}
