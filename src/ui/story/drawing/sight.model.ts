import type { Actor } from '../cast/cast.model';
import type { StageDrawing } from './drawing.model';
import { drawnName, TALL, textWidth } from '../layout/frame.model';
import { deepNodes, findActor, requiredActors, neededHeight, type StoryLayout } from '../layout/layout.model';
import { bottomOf, keepWithin, type Area } from '../layout/lines.model';
import { sceneAt, type StoryScene, type StoryWithCast } from '../cast/scene.model';
import type { Picture } from './picture';
import type { TallLayout } from '../layout/tall.model';

/*
 * In a hand sentence and lens are whole at every moment. Where a stage has not enough room between them it is a window onto
 * it that goes to where something happens.
 */

/** Around what is to be seen, px of the drawing. */
const AROUND = 10;

/** A window lower than this shows nothing of where the packet is. */
const LEAST_SIGHT = 110;

type Reach = readonly [top: number, bottom: number];

const reachOf = (areas: readonly Area[]): Reach => [
  Math.max(0, Math.min(...areas.map(({ y }) => y)) - AROUND),
  Math.max(...areas.map(bottomOf)) + AROUND,
];

/** The packet in its hook, with whoever has it. */
function listNow(layout: StoryLayout, { place }: StoryScene, { packet, gate, socket }: StageDrawing): readonly Area[] {
  const holder = 'actor' in place ? findActor(layout, place.actor)?.box : undefined;
  const program = socket && { ...socket, w: 0, h: 0 };
  return [packet, gate, holder, program].filter((each) => each !== undefined);
}

/** What is told of it: what its address names, who is chosen, what is remembered now. */
function listTold({ layout, scene, drawing }: Picture): readonly Area[] {
  const { aim, chosen, moment } = scene;
  const named = aim && ('pill' in aim ? layout.pill : findActor(layout, aim.actor)?.box);
  const falls = moment.kind === 'chosen' ? [layout.pill, findActor(layout, chosen)?.box] : [];
  const now = new Set(scene.remembered.flatMap((entry) => (entry.now ? [entry.host] : [])));
  const kept = drawing.remembered.filter(({ host }) => now.has(host));
  const nobody = scene.nobody ? [layout.pill] : [];
  return [drawing.aim ? named : undefined, ...falls, ...nobody, ...kept].filter((each) => each !== undefined);
}

/** Of a stage in its own px: how much has to be seen at this moment. */
export function leastSight({ layout, scene, drawing }: Picture): number {
  const [top, bottom] = reachOf(listNow(layout, scene, drawing));
  return Math.max(LEAST_SIGHT, bottom - top);
}

/** Where a window of this height stands: at the top as long as what happens is in it. */
export function sightTop(picture: Picture, height: number): number {
  const { layout, scene, drawing } = picture;
  const now = listNow(layout, scene, drawing);
  const whole = reachOf([...now, ...listTold(picture)]);
  const [top, bottom] = whole[1] - whole[0] <= height ? whole : reachOf(now);
  return keepWithin(bottom - height, 0, Math.min(top, Math.max(0, layout.paper.height - height)));
}

/** So much smaller a stage of many nodes may be drawn there: its smallest letters are 14 px then. */
const SMALLEST = 0.875;

/** How a stage in a hand is laid out, the same at every moment: drawn smaller where it needs more height than is left. */
export interface TallShape extends Required<TallLayout> {
  readonly needed: number;
  readonly scale: number;
}

/** @param room Width and height there is for it, px of the drawing at its full size. */
export function tallShape(told: StoryWithCast, room: { readonly width: number; readonly height: number }): TallShape {
  const folded = isCrowded(told, room.width);
  const shapeOf = (beside: boolean): TallShape => {
    const needed = neededHeight(told.cast, { tall: true, deep: deepNodes(told.moments), beside, folded });
    const scale = Math.min(1, Math.max(SMALLEST, room.height / needed));
    return { needed, beside, folded, scale, spare: Math.max(0, room.height - needed) };
  };
  const [below, beside] = [shapeOf(false), shapeOf(true)];
  return below.scale < 1 && besideWidth(told) <= room.width / beside.scale ? beside : below;
}

const textOf = ({ name, address }: Actor): number =>
  Math.max(textWidth(drawnName(name), 'ui', TALL.type), textWidth(address, 'mono', TALL.type));

/** Have those of a node who must be there, or the machines outside, no room beside each other with whole addresses? */
function isCrowded({ cast }: StoryWithCast, width: number): boolean {
  const must = requiredActors(cast);
  const widthOf = (actors: readonly Actor[], pad: number): number =>
    actors.reduce((sum, actor) => sum + textOf(actor) + 2 * pad + BETWEEN, 0);
  const rows = cast.hosts
    .map(({ actors }) => actors.filter(({ id }) => must.has(id)))
    .filter(({ length }) => length > 1);
  const isOver = rows.some((row) => widthOf(row, ROW_PAD) > width - ROW_ENDS);
  return isOver || (cast.outside.length > 1 && widthOf(cast.outside, TALL.padding) > width - OUTSIDE_ENDS);
}

/** Of boxes that stand close in a row, px: within them, between them, and what is left and right of a row. */
const ROW_PAD = 9;
const BETWEEN = 14;
const ROW_ENDS = 80;
const OUTSIDE_ENDS = 36;

/** What a machine outside and the longest packet beside it take; more than one machine leaves no room. */
function besideWidth(told: StoryWithCast): number {
  const [only, ...others] = told.cast.outside;
  if (!only || others.length > 0) return Number.POSITIVE_INFINITY;
  const shown = told.moments.flatMap((_, index) => {
    const { place, shows } = sceneAt(told, index) ?? {};
    return place && 'actor' in place && place.actor === only.id && shows ? [shows.end.text.length] : [];
  });
  const box = Math.max(TALL.actorWidth, textOf(only) + 2 * TALL.padding);
  return TALL.margin + TALL.inset + box + PACKET_ENDS + Math.max(0, ...shown) * TALL.packet * 0.6;
}

/** Of a packet beside its address: its ends, `from`, and gaps to the box and to the edge of the page, px. */
const PACKET_ENDS = 8 + 2 * TALL.packetPad + 46 + 8;
