import { CARD, type CardFrame, type PodGrid, type PodPorts, type Stop } from './card-frame';
import { connect, drawTrack, type Drawing } from './drawing';
import type { Point, Rect } from './geometry.model';
import { place } from './places';
import { placePods, trackOf } from './pods-layout.model';
import type { DeviceBar, NodeCard } from './stage-types';

/** Where the vertical lines of PREROUTING and POSTROUTING run, from the card's edges. */
const RISER = 40;

/** Where the ways of INPUT and OUTPUT leave and join the upper row, from the card's middle. */
const FORK = 84;

/** Vertical places inside a card, absolute. */
interface Storeys {
  readonly bar: number;
  readonly upperBus: number;
  readonly gates: number;
  readonly inner: number;
  readonly director: number;
  readonly lowerBus: number;
  readonly lower: number;
  readonly bottom: number;
}

function storeysOf(top: number, grid: PodGrid): Storeys {
  const bar = top + CARD.header + grid.height + CARD.lane;
  const gates = grid.bare ? top + CARD.header + grid.height + 4 : bar + CARD.bar + CARD.lane;
  const inner = gates + CARD.gate + CARD.lane;
  const director = inner + CARD.gate + 12;
  const lowerBus = grid.director ? director + CARD.director + 12 : inner + CARD.gate + 10;
  const lower = lowerBus + 8;
  return {
    bar,
    upperBus: bar + CARD.bar + 12,
    gates,
    inner,
    director,
    lowerBus,
    lower,
    bottom: lower + CARD.lowerBar + 10,
  };
}

const NOWHERE = { x: 0, width: 0 } as const;

/** The height of every card on the stage: all share one grid so that their gates stand in line. */
export function cardHeight(grid: PodGrid): number {
  return storeysOf(0, grid).bottom;
}

/** Draws a node: its Pods, wires, devices and gates, all in stage coordinates. */
export function layoutCard(drawing: Drawing, card: NodeCard, frame: CardFrame): void {
  const { at, width, grid } = frame;
  const y = storeysOf(at.y, grid);
  drawing.rects.set(place.card(card.id), { x: at.x, y: at.y, width, height: y.bottom - at.y });
  placeGates(drawing, card, frame, y);
  if (card.director) placeDirector(drawing, card, frame, y);
  const inUse = (bar: DeviceBar): boolean => card.pods.some(({ veth }) => veth?.bridge === bar.name);
  // A bridge with Pods lies under them, and is wider.
  const upper = card.upper.toSorted((a, b) => Number(inUse(b)) - Number(inUse(a)));
  const spans = spansOf(
    upper.map((bar) => (inUse(bar) ? 3 : 1)),
    frame,
  );
  const bars = upper.map((bar, i) => ({ bar, rect: { ...(spans[i] ?? NOWHERE), y: y.bar, height: CARD.bar } }));
  const ports = placePods(drawing, card, frame, new Map(bars.map(({ bar, rect }) => [bar.name, rect])), y.bar);
  placeUpper(drawing, card, frame, { y, bars, ports });
  placeLower(drawing, card, frame, y);
}

function placeGates(drawing: Drawing, { id }: NodeCard, { at, width }: CardFrame, y: Storeys): void {
  const middle = at.x + width / 2;
  const box = (name: string, x: number, top: number, w: number = CARD.gateWidth): void => {
    const rect: Rect = { x, y: top, width: w, height: CARD.gate };
    drawing.rects.set(name, rect);
    drawing.vertices.set(name, { x: x + w / 2, y: top + CARD.gate / 2 });
  };
  box(place.gate(id, 'PREROUTING'), at.x + CARD.pad, y.gates);
  box(place.gate(id, 'FORWARD'), middle - CARD.gateWidth / 2, y.gates);
  box(place.gate(id, 'POSTROUTING'), at.x + width - CARD.pad - CARD.gateWidth, y.gates);
  box(place.gate(id, 'INPUT'), middle - 66 - CARD.gateWidth, y.inner);
  box(place.local(id), middle - 54, y.inner, 108);
  box(place.gate(id, 'OUTPUT'), middle + 66, y.inner);
  wireGates(drawing, id, middle, y);
}

