import type { StageDrawing } from './drawing.model';
import { landing, type Placed } from '../layout/frame.model';
import type { StoryLayout } from '../layout/layout.model';
import {
  bottomOf,
  centre,
  keepWithin,
  rightOf,
  rounded,
  thread,
  type Area,
  type StageSpot,
} from '../layout/lines.model';
import type { StoryScene } from '../cast/scene.model';

/** Threads from the Service to all it may choose. */
export function serviceEndpointLines(layout: StoryLayout, { chosen }: StoryScene): StageDrawing['threads'] {
  const { pill, paper, hosts } = layout;
  if (!pill) return [];
  const boxes = hosts.flatMap(({ placed }) => placed).filter(({ actor }) => actor.endpoint);
  const sorted = boxes.toSorted((a, b) => centre(a) - centre(b));
  return sorted.flatMap((box, index) => {
    const { id } = box.actor;
    const isChosen = id === chosen;
    const from = { x: pill.x + (pill.w * (index + 1)) / (sorted.length + 1), y: bottomOf(pill) + 5 };
    const to = { x: landing(box), y: box.y - (isChosen ? 7 : 5) };
    // In the least frame nothing falls where there is no height to fall through.
    if (to.y <= from.y && !paper.tall) return [];
    const d = paper.tall ? gutterThread(layout, pill, box) : (threadPast(layout, from, box) ?? thread(from, to));
    return [{ id, chosen: isChosen, d }];
  });
}

/** Beside the lines at the left of boxes that stand over each other, px from these. */
const SIDE_THREAD = 15;

/** To who stands in a lower row: straight down from above the highest, at the left of who stands above; undefined: in the highest row. */
function threadPast({ hosts }: StoryLayout, from: StageSpot, box: Placed): string | undefined {
  const row = hosts.find(({ placed }) => placed.includes(box))?.placed ?? [];
  const top = Math.min(...row.map(({ y }) => y)) - 5;
  if (top >= box.y - 5) return undefined;
  const isUnder = row.some((other) => other.x === box.x && other.y < box.y);
  const x = isUnder ? box.x - SIDE_THREAD : landing(box);
  const y = box.y + box.h / 2;
  const end = isUnder
    ? [
        { x, y },
        { x: box.x - 3, y },
      ]
    : [{ x, y: box.y - 7 }];
  return `${thread(from, { x, y: top })}${rounded([{ x, y: top }, ...end], 6).replace(/^M/, 'L')}`;
}

/** On a tall stage: straight down into the first node unless machines outside stand between, past the nodes at their sides into the others. */
function gutterThread({ hosts, outside, paper }: StoryLayout, pill: Area, box: Area): string {
  const first = hosts[0];
  const x = centre(box);
  if (first && box.y < bottomOf(first) && outside.length === 0)
    return rounded([
      { x: keepWithin(x, pill.x + 20, rightOf(pill) - 20), y: bottomOf(pill) + 4 },
      { x, y: box.y - 6 },
    ]);
  const left = x < paper.width / 2;
  const side = box.y + box.h / 2;
  const middle = pill.y + pill.h / 2;
  const gutter = left ? 10 : paper.width - 10;
  const leave = left ? pill.x - 3 : rightOf(pill) + 3;
  const arrive = left ? box.x - 5 : rightOf(box) + 5;
  return rounded(
    [
      { x: leave, y: middle },
      { x: gutter, y: middle },
      { x: gutter, y: side },
      { x: arrive, y: side },
    ],
    10,
  );
}
