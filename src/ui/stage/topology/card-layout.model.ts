import {
  CARD,
  type CardFrame,
  type PodGrid,
  type PodPorts,
  type Stop,
  connect,
  drawTrack,
  type Drawing,
  lastWire,
  placePods,
  getTrack,
} from './pods-layout.model';
import type { Hook } from '../../../core/linux/hooks';
import { right, type Point, type Rect, placeAt } from './geometry.model';
import type { DeviceBar, NodeCard } from './stage-types';

/** Where the vertical lines of PREROUTING and POSTROUTING run, from the card's edges. */
const RISER = 20;

/** Widths of the upper row, each for its word; and how far the routing decision stands before FORWARD. */
const UPPER = { pre: 102, forward: 82, post: 114, decision: 18 } as const;

/** The lower row, from the card's middle: left edge and width. INPUT lies under the routing decision. */
const LOWER = { input: [-124, 76], local: [-40, 88], output: [58, 98] } as const;

/** The row of INPUT and OUTPUT when a director stands under the local process. */
const WITH_DIRECTOR = 42;

/** Vertical places inside a card, absolute. */
interface Storeys {
  readonly bar: number;
  readonly upperBus: number;
  readonly gates: number;
  readonly inner: number;
  readonly innerHeight: number;
  readonly lowerBus: number;
  readonly lower: number;
  readonly bottom: number;
}

function makeStoreys(top: number, grid: PodGrid): Storeys {
  const bar = top + CARD.header + grid.height + CARD.podLane;
  const gates = grid.bare ? top + CARD.header + grid.height + 4 : bar + CARD.bar + CARD.lane;
  const inner = gates + CARD.gate + CARD.lane;
  const innerHeight = grid.director ? WITH_DIRECTOR : CARD.gate;
  const lowerBus = inner + innerHeight + 8;
  const lower = lowerBus + 6;
  return {
    bar,
    upperBus: bar + CARD.bar + 7,
    gates,
    inner,
    innerHeight,
    lowerBus,
    lower,
    bottom: lower + CARD.lowerBar + 8,
  };
}

const NOWHERE = { x: 0, width: 0 } as const;

/** The height of every card on the stage: all share one grid so that their gates stand in line. */
export function cardHeight(grid: PodGrid): number {
  return makeStoreys(0, grid).bottom;
}

/** Draws a node: its Pods, wires, devices and gates, all in stage coordinates. */
export function layoutCard(drawing: Drawing, card: NodeCard, frame: CardFrame): void {
  const { at, width, grid } = frame;
  const y = makeStoreys(at.y, grid);
  drawing.rects.set(placeAt.card(card.id), { x: at.x, y: at.y, width, height: y.bottom - at.y });
  const isSwitch = card.programs === 'vfp';
  if (isSwitch) placeSwitch(drawing, card, frame, y);
  else placeGates(drawing, card, frame, y);
  const inUse = (bar: DeviceBar): boolean => card.pods.some(({ veth }) => veth?.bridge === bar.name);
  // A bridge with Pods lies under them, and is wider.
  const upper = card.upper.toSorted((a, b) => Number(inUse(b)) - Number(inUse(a)));
  const spans = listSpans(
    upper.map((bar) => (inUse(bar) ? 3 : 1)),
    frame,
    upper.some(inUse) ? undefined : lastWire(card, frame),
  );
  const bars = upper.map((bar, i) => ({ bar, rect: { ...(spans[i] ?? NOWHERE), y: y.bar, height: CARD.bar } }));
  const ports = placePods(drawing, card, frame, new Map(bars.map(({ bar, rect }) => [bar.name, rect])), y.bar);
  if (isSwitch) {
    const upper = [
      ...ports.routed,
      ...bars.map((placed) => placeBar(drawing, card, frame, { ...placed, whole: false, ports })),
    ];
    wireSwitch(drawing, card, { stops: upper, name: 'upper', bus: y.upperBus, riser: at.x + width / 2 });
    const loopback = new Set(
      card.lower.filter(({ kind }) => kind === 'loopback').map(({ name }) => placeAt.device(card.id, name)),
    );
    const stops = placeLower(drawing, card, frame, y)?.filter(({ id }) => !loopback.has(id));
    return wireSwitch(drawing, card, { stops, name: 'lower', bus: y.lowerBus, riser: at.x + RISER });
  }
  placeUpper(drawing, card, frame, { y, bars, ports });
  const stops = placeLower(drawing, card, frame, y);
  if (stops) drawBus(drawing, card, frame, { name: 'lower', y: y.lowerBus, gates: y.gates, stops });
  if (card.programs) wirePast(drawing, card, frame);
}

