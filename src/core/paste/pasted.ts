import { NODE_ID } from './sender';
import { Memo } from '../lib/memo';
import { finished, within, type Steps } from '../lib/scan';
import { Fence } from '../formats/fence';
import type { Diagnostic } from '../formats/format';
import type { Network } from '../linux/netns';
import type { TableName } from '../linux/hooks';
import { tableName, type NftRuleset } from '../linux/nftables/types';
import { formatCidr, type IpFamily } from '../net/ip';
import { rulesIn } from './layers';
import { endpointsIn } from './machine/services';
import type { Machine } from './machine/types';
import { enterChains } from './completions';
import { listUnreachableChains } from './unreachable-chains';
import { enterNftChains } from './nft-flows';
import { askMaps } from './nft-maps';
import { makeIdentity, type NodeIdentity } from './asking';
import type { PastedNodePlan } from './node/plan';
import { joinPlans, sharedAddresses } from './node/several';
import type { PastedKernel } from './node/world';
import { makePlan } from './node/make-plan';
import { endsOfOffer, firstOtherOffer, rankOffers, tryOffer } from './offers';
import { listConnections, type KnownConnections, type PastedConnection } from './pasted-connections';
import type {
  Assumption,
  FlowEnds,
  FoundService,
  NodeFacts,
  PastedNode,
  PastedText,
  TextSummary,
} from './pasted-types';
import { bestFirst, foundService, listSuggestions, type SuggestedFlow, summarisedTexts } from './summaries';
import { bareMachine, isPartial, readMachineTexts, type MachineTexts } from './understand';
import { policyServices } from './windows-node';

import { buildPastedNetwork } from './node/build';

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
function getNftables({ machine: { nft }, rulesets: xtables, backend, beside }: MachineTexts): {
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
  return own.size > 0 ? { nftables: askMaps({ tables: own }).ruleset } : {};
}

/** What a person said: of several machines by name, else of the first. */
function makeFacts(pasted: PastedNode, name: string, index: number): NodeFacts {
  return { ...(index === 0 ? pasted.facts : {}), ...pasted.nodes?.[name]?.facts };
}

/** kube-proxy has rules in nat wherever it has any: a filter table of it alone is a part. */
const OF_KUBE_PROXY = ['KUBE-SERVICES', 'KUBE-EXTERNAL-SERVICES', 'KUBE-FORWARD'] as const;

/** The tables of which only some lines were pasted, or none although they are there. */
function listExcerpts({ rulesets, proxy }: MachineTexts, family: IpFamily): ReadonlySet<TableName> {
  const ruleset = rulesets[family];
  const parts = [...(ruleset?.tables ?? [])].flatMap(([name, { whole }]) => (whole ? [] : [name]));
  const filter = ruleset?.tables.get('filter');
  const isMissed =
    !ruleset?.tables.has('nat') && (proxy?.mode === 'ipvs' || OF_KUBE_PROXY.some((chain) => filter?.chains.has(chain)));
  return new Set(isMissed ? [...parts, 'nat'] : parts);
}

/** Entries that were translated prove that the nat core is there (`nf_nat_register_fn`), whatever rules of it were pasted. */
function withNat({ machine: { connections }, rulesets }: MachineTexts): MachineTexts['rulesets'] {
  const isTranslated = connections.some(({ status }) => status.includes('DST_NAT') || status.includes('SRC_NAT'));
  const made = { ...rulesets };
  for (const family of isTranslated ? (['ipv4', 'ipv6'] as const) : []) {
    const own = rulesets[family];
    if (!own || own.tables.has('nat')) continue;
    made[family] = { tables: new Map([...own.tables, ['nat', { name: 'nat', whole: false, chains: new Map() }]]) };
  }
  return made;
}

