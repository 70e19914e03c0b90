import type { Actor, Host } from './cast.model';
import { linesBelow, TALL } from './frame.model';

/*
 * Heights of a tall stage, px: in a hand nodes stand under each other, and all of them are to be seen above the lens.
 */

/** Of a node with a hook or a routing decision, below its Pods. */
const DEEP = 178;
const SHALLOW = 126;
/** Of such a node's line, from its lower border: between its Pods and its hook the aim goes to one side. */
export const LANE = 39;
/** Of a node the packet never comes by: nothing stands below its Pods. */
const IDLE = 100;
/** From a node's upper border to its Pods, where the line comes to them from above. */
export const ROW_TOP = 20;
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
const linesMore = (actors: readonly Actor[]): number =>
  Math.max(1, ...actors.map((actor) => linesBelow(actor).length)) - 1;

/** Of machines outside. `beside`: their packet stands beside them. */
export function outsideHeight(outside: readonly Actor[], beside = false): number {
  if (outside.length === 0) return 0;
  return TALL.actorHeight + (beside ? LINE_ROOM : OUTSIDE_ROOM) + linesMore(outside) * LINE * (beside ? 1 : 2);
}

/** Of a node. */
export function tallHeight({ actors }: Host, deep: boolean): number {
  const more = linesMore(actors) * LINE;
  if (deep) return DEEP + 2 * more - (actors.length === 0 ? NO_ROW : 0);
  return actors.some(({ visited }) => visited) ? SHALLOW + 2 * more : IDLE + more;
}
