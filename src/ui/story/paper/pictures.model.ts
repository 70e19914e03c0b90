import type { Document } from '../../../core/document/document';
import type { Phrase } from '../../../core/lib/phrase';
import type { WalkFiles } from '../../../engine/questions/export';
import { flattenedSteps, type FlatStep } from '../../../store/selectors';
import { castAt, storyCast } from '../cast/cast.model';
import type { StoryWords } from '../cast/words';
import { makeDrawing } from '../drawing/drawing.model';
import { deepNodes, makeLayout, neededHeight } from '../layout/layout.model';
import { sceneAt, type StoryWithCast } from '../cast/scene.model';
import type { Picture } from '../drawing/picture';
import { datapathShapes, type DatapathKit } from './datapath-picture.model';
import { lensBlock } from '../lenses/lenses';
import { box, text, type Ruler, type Shape } from '../../common/shapes.model';
import { wrapText } from './pen.model';
import type { PaperSheet } from './sheet.model';
import { stageShapes } from '../drawing/stage-shapes.model';

/** What can be drawn of a moment: all that is said and shown of it, or a part. */
export const PICTURE_KINDS = ['moment', 'stage', 'lens', 'datapath'] as const;
export type PictureKind = (typeof PICTURE_KINDS)[number];

/** Words and widths pictures are made with. */
export interface PictureKit {
  readonly t: StoryWords;
  readonly rules: DatapathKit['t'];
  readonly say: (phrase: Phrase) => string;
  readonly ruler: Ruler;
}

/** A walk as pictures are drawn of it. */
export function storyOfWalk(document: Document, { netns, result, moments, lenses }: WalkFiles): StoryWithCast {
  const played = { document, bench: { netns }, result, moments, lenses };
  return { bench: { netns }, result, moments, lenses, cast: storyCast(played) };
}

/** Of a small picture, px of the page; 480 x 232 as it is drawn best. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

const WIDTH = 1280;
const STAGE = 356;

/** Where everybody stands at a moment: on paper as wide as the page, or on a small one. */
export function stagePicture(
  told: StoryWithCast,
  index: number,
  { t, ruler, small }: Pick<PictureKit, 't' | 'ruler'> & { readonly small?: Size },
): Picture {
  const scene = sceneAt(told, index);
  if (!scene) throw new RangeError('no such moment');
  const base = { tall: false, deep: deepNodes(told.moments), ...(small ? { small: true } : {}) };
  const words = { to: t('to'), from: t('from'), remembered: t('remembered'), routing: t('routing') };
  const { width, height } = small ?? { width: WIDTH, height: Math.max(STAGE, neededHeight(told.cast, base)) };
  const measure = (words: string, face: 'ui' | 'mono', size: number): number =>
    ruler({ text: words, face, size, weight: face === 'ui' ? 620 : 560 });
  const cast = castAt(told.cast, index);
  const layout = makeLayout(cast, scene, { ...base, width, height, measure, words });
  return { cast, scene, layout, drawing: makeDrawing(layout, scene) };
}

/** Draws one part of a moment: the stage, or the lens. */
export function makePart(kind: 'stage' | 'lens', told: StoryWithCast, at: DrawnMoment): PaperSheet {
  const { index, kit } = at;
  const moment = told.moments[index];
  const title = moment ? kit.say(moment.sentence) : '';
  if (kind === 'stage') {
    const picture = stagePicture(told, index, { ...kit, ...(at.small ? { small: at.small } : {}) });
    const { width, height } = picture.layout.paper;
    return onPaper(title, [width, height], stageShapes(picture, kit.t));
  }
  const { shapes, height } = lensOf(told, at);
  const width = Math.max(at.small?.width ?? WIDTH / 2, rightmost(shapes, kit.ruler) + 32);
  return onPaper(title, [width, height], shapes, 'panel');
}

/** One moment of a walk as a picture. */
export function makeSheet(
  kind: PictureKind,
  walk: WalkFiles & { readonly told: StoryWithCast },
  at: DrawnMoment,
): PaperSheet {
  const { index, kit } = at;
  const moment = walk.moments[index];
  const title = moment ? kit.say(moment.sentence) : '';
  switch (kind) {
    case 'stage':
    case 'lens':
      return makePart(kind, walk.told, at);
    case 'datapath': {
      const steps = passageOf(walk, index);
      const { shapes, width, height } = datapathShapes(steps, { ...kit, t: kit.rules, rules: walk.rules });
      return onPaper(title, [width, height], shapes);
    }
    case 'moment':
      return momentSheet(walk, at, title);
  }
}

