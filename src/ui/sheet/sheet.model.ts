import { UNANSWERED } from '../../core/sheet/answers';
import type { RenderedBlock, SheetQuestion } from '../../core/sheet/render';
import type { SheetState } from '../../core/sheet/state';
import type { KnobState } from '../../core/sheet/knobs';
import type { RenderedLanes } from '../../core/sheet/lanes';
import type { Moment } from '../../core/story/moment';
import type { Phrase } from '../../core/lib/phrase';
import type { Document } from '../../core/document/document';
import type { ReportQuestion } from '../../engine/questions/report';
import type { ShelfSheet } from '../../content/sheets/shelf';
import type { SentSheet, SentWalk } from '../../engine/questions/sheet';
import type { HeldSheet } from './own-sheet';
import { castAt, storyCast, podNamesInSentences, type StoryCast } from '../story/cast/cast.model';
import type { StoryNames } from '../story/page/names';

/** A walk with everybody who has a part in it. */
export interface PlayedWalk extends SentWalk {
  readonly cast: StoryCast;
}

/** The scripts of a Sheet’s lanes that the page has: those that were sent now, and those from before. */
export function keepScripts(
  before: ShownSheet['scripts'],
  { scripts = {} }: Pick<SentSheet, 'scripts'>,
): ShownSheet['scripts'] {
  const sent = Object.entries(scripts);
  return sent.length === 0 ? before : new Map([...before, ...sent]);
}

/** Things that were sent anew, with those from before in the places of those that say the same: what has not changed is not drawn again. */
export function keepAlike<T>(before: readonly T[], sent: readonly T[]): readonly T[] {
  const known = new Map(before.map((each) => [JSON.stringify(each), each]));
  return sent.map((each) => known.get(JSON.stringify(each)) ?? each);
}

/** The walks of a Sheet that the page has: those that were sent now, and those from before. */
export function keepWalks(
  before: ReadonlyMap<string, PlayedWalk>,
  { walks }: Pick<SentSheet, 'walks'>,
): ReadonlyMap<string, PlayedWalk> {
  const sent = Object.entries(walks).map(([key, walk]) => [key, { ...walk, cast: storyCast(walk) }] as const);
  return sent.length === 0 ? before : new Map([...before, ...sent]);
}

/** Where a Sheet comes from: the shelf, or an answer about the bench as it may be shared. */
export type SheetSource =
  | { readonly kind: 'shelf'; readonly shelf: ShelfSheet; readonly own?: HeldSheet }
  | { readonly kind: 'made'; readonly asked: ReportQuestion };

/** Only what was made of the document as it may leave now does: `shared`; of somebody's own only what hides as the switch says. */
export const mayLeave = (
  { source }: ShownSheet,
  { shared, hides }: { readonly shared: Document; readonly hides: boolean },
): boolean =>
  source.kind === 'shelf' ? source.own === undefined || source.own.hides === hides : source.asked.document === shared;

/** The first and the last block that is seen, by their places. */
export type SeenBlocks = readonly [first: number, last: number];

/** The knobs as they stand for a block: what was not made anew is as it was. */
export const knobsFor = ({ sheet, part }: ShownSheet, index: number): readonly KnobState[] =>
  part && (index < part.seen[0] || index > part.seen[1]) ? part.knobs : sheet.knobs;

/** The sentence of a figure at a moment of its walk. */
export type ToldMoment = Pick<Moment, 'sentence' | 'cause'>;

/** Sentences of figures at moments of walks, by the walks' keys. */
export type ToldWalks = Readonly<Record<string, readonly ToldMoment[]>>;

