import type { Document } from '../../../core/document/document';
import { getNamespace } from '../../../core/kubernetes/types';
import type { PodObject, ServiceObject } from '../../../core/kubernetes/types';
import { formatIp } from '../../../core/net/ip';
import { isMachine } from '../../../core/paste/sender';
import type { NodeDifference } from '../../../core/timeline/moment';
import { stateOfPod } from '../../../core/kubernetes/pods';
import type { Lens, LensPicture } from '../../../core/story/lens';
import type { Moment, StoryEnd } from '../../../core/story/moment';
import type { Bench, NetnsView, RunResult } from '../../../engine/protocol';
import { splitName } from '../../common/texts.model';
import { flattenedSteps } from '../../../store/selectors';

/** A box with a socket on the stage: a Pod, a process on a node, a machine outside. */
export interface Actor {
  /** Of the namespace; a process on a node: `node1 kube-proxy`. */
  readonly id: string;
  readonly kind: 'pod' | 'process' | 'outside';
  readonly name: string;
  /** As sentences call it: whom no object names by its address, too, `Pod 10.244.0.9`. */
  readonly said: string;
  readonly namespace?: string;
  readonly address: string;
  /** Of the label the Service asks for: `app=web`. */
  readonly label?: string;
  /** May the Service's packets end here? */
  readonly endpoint: boolean;
  /** Does the shown walk come by? */
  readonly visited: boolean;
  /** As its Pod is not ready: said in a word. */
  readonly state?: 'notReady' | 'terminating';
}

/** A node with those that stand on it. */
export interface Host {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly actors: readonly Actor[];
  /** Nobody has a name for it: its title ends with its address. */
  readonly nameless?: true;
  /** Texts of others tell that the way leads there, and nothing more. */
  readonly inferred?: true;
  /** Present where the node's rules at this moment of the script are not those of the objects that are stored. */
  readonly differs?: NodeDifference;
}

/** How the address in the pill is a Service's, for the words beside it. */
export type ServicePillNote =
  | { readonly kind: 'nowhere' | 'nodePort' }
  | { readonly kind: 'device'; readonly device: string };

/** The Service as the client asked for it. */
export interface ServicePill {
  readonly namespace: string;
  readonly name: string;
  /** `10.96.0.10:80`, as it was dialled. */
  readonly text: string;
  readonly note: ServicePillNote;
  /** `app=nobody`: the label its Pods must carry. */
  readonly selector?: string;
}

/** A Service that is asked from one of the walk's moments on: a name server's first, where the walk asks for a name. */
interface TargetService {
  readonly from: number;
  /** Absent: the walk has its answer from a name server, and goes to an address that is no Service's. */
  readonly pill?: ServicePill;
  /** Endpoints the Service may choose; absent: those of the cast. */
  readonly endpoints?: ReadonlySet<string>;
}

/** Everybody who has a part in a walk, whatever the moment. */
export interface StoryCast {
  /** Of the Service that is asked first. */
  readonly pill?: ServicePill;
  readonly asked: readonly TargetService[];
  readonly hosts: readonly Host[];
  readonly outside: readonly Actor[];
  /** Actor whose packet is followed. */
  readonly source: string | undefined;
  readonly endpoints: readonly string[];
  /** Actors a choice is made among, in the order they are asked: one list a choice. */
  readonly offered: readonly (readonly string[])[];
  /**
   * Actors that are chosen at any of the walk's moments: they stand there from the first one on, as those do that could
   * be.
   */
  readonly takers: ReadonlySet<string>;
  /** Pods the Services ask for, ready or not: strangers give way to them. */
  readonly wanted: ReadonlySet<string>;
}

interface Played {
  readonly document: Document;
  readonly bench: Pick<Bench, 'netns' | 'moment'>;
  readonly result: RunResult;
  readonly moments: readonly Moment[];
  readonly lenses: readonly Lens[];
}

/** The actor at the end of a leg in a namespace: a Pod's and an outside machine's is the namespace's, a node's the process. */
function actorId(netns: NetnsView | undefined, id: string, process: string): string {
  return netns?.kind === 'node' ? `${id} ${process}` : id;
}

/** As the simulator calls who sends what no process asked for. */
const KERNEL = 'kernel';

/** Ends of the walk: who made a packet and whom it was given to. */
interface Ends {
  readonly visited: ReadonlySet<string>;
  readonly processes: ReadonlyMap<string, { readonly netns: string; readonly name: string }>;
  readonly endpoints: ReadonlySet<string>;
  /** Actors at the ends; where nobody gets the packet, those a choice is made among. */
  readonly may: ReadonlySet<string>;
  readonly source: string | undefined;
}

