import type { Phrase } from '../lib/phrase';
import { PROXY_MODE_IDS } from '../kubernetes/mode-ids';
import type { Moment, MomentKind } from '../story/moment';
import type { StoryQuestion } from '../story/question';
import { placeOfNumber } from '../story/fine-moments';
import { settleKnobs, type KnobSettings, type KnobState } from './knobs';
import { askWalk } from './ask-walk';
import { findFailure, makeWords } from './figure-words';
import { readProse, allSpans, type ProseSpan } from './prose';
import { renderText, type RenderedText, type TextScope } from './render-text';
import type { SaidBlock } from './said';
import { isFigure, type FigureBlock, type Sheet, type SheetBlock, type SheetText } from './schema';
import { veilAnswers } from './veil';
import { countFigure, type TallyRow } from './tallies';
import { findWalk, keep, type SheetDraws, type SheetWalk, type SheetWorkshop } from './walks';

/** What a reader did with a Sheet. */
export interface SheetState {
  readonly knobs: KnobSettings;
  readonly draws: SheetDraws;
  /** Figures of which a thousand connections were sent. */
  readonly many: readonly string[];
  /** What was answered, by the question's id. */
  readonly answers: Readonly<Record<string, SheetAnswer>>;
}

/** What was answered to a question: the texts of the answers that were tried, in their order. */
export interface SheetAnswer {
  readonly tried: readonly string[];
  /** Shown without an answer, or answered right once: what it hid stays open, whatever is turned. */
  readonly open: boolean;
}

/** A Sheet as nobody has touched it. */
export const UNTOUCHED: SheetState = { knobs: {}, draws: { again: 0 }, many: [], answers: {} };

/** A moment of a walk: its place among the walk's moments. */
export interface FigureMoment {
  readonly walk: string;
  readonly at: number;
}

/** One of several walks beside each other, by what is said to be other in it. */
export interface FigureWay extends FigureMoment {
  readonly mode: string;
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

/** A part of a Sheet, ready to be drawn. */
export type RenderedBlock =
  | RenderedProse
  | { readonly kind: 'ask'; readonly id: string; readonly question: StoryQuestion; readonly answer: SheetAnswer }
  | RenderedFigure
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
}

/**
 * A Sheet as its reader has it: a pure function of what was written, turned, drawn and answered. Nothing in it is typed that
 * the engine can say: figures are moments of walks, values and questions are read off them.
 */
export function renderSheet(shop: SheetWorkshop, sheet: Sheet, state: SheetState): RenderedSheet {
  const knobs = settleKnobs(sheet, state.knobs);
  const walks = new Map<string, SheetWalk>();
  const scope: Scope = { shop, sheet, state, knobs, places: firstPlaces(sheet), walks };
  const blocks: RenderedBlock[] = [];
  sheet.blocks.forEach((block, index) => {
    const number = blocks.filter(({ kind }) => kind === 'figure' || kind === 'fault').length + 1;
    blocks.push(...renderBlock(scope, block, { index, number }));
  });
  return { sheet, knobs: [...knobs.values()], blocks: veilAnswers(sheet, blocks, walks), walks };
}

interface Scope {
  readonly shop: SheetWorkshop;
  readonly sheet: Sheet;
  readonly state: SheetState;
  readonly knobs: ReadonlyMap<string, KnobState>;
  readonly places: ReadonlyMap<string, number>;
  readonly walks: Map<string, SheetWalk>;
}

interface BlockSpot {
  readonly index: number;
  readonly number: number;
}

/** A figure and its index among the blocks. */
type PlacedFigure = readonly [figure: FigureBlock, index: number];

/** The block each knob stands in first: from there on it holds. */
function firstPlaces({ blocks }: Sheet): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  blocks.forEach((block, index) => {
    for (const name of knobsIn(block)) if (!places.has(name)) places.set(name, index);
  });
  return places;
}

