import type { StageDrawing } from './drawing.model';
import type { HostBox, StageGround } from './layout.model';
import { bottomOf, freeSpans, rightOf, type Area, type StageSpot } from './lines.model';
import type { Passed } from './scene.model';

/*
 * On a tall stage the names of the devices a packet passes stand within their node, where nothing is drawn: no line goes
 * through them, nor do they stand on a border.
 */

export const LEGEND_TYPE = 16;
/** From one line of names to the next. */
const LEADING = 20;
/** Above and below the baseline of names. */
const ASCENT = 13;
const DESCENT = 5;
/** From names to what is beside them. */
const BESIDE = 6;
/** From them to the edge of their node. */
const INSET = 12;
/** Of a line: half of its width, or of its arrow, and what is kept clear around letters. */
const AROUND_LINE = 5;
/** Lines are looked for so close. */
const STEP = 2;

/** Names on one line. */
export interface LegendLine extends StageSpot {
  readonly text: string;
}

/** The corners of a line, as boxes around what is between them, with the room a line takes. */
function boxesAlong(d: string): readonly Area[] {
  const numbers = (d.match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
  const spots = Array.from({ length: numbers.length >> 1 }, (_, at) => [
    numbers[2 * at] ?? 0,
    numbers[2 * at + 1] ?? 0,
  ]);
  return spots.slice(1).map(([x = 0, y = 0], at) => {
    const [fromX = 0, fromY = 0] = spots[at] ?? [];
    return {
      x: Math.min(x, fromX) - AROUND_LINE,
      y: Math.min(y, fromY) - AROUND_LINE,
      w: Math.abs(x - fromX) + 2 * AROUND_LINE,
      h: Math.abs(y - fromY) + 2 * AROUND_LINE,
    };
  });
}

/** What is drawn within a node. */
function listDrawn({ placed }: HostBox, { wires, way, aim, packet, gate, remembered }: StageDrawing): readonly Area[] {
  const lines = [...wires.map(({ d }) => d), ...(way === undefined ? [] : [way]), ...(aim ? [aim.d] : [])];
  return [...placed, packet, ...(gate ? [gate] : []), ...remembered, ...lines.flatMap(boxesAlong)];
}

interface Free {
  readonly y: number;
  readonly from: number;
  readonly to: number;
}

/** The widest free stretch at each height below the Pods, from above to below. */
function listFree(host: HostBox, drawing: StageDrawing): readonly Free[] {
  const drawn = listDrawn(host, drawing);
  const top = Math.max(host.y, ...host.placed.map(bottomOf)) + BESIDE + ASCENT;
  const most = bottomOf(host) - 12 - DESCENT;
  const within = [host.x + INSET, rightOf(host) - INSET] as const;
  return Array.from({ length: Math.max(0, Math.ceil((most - top) / STEP)) }, (_, at) => top + at * STEP).flatMap(
    (y) => {
      const here = drawn.filter((area) => area.y < y + DESCENT && bottomOf(area) > y - ASCENT);
      const [widest] = freeSpans(
        within,
        here.map((area) => [area.x - BESIDE, rightOf(area) + BESIDE] as const),
      );
      return widest ? [{ y, from: widest[0], to: widest[1] }] : [];
    },
  );
}

const SEPARATOR = ' · ';

/** Names on as few lines as there is room for; what has none is in the lens, which lists all of them. */
export function writeLegend(
  names: readonly string[],
  free: readonly Free[],
  widthOf: (text: string) => number,
): readonly LegendLine[] {
  if (names.length === 0) return [];
  const fits = (some: readonly string[], { from, to }: Free): boolean => widthOf(some.join(SEPARATOR)) <= to - from;
  for (let most = names.length; most > 0; most--) {
    const some = names.slice(0, most);
    const line = free.find((each) => fits(some, each));
    if (!line) continue;
    const here = { text: some.join(SEPARATOR), x: line.from, y: line.y };
    const rest = free.filter(({ y }) => y >= line.y + LEADING);
    return [here, ...writeLegend(names.slice(most), rest, widthOf)];
  }
  return writeLegend(names.slice(1), free, widthOf);
}

/** What is left beside and below lines of names. */
function besideLines(free: readonly Free[], lines: readonly LegendLine[], widthOf: (text: string) => number): Free[] {
  return free.flatMap(({ y, from, to }) => {
    const ends = lines
      .filter((line) => Math.abs(line.y - y) < LEADING)
      .map(({ x, text }) => x + widthOf(text) + LEADING);
    const left = Math.max(from, ...ends);
    return left < to ? [{ y, from: left, to }] : [];
  });
}

/** By them the line leaves the node, on its right. */
const AT_EDGE: ReadonlySet<Passed['role']> = new Set(['uplink', 'tunnel']);

/** `eth0 · veth12 · cni0`, within the node they are of: those of Pods at the left, below them, those at the wire by it. */
export function legendOf(
  host: HostBox,
  { paper }: StageGround,
  { passed, drawing }: { readonly passed: readonly Passed[]; readonly drawing: StageDrawing },
): readonly LegendLine[] {
  const own = new Set([host.host.id, ...host.placed.map(({ actor }) => actor.id)]);
  const here = passed.filter(({ netns }) => own.has(netns));
  const namesOf = (isEdge: boolean): readonly string[] => [
    ...new Set(here.filter(({ role }) => AT_EDGE.has(role) === isEdge).map(({ device }) => device)),
  ];
  const widthOf = (text: string): number => paper.measure(text, 'mono', LEGEND_TYPE);
  const free = listFree(host, drawing);
  const inner = writeLegend(namesOf(false), free, widthOf);
  const rest = besideLines(free, inner, widthOf);
  const toOf = (y: number): number => rest.find((each) => each.y === y)?.to ?? 0;
  const edge = writeLegend(namesOf(true), rest, widthOf).map((line) => ({
    ...line,
    x: toOf(line.y) - widthOf(line.text),
  }));
  return [...inner, ...edge];
}