function makeEnds({ bench, result }: Played, offered: StoryCast['offered']): Ends {
  const byId = new Map(bench.netns.map((netns) => [netns.id, netns]));
  const visited = new Set<string>();
  const endpoints = new Set<string>();
  const processes = new Map<string, { netns: string; name: string }>();
  let source: string | undefined;
  const meet = (netns: string, process: string): string => {
    const id = actorId(byId.get(netns), netns, process);
    // The kernel answers by itself: nobody stands there.
    if (id !== netns && process !== KERNEL) processes.set(id, { netns, name: process });
    return id;
  };
  for (const { netns, data } of flattenedSteps(result)) {
    if (data.kind === 'originate') {
      const id = meet(netns, data.by);
      visited.add(id);
      source ??= id;
    } else if (data.kind === 'deliver') visited.add(meet(netns, data.to));
    else visited.add(netns);
  }
  for (const { disposition } of result.outcomes) {
    if (disposition.kind === 'DELIVERED') endpoints.add(meet(disposition.netns, disposition.to));
  }
  // A rule may choose somebody whom another one lets nobody reach.
  const may = endpoints.size > 0 ? endpoints : new Set(offered.flat());
  return { visited, processes, endpoints, may, source };
}

/** Boxes of the walk that is shown: its nodes, actors and Service. */
export function storyCast(played: Played): StoryCast {
  const { document, bench, moments } = played;
  const offered = listOffered(played);
  const ends = makeEnds(played, offered);
  const asked = listAsked(played);
  const pill = asked[0]?.pill;
  const service = pill && findPillService(document, pill);
  const label = Object.keys(service?.spec.selector ?? {})[0];
  const family = moments[0]?.header.to.address.includes(':') ? 'ipv6' : 'ipv4';
  const pods = indexPods(document);
  const refused = ends.endpoints.size === 0 && service !== undefined;
  const wanted = new Set(asked.flatMap((each) => [...selectedBy(document, each.pill)]));
  const takers = new Set(moments.flatMap(({ kind, pod }) => (kind === 'sent' || !pod?.netns ? [] : [pod.netns])));
  const isCast = (netns: NetnsView): boolean =>
    ends.visited.has(netns.id) ||
    // Also where no packet comes to it: what is chosen is seen.
    takers.has(netns.id) ||
    ends.endpoints.has(netns.id) ||
    wanted.has(netns.id) ||
    (refused && splitName(netns.id).namespace === pill?.namespace);
  const kit: CastInputs = {
    ends,
    wanted,
    pods,
    cluster: document.cluster,
    label,
    family,
    isPasted: document.subject === 'pasted',
    differs: bench.moment?.differs,
    sender: moments[0]?.header.from,
  };
  const nodes = bench.netns.filter(({ kind }) => kind === 'node');
  const cast = bench.netns.filter((netns) => netns.kind === 'pod' && isCast(netns));
  const hosts = nodes
    .map((host) =>
      makeHost(
        host,
        cast.filter(({ node }) => node === host.id),
        kit,
      ),
    )
    .filter(({ id, actors }) => actors.length > 0 || ends.visited.has(id));
  return {
    ...(pill ? { pill } : {}),
    asked,
    takers,
    wanted,
    hosts: inOrder(toldApart(hosts), played, ends.source),
    outside: bench.netns
      .filter(({ kind, id }) => kind !== 'node' && kind !== 'pod' && ends.visited.has(id))
      .map((netns) => makeActor(netns, 'outside', kit)),
    source: ends.source,
    endpoints: [...ends.endpoints],
    offered,
  };
}

/** Ends a lens lists to choose among. */
function endsOf(picture: LensPicture): readonly (StoryEnd | undefined)[] {
  if (picture.kind === 'ladder') return picture.rungs.map(({ end }) => end);
  if (picture.kind === 'servers') return picture.servers.map(({ end }) => end);
  if (picture.kind === 'map') return picture.cells.map(({ end }) => end);
  if (picture.kind === 'process') return picture.endpoints.map(({ end }) => end);
  return [];
}

function listOffered({ lenses }: Played): StoryCast['offered'] {
  return lenses.flatMap(({ picture }) => {
    const ids = endsOf(picture).flatMap((end) => end?.netns ?? []);
    return ids.length > 0 ? [ids] : [];
  });
}

/** The cast at one of its moments: the Service that is asked by then, and whom that may choose. */
export function castAt(cast: StoryCast, index: number): StoryCast {
  const now = cast.asked.findLast(({ from }) => from <= index);
  if (!now || cast.asked.length < 2) return cast;
  const { pill: _first, ...rest } = cast;
  const { pill, endpoints } = now;
  const base = pill ? { ...rest, pill } : rest;
  if (!endpoints) return base;
  const chosenFrom = (actor: Actor): Actor => ({ ...actor, endpoint: endpoints.has(actor.id) });
  return {
    ...base,
    hosts: cast.hosts.map((host) => ({ ...host, actors: host.actors.map(chosenFrom) })),
    endpoints: [...endpoints],
  };
}

