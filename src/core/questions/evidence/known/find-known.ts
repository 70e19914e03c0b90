import { phrase } from '../../../lib/phrase';
import { shortenLine } from '../../../lib/shorten';
import { tellComplaint } from '../complaints';
import type { EvidenceFinding } from '../evidence-finding';
import { withEnglish } from '../foreign-words';
import { isPrintedRule } from '../printed-lines';
import { readToldNames } from './told-service';
import type { KnownCause } from './known-cause';
import { KNOWN_CAUSES } from './known-causes';

/** Longer texts are dumps, longer lines none of a report. */
const LONGEST_TEXT = 100_000;
const LONGEST_LINE = 2500;
const MOST_LINES = 4000;
/** So many causes are told: a text that fits more fits none. */
const MOST_TOLD = 3;
/** So many lines of a cause are named, and so much of one is quoted. */
const MOST_SHOWN = 3;
const LONGEST_QUOTED = 200;

interface TextLine {
  readonly number: number;
  readonly line: string;
  /** In small letters, without emphasis, between blanks. */
  readonly plain: string;
}

/** A line with the words by which it was found. */
interface WordedLine extends TextLine {
  readonly words: string;
}

/** Words and facts of a text that a cause needs. */
interface Fit {
  readonly cause: KnownCause;
  /** Greater: more of the text speaks for it. */
  readonly weight: number;
  /** In their order of the text. */
  readonly lines: readonly TextLine[];
  /** The line that has the first word that is needed. */
  readonly named: TextLine | undefined;
}

function listLines(text: string): readonly TextLine[] {
  const lines = text.split('\n', MOST_LINES).map((line, at) => ({ line, number: at + 1 }));
  return lines
    .filter(({ line }) => line.trim() !== '' && line.length <= LONGEST_LINE)
    .map((each) => ({
      ...each,
      plain: ` ${withEnglish(each.line).toLowerCase().replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ')} `,
    }));
}

/** True of a line that has some words where a word, or a number, begins: `aks` is not in “breaks”, and `0.14.` is in “v0.14.4”. */
function hasWords(plain: string, words: string): boolean {
  const own = [/[0-9.]/, /[a-z0-9]/].find((each) => each.test(words[0] ?? ''));
  for (let at = plain.indexOf(words); at >= 0; at = plain.indexOf(words, at + 1)) {
    if (!own?.test(plain[at - 1] ?? ' ')) return true;
  }
  return false;
}

/** How many causes look for some words. */
const ASKERS: ReadonlyMap<string, number> = KNOWN_CAUSES.reduce((counts, { needs, signs = [] }) => {
  for (const words of new Set([...needs, ...signs].flat())) counts.set(words, (counts.get(words) ?? 0) + 1);
  return counts;
}, new Map<string, number>());

/** Weighs words: the fewer causes look for them, the more they say; those of one alone most. */
const weighWords = (words: string): number => Math.log2(KNOWN_CAUSES.length / (ASKERS.get(words) ?? 1));

/** The first line with one of the words; `a && b` asks for both. */
function findWords(lines: readonly TextLine[], words: readonly string[]): WordedLine | undefined {
  for (const line of lines) {
    const found = words.find((word) => word.split(' && ').every((part) => hasWords(line.plain, part)));
    if (found !== undefined) return { ...line, words: found };
  }
  return undefined;
}

/** Lines that have a word of each list; of a list that has none nothing. */
const findEach = (lines: readonly TextLine[], lists: readonly (readonly string[])[]) =>
  lists.map((words) => findWords(lines, words)).filter((each) => each !== undefined);

/** A line that tells of another machine or case, where it works. */
const OF_WHAT_WORKS =
  /^\s(?:as a|in|for|by) comparison\b|\b(?:works?|is fine|are fine) (?:\w+ )?(?:on|in|with) (?:the |my |our |an )?other (?:cluster|machine|setup|environment|server)|\bon (?:the |my |our |an )?other (?:cluster|machine|setup|environment|server)s?\b.{0,60} (?:works|is fine|are fine)\b/;

function fitCause(cause: KnownCause, all: readonly TextLine[]): Fit | undefined {
  const lines =
    cause.certainty === 'says'
      ? all
      : all.filter(({ line, plain }) => !OF_WHAT_WORKS.test(plain) && !isPrintedRule(line));
  return fitLines(cause, lines);
}

function fitLines(cause: KnownCause, lines: readonly TextLine[]): Fit | undefined {
  const { needs, signs = [], least = 0, unless, refuted } = cause;
  if (unless && findWords(lines, unless)) return undefined;
  if (refuted && findEach(lines, refuted).length === refuted.length) return undefined;
  const needed = findEach(lines, needs);
  if (needed.length < needs.length) return undefined;
  const signed = findEach(lines, signs);
  if (signed.length < least) return undefined;
  const title = lines[0]?.number;
  const all = [...needed, ...signed];
  // What stands in the title is what it is about.
  const weight = all.reduce((sum, { words, number }) => sum + weighWords(words) * (number === title ? 1.5 : 1), 0);
  const shown = new Map(
    (cause.certainty === 'says' ? needed : [...signed, ...needed]).map((each) => [each.number, each]),
  );
  const told = [...shown.values()].slice(0, MOST_SHOWN).toSorted((a, b) => a.number - b.number);
  return { cause, weight, lines: told, named: needed[0] };
}

const isSaid = ({ cause }: Fit): number => (cause.certainty === 'says' ? 0 : 1);

function tellFit({ cause, lines, named }: Fit, text: string): EvidenceFinding {
  const { id, certainty, reads, patches } = cause;
  const [first] = lines;
  const values = {
    ...readToldNames(text),
    line: shortenLine(named?.line.trim().replaceAll('`', '').trim() ?? '', LONGEST_QUOTED),
    lines: lines.map(({ number }) => number).join(', '),
    read: reads?.exec(text)?.[1] ?? 'none',
    ...patches,
  };
  return {
    id: `known-${id}`,
    severity: certainty === 'says' ? 'error' : 'warning',
    says: phrase(`evidence.known.${id}`, values),
    next: phrase(`evidence.known-next.${id}`, values),
    words: [first?.line.trim() ?? ''],
    others: lines.slice(1).map(({ line }) => [line.trim()]),
  };
}

function findInText(text: string): readonly EvidenceFinding[] {
  if (text.length > LONGEST_TEXT) return [];
  const lines = listLines(text);
  const complaint = tellComplaint(text);
  const isMeant = ({ certainty, complaints = ['unreached'] }: KnownCause): boolean =>
    certainty === 'says' || complaint === undefined || complaints.includes(complaint);
  const fits = KNOWN_CAUSES.filter(isMeant).flatMap((cause) => fitCause(cause, lines) ?? []);
  const ranked = fits.toSorted((a, b) => isSaid(a) - isSaid(b) || b.weight - a.weight);
  return ranked.slice(0, MOST_TOLD).map((fit) => tellFit(fit, text));
}

/**
 * Finds causes the field knows that texts fit: those that a line names before those that only fit, of these the ones that more of the text
 * speaks for, three at most. Of one that only fits its sentence says that it is not proven.
 */
export function findKnown(texts: readonly { readonly text: string }[]): readonly EvidenceFinding[] {
  const found = texts.flatMap(({ text }) => findInText(text));
  return [...new Map(found.map((each) => [each.id, each])).values()];
}
