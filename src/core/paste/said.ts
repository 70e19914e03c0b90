import { phrase } from '../lib/phrase';
import type { Diagnostic } from '../formats/format';
import type { ReadPart } from './read-parts';
import type { Understood } from './understand';

/** How many of one kind are listed singly. */
const MOST_ALIKE = 200;

/** The first of each kind; how many there were of the rest is said once. */
export function capped(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const counts = new Map<string, number>();
  const kept = diagnostics.filter(({ message: { id } }) => {
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count <= MOST_ALIKE;
  });
  const left = diagnostics.length - kept.length;
  if (left === 0) return kept;
  return [...kept, { severity: 'info', code: 'irrelevant', message: phrase('analysis.more-alike', { count: left }) }];
}

/**
 * Remarks on a text beside the others: those that others settle are left out, and of hidden interfaces the count that is still
 * hidden.
 */
export function listRemarks(
  text: ReadPart,
  diagnostics: readonly Diagnostic[],
  { rulesets, open }: Pick<Understood, 'rulesets' | 'open'>,
): Diagnostic[] {
  const count = open.get(text) ?? 0;
  return diagnostics.flatMap((each) => {
    if (isSettled(each, rulesets)) return [];
    if (each.message.id !== 'formats.iptables-list.no-interfaces') return [each];
    return count === 0 ? [] : [{ ...each, message: phrase('analysis.listing.open', { count }) }];
  });
}

/** A chain that one text lacks and another, or what is evident, has. */
export function isSettled({ message }: Diagnostic, rulesets: Understood['rulesets']): boolean {
  if (message.id !== 'formats.iptables-save.chain-missing') return false;
  const { chain, table } = message.values ?? {};
  return Object.values(rulesets).some(({ tables }) =>
    [...tables.values()].some((each) => each.name === table && each.chains.has(String(chain))),
  );
}
