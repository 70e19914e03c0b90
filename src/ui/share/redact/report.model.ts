import type { Replacement } from '../../../core/questions/redact/notes';

/** How many of each kind. */
export function replacedCounts(replaced: readonly Replacement[]): Record<Replacement['kind'], number> {
  const counts = { address: 0, mac: 0, name: 0, chain: 0 };
  for (const { kind } of replaced) counts[kind]++;
  return counts;
}

/** Replacements with the words on either side. */
export function matchingReplacements(replaced: readonly Replacement[], words: string): readonly Replacement[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return replaced;
  return replaced.filter(({ before, after }) => `${before}\n${after}`.toLowerCase().includes(wanted));
}
