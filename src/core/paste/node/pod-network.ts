import { phrase, type Phrase } from '../../lib/phrase';
import {
  makeCidr,
  contains,
  formatCidr,
  makeNetwork,
  parseCidr,
  type Cidr,
  addToIp,
  formatIp,
  parseIp,
  type IpAddress,
  type IpFamily,
  hostCidr,
} from '../../net/ip';
import type { Clue, Clues } from '../clues';
import type { KubeServicePort } from '../kube-services';
import {
  isPodLink,
  addDevices,
  assume,
  deviceKind,
  deviceText,
  type FamilyView,
  type Guess,
  type PastedNodePlan,
  type PlannedDevice,
  hasListedRoutes,
  pastedRouteText,
} from './plan';
import { machineShortName } from '../machine/sections';
import type { NamedPod } from '../machine/types';
import type { Evidence } from '../pasted-types';

/** A Node beside this one, and the Pods kubectl shows on it. */
interface Beside {
  readonly name: string;
  readonly pods: readonly { readonly address: IpAddress; readonly pod: NamedPod }[];
}

/** So many addresses of a guess are written out. */
const MOST_SHOWN = 4;
/** Blocks of Pods that CNIs give a node: those of one node are routed together where no other node has any of them. */
const BLOCK = { ipv4: 24, ipv6: 64 } as const;
/** Calico's (IPPool, blockSize). */
const CALICO_BLOCK = { ipv4: 26, ipv6: 122 } as const;

/** Is a Node, as kubectl names it, the machine with this name? A prompt shows the first label only. */
export function isNamedNode(node: string, hostname: string | undefined): boolean {
  return hostname !== undefined && (machineShortName(node) ?? node) === (machineShortName(hostname) ?? hostname);
}

/**
 * Lays the ways to Pods that the column NODE of `kubectl get pods -o wide` (or their objects) shows on other nodes: by those nodes'
 * addresses. Where the machine's own routes are listed they decide, and only the nodes get their names.
 */
export function planOtherNodes(plan: PastedNodePlan): PastedNodePlan {
  return plan.views.reduce(
    (made, view) => nodesBeside(plan, view.family).reduce((known, node) => planOtherNode(known, view, node), made),
    plan,
  );
}

function planOtherNode(plan: PastedNodePlan, view: FamilyView, node: Beside): PastedNodePlan {
  const via = getAddress(plan, view, node.name);
  const known = { ...plan, otherNodes: new Map([...plan.otherNodes, [formatIp(via), node.name]]) };
  return hasListedRoutes(plan, view.family) ? known : routeTo(known, node, via);
}

function nodesBeside(plan: PastedNodePlan, family: IpFamily): Beside[] {
  const byNode = new Map<string, { address: IpAddress; pod: NamedPod }[]>();
  for (const pod of plan.machine.named.pods) {
    const address = parseIp(pod.address);
    const isHere =
      isNamedNode(pod.node ?? '', plan.hostname) || plan.beside.some((each) => isNamedNode(pod.node ?? '', each));
    if (pod.node === undefined || isHere || !address.ok || address.value.family !== family) continue;
    const name = machineShortName(pod.node) ?? pod.node;
    const known = byNode.get(name);
    if (known) known.push({ address: address.value, pod });
    else byNode.set(name, [{ address: address.value, pod }]);
  }
  return [...byNode].map(([name, pods]) => ({ name, pods }));
}

/** `ip-10-0-8-254`: AWS spells the address in the name. */
export function spelledAddress(name: string): IpAddress | undefined {
  const spelled = /^ip-(\d{1,3})-(\d{1,3})-(\d{1,3})-(\d{1,3})(?:\.|$)/.exec(name);
  const parsed = spelled ? parseIp(spelled.slice(1, 5).join('.')) : undefined;
  return parsed?.ok ? parsed.value : undefined;
}

