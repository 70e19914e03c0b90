import { phrase } from '../../lib/phrase';
import type { FoundService } from '../../paste/pasted-types';
import type { EvidenceFinding } from './evidence-finding';
import { quoteWords } from './quoted-words';

/** Services whose rules lead to other endpoints than kubectl lists; what leads to a chain that is not told is left out. */
export function findOfLists(found: readonly FoundService[]): readonly EvidenceFinding[] {
  return found.flatMap(({ name, endpoints, listed = [], chain, address }): readonly EvidenceFinding[] => {
    const isKnown = endpoints.length > 0 && endpoints.every((place) => /:\d+$/.test(place));
    const gone = endpoints.filter((place) => !listed.includes(place));
    const missing = listed.filter((place) => !endpoints.includes(place));
    if (!isKnown || listed.length === 0 || gone.length + missing.length === 0) return [];
    const values = { name, gone: quoteWords(gone) || 'none', missing: quoteWords(missing) || 'none' };
    return [
      {
        id: 'other-endpoints',
        severity: 'warning',
        says: phrase('evidence.other-endpoints', values),
        next: phrase('evidence.next.other-endpoints'),
        words: [chain ?? address],
      },
    ];
  });
}
