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

/** How people say what they only think, or ask. */
const THOUGHT =
  /\b(?:i|we) (?:suspect|guess|think|believe|assume|wonder)\b|\bmy (?:guess|theory|assumption|suspicion|hypothesis)\b|\b(?:could|can|might|may) (?:it|this|that) be\b|\bis (?:it|this) (?:because|caused by|due to|possible that|related to)\b|\b(?:might|may|could) be (?:caused by|due to|related to|because)\b|\b(?:probably|maybe|perhaps) (?:because|due to|caused by|related to)\b/i;
/** Later words that take a cause back. */
const TAKEN_BACK =
  /\b(?:turns?|turned) out\b.{0,60}(?:\b(?:not|wrong|unrelated|something else)|n['’]t)\b|\b(?:edit|update)\b.{0,60}\b(?:not the|was(?: not|n['’]t)|wrong|unrelated)\b|\bi was wrong\b|\b(?:that|this|it) (?:was|is)(?: not|n['’]t) (?:it|the (?:cause|problem|issue|reason))\b/i;

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

const listLines = (text: string): readonly StatedLine[] =>
  text.length > LONGEST_TEXT ? [] : text.split('\n').map((line, at) => ({ line, number: at + 1 }));

const isPlain = ({ line }: StatedLine): boolean =>
  line.length <= LONGEST_LINE &&
  !DENIED.test(line) &&
  !/^\s*(?:#\s|-A |[A-Z]\d{4} |\$ )/.test(line.replace(/^#+ /, ''));

const splitSentences = (line: string): readonly string[] => line.split(/(?<=[.!?])\s/);

function findStated(lines: readonly StatedLine[]): StatedLine | undefined {
  const isStated = ({ line }: StatedLine): boolean =>
    splitSentences(line).some((sentence) => STATED.test(sentence) && !GUESSED.test(sentence));
  const title = lines.find(({ line }) => line.trim() !== '');
  const isTitled = title && title.line.startsWith('#') && TITLE.test(title.line) && !GUESSED.test(title.line);
  return lines.filter(isPlain).find(isStated) ?? (isTitled ? title : undefined);
}

/** A line in which somebody thinks aloud, or takes back later what it says. */
function findThought(lines: readonly StatedLine[], stated: StatedLine | undefined): StatedLine | undefined {
  const isBack = stated && lines.slice(stated.number).some(({ line }) => TAKEN_BACK.test(line));
  if (stated) return isBack ? stated : undefined;
  return lines.filter(isPlain).find(({ line }) => THOUGHT.test(line));
}

/** The sentence of a line that says it. */
const quote = (line: string): string =>
  shortenLine(
    (splitSentences(line).find((sentence) => STATED.test(sentence) || THOUGHT.test(sentence)) ?? line)
      .replace(/^#+ /, '')
      .replaceAll('`', '')
      .trim(),
    LONGEST_QUOTED,
  );

const listAbout = ({ line }: StatedLine): string => ABOUT.find(([, words]) => words.test(line))?.[0] ?? 'other';

/**
 * The cause that a report states as what it found, quoted as its word, with what would test it; one that it only thinks of, asks about or takes
 * back is quoted as a question. At most one.
 */
export function findStatedCause(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  for (const { text } of texts) {
    const lines = listLines(text);
    const stated = findStated(lines);
    const thought = findThought(lines, stated);
    const found = thought ?? stated;
    if (!found) continue;
    const values = { line: quote(found.line), number: found.number };
    return [
      {
        id: thought ? 'asked-cause' : 'stated-cause',
        severity: 'warning',
        says: thought ? phrase('evidence.asked-cause', values) : phrase('evidence.stated-cause', values),
        next: phrase('evidence.next.stated-cause', { about: listAbout(found) }),
        words: [found.line.trim()],
      },
    ];
  }
  return [];
}
