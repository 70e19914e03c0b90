import { networkOfPasted, type SuggestedFlow } from '../../paste/pasted';
import type { FlowEnds, PastedNode } from '../../paste/pasted-types';
import { flowEnds, type FlowEndings } from './flow-ends';
import { observedOfPasted } from '../reconstruct/observe-pasted';
import { diffRulesets, type DumpedRules, type RulesetDiff } from './diff-rulesets';

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
  const [a, b] = [endingsOf(before, flows), endingsOf(after, flows)];
  return flows.map((flow, at) => flowDifference([flow, flow], a[at], b[at]));
}

/** Puts the endings of a flow in both dumps together. */
function flowDifference(
  [flow, flowAfter]: readonly [FlowEnds, FlowEnds],
  before: FlowEndings = NONE,
  after: FlowEndings = NONE,
): FlowDifference {
  return { flow, flowAfter, before, after, changed: keyOf(before) !== keyOf(after) };
}

const NONE: FlowEndings = { ends: [], truncated: false };

function keyOf({ ends }: FlowEndings): string {
  return ends.map(({ end, probability }) => `${probability} ${end}`).join('\n');
}

function endingsOf(node: PastedNode, flows: readonly FlowEnds[]): FlowEndings[] {
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
  /** Those that change first. */
  readonly flows: readonly FlowDifference[];
  /** Which of the texts hold nothing of a node's rules. */
  readonly empty: readonly ('before' | 'after')[];
}

/** Compares two dumps in steps; each yields how far it is, 0..1. Never throws for what was pasted. */
export function* compareDumps({ before, after, nodes, flows }: DumpPair): Generator<number, DumpComparison> {
  yield 0;
  // One node's texts after the other's: what was understood of a node is kept until the next comes.
  const rulesBefore = dumpedRules(before);
  const suggestedBefore = networkOfPasted(before).suggested;
  yield 0.25;
  const rulesAfter = dumpedRules(after);
  const suggestedAfter = networkOfPasted(after).suggested;
  yield 0.5;
  const sent = flowsToSend(flows, suggestedBefore, suggestedAfter);
  const pairs = sent.map((flow): readonly [FlowEnds, FlowEnds] =>
    nodes ? [ownFlow(flow, suggestedBefore), ownFlow(flow, suggestedAfter)] : [flow, flow],
  );
  const endsAfter = yield* endings(
    after,
    pairs.map(([, flow]) => flow),
    0.5,
  );
  const endsBefore = yield* endings(
    before,
    pairs.map(([flow]) => flow),
    0.7,
  );
  const differences = pairs.map((pair, at) => flowDifference(pair, endsBefore[at], endsAfter[at]));
  const diff = diffRulesets(rulesBefore, rulesAfter);
  yield 1;
  const empty = [
    ...(isEmpty(rulesBefore) ? ['before' as const] : []),
    ...(isEmpty(rulesAfter) ? ['after' as const] : []),
  ];
  return { diff, flows: differences.toSorted((a, b) => Number(b.changed) - Number(a.changed)), empty };
}

const PART = 0.2;

function* endings(node: PastedNode, flows: readonly FlowEnds[], from: number): Generator<number, FlowEndings[]> {
  const { network } = networkOfPasted(node, flows);
  const found: FlowEndings[] = [];
  for (const flow of flows) {
    found.push(flowEnds(network, flow));
    yield from + (found.length / flows.length) * PART;
  }
  return found;
}

/** The rules, sets and virtual servers of pasted texts. */
export function dumpedRules(node: PastedNode): DumpedRules {
  const { xtables, nftables, ipsets, ipvs } = observedOfPasted(node);
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
