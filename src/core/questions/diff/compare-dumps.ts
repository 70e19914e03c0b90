import { Memo } from '../../lib/memo';
import { networkOfPasted, type PastedNetwork, type SuggestedFlow } from '../../paste/pasted';
import type { FlowEnds, PastedNode } from '../../paste/pasted-types';
import { observedOfPasted } from '../reconstruct/observe-pasted';
import { diffRulesets, type DumpedRules, type RulesetDiff } from './diff-rulesets';
import type { Network } from '../../linux/netns';
import { formatIp, parseIp, type IpFamily } from '../../net/ip';
import { formatEndpoint, type Packet } from '../../net/packet';
import { sumOdds } from '../../sim/odds';
import { explore, makeTrace, type ExploreInput } from '../../sim/explore';
import type { SimFlow } from '../../sim/simulate';
import type { Disposition, Outcome, Hop, Trace, TraceStep } from '../../sim/trace';
import { NODE_ID, senderOfPasted } from '../../paste/sender';
import { isXtTable, type RuleRef } from '../../linux/hooks';
import { printLine } from '../../linux/xtables/ruleset-text';

/** What made a request end as it did. */
interface DecidingRule {
  /** What the rule did to the packet: gave it another destination or source, ended it, or let it through. */
  readonly what: 'destination' | 'source' | 'refused' | 'accepted';
  /** Absent: IPVS chose. */
  readonly ref?: RuleRef;
  /** The rule as the kernel prints it; `policy DROP`; the virtual server and the server it chose. */
  readonly text: string;
}

/** The rules that decided where a request goes and whom it seems to come from, in the order they were met. */
function decidingRules(network: Network, trace: Trace): DecidingRule[] {
  const requests = trace.legs.filter(({ role }) => role === 'request');
  return requests.flatMap(({ hops }) => hops.flatMap((hop) => ofHop(network, hop)));
}

/** The rules that let a request through, where none did more: what would stop it stands behind them. */
function acceptingRules(network: Network, trace: Trace): DecidingRule[] {
  const requests = trace.legs.filter(({ role }) => role === 'request');
  return requests.flatMap(({ hops }) =>
    hops.flatMap(({ netns, steps }) =>
      steps.flatMap((step) =>
        step.kind === 'rule' && step.verdict.kind === 'ACCEPT' ? decided('accepted', network, netns, step) : [],
      ),
    ),
  );
}

function ofHop(network: Network, { netns, steps }: Hop): DecidingRule[] {
  return steps.flatMap((step, at): DecidingRule[] => {
    const ruled = (what: DecidingRule['what']): DecidingRule[] => {
      const rule = steps.slice(0, at).findLast(({ kind }) => kind === 'rule' || kind === 'policy');
      return rule ? decided(what, network, netns, rule) : [];
    };
    if (step.kind === 'nat' && step.by === 'rule') return ruled(step.manip === 'DST' ? 'destination' : 'source');
    if (step.kind === 'ipvs' && step.at === 'in' && step.chosen !== undefined && step.before) {
      return [{ what: 'destination', text: `${step.service} ${step.scheduler} -> ${step.chosen}` }];
    }
    return step.kind === 'stop' ? ruled('refused').filter(({ ref }) => step.ref || ref?.index === -1) : [];
  });
}

function decided(what: DecidingRule['what'], network: Network, netns: string, step: TraceStep): DecidingRule[] {
  if (step.kind === 'policy') {
    const { table, chain, verdict } = step;
    if (what !== 'refused' || verdict.kind !== 'DROP') return [];
    return [{ what, ref: { table, chain, index: -1 }, text: `${chain} policy ${verdict.kind}` }];
  }
  if (step.kind !== 'rule') return [];
  return [{ what, ref: step.ref, text: ruleText(network, netns, step.ref, step.packet.family) }];
}

/** A rule as the kernel prints it; empty if there is none there. */
function ruleText(network: Network, netns: string, { table, chain, index }: RuleRef, family: IpFamily): string {
  const node = network.netns.get(netns);
  if (isXtTable(table)) {
    const found = node?.xtables[family]?.tables.get(table)?.chains.get(chain);
    return found && index < found.length ? printLine(found, index, family) : '';
  }
  const found = node?.nftables?.tables.get(table)?.chains.get(chain);
  return found && index < found.length ? found.text(index).trim() : '';
}

