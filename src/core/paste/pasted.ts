import { NODE_ID } from './sender';
import { Memo } from '../lib/memo';
import { finished, within, type Steps } from '../lib/scan';
import type { Diagnostic } from '../formats/format';
import type { Socket, Tunnel } from '../linux/namespace';
import type { Network } from '../linux/netns';
import type { TableName } from '../linux/hooks';
import { tableName, type NftRuleset } from '../linux/nftables/types';
import { formatCidr, hostCidr, formatIp, ip, isLoopback, parseIp } from '../net/ip';
import type { PastedRuleset } from './layers';
import { endpointsIn } from './machine/services';
import type { Machine } from './machine/types';
import { enterChains } from './completions';
import { enterNftChains } from './nft-flows';
import { makeIdentity, type NodeIdentity } from './asking';
import { type PastedNodePlan, type PlannedDevice } from './node/plan';
import { joinPlans, sharedAddresses, sharedWire } from './node/several';
import { deriveFarEnds, listedTunnel } from './node/tunnels';
import { asNetns, PASTED_GATEWAY_ID, hasAddress, placePeer, makeSuffix, type NodeSite } from './node/place';
import {
  type PastedKernel,
  building,
  freezeNetwork,
  plug,
  mainRoute,
  type Building,
  type PastedWorld,
} from './node/world';
import { makePlan } from './node/make-plan';
import { listConnections, type KnownConnections, type PastedConnection } from './pasted-connections';
import type { Assumption, FlowEnds, FoundService, NodeFacts, PastedNode, TextSummary } from './pasted-types';
import { bestFirst, foundService, listSuggestions, type SuggestedFlow, summarisedTexts } from './summaries';
import { understand, type Understood } from './understand';
import { lookupRoute } from '../linux/routing/fib';
import { parseEndpoint } from '../net/packet';
import type { KubeServicePort } from './kube-services';
import { listPeers, type Peer, listedSockets } from './node/peers';
import { withArrivals, Wires } from './node/uplink';
import { policyServices } from './windows-node';

/** A machine with what was pasted of its kernel. */
interface PastedMachine {
  readonly id: string;
  readonly name: string;
  readonly plan: PastedNodePlan;
  readonly kernel: PastedKernel;
}

/** Where machines are stood. */
interface Ground {
  readonly world: PastedWorld;
  readonly wires: Wires;
}

/**
 * Builds the namespaces a packet can meet: the nodes with their rules, Pods on their bridges or links,
 * other nodes, hosts on their networks, and what is behind their gateways. Peers stand where a node's
 * own routing would look for them. The first machine is the one flows begin at. In slices.
 */
function* buildPastedNetwork(machines: readonly PastedMachine[], flows: readonly FlowEnds[]): Steps<Network> {
  const world: PastedWorld = { netns: new Map(), segments: new Map() };
  const ground = { world, wires: new Wires() };
  const sites: NodeSite[] = [];
  for (const { id, name, plan } of machines) {
    const here = machines.length === 1 ? flows : flows.filter(({ from }) => from.node === name);
    sites.push({ ...standNode(ground, flows, id, withArrivals(plan, here)), all: sites });
    yield 0;
  }
  deriveFarEnds(sites);
  const named = new Map(machines.map(({ name }, index) => [name, sites[index]] as const));
  const comesIn = new Map(flows.map(({ from }) => [addressText(from.address), named.get(from.node ?? '')] as const));
  const placed = new Set<string>();
  let count = 0;
  for (const site of sites) {
    for (const peer of listPeers(site.plan, flows)) {
      const text = formatIp(peer.address);
      const owner = sites.find((each) => hasAddress(each, peer.address));
      const home = owner ?? comesIn.get(text) ?? sites.find((each) => isHome(each, peer));
      if (!placed.has(text)) placePeer(home ?? site, peer);
      placed.add(text);
      if (++count % FEW === 0) yield count / (count + FEW);
    }
  }
  for (const site of sites) leaveForOthers(site, sites);
  return freezeNetwork(world, new Map(machines.map(({ id, kernel }) => [id, kernel])));
}

