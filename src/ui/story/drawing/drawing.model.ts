import { findAim, type AimLine } from './aim.model';
import { addressLines } from '../layout/frame.model';
import { serviceEndpointLines } from './endpoint-lines.model';
import {
  wireBetween,
  aroundOutside,
  findActor,
  collectStem,
  ownDevice,
  wirePastMachine,
  type FoundActor,
  type StoryLayout,
  type HostBox,
} from '../layout/layout.model';
import { bottomOf, centre, keepWithin, rightOf, rounded, type StageSpot, type Area } from '../layout/lines.model';
import type { PassedDevice, StoryScene } from '../cast/scene.model';
import { rowTop, UNDER } from '../layout/tall.model';

/** The packet as it is drawn: one of its addresses, on two lines where that is long. */
export interface PacketBox extends Area {
  readonly lines: readonly string[];
  /** Where the address begins. */
  readonly textX: number;
}

/** Lines and boxes of one moment. */
export interface StageDrawing {
  readonly wires: readonly { readonly id: string; readonly d: string }[];
  readonly way?: string;
  /** The way ends at a hook from the right: its arrow shows where it goes. */
  readonly wayArrow: boolean;
  readonly packet: PacketBox;
  readonly gate?: Area;
  /** A program at work at somebody's socket. */
  readonly socket?: StageSpot;
  readonly aim?: AimLine;
  readonly threads: readonly { readonly id: string; readonly d: string; readonly chosen: boolean }[];
  readonly remembered: readonly (Area & { readonly host: string; readonly arrow?: string })[];
  readonly nobody?: { readonly sign: StageSpot; readonly stem: string; readonly beside: boolean };
}

/** Lines and boxes of a moment, in px of the stage, where everybody stands as `layout` has it. `passed`: devices that are named. */
export function makeDrawing(layout: StoryLayout, scene: StoryScene, passed = scene.passed): StageDrawing {
  const packet = makePacket(layout, scene);
  const gate = gateRect(layout, scene, packet);
  const way = findWay(layout, scene, { packet, gate });
  const nobody = findNobody(layout, scene);
  const remembered = scene.remembered.flatMap((entry) =>
    collectRemembered(layout, entry, { gate, packet, passed, verdict: scene.gate?.verdict }),
  );
  const sign = nobody && { x: nobody.sign.x - 12, y: nobody.sign.y - 12, w: nobody.beside ? SIGN : 24, h: 24 };
  const aim = findAim(layout, scene, { packet, gate, passed, remembered, nobody: sign });
  return {
    wires: listWires(layout, scene, packet),
    ...(way === undefined ? {} : { way: way.d }),
    wayArrow: way?.arrow ?? false,
    packet,
    ...(gate ? { gate } : {}),
    ...(aim ? { aim } : {}),
    ...socketSpot(layout, scene),
    threads: scene.threads ? serviceEndpointLines(layout, scene) : [],
    remembered,
    ...(nobody ? { nobody } : {}),
  };
}

/** On the lower border of whose socket it is. */
function socketSpot(layout: StoryLayout, { socket }: StoryScene): Pick<StageDrawing, 'socket'> {
  const box = socket === undefined ? undefined : findActor(layout, socket)?.box;
  return box ? { socket: { x: rightOf(box), y: bottomOf(box) } } : {};
}

/** The sign of nobody with its words beside it, px. */
const SIGN = 108;

const LABEL_GAP = 9;

/** The packet's own size, before its place is known. */
function packetSize(
  { paper, sizes }: StoryLayout,
  { shows }: StoryScene,
): Omit<PacketBox, 'x' | 'y'> & { readonly textX: number } {
  const lines = addressLines(shows.end.text, paper.small ? 19 : undefined);
  const label = paper.measure(paper.words[shows.side], 'ui', sizes.packet) * 0.93 + LABEL_GAP;
  const text = Math.max(...lines.map((line) => paper.measure(line, 'mono', sizes.packet)));
  const h = sizes.packet * 2.05 + (lines.length - 1) * (sizes.packet + 4);
  return { lines, w: label + text + 2 * sizes.packetPad, h, textX: sizes.packetPad + label };
}