/** A Sheet as it is shown, with all walks the page has of it. */
export interface ShownSheet {
  readonly sheet: SentSheet;
  readonly walks: ReadonlyMap<string, PlayedWalk>;
  /** Documents whose scripts its lanes live through. */
  readonly scripts: ReadonlyMap<string, Document>;
  /** What it was made of: where that is another document than may leave now, nothing of it leaves. */
  readonly source: SheetSource;
  /** How its reader has it. */
  readonly state: SheetState;
  /** Where only what is seen was made anew: which blocks, and how the knobs stand for the others. */
  readonly part?: { readonly seen: SeenBlocks; readonly knobs: readonly KnobState[] } | undefined;
  /** The block in which something was turned last: what is said of it is the sentence of the first figure below. */
  readonly turned: number | undefined;
  /** Where the engine has not answered yet: what figures say, by their walks. */
  readonly told?: ToldWalks;
}

/** Names that are coloured in what is said of a walk. */
export function colouredNames({ cast, moments }: PlayedWalk, at: number): StoryNames {
  return { service: castAt(cast, at).pill?.name, pods: podNamesInSentences(cast, moments) };
}

const MODE_NAMES: Readonly<Record<string, string>> = { ipvs: 'IPVS' };

/** A value as a sentence has it. */
export function valueLabel(value: string | number): string {
  return MODE_NAMES[value] ?? String(value);
}

/** Where a knob stands when it is turned so many positions on; a word goes round, a number ends. */
export function turnBy({ values, value }: KnobState, by: number, round: boolean): string | number {
  const at = values.indexOf(value) + by;
  const last = values.length - 1;
  const to = round ? (at + values.length) % values.length : Math.max(0, Math.min(at, last));
  return values[to] ?? value;
}

/** The state of a question after a reader's answer: wrong ones may be tried again, the right one opens it. */
export function answered(
  state: SheetState,
  { id, question }: { readonly id: string; readonly question: SheetQuestion },
  option: number | undefined,
): SheetState {
  const before = state.answers[id] ?? UNANSWERED;
  const text = option === undefined ? undefined : question.options[option]?.text;
  const tried = text === undefined || before.tried.includes(text) ? before.tried : [...before.tried, text];
  const open = before.open || option === undefined || option === question.key;
  return { ...state, answers: { ...state.answers, [id]: { tried, open } } };
}

/** The state with the answer of a question shown, by its id. */
export function openedIn(state: SheetState, id: string): SheetState {
  const { tried } = state.answers[id] ?? UNANSWERED;
  return { ...state, answers: { ...state.answers, [id]: { tried, open: true } } };
}

/**
 * Does the reason of a wrong answer say which one is right? Then it waits: who is wrong once may try once more.
 * @param says what is written, in the language of the page
 */
export function givesAway({ options, key }: SheetQuestion, why: Phrase, says: (phrase: Phrase) => string): boolean {
  const right = options[key];
  const values = why.values ?? {};
  if (!right || 'right' in values || 'end' in values) return right !== undefined;
  const told = says(why);
  return [says(right.says), right.end?.name].some((words) => words !== undefined && told.includes(words));
}

/** The figure whose sentence is said when something above it was turned: the first below. */
export function figureBelow(blocks: readonly RenderedBlock[], index: number) {
  const found = blocks.find((block, at) => at >= index && block.kind === 'figure');
  return found?.kind === 'figure' ? found : undefined;
}

/** Both ways of a walk for a poster: the way out in its order, the way back from its end, with what is remembered between. */
export interface PosterWays {
  readonly out: readonly PosterMoment[];
  readonly back: readonly PosterMoment[];
  /** The moment that wrote down what another reads. */
  readonly made?: number;
  readonly read?: number;
}

/** A moment with its place in the walk. */
interface PosterMoment {
  readonly at: number;
  readonly moment: Moment;
}

export function posterWays(moments: readonly Moment[]): PosterWays {
  const placed = moments.map((moment, at) => ({ at, moment }));
  const out = placed.filter(({ moment: { role } }) => role === 'request');
  const back = placed.filter(({ moment: { role } }) => role !== 'request').toReversed();
  const read = moments.findIndex(({ kind }) => kind === 'translated-back');
  const made = moments[read]?.because.find((each) => each.kind === 'moment')?.index;
  return { out, back, ...(made === undefined ? {} : { made, read }) };
}

