import { nameKey } from '../../document/edits/offered-flows';
import { listPodIPs, matchesLabels } from '../../kubernetes/pods';
import {
  getNamespace,
  listClusterIPs,
  listFrontAddresses,
  type ClusterObjects,
  type PodObject,
  type ServiceObject,
  type ServicePort,
} from '../../kubernetes/types';
import { phrase } from '../../lib/phrase';
import { listAskedPlaces, type AskedPlace } from '../../paste/asked-places';
import { findPoolPort } from './asked-pool';
import type { EvidenceFinding } from './evidence-finding';
import type { LinedText } from './evidence-line';
import { quoteWords } from './quoted-words';
import { pathOfService } from './told-pods';

/** The kinds of addresses that are asked. */
type Front = 'clusterIP' | 'balancer' | 'node' | 'pod';

/** Something else that an address was asked at than it answers, of one Service. */
interface Misplaced {
  readonly place: AskedPlace;
  readonly front: Front;
  readonly service: ServiceObject;
  readonly port: ServicePort;
  /** Role of the asked number in that Service. */
  readonly is: 'port' | 'nodePort' | 'targetPort';
}

/** So many wrong places are told. */
const MOST_TOLD = 3;

const listServiceNames = (service: ServiceObject): readonly string[] => [
  ...listFrontAddresses(service).map(({ ip }) => ip),
  ...(service.spec.externalIPs ?? []),
];

/** Is a Pod an endpoint of a Service by what the texts tell? */
const isEndpoint = (told: ClusterObjects, service: ServiceObject, host: string): boolean =>
  told.endpointSlices.some(
    (slice) =>
      getNamespace(slice) === getNamespace(service) &&
      slice.metadata.labels?.['kubernetes.io/service-name'] === service.metadata.name &&
      (slice.endpoints ?? []).some(({ addresses = [] }) => addresses.includes(host)),
  );

/** Does a Service select a Pod by what the texts tell? The numbers of another one's Pods tell nothing of it. */
const isSelected = (service: ServiceObject, pod: PodObject): boolean =>
  !pod.spec.hostNetwork &&
  getNamespace(pod) === getNamespace(service) &&
  matchesLabels(pod.metadata.labels, service.spec.selector);

function findFront(told: ClusterObjects, service: ServiceObject, host: string): Front | undefined {
  if (listClusterIPs(service).includes(host)) return 'clusterIP';
  if (listServiceNames(service).includes(host)) return 'balancer';
  if (told.nodes.some(({ status }) => (status.addresses ?? []).some(({ address }) => address === host))) return 'node';
  const isPod = isEndpoint(told, service, host);
  return isPod || told.pods.some((pod) => isSelected(service, pod) && listPodIPs(pod).includes(host))
    ? 'pod'
    : undefined;
}

/** The numbers that an address of a kind answers of a Service's port. */
const answers = (front: Front, { port, nodePort, targetPort = port }: ServicePort): number | string | undefined =>
  front === 'node' ? nodePort : front === 'pod' ? targetPort : port;

function whatItIs(asked: number, { port, nodePort, targetPort }: ServicePort): Misplaced['is'] | undefined {
  if (asked === nodePort) return 'nodePort';
  if (asked === port) return 'port';
  return asked === targetPort ? 'targetPort' : undefined;
}

/** The Service whose number was asked at an address that answers another one; undefined: the place is right, or none of a Service. */
function findMisplaced(told: ClusterObjects, place: AskedPlace): Misplaced | undefined {
  if (!place.isFailed || place.port === 0) return undefined;
  for (const service of told.services) {
    const front = findFront(told, service, place.host);
    const ports = service.spec.ports ?? [];
    if (front === undefined || service.spec.clusterIP === 'None') continue;
    if (ports.some((each) => answers(front, each) === place.port || typeof answers(front, each) === 'string')) {
      return undefined;
    }
    const port = ports.find((each) => whatItIs(place.port, each) !== undefined);
    const is = port && whatItIs(place.port, port);
    if (port && is) return { place, front, service, port, is };
  }
  return undefined;
}

type AskedId = 'asked-wrong-port' | 'asked-stranger' | 'asked-ping' | 'asked-localhost';

/** A finding on a line that asks, by its id: sentence and next step are its phrases. */
function tellAsked(
  id: AskedId,
  severity: EvidenceFinding['severity'],
  { values, line }: { readonly values: Readonly<Record<string, string>>; readonly line: string },
): EvidenceFinding {
  const next = phrase(`evidence.next.${id}`, values);
  return { id, severity, says: phrase(`evidence.${id}`, values), next, words: [line.trim()] };
}

function sayMisplaced({ place, front, service, port, is }: Misplaced): EvidenceFinding {
  const { host } = place;
  const right = answers(front, port);
  const values = {
    asked: `${host}:${place.port}`,
    front,
    name: nameKey(service),
    is,
    right: right === undefined ? 'none' : `${host}:${right}`,
    nodePort: port.nodePort === undefined ? 'none' : String(port.nodePort),
  };
  return { ...tellAsked('asked-wrong-port', 'error', { values, line: place.line }), path: pathOfService(service) };
}

