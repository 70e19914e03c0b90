import type { EvidenceFinding } from './evidence-finding';

/** Findings that say only how a client failed, or list what a symptom or a setting may come from. */
const LISTS_CAUSES =
  /^(?:pair|contrast|symptom)-|^(?:node-port-some-nodes|undecided|log-timed-out|log-refused|log-unreachable|log-probe-failed|dns-of-api)$/;

/** The finding that names the first command. */
export const FIRST_COMMAND = 'first-command';

const OF_SEVERITY = { error: 1, warning: 2, info: 5 } as const;

/**
 * How strong a finding is, the strongest least: 0 the first command, which is told only where nothing is proven; 1 faults that the texts show;
 * 2 oddities that they show; 3 known causes that they fit; 4 lists of what it may be; 5 remarks.
 */
export function rankFinding({ id, severity }: Pick<EvidenceFinding, 'id' | 'severity'>): number {
  if (id === FIRST_COMMAND) return 0;
  if (LISTS_CAUSES.test(id)) return severity === 'info' ? 5 : 4;
  return id.startsWith('known-') && severity === 'warning' ? 3 : OF_SEVERITY[severity];
}

/** So many findings are told first. */
const MOST_LEADING = 3;
const WEAKEST_LEADING = 3;

/** Findings by their strength, then as they were. */
export const sortByStrength = <Finding extends EvidenceFinding>(found: readonly Finding[]): readonly Finding[] =>
  found.toSorted((a, b) => rankFinding(a) - rankFinding(b));

/**
 * Parts findings, strongest first, into those told first, three at most beside the first command, and all others. A list of what it may be is
 * among the first only where nothing stronger is known, and then alone.
 */
export function partLeading<Finding extends EvidenceFinding>(found: readonly Finding[]) {
  const sorted = sortByStrength(found);
  const strong = sorted.filter((each) => rankFinding(each) > 0 && rankFinding(each) <= WEAKEST_LEADING);
  const lists = sorted.filter((each) => rankFinding(each) > WEAKEST_LEADING).slice(0, 1);
  const first = sorted.filter(({ id }) => id === FIRST_COMMAND);
  const leading = [...first, ...(strong.length > 0 ? strong.slice(0, MOST_LEADING) : lists)];
  return { leading, others: sorted.filter((each) => !leading.includes(each)) };
}
