import { endpointTest, madeUpTest, workloadTest } from '../../document/edits/made-up';
import { nameKey } from '../../document/edits/offered-flows';
import { findKindConfig, withKindNodes } from '../../document/edits/kind-cluster';
import { readKubeProxySettings } from '../../document/edits/cluster-config';
import type { Document, Flow } from '../../document/document';
import { GATEWAY_ID } from '../../kubernetes/network';
import { hasEnded, listPodIPs, matchesLabels, tellsLabels } from '../../kubernetes/pods';
import { findOwnerService } from '../../kubernetes/defaults';
import {
  getNamespace,
  listClusterIPs,
  listFrontAddresses,
  type ClusterObjects,
  type EndpointSliceObject,
  type PodObject,
  type ServiceObject,
} from '../../kubernetes/types';
import { ADDRESS_OF_NAME } from '../../formats/kubectl-table/table-ports';
import { countUnnamed } from '../../kubernetes/unnamed-endpoints';
import { phrase, type Phrase } from '../../lib/phrase';
import { formatIp } from '../../net/ip';
import { hasPorts, type Packet } from '../../net/packet';
import type { Outcome } from '../../sim/trace';
import { CILIUM_COMMANDS } from '../../paste/machine/cilium-words';
import type { StatedFacts } from '../../paste/machine/told-words';
import { quoteWords } from './quoted-words';

/** A value that no object of the texts tells. */
export interface ClusterGuess {
  readonly id:
    | 'pods'
    | 'place'
    | 'readiness'
    | 'listener'
    | 'control-plane'
    | 'routes'
    | 'nodes'
    | 'release'
    | 'mode'
    | 'cilium'
    | 'ovn';
  readonly says: Phrase;
  /** The command whose output tells it. */
  readonly settledBy: string;
  /** True where the walk would end otherwise, were it not so. */
  readonly decides: boolean;
  /** Nothing is known of what is behind it: the end of the walk is no answer, even if it holds. */
  readonly isBlind?: true;
}

/** A walk whose guesses are asked for. */
export interface GuessedWalk {
  /** The objects as the texts tell them. */
  readonly told: ClusterObjects;
  /** The cluster that was walked. */
  readonly walked: ClusterObjects;
  readonly document: Pick<Document, 'mode' | 'release'>;
  /** Facts that the texts, or who asks, state in words. */
  readonly words?: Pick<StatedFacts, 'release' | 'mode' | 'cilium' | 'isOvn'> | undefined;
  /** A way the walk can go; absent: none is meant. */
  readonly outcome?: Pick<Outcome, 'arrived' | 'answered' | 'disposition'>;
  /** The port that was asked last on it, and the address where it was asked by one. */
  readonly port?: number;
  readonly address?: string | undefined;
  /** The client that asks; absent: none is meant. */
  readonly from?: Flow['from'];
}

/** Lists the values a walk through pasted objects needed and none of them tells, those that decide it first. */
export function listClusterGuesses(walk: GuessedWalk): readonly ClusterGuess[] {
  return [...guessCilium(walk), ...guessOvn(walk), ...guessesOfWay(walk), ...guessesOfCluster(walk)];
}

/** Cilium runs, and rules of kube-proxy and a bridge were walked: none of them is known to meet the packet. */
function guessCilium({ words, document }: GuessedWalk): readonly ClusterGuess[] {
  if (words?.cilium === undefined || (document.mode === 'ebpf' && words.cilium !== 'whole')) return [];
  const isWalked = document.mode === 'ebpf';
  const says = phrase('evidence.guess.cilium', { part: isWalked ? 'flags' : words.cilium });
  const rest = isWalked ? { decides: false } : { decides: true, isBlind: true as const };
  return [{ id: 'cilium', says, settledBy: CILIUM_COMMANDS, ...rest }];
}

/** OVN-Kubernetes carries the Services: kube-proxy’s rules, by which the walk goes, are not on the node. */
function guessOvn({ words }: GuessedWalk): readonly ClusterGuess[] {
  if (!words?.isOvn) return [];
  const says = phrase('evidence.guess.ovn');
  return [{ id: 'ovn', says, settledBy: 'ovn-nbctl lb-list', decides: true, isBlind: true }];
}

