import type { Phrase } from '../lib/phrase';
import { finished } from '../lib/scan';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import type { QuestionKind, StoryQuestion } from '../story/question';
import type { Document } from '../document/document';
import type { TimelineQuestionKind } from '../timeline/question';
import { findMoment, listKinds, placeShown } from './figure-place';
import { renderLanes, type RenderedLanes } from './lanes';
import { QUESTION_KINDS } from '../story/questions';
import { firstPlaces, knobsAt } from './knob-places';
import { settleKnobs, type KnobState } from './knobs';
import { UNANSWERED, type SheetAnswer } from './answers';
import { askWalk } from './ask-walk';
import { findFailure, makeWords } from './figure-words';
import { renderText, type RenderedText, type TextScope } from './render-text';
import type { SaidBlock } from './said';
import { isFigure, type FigureBlock, type Sheet, type SheetBlock, type SheetText } from './schema';
import type { SheetState } from './state';
import { veilAnswers } from './veil';
import { countFigure, type TallyRow } from './tallies';
import { findWalk, keep, type SheetWalk, type SheetWorkshop } from './walks';

/** A moment of a walk: its place among the walk's moments. */
export interface FigureMoment {
  readonly walk: string;
  readonly at: number;
}

/** One of several walks beside each other, by what is said to be other in it. */
export interface FigureWay extends FigureMoment {
  readonly mode: string;
  /** Where that is no mode: the name of a side. */
  readonly name?: Phrase;
  /** How it ends, where that is another moment than the one that is drawn. */
  readonly ended?: Phrase;
}

/** A figure, ready to be drawn: what it says is its moment's own sentence. */
export interface RenderedFigure {
  readonly kind: 'figure';
  readonly id: string;
  readonly number: number;
  readonly draws: FigureBlock['is'];
  readonly lens: boolean;
  readonly walk: string;
  readonly at: number;
  /** Another sentence than the moment's, where it shows several. */
  readonly sentence?: Phrase;
  readonly cause?: Phrase;
  /** One a step of the text that scrolls. */
  readonly steps: readonly (FigureMoment & { readonly text: RenderedText })[];
  /** One a mode or side that is compared. */
  readonly ways: readonly FigureWay[];
  /** Knobs that move it, by name. */
  readonly knobs: readonly string[];
  readonly hand: readonly ('again' | 'many')[];
  readonly tally?: readonly TallyRow[];
  /** Where the connections went that were sent one by one, once there are several. */
  readonly drawn?: readonly TallyRow[];
  /** The question that hides what it shows. */
  readonly veiled?: string;
  /** Between which moments it may be stepped, and the question that is to be answered before it goes on. */
  readonly range?: { readonly from: number; readonly to: number; readonly ask: string };
  /** The walk is of a moment of a script, which is nowhere else on the page. */
  readonly atMoment?: true;
}

/** A text, ready to be read. */
interface RenderedProse {
  readonly kind: 'lede' | 'h' | 'p';
  readonly text: RenderedText;
  /** Questions whose answer it tells. */
  readonly after?: readonly string[];
  /** The question that hides it. */
  readonly veiled?: string;
}

/** A question of a walk or of a timeline, as a Sheet asks it. */
export interface SheetQuestion extends Omit<StoryQuestion, 'kind' | 'before'> {
  readonly kind: QuestionKind | TimelineQuestionKind;
}

/** A part of a Sheet, ready to be drawn; what is for whoever presents it alone is read by nobody else. */
export type RenderedBlock = RenderedPart & { readonly say?: RenderedText; readonly minutes?: number };

type RenderedPart =
  | RenderedProse
  | { readonly kind: 'ask'; readonly id: string; readonly question: SheetQuestion; readonly answer: SheetAnswer }
  | RenderedFigure
  | RenderedLanes
  | SaidBlock
  /** A figure that cannot be drawn, and why. */
  | { readonly kind: 'fault'; readonly id: string; readonly why: Phrase };

/** What a Sheet is called, and what stands in its margin. */
export interface SheetHead extends Pick<Sheet, 'id' | 'minutes' | 'notes'> {
  /** One that was made of an answer has its title from the words of core. */
  readonly title: SheetText | Phrase;
}

/** A Sheet, ready to be drawn. */
export interface RenderedSheet {
  readonly sheet: SheetHead;
  readonly knobs: readonly KnobState[];
  readonly blocks: readonly RenderedBlock[];
  /** Walks of its figures, each once. */
  readonly walks: ReadonlyMap<string, SheetWalk>;
  /** Documents whose scripts its lanes live through, each once. */
  readonly scripts?: ReadonlyMap<string, Document>;
}

