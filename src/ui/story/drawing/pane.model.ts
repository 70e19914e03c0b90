import { castAt } from '../cast/cast.model';
import { makeDrawing, type StageDrawing } from './drawing.model';
import { deepNodes, makeLayout, neededHeight, type Paper, type StoryLayout } from '../layout/layout.model';
import { bottomOf, rightOf, type Area, type StageSpot } from '../layout/lines.model';
import { samplePath } from '../layout/path.model';
import { sceneAt, type PassedDevice, type StoryWithCast } from '../cast/scene.model';
import { tallShape, type TallShape } from './sight.model';
import type { Picture } from './picture';
import type { Moment } from '../../../core/story/moment';

/*
 * The story's stage in a pane of the bench: as large as has room, never so small that letters are under 12 px.
 */

/** Letters of 18 px are 12 px then. */
export const LEAST_SCALE = 0.67;
/** Larger is for the story itself. */
const MOST_SCALE = 1.2;
const STEP = 0.03;

/** Room in the pane, px of the page. */
export interface PaneRoom {
  readonly width: number;
  readonly height: number;
  /** Of its upper right corner, which is taken. */
  readonly corner: number;
}

/** What the stage's drawing is made with besides its room. */
export type StagePaneWords = Pick<Paper, 'measure' | 'words'>;

/** Has a pane so little width, px, that nodes stand under each other, as in a hand? */
export const isTallPane = (width: number): boolean => width < 560;

/** How the drawing is laid out, the same at every moment. */
export interface PaneShape {
  readonly scale: number;
  /** Nodes under each other. */
  readonly tall?: TallShape;
}

const makePaper = (told: StoryWithCast, room: PaneRoom, { scale, tall }: PaneShape, words: StagePaneWords): Paper => {
  const deep = deepNodes(told.moments);
  const corner = room.corner / scale;
  if (tall) {
    const { beside, folded, needed } = tall;
    const height = Math.max(needed, room.height / scale);
    const spare = Math.min(tall.spare, height - needed);
    return { ...words, tall: true, beside, folded, spare, deep, corner, width: room.width / scale, height };
  }
  const base = { tall: false, beside: false, folded: false, deep };
  const height = Math.max(neededHeight(told.cast, base), room.height / scale);
  return { ...base, ...words, spare: 0, width: room.width / scale, height, pane: true, corner };
};

/** A node that is not there is worse than any number of Pods: the packet may come to it. */
const NODE = 1000;

/** Number of a cast's boxes without room: Pods and processes, and whole nodes. */
function countMissing({ hosts, outside }: StoryLayout, told: StoryWithCast): number {
  const drawn = hosts.reduce((sum, { placed }) => sum + placed.length, outside.length);
  const all = told.cast.hosts.reduce((sum, { actors }) => sum + actors.length, told.cast.outside.length);
  return all - drawn + NODE * (told.cast.hosts.length - hosts.length);
}

/** The largest scale at which everybody has room; where that is none, the one at which fewest are missing. */
export function paneShape(told: StoryWithCast, room: PaneRoom, words: StagePaneWords): PaneShape {
  if (isTallPane(room.width)) {
    const tall = tallShape(told, room);
    return { scale: tall.scale, tall };
  }
  return { scale: wideScale(told, room, words) };
}

function wideScale(told: StoryWithCast, room: PaneRoom, words: StagePaneWords): number {
  const first = sceneAt(told, 0);
  if (!first) return LEAST_SCALE;
  let best = { scale: LEAST_SCALE, missing: Number.POSITIVE_INFINITY };
  for (let scale = MOST_SCALE; scale > LEAST_SCALE - STEP; scale -= STEP) {
    const used = Math.max(scale, LEAST_SCALE);
    const paper = makePaper(told, room, { scale: used }, words);
    // What is higher than its pane would have to be scrolled.
    if (paper.height * used > room.height + 1 && used > LEAST_SCALE) continue;
    const missing = countMissing(makeLayout(castAt(told.cast, 0), first, paper), told);
    if (missing === 0) return used;
    if (missing < best.missing) best = { scale: used, missing };
  }
  return best.scale;
}

interface PaneMoment {
  readonly index: number;
  readonly shape: PaneShape;
  /** Devices that are named; undefined: those of the moment. */
  readonly passed?: readonly PassedDevice[];
}

/** A moment of a walk as the pane shows it. */
export function panePicture(
  told: StoryWithCast,
  room: PaneRoom,
  words: StagePaneWords,
  { index, shape, passed }: PaneMoment,
): Picture | undefined {
  const scene = sceneAt(told, index);
  if (!scene) return undefined;
  const cast = castAt(told.cast, index);
  const layout = makeLayout(cast, scene, makePaper(told, room, shape, words));
  return { cast, scene, layout, drawing: withoutBlocked(layout, makeDrawing(layout, scene, passed)) };
}

/** Where there is no way for the aim but through a box, none is drawn: the colour of the address says what it names. */
function withoutBlocked({ hosts, outside }: StoryLayout, drawing: StageDrawing): StageDrawing {
  const { aim, ...rest } = drawing;
  if (!aim) return drawing;
  const boxes = [...hosts.flatMap(({ placed }) => placed), ...outside];
  const isIn = ({ x, y }: StageSpot, box: Area): boolean =>
    x > box.x + 1 && x < rightOf(box) - 1 && y > box.y + 1 && y < bottomOf(box) - 1;
  return samplePath(aim.d).some((spot) => boxes.some((box) => isIn(spot, box))) ? rest : drawing;
}

/** The moment a step of a walk has come to: what it is about has happened by then, never before. */
export function reachedMoment(moments: readonly Moment[], playhead: number): number {
  const step = Math.floor(playhead);
  return Math.max(
    0,
    moments.findLastIndex(({ first, at }) => step >= Math.max(first, at)),
  );
}
