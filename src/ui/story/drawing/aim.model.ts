import {
  collectStem,
  findActor,
  ownDevice,
  SIDE_LINE,
  type FoundActor,
  type HostBox,
  type StoryLayout,
} from '../layout/layout.model';
import { landing, letterBox } from '../layout/frame.model';
import { hostPlate } from '../layout/plate.model';
import {
  bottomOf,
  centre,
  freeSpans,
  keepWithin,
  rightOf,
  rounded,
  sweep,
  type Area,
  type StageSpot,
} from '../layout/lines.model';
import type { PassedDevice, StoryScene } from '../cast/scene.model';

/** What the aim starts from, and what it has to go past. */
interface Leaving {
  readonly packet: Area;
  readonly gate: Area | undefined;
  /** Devices that are named. */
  readonly passed: readonly PassedDevice[];
  readonly remembered: readonly Area[];
  /** The sign that there is nobody, with its words. */
  readonly nobody: Area | undefined;
}

/** The dotted line from the packet to what its address names; it runs through no words and no box. */
export interface AimLine {
  readonly d: string;
  /** Colour of the box the address names, as that is drawn. */
  readonly tone: 'service' | 'pod' | 'physical';
  /** True of the address a packet has as its sender: the line ends in a ring, as nothing goes there. */
  readonly sender?: true;
  /** Where it goes up out of its node. */
  readonly rises?: number;
}

export function findAim(layout: StoryLayout, scene: StoryScene, leaving: Leaving): AimLine | undefined {
  const line = findLine(layout, scene, leaving);
  return line && scene.shows.side === 'from' ? { ...line, sender: true } : line;
}

function findLine(layout: StoryLayout, scene: StoryScene, leaving: Leaving): AimLine | undefined {
  const { aim } = scene;
  // In little room the colour of the packet ties it to the Service or the Pod.
  if (!aim || layout.paper.small) return undefined;
  const rising = findRise(layout, scene, leaving);
  const rises = rising.points.at(-1)?.x ?? 0;
  // Nor where it would have to run through a box or a name.
  if ('pill' in aim && rising.blocked) return undefined;
  if ('pill' in aim) return layout.pill && { d: aimAtPill(layout, rising, layout.pill), tone: 'service', rises };
  const found = findActor(layout, aim.actor);
  const d = found && aimAtActor(layout, { ...leaving, rising, found });
  return found && d ? { d, tone: found.box.actor.kind === 'pod' ? 'pod' : 'physical' } : undefined;
}

type Span = readonly [from: number, to: number];

/** Ways up from the packet: where it can be left, and where one comes past what stands above it. */
interface Rising {
  /** From the packet to above its hook, or, `high`, to above the boxes. */
  readonly points: readonly StageSpot[];
  readonly low: readonly Span[];
  readonly high: readonly Span[];
  /** There is no way past what stands above. */
  readonly blocked?: boolean;
}

/** A line keeps so far from the box it passes. */
const CLEAR = 3;

/** What stands above the packet: boxes and their letters, what is remembered, names of devices. */
function listAbove(layout: StoryLayout, { packet, passed, remembered, nobody }: Leaving): readonly Area[] {
  const { hosts, outside, paper } = layout;
  const boxes = [...hosts.flatMap(({ placed }) => placed), ...outside];
  const lettered = boxes.filter(({ actor }) => paper.lettered?.has(actor.id));
  return [
    ...boxes,
    ...lettered.map((box) => letterBox(box, paper.tall)),
    ...hosts.flatMap(({ placed, lane }) => placed.flatMap((box) => (box.side ? [sideLine(box, lane)] : []))),
    ...remembered,
    ...passed.flatMap((each) => ownDevice(layout, each) ?? []),
    ...(nobody ? [nobody] : []),
  ].filter(({ y }) => y < packet.y);
}

/** What a line at the left of boxes takes that stand over each other. */
const sideLine = ({ x, y }: Area, lane: number): Area => ({ x: x - SIDE_LINE - 2, y, w: 4, h: lane - y });

/** The words of a hook, which are on both sides of its box. */
function namesOf({ paper, sizes }: StoryLayout, hook: StoryScene['gate'], gate: Area | undefined): Span[] {
  if (!hook || !gate) return [];
  const name = paper.measure(hook.name === '' ? paper.words.routing : hook.name, 'ui', sizes.type) * 1.06;
  const verdict = hook.verdict === undefined ? 0 : paper.measure(hook.verdict, 'ui', sizes.type) * 1.1 + 20;
  return [
    [gate.x, gate.x + 16 + name + CLEAR],
    [rightOf(gate) - verdict - CLEAR, rightOf(gate)],
  ];
}