function standNode(
  ground: Ground,
  flows: readonly FlowEnds[],
  id: string,
  plan: PastedNodePlan,
): Omit<NodeSite, 'all'> {
  const { world } = ground;
  const node = building(world, { id, title: plan.hostname ?? id, kind: 'node' });
  node.devices.length = 0;
  for (const device of plan.devices.values()) standDevice(ground, node, device, listedTunnel(plan, device.name));
  for (const { dst, via, dev } of plan.routes) node.routes.push(mainRoute(dst, dev, via));
  for (const listed of plan.listedRoutes) node.routes.push(listed);
  if (plan.rules) node.rules = plan.rules;
  Object.assign(node.sysctls, plan.sysctls);
  for (const { clues, services } of plan.views) {
    for (const service of services) node.sockets.push(...proxySocket(service));
    for (const { port, protocol } of clues.redirects) {
      if (node.sockets.some((known) => known.proto === protocol && known.port === port)) continue;
      node.sockets.push({ proto: protocol, port, owner: `REDIRECT :${port}`, reply: 'echo' });
    }
  }
  for (const listed of listedSockets(plan.machine)) {
    if (!node.sockets.some(({ proto, port }) => proto === listed.proto && port === listed.port))
      node.sockets.push(listed);
  }
  return { plan, world, node, flows, links: 0 };
}

/** A socket of the process kube-proxy in the userspace mode, where it is told whom it asks. */
function proxySocket({ protocol, proxyPort: port, endpoints }: KubeServicePort): Socket[] {
  const places = endpoints.map(({ place = '' }) => parseEndpoint(place)).filter((each) => each !== undefined);
  if (port === undefined || places.length === 0) return [];
  return [{ proto: protocol, port, owner: 'kube-proxy', reply: 'proxy', proxy: { endpoints: places } }];
}

/** So many peers are placed in a slice: each may ask every route. */
const FEW = 16;

function addressText(text = ''): string {
  const address = parseIp(text);
  return address.ok ? formatIp(address.value) : text;
}

/** Are packets for the peer handed straight to a Pod's wire here? */
function isHome(site: NodeSite, { address }: Peer): boolean {
  const found = lookupRoute(asNetns(site), { dst: address });
  const device = site.node.devices.find(({ name }) => name === found?.dev);
  return found !== undefined && !found.via && (device?.kind === 'bridge' || device?.kind === 'veth');
}

/** No wire to another machine of the bench: what the gateway gets for it leaves the picture there. */
function leaveForOthers({ plan, node, world }: NodeSite, sites: readonly NodeSite[]): void {
  const gateway = world.netns.get(`${PASTED_GATEWAY_ID}${makeSuffix(node)}`);
  if (!gateway?.devices.some(({ name }) => name === 'eth1')) return;
  for (const other of sites) {
    if (other.plan === plan || sharedWire(plan, other.plan)) continue;
    for (const { addresses } of other.node.devices) {
      for (const { address } of addresses) {
        if (!isLoopback(address)) gateway.routes.push(mainRoute(hostCidr(address), 'eth1', BEYOND[address.family]));
      }
    }
  }
}

/** A next hop nobody answers for. */
const BEYOND = { ipv4: ip('169.254.1.254'), ipv6: ip('fe80::ffff') } as const;

/** A device of the node; what could be on a wire gets one. */
function standDevice(
  { world, wires }: Ground,
  node: Building,
  { name, kind, addresses, down, master, hairpin }: PlannedDevice,
  tunnel: Tunnel | undefined,
): void {
  const more = { ...(master === undefined ? {} : { master }), ...(hairpin === undefined ? {} : { hairpin }) };
  if (down) node.devices.push({ name, kind, addresses, up: false, ...more });
  else if ((kind === 'physical' || kind === 'tunnel') && master === undefined) {
    // Machines whose addresses are in one network are on one wire.
    const segment = wires.find(addresses) ?? `${name}${makeSuffix(node)}`;
    wires.add(segment, addresses);
    plug(world, node, { name, kind, addresses, ...(tunnel ? { tunnel } : {}) }, segment);
  } else
    node.devices.push({
      name,
      kind,
      addresses,
      up: true,
      ...more,
      ...(kind === 'veth' && master === undefined ? { proxyArp: true } : {}),
    });
}

export type { SuggestedFlow } from './summaries';

/** Everything understood of a pasted node. */
export interface PastedNetwork {
  readonly network: Network;
  readonly assumptions: readonly Assumption[];
  readonly found: readonly FoundService[];
  /** Prefixes Pods have: `10.244.0.0/16`. */
  readonly podNetworks: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: readonly TextSummary[];
  /** What each machine is. */
  readonly identities: readonly NodeIdentity[];
  readonly suggested: readonly SuggestedFlow[];
  /** What `conntrack -L` and `ipvsadm -Lnc` showed: the connections the machines knew. */
  readonly connections: readonly PastedConnection[];
  /** All of them, as each machine has them in its tables, by its namespace. */
  readonly known: ReadonlyMap<string, KnownConnections>;
  /** What each machine is called, by its namespace. */
  readonly names: ReadonlyMap<string, string>;
}

/** Chains as iptables names them: the table is iptables' own, seen through nft. */
const IPTABLES_CHAIN = /^(?:PREROUTING|INPUT|FORWARD|OUTPUT|POSTROUTING)$/;