/** One way a flow can end. */
export interface FlowEnd {
  /** `DELIVERED pod:10.244.1.4 10.244.1.4 from sender answered`: equal for ends that look the same. */
  readonly end: string;
  /** `1/3`; `?`: something unknown decides. */
  readonly probability: string;
  /** As the kernel draws; absent where that is what is meant. */
  readonly kernelProbability?: number;
  /** Absent: the flow cannot be sent, nobody has its source address. */
  readonly disposition?: Disposition;
  /** The packet where it arrived: `10.244.1.4:8080`, and who the backend saw. */
  readonly backend?: string;
  readonly source?: string;
  readonly answered: boolean;
  /** Of the first packet that ends so; empty where there are very many ends. */
  readonly deciding: readonly DecidingRule[];
}

/** All ends of a flow. */
export interface FlowEndings {
  readonly ends: readonly FlowEnd[];
  /** More ways exist than were walked. */
  readonly truncated: boolean;
}

const SOURCE_PORT = 45_678;
/** So many outcomes are walked, and of so many ends it is told what decided. */
const MOST_OUTCOMES = 1024;
const MOST_EXPLAINED = 24;

/**
 * Every possible end of a flow through a network, with its odds as meant; `host`: the node that its device is of; `accepts`: rules that let it
 * through are told where no other did anything.
 */
export function flowEnds(
  network: Network,
  flow: FlowEnds,
  { host = NODE_ID, accepts = false }: { readonly host?: string; readonly accepts?: boolean } = {},
): FlowEndings {
  const sent = sentFlow(network, flow, host);
  if (!sent) return NOT_SENT;
  const input: ExploreInput = { network, flow: sent, seed: 1, limit: MOST_OUTCOMES };
  const { outcomes, truncated } = explore(input);
  return { ends: summed(input, outcomes, { sender: flow.from.address ?? '', accepts }), truncated };
}

/** A packet made by who has the source address, or that just comes in by the device; undefined: it cannot be sent. */
function sentFlow(network: Network, { from, to, protocol, port }: FlowEnds, host: string): SimFlow | undefined {
  const node = network.netns.get(host);
  const [src, dst] = [parseIp(from.address ?? ''), parseIp(to.address ?? '')];
  if (!node || !dst.ok || (from.device && !src.ok)) return undefined;
  const { family } = dst.value;
  if (src.ok && src.value.family !== family) return undefined;
  // The other dump may call the device otherwise: who has the address sends.
  const sender = from.device ? senderOfPasted(network, from, host) : host;
  if (sender === undefined && !node.devices.some(({ name }) => name === from.device)) return undefined;
  const isIcmp = protocol === 'icmp';
  return {
    netns: sender ?? host,
    dst: dst.value,
    proto: isIcmp && family === 'ipv6' ? 'icmpv6' : protocol,
    sport: SOURCE_PORT,
    dport: isIcmp ? 0 : port,
    ...(src.ok ? { src: src.value } : {}),
    ...(sender === undefined && from.device ? { inject: { device: from.device } } : {}),
  };
}

const NOT_SENT: FlowEndings = {
  ends: [{ end: 'NO_SENDER', probability: '1', answered: false, deciding: [] }],
  truncated: false,
};

/** Ends that look the same are one; their odds add up. */
function summed(
  input: ExploreInput,
  outcomes: readonly Outcome[],
  { sender, accepts }: { readonly sender: string; readonly accepts: boolean },
): FlowEnd[] {
  const groups = new Map<string, [Outcome, ...Outcome[]]>();
  for (const outcome of outcomes) {
    const end = endText(outcome, sender);
    const known = groups.get(end);
    if (known) known.push(outcome);
    else groups.set(end, [outcome]);
  }
  const ends = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return ends.map(([end, group], at) => {
    const [first] = group;
    return {
      end,
      probability: '?',
      ...sumOdds(group),
      disposition: first.disposition,
      answered: first.answered,
      ...makeArrival(first.arrived),
      deciding: at < MOST_EXPLAINED ? explainEnd(input.network, makeTrace(input, first), accepts) : [],
    };
  });
}

