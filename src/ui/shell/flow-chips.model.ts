import type { Flow } from '../../core/document/document';

/** Chips beside each other that can still be read at 1280 px. */
const MOST = 5;

/** Flows with a chip of their own, in the document's order, and those behind "more". */
export interface StandingFlows {
  readonly standing: readonly Flow[];
  readonly others: readonly Flow[];
}

/**
 * The first flows have a chip. Those in `wanted`, the one that is walked before the one to what is selected, have one in any
 * case, in the place of the last.
 */
export function standingFlows(flows: readonly Flow[], wanted: readonly (string | undefined)[]): StandingFlows {
  const found = [...new Set(wanted)].flatMap((id) => flows.find((flow) => flow.id === id) ?? []);
  const others = flows.filter((flow) => !found.includes(flow));
  const chosen = new Set([...found, ...others].slice(0, MOST));
  const standing = flows.filter((flow) => chosen.has(flow));
  return { standing, others: flows.filter((flow) => !chosen.has(flow)) };
}