/** What a written block became: as it is, and as it is shown while questions are open. */
interface SheetPart {
  readonly made: readonly RenderedBlock[];
  readonly shown: readonly RenderedBlock[];
}

/** A Sheet with what each of its written blocks became, in their order; a question that has nothing to ask is none. */
export interface SheetPass extends RenderedSheet {
  readonly parts: readonly SheetPart[];
}

/** Some blocks alone are made anew, by the places of the written ones; the others stay as they were, and as hidden. */
export interface SheetWindow {
  readonly before: SheetPass;
  readonly has: (index: number) => boolean;
}

/**
 * A Sheet as its reader has it: a pure function of what was written, turned, drawn and answered. Nothing in it is typed that
 * the engine can say: figures are moments of walks, values and questions are read off them.
 */
export function renderSheet(shop: SheetWorkshop, sheet: Sheet, state: SheetState): RenderedSheet {
  return finished(renderInSteps(shop, sheet, { state }));
}

/**
 * Makes the blocks of a Sheet, one a step.
 * @param of the reader's state; `window`: where only some blocks are made anew
 */
export function* renderInSteps(
  shop: SheetWorkshop,
  sheet: Sheet,
  { state, window }: { readonly state: SheetState; readonly window?: SheetWindow | undefined },
): Generator<undefined, SheetPass> {
  const knobs = settleKnobs(sheet, state.knobs);
  const walks = new Map(window?.before.walks);
  const scripts = new Map(window?.before.scripts);
  const scope: Scope = { shop, sheet, state, knobs, places: firstPlaces(sheet), walks, scripts };
  const kept = sheet.blocks.map((_, index) => (window?.has(index) === false ? window.before.parts[index] : undefined));
  const made: (readonly RenderedBlock[])[] = [];
  let number = 1;
  for (const [index, block] of sheet.blocks.entries()) {
    made.push(kept[index]?.made ?? renderPart(scope, block, { index, number }));
    if (isFigure(block) || block.is === 'lanes') number++;
    if (!kept[index]) yield;
  }
  const hidden = veilAnswers(sheet, made.flat(), walks);
  let end = 0;
  const parts = made.map((own, index): SheetPart => {
    const shown = hidden.slice(end, (end += own.length));
    return { made: own, shown: kept[index]?.shown ?? shown };
  });
  return { sheet, knobs: [...knobs.values()], blocks: parts.flatMap(({ shown }) => shown), walks, scripts, parts };
}

function renderPart(scope: Scope, block: SheetBlock, spot: BlockSpot): readonly RenderedBlock[] {
  const speech = renderSpeech(scope, block, spot.index);
  return renderBlock(scope, block, spot).map((each) => ({ ...each, ...speech }));
}

/** What stands beside a block for whoever presents it. */
function renderSpeech(scope: Scope, { say, minutes }: SheetBlock, index: number) {
  return {
    ...(say === undefined ? {} : { say: renderText(say, textScope(scope, index)) }),
    ...(minutes === undefined ? {} : { minutes }),
  };
}

interface Scope {
  readonly shop: SheetWorkshop;
  readonly sheet: Sheet;
  readonly state: SheetState;
  readonly knobs: ReadonlyMap<string, KnobState>;
  readonly places: ReadonlyMap<string, number>;
  readonly walks: Map<string, SheetWalk>;
  readonly scripts: Map<string, Document>;
}

interface BlockSpot {
  readonly index: number;
  readonly number: number;
}

/** A figure and its index among the blocks. */
type PlacedFigure = readonly [figure: FigureBlock, index: number];

function renderBlock(scope: Scope, block: SheetBlock, spot: BlockSpot): readonly RenderedBlock[] {
  switch (block.is) {
    case 'lede':
    case 'h':
      return [{ kind: block.is, text: renderText(block, textScope(scope, spot.index)) }];
    case 'p':
      return [
        {
          kind: 'p',
          text: renderText(block, textScope(scope, spot.index)),
          ...(block.after === undefined ? {} : { after: block.after }),
        },
      ];
    case 'ask':
      return askBefore(scope, block, spot.index);
    case 'lanes':
      return [renderLanes(scope, block, { number: spot.number, knobs: knobsAt(scope, spot.index, block.knobs) })];
    case 'stage':
    case 'rules':
    case 'choice':
    case 'compare':
    case 'outside':
    case 'scrub':
    case 'poster':
      return [renderFigure(scope, block, spot)];
  }
}

