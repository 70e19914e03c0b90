import type { Moment, MomentKind } from '../story/moment';
import type { QuestionKind } from '../story/question';
import type { TimelineQuestionKind } from '../timeline/question';
import type { RenderedBlock, RenderedFigure } from './render';
import { isFigure, type Sheet } from './schema';
import type { SheetWalk } from './walks';

const CHOICE: readonly MomentKind[] = ['chosen'];
const SOURCE: readonly MomentKind[] = ['marked', 'source-rewritten', 'arrives'];
const REPLY: readonly MomentKind[] = ['translated-back', 'received'];
const END: readonly MomentKind[] = ['answers', ...REPLY, 'refused', 'dropped', 'lost', 'unknown'];

/** Moments that tell what a question asks, wherever they are shown. Of a kind that is not here only its own figure tells. */
const TELLING: Readonly<Partial<Record<QuestionKind | TimelineQuestionKind, readonly MomentKind[]>>> = {
  'which-rule': CHOICE,
  'which-pod': [...CHOICE, 'rewritten', 'arrives'],
  'who-cannot': CHOICE,
  chance: CHOICE,
  'odds-of-rest': CHOICE,
  'next-turn': CHOICE,
  'source-changes': SOURCE,
  'source-seen': SOURCE,
  'answers-to': [...SOURCE, 'answers'],
  'reply-carries': REPLY,
  ends: END,
};

type Walks = ReadonlyMap<string, Pick<SheetWalk, 'moments'>>;

/** Moments that a figure shows without being asked to. */
function listShown({ draws, walk, at, ways, steps }: RenderedFigure, walks: Walks): readonly Moment[] {
  const whole = draws === 'poster' ? (walks.get(walk)?.moments ?? []) : [];
  const own = ways.length > 0 ? [] : [{ walk, at }];
  const places = [...own, ...ways, ...steps].flatMap((each) => walks.get(each.walk)?.moments[each.at] ?? []);
  const ends = ways.flatMap(
    (way) => walks.get(way.walk)?.moments.filter(({ sentence }) => sentence === way.ended) ?? [],
  );
  return [...whole, ...places, ...ends];
}

/** What a moment says: another walk that says the same tells the same. */
const spell = ({ sentence, cause }: Moment): string => JSON.stringify([sentence, cause]);

/** Does a figure show what a question of a kind about a walk asks? */
export function tellsAnswer(
  figure: RenderedFigure,
  walks: Walks,
  [kind, walk]: readonly [kind: QuestionKind | TimelineQuestionKind, walk: string],
): boolean {
  const telling = (walks.get(walk)?.moments ?? []).filter((moment) => TELLING[kind]?.includes(moment.kind));
  const told = new Set(telling.map(spell));
  return told.size > 0 && listShown(figure, walks).some((moment) => told.has(spell(moment)));
}

/** The bench and flow a figure is about, by its id, without knobs and draws: what is asked of one of its walks is asked of all. */
export function spellSubject({ bench, blocks }: Sheet, id: string): string {
  const own = blocks.filter(isFigure).find((block) => block.id === id);
  return JSON.stringify([own?.bench ?? bench, own?.flow ?? '', own?.request ?? '']);
}

/** A question, where its figure and what stands below that in its part are. */
interface Hiding {
  readonly id: string;
  readonly kind: QuestionKind | TimelineQuestionKind;
  readonly walk: string;
  /** What its figure is about, as {@link spellSubject} has it. */
  readonly subject: string;
  readonly asked: number;
  readonly figure: number;
  /** The next heading. */
  readonly end: number;
}

function findHiding(sheet: Sheet, blocks: readonly RenderedBlock[]): readonly Hiding[] {
  const findEnd = (figure: number): number => {
    const next = blocks.findIndex(({ kind }, at) => at > figure && kind === 'h');
    return next < 0 ? blocks.length : next;
  };
  return blocks.flatMap((block, asked): readonly Hiding[] => {
    if (block.kind === 'lanes' && block.asks && !block.asks.answer.open)
      return [{ ...block.asks, walk: '', subject: '', asked, figure: asked, end: findEnd(asked) }];
    if (block.kind !== 'ask' || block.answer.open) return [];
    const own = sheet.blocks.find((each) => each.is === 'ask' && each.id === block.id);
    const figure = blocks.findIndex((each) => own?.is === 'ask' && each.kind === 'figure' && each.id === own.before);
    const shown = blocks[figure];
    if (shown?.kind !== 'figure') return [];
    const at = { asked, figure, end: findEnd(figure) };
    const subject = spellSubject(sheet, shown.id);
    return [{ id: block.id, kind: block.question.kind, walk: shown.walk, subject, ...at }];
  });
}

/**
 * Hides what tells the answer of a question that nobody has answered: its figure, the prose below it in the same part, prose
 * that says it stands after the question, and every later figure of the same walk that shows what is asked.
 */
export function veilAnswers(sheet: Sheet, blocks: readonly RenderedBlock[], walks: Walks): readonly RenderedBlock[] {
  const hiding = findHiding(sheet, blocks);
  const own = new Set(sheet.blocks.flatMap((block) => (block.is === 'ask' ? [block.before] : [])));
  return blocks.map((block, at): RenderedBlock => {
    if (block.kind !== 'p' && block.kind !== 'figure' && block.kind !== 'lanes') return block;
    const by = hiding.find(({ id, kind, walk, asked, figure, end }) => {
      if ('text' in block) return block.after?.includes(id) || (at > figure && at < end);
      if (block.kind === 'lanes') return at === figure;
      // A figure of another walk that has a question of its own is hidden by that.
      const isOthers = block.walk !== walk && own.has(block.id);
      return at === figure || (at > asked && !isOthers && tellsAnswer(block, walks, [kind, walk]));
    });
    if (by) return { ...block, veiled: by.id };
    return block.kind === 'figure' ? { ...block, ...findRange(block, walks, { hiding, sheet }) } : block;
  });
}

/**
 * Between which moments a figure may be stepped: not to what an open question asks, wherever that stands. A figure about
 * something else is stopped by nothing, and its own moment is always shown.
 */
function findRange(
  { id, walk, at }: RenderedFigure,
  walks: Walks,
  { hiding, sheet }: { readonly hiding: readonly Hiding[]; readonly sheet: Sheet },
): Pick<RenderedFigure, 'range'> {
  const subject = spellSubject(sheet, id);
  const own = hiding.filter((each) => each.subject === subject);
  const { moments = [] } = walks.get(walk) ?? {};
  const asks = moments.map(({ kind }) => own.find((each) => TELLING[each.kind]?.includes(kind))?.id);
  const before = asks.findLastIndex((ask, place) => place < at && ask !== undefined);
  const after = asks.findIndex((ask, place) => place > at && ask !== undefined);
  const ask = asks[after] ?? asks[before];
  if (ask === undefined) return {};
  return { range: { from: before + 1, to: after < 0 ? moments.length - 1 : after - 1, ask } };
}