/** As kubectl shows it, as the name spells it, else a free one beside this node's. */
function getAddress(plan: PastedNodePlan, view: FamilyView, name: string): IpAddress {
  const told = plan.machine.named.nodes.find((node) => isNamedNode(node.name, name));
  const known = (told?.addresses ?? []).map((text) => parseIp(text));
  for (const address of known) if (address.ok && address.value.family === view.family) return address.value;
  const spelled = spelledAddress(name);
  if (spelled?.family === view.family) return spelled;
  const own = plan.devices.get(plan.uplink)?.addresses.map(({ address }) => address) ?? [];
  const first = plan.others[view.family] ?? own.find(({ family }) => family === view.family);
  const taken = new Set([...own.map(formatIp), ...plan.otherNodes.keys(), ...view.taken]);
  const gateway = plan.gateways[view.family];
  if (gateway) taken.add(formatIp(gateway));
  let address = first ?? { family: view.family, words: [] };
  while (taken.has(formatIp(address))) address = addToIp(address, 1);
  return address;
}

function routeTo(plan: PastedNodePlan, { name, pods }: Beside, via: IpAddress): PastedNodePlan {
  const dev = plan.tunnel ?? plan.uplink;
  const all = pods.map(({ address }) => address);
  const ways = listBlocks(plan, all).map((dst) => ({ dst, via, dev }));
  const shown = ways.slice(0, MOST_SHOWN).map(pastedRouteText).join(', ');
  const more = ways.length > MOST_SHOWN ? ` (+${ways.length - MOST_SHOWN})` : '';
  const reason = phrase('analysis.route.node', { node: name, count: pods.length });
  const evidence = pods.slice(0, MOST_SHOWN).map(({ pod }) => pod.evidence);
  const value = `${name} ${formatIp(via)}: ${shown}${more}`;
  return assume({ ...plan, routes: [...plan.routes, ...ways] }, { about: 'node', what: name, value, reason, evidence });
}

/** One route a block of addresses that only this node has Pods in, else one a Pod. */
function listBlocks(plan: PastedNodePlan, own: readonly IpAddress[]): Cidr[] {
  const mine = new Set(own.map(formatIp));
  const sizes = plan.machine.named.pods.some(({ link = '' }) => link.startsWith('cali')) ? CALICO_BLOCK : BLOCK;
  const block = (address: IpAddress): string => formatIp(makeNetwork(address, sizes[address.family]));
  const bridges = [...plan.devices.values()].flatMap(({ addresses }) => addresses.map(({ address }) => address));
  const pods = plan.machine.named.pods.flatMap(({ address: text }) => {
    const address = parseIp(mine.has(text) ? '' : text);
    return address.ok ? [address.value] : [];
  });
  const foreign = new Set([...pods, ...bridges].map(block));
  const ways = own.map((address) =>
    foreign.has(block(address))
      ? hostCidr(address)
      : { address: makeNetwork(address, sizes[address.family]), prefix: sizes[address.family] },
  );
  return [...new Map(ways.map((way) => [`${formatIp(way.address)}/${way.prefix}`, way])).values()];
}

/** The address of `10.244.1.5:8080` or `[fd00::5]:80`. */
export function addressOfPlace(place: string): IpAddress | undefined {
  const bracketed = /^\[(.*)\]/.exec(place)?.[1];
  const parsed = parseIp(bracketed ?? (place.split(':').length === 2 ? (place.split(':')[0] ?? '') : place));
  return parsed.ok ? parsed.value : undefined;
}

/** Where the endpoints of Services are; the API server's are nodes' own addresses and left out. */
export function endpointAddresses(services: readonly KubeServicePort[]): IpAddress[] {
  const seen = new Set<string>();
  const addresses: IpAddress[] = [];
  for (const { name, endpoints } of services) {
    if (name.startsWith('default/kubernetes')) continue;
    for (const { place = '' } of endpoints) {
      const host = place.slice(0, place.lastIndexOf(':'));
      const address = seen.has(host) ? undefined : addressOfPlace(place);
      seen.add(host);
      if (address) addresses.push(address);
    }
  }
  return addresses;
}

function strongest<T>(clues: Map<string, Clue<T>>): Clue<T> | undefined {
  return [...clues.values()].toSorted((a, b) => b.evidence.length - a.evidence.length)[0];
}

