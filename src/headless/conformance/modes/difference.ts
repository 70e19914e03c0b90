import type { ServiceObject } from '../../../core/kubernetes/types';
import type { FlowRequest } from '../flows/case';
import type { FlowOutcome } from '../flows/outcome';

/** One flow in two modes: the outcomes that only one of them has. */
export interface Difference {
  readonly request: FlowRequest;
  /** iptables mode's. */
  readonly usual: readonly FlowOutcome[];
  readonly other: readonly FlowOutcome[];
  /** The Service whose address and port, or nodePort, is asked; undefined: none. */
  readonly spec?: ServiceObject['spec'];
  /** Addresses of all nodes, whatever device has them. */
  readonly nodeAddresses: ReadonlySet<string>;
}

/** Why a mode differs from iptables mode: a mechanism, and where it shows. */
export interface Mechanism {
  readonly name: string;
  readonly explains: (difference: Difference) => boolean;
}

interface Delivered {
  readonly backend: string;
  readonly backendIP: string;
  readonly sourcePort: 'preserved' | 'changed';
  readonly sourceSeen: string;
}

export const deliveredOf = (outcome: FlowOutcome): Delivered | undefined =>
  outcome['delivered'] as Delivered | undefined;

/** Who sent the ICMP error or reset, if that is how it ended. */
export const rejectedBy = (outcome: FlowOutcome): string | undefined =>
  (outcome['rejected'] as { from: string } | undefined)?.from;

export const isDropped = (outcome: FlowOutcome): boolean => 'dropped' in outcome;

/** The backends of some outcomes, sorted; outcomes of another kind are named by it. */
export function backends(outcomes: readonly FlowOutcome[]): string {
  const names = outcomes.map((outcome) => deliveredOf(outcome)?.backend ?? Object.keys(outcome)[0] ?? '');
  return [...new Set(names)].sort().join(' ');
}

/** Is the caller inside the cluster? */
export const isInside = ({ request }: Difference): boolean => !request.from.external;
