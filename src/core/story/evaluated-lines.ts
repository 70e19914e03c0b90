import { isXtTable } from '../linux/hooks';
import { ruleLine } from './ruleset-lines';
import type { LensLine } from './lens';
import type { RuleStep } from '../sim/trace';
import type { StoryWalk, WalkStep } from './walk';

/** So many lines of rules a moment has at most; those that matched are all among them. */
const MOST_LINES = 8;

const LEADS: ReadonlySet<string> = new Set(['JUMP', 'GOTO', 'RETURN']);

/**
 * Prints the rules that were asked in some steps as their tools do, in their order: those that matched and did something, those
 * that did not match (where they are many the last ones), and a policy that dropped. What only led to another chain is left out.
 */
export function evaluatedLines(
  { derived }: Pick<StoryWalk, 'derived'>,
  inside: readonly WalkStep[],
): readonly LensLine[] {
  const lines = inside.flatMap(({ netns, data }): readonly LensLine[] => {
    const site = { netns, family: data.packet.family };
    if (data.kind === 'rule') {
      const isTold = !LEADS.has(data.verdict.kind) || looksUpNamedSet(data);
      return isTold ? [...ruleLine(derived, site, { ref: data.ref, said: 'yes' }), ...elementLines(data)] : [];
    }
    if (data.kind === 'policy') return data.verdict.kind === 'DROP' ? [policyLine(data)] : [];
    if (data.kind !== 'skip') return [];
    const { table, chain, from, to } = data;
    // Only the last ones can have room.
    return Array.from({ length: to - from + 1 }, (_, nth) => from + nth)
      .slice(-MOST_LINES)
      .flatMap((index) => ruleLine(derived, site, { ref: { table, chain, index }, said: 'no' }));
  });
  const room = Math.max(0, MOST_LINES - lines.filter(({ said }) => said === 'yes').length);
  const kept = new Set(room === 0 ? [] : lines.filter(({ said }) => said === 'no').slice(-room));
  return lines.filter((line) => line.said === 'yes' || kept.has(line));
}

/** Did a rule of nftables look something up in a set or map that has a name? */
export function looksUpNamedSet({ lookup }: RuleStep): boolean {
  return lookup?.set.startsWith('@') === true;
}

/** Prints the element that a lookup of nftables found. */
export function elementLines({ lookup }: RuleStep): readonly LensLine[] {
  if (lookup?.element === undefined) return [];
  return [{ source: 'nft', text: lookup.element, said: 'yes', lit: [[0, lookup.key.length]] }];
}

/** The policy of a base chain, as each tool writes it: `-P INPUT DROP`. */
function policyLine({ table, chain, verdict }: Extract<WalkStep['data'], { readonly kind: 'policy' }>): LensLine {
  const isXt = isXtTable(table);
  const text = isXt ? `-P ${chain} ${verdict.kind}` : `chain ${chain} policy ${verdict.kind.toLowerCase()}`;
  return { source: isXt ? 'iptables' : 'nft', text, said: 'yes', lit: [[text.lastIndexOf(' ') + 1, text.length]] };
}
