import type { EvidenceFinding } from './evidence-finding';

/** Findings that say only how a client failed, or list what a symptom or a setting may come from. */
const LISTS_CAUSES =
  /^(?:pair|contrast|symptom)-|^(?:node-port-some-nodes|undecided|log-timed-out|log-refused|log-unreachable|log-probe-failed|dns-of-api)$/;

/** Causes that fit the text and are not proven by it: their sentences begin so. */
const ONLY_FITS = /^known-|^(?:pool-allocation|stated-cause|template-labels|twin-ports)$/;

/** The finding that names the first command. */
export const FIRST_COMMAND = 'first-command';

const OF_SEVERITY = { error: 1, warning: 2, info: 6 } as const;

/**
 * How strong a finding is, the strongest least: 1 faults that the texts show or say; 2 oddities that they show; 3 known causes that they fit;
 * 4 the first command, which is told only where nothing is proven; 5 lists of what it may be, and what hangs on something no text shows; 6 remarks.
 */
export function rankFinding({ id, severity, isOpen }: Pick<EvidenceFinding, 'id' | 'severity' | 'isOpen'>): number {
  if (id === FIRST_COMMAND) return 4;
  if (isOpen === true || LISTS_CAUSES.test(id)) return severity === 'info' ? 6 : 5;
  return ONLY_FITS.test(id) && severity === 'warning' ? 3 : OF_SEVERITY[severity];
}

/** What a finding is to whoever reads it: a fault that is shown or said; a cause that only fits; a question; an aside. */
export type FindingClass = 'cause' | 'likely' | 'next' | 'finding';

const CLASSES: readonly FindingClass[] = ['finding', 'cause', 'cause', 'likely', 'next', 'next', 'finding'];

/** Tells by its strength what a finding is, for the heading that it stands under: nothing that is only asked stands among faults. */
export const classifyFinding = (finding: Pick<EvidenceFinding, 'id' | 'severity' | 'isOpen'>): FindingClass =>
  CLASSES[rankFinding(finding)] ?? 'finding';

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
  const first = sorted.filter(({ id }) => id === FIRST_COMMAND);
  const strong = sorted.filter((each) => rankFinding(each) <= WEAKEST_LEADING);
  const lists = sorted.filter((each) => rankFinding(each) > WEAKEST_LEADING && !first.includes(each)).slice(0, 1);
  const leading = strong.length > 0 ? [...strong.slice(0, MOST_LEADING), ...first] : [...first, ...lists];
  return { leading, others: sorted.filter((each) => !leading.includes(each)) };
}