/** What all addresses share, at most a /16 (IPv4) or /56 (IPv6): only where nothing names the Pod network. */
function around(addresses: readonly IpAddress[]): Cidr | undefined {
  const [first] = addresses;
  if (!first) return undefined;
  const least = first.family === 'ipv4' ? 16 : 56;
  const cidr = makeCidr(first, least);
  const inside = addresses.filter((address) => contains(cidr, address));
  return inside.length * 2 >= addresses.length ? cidr : undefined;
}

/** Finds the Pod network of a family, named by rules, else the one the endpoints are in; where one is found its Pods get their device. */
export function planPods(plan: PastedNodePlan, view: FamilyView): PastedNodePlan {
  const all = view.clues.podNetworks;
  const named = [...all.values()].find(({ value }) => isConfigured(plan, value)) ?? strongest(all);
  if (named) {
    const reason = phrase('analysis.pod-network.named');
    const guess = guessPodNetwork(named.value, reason, named.evidence);
    return inPodNetwork(isConfigured(plan, named.value) ? plan : assume(plan, guess), view, named.value);
  }
  // Servers of a director that is not kube-proxy's are hosts.
  if (plan.machine.ipvs && !plan.proxy) return plan;
  const pods = [...view.endpoints, ...podsOfRules(plan, view).map(({ address }) => address)];
  const guessed = around(pods);
  if (!guessed) return plan;
  const count = new Set(pods.map(formatIp)).size;
  const reason = phrase('analysis.pod-network.around', { count, prefix: guessed.prefix });
  return inPodNetwork(assume(plan, guessPodNetwork(guessed, reason)), view, guessed);
}

function guessPodNetwork(network: Cidr, reason: Phrase, evidence: readonly Evidence[] = []): Guess {
  return { about: 'podCIDR', what: formatCidr(network), value: formatCidr(network), reason, evidence };
}

function inPodNetwork(plan: PastedNodePlan, view: FamilyView, network: Cidr): PastedNodePlan {
  return planPodDevice({ ...plan, podNetworks: [...plan.podNetworks, network] }, view, network);
}

/** Sets of which each member is a Pod of this machine (Istio's ambient mode: those whose probes it answers for). */
const POD_SETS = /^istio-inpod-probes/;

/** Pods of this machine that rules or sets name, without the device they are behind. */
export function podsOfRules({ machine }: PastedNodePlan, { clues, family }: FamilyView): OwnPod[] {
  const named = [...clues.pods.values()].flatMap(({ value, evidence: [first] }) =>
    first ? [{ ...value, evidence: first }] : [],
  );
  const members = [...machine.sets.values()].flatMap(({ name, members: all }) => (POD_SETS.test(name) ? all : []));
  const inSets = members.flatMap(({ element }): OwnPod[] => {
    const address = parseIp(element);
    return address.ok && address.value.family === family
      ? [{ address: address.value, evidence: { line: 0, text: element } }]
      : [];
  });
  return [...named, ...inSets];
}

interface OwnPod extends Pick<NamedPod, 'link' | 'evidence'> {
  readonly address: IpAddress;
  readonly name?: string;
}

/** Pods that kubectl shows on this very node. */
export function ownPods({ machine, hostname }: PastedNodePlan, family: IpFamily): OwnPod[] {
  return machine.named.pods.flatMap(({ address: text, node, ...pod }) => {
    const address = parseIp(node !== undefined && isNamedNode(node, hostname) ? text : '');
    return address.ok && address.value.family === family ? [{ ...pod, address: address.value }] : [];
  });
}

/** kube-proxy's configuration says it, which settles it. */
function isConfigured({ machine }: PastedNodePlan, cidr: Cidr): boolean {
  return machine.kubeProxy.some(({ value }) =>
    (value.config.clusterCIDR ?? '').split(',').some((text) => {
      const parsed = parseCidr(text.trim());
      return parsed.ok && formatCidr(parsed.value) === formatCidr(cidr);
    }),
  );
}

