import type { Flow } from '../../core/document/document';

/** Chips beside each other that can still be read at 1280 px. */
const MOST = 5;

/** Flows with a chip of their own, in the document's order, and those behind "more". */
export interface StandingFlows {
  readonly standing: readonly Flow[];
  readonly others: readonly Flow[];
}

/** The first flows have a chip; the one that is shown has one in any case, in the place of the last. */
export function standingFlows(flows: readonly Flow[], shown: string | undefined): StandingFlows {
  const first = flows.slice(0, MOST);
  const now = flows.find(({ id }) => id === shown);
  const standing = now && !first.includes(now) ? [...first.slice(0, -1), now] : first;
  return { standing, others: flows.filter((flow) => !standing.includes(flow)) };
}