/** What prose is read with: the walk of the nearest figure below that has one, else of the nearest above. */
function textScope(scope: Scope, index: number): TextScope {
  const { blocks } = scope.sheet;
  const figure = blocks.slice(index).find(isFigure) ?? blocks.slice(0, index).findLast(isFigure);
  const walk = figure && showWalk(scope, [figure, blocks.indexOf(figure)]);
  return { knobs: scope.knobs, walk: walk && 'key' in walk ? walk : undefined };
}

/** The walk a figure shows, by its place; `mode`: the one of a comparison. A phrase: why there is none. */
function showWalk(scope: Scope, [figure, index]: PlacedFigure, mode?: string): SheetWalk | Phrase {
  const { sheet, shop, state } = scope;
  const own = knobsAt(scope, index, figure.knobs);
  const bench = figure.bench ?? sheet.bench;
  const isMain = bench === sheet.bench && figure.flow === undefined && figure.request === undefined;
  const knobs = mode === undefined ? own : withMode(sheet, own, mode);
  const draws = isMain ? state.draws : { again: 0 };
  const { flow, request, fine } = figure;
  const walk = findWalk(shop, sheet, { bench, flow, request, fine, knobs, draws });
  if ('key' in walk) scope.walks.set(walk.key, walk);
  return walk;
}

/** Knobs as they hold, with the mode of a comparison. */
function withMode({ knobs: all }: Sheet, knobs: readonly KnobState[], mode: string): readonly KnobState[] {
  const name = Object.keys(all).find((each) => all[each]?.edit === 'mode') ?? 'mode';
  const others = knobs.filter(({ edit }) => edit !== 'mode');
  return [{ name, values: PROXY_MODE_IDS, value: mode, edit: 'mode' }, ...others];
}

function renderFigure(scope: Scope, block: FigureBlock, { index, number }: BlockSpot): RenderedBlock {
  const walk = showWalk(scope, [block, index]);
  if (!('key' in walk)) return { kind: 'fault', id: block.id, why: walk };
  const at = placeShown(block, walk);
  return {
    kind: 'figure',
    id: block.id,
    number,
    draws: block.is,
    lens: block.is === 'stage' && block.lens === true,
    walk: walk.key,
    at,
    ...makeWords(block, walk),
    steps: block.is === 'scrub' ? makeSteps(block, walk, textScope(scope, index)) : [],
    ways: block.is === 'compare' ? makeWays(scope, block, index) : [],
    knobs: knobsAt(scope, index, block.knobs).map(({ name }) => name),
    hand: block.is === 'choice' && walk.exploration.outcomes.length > 1 ? (block.hand ?? []) : [],
    ...countFigure(block, walk, scope),
    ...(walk.lived ? { atMoment: true } : {}),
  };
}

/** A step whose moment the walk does not have shows the walk's last. */
function makeSteps(
  block: Extract<FigureBlock, { is: 'scrub' }>,
  { key, moments }: SheetWalk,
  text: TextScope,
): RenderedFigure['steps'] {
  return block.steps.map((step) => {
    const at = findMoment(moments, step.at);
    return { walk: key, at: at < 0 ? moments.length - 1 : at, text: renderText(step, text) };
  });
}

function makeWays(scope: Scope, block: Extract<FigureBlock, { is: 'compare' }>, index: number): RenderedFigure['ways'] {
  return block.modes.flatMap((mode) => {
    const walk = showWalk(scope, [block, index], mode);
    if (!('key' in walk)) return [];
    const at = Math.max(0, findMoment(walk.moments, listKinds(block)));
    return [{ mode, walk: walk.key, at, ...findFailure(walk, at) }];
  });
}

/** A question of the walk of the figure it stands before: of the first kind that the walk has one of. None: nothing. */
function askBefore(scope: Scope, ask: Extract<SheetBlock, { is: 'ask' }>, index: number): readonly RenderedBlock[] {
  const { blocks } = scope.sheet;
  // What is asked of a timeline is asked where that is lived through.
  const at = blocks.findIndex((block, place) => place > index && isFigure(block) && block.id === ask.before);
  const figure = blocks[at];
  const walk = figure && isFigure(figure) ? showWalk(scope, [figure, at]) : undefined;
  if (!walk || !('key' in walk)) return [];
  const { questions, derive } = scope.shop;
  const kinds = QUESTION_KINDS.filter((kind) => ask.kind.includes(kind));
  const key = `${walk.key} ${ask.kind.join()}`;
  const asked = keep(questions, key, () => askWalk(walk, kinds, derive));
  const question = ask.kind.map((kind) => asked.find((each) => each.kind === kind)).find((each) => each !== undefined);
  if (!question) return [];
  return [{ kind: 'ask', id: ask.id, question, answer: scope.state.answers[ask.id] ?? UNANSWERED }];
}
