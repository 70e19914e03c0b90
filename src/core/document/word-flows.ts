import { findOwnerService } from '../kubernetes/defaults';
import { listPodIPs, matchesLabels } from '../kubernetes/pods';
import { getNamespace, type ClusterObjects, type PodObject, type ServiceObject } from '../kubernetes/types';
import type { Flow } from './document';

type Aimed = Pick<Flow, 'from' | 'to' | 'port' | 'protocol'>;

const DNS_PORT = 53;
/** `kubectl exec -it tools -- nslookup front`, and what came of it. */
const ASKED_IN = /\bexec\s(?:.{0,80}?\s)?((?:[a-z\d][\w.-]{0,200}))\s(?:.{0,30}?)--\s+(?:nslookup|dig|host|getent)\b/;
const NO_ANSWER =
  /no servers could be reached|Temporary failure in name resolution|could not resolve host|bad address|lookup \S{1,253} on \S{1,60}:53: .{0,60}i\/o timeout/i;
/** `DNS does not work`, `DNS failure`, in somebody’s own words. */
const DNS_FAILS =
  /\b(?:core)?DNS\b.{0,60}\b(?:fail|not work|time[ds]? ?out|broken|unreachable)|\b(?:cannot|can['’]t|not|fails to) resolve\b/i;
/** A Pod that asks a Service which is its own. */
const OWN_SERVICE = /\b(?:itself|themselves (?:via|through|by)|hairpin|its own|own (?:cluster[- ]?ip|service))\b/i;
const LONGEST = 600;
const MOST_LINES = 5000;

const listLines = (texts: readonly string[]): readonly string[] =>
  texts.flatMap((text) => text.split('\n', MOST_LINES)).filter((line) => line.length <= LONGEST);

const nameOf = ({ metadata }: PodObject | ServiceObject) => ({
  namespace: getNamespace({ metadata }),
  name: metadata.name,
});

const isPlaced = ({ spec, status }: PodObject): boolean =>
  !spec.hostNetwork && status?.podIP !== undefined && status.phase !== 'Pending';

const isOfDns = ({ metadata }: PodObject): boolean => /^(?:core|kube-)dns-/.test(metadata.name);

/** The Service of DNS; without one a Pod of CoreDNS. */
function findDns({ services, pods }: ClusterObjects): Aimed['to'] | undefined {
  const service = services.find(
    ({ spec, metadata }) =>
      (spec.ports ?? []).some(({ port, protocol }) => port === DNS_PORT && protocol === 'UDP') &&
      /dns/.test(metadata.name),
  );
  if (service) return { kind: 'service', ...nameOf(service), via: 'clusterIP' };
  const pod = pods.find((each) => isOfDns(each) && isPlaced(each));
  return pod && { kind: 'pod', ...nameOf(pod) };
}

/** The question for a name that nobody answered: of the Pod that asked it, else of any that is not DNS itself. */
function askName(cluster: ClusterObjects, lines: readonly string[]): Aimed | undefined {
  if (!lines.some((line) => NO_ANSWER.test(line) || DNS_FAILS.test(line))) return undefined;
  const to = findDns(cluster);
  const asking = new Set(lines.flatMap((line) => ASKED_IN.exec(line)?.[1] ?? []));
  const pods = cluster.pods.filter((pod) => isPlaced(pod) && !isOfDns(pod));
  const from = pods.find(({ metadata }) => asking.has(metadata.name)) ?? pods[0];
  if (!to || !from) return undefined;
  // Ports of a Pod stand in its containers, which a table does not show: the way to it can be asked without.
  const asked =
    to.kind === 'pod' ? ({ port: 0, protocol: 'icmp' } as const) : ({ port: DNS_PORT, protocol: 'udp' } as const);
  return { from: { kind: 'pod', ...nameOf(from) }, to, ...asked };
}

/** True where an endpoint of a Service is a Pod: by its slices, else by its selector. */
function isBehind({ endpointSlices }: ClusterObjects, service: ServiceObject, pod: PodObject): boolean {
  const slices = endpointSlices.filter(
    (slice) => findOwnerService(slice) === service.metadata.name && getNamespace(slice) === getNamespace(service),
  );
  const listed = slices.flatMap(({ endpoints }) => (endpoints ?? []).flatMap(({ addresses = [] }) => addresses));
  if (listed.length > 0) return listPodIPs(pod).some((address) => listed.includes(address));
  const { selector = {} } = service.spec;
  const isChosen = Object.keys(selector).length > 0 && matchesLabels(pod.metadata.labels, selector);
  return isChosen && getNamespace(pod) === getNamespace(service);
}

const isOfOwn = (line: string): boolean => OWN_SERVICE.test(line) && /service|svc|cluster[- ]?ip/i.test(line);

/** Do words of texts ask about a Pod that asks its own Service? */
export const saysOwnService = (texts: readonly string[]): boolean => listLines(texts).some(isOfOwn);

/** A Pod’s packet to the Service it is behind, where words say that this is what fails. */
function askOwn(cluster: ClusterObjects, lines: readonly string[]): Aimed | undefined {
  if (!lines.some(isOfOwn)) return undefined;
  for (const service of cluster.services.filter(({ metadata }) => metadata.name !== 'kubernetes')) {
    const [port] = service.spec.ports ?? [];
    const pod = cluster.pods.find((each) => isPlaced(each) && isBehind(cluster, service, each));
    if (!pod || !port || service.spec.clusterIP === 'None') continue;
    const to = { kind: 'service', ...nameOf(service), via: 'clusterIP' } as const;
    return {
      from: { kind: 'pod', ...nameOf(pod) },
      to,
      port: port.port,
      protocol: port.protocol === 'UDP' ? 'udp' : 'tcp',
    };
  }
  return undefined;
}

/** Packets that words of the texts ask about, without an address or a port: a name nobody answers for, a Pod and its own Service. */
export function listWordFlows(cluster: ClusterObjects, texts: readonly string[]): readonly Aimed[] {
  const lines = listLines(texts);
  return [askName(cluster, lines), askOwn(cluster, lines)].filter((flow) => flow !== undefined);
}
