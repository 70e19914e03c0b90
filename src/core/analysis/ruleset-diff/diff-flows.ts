import { networkOfPasted } from '../pasted';
import type { FlowEnds, PastedNode } from '../pasted-types';
import { flowEnds, type FlowEndings } from './flow-ends';

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
export function flowDifference(
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