function knobsIn(block: SheetBlock): readonly string[] {
  const texts =
    'text' in block && !block.plain
      ? [block.text.en]
      : block.is === 'scrub'
        ? block.steps.map(({ text }) => text.en)
        : [];
  const named = texts.flatMap((text) => {
    const read = readProse(text);
    return read.ok ? allSpans(read.value).flatMap((span: ProseSpan) => (span.kind === 'knob' ? [span.name] : [])) : [];
  });
  return isFigure(block) && block.knobs ? [...named, ...block.knobs] : named;
}

/** Knobs that hold for a block, in the Sheet's order. */
function knobsAt({ knobs, places }: Scope, index: number, own?: readonly string[]): readonly KnobState[] {
  return [...knobs.values()].filter(
    ({ name }) => (places.get(name) ?? Number.POSITIVE_INFINITY) <= index && (own?.includes(name) ?? true),
  );
}

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

/** How a packet may end, the most telling first. */
const ENDINGS: readonly MomentKind[] = ['refused', 'dropped', 'lost', 'unknown'];

/** The moments a figure may be about, the first that the walk has. */
function listKinds(block: FigureBlock): readonly MomentKind[] {
  switch (block.is) {
    case 'stage':
    case 'rules':
    case 'compare':
      return [...block.at, ...ENDINGS];
    case 'choice':
      return ['chosen', ...ENDINGS];
    case 'outside':
      return [...ENDINGS, 'arrives'];
    case 'scrub':
      return block.steps.flatMap(({ at }) => at);
    case 'poster':
      return ['translated-back', ...ENDINGS];
  }
}

/** The place of the moment that a figure shows. */
function placeShown(block: FigureBlock, { moments }: SheetWalk): number {
  if (block.is === 'stage' && block.moment !== undefined) return placeOfNumber(moments, block.moment);
  return Math.max(0, findPlace(moments, listKinds(block)));
}

/** The place of a kind's first moment, of the first kind there is; -1: none. */
function findPlace(moments: readonly Moment[], kinds: readonly MomentKind[]): number {
  for (const kind of kinds) {
    const at = moments.findIndex((moment) => moment.kind === kind);
    if (at >= 0) return at;
  }
  return -1;
}

/** A step whose moment the walk does not have shows the walk's last. */
function makeSteps(
  block: Extract<FigureBlock, { is: 'scrub' }>,
  { key, moments }: SheetWalk,
  text: TextScope,
): RenderedFigure['steps'] {
  return block.steps.map((step) => {
    const at = findPlace(moments, step.at);
    return { walk: key, at: at < 0 ? moments.length - 1 : at, text: renderText(step, text) };
  });
}

function makeWays(scope: Scope, block: Extract<FigureBlock, { is: 'compare' }>, index: number): RenderedFigure['ways'] {
  return block.modes.flatMap((mode) => {
    const walk = showWalk(scope, [block, index], mode);
    if (!('key' in walk)) return [];
    const at = Math.max(0, findPlace(walk.moments, listKinds(block)));
    return [{ mode, walk: walk.key, at, ...findFailure(walk, at) }];
  });
}

const UNANSWERED: SheetAnswer = { tried: [], open: false };

/** A question of the walk of the figure it stands before: of the first kind that the walk has one of. None: nothing. */
function askBefore(scope: Scope, ask: Extract<SheetBlock, { is: 'ask' }>, index: number): readonly RenderedBlock[] {
  const { blocks } = scope.sheet;
  const at = blocks.findIndex((block, place) => place > index && isFigure(block) && block.id === ask.before);
  const figure = blocks[at];
  const walk = figure && isFigure(figure) ? showWalk(scope, [figure, at]) : undefined;
  if (!walk || !('key' in walk)) return [];
  const { questions, derive } = scope.shop;
  const key = `${walk.key} ${ask.kind.join()}`;
  const asked = keep(questions, key, () => askWalk(walk, ask.kind, derive));
  const question = ask.kind.map((kind) => asked.find((each) => each.kind === kind)).find((each) => each !== undefined);
  if (!question) return [];
  return [{ kind: 'ask', id: ask.id, question, answer: scope.state.answers[ask.id] ?? UNANSWERED }];
}