function makePacket(layout: StoryLayout, scene: StoryScene): PacketBox {
  const size = packetSize(layout, scene);
  const { place } = scene;
  const spot = 'actor' in place ? byActor(layout, place.actor, size) : inHost(layout, place.host, { scene, size });
  return { ...size, ...spot, textX: spot.x + size.textX };
}

type Size = Pick<Area, 'w' | 'h'>;

/** On the line of its node, where who has it has no room there; never over those who have. */
function byNobody(layout: StoryLayout, id: string, h: number): StageSpot {
  const { hosts, paper, sizes } = layout;
  const on = hosts.find(({ host }) => host.actors.some((actor) => actor.id === id));
  if (!on) return { x: sizes.margin, y: paper.height / 2 };
  const below = Math.max(on.y, ...on.placed.map(bottomOf)) + UNDER;
  return { x: getSlot(layout, on) + sizes.gate[2], y: on.deep ? Math.max(below, on.lane - h / 2) : below };
}

/** Under the box of who has it; beside a machine outside. */
function byActor(layout: StoryLayout, id: string, { w, h }: Size): StageSpot {
  const found = findActor(layout, id);
  const { paper, sizes } = layout;
  if (!found) return byNobody(layout, id, h);
  const { box, on } = found;
  if (on) {
    const x = keepWithin(centre(box) - w / 2, on.x + 8, Math.max(on.x + 8, rightOf(on) - w - 8));
    // Below those that stand under it, beside their line.
    if (box.side) return { x, y: Math.max(...on.placed.map(bottomOf)) + UNDER };
    return { x, y: bottomOf(box) + (paper.tall ? UNDER : paper.small ? 8 : 14) };
  }
  if (paper.beside) return { x: Math.min(rightOf(box) + 8, paper.width - w - 8), y: box.y + (box.h - h) / 2 };
  if (paper.tall) return { x: Math.min(box.x, paper.width - w - 8), y: bottomOf(box) + 8 };
  const { packet: around } = aroundOutside(paper);
  const above = box.y - h - around;
  // At the top of the page it would be at the Service: below the machine, where there is room.
  const below = bottomOf(box) + Math.min(10, around);
  const hasRoom = layout.outside.every((other) => other.y <= box.y || other.y >= below + h + Math.min(4, around));
  return { x: box.x, y: above < sizes.top && hasRoom ? below : above };
}

function findHost({ hosts }: StoryLayout, id: string): HostBox | undefined {
  return hosts.find(({ host }) => host.id === id);
}

/** On the node's line, where its hook is drawn. Just come over the wire, it is still at the edge. */
function inHost(layout: StoryLayout, id: string, { scene, size }: { scene: StoryScene; size: Size }): StageSpot {
  const host = findHost(layout, id);
  const { paper } = layout;
  if (!host) return { x: layout.sizes.margin, y: paper.height - size.h - 12 };
  const under = Math.max(host.y + rowTop(host.host), ...host.placed.map(bottomOf)) + UNDER;
  if (!host.deep) return { x: Math.max(host.x + 8, layout.trunk - size.w - 24), y: under };
  const y = host.lane - size.h / 2;
  const came = scene.moment.kind === 'crosses' && !paper.tall && !paper.small;
  const x = came && isFromLeft(layout, scene, host) ? host.x + 60 : getSlot(layout, host) + layout.sizes.gate[2];
  const [, , side] = layout.sizes.gate;
  // Its hook is drawn around it, within the node.
  const least = host.x + side + 2;
  return { x: Math.max(least, Math.min(x, rightOf(host) - size.w - (came ? 60 : 2 * side))), y };
}

function isFromLeft(layout: StoryLayout, { start }: StoryScene, host: HostBox): boolean {
  const from = findActor(layout, start);
  return from !== undefined && from.on !== host && centre(from.box) < host.x;
}

/** Where a node's hook begins: past the line of whoever stands first. */
function getSlot({ paper, source }: StoryLayout, { x, placed }: HostBox): number {
  const [first] = placed;
  if (paper.small) return x + (first?.actor.id === source ? 18 : 6);
  if (paper.tall) return x + (first?.actor.id === source ? 44 : 20);
  return first && first.actor.id === source ? centre(first) + 15 : x + 24;
}

