import { add, formatFraction, ONE, parseFraction, type Fraction } from '../../lib/fraction';
import { formatIp, parseIp } from '../../net/ip';
import { explore } from '../../sim/explore';
import type { Outcome } from '../../sim/trace';
import { networkOfPasted } from '../pasted';
import { senderOfPasted } from '../pasted-sender';
import type { FlowEnds, PastedNode } from '../pasted-types';

/** One way a flow can end. */
export interface FlowEnd {
  /** `DELIVERED pod:10.244.1.4 10.244.1.4:8080 from 10.244.1.9 answered`. */
  readonly end: string;
  /** `1/3`; `?`: something unknown decides. */
  readonly probability: string;
}

/** A flow through both dumps. */
export interface FlowDifference {
  readonly flow: FlowEnds;
  readonly before: readonly FlowEnd[];
  readonly after: readonly FlowEnd[];
  readonly changed: boolean;
}

/** Sends the same flows through two pasted nodes: every possible end with its exact probability, and which flows change. */
export function diffFlows(before: PastedNode, after: PastedNode, flows: readonly FlowEnds[]): FlowDifference[] {
  return flows.map((flow) => {
    const [a, b] = [endsOf(before, flow), endsOf(after, flow)];
    return { flow, before: a, after: b, changed: JSON.stringify(a) !== JSON.stringify(b) };
  });
}

function endsOf(node: PastedNode, flow: FlowEnds): FlowEnd[] {
  const { network } = networkOfPasted(node, [flow]);
  const netns = senderOfPasted(network, flow.from);
  const [src, dst] = [parseIp(flow.from.address ?? ''), parseIp(flow.to.address ?? '')];
  if (netns === undefined || !src.ok || !dst.ok) return [{ end: 'NO_SENDER', probability: formatFraction(ONE) }];
  const { protocol: proto, port: dport } = flow;
  const sent = { netns, src: src.value, dst: dst.value, proto, sport: 45_678, dport };
  return summed(explore({ network, flow: sent, seed: 1 }).outcomes);
}

/** Ends that look the same are one; their odds add up. */
function summed(outcomes: readonly Outcome[]): FlowEnd[] {
  const sums = new Map<string, Fraction | undefined>();
  for (const outcome of outcomes) {
    const end = endText(outcome);
    const odds = outcome.probability === undefined ? undefined : parseFraction(outcome.probability);
    const known = sums.get(end);
    sums.set(end, sums.has(end) ? known && odds && add(known, odds) : odds);
  }
  const ends = [...sums].map(([end, odds]) => ({ end, probability: odds ? formatFraction(odds) : '?' }));
  return ends.toSorted((a, b) => (a.end < b.end ? -1 : 1));
}

function endText({ disposition, arrived, answered }: Outcome): string {
  const how = disposition.kind === 'REJECTED' ? disposition.with : '';
  const place = disposition.netns;
  const packet = arrived ? `${formatIp(arrived.dst)} from ${formatIp(arrived.src)}` : '';
  return [disposition.kind, how, place, packet, answered ? 'answered' : ''].filter((word) => word !== '').join(' ');
}