/** Pods that a Service of policy Local may lead to and that no text places; what is dropped or arrives hangs on where they are. */
function* guessPlaces({ told, walked, outcome, from, document }: GuessedWalk): Generator<ClusterGuess> {
  if (outcome?.disposition.kind !== 'DROPPED' && !outcome?.arrived) return;
  // The policy for packets from outside is none for a client inside but in IPVS, whose virtual servers know no clients (pkg/proxy/ipvs: syncEndpoint).
  const isExternal = from?.kind === 'external';
  const seesExternal = from === undefined || isExternal || document.mode === 'ipvs';
  const local = told.services.filter(
    ({ spec }) =>
      (seesExternal && spec.externalTrafficPolicy === 'Local') ||
      (!isExternal && spec.internalTrafficPolicy === 'Local'),
  );
  const placed = new Set([
    ...told.pods.flatMap((pod) => (pod.spec.nodeName === undefined ? [] : listPodIPs(pod))),
    ...told.endpointSlices.flatMap(({ endpoints }) =>
      (endpoints ?? []).flatMap(({ nodeName, addresses }) => (nodeName ? (addresses ?? []) : [])),
    ),
  ]);
  const isOfLocal = (pod: PodObject): boolean =>
    local.some(
      (service) =>
        getNamespace(service) === getNamespace(pod) && matchesLabels(pod.metadata.labels, service.spec.selector),
    );
  const lost = walked.pods.find((pod) => isOfLocal(pod) && !listPodIPs(pod).some((ip) => placed.has(ip)));
  if (!lost || walked.nodes.length < 2) return;
  const says = phrase('evidence.guess.place', { name: nameKey(lost), node: lost.spec.nodeName ?? '?' });
  yield { id: 'place', says, settledBy: 'kubectl get pods -A -o wide', decides: true };
}

function* guessesOfWay(walk: GuessedWalk): Generator<ClusterGuess> {
  const { outcome, walked } = walk;
  yield* guessPlaces(walk);
  if (outcome?.disposition.kind === 'NO_SOCKET') {
    const refuser = walked.pods.find((pod) => nameKey(pod) === outcome.disposition.netns);
    const port = outcome.disposition.reason.values?.['port'] ?? walk.port ?? '?';
    if (refuser) yield* guessSilence(refuser, walk, String(port));
  }
  if (outcome?.disposition.kind === 'NO_ROUTE' && outcome.disposition.netns === GATEWAY_ID) {
    yield guessHolder(walk);
  }
  if (!outcome?.answered || !outcome.arrived) return;
  const address = formatIp(outcome.arrived.dst);
  const receiver = walked.pods.find(
    (pod) => !pod.spec.hostNetwork && !hasEnded(pod) && listPodIPs(pod).includes(address),
  );
  if (receiver) yield* guessesOfPod(receiver, walk, outcome.arrived);
  else yield* guessControlPlane(address, walk);
}

/** A packet that a made-up router got and knows no way for: an address that nothing has which the texts show is anybody's. */
function guessHolder({ address, walked }: GuessedWalk): ClusterGuess {
  const held = [
    ...walked.pods.flatMap(listPodIPs),
    ...walked.services.flatMap((service) => [
      ...listClusterIPs(service),
      ...listFrontAddresses(service).map(({ ip }) => ip),
    ]),
    ...walked.nodes.flatMap(({ status }) => (status.addresses ?? []).map((each) => each.address)),
  ];
  const told = { id: 'routes', decides: true, isBlind: true } as const;
  if (address === undefined || held.includes(address)) {
    return { ...told, says: phrase('evidence.guess.routes', { at: GATEWAY_ID }), settledBy: 'ip route show table all' };
  }
  const says = phrase('evidence.guess.holder', { at: GATEWAY_ID, address });
  return { ...told, says, settledBy: `ip route get ${address}; ip neigh` };
}

const isOfControlPlane = (slice: EndpointSliceObject): boolean =>
  getNamespace(slice) === 'default' && findOwnerService(slice) === 'kubernetes';

/** The API server that every cluster has: where no object tells of it, where it is and that it runs. */
function* guessControlPlane(address: string, { told, walked }: GuessedWalk): Generator<ClusterGuess> {
  const own = walked.endpointSlices.filter(isOfControlPlane).flatMap(({ endpoints }) => endpoints ?? []);
  const isItself = own.some(({ addresses = [] }) => addresses.includes(address));
  if (!isItself || told.endpointSlices.some(isOfControlPlane)) return;
  const says = phrase('evidence.guess.control-plane', { address });
  yield { id: 'control-plane', says, settledBy: 'kubectl get svc,endpointslices -n default', decides: true };
}