/** A node port that was asked at an address no Node of the texts has, where they tell addresses of Nodes. */
function findStranger(told: ClusterObjects, place: AskedPlace): readonly EvidenceFinding[] {
  const nodes = told.nodes.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => address));
  const fronts = told.services.flatMap((service) => [...listClusterIPs(service), ...listServiceNames(service)]);
  const pods = told.pods.flatMap(listPodIPs);
  const known = [...nodes, ...fronts, ...pods];
  if (!place.isFailed || !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(place.host) || place.host.startsWith('127.')) return [];
  if (known.includes(place.host)) return [];
  const near = known.find((each) => isSlip(each, place.host));
  const isNodePort = place.port >= LEAST_NODE_PORT && place.port <= GREATEST_NODE_PORT && nodes.length > 0;
  if (near === undefined && !isNodePort) return [];
  const values = {
    asked: place.port === 0 ? place.host : `${place.host}:${place.port}`,
    host: place.host,
    near: near ?? 'none',
    nodes: quoteWords(nodes) || 'none',
    port: String(place.port),
  };
  return [tellAsked('asked-stranger', 'warning', { values, line: place.line })];
}

/** `--service-node-port-range` as it is without being set. */
const LEAST_NODE_PORT = 30_000;
const GREATEST_NODE_PORT = 32_767;

/** Written as the other but for one figure that is wrong, left out or put in: an address that was typed amiss. */
function isSlip(one: string, other: string): boolean {
  const [long, short] = one.length >= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || long === short) return false;
  let at = 0;
  while (at < short.length && long[at] === short[at]) at++;
  const rest = long.length === short.length ? short.slice(at + 1) : short.slice(at);
  // Neighbours in a network differ in their last figure: that is no slip.
  return long.slice(at + 1) === rest && (long.length !== short.length || at < long.lastIndexOf('.'));
}

/** A Service's address that was pinged without an answer: rules are for its ports. */
function findPing(told: ClusterObjects, place: AskedPlace): readonly EvidenceFinding[] {
  if (place.port !== 0 || !place.isFailed) return [];
  const service = told.services.find((each) =>
    [...listClusterIPs(each), ...listServiceNames(each)].includes(place.host),
  );
  if (!service) return [];
  const [port] = service.spec.ports ?? [];
  const values = { host: place.host, name: nameKey(service), port: String(port?.port ?? 'PORT') };
  return [tellAsked('asked-ping', 'info', { values, line: place.line })];
}

const LOCAL = /^(?:localhost|127\.0\.0\.1|::1)$/;
/** `localhost:<node port>`, `localhost:$NODE_PORT`: somebody wrote for others what to put there. */
const LOCAL_WORDS = /\b(?:localhost|127\.0\.0\.1):(?:<[^<>\n]{0,20}port[^<>\n]{0,10}>|\$\{?[A-Z_]{0,20}PORT\b)/i;
const IN_VAIN = /refused|time[ds]? ?out|not work|can['’]?t|cannot|unable|fail/i;
const LONGEST = 600;

/** The line in which a node port was asked at the machine's own address in vain. */
function findLocalLine(texts: readonly LinedText[], places: readonly AskedPlace[], ports: ReadonlySet<number>) {
  const asked = places.find(({ host, port, isFailed }) => isFailed && LOCAL.test(host) && ports.has(port));
  if (asked) return asked.line;
  return texts
    .flatMap(({ text }) => text.split('\n', 5000))
    .find((line) => line.length <= LONGEST && LOCAL_WORDS.test(line) && IN_VAIN.test(line));
}

/** A node port that was asked at localhost. */
function findLocal(
  told: ClusterObjects,
  texts: readonly LinedText[],
  places: readonly AskedPlace[],
): readonly EvidenceFinding[] {
  const open = told.services.flatMap((service) =>
    (service.spec.ports ?? []).flatMap(({ nodePort }) => (nodePort === undefined ? [] : [{ service, nodePort }])),
  );
  const line = findLocalLine(texts, places, new Set(open.map(({ nodePort }) => nodePort)));
  const [first] = open;
  if (line === undefined || !first) return [];
  const addresses = told.nodes.flatMap(({ status }) => (status.addresses ?? []).map(({ address }) => address));
  const values = {
    name: nameKey(first.service),
    service: first.service.metadata.name,
    namespace: getNamespace(first.service),
    port: String(first.nodePort),
    node: addresses[0] ?? 'NODE-ADDRESS',
  };
  return [tellAsked('asked-localhost', 'warning', { values, line: line })];
}

/**
 * Finds what clients of the texts asked in vain, beside what its objects answer: another number of the Service than that address has, an
 * address that nobody has, a Service's address by ping, a node port at localhost. Each is told by the objects alone.
 */
export function findOfAsked(told: ClusterObjects, texts: readonly LinedText[]): readonly EvidenceFinding[] {
  const places = listAskedPlaces(texts.map(({ text }) => text));
  const found = places.flatMap((place): readonly EvidenceFinding[] => {
    const misplaced = findMisplaced(told, place);
    if (misplaced) return [sayMisplaced(misplaced)];
    return [...findPing(told, place), ...findPoolPort(told, place), ...findStranger(told, place)];
  });
  return [...findLocal(told, texts, places), ...found].slice(0, MOST_TOLD);
}