function findRise(layout: StoryLayout, { gate: hook }: StoryScene, leaving: Leaving): Rising {
  const { packet, gate } = leaving;
  const above = listAbove(layout, leaving);
  const on = layout.hosts.find((host) => isOn(host, packet));
  // Beside the hook's name, or on its box.
  const inHook = leaving.remembered.filter((chip) => chip.y < packet.y);
  const within: Span = [packet.x + 20, rightOf(packet) - 20];
  const names = [...namesOf(layout, hook, gate), ...inHook.map(toSpan)];
  const low = freeSpans(within, names);
  const beside = layout.paper.tall ? layout.paper.width - 8 : (layout.hosts[0]?.x ?? layout.paper.width) - CLEAR;
  const high = freeSpans(on ? [on.x + 8, rightOf(on) - 8] : [8, beside], above.map(toSpan));
  const y = packet.y - 2;
  const [widest] = freeSpans(within, [...names, ...above.map(toSpan)]);
  if (widest && widest[1] - widest[0] > 3)
    return { points: [{ x: widest[0] + (widest[1] - widest[0]) * 0.35, y }], low, high };
  const stems = listStems(layout, on);
  const [free = low[0]] = [...pastDevices(layout, { low, ...leaving }), ...low].flatMap((span) =>
    freeSpans(span, stems),
  );
  const leave = free ? (free[0] + free[1]) / 2 : rightOf(packet) - 24;
  const past = nearest(high, leave);
  const boxes = (on?.placed ?? layout.outside).filter((box) => box.y < packet.y);
  if (past === undefined || boxes.length === 0) {
    const blocked = past === undefined && above.map(toSpan).some(([from, to]) => leave >= from && leave <= to);
    return { points: [{ x: leave, y }], low, high, blocked };
  }
  const level = (Math.max(...boxes.map(bottomOf)) + (gate?.y ?? packet.y)) / 2;
  const sideways = packet.y - Math.max(...boxes.map(bottomOf)) < LOW_CORRIDOR && leaveBeside(packet, high, past);
  if (sideways) return { points: sideways, low, high };
  const points = [
    { x: leave, y },
    { x: leave, y: level },
    { x: past, y: level },
  ];
  return { points, low, high };
}

/** Beside the lines that those on a node hang on. */
function listStems(layout: StoryLayout, on: HostBox | undefined): readonly Span[] {
  const stems = on?.placed.flatMap((box) => collectStem(layout, { box, on })[0]?.x ?? []) ?? [];
  return stems.map((x) => [x - BESIDE_LINE, x + BESIDE_LINE]);
}

/** So low a corridor between packet and boxes is no way: a line there looks like part of a border. */
const LOW_CORRIDOR = 22;

/** Out of the packet's end and up from there; undefined: there is no room beside it. */
function leaveBeside(packet: Area, high: readonly Span[], past: number): readonly StageSpot[] | undefined {
  const isRight = past > centre(packet);
  const least = isRight ? rightOf(packet) + 14 : packet.x - 14;
  const isFree = high.some(([from, to]) => least >= from && least <= to);
  const y = packet.y + packet.h / 2;
  return isFree
    ? [
        { x: isRight ? rightOf(packet) + 2 : packet.x - 2, y },
        { x: least, y },
      ]
    : undefined;
}

const isOn = (host: HostBox, packet: Area): boolean =>
  packet.y >= host.y && packet.y < bottomOf(host) && centre(packet) > host.x && centre(packet) < rightOf(host);

/** The middle of the nearest of the spans a line fits into. */
function nearest(spans: readonly Span[], x: number): number | undefined {
  const middles = spans.filter(([from, to]) => to - from > 3).map(([from, to]) => [from, to, (from + to) / 2] as const);
  const away = ([from, to]: readonly [number, number, number]): number => Math.max(from - x, x - to, 0);
  const [first] = middles.toSorted((a, b) => away(a) - away(b));
  if (!first) return undefined;
  const [from, to, middle] = first;
  return to - from > 40 ? keepWithin(x, from + 12, to - 12) : middle;
}

/** Nearer than this a line would come into the pill's side from below, px. */
const NEAR = 60;

