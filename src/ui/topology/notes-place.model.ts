import type { Hook } from '../../core/linux/hooks';
import { bottom, right, type Point } from './geometry.model';
import type { StageLayout } from './layout.model';
import { place } from './places';

const EDGE = 6;
/** Room for the packet's label under the director. */
const LABEL = 26;

/**
 * Where a node's notes stand: for the upper row of gates (and the routing decision) below the
 * packet's label, over the lower row; for the lower row below it and the director. Undefined where there are no gates.
 */
export function notesAt(
  { rects }: StageLayout,
  netns: string,
  hook: Hook | undefined,
): (Point & { readonly width: number }) | undefined {
  const own = rects.get(hook ? place.gate(netns, hook) : place.routing(netns));
  const [first, last] = [rects.get(place.gate(netns, 'INPUT')), rects.get(place.gate(netns, 'OUTPUT'))];
  if (!own || !first || !last) return undefined;
  const director = rects.get(place.director(netns));
  const low = director ? bottom(director) + LABEL : bottom(own);
  const y = own.y >= first.y ? low + EDGE : first.y - 2;
  return { x: first.x - EDGE, y, width: right(last) - first.x + 2 * EDGE };
}