/** The virtual switch of a Windows node in the place of the gates, and the node's own processes at a port of it. */
function placeSwitch(drawing: Drawing, { id }: NodeCard, { at, width }: CardFrame, y: Storeys): void {
  const box = (name: string, rect: Rect): Point => {
    const centre = { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 };
    drawing.rects.set(name, rect);
    drawing.vertices.set(name, centre);
    return centre;
  };
  const [left, own] = LOWER.local;
  box(placeAt.vswitch(id), { x: at.x + CARD.pad, y: y.gates, width: width - 2 * CARD.pad, height: CARD.gate });
  const local = box(placeAt.local(id), { x: at.x + width / 2 + left, y: y.inner, width: own, height: y.innerHeight });
  connect(drawing, placeAt.local(id), placeAt.vswitch(id), {
    kind: 'stack',
    via: [{ x: local.x, y: y.gates + CARD.gate / 2 }],
  });
}

interface SwitchBus {
  readonly name: string;
  readonly stops: readonly Stop[] | undefined;
  readonly bus: number;
  /** Where its way to the switch runs. */
  readonly riser: number;
}

/** Ports of the virtual switch: both ways are one. */
function wireSwitch(drawing: Drawing, { id }: NodeCard, { name, stops = [], bus, riser }: SwitchBus): void {
  if (stops.length === 0) return;
  const vertex = (stop: string): string => `ports:${id}/${name}/${stop}`;
  const own = stops.map((stop) => ({ id: vertex(stop.id), x: stop.x }));
  drawTrack(drawing, { y: bus, kind: 'stack', stops: [...own, { id: vertex('riser'), x: riser }] });
  for (const stop of stops) connect(drawing, stop.id, vertex(stop.id), { kind: 'stack' });
  const centre = drawing.vertices.get(placeAt.vswitch(id))?.y ?? bus;
  connect(drawing, vertex('riser'), placeAt.vswitch(id), { kind: 'stack', via: [{ x: riser, y: centre }] });
}

function placeGates(drawing: Drawing, { id, director }: NodeCard, { at, width }: CardFrame, y: Storeys): void {
  const middle = at.x + width / 2;
  const box = (name: string, rect: Rect): void => {
    drawing.rects.set(name, rect);
    drawing.vertices.set(name, { x: rect.x + rect.width / 2, y: rect.y + rect.height / 2 });
  };
  const upper = (hook: Hook, x: number, w: number): void =>
    box(placeAt.gate(id, hook), { x, y: y.gates, width: w, height: CARD.gate });
  upper('PREROUTING', at.x + CARD.pad, UPPER.pre);
  upper('FORWARD', middle - UPPER.forward / 2 + 5, UPPER.forward);
  upper('POSTROUTING', at.x + width - CARD.pad - UPPER.post, UPPER.post);
  const lower = (name: string, [left, w]: readonly [number, number], top = 0, height = y.innerHeight): void =>
    box(name, { x: middle + left, y: y.inner + top, width: w, height });
  const half = WITH_DIRECTOR / 2 - 1;
  lower(placeAt.gate(id, 'INPUT'), LOWER.input);
  lower(placeAt.gate(id, 'OUTPUT'), LOWER.output);
  lower(placeAt.local(id), LOWER.local, 0, director ? half : y.innerHeight);
  if (director) lower(placeAt.director(id), LOWER.local, half + 2, half);
  wireGates(drawing, id, middle, y);
  wireInner(drawing, id, director ? [placeAt.local(id), placeAt.director(id)] : [placeAt.local(id)]);
}

const WAY = { kind: 'stack', oneWay: true } as const;