/** The director takes packets at INPUT and hands them to OUTPUT: none of them meets a local process. */
function placeDirector(drawing: Drawing, { id }: NodeCard, { at, width }: CardFrame, { director }: Storeys): void {
  const middle = at.x + width / 2;
  const y = director + CARD.director / 2;
  const x = middle - CARD.directorWidth / 2;
  drawing.rects.set(place.director(id), { x, y: director, width: CARD.directorWidth, height: CARD.director });
  drawing.vertices.set(place.director(id), { x: middle, y });
  const corner = (gate: string): Point => ({ x: drawing.vertices.get(gate)?.x ?? 0, y });
  const [input, output] = [place.gate(id, 'INPUT'), place.gate(id, 'OUTPUT')];
  const way = { kind: 'stack', oneWay: true } as const;
  connect(drawing, input, place.director(id), { ...way, arrowAt: CARD.directorWidth / 2 + 4, via: [corner(input)] });
  connect(drawing, place.director(id), output, { ...way, arrowAt: CARD.gate / 2 + 4, via: [corner(output)] });
}

function wireGates(drawing: Drawing, id: string, middle: number, y: Storeys): void {
  const [upper, inner] = [y.gates + CARD.gate / 2, y.inner + CARD.gate / 2];
  const fork: Point = { x: middle - FORK, y: upper };
  const join: Point = { x: middle + FORK, y: upper };
  drawing.rects.set(place.routing(id), { x: fork.x - 11, y: fork.y - 11, width: 22, height: 22 });
  drawing.vertices.set(place.routing(id), fork);
  drawing.vertices.set(place.routingOut(id), { x: middle + 60, y: inner });
  const flow = (from: string, to: string, arrowAt: number, via: readonly Point[] = []): void =>
    connect(drawing, from, to, { kind: 'stack', oneWay: true, arrowAt, via });
  const half = CARD.gateWidth / 2;
  flow(place.gate(id, 'PREROUTING'), place.routing(id), 15);
  flow(place.routing(id), place.gate(id, 'FORWARD'), half + 4);
  flow(place.gate(id, 'FORWARD'), place.gate(id, 'POSTROUTING'), half + 4);
  flow(place.routing(id), place.gate(id, 'INPUT'), 66 + half - FORK + CARD.gate / 2 + 4, [{ x: fork.x, y: inner }]);
  flow(place.gate(id, 'INPUT'), place.local(id), 54 + 3);
  flow(place.local(id), place.routingOut(id), 0);
  flow(place.routingOut(id), place.gate(id, 'OUTPUT'), half + 3);
  flow(place.gate(id, 'OUTPUT'), place.gate(id, 'POSTROUTING'), half + 4, [{ x: join.x, y: inner }, join]);
}

/** Bridges (and host ends without a bridge) over the gates, and the bus that joins them to PREROUTING and POSTROUTING. */
function placeUpper(drawing: Drawing, card: NodeCard, frame: CardFrame, { y, bars, ports }: Upper): void {
  const whole = bars.length === 1 && ports.routed.length === 0;
  const drops = bars.map((placed) => placeBar(drawing, card, frame, { ...placed, whole, ports }));
  const [only] = bars;
  if (whole && only) {
    const { name } = only.bar;
    return riseTo(drawing, card, y.gates, [place.device(card.id, name), place.deviceOut(card.id, name)]);
  }
  const all = [...ports.routed, ...drops];
  if (all.length === 0) return;
  drawBus(drawing, card, frame, { name: 'upper', y: y.upperBus, gates: y.gates, stops: all });
}

interface PlacedBar {
  readonly bar: DeviceBar;
  readonly rect: Rect;
}

interface Upper {
  readonly y: Storeys;
  readonly bars: readonly PlacedBar[];
  readonly ports: PodPorts;
}

function spansOf(shares: readonly number[], { at, width }: CardFrame): Pick<Rect, 'x' | 'width'>[] {
  const gap = 12;
  const each = (width - 2 * CARD.pad - gap * (shares.length - 1)) / shares.reduce((sum, share) => sum + share, 0);
  let x = at.x + CARD.pad;
  return shares.map((share) => {
    const span = { x, width: each * share };
    x += span.width + gap;
    return span;
  });
}

/** A bridge's inside: ports and the way to the host's stack on one track near its lower edge. */
function placeBar(
  drawing: Drawing,
  card: NodeCard,
  frame: CardFrame,
  { bar, rect, whole, ports }: PlacedBar & { whole: boolean; ports: PodPorts },
): Stop {
  const id = place.device(card.id, bar.name);
  drawing.rects.set(id, rect);
  const own = { id, x: whole ? frame.at.x + RISER : rect.x + 14 };
  const out = whole ? [{ id: place.deviceOut(card.id, bar.name), x: frame.at.x + frame.width - RISER }] : [];
  const stops = [...(ports.bridged.get(bar.name) ?? []), own, ...out];
  drawTrack(drawing, { y: trackOf(rect), kind: 'bar', dashed: bar.guessed, stops });
  return own;
}

