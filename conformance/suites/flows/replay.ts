import { completeCluster } from '../../../src/core/kubernetes/complete';
import { withDefaults } from '../../../src/core/kubernetes/defaults';
import { withKernelParts } from '../../../src/core/document/kernel-parts';
import { PROXY_MODES } from '../../../src/core/kubernetes/proxy';
import type { KernelState } from '../../../src/core/kubernetes/proxy/mode';
import type { ClusterObjects } from '../../../src/core/kubernetes/types';
import type { ProxyModeId } from '../../../src/core/kubernetes/mode-ids';
import type { Netns, Network } from '../../../src/core/linux/netns';
import { rulesetFromLines } from '../../../src/core/linux/xtables/ruleset-text';
import type { XtRuleset, XtRule } from '../../../src/core/linux/xtables/types';
import { formatIp, type IpFamily } from '../../../src/core/net/ip';
import { type FlowCase, flowOf, type FlowRequest } from './case';
import { createState } from '../../../src/core/linux/state';
import { explore, stateAfter, makeTrace, type ExploreInput } from '../../../src/core/sim/explore';
import type { SimState } from '../../../src/core/sim/world';
import type { Trace, Leg } from '../../../src/core/sim/trace';
import { entryOf, visitsOf, withoutQuote, type Visit, type VisitEvent } from '../kernel/expect';
import { answerOf, outcomeOf, type FlowOutcome } from './outcome';

/** A visit as the flow recordings write it. */
export interface FlowVisit {
  readonly node: string;
  readonly hook: string;
  readonly in: string | null;
  readonly out: string | null;
  readonly physin?: string;
  readonly physout?: string;
  readonly pkt: string;
  readonly mark?: string;
  readonly ct?: string;
  readonly after?: string;
  readonly markAfter?: string;
  readonly ev: readonly FlowEvent[];
  /** Not in recordings: the recording kernel had no IPVS. */
  readonly ipvs?: string;
}

interface FlowEvent {
  readonly table: string;
  readonly chain: string;
  readonly rule: number | 'policy' | 'return';
  readonly target?: string;
  readonly mark?: string;
}

const hex = (mark: number): string => `0x${mark.toString(16)}`;

function targetOf(rule: XtRule | undefined): string | undefined {
  const target = rule?.target;
  if (!target) return undefined;
  if (target.target === 'JUMP' || target.target === 'GOTO') return target.spec.chain;
  return target.target === 'unrecognised' ? target.spec.name : target.target;
}

function eventOf(network: Network, netns: string, family: IpFamily, event: VisitEvent): FlowEvent {
  const { table, chain, rule, mark } = event;
  const marked = mark ? { mark: hex(mark) } : {};
  if (event.verdict !== undefined) return { table, chain, rule, target: event.verdict, ...marked };
  const ruleset = network.netns.get(netns)?.xtables[family];
  const found = [...(ruleset?.tables.values() ?? [])].find((each) => each.name === table)?.chains.get(chain);
  const target =
    rule === 'policy' ? found?.policy : typeof rule === 'number' ? targetOf(found?.rule(rule - 1)) : undefined;
  return { table, chain, rule, ...(target ? { target } : {}), ...marked };
}

/** Was it recorded by the trace of nftables? */
const isNative = ({ netns }: Visit, network: Network): boolean => network.netns.get(netns)?.nftables !== undefined;

/** The recorder of nftables does not tell the mark a packet leaves with. */
function tellsMarkAfter(visit: Visit, network: Network): boolean {
  return visit.mark !== undefined && visit.hook === 'POSTROUTING' && !isNative(visit, network);
}

function flowVisit(network: Network, family: IpFamily, visit: Visit, last: boolean): FlowVisit {
  const { hook, netns, pkt, mark, ct, after, markAfter } = visit;
  const leaves = !last && (hook === 'POSTROUTING' || hook === 'INPUT');
  return {
    node: netns,
    hook,
    in: visit.in ?? null,
    out: visit.out ?? null,
    // The recorder's log names the port only beside a device.
    ...(visit.physin && visit.in ? { physin: visit.physin } : {}),
    ...(visit.physout ? { physout: visit.physout } : {}),
    pkt: isNative(visit, network) ? withoutQuote(pkt) : pkt,
    ...(mark ? { mark: hex(mark) } : {}),
    ...(ct ? { ct } : {}),
    ...(leaves ? { after } : {}),
    ...(leaves && tellsMarkAfter(visit, network) ? { markAfter: hex(markAfter) } : {}),
    ev: visit.events.map((event) => eventOf(network, netns, family, event)),
    ...(visit.ipvs ? { ipvs: visit.ipvs } : {}),
  };
}

/** The hooks a leg passed. The last one has no `after` if the packet was lost there. */
function flowVisits(network: Network, leg: Leg): FlowVisit[] {
  const family = leg.hops[0]?.steps[0]?.packet.family ?? 'ipv4';
  const visits = visitsOf(leg);
  const lost = leg.hops.at(-1)?.steps.at(-1);
  const lostAtHook = lost?.kind === 'stop' && ['DROPPED', 'REJECTED'].includes(leg.disposition.kind);
  const inside = lostAtHook && leg.hops.at(-1)?.steps.at(-2)?.kind !== 'bridge';
  return visits.map((visit, i) => flowVisit(network, family, visit, inside && i === visits.length - 1));
}

