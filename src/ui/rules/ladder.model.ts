import { parseFraction } from '../../core/lib/fraction';
import type { Rung } from '../../core/linux/xtables/ladder';
import { kernelDecimal } from '../common/texts.model';
import type { FlatStep } from '../../store/selectors';

/** One passage of the packet through a namespace. */
interface Passage {
  /** The playhead of its first step. */
  readonly first: number;
  readonly role: FlatStep['role'];
  /** Of the connection a proxying process opened itself. */
  readonly second: boolean;
  readonly leg: number;
  readonly hop: number;
  /** Which passage of this leg through this namespace, from 1; 0 when there is one only. */
  readonly turn: number;
}

/** Every passage of the packet through `netns`, in order. */
export function listPassages(steps: readonly FlatStep[], netns: string | undefined): readonly Passage[] {
  const firsts = steps.filter((step) => step.netns === netns && step.step === 0);
  return firsts.map((step) => {
    const ofLeg = firsts.filter(({ leg }) => leg === step.leg);
    const turn = ofLeg.length > 1 ? ofLeg.indexOf(step) + 1 : 0;
    return { first: step.index, role: step.role, second: step.second ?? false, leg: step.leg, hop: step.hop, turn };
  });
}

/** Nodes (not Pods, not clients) in the order the packet first comes by, then the others. */
export function nodesByPassage<T extends { readonly id: string }>(
  nodes: readonly T[],
  steps: readonly FlatStep[],
): readonly T[] {
  const order = [...new Set(steps.map(({ netns }) => netns))];
  const at = ({ id }: T): number => (order.includes(id) ? order.indexOf(id) : order.length);
  return [...nodes].sort((a, b) => at(a) - at(b));
}

/** A rectangle inside the scrolled sheet, in px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Room left of a column in which an arrow may bend. */
const GUTTER = 14;
/** Height of a card's heading: arrows end in its middle. */
const HEADING = 28;

function px(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * The way of a jump's arrow as an SVG path: from the rule that jumped to the heading of the chain.
 * To a column on the right it leaves on the right; inside a column it goes round on the left.
 */
export function edgePath(from: Box, to: Box): string {
  const [y1, y2] = [from.top + from.height / 2, to.top + Math.min(to.height, HEADING) / 2];
  if (to.left >= from.left + from.width) {
    const [x1, x2] = [from.left + from.width, to.left];
    if (x2 - x1 > from.width) return overColumns([x1, y1], [x2, y2]);
    const bend = Math.max(12, (x2 - x1) / 2);
    return `M${px(x1)} ${px(y1)}C${px(x1 + bend)} ${px(y1)} ${px(x2 - bend)} ${px(y2)} ${px(x2)} ${px(y2)}`;
  }
  const [x1, x2] = [from.left, to.left];
  const bend = Math.min(x1, x2) - GUTTER;
  return `M${px(x1)} ${px(y1)}C${px(bend)} ${px(y1)} ${px(bend)} ${px(y2)} ${px(x2)} ${px(y2)}`;
}

/** Above the cards of every column. */
const TOP = 4;
const CORNER = 6;

/** A jump over a column or more goes up beside its own, over the others, and down beside the last: it crosses no words. */
function overColumns([x1, y1]: readonly [number, number], [x2, y2]: readonly [number, number]): string {
  const [up, down] = [x1 + GUTTER / 2, x2 - GUTTER / 2];
  const turn = (x: number, y: number, toX: number, toY: number): string => `Q${px(x)} ${px(y)} ${px(toX)} ${px(toY)}`;
  return [
    `M${px(x1)} ${px(y1)}`,
    turn(up, y1, up, y1 - CORNER),
    `V${px(TOP + CORNER)}`,
    turn(up, TOP, up + CORNER, TOP),
    `H${px(down - CORNER)}`,
    turn(down, TOP, down, TOP + CORNER),
    `V${px(y2 - CORNER)}`,
    turn(down, y2, x2, y2),
  ].join('');
}

/**
 * Where to scroll so that [start, start + size] is in sight and a column begins at the left edge. Stays
 * where it is while the item is in sight. All positions are those of the scrolled sheet.
 */
export function snapTo(
  columns: readonly number[],
  view: { start: number; size: number },
  item: { start: number; size: number },
  margin: number,
): number {
  const [end, viewEnd] = [item.start + item.size, view.start + view.size];
  if (item.start - margin >= view.start && end <= viewEnd) return view.start;
  const starts = columns.map((column) => Math.max(0, column - margin)).sort((a, b) => a - b);
  const fitting = starts.find((start) => start + view.size >= end && start <= item.start);
  return fitting ?? Math.max(0, item.start - margin);
}

/** How far a scroll position has to move so that [start, start + size] is in sight with a margin; 0 if it is. */
export function scrollBy(
  view: { start: number; size: number },
  item: { start: number; size: number },
  margin: number,
): number {
  const before = item.start - margin - view.start;
  if (before < 0) return before;
  const after = item.start + item.size + margin - (view.start + view.size);
  return after > 0 ? Math.min(after, before) : 0;
}

/** `2/3 · 1/2 = 1/3` for a rung below the first; `1/3` for the first. */
export function rungSum(rung: Rung): string {
  if (rung.left === '1') return rung.resulting;
  if (rung.conditional === '1') return rung.resulting;
  return `${rung.left} · ${rung.conditional} = ${rung.resulting}`;
}

/** The share the kernel's draws give a rung, `0.33333`; undefined: it is the one that is meant. */
export function drawnOdds({ resulting, kernel }: Rung): string | undefined {
  return kernelDecimal(resulting, kernel);
}

/** Share of a whole, for the width of a bar. */
export function getShare(odds: string): number {
  const { num, den } = parseFraction(odds);
  return Number(num) / Number(den);
}