function gateRect(layout: StoryLayout, { gate, remembered }: StoryScene, packet: PacketBox): Area | undefined {
  if (!gate || !findHost(layout, gate.host)) return undefined;
  const { paper, sizes } = layout;
  const [above, below, side] = sizes.gate;
  const name = paper.measure(gate.name === '' ? paper.words.routing : gate.name, 'ui', sizes.type) * 1.06;
  const verdict = gate.verdict === undefined ? 0 : paper.measure(gate.verdict, 'ui', sizes.type) * 1.1 + 30;
  // Where conntrack's entry may have to stand in the hook that writes or reads it, it stands beside the hook's name, never over it.
  const host = findHost(layout, gate.host);
  const chip = paper.measure(paper.words.remembered, 'ui', sizes.type) + 16;
  const holds = remembered.some((entry) => entry.host === gate.host && entry.now !== undefined);
  const beside = host && rightOf(host) - chip - 13 < packet.x + packet.w + side + 12;
  const tight = holds && beside && !paper.tall && !paper.small;
  const w = Math.max(packet.w + 2 * side, name + verdict + 40, tight ? name + chip + 40 : 0);
  const y = packet.y - above;
  const h = packet.h + above + below;
  if (!paper.pane || !host) return { x: packet.x - side, y, w, h };
  // Nodes of a pane are narrow: a wide hook goes on to the left.
  const within = Math.min(w, host.w - 2 * IN_NODE);
  const x = keepWithin(packet.x - side, host.x + IN_NODE, rightOf(host) - IN_NODE - within);
  return { x, y, w: within, h };
}

/** A hook keeps so far from the borders of its node, px. */
const IN_NODE = 2;

/** Nobody hangs on the line who can have no part in it any more. */
function listWires(layout: StoryLayout, scene: StoryScene, packet: Area): StageDrawing['wires'] {
  const all = [...layout.hosts.flatMap(({ placed }) => placed), ...layout.outside];
  const [hub] = layout.hosts;
  const wired = all.flatMap(({ actor }) => {
    const found = findActor(layout, actor.id);
    const gone = scene.settled && actor.endpoint && actor.id !== scene.chosen && actor.id !== scene.start;
    return found && !gone ? [found] : [];
  });
  if (!hub) return [];
  const end = { x: lineEnd(layout, hub, { scene, packet, wired }), y: hub.lane };
  return wired.map((found) => {
    const points = [...collectStem(layout, found), ...wireBetween(layout, found.on, hub), end];
    return { id: found.box.actor.id, d: rounded(points, 10) };
  });
}

interface OnLine {
  readonly scene: StoryScene;
  readonly packet: Area;
  readonly wired: readonly FoundActor[];
}

/** Where all that hang on the line meet in its first node: at its hook, but never past whoever hangs there, or comes in there. */
function lineEnd(layout: StoryLayout, hub: HostBox, { scene: { place }, packet, wired }: OnLine): number {
  const slot = keepWithin(getSlot(layout, hub) + 40, hub.x, rightOf(hub));
  const comesIn = ({ on }: FoundActor): number => (layout.paper.tall ? layout.trunk : on ? rightOf(hub) : hub.x);
  const hung = wired.map((found) => (found.on === hub ? (collectStem(layout, found)[0]?.x ?? slot) : comesIn(found)));
  const isHere = 'host' in place && place.host === hub.host.id;
  const ends = [...hung, ...(isHere ? [packet.x, rightOf(packet)] : [])];
  return keepWithin(slot, Math.min(...ends), Math.max(...ends));
}

interface Spots {
  readonly packet: PacketBox;
  readonly gate: Area | undefined;
}

