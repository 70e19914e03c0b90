import type { Page } from '@playwright/test';
import { look, type Box, type Drawing, type Label, type Seen } from './looking';

/** The sizes the story is laid out for, px: a desk, a projector, tablets both ways, a hand, a large screen. */
export const STORY_SIZES = [
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
  { width: 360, height: 640 },
] as const;

/** The least frame of another page. */
export const EMBED_SIZE = { width: 360, height: 300 } as const;

const wide = (a: Box, b: Box): number => Math.min(a.right, b.right) - Math.max(a.left, b.left);
const high = (a: Box, b: Box): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
const tallest = ({ top, bottom }: Box): number => bottom - top;

/** Ascents and descents of lines that stand close may meet; letters may not. */
const meet = (a: Box, b: Box): boolean => wide(a, b) > 2 && high(a, b) > Math.min(tallest(a), tallest(b)) * 0.45;

function pairsOver(
  texts: readonly Label[],
  isApart = (_one: Label, _other: Label): boolean => true,
): readonly string[] {
  return texts.flatMap((one, at) =>
    texts
      .slice(at + 1)
      .filter((other) => isApart(one, other) && meet(one, other))
      .map((other) => `over each other: ${one.words} | ${other.words}`),
  );
}

function faultsOf({ labels, strange, hooks, solids, aim, lines }: Drawing): readonly string[] {
  const covered = solids.flatMap((solid) =>
    labels
      .filter(({ on, over }) => on !== solid.on && over !== solid.on)
      .flatMap((label) => (meet(label, solid) ? [[label, solid] as const] : [])),
  );
  const inside = (of: Box, by: number, spots = aim): boolean => {
    const { left, right, top, bottom } = of;
    return spots.some(({ x, y }) => x > left + 2 && x < right - 2 && y > top + by && y < bottom - by);
  };
  return [
    ...pairsOver(labels),
    ...strange.filter((label) => hooks.some((hook) => meet(label, hook))).map(({ words }) => `over the hook: ${words}`),
    ...covered.map(([label, solid]) => `covered: ${label.words} | ${solid.words}`),
    // A line of type has room above and below its letters.
    ...labels.filter((label) => inside(label, tallest(label) * 0.2)).map(({ words }) => `the aim crosses: ${words}`),
    // What stands on a box hides the line.
    ...labels
      .filter((label) => label.on < 0 && inside(label, tallest(label) * 0.2, lines))
      .map(({ words }) => `a line crosses: ${words}`),
    ...solids.filter((solid) => inside(solid, 2)).map(({ words }) => `the aim crosses the box: ${words}`),
  ];
}

/**
 * What cannot be seen whole in a view: a control or a text past the window or past what clips it, where one cannot scroll
 * to it; a title that ends in points, or takes more than two lines; two texts over each other; and on a drawing a text under a box, or in the way of the aim. Empty: nothing.
 */
export function findMisplaced({ cut, shortened, high, lines, drawings, wider }: Seen): readonly string[] {
  const faults = [
    ...cut.map((words) => `cut off: ${words}`),
    ...shortened.map((title) => `ends in points: ${title}`),
    ...high.map((title) => `on more than two lines: ${title}`),
    ...pairsOver(lines, (one, other) => one.on !== other.on),
    ...drawings.flatMap(faultsOf),
    ...(wider > 1 ? [`the page is ${wider} px wider than its window`] : []),
  ];
  return [...new Set(faults)];
}

/** {@link findMisplaced}, once the view is laid out. */
export async function listMisplaced(page: Page, within: string): Promise<readonly string[]> {
  return findMisplaced(await look(page, within));
}
