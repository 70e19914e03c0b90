import type { Hook } from '../../core/linux/hooks';
import { bottom, right, type Point } from './geometry.model';
import type { StageLayout } from './layout.model';
import { place } from './places';

const EDGE = 6;

interface NotesPlace extends Point {
  readonly width: number;
  /** `y` is the lower edge: a longer text grows upwards. */
  readonly up: boolean;
}

/**
 * Where a node's notes stand: over the row of gates the packet is not at, so that the lane between the rows is the
 * label's. At INPUT (and the director behind it) PREROUTING stays in sight, from which the packet came. Undefined where
 * there are no gates.
 */
export function notesAt({ rects }: StageLayout, netns: string, hook: Hook | undefined): NotesPlace | undefined {
  const gate = (name: Hook) => rects.get(place.gate(netns, name));
  const own = hook ? gate(hook) : rects.get(place.routing(netns));
  const [input, output, pre, forward, post] = [
    gate('INPUT'),
    gate('OUTPUT'),
    gate('PREROUTING'),
    gate('FORWARD'),
    gate('POSTROUTING'),
  ];
  if (!own || !input || !output || !pre || !forward || !post) return undefined;
  if (own.y < input.y)
    return { x: input.x - EDGE, y: input.y - 2, width: right(output) - input.x + 2 * EDGE, up: false };
  const [first, last] = hook === 'INPUT' ? [forward, post] : [pre, forward];
  const aside = hook === 'INPUT' ? 26 : 0;
  return { x: first.x - aside, y: bottom(first) + 2, width: right(last) - first.x + aside, up: true };
}
