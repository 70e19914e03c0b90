import type { Actor, Host, StoryCast } from '../cast/cast.model';
import { FOLDED, linesBelow, TALL, type Sizes } from './frame.model';

/*
 * Heights of a tall stage, px: in a hand nodes stand under each other, and all of them are to be seen above the lens.
 */

/** Of a node with a hook or a routing decision, below its Pods. */
const DEEP = 178;
const SHALLOW = 130;
/** Of such a node's line, from its lower border: between its Pods and its hook the aim goes to one side. */
export const LANE = 39;
/** Of a node the packet never comes by: nothing stands below its Pods. */
const IDLE = 100;
/** From a node's upper border to its Pods, where the line comes to them from above. */
const ROW_TOP = 20;
/** Height in px of the line that says that a box is not ready. */
const STATE = 16;
/** So much less where nobody stands on a node: its hook alone needs room. */
const NO_ROW = 60;
/** From a Pod to the packet below it. */
export const UNDER = 6;
/** Below machines outside their packet stands, or the line alone. */
const OUTSIDE_ROOM = 52;
const LINE_ROOM = 20;
/** Below the last node its name stands on its border. */
export const BELOW_TALL = 14;
/** One line more of an address. */
const LINE = TALL.type + 4;

/** IPv6 takes two lines: in a box, and in the packet below it. */
const linesMore = (actors: readonly Actor[], longest?: number): number =>
  Math.max(1, ...actors.map((actor) => linesBelow(actor, longest).length)) - 1;

/** How a stage in a hand is laid out. `beside`: a packet stands beside the machine outside that has it. */
export interface TallLayout {
  readonly beside?: boolean | undefined;
  /** Addresses stand on two lines, as else not all who must be there have room. */
  readonly folded?: boolean | undefined;
  /** Height that nobody needs, px of the drawing. */
  readonly spare?: number | undefined;
}

/** What is done with height that nobody needs, px. */
export interface RowGaps {
  /** Above all of it: the stage stands in the middle. */
  readonly above: number;
  /** More between what stands over each other, and twice as much between Pods and the hook below them. */
  readonly between: number;
}

/** So much more there may be: farther apart what belongs together is not seen to. */
export const MOST_BETWEEN = 24;

/** Nodes a tall stage has room for. */
export const MOST_TALL = 4;

/** Shares it out, as far as it goes; the rest stands above and below. */
export function shareSpare({ hosts, outside }: StoryCast, deep: ReadonlySet<string>, spare = 0): RowGaps {
  const shown = hosts.slice(0, MOST_TALL);
  const hooks = shown.filter(({ id }) => deep.has(id)).length;
  const gaps = Math.max(1, shown.length) + (outside.length > 0 ? 1 : 0) + 2 * hooks;
  const between = Math.min(MOST_BETWEEN, Math.floor(spare / gaps));
  return { above: Math.floor((spare - gaps * between) / 2), between };
}

/** The measures of such a stage. */
export const tallSizes = ({ folded }: TallLayout): Sizes => (folded ? FOLDED : TALL);

/** From the upper border of a node without a hook to its Pods. */
export function rowTop({ actors }: Host): number {
  return ROW_TOP + (actors.some(({ state }) => state !== undefined) ? STATE : 0);
}

/** Of machines outside. */
export function outsideHeight(outside: readonly Actor[], layout: TallLayout): number {
  if (outside.length === 0) return 0;
  const lines = linesMore(outside, tallSizes(layout).longest) + (layout.beside ? 0 : linesMore(outside));
  return TALL.actorHeight + (layout.beside ? LINE_ROOM : OUTSIDE_ROOM) + lines * LINE;
}

/** Of a node. */
export function tallHeight(host: Host, deep: boolean, layout: TallLayout): number {
  const { actors } = host;
  const row = linesMore(actors, tallSizes(layout).longest) * LINE;
  const both = row + linesMore(actors) * LINE;
  if (deep) return DEEP + both - (actors.length === 0 ? NO_ROW : 0);
  const above = rowTop(host) - ROW_TOP;
  return above + (actors.some(({ visited }) => visited) ? SHALLOW + both : IDLE + row);
}