/** Which moment is drawn; `small`: on paper no larger than that, if it has room there. */
export interface DrawnMoment {
  readonly index: number;
  readonly kit: PictureKit;
  readonly small?: Size;
}

function onPaper(
  title: string,
  [width, height]: readonly [number, number],
  shapes: readonly Shape[],
  fill: 'bg' | 'panel' = 'bg',
): PaperSheet {
  return { width, height, title, shapes: [box({ x: 0, y: 0, w: width, h: height }, { fill }), ...shapes] };
}

function lensOf(
  { lenses, moments }: Pick<WalkFiles, 'lenses' | 'moments'>,
  { index, kit }: DrawnMoment,
): ReturnType<typeof lensBlock> {
  const [lens, moment] = [lenses[index], moments[index]];
  return lens && moment ? lensBlock(lens, moment, kit) : { shapes: [], height: 0 };
}

function rightmost(shapes: readonly Shape[], ruler: Ruler): number {
  return Math.max(
    0,
    ...shapes.map((shape) => {
      if (shape.kind === 'box') return shape.x + shape.w;
      return shape.kind === 'text' && shape.anchor === undefined ? shape.x + ruler(shape) : 0;
    }),
  );
}

/** The steps of the node the packet is in, or was in last, while it is there. */
function passageOf({ moments, result, netns }: WalkFiles, index: number): readonly FlatStep[] {
  const steps = flattenedSteps(result);
  const nodes = new Set(netns.filter(({ kind }) => kind === 'node').map(({ id }) => id));
  const last = moments[index]?.last ?? 0;
  const inNode = ({ netns: id }: FlatStep): boolean => nodes.has(id);
  const here = steps.slice(0, last + 1).findLast(inNode) ?? steps.find(inNode);
  return here ? steps.filter(({ leg, hop }) => leg === here.leg && hop === here.hop) : [];
}

const MARGIN = 32;

/** Sentence, cause, stage and lens under each other, as on the page. */
function momentSheet(walk: WalkFiles & { readonly told: StoryWithCast }, at: DrawnMoment, title: string): PaperSheet {
  const { index, kit } = at;
  const cause = walk.moments[index]?.cause;
  const head = headline(title, cause ? kit.say(cause) : '', kit.ruler);
  const picture = stagePicture(walk.told, index, kit);
  const stage = picture.layout.paper.height;
  const lens = lensOf(walk, at);
  const height = head.height + stage + lens.height;
  const under = head.height + stage;
  return onPaper(
    title,
    [WIDTH, height],
    [
      ...head.shapes,
      ...moved(stageShapes(picture, kit.t), head.height),
      box({ x: 0, y: under, w: WIDTH, h: lens.height }, { fill: 'panel' }),
      { kind: 'line', d: `M0 ${under}H${WIDTH}`, stroke: 'line', width: 1.5 },
      ...moved(lens.shapes, under),
    ],
  );
}

function headline(sentence: string, cause: string, ruler: Ruler): { shapes: readonly Shape[]; height: number } {
  const room = WIDTH - 2 * MARGIN;
  const lines = wrapText(sentence, room, (line) => ruler({ text: line, size: 32, weight: 620, face: 'ui' }));
  const causes = wrapText(cause, room, (line) => ruler({ text: line, size: 19, weight: 400, face: 'ui' }));
  const shapes = lines.map((line, at) => text(line, [MARGIN, 46 + at * 40], { size: 32, weight: 620, fill: 'ink' }));
  const below = 46 + (lines.length - 1) * 40 + 34;
  const said = causes.map((line, at) => text(line, [MARGIN, below + at * 28], { size: 19, weight: 400, fill: 'mute' }));
  return { shapes: [...shapes, ...said], height: below + (causes.length - 1) * 28 + 20 };
}

/** The same further down. */
function moved(shapes: readonly Shape[], by: number): readonly Shape[] {
  return shapes.map((shape) =>
    shape.kind === 'line' ? { ...shape, d: lowered(shape.d, by) } : { ...shape, y: shape.y + by },
  );
}

/** A path of M, L, V, H, Q and C, further down. */
function lowered(d: string, by: number): string {
  return d.replaceAll(/([A-Z])([^A-Z]*)/g, (_, command: string, numbers: string) => {
    const values = numbers
      .trim()
      .split(/[\s,]+/)
      .filter((value) => value !== '')
      .map(Number);
    const isY = (at: number): boolean => (command === 'V' ? true : command === 'H' ? false : at % 2 === 1);
    return command + values.map((value, at) => String(Math.round((isY(at) ? value + by : value) * 10) / 10)).join(' ');
  });
}