/** The way gone: from who sent it to where it is. */
function findWay(layout: StoryLayout, scene: StoryScene, spots: Spots): Way | undefined {
  const from = findActor(layout, scene.start);
  if ('actor' in scene.place && scene.place.actor === scene.start)
    // A process stands in its node's network from the first on: only a Pod's packet has to come into it.
    return from?.on && from.box.actor.kind === 'pod' && scene.through.has(from.on.host.id)
      ? { d: rounded(collectStem(layout, from)), arrow: false }
      : undefined;
  const to = 'actor' in scene.place ? findActor(layout, scene.place.actor) : undefined;
  if (!from) return wayFromUnseen(layout, scene, spots) ?? (to && wayFromKernel(layout, scene, to));
  const stem = wayStem(layout, scene, from);
  if ('actor' in scene.place) {
    if (!to) return undefined;
    const back = wayStem(layout, scene, to).toReversed();
    const isBetween = !from.on && !to.on;
    const points = isBetween
      ? betweenOutside(layout, stem, back)
      : [...stem, ...wireBetween(layout, from.on, to.on), ...back];
    return { d: rounded(points), arrow: false };
  }
  const host = findHost(layout, scene.place.host);
  return host && wayInto(layout, { on: from.on, stem, host }, spots);
}

/** Between machines outside: in a hand they are beside each other, not by the nodes' own line; else over each other, and one ends in the other. */
function betweenOutside(
  { paper }: StoryLayout,
  stem: readonly StageSpot[],
  back: readonly StageSpot[],
): readonly StageSpot[] {
  if (paper.tall) return [...stem.slice(0, 2), ...back.slice(-2)];
  return [stem, back].find(({ length }) => length === 2) ?? [...stem, ...back];
}

/** From an actor to the line; from a machine outside past the one at the wire, where the packet has not been in that. */
function wayStem(layout: StoryLayout, { through }: StoryScene, found: FoundActor): readonly StageSpot[] {
  const last = layout.outside.at(-1);
  const goesBy = !found.on && !layout.paper.tall && last && last !== found.box && !through.has(last.actor.id);
  return goesBy ? wirePastMachine(layout, found, last) : collectStem(layout, found);
}

/** From a machine that has no room in a small frame: in at its left edge, along the line. */
function wayFromUnseen(layout: StoryLayout, { start, place }: StoryScene, spots: Spots): Way | undefined {
  const [first] = layout.hosts;
  if (!first || start === undefined || !layout.unseen?.has(start)) return undefined;
  const stem = [{ x: 0, y: first.lane }];
  if ('host' in place) {
    const host = findHost(layout, place.host);
    return host && wayInto(layout, { on: undefined, stem, host }, spots);
  }
  const to = findActor(layout, place.actor);
  return to && { d: rounded([...stem, ...collectStem(layout, to).toReversed()]), arrow: false };
}

/** What a node's kernel itself sends comes from its line. */
function wayFromKernel(layout: StoryLayout, scene: StoryScene, to: FoundActor): Way | undefined {
  const host = scene.start === undefined ? undefined : findHost(layout, scene.start);
  if (!host) return undefined;
  const start = { x: keepWithin(getSlot(layout, host) + 40, host.x, rightOf(host)), y: host.lane };
  const points = [start, ...wireBetween(layout, host, to.on), ...wayStem(layout, scene, to).toReversed()];
  return { d: rounded(points), arrow: false };
}

interface Way {
  readonly d: string;
  readonly arrow: boolean;
}

interface Going {
  /** The node it comes from. */
  readonly on: HostBox | undefined;
  readonly stem: readonly StageSpot[];
  readonly host: HostBox;
}

function wayInto(layout: StoryLayout, { on, stem, host }: Going, { packet, gate }: Spots): Way {
  const target = gate ?? packet;
  const last = stem.at(-1) ?? { x: 0, y: 0 };
  const inside = on === host && last.x > target.x && last.x < rightOf(target);
  if (inside) return { d: rounded([stem[0] ?? last, { x: last.x, y: target.y + 3 }]), arrow: false };
  if (!host.deep) {
    const y = packet.y + packet.h / 2;
    const turn = { x: layout.trunk, y: host.lane };
    const points = [
      ...stem,
      ...wireBetween(layout, on, host),
      turn,
      { x: layout.trunk, y },
      { x: rightOf(packet) - 8, y },
    ];
    return { d: rounded(points), arrow: false };
  }
  const enters = wireBetween(layout, on, host).at(-1) ?? last;
  const fromLeft = enters.x <= target.x + 1;
  const end = { x: fromLeft ? target.x + 5 : rightOf(target) - (gate ? 3 : 12), y: host.lane };
  return { d: rounded([...stem, ...wireBetween(layout, on, host), end]), arrow: !fromLeft && gate !== undefined };
}