function aimAtPill({ paper, sizes }: StoryLayout, { points }: Rising, pill: Area): string {
  const from = points.at(-1) ?? pill;
  const under = { x: keepWithin(from.x, pill.x + 14, rightOf(pill) - 14), y: bottomOf(pill) + 8 };
  if (Math.abs(under.x - from.x) < 1) return rounded([...points, under], 8);
  // Too near to come from the side: from below.
  if (points.length === 1 && from.x < pill.x - NEAR && !paper.tall)
    return sweep(from, { x: pill.x - 10, y: pill.y + pill.h / 2 });
  const past = from.x > centre(pill) ? rightOf(pill) + 8 : pill.x - 8;
  const isPast = Math.abs(from.x - centre(pill)) > pill.w / 2 + 28;
  const level = pill.y + pill.h / 2;
  if (paper.tall && isPast) return rounded([...points, { x: from.x, y: level }, { x: past, y: level }], 12);
  // Above machines outside, which stand at the top.
  const turn = paper.tall ? Math.min(under.y + 8, sizes.top - 1) : sizes.top - 16;
  return rounded([...points, { x: from.x, y: turn }, { x: under.x, y: turn }, under], 12);
}

/** Below the packet and past the name in its node's lower border, before what is remembered; undefined where there is no room. */
function pastName({ paper, sizes, hosts }: StoryLayout, { packet, remembered }: Leaving): number | undefined {
  const on = hosts.find((host) => isOn(host, packet));
  const chips = remembered.filter((chip) => on && chip.y > packet.y && chip.y < bottomOf(on) + 1);
  const most = Math.min(rightOf(packet) - 12, ...chips.map((chip) => chip.x - 8));
  const least = on ? hostPlate(on, paper, sizes).end + 10 : packet.x + 12;
  return least <= most ? keepWithin(packet.x + packet.w * 0.6, least, most) : undefined;
}

/** How many more there are stands on a tall node's upper border: the aim comes down behind the words, px from its left edge. */
const BEHIND_MORE = 102;

/** Where the aim comes down on a box from above its node. */
function pastMore({ paper }: StoryLayout, { box, on }: FoundActor): number {
  const x = landing(box);
  return paper.tall && on && on.more > 0 ? Math.max(x, Math.min(on.x + BEHIND_MORE, rightOf(box) - 12)) : x;
}

interface Aiming extends Leaving {
  readonly rising: Rising;
  readonly found: FoundActor;
}

function aimAtActor(layout: StoryLayout, aiming: Aiming): string {
  const { paper, sizes } = layout;
  const { rising, packet, found } = aiming;
  const { box, on } = found;
  const { points } = rising;
  if (bottomOf(box) < packet.y && on && isOn(on, packet)) {
    const up = straightUp(pastDevices(layout, { ...aiming, low: rising.low }), packet, {
      box,
      stem: collectStem(layout, found)[0]?.x,
    });
    if (up !== undefined)
      return rounded([
        { x: up, y: packet.y - 2 },
        { x: up, y: belowDots(layout, aiming, up) },
      ]);
    const beside = besideOf(aiming);
    if (beside) return beside;
  }
  const top = { x: pastMore(layout, found), y: box.y - 7 };
  if (!paper.tall && !on && layout.outside.some((other) => other.y < box.y)) return underOthers(aiming);
  if (!paper.tall && rising.blocked) return '';
  if (!paper.tall) {
    const from = points.at(-1) ?? top;
    const turn = sizes.top - 21;
    return rounded([...points, { x: from.x, y: turn }, { x: top.x, y: turn }, top], 14);
  }
  const past = pastName(layout, aiming);
  if (box.y > packet.y && past !== undefined) {
    const turn = (on?.y ?? box.y) - sizes.gap / 3;
    const leave = { x: past, y: bottomOf(packet) + 2 };
    return rounded([leave, { x: leave.x, y: turn }, { x: top.x, y: turn }, top], 10);
  }
  return byGutter(layout, packet, found);
}

/** To a machine outside that stands below others: between them and it, above the packet's hook, beside the line they hang on. */
function underOthers({ rising: { points }, packet, gate, found: { box } }: Aiming): string {
  const level = Math.min(gate?.y ?? packet.y, box.y) - 10;
  const leave = points[0] ?? packet;
  const x = centre(box) + BESIDE_LINE;
  const end = { x, y: box.y - 7 };
  // Right above it an arrow has no room, and is not needed.
  if (bottomOf(packet) < box.y)
    return end.y - bottomOf(packet) < 16 ? '' : rounded([{ x, y: bottomOf(packet) + 2 }, end]);
  return rounded([{ x: leave.x, y: packet.y - 2 }, { x: leave.x, y: level }, { x, y: level }, end], 12);
}

