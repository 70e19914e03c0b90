import { connect, drawTrack, type Drawing } from './drawing';
import { UNKNOWN_SEGMENT } from './devices.model';
import { bottom } from './geometry.model';
import type { Stop } from './card-frame';
import { place } from './places';
import type { OutsideBox, RailLine, StageModel } from './stage-types';

const RAIL = { gap: 24, next: 44, box: 26, boxWidth: 176, clear: 12 } as const;

interface Under {
  /** The lower edge of what hangs above. */
  readonly y: number;
  readonly width: number;
}

/** Something plugged into a rail: a device's lower edge, or a box that sits on the rail. */
interface Plug extends Stop {
  readonly from: string;
}

/** Draws the physical segments under the cards, with everything that is plugged in and the boxes outside the cluster. */
export function layoutRails(drawing: Drawing, stage: StageModel, under: Under): void {
  stage.rails.forEach((rail, i) => {
    const y = under.y + RAIL.gap + i * RAIL.next;
    const plugs = plugsOf(drawing, stage, rail);
    const boxes = stage.outside.filter(({ segments }) => segments[0]?.name === rail.name);
    const stops = placeBoxes(drawing, boxes, { y, width: under.width, taken: plugs.map(({ x }) => x) });
    const lower = stage.outside.flatMap((box) => lowerPlug(drawing, box, rail));
    const ends = [
      { id: `${place.rail(rail.name)}/start`, x: 0 },
      // A box at the right end is the end.
      ...(stops.length > 0 ? [] : [{ id: `${place.rail(rail.name)}/end`, x: under.width }]),
    ];
    drawing.rects.set(place.rail(rail.name), { x: 0, y: y - 1, width: under.width, height: 2 + 20 });
    const all = [...plugs, ...lower];
    drawTrack(drawing, { y, kind: 'rail', dashed: rail.guessed, stops: [...all, ...stops, ...ends] });
    for (const { from, id } of all) connect(drawing, from, id, { kind: 'link', dashed: rail.guessed });
    for (const box of boxes) tieBox(drawing, box);
  });
}

/** Devices that are plugged in and counted nodes that lead to a rail, at the place straight below them. */
function plugsOf(drawing: Drawing, stage: StageModel, rail: RailLine): Plug[] {
  const devices = stage.nodes.flatMap(({ id, lower }) =>
    lower
      .filter(({ kind, segment }) => (segment ?? (kind === 'physical' ? UNKNOWN_SEGMENT : undefined)) === rail.name)
      .map(({ name }) => place.device(id, name)),
  );
  const counted = stage.compact.filter(({ segment }) => segment === rail.name).map(({ id }) => place.compact(id));
  return [
    ...devices.flatMap((from) => plugBelow(drawing, from, 0)),
    ...counted.flatMap((from) => plugBelow(drawing, from, 8)),
  ];
}

function plugBelow(drawing: Drawing, from: string, aside: number): Plug[] {
  const at = drawing.vertices.get(from);
  if (!at) return [];
  const id = `${from}@rail`;
  const x = at.x + aside;
  if (aside === 0) return [{ id, x, from }];
  // A counted node's wire leaves by its side into the gutter, and goes down there.
  const corner = `${from}@gutter`;
  drawing.vertices.set(corner, { x, y: at.y });
  connect(drawing, from, corner, { kind: 'link' });
  return [{ id, x, from: corner }];
}

interface Shelf {
  readonly y: number;
  readonly width: number;
  readonly taken: readonly number[];
}

/** Boxes sit on the rail, from its right end to the left, clear of every line that comes down. */
function placeBoxes(drawing: Drawing, boxes: readonly OutsideBox[], { y, width, taken }: Shelf): Stop[] {
  let edge = width;
  return boxes.flatMap(({ id }) => {
    for (const x of taken.toSorted((a, b) => b - a)) {
      const blocks = x > edge - RAIL.boxWidth - RAIL.clear && x < edge + RAIL.clear;
      if (blocks) edge = x - RAIL.clear;
    }
    const rect = { x: edge - RAIL.boxWidth, y: y - RAIL.box / 2, width: RAIL.boxWidth, height: RAIL.box };
    drawing.rects.set(place.outside(id), rect);
    drawing.vertices.set(place.outside(id), { x: rect.x + rect.width / 2, y });
    edge = rect.x - RAIL.clear;
    return [
      { id: `${place.outside(id)}/left`, x: rect.x },
      { id: `${place.outside(id)}/right`, x: rect.x + rect.width },
    ];
  });
}

/** The box itself hangs between its two ends on the rail. */
function tieBox(drawing: Drawing, { id }: OutsideBox): void {
  connect(drawing, `${place.outside(id)}/left`, place.outside(id), { kind: 'rail' });
  connect(drawing, place.outside(id), `${place.outside(id)}/right`, { kind: 'rail' });
}

/** A router's other segments: a line from its box down to the later rail. */
function lowerPlug(drawing: Drawing, { id, segments }: OutsideBox, rail: RailLine): Plug[] {
  const index = segments.findIndex(({ name }) => name === rail.name);
  const rect = drawing.rects.get(place.outside(id));
  if (index < 1 || !rect) return [];
  const from = `${place.outside(id)}/down`;
  const x = rect.x + rect.width / 2;
  drawing.vertices.set(from, { x, y: bottom(rect) });
  connect(drawing, place.outside(id), from, { kind: 'link' });
  return [{ id: `${from}@${rail.name}`, x, from }];
}