/** The tables of nftables; those that iptables-nft keeps there and that were pasted as its own are not run twice. */
function getNftables({ machine: { nft }, rulesets: xtables, backend, beside }: Understood): {
  readonly nftables?: NftRuleset;
} {
  const listed = [...(nft?.tables ?? [])].filter(([, { family, name, chains }]) => {
    // Tables of iptables-legacy are not in nftables: what is there under that name is another's.
    if (backend === 'legacy') return true;
    const pasted = family === 'ip' ? xtables.ipv4 : family === 'ip6' ? xtables.ipv6 : undefined;
    const isSame = [...(pasted?.tables.keys() ?? [])].some((table) => table === name);
    return !(isSame && [...chains.keys()].some((chain) => IPTABLES_CHAIN.test(chain)));
  });
  // A listing of nftables shows the tables of iptables-nft, too.
  const own = new Map([...beside.map((table) => [tableName(table), table] as const), ...listed]);
  return own.size > 0 ? { nftables: { tables: own } } : {};
}

/** What a person said: of several machines by name, else of the first. */
function makeFacts(pasted: PastedNode, name: string, index: number): NodeFacts {
  return { ...(index === 0 ? pasted.facts : {}), ...pasted.nodes?.[name]?.facts };
}

/** kube-proxy has rules in nat wherever it has any: a filter table of it alone is a part. */
const OF_KUBE_PROXY = ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES', 'KUBE-FORWARD'] as const;

/** The tables of which only some lines were pasted, or none although they are there. */
function listExcerpts(ruleset: PastedRuleset | undefined): ReadonlySet<TableName> {
  const parts = [...(ruleset?.tables ?? [])].flatMap(([name, { whole }]) => (whole ? [] : [name]));
  const filter = ruleset?.tables.get('filter');
  const isMissed = !ruleset?.tables.has('nat') && OF_KUBE_PROXY.some((chain) => filter?.chains.has(chain));
  return new Set(isMissed ? [...parts, 'nat'] : parts);
}

function makeKernel(understood: Understood): PastedKernel {
  const { machine, rulesets: xtables } = understood;
  return {
    xtables,
    excerpts: { ipv4: listExcerpts(xtables.ipv4), ipv6: listExcerpts(xtables.ipv6) },
    ...getNftables(understood),
    ...(machine.sets.size > 0 ? { ipsets: machine.sets } : {}),
    ...(machine.ipvs ? { ipvs: machine.ipvs.value } : {}),
  };
}

/** Assumptions about further machines say about which one. */
function named(assumptions: readonly Assumption[], node: string | undefined): readonly Assumption[] {
  return node === undefined ? assumptions : assumptions.map((each) => ({ ...each, node }));
}

/**
 * The pasted machines as something packets can be sent through: their rules exactly as pasted, around
 * them what is guessed from the rules, each guess stated with its evidence and replaced by the person's
 * facts. `flows`: who sends and where to, so that both ends exist. Never throws.
 */
export function networkOfPasted(pasted: PastedNode, flows: readonly FlowEnds[] = [], memo = new Memo()): PastedNetwork {
  return finished(networkInSteps(pasted, flows, memo));
}

/** As {@link networkOfPasted}, in slices. */
export function* networkInSteps(pasted: PastedNode, flows: readonly FlowEnds[], memo: Memo): Steps<PastedNetwork> {
  const { nodes, told } = yield* within(getMachines(pasted, memo), 0, 0.8);
  // What is assumed for a flow is written into the plan it stands on.
  const stood = nodes.map((node) => ({ ...node, plan: { ...node.plan, assumptions: [...node.plan.assumptions] } }));
  const entered = stood.map((node) => withEntries(node, flows));
  const built = yield* within(buildPastedNetwork(entered, flows), 0.8, 0.9);
  const network = { ...built, netns: new Map([...built.netns].map(([id, netns]) => [id, { ...netns, memo }])) };
  yield 0.9;
  const several = nodes.length > 1;
  const connections = nodes.flatMap(({ id, name }) =>
    listConnections(network, { id, ...(several ? { name } : {}) }, told.known.get(id)),
  );
  return { network, ...told, assumptions: listAssumptions(stood), connections };
}

/** Chains that flows are put into, with the rule that puts them there; each is stated. */
function withEntries(node: PlannedNode, flows: readonly FlowEnds[]): PlannedNode {
  const own = flows.filter(({ from }) => from.enters !== undefined && (from.node ?? node.name) === node.name);
  if (own.length === 0) return node;
  const xtables = { ...node.kernel.xtables };
  for (const family of ['ipv4', 'ipv6'] as const) {
    const ruleset = node.understood.rulesets[family];
    if (!ruleset) continue;
    const { ruleset: made, assumptions } = enterChains(ruleset, family, own);
    xtables[family] = made;
    node.plan.assumptions.push(...assumptions);
  }
  return { ...node, kernel: { ...node.kernel, xtables, ...enteredNft(node, own) } };
}

