import { phrase } from '../../lib/phrase';
import { shortenLine } from '../../lib/shorten';
import type { EvidenceFinding } from './evidence-finding';

const LONGEST_TEXT = 60_000;
const LONGEST_LINE = 1500;
const LONGEST_QUOTED = 260;

/** How people say what they found the cause to be. */
const STATED =
  /\b(?:root|underlying|actual|real) (?:cause|problem|issue|reason)\b(?: (?:here|of this|for this))?(?: \w+)? (?:is|was|turned out)\b|\bthis (?:is|was) (?:caused by|because)\b|\bthe (?:reason|cause) (?:is|was) (?:that )?\b|\bbecause (?:the |its |their )?(?:\w+ ){0,3}(?:selector|labels?) (?:also )?(?:match|select)/i;
/** A title that goes from its cause to what it does. */
const TITLE = /,? (?:causing|which causes|leading to|resulting in) /i;
const GUESSED =
  /\b(?:maybe|perhaps|might|may be|could be|probably|possibly|likely|suspect|guess|seems?|appears?|not sure|unclear|unknown|wonder|whether|if)\b|\?/i;
const DENIED =
  /\b(?:cause|problem|issue|reason) (?:is|was) (?:not|n['’]t)\b|\bnot (?:the )?(?:root|real|actual) cause\b/i;

/** What a stated cause is about, for the command that tests it. */
const ABOUT = [
  ['labels', /\b(?:selector|label)s?\b/i],
  ['routes', /\b(?:rout(?:e|es|ing)|table \d+|ip rule|gateway|throw)\b/i],
  ['rules', /\b(?:iptables|nftables|ipset|ipvs|chains?|rules?|kube-proxy|masquerad\w+)\b/i],
  ['names', /\b(?:dns|coredns|resolv\w+)\b/i],
] as const;

interface StatedLine {
  readonly line: string;
  readonly number: number;
}

function findStated(text: string): StatedLine | undefined {
  if (text.length > LONGEST_TEXT) return undefined;
  const lines = text.split('\n').map((line, at) => ({ line, number: at + 1 }));
  const isPlain = ({ line }: StatedLine): boolean =>
    line.length <= LONGEST_LINE &&
    !DENIED.test(line) &&
    !/^\s*(?:#\s|-A |[A-Z]\d{4} |\$ )/.test(line.replace(/^#+ /, ''));
  const isStated = ({ line }: StatedLine): boolean =>
    line.split(/(?<=[.!?])\s/).some((sentence) => STATED.test(sentence) && !GUESSED.test(sentence));
  const title = lines.find(({ line }) => line.trim() !== '');
  const isTitled = title && title.line.startsWith('#') && TITLE.test(title.line) && !GUESSED.test(title.line);
  return lines.filter(isPlain).find(isStated) ?? (isTitled ? title : undefined);
}

/** The sentence of a line that says it. */
const quote = (line: string): string =>
  shortenLine(
    (line.split(/(?<=[.!?])\s/).find((sentence) => STATED.test(sentence)) ?? line)
      .replace(/^#+ /, '')
      .replaceAll('`', '')
      .trim(),
    LONGEST_QUOTED,
  );

/** The cause that a report states as what it found, quoted as its word, with what would test it; at most one. */
export function findStatedCause(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  for (const { text } of texts) {
    const stated = findStated(text);
    if (!stated) continue;
    const about = ABOUT.find(([, words]) => words.test(stated.line))?.[0] ?? 'other';
    return [
      {
        id: STATED_CAUSE,
        severity: 'warning',
        says: phrase('evidence.stated-cause', { line: quote(stated.line), number: stated.number }),
        next: phrase('evidence.next.stated-cause', { about }),
        words: [stated.line.trim()],
      },
    ];
  }
  return [];
}

/** The finding that quotes the cause of a report. */
const STATED_CAUSE = 'stated-cause';

const isGuess = ({ id, severity }: EvidenceFinding): boolean =>
  (id.startsWith('known-') && severity === 'warning') || id.startsWith('pair-');

/** Leaves out causes that only fit beside one that the report states. */
export function withoutRivals(found: readonly EvidenceFinding[]): readonly EvidenceFinding[] {
  return found.some(({ id }) => id === STATED_CAUSE) ? found.filter((each) => !isGuess(each)) : found;
}