/** Where a line up to a box ends: below the dots of its devices, if it runs through them and there is room for an arrow. */
function belowDots(layout: StoryLayout, { passed, packet, found: { box } }: Aiming, x: number): number {
  const dots = passed.flatMap((each) => ownDevice(layout, each)?.dot ?? []).filter((dot) => Math.abs(dot.x - x) < 12);
  const end = Math.max(bottomOf(box) + 8, ...dots.map(({ y }) => y + 12));
  return end < packet.y - 26 ? end : bottomOf(box) + 8;
}

const toSpan = (box: Area): Span => [box.x - CLEAR, rightOf(box) + CLEAR];

/** Where the packet can be left below the names of its Pod's devices. */
function pastDevices(
  layout: StoryLayout,
  { low, packet, passed }: Pick<Rising, 'low'> & Pick<Leaving, 'packet' | 'passed'>,
): readonly Span[] {
  const named = passed.flatMap((each) => ownDevice(layout, each) ?? []).filter(({ y }) => y < packet.y);
  return low.flatMap((span) => freeSpans(span, named.map(toSpan)));
}

/** From a line that leads the same way: an arrow on it would be taken for a part of it, px. */
const BESIDE_LINE = 16;

/** Where one comes straight up from the packet to a box above it, past the name of the hook and beside the box's own line. */
function straightUp(
  low: readonly Span[],
  packet: Area,
  { box, stem = centre(box) }: { readonly box: Area; readonly stem: number | undefined },
): number | undefined {
  const over: Span = [Math.max(box.x + 12, packet.x + 16), Math.min(rightOf(box) - 12, rightOf(packet) - 16)];
  const line: Span = [stem - BESIDE_LINE, stem + BESIDE_LINE];
  const fits = low.flatMap(([from, to]) => freeSpans([Math.max(from, over[0]), Math.min(to, over[1])], [line]));
  const spots = fits.map(([from, to]) => keepWithin(centre(box), from, to));
  return spots.toSorted((a, b) => Math.abs(a - centre(box)) - Math.abs(b - centre(box)))[0];
}

/** Up beside a box above the packet, and in at its side; undefined where another is between, or there is no room for an arrow. */
function besideOf({ rising: { low, high }, packet, found: { box, on } }: Aiming): string | undefined {
  const spans = low.flatMap(([from, to]) => high.map((each): Span => [Math.max(from, each[0]), Math.min(to, each[1])]));
  const x = nearest(spans, centre(box));
  if (x === undefined) return undefined;
  const y = box.y + box.h / 2;
  const isRight = x > centre(box);
  const end = isRight ? rightOf(box) + 7 : box.x - 7;
  const isBlocked = on?.placed.some((other) =>
    isRight ? other.x > box.x && other.x < x : other.x < box.x && rightOf(other) > x,
  );
  if (isBlocked || Math.abs(end - x) < 24) return undefined;
  return rounded(
    [
      { x, y: packet.y - 2 },
      { x, y },
      { x: end, y },
    ],
    14,
  );
}

/** On a tall stage past the nodes at their left, or at their right to who stands there; to others from above. */
function byGutter(layout: StoryLayout, packet: Area, found: FoundActor): string {
  const { sizes, hosts, outside, paper } = layout;
  const { box, on } = found;
  const row = on?.placed ?? outside;
  const isLeft = row.every((other) => other.x >= box.x);
  const isRight = !isLeft && row.every((other) => other.x <= box.x);
  const gutter = isLeft ? (hosts[0]?.x ?? sizes.margin) - 10 : paper.width - 10;
  const leave = { x: isLeft ? packet.x : rightOf(packet), y: packet.y + packet.h / 2 };
  const side = box.y + box.h / 2;
  // Below what is remembered, which stands on the lower border of the node above.
  const over = (on?.y ?? box.y) - sizes.gap / 3;
  const ends =
    isLeft || isRight
      ? [
          { x: gutter, y: side },
          { x: isLeft ? box.x - 7 : rightOf(box) + 7, y: side },
        ]
      : [
          { x: gutter, y: over },
          { x: pastMore(layout, found), y: over },
          { x: pastMore(layout, found), y: box.y - 7 },
        ];
  return rounded([leave, { x: gutter, y: leave.y }, ...ends], 10);
}
