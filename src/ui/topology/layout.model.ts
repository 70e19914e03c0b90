import { cardHeight, layoutCard } from './card-layout.model';
import { CARD, type CardFrame, type PodGrid } from './card-frame';
import { emptyDrawing, type Drawing } from './drawing';
import { bottom, right, type Rect } from './geometry.model';
import { laneHeight, layoutLane } from './lane-layout.model';
import { place } from './places';
import { assignSlots, podGrid } from './pods-layout.model';
import { layoutRails } from './rails-layout.model';
import type { CompactNode, NodeCard, StageModel } from './stage-types';
import { wireGraph, type Wire, type WireGraph } from './wires.model';

const CARD_GAP = 14;
const LANE_GAP = 8;
const COMPACT = { width: 148, height: 66, gap: 16, gutter: 12 } as const;
const NARROWEST = 348;

/** Slots of every node's Pods; handed back so that nothing moves without need. */
export type Slots = ReadonlyMap<string, ReadonlyMap<string, number>>;

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
  readonly slots: Slots;
  readonly bounds: Rect;
}

/** Sets a stage on a small grid: service network, node cards in a row, counted nodes beside them, rails below. */
export function layoutStage(stage: StageModel, previous?: Slots): StageLayout {
  const slots: Slots = new Map(stage.nodes.map(({ id, pods }) => [id, assignSlots(pods, previous?.get(id))]));
  const used = [...slots.values()].map((own) => Math.max(0, ...[...own.values()].map((slot) => slot + 1)));
  const grid = podGrid(Math.max(0, ...used), {
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
    bounds: boundsOf(all, width),
  };
}

/** The legend of the service network stands on its upper line. */
const LEGEND = 8;

function boundsOf(rects: readonly Rect[], width: number): Rect {
  const height = Math.max(0, ...rects.map(bottom)) + LEGEND;
  return { x: 0, y: -LEGEND, width: Math.max(width, ...rects.map(right)), height };
}

function isBare({ pods, upper, loose }: NodeCard): boolean {
  return pods.length + upper.length + loose.length === 0;
}

function opaqueBoxes(stage: StageModel): ReadonlySet<string> {
  const inCard = ({ id, gates, lower }: NodeCard): string[] => [
    place.local(id),
    place.director(id),
    ...gates.map(({ hook }) => place.gate(id, hook)),
    ...lower.map(({ name }) => place.device(id, name)),
  ];
  return new Set([...stage.nodes.flatMap(inCard), ...stage.outside.map(({ id }) => place.outside(id))]);
}

function hasLane(stage: StageModel): boolean {
  return stage.services.length > 0 || stage.serviceRanges.length > 0;
}

function cardWidth(grid: PodGrid, bars: number): number {
  return Math.max(NARROWEST, grid.width, Math.min(bars, 6) * 132) + 2 * CARD.pad;
}

function widthOf(stage: StageModel, grid: PodGrid): number {
  return cardWidth(grid, Math.max(0, ...stage.nodes.map(({ upper }) => upper.length)));
}

function cardsWidth(stage: StageModel, grid: PodGrid): number {
  const count = stage.nodes.length;
  return count === 0 ? 0 : count * widthOf(stage, grid) + (count - 1) * CARD_GAP;
}

function stageWidth(stage: StageModel, grid: PodGrid): number {
  const cards = cardsWidth(stage, grid);
  const columns = compactColumns(stage, cardHeight(grid));
  const compact = columns * (COMPACT.width + COMPACT.gap);
  return Math.max(cards + (columns > 0 && cards > 0 ? CARD_GAP : 0) + compact, 640);
}

interface CardRow {
  readonly grid: PodGrid;
  readonly slots: Slots;
  readonly top: number;
}

function placeCards(drawing: Drawing, stage: StageModel, { grid, slots, top }: CardRow): Map<string, readonly Wire[]> {
  const wires = new Map<string, readonly Wire[]>();
  const width = widthOf(stage, grid);
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
    drawing.rects.set(place.compact(node.id), rect);
    drawing.vertices.set(place.compact(node.id), { x: right(rect), y: rect.y + rect.height / 2 });
  });
  if (stage.hiddenNodes > 0) drawing.rects.set(place.moreNodes, rectAt(stage.compact.length));
}