/** The subnet of the Pods on this node: named (flannel), else a part of the Pod network where no endpoint is. */
function makeSubnet(
  plan: PastedNodePlan,
  view: FamilyView,
  network: Cidr,
): { readonly cidr: Cidr; readonly clue?: Clue<Cidr>; readonly by?: 'pod' } {
  const clue = strongest(view.clues.nodePodNetworks);
  if (clue) return { cidr: clue.value, clue };
  const length = Math.max(network.prefix, network.address.family === 'ipv4' ? 24 : 64);
  const [here] = [...ownPods(plan, view.family), ...podsOfRules(plan, view)];
  if (here)
    return {
      cidr: makeCidr(here.address, length),
      clue: { value: makeCidr(here.address, length), evidence: [here.evidence] },
      by: 'pod',
    };
  const taken = new Set(view.endpoints.map((address) => formatIp(makeNetwork(address, length))));
  const count = Math.min(256, 2 ** (length - network.prefix));
  for (let i = 0; i < count; i++) {
    const cidr = nthSubnet(network, length, i);
    if (!taken.has(formatIp(cidr.address))) return { cidr };
  }
  return { cidr: makeCidr(network.address, length) };
}

/** The subnet with a number among those of a length: of 10.244.0.0/16 the /24 with number 2 is 10.244.2.0/24. */
function nthSubnet({ address }: Cidr, length: number, number: number): Cidr {
  const last = (length - 1) >>> 5;
  const words = address.words.map((word, at) =>
    at === last ? (word + (number << ((32 - (length % 32)) % 32))) >>> 0 : word,
  );
  return makeCidr({ ...address, words }, length);
}

/** Pods hang on a bridge of the node, or (Calico, AWS) each on a link of its own. */
function planPodDevice(plan: PastedNodePlan, view: FamilyView, network: Cidr): PastedNodePlan {
  if (plan.machine.allLinks) return takePodDevice(plan, network);
  const behind = plan.behind.filter(({ address }) => address.family === view.family);
  const bridge = behind.find(({ device }) => plan.devices.get(device)?.kind === 'bridge' && POD_BRIDGE.test(device));
  if (bridge) return { ...plan, podDevice: { name: bridge.device, layout: 'bridge' } };
  const links = behind.flatMap(({ device }) =>
    (plan.devices.get(device)?.kind ?? deviceKind(device)) === 'veth' ? [device] : [],
  );
  const told = [...links, ...ownPods(plan, view.family).flatMap(({ link }) => link ?? [])];
  const linked = addDevices(plan, ...told.map((name) => ({ name, kind: 'veth' as const, addresses: [] })));
  const all = [...told, ...linkNames(view.clues)];
  // Of other nodes' Pods it is told, too: a cluster has one layout.
  const hasLinks = all.length > 0 || plan.machine.named.pods.some(({ link }) => link !== undefined);
  const isOnLinks = isRouted(view.clues) || hasLinks || isShared(linked, view, network);
  return isOnLinks ? planLinks(linked, view, all) : planBridge(linked, view, network);
}

/** Have Pods of other nodes addresses of what would be this node's subnet? Then no bridge has that network. */
function isShared(plan: PastedNodePlan, view: FamilyView, network: Cidr): boolean {
  if (ownPods(plan, view.family).length === 0) return false;
  const { cidr } = makeSubnet(plan, view, network);
  return plan.machine.named.pods.some(({ address: text, node }) => {
    const address = parseIp(node === undefined || isNamedNode(node, plan.hostname) ? '' : text);
    return address.ok && contains(cidr, address.value);
  });
}

/** Bridges that network plugins of Kubernetes make for Pods. */
export const POD_BRIDGE = /^(?:cni\d|cbr\d|kube-bridge|weave)/;

/** All devices are known: the bridge in the Pod network, else the ends of the Pods' own links. */
function takePodDevice(plan: PastedNodePlan, network: Cidr): PastedNodePlan {
  if (plan.podDevice) return plan;
  const devices = [...plan.devices.values()];
  const bridges = devices.filter(({ kind }) => kind === 'bridge');
  const inside = bridges.find(({ addresses }) => addresses.some(({ address }) => contains(network, address)));
  const bridge = inside ?? bridges.find(({ name, addresses }) => POD_BRIDGE.test(name) && addresses.length > 0);
  if (bridge) return { ...plan, podDevice: { name: bridge.name, layout: 'bridge' } };
  const link = devices.find(({ name, master }) => isPodLink(name) && master === undefined);
  return link ? { ...plan, podDevice: { name: link.name, layout: 'routed' } } : plan;
}