/** Rows of a way: where each of its moments begins, and where the next does; from 1. */
type PosterRows = readonly (readonly [from: number, to: number])[];

/**
 * The rows in which the way back stands beside the way out: it begins beside the end of that, what was remembered is read beside
 * where it was made, and the last is beside the first. Where it has no room so, row after row.
 */
export function placeBack({ out, back, made, read }: PosterWays): PosterRows {
  const [rows, count] = [out.length, back.length];
  const inTurn = back.map((_, at) => at + 1);
  const reads = back.findIndex(({ at }) => at === read);
  const row = out.findIndex(({ at }) => at === made) + 1;
  const hasRoom = reads >= 0 && row > reads && rows - row >= count - 1 - reads;
  const beside = (at: number): number => (at < reads ? at + 1 : at === reads ? row : rows - (count - 1 - at));
  const begins = hasRoom ? inTurn.map((_, at) => beside(at)) : inTurn;
  return begins.map((from, at) => [from, begins[at + 1] ?? from + 1]);
}

/** What of its figure a slide shows: stage and lens are too much for one; of lanes that stand below their question the words. */
export type SlidePart = 'whole' | 'stage' | 'lens' | 'words';

/** One slide of a Sheet: the places of its blocks, a question before its figure, or a figure alone; lanes are a figure. */
export interface SheetSlide {
  readonly blocks: readonly number[];
  readonly part: SlidePart;
}

/** Is a block a figure of a walk or of time? */
const isDrawn = (block: RenderedBlock): block is Extract<RenderedBlock, { kind: 'figure' | 'lanes' }> =>
  block.kind === 'figure' || block.kind === 'lanes';

/**
 * The slides of a Sheet in its order. A figure that a question hides stands with that question, wherever it was asked:
 * there is no slide on which nothing can be done.
 */
export function listSlides(blocks: readonly RenderedBlock[]): readonly SheetSlide[] {
  const placeOfAsk = (id: string | undefined): number =>
    blocks.findIndex((block) => block.kind === 'ask' && block.id === id);
  return blocks.flatMap((block, at): readonly SheetSlide[] => {
    if (!isDrawn(block)) return [];
    const before = blocks.slice(0, at).findLastIndex((each) => each.kind === 'ask' || isDrawn(each));
    const ask = blocks[before]?.kind === 'ask' ? before : placeOfAsk(block.veiled);
    const own = ask < 0 ? [at] : [ask, at];
    if (block.kind === 'lanes') return lanesSlides(block, own);
    if (!block.lens || block.veiled !== undefined) return [{ blocks: own, part: 'whole' }];
    return [
      { blocks: own, part: 'stage' },
      { blocks: [at], part: 'lens' },
    ];
  });
}

/** The slides of lanes: each of two has one, and what is asked of them another, with its answer. */
function lanesSlides({ lived, veiled }: RenderedLanes, own: readonly number[]): readonly SheetSlide[] {
  if (!lived || veiled !== undefined) return [{ blocks: own, part: 'whole' }];
  const parts = lived.second ? (['stage', 'lens'] as const) : (['whole'] as const);
  const drawn = parts.map((part) => ({ blocks: own.slice(-1), part }));
  return own.length > 1 ? [{ blocks: own, part: 'words' }, ...drawn] : drawn;
}

/** The first slide of a figure; of none the first of all. */
export function findSlide(
  slides: readonly SheetSlide[],
  blocks: readonly RenderedBlock[],
  figure: string | undefined,
): number {
  const index = blocks.findIndex((block) => isDrawn(block) && block.id === figure);
  return Math.max(
    0,
    slides.findIndex((slide) => slide.blocks.includes(index)),
  );
}

/** The slide that holds what is read at a block: the last that does not come after it, else the first. */
export function slideAt(slides: readonly SheetSlide[], block: number): number {
  return Math.max(
    0,
    slides.findLastIndex(({ blocks }) => (blocks.at(-1) ?? 0) <= block || blocks.includes(block)),
  );
}
