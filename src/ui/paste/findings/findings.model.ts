import type { Finding, FindingPlace } from '../../../core/questions/lint/finding';
import type { PastedText } from '../../../core/paste/pasted-types';
import { isXtTable } from '../../../core/linux/hooks';
import type { RuleSelection } from '../../../store/selection';

/** The namespace of a pasted node. */
const NODE = 'node';

/** The rule a place stands for, as the rules tab selects it; undefined: sets and servers are not listed there. */
export function findingSelection({ family, table, chain, index }: FindingPlace): RuleSelection | undefined {
  if (table === 'ipset' || table === 'ipvs') return undefined;
  const ref = { table, chain, index: index ?? 0 };
  if (isXtTable(table)) return family ? { netns: NODE, family, ref } : undefined;
  return { netns: NODE, family: table.startsWith('ip6 ') ? 'ipv6' : 'ipv4', ref };
}

/** Findings of one cause: the first of them is the example. */
export interface FindingGroup {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

/** Findings by what they say, in the order of their first ones: hundreds of one kind are one entry with a count. */
export function listGroups(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = `${finding.severity} ${finding.message.id}`;
    const known = groups.get(key);
    if (known) known.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()].flatMap(([first, ...others]) => (first ? [{ first, others }] : []));
}

/** How many of each severity. */
export function severityCounts(findings: readonly Pick<Finding, 'severity'>[]): Record<Finding['severity'], number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Texts that are read in a moment are checked at once; larger ones when asked. */
const AT_ONCE = 8_000_000;

/** How large the texts are, in MB, if they are too large to be checked unasked. */
export function largeSize(texts: readonly PastedText[]): number | undefined {
  const total = texts.reduce((sum, { text }) => sum + text.length, 0);
  return total > AT_ONCE ? Math.round(total / 1_000_000) : undefined;
}
