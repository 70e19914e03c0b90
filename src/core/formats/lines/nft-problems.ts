import { phrase, type Phrase } from '../../lib/phrase';
import { listUnread } from '../../linux/nftables/text/unread';
import type { NftRuleset } from '../../linux/nftables/types';

/** Sentences on statements of a ruleset that are not known here, with their lines (1-based; 0: the place is not known). */
export function unreadProblems(ruleset: NftRuleset): readonly { readonly line: number; readonly message: Phrase }[] {
  return listUnread(ruleset).map(({ what, text, line = 0 }) => ({
    line,
    message: phrase(what === 'words' ? 'nftables.unread-words' : 'nftables.unread-element', { text: oneLine(text) }),
  }));
}

const LONGEST = 200;

function oneLine(text: string): string {
  const whole = text.replaceAll(/\s+/g, ' ').trim();
  return whole.length > LONGEST ? `${whole.slice(0, LONGEST)} …` : whole;
}
