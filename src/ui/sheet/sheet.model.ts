import { UNANSWERED } from '../../core/sheet/answers';
import type { RenderedBlock, SheetQuestion, SheetState } from '../../core/sheet/render';
import type { KnobState } from '../../core/sheet/knobs';
import type { Moment } from '../../core/story/moment';
import type { Document } from '../../core/document/document';
import type { ReportAsked } from '../../engine/questions/report';
import type { ShelfSheet } from '../../content/sheets/shelf';
import type { SentSheet, SentWalk } from '../../engine/questions/sheet';
import type { OwnSheet } from './own-sheet';
import { castAt, storyCast, toldPodNames, type StoryCast } from '../story/cast.model';
import type { StoryNames } from '../story/story-parts';

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
  | { readonly kind: 'shelf'; readonly shelf: ShelfSheet; readonly own?: OwnSheet }
  | { readonly kind: 'made'; readonly asked: ReportAsked };

/** Only what was made of the document as it may leave now does: `shared`; of somebody's own only what hides as the switch says. */
export const mayLeave = (
  { source }: ShownSheet,
  { shared, hides }: { readonly shared: Document; readonly hides: boolean },
): boolean =>
  source.kind === 'shelf' ? source.own === undefined || source.own.hides === hides : source.asked.document === shared;

/** A Sheet as it is shown, with all walks the page has of it. */
export interface ShownSheet {
  readonly sheet: SentSheet;
  readonly walks: ReadonlyMap<string, PlayedWalk>;
  /** Documents whose scripts its lanes live through. */
  readonly scripts: ReadonlyMap<string, Document>;
  /** What it was made of: where that is another document than may leave now, nothing of it leaves. */
  readonly source: SheetSource;
  /** The block in which something was turned last: what is said of it is the sentence of the first figure below. */
  readonly turned: number | undefined;
}

/** Names that are coloured in what is said of a walk. */
export function colouredNames({ cast, moments }: PlayedWalk, at: number): StoryNames {
  return { service: castAt(cast, at).pill?.name, pods: toldPodNames(cast, moments) };
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

/** What a reader's answer makes of a question: wrong ones may be tried again, the right one opens it. */
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

/** The slides of a Sheet, each the places of its blocks: a question with the figure it stands before, or a figure. */
export function listSlides(blocks: readonly RenderedBlock[]): readonly (readonly number[])[] {
  const slides: number[][] = [];
  let isAsked = false;
  for (const [at, { kind }] of blocks.entries()) {
    const isShown = kind === 'figure' || kind === 'lanes';
    if (kind === 'ask') slides.push([at]);
    else if (isShown && isAsked) slides.at(-1)?.push(at);
    else if (isShown) slides.push([at]);
    if (kind === 'ask' || isShown) isAsked = kind === 'ask';
  }
  return slides;
}