/** Into PREROUTING from one vertex, out of POSTROUTING to the other, both along the risers. */
function riseTo(drawing: Drawing, card: NodeCard, gates: number, [from, to]: readonly [string, string]): void {
  const y = gates + CARD.gate / 2;
  const corner = (id: string): Point => ({ x: drawing.vertices.get(id)?.x ?? 0, y });
  const half = CARD.gateWidth / 2;
  connect(drawing, from, place.gate(card.id, 'PREROUTING'), {
    kind: 'stack',
    oneWay: true,
    arrowAt: half - (RISER - CARD.pad) + CARD.gate / 2 + 4,
    via: [corner(from)],
  });
  const whole = Math.abs((drawing.vertices.get(to)?.y ?? 0) - y);
  connect(drawing, place.gate(card.id, 'POSTROUTING'), to, {
    kind: 'stack',
    oneWay: true,
    arrowAt: Math.max(0, whole - CARD.gate / 2 - 12),
    via: [corner(to)],
  });
}

/** `lo`, physical devices and tunnels under the gates, on a bus of their own. */
function placeLower(drawing: Drawing, card: NodeCard, frame: CardFrame, y: Storeys): void {
  if (card.lower.length === 0) return;
  const rects = lowerRects(card.lower, frame, y.lower);
  const stops = card.lower.flatMap(({ name, kind, segment, guessed }, i) => {
    const rect = rects[i] ?? { x: 0, y: 0, width: 0, height: 0 };
    const [id, x] = [place.device(card.id, name), rect.x + rect.width / 2];
    drawing.rects.set(id, rect);
    // A cable is plugged in at the lower edge.
    drawing.vertices.set(id, { x, y: rect.y + rect.height / (kind === 'physical' || segment !== undefined ? 1 : 2) });
    // Nothing goes in or out by a dummy.
    return kind === 'dummy' ? [] : [{ id, x, dashed: guessed }];
  });
  drawBus(drawing, card, frame, { name: 'lower', y: y.lowerBus, gates: y.gates, stops });
}

interface Bus {
  readonly name: string;
  readonly y: number;
  readonly gates: number;
  readonly stops: readonly (Stop & { readonly dashed?: boolean })[];
}

/**
 * Joins several devices to PREROUTING and POSTROUTING: one line to look at, two ways to go, so that
 * nothing crosses from device to device around the gates.
 */
function drawBus(drawing: Drawing, card: NodeCard, { at, width }: CardFrame, { name, y, gates, stops }: Bus): void {
  const id = (way: string, stop: string): string => `bus:${card.id}/${name}/${way}/${stop}`;
  const risers = { in: at.x + RISER, out: at.x + width - RISER } as const;
  for (const way of ['in', 'out'] as const) {
    const own = stops.map((stop) => ({ id: id(way, stop.id), x: stop.x }));
    drawTrack(drawing, { y, kind: 'stack', stops: [...own, { id: id(way, 'riser'), x: risers[way] }] });
    for (const stop of stops) {
      const [from, to] = way === 'in' ? [stop.id, id(way, stop.id)] : [id(way, stop.id), stop.id];
      connect(drawing, from, to, { kind: 'stack', oneWay: true, ...(stop.dashed ? { dashed: true } : {}) });
    }
  }
  riseTo(drawing, card, gates, [id('in', 'riser'), id('out', 'riser')]);
}

function lowerRects(bars: readonly DeviceBar[], { at, width }: CardFrame, y: number): Rect[] {
  const gap = 12;
  const room = width - 2 * (RISER + 12) - gap * (bars.length - 1);
  const small = 44;
  const wide = bars.filter(({ kind }) => kind !== 'loopback').length;
  const each = Math.min(190, (room - small * (bars.length - wide)) / Math.max(1, wide));
  const widths = bars.map(({ kind }) => (kind === 'loopback' ? small : each));
  const total = widths.reduce((sum, w) => sum + w, 0) + gap * (bars.length - 1);
  let x = at.x + (width - total) / 2;
  return widths.map((w) => {
    const rect = { x, y, width: w, height: CARD.lowerBar };
    x += w + gap;
    return rect;
  });
}