/** A Pod that refuses: which ports containers declare tells nothing of where they listen, and nobody asked the Pod. */
function* guessSilence(pod: PodObject, { told }: GuessedWalk, port: string): Generator<ClusterGuess> {
  if (madeUpTest(told)(pod)) return yield guessMade(pod);
  const ports = (pod.spec.containers ?? []).flatMap((each) => each.ports ?? []);
  const declared = quoteWords(ports.map(({ containerPort }) => String(containerPort)));
  const values = { name: nameKey(pod), port, declared: declared === '' ? 'none' : declared };
  yield {
    id: 'listener',
    says: phrase('evidence.guess.silence', values),
    settledBy: commandForSockets(pod),
    decides: true,
  };
}

const guessMade = (pod: PodObject): ClusterGuess => ({
  id: 'pods',
  says: phrase('evidence.guess.pods', { name: pod.metadata.name }),
  settledBy: `kubectl -n ${getNamespace(pod)} get pods -o wide --show-labels`,
  decides: true,
});

/** A test of Pods: whether a text lists one without its labels, and it was given some for its name. */
function namesakeTest({ told }: GuessedWalk): (pod: PodObject) => boolean {
  const bare = new Set(told.pods.filter((each) => !tellsLabels(each)).map(nameKey));
  return (pod) => bare.has(nameKey(pod)) && tellsLabels(pod);
}

/** Services with such Pods, and without endpoints in the texts. */
function listOfNamesakes(walk: GuessedWalk, pods: readonly PodObject[]): readonly ServiceObject[] {
  const { told, walked } = walk;
  const served = new Set(told.endpointSlices.map((each) => `${getNamespace(each)}/${findOwnerService(each) ?? ''}`));
  const alike = pods.filter(namesakeTest(walk));
  const isTheirs = (service: ServiceObject, pod: PodObject): boolean =>
    getNamespace(service) === getNamespace(pod) && matchesLabels(pod.metadata.labels, service.spec.selector);
  return walked.services.filter(
    (service) => !served.has(nameKey(service)) && alike.some((pod) => isTheirs(service, pod)),
  );
}

/** Told Pods that were taken to be a Service's by their name. */
function* guessNamesakes(pod: PodObject, walk: GuessedWalk): Generator<ClusterGuess> {
  const [service] = listOfNamesakes(walk, [pod]);
  if (!service) return;
  const says = phrase('evidence.guess.namesake', { name: nameKey(pod), service: nameKey(service) });
  const settledBy = `kubectl -n ${getNamespace(pod)} get endpointslices`;
  yield { id: 'pods', says, settledBy, decides: true };
}

const commandForSockets = ({ metadata }: PodObject): string =>
  `kubectl -n ${getNamespace({ metadata })} exec ${metadata.name} -- ss -lntu`;

function* guessesOfPod(pod: PodObject, walk: GuessedWalk, arrived: Packet): Generator<ClusterGuess> {
  const { told } = walk;
  if (madeUpTest(told)(pod)) return yield guessMade(pod);
  yield* guessNamesakes(pod, walk);
  const key = nameKey(pod);
  const namespace = getNamespace(pod);
  const own = told.pods.find((each) => nameKey(each) === key);
  const isEndpoint = endpointTest(told)(pod);
  const isOfWorkload = workloadTest(told)(pod);
  if (own?.status?.conditions === undefined && !isEndpoint) {
    const settledBy = `kubectl -n ${namespace} get pods -o wide`;
    const says = phrase('evidence.guess.readiness', { name: key });
    yield { id: 'readiness', says, settledBy, decides: true };
  }
  if (own && (own.spec.containers ?? []).length === 0) yield guessSocket(pod, isEndpoint);
  else if (own || isOfWorkload) yield* guessListener(pod, arrived);
}

/** A Pod whose containers are not in the texts; an endpoint that Kubernetes lists counts as one that is there. */
const guessSocket = (pod: PodObject, isEndpoint: boolean): ClusterGuess => ({
  id: 'listener',
  says: phrase('evidence.guess.containers', { name: nameKey(pod) }),
  settledBy: commandForSockets(pod),
  decides: !isEndpoint,
});

