import type { StoryWords } from '../cast/words';
import type { StageDrawing } from './drawing.model';
import { collectStem, LEAST_WIRE, ownDevice, type StoryLayout, type HostBox } from '../layout/layout.model';
import { bottomOf, centre, rightOf, type Area, type StageSpot, freeSpans } from '../layout/lines.model';
import type { PassedDevice, StoryScene } from '../cast/scene.model';
import type { Picture } from './picture';

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
interface LegendLine extends StageSpot {
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
function writeLegend(
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
const AT_EDGE: ReadonlySet<PassedDevice['role']> = new Set(['uplink', 'tunnel']);

/** `eth0 · veth12 · cni0`, within the node they are of: those of Pods at the left, below them, those at the wire by it. */
function legendOf(
  host: HostBox,
  { paper }: StoryLayout,
  { passed, drawing }: { readonly passed: readonly PassedDevice[]; readonly drawing: StageDrawing },
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

/** The name of a device, and its dot on the line. */
export interface DeviceLabel extends StageSpot {
  readonly id: string;
  readonly text: string;
  readonly anchor: 'start' | 'end' | 'middle';
  readonly dot?: StageSpot;
  /** Programs of eBPF are at it: a hexagon, not a dot. */
  readonly programs?: true;
}

/** Where the names of devices stand: by the line they are part of; on a tall stage within their node, where nothing is drawn. */
export function listLabels(
  layout: StoryLayout,
  passed: readonly PassedDevice[],
  drawing: StageDrawing,
): readonly DeviceLabel[] {
  if (layout.paper.small) return [];
  if (layout.paper.tall)
    return layout.hosts.flatMap((host) =>
      // A Pod's own eth0 and its node's may both stand there.
      legendOf(host, layout, { passed, drawing }).map((line, at) => ({
        ...line,
        id: `${host.host.id} ${at} ${line.text}`,
        anchor: 'start' as const,
      })),
    );
  return passed.flatMap((each) => {
    const label = findLabel(layout, each, passed);
    if (!label || isHidden(label, drawing)) return [];
    const placed = pastPacket(label, layout, drawing);
    return placed ? (layout.paper.pane ? whereFree(placed, layout) : placed) : [];
  });
}

/** In a pane a name that would run into the line or the box of somebody else is left out; its dot stays. */
function whereFree(label: DeviceLabel, layout: StoryLayout): DeviceLabel {
  const { hosts, paper } = layout;
  const w = paper.measure(label.text, 'mono', LETTERS);
  const left = label.anchor === 'end' ? label.x - w : label.x;
  const isIn = (x: number): boolean => x > left - 3 && x < left + w + 3;
  const isMet = hosts.some((on) =>
    on.placed.some((box) => {
      const [start, ...rest] = collectStem(layout, { box, on });
      const down = rest.length > 1 ? rest[0] : start;
      const isCrossed = down !== undefined && isIn(down.x) && label.y > down.y && label.y - ASCENT < on.lane;
      const isOver = left < rightOf(box) && left + w > box.x && label.y > box.y && label.y - ASCENT < bottomOf(box);
      return isCrossed || isOver;
    }),
  );
  return isMet ? { ...label, text: '' } : label;
}

/** A hook's box is drawn over it. */
function isHidden({ dot }: DeviceLabel, { gate, packet }: StageDrawing): boolean {
  return [gate, packet].some(
    (box) =>
      box && dot && dot.x > box.x - 4 && dot.x < rightOf(box) + 4 && dot.y > box.y - 4 && dot.y < bottomOf(box) + 4,
  );
}

/** Rectangle past the packet's words, which stand below it where it is over them; undefined: a hook's box is. */
function pastPacket(
  label: DeviceLabel,
  { paper }: StoryLayout,
  { gate, packet }: StageDrawing,
): DeviceLabel | undefined {
  const w = paper.measure(label.text, 'mono', LETTERS);
  const left = label.anchor === 'end' ? label.x - w : label.x;
  const isUnder = (box: Area | undefined, y: number): boolean =>
    box !== undefined && left < rightOf(box) && left + w > box.x && y - 14 < bottomOf(box) && y + 4 > box.y;
  const y = isUnder(packet, label.y) ? bottomOf(packet) + 17 : label.y;
  return isUnder(gate, y) ? undefined : { ...label, y };
}

function findLabel(layout: StoryLayout, each: PassedDevice, all: readonly PassedDevice[]): DeviceLabel | undefined {
  const { netns, device, role, programs } = each;
  const base = { id: `${netns} ${device}`, text: device, ...(programs ? { programs } : {}) };
  const own = ownDevice(layout, each);
  if (own) {
    const { dot, isLeft, x } = own;
    return { ...base, x: isLeft ? x + own.w : x, y: dot.y + 6, anchor: isLeft ? 'end' : 'start', dot };
  }
  const host = role === 'own' || role === 'peer' ? undefined : layout.hosts.find(({ host: { id } }) => id === netns);
  if (!host) return undefined;
  const ups = all.filter((other) => other.netns === netns && (other.role === 'uplink' || other.role === 'tunnel'));
  if (role === 'bridge') return bridgeLabel(layout, { host, ups }, base);
  const place = ups.filter((other) => other.role !== role).length > 0 && role === 'tunnel' ? 78 : 0;
  return edgeLabel(host, { ...base, place, isRight: leavesRight(layout, host, each) });
}

/** Below the line of its node, as those at its edge; on the line where one of those has the place. */
function bridgeLabel(
  { paper }: StoryLayout,
  { host, ups }: { readonly host: HostBox; readonly ups: readonly PassedDevice[] },
  base: Pick<DeviceLabel, 'id' | 'text' | 'programs'>,
): DeviceLabel {
  const [first] = host.placed;
  const x = first ? centre(first) : host.x + 40;
  const dot = { x, y: host.lane };
  const taken = ups.reduce((sum, { device }) => sum + paper.measure(device, 'mono', LETTERS) + 24, host.x);
  if (taken > x - 4) return { ...base, x: x - 12, y: host.lane + 6, anchor: 'end', dot };
  return { ...base, x: x - 4, y: host.lane + BELOW_LINE, anchor: 'start', dot };
}

/** Of device names, px; and how far below the line they stand. */
const LETTERS = 18;
const BELOW_LINE = 25;

interface AtEdge extends Pick<DeviceLabel, 'id' | 'text' | 'programs'> {
  readonly place: number;
  readonly isRight: boolean;
}

/** Does the line leave a node by its right side, to one that stands there, or by its left, to that side's machines? */
function leavesRight({ hosts, outside }: StoryLayout, host: HostBox, { towards }: PassedDevice): boolean {
  const other = hosts.find(({ host: { id } }) => id === towards);
  if (other) return other.x > host.x;
  return hosts[0] === host && hosts.length > 1 && outside.length === 0;
}

/** Where the line leaves the node. */
function edgeLabel(host: HostBox, { place, isRight: leaves, ...base }: AtEdge): DeviceLabel {
  const x = leaves ? rightOf(host) - place : host.x + place;
  const y = host.lane + BELOW_LINE;
  return { ...base, x: leaves ? x - 10 : x + 10, y, anchor: leaves ? 'end' : 'start', dot: { x, y: host.lane } };
}

interface Wired {
  readonly layout: StoryLayout;
  readonly scene: StoryScene;
  readonly drawing: StageDrawing;
}

/** Where a line says what it is, and what that is. */
export interface WireSpot extends StageSpot {
  readonly word: 'wire' | 'tunnel';
}

/**
 * Where the line between two machines says what it is: beside the first one that is led on. Nodes send each other tunnels;
 * to and from a machine outside there is none.
 */
export function wireSpots({ layout: { hosts, outside, paper, trunk }, scene, drawing }: Wired): readonly WireSpot[] {
  if (paper.small) return [];
  const wired = new Set(drawing.wires.map(({ id }) => id));
  const word = scene.tunnel ? 'tunnel' : 'wire';
  const spots: WireSpot[] = [];
  for (const [index, host] of hosts.entries()) {
    const next = hosts[index + 1];
    const told = scene.remembered.some((entry) => entry.host === host.host.id);
    const led = hosts.slice(index + 1).some(({ placed }) => placed.some(({ actor }) => wired.has(actor.id)));
    if (!next || !led || (paper.tall && told)) continue;
    if (paper.tall) spots.push({ x: trunk - 8, y: (host.y + host.h + next.y) / 2 + 6, word });
    else if (next.x - rightOf(host) >= LEAST_WIRE)
      spots.push({ x: (rightOf(host) + next.x) / 2, y: host.lane - 14, word });
  }
  const [first] = hosts;
  const last = outside.at(-1);
  if (!paper.tall && first && last)
    spots.push({ x: (last.x + last.w + first.x) / 2, y: first.lane - 14, word: 'wire' });
  return spots;
}

/** Words beside the Service, from `x` px on: the longest of the wordings that has room, or `''`. */
export function writePillNote({ cast: { pill }, scene, layout }: Picture, t: StoryWords, x: number): string {
  if (!pill) return '';
  const { note, selector } = pill;
  const { paper, sizes } = layout;
  const wordings =
    scene.nobody && selector !== undefined
      ? [t('note.wants', { selector })]
      : note.kind === 'device'
        ? [t('note.device', { device: note.device }), t('note.deviceShort', { device: note.device })]
        : [t(`note.${note.kind}`), t(`note.${note.kind}Short`)];
  return (
    wordings.find((words) => x + paper.measure(words, 'ui', sizes.type) <= paper.width - (paper.corner ?? 0)) ?? ''
  );
}