function makeKernel(understood: MachineTexts): PastedKernel {
  const { machine } = understood;
  const xtables = withNat(understood);
  const [ipv4, ipv6] = [listExcerpts(understood, 'ipv4'), listExcerpts(understood, 'ipv6')];
  return {
    xtables,
    excerpts: { ipv4, ipv6 },
    untoldMarks: understood.untoldMarks,
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

/** As {@link networkOfPasted} for whoever sends nothing that is suggested: none of the offers was tried. */
export function networkWithoutOffers(pasted: PastedNode, memo = new Memo()): PastedNetwork {
  return finished(buildNode(pasted, { flows: [], tries: false }, memo));
}

/** As {@link networkOfPasted}, in slices. */
export function* networkInSteps(pasted: PastedNode, flows: readonly FlowEnds[], memo: Memo): Steps<PastedNetwork> {
  return yield* buildNode(pasted, { flows, tries: true }, memo);
}

interface BuildOptions {
  readonly flows: readonly FlowEnds[];
  /** Are the suggested flows tried, so that one that meets what was pasted is the first? */
  readonly tries: boolean;
}

function* buildNode(pasted: PastedNode, { flows, tries }: BuildOptions, memo: Memo): Steps<PastedNetwork> {
  const fence = new Fence(pasted.texts, memo.watch);
  const { nodes, summary } = yield* within(readMachines(pasted, memo, tries), 0, 0.8);
  const made = yield* within(
    fence.attempt('network', () => networkOfMachines({ nodes, summary }, flows, memo)),
    0.8,
    1,
  );
  if (made.ok) return made.value;
  // Without what the texts tell there is a node that nobody knows anything of, and each text stands beside it.
  fence.leave('network', made.error);
  const bare = nodes.map((node, index) => bareNode({ pasted, node, index, fence }));
  const said = { ...summary, diagnostics: [...summary.diagnostics, ...fence.diagnostics] };
  return yield* networkOfMachines({ nodes: bare, summary: said, build: buildPastedNetwork }, [], memo);
}

/** What makes nodes and what is around them of understood texts; each in a fence of its own. */
export const STAGES = {
  plannedNode,
  joinPlans,
  buildPastedNetwork,
  listSuggestions,
  foundIn,
  makeIdentity,
  listKnown,
  offersTried: rankByWalking,
};

function* networkOfMachines(
  { nodes, summary, build = STAGES.buildPastedNetwork }: Machines & { readonly build?: typeof buildPastedNetwork },
  flows: readonly FlowEnds[],
  memo: Memo,
): Steps<PastedNetwork> {
  const entered = nodes.map((node) => withEnteredChains(node, flows)).map(withUnreachableChains);
  const { network: built, plans } = yield* within(build(entered, flows), 0, 0.5);
  const planned = entered.map((node, at) => ({ ...node, plan: plans[at] ?? node.plan }));
  const network = { ...built, netns: new Map([...built.netns].map(([id, netns]) => [id, { ...netns, memo }])) };
  yield 0.5;
  const several = nodes.length > 1;
  const connections = nodes.flatMap(({ id, name }) =>
    listConnections(network, { id, ...(several ? { name } : {}) }, summary.known.get(id)),
  );
  return { network, ...summary, assumptions: listAssumptions(planned), connections };
}

/** Names the chains of a family of which none is reached. */
function withUnreachableChains(node: PlannedNode): PlannedNode {
  const { rulesets } = node.understood;
  const { xtables } = node.kernel;
  const unreachable: Partial<Record<IpFamily, readonly string[]>> = {};
  for (const family of ['ipv4', 'ipv6'] as const) {
    const [pasted, now] = [rulesets[family], xtables[family]];
    const names = pasted && now ? listUnreachableChains(pasted, now) : [];
    if (names.length > 0) unreachable[family] = names;
  }
  return Object.keys(unreachable).length === 0 ? node : { ...node, kernel: { ...node.kernel, unreachable } };
}

/** Chains that flows are put into, with the rule that puts them there; each is stated. */
function withEnteredChains(node: PlannedNode, flows: readonly FlowEnds[]): PlannedNode {
  const own = flows.filter(({ from }) => from.enters !== undefined && (from.node ?? node.name) === node.name);
  if (own.length === 0) return node;
  const xtables = { ...node.kernel.xtables };
  const stated = [...node.plan.assumptions];
  for (const family of ['ipv4', 'ipv6'] as const) {
    const ruleset = node.understood.rulesets[family];
    if (!ruleset) continue;
    const { ruleset: made, assumptions } = enterChains(ruleset, family, own);
    xtables[family] = made;
    stated.push(...assumptions);
  }
  const nft = node.kernel.nftables ? enterNftChains(node.kernel.nftables, own) : undefined;
  const kernel = { ...node.kernel, xtables, ...(nft ? { nftables: nft.ruleset } : {}) };
  return { ...node, kernel, plan: { ...node.plan, assumptions: [...stated, ...(nft?.assumptions ?? [])] } };
}

/** Chains of kube-proxy that were put in to ask its maps. */
const assumedMaps = ({ machine: { nft } }: MachineTexts): readonly Assumption[] =>
  nft ? askMaps(nft).assumptions : [];

function listAssumptions(nodes: readonly PlannedNode[]): Assumption[] {
  const of = (name: string): string | undefined => (nodes.length > 1 ? name : undefined);
  return nodes.flatMap(({ plan, understood, name }) =>
    named([...plan.assumptions, ...understood.assumptions, ...assumedMaps(understood)], of(name)),
  );
}

/** What is the same whatever is sent. */
interface Machines {
  readonly nodes: readonly PlannedNode[];
  readonly summary: Omit<PastedNetwork, 'network' | 'assumptions' | 'connections'>;
  /** A stage failed: all of it is worked out anew when it is asked for again. */
  readonly hasFailed?: boolean;
  /** The offers of {@link summary} are in the order of {@link rankByWalking}. */
  readonly isRanked?: boolean;
}

/** A flow that comes or goes leaves the machines as they were. */
function* readMachines(pasted: PastedNode, memo: Memo, tries: boolean): Steps<Machines> {
  const known = memo.answersTo(readMachines);
  const read = (known.get(pasted) as Machines | undefined) ?? (yield* planMachines(pasted, memo));
  const made = tries && !read.isRanked ? withRankedOffers(pasted, read, memo) : read;
  if (!made.nodes.some(({ understood }) => isPartial(understood)) && !made.hasFailed) known.set(pasted, made);
  return made;
}

function* planMachines(pasted: PastedNode, memo: Memo): Steps<Machines> {
  const machines = yield* within(readMachineTexts(pasted, memo), 0, 0.9);
  yield 0.9;
  const names = machines.map(({ label, hostname }) => label ?? hostname ?? NODE_ID);
  const nodes = machines.map((understood, index): PlannedNode => {
    const beside = names.filter((_, at) => at !== index);
    const own = new Fence(textsOf(understood), memo.watch);
    const planned = own.once('machine', () => STAGES.plannedNode(pasted, understood, { index, beside }), undefined);
    return planned ?? plannedNode(pasted, bareMachine(understood, own), { index, beside });
  });
  const fence = new Fence(pasted.texts, memo.watch);
  const joined = nodes.length > 1 ? fence.once('network', () => STAGES.joinPlans(nodes), nodes) : nodes;
  const summary = describeMachines(pasted, joined, fence);
  const diagnostics = [...summary.diagnostics, ...fence.diagnostics];
  return { nodes: joined, summary: { ...summary, diagnostics }, hasFailed: fence.hasFailed };
}

function withRankedOffers(pasted: PastedNode, machines: Machines, memo: Memo): Machines {
  const fence = new Fence(pasted.texts, memo.watch);
  const { summary } = machines;
  const suggested = fence.once('network', () => STAGES.offersTried(machines, memo), summary.suggested);
  const diagnostics = [...summary.diagnostics, ...fence.diagnostics];
  const hasFailed = machines.hasFailed === true || fence.hasFailed;
  return { ...machines, summary: { ...summary, suggested, diagnostics }, hasFailed, isRanked: true };
}

/** Texts with more rules are not walked before somebody asks: their Services give the first packet. */
const MOST_TRIED_RULES = 2000;

/** The offers, one that meets what was pasted first: each is sent until one does. */
function rankByWalking(machines: Machines, memo: Memo): readonly SuggestedFlow[] {
  const { nodes, summary } = machines;
  const layers = nodes.flatMap(({ understood }) => understood.texts.flatMap((text) => text.layers));
  if (layers.reduce((sum, layer) => sum + rulesIn(layer.chains), 0) > MOST_TRIED_RULES) return summary.suggested;
  const chains = new Set(
    layers.flatMap(({ table, chains: own }) =>
      [...own.values()].flatMap(({ name, length }) => (length > 0 ? [`${table} ${name}`] : [])),
    ),
  );
  const attempt = (offer: SuggestedFlow): ReturnType<typeof tryOffer> => {
    const flow = endsOfOffer(offer);
    const { network } = finished(networkOfMachines(machines, [flow], memo));
    const { meant } = offer;
    return tryOffer({ network, flow, chains, ...(meant ? { meant } : {}) });
  };
  const [first] = summary.suggested;
  const plan = nodes.find(({ name }) => first?.node === undefined || first.node === name)?.plan;
  return rankOffers(summary.suggested, { attempt, others: first && plan ? firstOtherOffer(first, plan) : [] });
}

const textsOf = ({ texts }: MachineTexts): PastedText[] => texts.map(({ pasted }) => pasted);

interface Failed {
  readonly pasted: PastedNode;
  readonly node: PlannedNode;
  readonly index: number;
  readonly fence: Fence;
}

/** A node of whose texts nothing is used. */
function bareNode({ pasted, node: { understood, name }, index, fence }: Failed): PlannedNode {
  const made = plannedNode({ ...pasted, facts: {}, nodes: {} }, bareMachine(understood, fence), { index, beside: [] });
  return { ...made, name };
}

interface PlannedNode {
  readonly id: string;
  readonly name: string;
  readonly plan: PastedNodePlan;
  readonly understood: MachineTexts;
  readonly kernel: PastedKernel;
}

function plannedNode(
  pasted: PastedNode,
  understood: MachineTexts,
  { index, beside }: { readonly index: number; readonly beside: readonly string[] },
): PlannedNode {
  const { views, hostname, machine, label, proxy } = understood;
  const name = label ?? hostname ?? NODE_ID;
  const plan = makePlan({ views, facts: makeFacts(pasted, name, index), hostname, machine, proxy, beside });
  const id = index === 0 ? NODE_ID : `${NODE_ID}:${name}`;
  return { id, name, plan, understood, kernel: makeKernel(understood) };
}

/** Identity of a node on which no writer is known. */
const NOBODY: NodeIdentity = { podNetwork: [], others: [], hasRules: false };

function describeMachines(pasted: PastedNode, nodes: readonly PlannedNode[], fence: Fence): Machines['summary'] {
  const several = nodes.length > 1;
  return {
    found: fence.once('network', () => STAGES.foundIn(nodes), []),
    podNetworks: [...new Set(nodes.flatMap(({ plan }) => plan.podNetworks.map(formatCidr)))],
    diagnostics: [
      ...nodes.flatMap(({ understood }) => understood.diagnostics),
      ...sharedAddresses(nodes).map((message): Diagnostic => ({ severity: 'warning', code: 'duplicate', message })),
    ],
    texts: summarisedTexts(pasted, nodes),
    identities: nodes.map(({ understood, name }) =>
      fence.once('machine', () => STAGES.makeIdentity(understood, several ? name : undefined), NOBODY),
    ),
    suggested: nodes.flatMap(({ plan, name, understood }) =>
      fence.once('network', () => STAGES.listSuggestions(plan, understood, several ? name : undefined), []),
    ),
    names: new Map(nodes.map(({ id, name }) => [id, name])),
    known: new Map(
      nodes.map(({ id, understood }) => [
        id,
        fence.once('network', () => STAGES.listKnown(understood.machine), NO_CONNECTIONS),
      ]),
    ),
  };
}

const NO_CONNECTIONS: KnownConnections = { entries: [], directed: [], clients: [] };

function listKnown({ connections, directed, ipvs, seen }: Machine): KnownConnections {
  const clients = seen.clients.map(({ value }) => value);
  return { entries: connections, directed, clients, ...(ipvs ? { table: ipvs.value } : {}) };
}

interface Understanding {
  readonly name: string;
  readonly understood: MachineTexts;
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