function explainEnd(network: Network, trace: Trace, accepts: boolean): DecidingRule[] {
  const deciding = decidingRules(network, trace);
  return accepts && deciding.length === 0 ? acceptingRules(network, trace) : deciding;
}

function makeArrival(packet: Packet | undefined): Pick<FlowEnd, 'backend' | 'source'> {
  if (!packet) return {};
  const { l4, dst, src } = packet;
  const port = 'dport' in l4 ? l4.dport : undefined;
  return { backend: port === undefined ? formatIp(dst) : formatEndpoint(dst, port), source: formatIp(src) };
}

function endText({ disposition, arrived, answered }: Outcome, sender: string): string {
  const how = disposition.kind === 'REJECTED' ? disposition.with : '';
  const { backend = '', source } = makeArrival(arrived);
  const from = source === undefined ? '' : `from ${source === sender ? 'sender' : source}`;
  const words = [disposition.kind, how, disposition.netns, backend, from, answered ? 'answered' : ''];
  return words.filter((word) => word !== '').join(' ');
}

/** A flow through both dumps. */
export interface FlowDifference {
  readonly flow: FlowEnds;
  /** The same for the later dump, where its own sender takes the place of one it does not have. */
  readonly flowAfter: FlowEnds;
  readonly before: FlowEndings;
  readonly after: FlowEndings;
  readonly changed: boolean;
}

/** Sends the same flows through two pasted nodes: every possible end with its exact probability, and which flows change. */
export function diffFlows(before: PastedNode, after: PastedNode, flows: readonly FlowEnds[]): FlowDifference[] {
  const [a, b] = [listEndings(before, flows), listEndings(after, flows)];
  return flows.map((flow, at) => flowDifference([flow, flow], [a[at], b[at]]));
}

/** Puts the endings of a flow in both dumps together. */
function flowDifference(
  [flow, flowAfter]: readonly [FlowEnds, FlowEnds],
  [before = NONE, after = NONE]: readonly [FlowEndings | undefined, FlowEndings | undefined],
  key = makeKey,
): FlowDifference {
  return { flow, flowAfter, before, after, changed: key(before) !== key(after) };
}

/**
 * Ends by what texts tell: where devices and routes were guessed otherwise around the two dumps, who has an address and whether an
 * answer finds back is no difference of theirs.
 */
function makeToldKey({ ends }: FlowEndings): string {
  const told = ends.map(({ end, probability, backend, source, disposition }) =>
    disposition?.kind === 'DELIVERED' && backend !== undefined
      ? `${probability} ${backend} ${end.includes(' from sender') ? 'sender' : source}`
      : `${probability} ${end}`,
  );
  return told.toSorted().join('\n');
}

const GUESSED: ReadonlySet<string> = new Set(['interface', 'address', 'route', 'node', 'podCIDR']);

/** Devices, addresses and routes that were guessed around a dump. */
const listGuesses = ({ assumptions }: PastedNetwork): string =>
  assumptions
    .filter(({ about }) => GUESSED.has(about))
    .map(({ value }) => value)
    .toSorted()
    .join('\n');

const NONE: FlowEndings = { ends: [], truncated: false };

function makeKey({ ends }: FlowEndings): string {
  return ends.map(({ end, probability }) => `${probability} ${end}`).join('\n');
}

function listEndings(node: PastedNode, flows: readonly FlowEnds[]): FlowEndings[] {
  const { network } = networkOfPasted(node, flows);
  return flows.map((flow) => flowEnds(network, flow));
}

/** Two dumps to be compared. */
export interface DumpPair {
  readonly before: PastedNode;
  readonly after: PastedNode;
  /** Two nodes of one cluster: each sends from its own Pods. Otherwise one node at two times. */
  readonly nodes: boolean;
  /** Flows of the person, besides those either dump suggests. */
  readonly flows: readonly FlowEnds[];
}

/** What two dumps differ in. */
export interface DumpComparison {
  readonly diff: RulesetDiff;
  /** Flows that end differently, those that change first on top. */
  readonly flows: readonly FlowDifference[];
  /** Which of the texts hold nothing of a node's rules. */
  readonly empty: readonly ('before' | 'after')[];
}