/** The node where the walk begins or comes in stands first. */
function inOrder(hosts: readonly Host[], { result }: Played, source: string | undefined): readonly Host[] {
  const ids = new Set(hosts.map(({ id }) => id));
  const first =
    hosts.find(({ actors }) => actors.some(({ id }) => id === source))?.id ??
    flattenedSteps(result).find(({ netns }) => ids.has(netns))?.netns;
  return hosts.toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
}

/** Nodes that are left with one name, `node`, are told apart by what nobody else has: those nobody has a name for are called by their address. */
function toldApart(hosts: readonly Host[]): readonly Host[] {
  const named = new Map<string, number>();
  for (const { name } of hosts) named.set(name, (named.get(name) ?? 0) + 1);
  return hosts.map((host) =>
    host.nameless && (named.get(host.name) ?? 0) > 1 ? { ...host, name: host.address } : host,
  );
}

interface CastInputs {
  readonly differs: readonly NodeDifference[] | undefined;
  readonly ends: Ends;
  readonly wanted: StoryCast['wanted'];
  readonly pods: ReadonlyMap<string, PodObject>;
  readonly cluster: Document['cluster'];
  readonly label: string | undefined;
  readonly family: 'ipv4' | 'ipv6';
  readonly isPasted: boolean;
  /** End whose packet is followed, with the address it goes out with. */
  readonly sender: StoryEnd | undefined;
}

function makeHost(node: NetnsView, pods: readonly NetnsView[], kit: CastInputs): Host {
  const processes = [...kit.ends.processes].filter(([, { netns }]) => netns === node.id);
  const actors = [
    ...pods.map((pod) => makeActor(pod, 'pod', kit)),
    ...processes.map(([id, { name }]): Actor => ({
      id,
      kind: 'process',
      ...splitName(name),
      said: splitName(name).name,
      address: addressIn(node, kit.family),
      endpoint: kit.ends.may.has(id),
      visited: kit.ends.visited.has(id),
    })),
  ];
  const address = addressIn(node, kit.family);
  // Who asks stands at the left, where reading begins; last those the Service asks for, whether it may choose them just now or not.
  const rank = ({ id, endpoint }: Actor): number =>
    id === kit.ends.source ? 0 : endpoint || kit.wanted.has(id) ? 2 : 1;
  const differs = kit.differs?.find((each) => each.node === node.title);
  return {
    id: node.id,
    name: withoutAddress(node.title, address),
    ...(node.title.endsWith(` ${address}`) ? { nameless: true } : {}),
    address,
    actors: actors.toSorted((a, b) => rank(a) - rank(b)),
    ...(kit.isPasted && !isMachine(node.id) ? { inferred: true } : {}),
    ...(differs ? { differs } : {}),
  };
}

/** `node` of `node 10.0.0.3`: whom nobody has a name for; the address stands beside it. */
function withoutAddress(title: string, address: string): string {
  return title.endsWith(` ${address}`) ? title.slice(0, -address.length - 1) : title;
}

function makeActor(
  netns: NetnsView,
  kind: Actor['kind'],
  { ends, pods, cluster, label, family, sender }: CastInputs,
): Actor {
  const object = pods.get(netns.id);
  const value = label === undefined ? undefined : object?.metadata.labels?.[label];
  // A machine outside may have several addresses.
  const isSender = kind === 'outside' && sender?.netns === netns.id;
  const address = isSender ? sender.address : addressIn(netns, family);
  const { namespace, name } = splitName(object ? netns.id : withoutAddress(netns.title, address));
  const state = object && stateOfPod(cluster, object);
  return {
    id: netns.id,
    kind,
    name,
    said: object ? name : splitName(netns.title).name,
    ...(kind === 'pod' ? { namespace } : {}),
    address,
    endpoint: ends.may.has(netns.id),
    visited: ends.visited.has(netns.id),
    ...(value === undefined ? {} : { label: `${label}=${value}` }),
    ...(state === undefined || state === 'ready' ? {} : { state }),
  };
}

/** The first address of the family that is not the loopback's; a node's own before its bridges'. */
function addressIn({ devices }: NetnsView, family: 'ipv4' | 'ipv6'): string {
  const known = devices.filter(({ kind }) => kind !== 'loopback');
  const sorted = known.toSorted((a, b) => Number(b.segment !== undefined) - Number(a.segment !== undefined));
  const found = sorted.flatMap(({ addresses }) => addresses).find(({ address }) => address.family === family);
  return found ? formatIp(found.address) : '';
}