function wireGates(drawing: Drawing, id: string, middle: number, y: Storeys): void {
  const gate = (hook: Hook): string => placeAt.gate(id, hook);
  const at = (name: string): Point => drawing.vertices.get(name) ?? { x: 0, y: 0 };
  const [upper, inner] = [y.gates + CARD.gate / 2, y.inner + y.innerHeight / 2];
  const fork: Point = { x: middle - UPPER.forward / 2 + 5 - UPPER.decision, y: upper };
  drawing.rects.set(placeAt.routing(id), { x: fork.x - 11, y: fork.y - 11, width: 22, height: 22 });
  drawing.vertices.set(placeAt.routing(id), fork);
  const flow = (from: string, to: string, arrowAt: number, via: readonly Point[] = []): void =>
    connect(drawing, from, to, { ...WAY, arrowAt, via });
  flow(gate('PREROUTING'), placeAt.routing(id), 13);
  flow(placeAt.routing(id), gate('FORWARD'), UPPER.forward / 2 + 2);
  flow(gate('FORWARD'), gate('POSTROUTING'), UPPER.post / 2 + 3);
  const [input, output, post] = [at(gate('INPUT')), at(gate('OUTPUT')), at(gate('POSTROUTING'))];
  flow(placeAt.routing(id), gate('INPUT'), Math.abs(fork.x - input.x) + y.innerHeight / 2 + 3, [
    { x: fork.x, y: inner },
  ]);
  const corner = { x: output.x, y: upper };
  flow(gate('OUTPUT'), gate('POSTROUTING'), Math.abs(post.x - output.x) + CARD.gate / 2 + 3, [corner]);
}

/**
 * From INPUT to the local process and from there, by a routing decision, to OUTPUT. Under the process the IPVS
 * director takes packets at INPUT and hands them to OUTPUT: none of them meets a local process.
 */
function wireInner(drawing: Drawing, id: string, places: readonly string[]): void {
  const [input, output] = [placeAt.gate(id, 'INPUT'), placeAt.gate(id, 'OUTPUT')];
  const [from, to] = [drawing.vertices.get(input), drawing.vertices.get(output)];
  const box = drawing.rects.get(placeAt.local(id));
  if (!from || !to || !box) return;
  const [left, end] = [box.x - 5, right(box) + 5];
  drawing.vertices.set(placeAt.routingOut(id), { x: end, y: to.y });
  for (const name of places) {
    const y = drawing.vertices.get(name)?.y ?? from.y;
    const bend = (x: number): Point[] => (y === from.y ? [] : sideStep(x, from.y, y));
    connect(drawing, input, name, { ...WAY, arrowAt: box.width / 2 + 2, via: bend(left) });
    const out = name === placeAt.local(id) ? placeAt.routingOut(id) : output;
    const turned = bend(end).toReversed();
    connect(drawing, name, out, { ...WAY, ...(out === output ? {} : { arrowAt: 0 }), via: turned });
  }
  connect(drawing, placeAt.routingOut(id), output, { ...WAY, arrowAt: to.x - end - 4 });
}

function sideStep(x: number, from: number, to: number): Point[] {
  return [
    { x, y: from },
    { x, y: to },
  ];
}