/** Compares two dumps in steps; each yields how far it is, 0..1. Never throws for what was pasted. */
export function* compareDumps(
  { before, after, nodes, flows }: DumpPair,
  memo = new Memo(),
): Generator<number, DumpComparison> {
  yield 0;
  // One node's texts after the other's: what was understood of a node is kept until the next comes.
  const rulesBefore = dumpedRules(before, memo);
  const madeBefore = networkOfPasted(before, [], memo);
  const suggestedBefore = madeBefore.suggested;
  yield 0.25;
  const rulesAfter = dumpedRules(after, memo);
  const madeAfter = networkOfPasted(after, [], memo);
  const suggestedAfter = madeAfter.suggested;
  yield 0.5;
  const sent = flowsToSend(flows, suggestedBefore, suggestedAfter);
  const pairs = sent.map((flow): readonly [FlowEnds, FlowEnds] =>
    nodes ? [ownFlow(flow, suggestedBefore), ownFlow(flow, suggestedAfter)] : [flow, flow],
  );
  const endsAfter = yield* endings(
    { node: after, memo },
    pairs.map(([, flow]) => flow),
    0.5,
  );
  const endsBefore = yield* endings(
    { node: before, memo },
    pairs.map(([flow]) => flow),
    0.7,
  );
  const isAlike = nodes || listGuesses(madeBefore) === listGuesses(madeAfter);
  const key = isAlike ? makeKey : makeToldKey;
  const differences = pairs.map((pair, at) => flowDifference(pair, [endsBefore[at], endsAfter[at]], key));
  const diff = diffRulesets(rulesBefore, rulesAfter);
  yield 1;
  const empty = [
    ...(isEmpty(rulesBefore) ? ['before' as const] : []),
    ...(isEmpty(rulesAfter) ? ['after' as const] : []),
  ];
  return { diff, flows: differences.toSorted((a, b) => Number(b.changed) - Number(a.changed)), empty };
}

const PART = 0.2;

function* endings(
  { node, memo }: { readonly node: PastedNode; readonly memo: Memo },
  flows: readonly FlowEnds[],
  from: number,
): Generator<number, FlowEndings[]> {
  const { network } = networkOfPasted(node, flows, memo);
  const found: FlowEndings[] = [];
  for (const flow of flows) {
    found.push(flowEnds(network, flow));
    yield from + (found.length / flows.length) * PART;
  }
  return found;
}

/** The rules, sets and virtual servers of pasted texts. */
export function dumpedRules(node: PastedNode, memo = new Memo()): DumpedRules {
  const { xtables, nftables, ipsets, ipvs } = observedOfPasted(node, undefined, memo);
  return { xtables, nftables, ipvs, ...(ipsets ? { ipsets: [...ipsets.values()] } : {}) };
}

function isEmpty({ xtables, nftables, ipsets, ipvs }: DumpedRules): boolean {
  const chains = Object.values(xtables).reduce((count, { tables }) => count + tables.size, 0);
  return chains === 0 && !nftables && !ipvs && [...(ipsets ?? [])].length === 0;
}

/** The person's flows, then what either dump suggests; each once. */
function flowsToSend(
  own: readonly FlowEnds[],
  before: readonly SuggestedFlow[],
  after: readonly SuggestedFlow[],
): FlowEnds[] {
  const all = [...own, ...[...before, ...after].map(endsOfSuggested)];
  return [...new Map(all.map((flow) => [JSON.stringify(flow), flow] as const)).values()];
}

function endsOfSuggested({ device, from, to, protocol, port, enters }: SuggestedFlow): FlowEnds {
  const more = { ...(device === undefined ? {} : { device }), ...(enters === undefined ? {} : { enters }) };
  return {
    from: { kind: 'interface', address: from, ...more },
    to: { kind: 'address', address: to },
    protocol,
    port,
  };
}

/** The flow as this node would send it: from where it sends to the same target, or else to any. */
function ownFlow(flow: FlowEnds, suggested: readonly SuggestedFlow[]): FlowEnds {
  const isFromDevice = flow.from.device !== undefined;
  const family = (address: string | undefined): boolean => address?.includes(':') ?? false;
  const fits = suggested.filter(
    ({ device, from }) => (device !== undefined) === isFromDevice && family(from) === family(flow.from.address),
  );
  const own = fits.find(({ to, port }) => to === flow.to.address && port === flow.port) ?? fits[0];
  return own ? { ...flow, from: endsOfSuggested(own).from } : flow;
}