function indexPods({ subject, cluster }: Document): ReadonlyMap<string, PodObject> {
  const pods = subject === 'cluster' ? cluster.pods : [];
  return new Map(pods.map((pod) => [`${getNamespace(pod)}/${pod.metadata.name}`, pod]));
}

/** The Service behind a pill, where it is an object of the cluster. */
export function findPillService(
  { subject, cluster }: Document,
  { namespace, name }: ServicePill,
): ServiceObject | undefined {
  if (subject !== 'cluster') return undefined;
  return cluster.services.find((service) => service.metadata.name === name && getNamespace(service) === namespace);
}

/** The Services the packets of the walk are sent to, in their order. What the walk may end at is the last one's. */
function listAsked(played: Played): readonly TargetService[] {
  const asked: TargetService[] = [];
  let outer: ServicePill | undefined;
  const ask = (from: number, pill: ServicePill | undefined): void => {
    const { lookup } = played.moments[from - 1] ?? {};
    if (pill && pill.text !== asked.at(-1)?.pill?.text) asked.push({ from, pill });
    else if (!pill && lookup && !played.moments[from]?.lookup && asked.length > 0) asked.push({ from });
  };
  for (const [from, moment] of played.moments.entries()) {
    const wasSecond = played.moments[from - 1]?.second;
    // A program that opens a connection of its own may ask another Service than it was asked by.
    const opens = moment.second && !wasSecond;
    if (opens) outer = asked.at(-1)?.pill;
    if (wasSecond && !moment.second && outer) ask(from, outer);
    if (from === 0 || (moment.role === 'request' && (opens || moment.kind === 'sent')))
      ask(from, pillOf(played, moment));
  }
  return asked.map((each, at) =>
    at + 1 === asked.length && each.pill ? each : { ...each, endpoints: selectedBy(played.document, each.pill) },
  );
}

/** Pods as sentences call them: also one that is chosen and stands nowhere on the stage. */
export function podNamesInSentences({ hosts }: StoryCast, moments: readonly Moment[]): ReadonlySet<string> {
  const actors = hosts.flatMap((host) => host.actors);
  const processes = new Set(actors.flatMap(({ kind, said }) => (kind === 'process' ? [said] : [])));
  const chosen = moments.flatMap(({ pod }) => (pod?.kind === 'pod' ? [splitName(pod.name).name] : []));
  const pods = actors.flatMap(({ kind, said }) => (kind === 'pod' ? [said] : []));
  return new Set([...pods, ...chosen.filter((name) => !processes.has(name))]);
}

/** The namespaces of the Pods a Service asks for. */
function selectedBy(document: Document, pill: ServicePill | undefined): ReadonlySet<string> {
  if (!pill) return new Set();
  const selector = Object.entries(findPillService(document, pill)?.spec.selector ?? {});
  const isSelected = ({ metadata: { labels } }: PodObject): boolean =>
    selector.length > 0 && selector.every(([key, value]) => labels?.[key] === value);
  const pods = [...indexPods(document)].filter(([, pod]) => getNamespace(pod) === pill.namespace && isSelected(pod));
  return new Set(pods.map(([id]) => id));
}

/** What a packet was sent to, if it is a Service's. */
function pillOf({ document, bench }: Played, { before, header }: Moment): ServicePill | undefined {
  const to = before?.to ?? header.to;
  const called = to.nodePortOf ?? (to.kind === 'service' ? to.name : undefined);
  if (called === undefined) return undefined;
  const { namespace, name } = splitName(called.includes('/') ? called : `default/${called}`);
  const bare = name.split(':')[0] ?? name;
  const pill: ServicePill = { namespace, name: bare, text: to.text, note: makeNote(to, bench) };
  const [selector] = Object.entries(findPillService(document, pill)?.spec.selector ?? {});
  return selector ? { ...pill, selector: selector.join('=') } : pill;
}

function makeNote(to: StoryEnd, { netns }: Pick<Bench, 'netns' | 'moment'>): ServicePillNote {
  if (to.nodePortOf !== undefined) return { kind: 'nodePort' };
  const nodes = netns.filter(({ kind }) => kind === 'node');
  const device = nodes
    .flatMap(({ devices }) => devices)
    .find(({ addresses }) => addresses.some(({ address }) => formatIp(address) === to.address))?.name;
  // A device with more addresses than are listed is the dummy that has those of all Services.
  const crowded = nodes.flatMap(({ hiddenAddresses }) => Object.keys(hiddenAddresses ?? {}))[0];
  const found = device ?? crowded;
  return found === undefined ? { kind: 'nowhere' } : { kind: 'device', device: found };
}
