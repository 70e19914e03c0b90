import { cardHeight, layoutCard } from './card-layout.model';
import {
  CARD,
  type CardFrame,
  type PodGrid,
  type Stop,
  emptyDrawing,
  type Drawing,
  connect,
  drawTrack,
  assignSlots,
  podGrid,
} from './pods-layout.model';
import { bottom, right, type Rect, placeAt, wireGraph, type Wire, type WireGraph } from './geometry.model';
import type { CompactNode, NodeCard, StageModel, ServiceChip, OutsideBox, RailLine } from './stage-types';
import { UNKNOWN_SEGMENT } from './devices.model';

const RAIL = { gap: 24, next: 44, box: 26, boxWidth: 176, boxSmall: 160, clear: 12 } as const;

/** The buttons of the pane stand in its lower left corner: the room they take, and what is left of this is behind them. */
const BUTTONS = { width: 150, height: 38 } as const;

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
function layoutRails(drawing: Drawing, stage: StageModel, under: Under): void {
  stage.rails.forEach((rail, i) => {
    const y = under.y + RAIL.gap + i * RAIL.next;
    const plugs = listPlugs(drawing, stage, rail);
    const boxes = stage.outside.filter(({ segments }) => segments[0]?.name === rail.name);
    const stops = placeBoxes(drawing, boxes, { y, width: under.width, taken: plugs.map(({ x }) => x) });
    const lower = stage.outside.flatMap((box) => lowerPlug(drawing, box, rail));
    const ends = [
      { id: `${placeAt.rail(rail.name)}/start`, x: 0 },
      // A box at the right end is the end.
      ...(stops.length > 0 ? [] : [{ id: `${placeAt.rail(rail.name)}/end`, x: under.width }]),
    ];
    drawing.rects.set(placeAt.rail(rail.name), { x: 0, y: y - 1, width: under.width, height: 2 + 20 });
    const all = [...plugs, ...lower];
    drawTrack(drawing, { y, kind: 'rail', dashed: rail.guessed, stops: [...all, ...stops, ...ends] });
    for (const { from, id } of all) connect(drawing, from, id, { kind: 'link', dashed: rail.guessed });
    for (const box of boxes) tieBox(drawing, box);
  });
}