function enteredNft({ kernel: { nftables }, plan }: PlannedNode, own: readonly FlowEnds[]): Partial<PastedKernel> {
  if (!nftables) return {};
  const { ruleset, assumptions } = enterNftChains(nftables, own);
  plan.assumptions.push(...assumptions);
  return { nftables: ruleset };
}

function listAssumptions(nodes: readonly PlannedNode[]): Assumption[] {
  const of = (name: string): string | undefined => (nodes.length > 1 ? name : undefined);
  return nodes.flatMap(({ plan, understood, name }) =>
    named([...plan.assumptions, ...understood.assumptions], of(name)),
  );
}

/** What is the same whatever is sent. */
interface Machines {
  readonly nodes: readonly PlannedNode[];
  readonly told: Omit<PastedNetwork, 'network' | 'assumptions' | 'connections'>;
}

/** A flow that comes or goes leaves the machines as they were. */
function* getMachines(pasted: PastedNode, memo: Memo): Steps<Machines> {
  const known = memo.answersTo(getMachines);
  const made = (known.get(pasted) as Machines | undefined) ?? (yield* newMachines(pasted, memo));
  known.set(pasted, made);
  return made;
}

function* newMachines(pasted: PastedNode, memo: Memo): Steps<Machines> {
  const machines = yield* within(understand(pasted, memo), 0, 0.9);
  yield 0.9;
  const names = machines.map(({ label, hostname }) => label ?? hostname ?? NODE_ID);
  const nodes = machines.map((understood, index) =>
    plannedNode(pasted, understood, { index, beside: names.filter((_, at) => at !== index) }),
  );
  if (nodes.length > 1) joinPlans(nodes);
  return { nodes, told: toldOf(pasted, nodes) };
}

interface PlannedNode {
  readonly id: string;
  readonly name: string;
  readonly plan: PastedNodePlan;
  readonly understood: Understood;
  readonly kernel: PastedKernel;
}

function plannedNode(
  pasted: PastedNode,
  understood: Understood,
  { index, beside }: { readonly index: number; readonly beside: readonly string[] },
): PlannedNode {
  const { views, hostname, machine, label, proxy } = understood;
  const name = label ?? hostname ?? NODE_ID;
  const plan = makePlan({ views, facts: makeFacts(pasted, name, index), hostname, machine, proxy, beside });
  const id = index === 0 ? NODE_ID : `${NODE_ID}:${name}`;
  return { id, name, plan, understood, kernel: makeKernel(understood) };
}

function toldOf(pasted: PastedNode, nodes: readonly PlannedNode[]): Machines['told'] {
  return {
    found: foundIn(nodes),
    podNetworks: [...new Set(nodes.flatMap(({ plan }) => plan.podNetworks.map(formatCidr)))],
    diagnostics: [
      ...nodes.flatMap(({ understood }) => understood.diagnostics),
      ...sharedAddresses(nodes).map((message): Diagnostic => ({ severity: 'warning', code: 'duplicate', message })),
    ],
    texts: summarisedTexts(pasted, nodes),
    identities: nodes.map(({ understood, name }) => makeIdentity(understood, nodes.length > 1 ? name : undefined)),
    suggested: nodes.flatMap(({ plan, name, understood }) =>
      listSuggestions(plan, understood.rulesets, nodes.length > 1 ? name : undefined),
    ),
    names: new Map(nodes.map(({ id, name }) => [id, name])),
    known: new Map(nodes.map(({ id, understood }) => [id, listKnown(understood.machine)])),
  };
}

function listKnown({ connections, directed, ipvs }: Machine): KnownConnections {
  return { entries: connections, directed, ...(ipvs ? { table: ipvs.value } : {}) };
}

interface Understanding {
  readonly name: string;
  readonly understood: Understood;
}

/** Every node has the rules of every Service: each is named once. */
function foundIn(nodes: readonly Understanding[]): FoundService[] {
  const all = nodes.flatMap(({ understood }) => understood.views.flatMap(({ services }) => bestFirst(services)));
  const listed = new Map(nodes.flatMap(({ understood }) => [...endpointsIn(understood.machine)]));
  const once =
    nodes.length === 1 ? all : new Map(all.map((port) => [`${port.name} ${port.protocol} ${port.clusterIP}`, port]));
  const ofRules = [...once.values()].map((port) => foundService(port, listed));
  return [...ofRules, ...nodes.flatMap(({ understood }) => policyServices(understood.machine))];
}