/** Bridges (and host ends without a bridge) over the gates, and the bus that joins them to PREROUTING and POSTROUTING. */
function placeUpper(drawing: Drawing, card: NodeCard, frame: CardFrame, { y, bars, ports }: Upper): void {
  const whole = bars.length === 1 && ports.routed.length === 0;
  const drops = bars.map((placed) => placeBar(drawing, card, frame, { ...placed, whole, ports }));
  const [only] = bars;
  if (whole && only) {
    const { name } = only.bar;
    return riseTo(drawing, card, y.gates, [placeAt.device(card.id, name), placeAt.deviceOut(card.id, name)]);
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

/** The least a bar is drawn wide, for its name. */
const LEAST_BAR = 84;

/** Bars beside each other, right of the wires that end at none of them where there is room: no wire crosses a bar then. */
function listSpans(shares: readonly number[], { at, width }: CardFrame, wire?: number): Pick<Rect, 'x' | 'width'>[] {
  const gap = 8;
  const right = at.x + width - CARD.pad;
  const beside = (wire ?? 0) + 2 * gap;
  const hasRoom = wire !== undefined && right - beside >= shares.length * (LEAST_BAR + gap);
  let x = hasRoom ? beside : at.x + CARD.pad;
  const each = (right - x - gap * (shares.length - 1)) / shares.reduce((sum, share) => sum + share, 0);
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
  const id = placeAt.device(card.id, bar.name);
  drawing.rects.set(id, rect);
  const own = { id, x: whole ? frame.at.x + RISER : rect.x + 14 };
  const out = whole ? [{ id: placeAt.deviceOut(card.id, bar.name), x: frame.at.x + frame.width - RISER }] : [];
  const stops = [...(ports.bridged.get(bar.name) ?? []), own, ...out];
  drawTrack(drawing, { y: getTrack(rect), kind: 'bar', dashed: bar.guessed, stops });
  return own;
}

/** Into PREROUTING from one vertex, out of POSTROUTING to the other, both along the risers. */
function riseTo(drawing: Drawing, card: NodeCard, gates: number, [from, to]: readonly [string, string]): void {
  const y = gates + CARD.gate / 2;
  const corner = (id: string): Point => ({ x: drawing.vertices.get(id)?.x ?? 0, y });
  connect(drawing, from, placeAt.gate(card.id, 'PREROUTING'), {
    kind: 'stack',
    oneWay: true,
    arrowAt: UPPER.pre / 2 - (RISER - CARD.pad) + CARD.gate / 2 + 4,
    via: [corner(from)],
  });
  const whole = Math.abs((drawing.vertices.get(to)?.y ?? 0) - y);
  connect(drawing, placeAt.gate(card.id, 'POSTROUTING'), to, {
    kind: 'stack',
    oneWay: true,
    arrowAt: Math.max(0, whole - CARD.gate / 2 - 9),
    via: [corner(to)],
  });
}

/** `lo`, physical devices and tunnels under the gates, to be joined by a bus of their own; undefined: there are none. */
function placeLower(
  drawing: Drawing,
  card: NodeCard,
  frame: CardFrame,
  y: Storeys,
): readonly (Stop & { readonly dashed?: boolean })[] | undefined {
  if (card.lower.length === 0) return undefined;
  const rects = lowerRects(card.lower, frame, y.lower);
  return card.lower.flatMap(({ name, kind, segment, guessed }, i) => {
    const rect = rects[i] ?? { x: 0, y: 0, width: 0, height: 0 };
    const [id, x] = [placeAt.device(card.id, name), rect.x + rect.width / 2];
    drawing.rects.set(id, rect);
    // A cable is plugged in at the lower edge.
    drawing.vertices.set(id, { x, y: rect.y + rect.height / (kind === 'physical' || segment !== undefined ? 1 : 2) });
    // Nothing goes in or out by a dummy.
    return kind === 'dummy' ? [] : [{ id, x, dashed: guessed }];
  });
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

/** How far the way past the gates runs from the card's edge. */
const PAST = 4;

/** The way programs take: from device to device, past the gates. */
function wirePast(drawing: Drawing, card: NodeCard, { at }: CardFrame): void {
  const riser = (bus: string): string => `past:${card.id}/${bus}`;
  const buses = ['upper', 'lower'].filter((bus) => drawing.vertices.has(`bus:${card.id}/${bus}/in/riser`));
  for (const bus of buses) {
    const own = `bus:${card.id}/${bus}/in/`;
    const stops = [...drawing.vertices.keys()].filter((id) => id.startsWith(own) && !id.endsWith('/riser'));
    const y = drawing.vertices.get(`${own}riser`)?.y ?? 0;
    const past = stops.map((id) => ({
      id: riser(`${bus}/${id.slice(own.length)}`),
      x: drawing.vertices.get(id)?.x ?? 0,
    }));
    drawTrack(drawing, { y, kind: 'stack', stops: [...past, { id: riser(bus), x: at.x + PAST }] });
    for (const [nth, { id }] of past.entries())
      connect(drawing, (stops[nth] ?? '').slice(own.length), id, { kind: 'stack' });
  }
  if (buses.length === 2) connect(drawing, riser('upper'), riser('lower'), { kind: 'stack' });
}

function lowerRects(bars: readonly DeviceBar[], { at, width }: CardFrame, y: number): Rect[] {
  const gap = 8;
  const room = width - 2 * CARD.pad - gap * (bars.length - 1);
  const small = 40;
  const wide = bars.filter(({ kind }) => kind !== 'loopback').length;
  const each = Math.min(170, (room - small * (bars.length - wide)) / Math.max(1, wide));
  const widths = bars.map(({ kind }) => (kind === 'loopback' ? small : each));
  const total = widths.reduce((sum, w) => sum + w, 0) + gap * (bars.length - 1);
  let x = at.x + (width - total) / 2;
  return widths.map((w) => {
    const rect = { x, y, width: w, height: CARD.lowerBar };
    x += w + gap;
    return rect;
  });
}