/** Devices that are plugged in and counted nodes that lead to a rail, at the place straight below them. */
function listPlugs(drawing: Drawing, stage: StageModel, rail: RailLine): Plug[] {
  const devices = stage.nodes.flatMap(({ id, lower }) =>
    lower
      .filter(({ kind, segment }) => (segment ?? (kind === 'physical' ? UNKNOWN_SEGMENT : undefined)) === rail.name)
      .map(({ name }) => placeAt.device(id, name)),
  );
  const counted = stage.compact.filter(({ segment }) => segment === rail.name).map(({ id }) => placeAt.compact(id));
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

/**
 * Boxes sit on the rail, from its right end to the left, clear of every line that comes down. Narrower where one would stand
 * behind the buttons, or past the cards: the nodes would have to give way.
 */
function placeBoxes(drawing: Drawing, boxes: readonly OutsideBox[], { y, width, taken }: Shelf): Stop[] {
  const wide = stepLeft(boxes.length, { width, taken, box: RAIL.boxWidth });
  const small = stepLeft(boxes.length, { width, taken, box: RAIL.boxSmall });
  const isSmall = (wide.at(-1) ?? width) < BUTTONS.width && (small.at(-1) ?? 0) >= BUTTONS.width;
  const [lefts, box] = isSmall ? [small, RAIL.boxSmall] : [wide, RAIL.boxWidth];
  return boxes.flatMap(({ id }, index) => {
    const rect = { x: lefts[index] ?? 0, y: y - RAIL.box / 2, width: box, height: RAIL.box };
    drawing.rects.set(placeAt.outside(id), rect);
    drawing.vertices.set(placeAt.outside(id), { x: rect.x + rect.width / 2, y });
    return [
      { id: `${placeAt.outside(id)}/left`, x: rect.x },
      { id: `${placeAt.outside(id)}/right`, x: rect.x + rect.width },
    ];
  });
}

/** The left edges of so many boxes, from the right end on. */
function stepLeft(
  count: number,
  { width, taken, box }: Pick<Shelf, 'width' | 'taken'> & { readonly box: number },
): readonly number[] {
  let edge = width;
  return Array.from({ length: count }, () => {
    for (const x of taken.toSorted((a, b) => b - a)) {
      const blocks = x > edge - box - RAIL.clear && x < edge + RAIL.clear;
      if (blocks) edge = x - RAIL.clear;
    }
    const left = edge - box;
    edge = left - RAIL.clear;
    return left;
  });
}

/** The box itself hangs between its two ends on the rail. */
function tieBox(drawing: Drawing, { id }: OutsideBox): void {
  connect(drawing, `${placeAt.outside(id)}/left`, placeAt.outside(id), { kind: 'rail' });
  connect(drawing, placeAt.outside(id), `${placeAt.outside(id)}/right`, { kind: 'rail' });
}

/** A router's other segments: a line from its box down to the later rail. */
function lowerPlug(drawing: Drawing, { id, segments }: OutsideBox, rail: RailLine): Plug[] {
  const index = segments.findIndex(({ name }) => name === rail.name);
  const rect = drawing.rects.get(placeAt.outside(id));
  if (index < 1 || !rect) return [];
  const from = `${placeAt.outside(id)}/down`;
  const x = rect.x + rect.width / 2;
  drawing.vertices.set(from, { x, y: bottom(rect) });
  connect(drawing, placeAt.outside(id), from, { kind: 'link' });
  return [{ id: `${from}@${rail.name}`, x, from }];
}

const LANE = { padX: 12, title: 12, chip: 22, gap: 4, padBottom: 7 } as const;

/** How wide a chip is: its name in the text face, its address in the mono face, both measured generously. */
function chipWidth({ name, address, port, portName, nodePort, entry, ingress }: ServiceChip): number {
  const mono = `${address}:${port}`.length + (nodePort === undefined ? 0 : String(nodePort).length + 2);
  const sans = name.length * 8.3 + (portName === undefined ? 0 : (portName.length + 1) * 7.6);
  const tags = (entry === undefined ? 0 : (entry.length + 5) * 7.6) + (ingress ? 60 : 0) + (port === 0 ? 150 : 0);
  return Math.round(Math.min(420, tags + sans + mono * 7.6 + 24));
}

/** The height of the service network's lane on a stage of that width; 0 without one. */
function laneHeight(stage: StageModel, width: number): number {
  if (stage.services.length === 0 && stage.serviceRanges.length === 0) return 0;
  const rows = Math.max(1, ...chipRects(stage.services, width).map(({ row }) => row + 1));
  return LANE.title + rows * (LANE.chip + LANE.gap) - LANE.gap + LANE.padBottom;
}

/** The service network: on no device, so nothing is wired to it. Chips flow left to right, then down. */
function layoutLane(drawing: Drawing, stage: StageModel, width: number): void {
  drawing.rects.set(placeAt.lane, { x: 0, y: 0, width, height: laneHeight(stage, width) });
  for (const { id, rect } of chipRects(stage.services, width)) drawing.rects.set(id, rect);
}

function chipRects(chips: readonly ServiceChip[], width: number): { id: string; row: number; rect: Rect }[] {
  let [x, row] = [LANE.padX as number, 0];
  return chips.map((chip) => {
    const own = chipWidth(chip);
    if (x > LANE.padX && x + own > width - LANE.padX) [x, row] = [LANE.padX, row + 1];
    const rect = { x, y: LANE.title + row * (LANE.chip + LANE.gap), width: own, height: LANE.chip };
    x += own + LANE.gap;
    return { id: chip.id, row, rect };
  });
}

const CARD_GAP = 14;
const LANE_GAP = 8;
const COMPACT = { width: 148, height: 66, gap: 16, gutter: 12 } as const;
const NARROWEST = 348;

/** Slots of every node's Pods; handed back so that nothing moves without need. */
export type PodSlots = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Where everything stands, in stage coordinates. */
export interface StageLayout {
  readonly rects: ReadonlyMap<string, Rect>;
  readonly graph: WireGraph;
  /** What each card draws inside itself, by the id of its node; the rest belongs to the rails. */
  readonly cardWires: ReadonlyMap<string, readonly Wire[]>;
  readonly railWires: readonly Wire[];
  /** Boxes that hide what is led behind them; a bridge shows the line inside it. */
  readonly opaque: ReadonlySet<string>;
  readonly grid: PodGrid;
  readonly slots: PodSlots;
  readonly bounds: Rect;
}

/** Sets a stage on a small grid: service network, node cards in a row, counted nodes beside them, rails below. */
export function layoutStage(stage: StageModel, previous?: PodSlots): StageLayout {
  const slots: PodSlots = new Map(stage.nodes.map(({ id, pods }) => [id, assignSlots(pods, previous?.get(id))]));
  const used = [...slots.values()].map((own) => Math.max(0, ...[...own.values()].map((slot) => slot + 1)));
  const grid = podGrid(Math.max(0, ...used), {
    letters: Math.max(0, ...stage.nodes.flatMap(({ pods }) => pods.map(({ address }) => address.length))),
    summary: stage.aggregated,
    bare: stage.nodes.every(isBare),
    director: stage.nodes.some(({ director }) => director !== undefined),
  });
  const width = stageWidth(stage, grid);
  const top = laneHeight(stage, width) + (hasLane(stage) ? LANE_GAP : 0);
  const drawing = emptyDrawing();
  if (hasLane(stage)) layoutLane(drawing, stage, width);
  const cardWires = placeCards(drawing, stage, { grid, slots, top });
  const inCards = drawing.wires.length;
  placeCompact(drawing, stage, { top, left: cardsWidth(stage, grid), height: cardHeight(grid) });
  const end = Math.max(top, ...[...drawing.rects.values()].map(bottom));
  layoutRails(drawing, stage, { y: end, width });
  const all = [...drawing.rects.values()];
  return {
    rects: drawing.rects,
    graph: wireGraph(drawing.vertices, drawing.wires),
    cardWires,
    railWires: drawing.wires.slice(inCards),
    opaque: opaqueBoxes(stage),
    grid,
    slots,
    bounds: makeBounds(all, {
      width,
      boxes: stage.outside.flatMap(({ id }) => drawing.rects.get(placeAt.outside(id)) ?? []),
    }),
  };
}

/** The legend of the service network stands on its upper line. */
const LEGEND = 8;

interface Around {
  readonly width: number;
  /** Outside the cluster. */
  readonly boxes: readonly Rect[];
}

function makeBounds(rects: readonly Rect[], { width, boxes }: Around): Rect {
  const left = Math.min(0, ...rects.map(({ x }) => x));
  const lowest = Math.max(0, ...rects.map(bottom));
  const isBehind = boxes.some((box) => box.x < BUTTONS.width && bottom(box) > lowest - BUTTONS.height);
  const height = lowest + LEGEND + (isBehind ? BUTTONS.height : 0);
  return { x: left, y: -LEGEND, width: Math.max(width, ...rects.map(right)) - left, height };
}

function isBare({ pods, upper, loose }: NodeCard): boolean {
  return pods.length + upper.length + loose.length === 0;
}

function opaqueBoxes(stage: StageModel): ReadonlySet<string> {
  const inCard = ({ id, gates, lower }: NodeCard): string[] => [
    placeAt.local(id),
    placeAt.vswitch(id),
    placeAt.director(id),
    ...gates.map(({ hook }) => placeAt.gate(id, hook)),
    ...lower.map(({ name }) => placeAt.device(id, name)),
  ];
  return new Set([...stage.nodes.flatMap(inCard), ...stage.outside.map(({ id }) => placeAt.outside(id))]);
}

function hasLane(stage: StageModel): boolean {
  return stage.services.length > 0 || stage.serviceRanges.length > 0;
}

function cardWidth(grid: PodGrid, bars: number): number {
  return Math.max(NARROWEST, grid.width, Math.min(bars, 6) * 132) + 2 * CARD.pad;
}

function getWidth(stage: StageModel, grid: PodGrid): number {
  return cardWidth(grid, Math.max(0, ...stage.nodes.map(({ upper }) => upper.length)));
}

function cardsWidth(stage: StageModel, grid: PodGrid): number {
  const count = stage.nodes.length;
  return count === 0 ? 0 : count * getWidth(stage, grid) + (count - 1) * CARD_GAP;
}

function stageWidth(stage: StageModel, grid: PodGrid): number {
  const cards = cardsWidth(stage, grid);
  const columns = compactColumns(stage, cardHeight(grid));
  const compact = columns * (COMPACT.width + COMPACT.gap);
  return Math.max(cards + (columns > 0 && cards > 0 ? CARD_GAP : 0) + compact, 640);
}

interface CardRow {
  readonly grid: PodGrid;
  readonly slots: PodSlots;
  readonly top: number;
}

function placeCards(drawing: Drawing, stage: StageModel, { grid, slots, top }: CardRow): Map<string, readonly Wire[]> {
  const wires = new Map<string, readonly Wire[]>();
  const width = getWidth(stage, grid);
  stage.nodes.forEach((card, i) => {
    const frame: CardFrame = {
      at: { x: i * (width + CARD_GAP), y: top },
      width,
      grid,
      slots: slots.get(card.id) ?? new Map(),
    };
    const before = drawing.wires.length;
    layoutCard(drawing, card, frame);
    wires.set(card.id, drawing.wires.slice(before));
  });
  return wires;
}

function compactRows(height: number): number {
  return Math.max(1, Math.floor((height + COMPACT.gutter) / (COMPACT.height + COMPACT.gutter)));
}

function compactCount({ compact, hiddenNodes }: StageModel): number {
  return compact.length + (hiddenNodes > 0 ? 1 : 0);
}

function compactColumns(stage: StageModel, height: number): number {
  return Math.ceil(compactCount(stage) / compactRows(height));
}

/** Counted nodes fill columns from above; each column has a gutter for its wires to the rail. */
function placeCompact(
  drawing: Drawing,
  stage: StageModel,
  { top, left, height }: { readonly top: number; readonly left: number; readonly height: number },
): void {
  const rows = compactRows(height);
  const start = left === 0 ? 0 : left + CARD_GAP;
  const rectAt = (i: number): Rect => ({
    x: start + Math.floor(i / rows) * (COMPACT.width + COMPACT.gap),
    y: top + (i % rows) * (COMPACT.height + COMPACT.gutter),
    width: COMPACT.width,
    height: COMPACT.height,
  });
  stage.compact.forEach((node: CompactNode, i) => {
    const rect = rectAt(i);
    drawing.rects.set(placeAt.compact(node.id), rect);
    drawing.vertices.set(placeAt.compact(node.id), { x: right(rect), y: rect.y + rect.height / 2 });
  });
  if (stage.hiddenNodes > 0) drawing.rects.set(placeAt.moreNodes, rectAt(stage.compact.length));
}
