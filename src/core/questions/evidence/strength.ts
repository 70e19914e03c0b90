import type { EvidenceFinding } from './evidence-finding';

/** Findings that say only how a client failed, or list what a symptom or a setting may come from. */
const LISTS_CAUSES =
  /^(?:pair|contrast|symptom)-|^(?:node-port-some-nodes|undecided|asked-cause|log-timed-out|log-refused|log-unreachable|log-probe-failed|dns-of-api)$/;

/** Causes that fit the text and are not proven by it: their sentences begin so. */
const ONLY_FITS = /^known-|^(?:pool-allocation|stated-cause|template-labels|twin-ports)$/;

/** The finding that names the first command. */
export const FIRST_COMMAND = 'first-command';
/** The finding on what becomes of the packet of the texts, and the one that says why none was walked. */
export const WALKED = 'walked';
export const UNWALKED = 'unwalked';

/** Ranks of findings, the strongest least. */
export const RANKS = { fault: 1, oddity: 2, walk: 3, fits: 4, command: 5, list: 6, remark: 7 } as const;

const OF_SEVERITY = { error: RANKS.fault, warning: RANKS.oddity, info: RANKS.remark } as const;

/**
 * How strong a finding is, the strongest least: faults that the texts show or say; oddities that they show; what becomes of their packet; known
 * causes that they fit; the first command, which is told only where nothing is proven; lists of what it may be, and what hangs on something no
 * text shows; remarks.
 */
export function rankFinding({ id, severity, isOpen }: Pick<EvidenceFinding, 'id' | 'severity' | 'isOpen'>): number {
  if (id === WALKED) return RANKS.walk;
  if (id === FIRST_COMMAND || id === UNWALKED) return RANKS.command;
  if (isOpen === true || LISTS_CAUSES.test(id)) return severity === 'info' ? RANKS.remark : RANKS.list;
  return ONLY_FITS.test(id) && severity === 'warning' ? RANKS.fits : OF_SEVERITY[severity];
}

/** Kinds of findings to whoever reads them: a fault that is shown or said; what a packet comes to; a cause that only fits; a question; an aside. */
export type FindingClass = (typeof FINDING_CLASSES)[number];

/** In the order in which they are told. */
export const FINDING_CLASSES = ['cause', 'walk', 'likely', 'next', 'finding'] as const;

const CLASSES: readonly FindingClass[] = ['finding', 'cause', 'cause', 'walk', 'likely', 'next', 'next', 'finding'];

/** Tells by its strength what a finding is, for the heading that it stands under: nothing that is only asked stands among faults. */
export const classifyFinding = (finding: Pick<EvidenceFinding, 'id' | 'severity' | 'isOpen'>): FindingClass =>
  CLASSES[rankFinding(finding)] ?? 'finding';

/** So many findings are told first. */
const MOST_LEADING = 3;

/** Findings by their strength, then as they were. */
export const sortByStrength = <Finding extends EvidenceFinding>(found: readonly Finding[]): readonly Finding[] =>
  found.toSorted((a, b) => rankFinding(a) - rankFinding(b));

/**
 * Parts findings, strongest first, into those told first, three at most beside the walk and the first command, and all others. A list of what it
 * may be is among the first only where nothing stronger is known, and then alone.
 */
export function partLeading<Finding extends EvidenceFinding>(found: readonly Finding[]) {
  const sorted = sortByStrength(found);
  const own = (id: string): readonly Finding[] => sorted.filter((each) => each.id === id);
  const beside = [WALKED, FIRST_COMMAND, UNWALKED].flatMap(own);
  const rest = sorted.filter((each) => !beside.includes(each));
  const strong = rest.filter((each) => rankFinding(each) <= RANKS.fits);
  const lists = rest.filter((each) => rankFinding(each) > RANKS.fits).slice(0, 1);
  const told = strong.length > 0 ? strong.slice(0, MOST_LEADING) : lists;
  const leading = sortByStrength([...told, ...beside]);
  return { leading, others: sorted.filter((each) => !leading.includes(each)) };
}