function* guessListener(pod: PodObject, arrived: Packet): Generator<ClusterGuess> {
  const { containers = [] } = pod.spec;
  if (!hasPorts(arrived.l4)) return;
  const { dport, proto } = arrived.l4;
  const ports = containers.flatMap((container) => container.ports ?? []);
  const isTold = ports.some(
    ({ containerPort, protocol = 'TCP' }) => containerPort === dport && protocol.toLowerCase() === proto,
  );
  if (isTold) return;
  const declared = quoteWords(ports.map(({ containerPort }) => String(containerPort)));
  const values = { name: nameKey(pod), port: String(dport), declared: declared === '' ? 'none' : declared };
  const says = phrase('evidence.guess.listener', values);
  yield { id: 'listener', says, settledBy: commandForSockets(pod), decides: true };
}

/** So many Services are named. */
const MOST_NAMED = 5;

/** Services behind which Pods were made up, or were taken by their names: no text tells who stands there. */
function* guessBacking(walk: GuessedWalk): Generator<ClusterGuess> {
  const { told, walked } = walk;
  const made = walked.pods.filter(madeUpTest(told));
  const isBacked = (service: ServiceObject): boolean =>
    made.some(
      (pod) => getNamespace(pod) === getNamespace(service) && matchesLabels(pod.metadata.labels, service.spec.selector),
    );
  const invented = walked.services.filter(isBacked).map(nameKey);
  const named = listOfNamesakes(walk, walked.pods)
    .map(nameKey)
    .filter((name) => !invented.includes(name));
  const settledBy = 'kubectl get pods,endpointslices -A -o wide';
  for (const [kind, names] of [
    ['made', invented],
    ['named', named],
  ] as const) {
    if (names.length === 0) continue;
    const shown = quoteWords(names.slice(0, MOST_NAMED)) + (names.length > MOST_NAMED ? ', …' : '');
    const says = phrase('evidence.guess.backing', { names: shown, kind, count: made.length });
    yield { id: 'pods', says, settledBy, decides: false };
  }
}

/** Services of which a listing that was cut short names not every endpoint: those are drawn, too. */
function* guessUnnamed({ walked }: GuessedWalk): Generator<ClusterGuess> {
  for (const service of walked.services) {
    const count = countUnnamed(service);
    if (count === 0) continue;
    const says = phrase('evidence.guess.unnamed', { name: nameKey(service), count });
    const settledBy = `kubectl -n ${getNamespace(service)} get endpointslices -o yaml`;
    yield { id: 'pods', says, settledBy, decides: false };
  }
}

/** Nodes that are called by an address, where no text tells another. */
function* guessAddresses({ told }: GuessedWalk): Generator<ClusterGuess> {
  const named = told.nodes.filter(({ metadata }) => metadata.annotations?.[ADDRESS_OF_NAME] !== undefined);
  if (named.length === 0) return;
  const names = quoteWords(named.slice(0, MOST_NAMED).map(({ metadata }) => metadata.name));
  const says = phrase('evidence.guess.node-addresses', { names, count: named.length });
  yield { id: 'nodes', says, settledBy: 'kubectl get nodes -o wide', decides: false };
}

function* guessesOfCluster(walk: GuessedWalk): Generator<ClusterGuess> {
  const { told, walked, document } = walk;
  yield* guessUnnamed(walk);
  yield* guessAddresses(walk);
  if (walk.outcome === undefined) yield* guessBacking(walk);
  const housed = withKindNodes(told);
  const { mode, release } = readKubeProxySettings(housed);
  const hasNamedNodes = housed.pods.some(({ spec }) => spec.nodeName) || told.endpointSlices.length > 0;
  if (housed.nodes.length === 0 && !hasNamedNodes) {
    const says = phrase('evidence.guess.nodes', { count: walked.nodes.length });
    yield { id: 'nodes', says, settledBy: 'kubectl get nodes -o wide', decides: false };
  }
  if (release === undefined && walk.words?.release === undefined && document.mode !== 'ebpf') {
    const says = phrase('evidence.guess.release', { release: document.release });
    yield { id: 'release', says, settledBy: 'kubectl get nodes -o wide', decides: false };
  }
  if (mode === undefined && walk.words?.mode === undefined && document.mode !== 'ebpf') {
    const says = phrase('evidence.guess.mode', { mode: document.mode, kind: findKindConfig(told) ? 'kind' : 'none' });
    const settledBy = 'kubectl -n kube-system get configmap kube-proxy -o yaml';
    yield { id: 'mode', says, settledBy, decides: false };
  }
}
