import { phrase } from '../../../lib/phrase';
import { shortenLine } from '../../../lib/shorten';
import { tellComplaint } from '../complaints';
import type { EvidenceFinding } from '../evidence-finding';
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

/** Words and facts of a text that a cause needs. */
interface Fit {
  readonly cause: KnownCause;
  /** Greater: more of the text speaks for it. */
  readonly weight: number;
  /** In their order of the text. */
  readonly lines: readonly TextLine[];
}

function listLines(text: string): readonly TextLine[] {
  const lines = text.split('\n', MOST_LINES).map((line, at) => ({ line, number: at + 1 }));
  return lines
    .filter(({ line }) => line.trim() !== '' && line.length <= LONGEST_LINE)
    .map((each) => ({
      ...each,
      plain: ` ${each.line.toLowerCase().replaceAll(/[*`]/g, '').replaceAll(/\s+/g, ' ')} `,
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

/** The first line with one of the words; `a && b` asks for both. */
const findWords = (lines: readonly TextLine[], words: readonly string[]): TextLine | undefined =>
  lines.find(({ plain }) => words.some((word) => word.split(' && ').every((part) => hasWords(plain, part))));

/** Lines that have a word of each list; of a list that has none nothing. */
const findEach = (lines: readonly TextLine[], lists: readonly (readonly string[])[]) =>
  lists.map((words) => findWords(lines, words)).filter((each) => each !== undefined);

function fitCause(cause: KnownCause, lines: readonly TextLine[]): Fit | undefined {
  const { needs, signs = [], least = 0, unless } = cause;
  if (unless && findWords(lines, unless)) return undefined;
  const needed = findEach(lines, needs);
  const signed = findEach(lines, signs);
  if (needed.length < needs.length || signed.length < least) return undefined;
  const title = lines[0]?.number;
  const inTitle = [...needed, ...signed].filter(({ number }) => number === title).length;
  const shown = new Map(
    (cause.certainty === 'says' ? needed : [...signed, ...needed]).map((each) => [each.number, each]),
  );
  const told = [...shown.values()].slice(0, MOST_SHOWN).toSorted((a, b) => a.number - b.number);
  return { cause, weight: 2 * signed.length + needs.length + inTitle, lines: told };
}

const isSaid = ({ cause }: Fit): number => (cause.certainty === 'says' ? 0 : 1);

function tellFit({ cause, lines }: Fit, text: string): EvidenceFinding {
  const { id, certainty, reads, patches } = cause;
  const [first] = lines;
  const values = {
    ...readToldNames(text),
    line: shortenLine(first?.line.trim() ?? '', LONGEST_QUOTED),
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