function linkNames({ interfaces }: Clues): string[] {
  return [...interfaces.keys()].filter((name) => isPodLink(name) && !name.endsWith('+'));
}

/** Writers of rules whose Pods each hang on a link of their own, and what its end on the node is called by. */
const LINKS = { Calico: 'cali', 'AWS VPC CNI': 'eni', Cilium: 'lxc' } as const;

const linkedBy = ({ owners }: Clues): string | undefined =>
  Object.entries(LINKS).find(([owner]) => owners.has(owner))?.[1];

function isRouted(clues: Clues): boolean {
  const { interfaces } = clues;
  return linkedBy(clues) !== undefined || ['cali+', 'eni+', 'lxc+', 'azv+'].some((name) => interfaces.has(name));
}

function planLinks(plan: PastedNodePlan, view: FamilyView, links: readonly string[]): PastedNodePlan {
  const [first] = links;
  const prefix =
    ['eni', 'lxc', 'azv'].find((name) => view.clues.interfaces.has(`${name}+`)) ?? linkedBy(view.clues) ?? 'cali';
  const name = first ?? `${prefix}0`;
  const made = { ...plan, podDevice: { name, layout: 'routed' } as const };
  if (first || plan.devices.has(name)) return made;
  const reason = phrase('analysis.pod-link.guessed', { name });
  const withLink = addDevices(made, { name, kind: 'veth', addresses: [] });
  return assume(withLink, { about: 'interface', what: name, value: name, reason });
}

/** The bridge in the Pod network that a listing of routes alone shows: Weave's has the whole of it. */
function findBridge({ devices, listedRoutes, machine }: PastedNodePlan, network: Cidr): PlannedDevice | undefined {
  const routed = new Set([...listedRoutes, ...machine.answers.map(({ route }) => route)].map(({ dev }) => dev));
  return [...devices.values()].find(
    ({ name, kind, addresses }) =>
      kind === 'bridge' && routed.has(name) && addresses.some(({ address }) => contains(network, address)),
  );
}

function planBridge(plan: PastedNodePlan, view: FamilyView, network: Cidr): PastedNodePlan {
  const shown = findBridge(plan, network);
  if (shown) return { ...plan, podDevice: { name: shown.name, layout: 'bridge' } };
  const { cidr, clue, by } = makeSubnet(plan, view, network);
  const named = [...view.clues.interfaces.keys()].find((name) => /^(?:cni0|cbr0|kube-bridge|weave)$/.test(name));
  const isRouter = view.clues.owners.has('kube-router') && !view.clues.owners.has('Flannel');
  const name = plan.podDevice?.name ?? named ?? (isRouter ? 'kube-bridge' : 'cni0');
  const device: PlannedDevice = {
    name,
    kind: 'bridge',
    addresses: [{ address: addToIp(cidr.address, 1), prefix: cidr.prefix }],
  };
  const values = { name, cidr: formatCidr(cidr) };
  const told = by ? phrase('analysis.pod-bridge.pod', values) : phrase('analysis.pod-bridge.named', values);
  const reason = clue ? told : phrase('analysis.pod-bridge.guessed', values);
  const evidence = clue?.evidence ?? [];
  const made = addDevices({ ...plan, podDevice: { name, layout: 'bridge' } }, device);
  return assume(made, { about: 'interface', what: name, value: deviceText(device), reason, evidence });
}

/** An address for a Pod of this node that no endpoint has. */
export function freePodAddress(plan: PastedNodePlan, view: FamilyView): IpAddress | undefined {
  const device = plan.podDevice && plan.devices.get(plan.podDevice.name);
  const own =
    plan.podDevice?.layout === 'routed'
      ? undefined
      : device?.addresses.find(({ address }) => address.family === view.family);
  const network = own
    ? makeCidr(own.address, own.prefix)
    : plan.podNetworks.find(({ address }) => address.family === view.family);
  if (!network) return undefined;
  const bridge = own ? formatIp(own.address) : '';
  for (let offset = 2; offset < 65_536; offset++) {
    const address = addToIp(network.address, offset);
    const text = formatIp(address);
    if (text !== bridge && !view.taken.has(text)) return address;
  }
  return undefined;
}
