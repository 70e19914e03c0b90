import { phrase, type Phrase } from '../lib/phrase';
import { createNamedRng } from '../lib/random';
import { err, ok, type Result } from '../lib/result';
import type { RenderedBlock } from './render';

/** What somebody did with one question: the letters that were tried, in their order. */
export interface HandedAnswer {
  readonly tried: string;
  /** `right`: the last letter tried is the right one. `shown`: the answer was shown without it. `open`: neither, yet. */
  readonly end: 'right' | 'shown' | 'open';
}

/** What somebody hands in of a Sheet: no name unless it was typed. */
export interface HandIn {
  readonly sheet: string;
  /** Hash of the Sheet's text ({@link signEdition}): answers to another text are answers to other questions. */
  readonly edition: string;
  readonly name: string;
  readonly answers: readonly HandedAnswer[];
  readonly minutes: number;
}

const LETTERS = 'ABCDEFGH';
/** Letters and digits that are not taken for each other. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Two signs that another text has seldom: against slips, not against cheats. */
function sign(text: string): string {
  const { below } = createNamedRng(0, text);
  return [below(SIGNS.length), below(SIGNS.length)].map((at) => SIGNS[at]).join('');
}

/** The edition of a Sheet: the same for the same text. */
export const signEdition = (text: string): string => sign(text) + sign(`${text} `);

/** The answers to each question of a Sheet as they are handed in, in their order. */
export function listHanded(blocks: readonly RenderedBlock[]): readonly HandedAnswer[] {
  return blocks.flatMap((block): HandedAnswer[] => {
    if (block.kind !== 'ask') return [];
    const { options, key } = block.question;
    const { tried, open } = block.answer;
    const places = tried.flatMap((text) => {
      const at = options.findIndex((option) => option.text === text);
      return at < 0 ? [] : [at];
    });
    const end = !open ? 'open' : places.at(-1) === key ? 'right' : 'shown';
    return [{ tried: places.map((at) => LETTERS[at] ?? '').join(''), end }];
  });
}

/** How many were right at the first try. */
export const countFirst = (answers: readonly HandedAnswer[]): number => answers.filter(isRightAtFirst).length;

/** Was it right at the first try? */
export const isRightAtFirst = ({ tried, end }: HandedAnswer): boolean => end === 'right' && tried.length === 1;

const END_SIGNS = { right: '', shown: '-', open: '?' } as const;
const APART = ' · ';

/** A hand-in as one line: `lesson-x k3pd · Kim · 1B 2AB 3C- · 1/3 · 11 min · k7`; what was not touched is left out. */
export function writeHandIn({ sheet, edition, name, answers, minutes }: HandIn): string {
  const given = answers.flatMap(({ tried, end }, at) =>
    tried === '' && end === 'open' ? [] : [`${at + 1}${tried}${END_SIGNS[end]}`],
  );
  const named = name.replaceAll('·', ' ').split(/\s+/).join(' ').trim().slice(0, LONGEST_NAME);
  const line = [
    `${sheet} ${edition}`,
    named || '-',
    given.join(' ') || '-',
    `${countFirst(answers)}/${answers.length}`,
    `${minutes} min`,
  ].join(APART);
  return `${line}${APART}${sign(line)}`;
}

const LONGEST_NAME = 40;

/** Reads a line of {@link writeHandIn}, with something before it as chats have. A phrase: what is wrong with it. */
export function readHandIn(line: string): Result<HandIn, Phrase> {
  const [head = '', name = '', given = '', score = '', time = '', check = ''] = line
    .split('·')
    .map((each) => each.trim());
  const [sheet = '', edition = ''] = head.split(' ').slice(-2);
  const count = Number(score.split('/')[1]);
  if (check === '' || sheet === '' || !Number.isInteger(count) || count > MOST_QUESTIONS)
    return err(phrase('sheet.hand-in.none'));
  const whole = [`${sheet} ${edition}`, name, given, score, time].join(APART);
  if (check.slice(0, 2) !== sign(whole)) return err(phrase('sheet.hand-in.slip'));
  const answers = Array.from({ length: count }, (): HandedAnswer => ({ tried: '', end: 'open' }));
  for (const word of given === '-' ? [] : given.split(' ')) {
    const [, number = '', tried = '', end = ''] = GIVEN.exec(word) ?? [];
    const read = Object.entries(END_SIGNS).find(([, each]) => each === end)?.[0] as HandedAnswer['end'] | undefined;
    if (read && number !== '' && Number(number) <= count) answers[Number(number) - 1] = { tried, end: read };
  }
  return ok({ sheet, edition, name: name === '-' ? '' : name, answers, minutes: Number.parseInt(time, 10) || 0 });
}

const MOST_QUESTIONS = 200;
const GIVEN = /^(\d{1,3})([A-H]{0,8})([-?]?)$/;

/** What a class handed in. */
export interface HandedIn {
  readonly rows: readonly HandIn[];
  /** Lines that are none, by their numbers from 1. */
  readonly faults: readonly { readonly line: number; readonly says: Phrase }[];
  /** The place of the question that the fewest had right at first; undefined: nobody handed anything in. */
  readonly weakest: number | undefined;
}

/** So many lines are a class. */
const MOST_LINES = 500;

/** Reads many lines, one a pupil; `of`: the Sheet and edition whose questions are counted. */
export function readHandIns(text: string, of: Pick<HandIn, 'sheet' | 'edition'>): HandedIn {
  const rows: HandIn[] = [];
  const faults: { line: number; says: Phrase }[] = [];
  for (const [at, line] of text.split('\n').slice(0, MOST_LINES).entries()) {
    if (line.trim() === '') continue;
    const read = readHandIn(line);
    if (!read.ok) faults.push({ line: at + 1, says: read.error });
    else if (isOf(read.value, of)) rows.push(read.value);
    else faults.push({ line: at + 1, says: phrase('sheet.hand-in.other', { sheet: read.value.sheet }) });
  }
  return { rows, faults, weakest: findWeakest(rows) };
}

const isOf = (row: HandIn, { sheet, edition }: Pick<HandIn, 'sheet' | 'edition'>): boolean =>
  row.sheet === sheet && row.edition === edition;

function findWeakest(rows: readonly HandIn[]): number | undefined {
  const count = Math.max(0, ...rows.map(({ answers }) => answers.length));
  const right = Array.from({ length: count }, (_, at) =>
    rows.reduce((sum, { answers }) => sum + (answers[at] && isRightAtFirst(answers[at]) ? 1 : 0), 0),
  );
  return count === 0 ? undefined : right.indexOf(Math.min(...right));
}