/** The entry conntrack keeps, beside the hook that wrote it. */
function collectRemembered(
  layout: StoryLayout,
  entry: StoryScene['remembered'][number],
  {
    gate,
    packet,
    passed,
    verdict,
  }: Spots & { readonly passed: readonly PassedDevice[]; readonly verdict: string | undefined },
): StageDrawing['remembered'] {
  const box = findHost(layout, entry.host);
  const { paper, sizes } = layout;
  if (!box || paper.small) return [];
  const w = paper.measure(paper.words.remembered, 'ui', sizes.type - (paper.tall ? 1 : 0)) + (paper.tall ? 10 : 16);
  if (paper.tall) return [{ host: entry.host, x: layout.trunk - w - 14, y: bottomOf(box) - 14, w, h: 28 }];
  const chip = { host: entry.host, x: rightOf(box) - w - 13, y: box.lane - 62.6, w, h: 36 };
  if (!gate || entry.now === undefined) {
    const beside = besideNames(besidePacket(chip, { packet, box }), layout, passed);
    // Never over the verdict, which stands at the right of the hook.
    return [verdict !== undefined && gate && overlap(gate, beside) ? { ...beside, y: gate.y - 43 } : beside];
  }
  if (chip.x < rightOf(gate) + 12) {
    const above = { ...chip, y: gate.y - 43 };
    // Long addresses make Pods wide: then it stands in the hook itself, which wrote or reads it.
    if (box.placed.some((placed) => overlap(placed, above)))
      return [{ ...chip, x: rightOf(gate) - w - 8, y: gate.y + 5 }];
    // So near the hook that an arrow would be a stub.
    return [above];
  }
  const y = chip.y + 18;
  const [near, far] = [
    { x: rightOf(gate) + 2, y },
    { x: chip.x - 5, y },
  ];
  const points =
    entry.now === 'written'
      ? [near, far]
      : [
          { ...far, x: chip.x - 3 },
          { ...near, x: near.x + 2 },
        ];
  return [{ ...chip, arrow: rounded(points) }];
}

/** What is remembered stands beside the packet where that has its place, under a Pod at the right; without room there below. */
function besidePacket<Chip extends Area>(chip: Chip, { packet, box }: { packet: Area; box: HostBox }): Chip {
  const x = packet.x - chip.w - 10;
  const room = { ...packet, h: packet.h + 6 };
  if (!overlap(room, chip)) return chip;
  return x > box.x + 8 ? { ...chip, x } : { ...chip, y: bottomOf(packet) + 8 };
}

/** At the left of the names of a Pod's devices, where they stand in its place. */
function besideNames<Chip extends Area>(chip: Chip, layout: StoryLayout, passed: readonly PassedDevice[]): Chip {
  const names = passed.flatMap((each) => ownDevice(layout, each) ?? []).filter((name) => overlap(name, chip));
  return names.length === 0 ? chip : { ...chip, x: Math.min(...names.map(({ x }) => x)) - chip.w - 10 };
}

function overlap(a: Area, b: Area): boolean {
  return a.x < rightOf(b) && b.x < rightOf(a) && a.y < bottomOf(b) && b.y < bottomOf(a);
}

/** The Service has nobody: a sign where its threads would begin. */
function findNobody({ pill, hosts, outside, paper }: StoryLayout, { nobody }: StoryScene): StageDrawing['nobody'] {
  if (!nobody || !pill) return undefined;
  const x = centre(pill);
  const gap = !paper.tall && !paper.small && hosts.length === 2 && outside.length === 0;
  if (gap) return { sign: { x, y: 120 }, stem: `M${x} ${bottomOf(pill) + 4}V102`, beside: false };
  const y = bottomOf(pill) + (paper.tall || paper.small ? 11 : 21);
  return { sign: { x: x - 40, y }, stem: '', beside: true };
}