/** One possible outcome of a request. */
export interface ReplayedOutcome {
  /** `"1/3"`; undefined when something that is not simulated decided. */
  readonly probability?: string;
  /** What the kernel's draws give it, where they cannot give what was meant. */
  readonly kernelProbability?: number;
  readonly outcome: FlowOutcome;
  readonly trace: {
    readonly request: readonly FlowVisit[];
    readonly reply?: readonly FlowVisit[];
    readonly error?: readonly FlowVisit[];
    /** The second connections of a proxying process, in order. */
    readonly second?: readonly FlowVisit[];
  };
  readonly conntrack: Readonly<Record<string, readonly Record<string, unknown>[]>>;
  /** The lists of xt_recent and the sets of nftables as they are afterwards: what makes the next attempt different. */
  readonly listsAfter: () => SimState;
}

/** Only the lists and counters: the next attempt is another connection. */
function listsOf(after: SimState): SimState {
  return new Map(
    [...after].map(
      ([id, { recent, nth, nftSets, proxies, now }]) =>
        [id, { ...createState(), recent, nth, nftSets, proxies, now }] as const,
    ),
  );
}

/** A trace as the visits a recorder saw, request and answers apart. */
export function visitsIn(network: Network, trace: Trace): ReplayedOutcome['trace'] {
  const [request] = trace.legs;
  const { reply, error } = answerOf(trace);
  const second = trace.legs.filter((leg) => leg.second).flatMap((leg) => flowVisits(network, leg));
  return {
    request: request ? flowVisits(network, request) : [],
    ...(reply ? { reply: flowVisits(network, reply) } : {}),
    ...(error ? { error: flowVisits(network, error) } : {}),
    ...(second.length > 0 ? { second } : {}),
  };
}

/** Every outcome of a request; undefined if its sender does not exist. */
export function replayFlow(network: Network, request: FlowRequest, state?: SimState): ReplayedOutcome[] | undefined {
  const found = flowOf(network, request);
  if (!found) return undefined;
  const input: ExploreInput = { ...found, ...(state ? { state } : {}) };
  return explore(input).outcomes.map((outcome) => {
    const trace = makeTrace(input, outcome);
    const connections = Object.entries(trace.conntrack).map(([id, entries]) => [id, entries.map(entryOf)] as const);
    return {
      ...(outcome.probability === undefined ? {} : { probability: outcome.probability }),
      ...(outcome.kernelProbability === undefined ? {} : { kernelProbability: outcome.kernelProbability }),
      outcome: outcomeOf(trace),
      trace: visitsIn(found.network, trace),
      conntrack: Object.fromEntries(connections),
      listsAfter: () => listsOf(stateAfter(input, outcome)),
    };
  });
}

const DEFAULT_RELEASE = '1.30';

/** The recordings' release, or the last that had the mode. */
const releaseOf = (mode: ProxyModeId): string => (mode === 'userspace' ? '1.25' : DEFAULT_RELEASE);

/** The families kube-proxy runs a proxier for: those the Node has addresses of. */
function familiesOf(cluster: ClusterObjects, node: string): IpFamily[] {
  const found = cluster.nodes.find(({ metadata }) => metadata.name === node);
  const texts = (found?.status.addresses ?? [])
    .filter(({ type }) => type === 'InternalIP')
    .map(({ address }) => address);
  const has = (family: IpFamily): boolean => texts.some((text) => text.includes(':') === (family === 'ipv6'));
  return (['ipv4', 'ipv6'] as const).filter(has);
}

/** Lets a mode write the rules of every node of a case into its namespace; undefined: the mode is not built. */
export function compileCase(
  { cluster, config }: FlowCase,
  mode: ProxyModeId,
  release = releaseOf(mode),
): ((node: Netns) => Netns) | undefined {
  const proxy = PROXY_MODES.find(({ id }) => id === mode);
  if (!proxy) return undefined;
  const seen = cluster.endpointSlices.length > 0 ? withDefaults(cluster) : completeCluster(cluster);
  return (node) => {
    const xtables: Partial<Record<IpFamily, XtRuleset>> = {};
    const states: KernelState[] = [];
    const interfaceAddresses = node.devices.flatMap(({ addresses }) =>
      addresses.map(({ address }) => formatIp(address)),
    );
    for (const family of familiesOf(cluster, node.id)) {
      const common = { cluster: seen, node: node.id, family, config };
      const state = proxy.syncProxyRules({ ...common, release, interfaceAddresses });
      states.push(state);
      xtables[family] = rulesetFromLines(state.xtables.tables, family);
    }
    // What was recorded in iptables mode brings its sysctls with its layout.
    return mode === 'iptables' ? { ...node, xtables } : withKernelParts({ ...node, xtables }, states);
  };
}
