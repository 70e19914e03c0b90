import type { Moment } from '../../../core/story/moment';
import type { Actor, StoryCast, Host } from '../cast/cast.model';
import {
  drawnName,
  landing,
  linesBelow,
  placeRow,
  placeRows,
  rowsIn,
  NARROW,
  PANE,
  TALL,
  WIDE,
  type MeasureText,
  type Placed,
  type Sizes,
} from './frame.model';
import { MOST_LISTED, mostTelling } from '../cast/telling';
import { bottomOf, centre, rightOf, type StageSpot, type Area } from './lines.model';
import type { PassedDevice, StoryScene } from '../cast/scene.model';
import { pillEnd, pillSize } from './pill.model';
import { evenly, hasRoomOutside, mostBeside, ROW_GAP, smallHosts, smallSizes } from './small.model';
import {
  BELOW_TALL,
  LANE,
  MOST_TALL,
  outsideHeight,
  rowTop,
  shareSpare,
  tallHeight,
  tallSizes,
  type RowGaps,
  type TallLayout,
} from './tall.model';

/** The paper the stage is drawn on. `tall`: nodes under each other. */
export interface Paper extends TallLayout {
  readonly width: number;
  readonly height: number;
  readonly tall: boolean;
  /** Nodes beside each other with the least that can be read; where one has room, the one the packet is in. */
  readonly small?: boolean;
  /** A pane of the bench: Pods over each other where they have no room beside each other. */
  readonly pane?: boolean;
  /** What stands in the upper right corner, px: neither the Service nor words beside it are drawn there. */
  readonly corner?: number;
  readonly measure: MeasureText;
  /** Actors with a letter of what is asked: it takes room. */
  readonly lettered?: ReadonlySet<string>;
  /** Nodes whose hooks or routing are told of: they need room for them. */
  readonly deep: ReadonlySet<string>;
  /** Words the drawing has to leave room for. */
  readonly words: { readonly to: string; readonly from: string; readonly remembered: string; readonly routing: string };
}

/** A node's box, its line and where its hook is drawn. */
export interface HostBox extends Area {
  readonly host: Host;
  readonly placed: readonly Placed[];
  readonly more: number;
  readonly lane: number;
  readonly deep: boolean;
}

/** Where everybody stands: for one cast, and one knowledge of who was chosen. */
export interface StoryLayout {
  readonly paper: Paper;
  readonly sizes: Sizes;
  /** The Service, with its name as there is room for it. */
  readonly pill?: Area & { readonly name: string };
  readonly hosts: readonly HostBox[];
  readonly outside: readonly Placed[];
  /** Machines outside that have no room here: what comes from them comes from the left. */
  readonly unseen?: ReadonlySet<string>;
  readonly source: string | undefined;
  /** Right of the nodes, where the line goes down from one to the next. */
  readonly trunk: number;
}

const NAME_BELOW = 12;
const NARROW_BELOW = 1150;
/** On a page nodes beside each other have so much height; a little less where a headline takes a line more. */
const PAGE = 328;
const LOW_PAGE = 314;
/** What gives way then: around the Service, and below the line. */
const LOWER = { top: WIDE.top - 8, pillTop: WIDE.pillTop - 4, lane: WIDE.lane - 6 };

/** On a page: boxes give way to the aim where it is narrow, gaps where it is low. */
function pageSizes(cast: StoryCast, { width, height, pane }: Paper): Sizes {
  const sizes = pane ? PANE : width < NARROW_BELOW ? NARROW : WIDE;
  const whole = hasPill(cast) ? PAGE : PAGE - WIDE.pillHeight;
  return height < whole ? { ...sizes, ...LOWER } : sizes;
}

/** Places the cast. */
export function makeLayout(cast: StoryCast, scene: StoryScene, paper: Paper): StoryLayout {
  const whole = paper.small ? smallSizes(cast, paper.height) : paper.tall ? tallSizes(paper) : pageSizes(cast, paper);
  const airs = shareSpare(cast, paper.deep, paper.spare);
  const sizes = lower(hasPill(cast) ? whole : withoutPill(whole), airs);
  const must = requiredActors(cast);
  const listed = listedBy(cast);
  const isOutside = !paper.small || hasRoomOutside(cast, scene, paper.width);
  const outside = isOutside ? placeOutside(cast.outside, sizes, paper) : [];
  const hosts = paper.tall
    ? stacked(cast, outside, { sizes, paper, must, listed, airs })
    : beside(cast, outside, { sizes, paper, must, listed, scene });
  const { name, width } = pillSize(cast, sizes, paper);
  const middle =
    paper.tall || paper.small || hosts.length !== 2 || outside.length > 0 ? paper.width / 2 : gapCentre(hosts);
  const pill = {
    name,
    x: Math.max(0, Math.min(middle - width / 2, pillEnd(paper) - width)),
    y: sizes.pillTop,
    w: width,
    h: sizes.pillHeight,
  };
  return {
    paper,
    sizes,
    ...(cast.pill ? { pill } : {}),
    hosts,
    outside,
    ...(isOutside ? {} : { unseen: new Set(cast.outside.map(({ id }) => id)) }),
    source: cast.source,
    trunk: paper.width - sizes.margin - 22,
  };
}

/** Actors that send, that are chosen, or that pass the packet on. */
export function requiredActors(cast: StoryCast): ReadonlySet<string> {
  return new Set([cast.source, ...cast.takers, ...passedProcesses(cast)].filter((id) => id !== undefined));
}

/** Of those a choice is made among the ones its lens has room for. */
function listedBy({ offered, takers }: StoryCast): ReadonlySet<string> {
  return new Set(offered.flatMap((ids) => mostTelling(ids, (id) => takers.has(id), MOST_LISTED)));
}

/** Processes that take the packet on its way: they must be there for it to stand with. */
function passedProcesses({ hosts }: StoryCast): readonly string[] {
  return hosts.flatMap(({ actors }) =>
    actors.flatMap(({ id, kind, visited }) => (kind === 'process' && visited ? [id] : [])),
  );
}

/** Is a Service asked at any of its moments? */
function hasPill({ asked }: StoryCast): boolean {
  return asked.some(({ pill }) => pill !== undefined);
}

/** Above the nodes only the aim needs room then. */
function withoutPill(sizes: Sizes): Sizes {
  return { ...sizes, top: sizes.top - sizes.pillHeight };
}

/** In the middle of the height there is. */
function lower(sizes: Sizes, { above, between }: RowGaps): Sizes {
  return { ...sizes, pillTop: sizes.pillTop + above, top: sizes.top + above + between };
}

interface Placing {
  readonly sizes: Sizes;
  readonly paper: Paper;
  readonly must: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
}

function gapCentre([a, b]: readonly HostBox[]): number {
  return a && b ? (rightOf(a) + b.x) / 2 : 0;
}

/** From a machine outside to the packet above it, and from the Service to the first of them; in a small frame as little as can be. */
const AROUND = { packet: 8, pill: 4 };
const AROUND_SMALL = { packet: 2.5, pill: 2 };
export const aroundOutside = ({ small }: Pick<Paper, 'small'>): typeof AROUND => (small ? AROUND_SMALL : AROUND);

function placeOutside(actors: readonly Actor[], sizes: Sizes, paper: Paper): readonly Placed[] {
  const { measure, tall, height } = paper;
  const boxes = actors.map((actor) => {
    const lines = linesBelow(actor, sizes.longest);
    const name = drawnName(actor.name);
    const text = Math.max(measure(name, 'ui', sizes.type), ...lines.map((line) => measure(line, 'mono', sizes.type)));
    const h = sizes.actorHeight + Math.max(0, lines.length - 1) * (sizes.type + 4);
    return { actor, name, lines, w: Math.max(132, text + 2 * sizes.padding), h, pad: sizes.padding };
  });
  if (tall) {
    let x = sizes.margin + sizes.inset;
    return boxes.map((box) => {
      const placed = { ...box, x, y: sizes.top };
      x += box.w + 14;
      return placed;
    });
  }
  // The last one the packet comes by stands at the line, those before it above: so high that it has room between.
  const end = boxes.length - 1;
  const last = height - sizes.lane - (boxes[end]?.h ?? 0) / 2;
  const around = aroundOutside(paper);
  const between = sizes.packet * 2.05 + 2 * around.packet;
  const lowest = last - boxes.slice(0, end).reduce((sum, { h }) => sum + h + between, 0);
  const top = Math.min(sizes.top + sizes.actorTop, Math.max(sizes.pillTop + sizes.pillHeight + around.pill, lowest));
  return boxes.map((box, index) => ({
    ...box,
    x: sizes.margin,
    y: index === end ? last : top + (index * (last - top)) / end,
  }));
}

/** A node is at least so wide: a packet has room at its hook. */
const LEAST_HOST = 270;
/** Between three nodes: `wire` has room. */
const BETWEEN = 64;
/** In a pane it has none. */
const BETWEEN_IN_PANE = 20;
/** Pods of a pane begin at the left of their node: a packet at a machine outside, an address of IPv4 and its port, ends before them. */
const PACKET_OUTSIDE = 240;
/** Where a node's line has its word. */
export const LEAST_WIRE = 40;

function beside(
  cast: StoryCast,
  outside: readonly Placed[],
  { sizes, paper, must, listed, scene }: Placing & { readonly scene: StoryScene },
): readonly HostBox[] {
  const column =
    outside.length === 0 ? 0 : Math.max(paper.pane ? PACKET_OUTSIDE : 0, ...outside.map(({ w }) => w + 64));
  const width = paper.width - 2 * sizes.margin - column;
  const between = paper.pane ? BETWEEN_IN_PANE : BETWEEN;
  const kept = shownHosts(cast, must, mostBeside(width, LEAST_HOST, between));
  const gap = kept.length > 2 && !paper.small ? between : sizes.gap;
  const shown = paper.small
    ? smallHosts(cast, scene, { sizes, width, measure: paper.measure, must })
    : evenly(kept, width, gap);
  let x = sizes.margin + column;
  return shown.map(({ host, w, only }) => {
    const row = { x, y: sizes.top + sizes.actorTop, w, h: sizes.actorHeight };
    const { measure, lettered } = paper;
    const all = host.actors.length;
    const actors = only ? host.actors.filter(({ id }) => only.has(id)) : host.actors;
    const wanted = { sizes, measure, must, listed, lettered, own: cast.wanted };
    const crowded = (
      paper.pane
        ? placeRows({ ...host, actors }, row, wanted, rowsIn(paper.height - neededHeight(cast, paper), sizes))
        : placeRow({ ...host, actors }, row, wanted)
    ).placed;
    const placed = paper.small && column > 0 ? atRight(crowded, x + w - sizes.inset) : crowded;
    const crowd = { placed, more: all - placed.length };
    const h = paper.height - NAME_BELOW - sizes.top;
    const box = { host, ...crowd, x, y: sizes.top, w, h, lane: paper.height - sizes.lane, deep: true };
    x += w + gap;
    return box;
  });
}

/** As far right as there is room: a packet beside a machine outside is wider than that. */
function atRight(placed: readonly Placed[], right: number): readonly Placed[] {
  const shift = Math.max(0, right - Math.max(0, ...placed.map(rightOf)));
  return placed.map((box) => ({ ...box, x: box.x + shift }));
}

/** Right of the boxes the line goes down. */
const TRUNK_ROOM = 20;

function stacked(
  cast: StoryCast,
  outside: readonly Placed[],
  { sizes, paper, must, listed, airs: { between } }: Placing & { readonly airs: RowGaps },
): readonly HostBox[] {
  let y = sizes.top + outsideHeight(cast.outside, paper) + (cast.outside.length > 0 ? between : 0);
  const w = paper.width - 2 * sizes.margin;
  return shownHosts(cast, must, MOST_TALL).map((host) => {
    const deep = paper.deep.has(host.id);
    const h = tallHeight(host, deep, paper) + (deep ? 2 * between : 0);
    const top = y + (deep ? sizes.actorTop : rowTop(host));
    const row = { x: sizes.margin, y: top, w: w - TRUNK_ROOM, h: sizes.actorHeight };
    const { measure, lettered } = paper;
    const crowd = placeRow(host, row, { sizes, measure, must, listed, lettered, own: cast.wanted });
    const box = { host, ...crowd, x: sizes.margin, y, w, h, lane: deep ? y + h - LANE : y + 11, deep };
    y += h + sizes.gap + between;
    return box;
  });
}

/** Hosts to show: those with someone who must be there, and the first ones. */
function shownHosts({ hosts, wanted }: StoryCast, must: ReadonlySet<string>, most: number): readonly Host[] {
  if (hosts.length <= most) return hosts;
  const has = (host: Host, ids: ReadonlySet<string>): boolean => host.actors.some(({ id }) => ids.has(id));
  const rank = (host: Host): number => (has(host, must) ? 0 : has(host, wanted) ? 1 : 2);
  const kept = new Set(hosts.toSorted((a, b) => rank(a) - rank(b)).slice(0, most));
  return hosts.filter((host) => kept.has(host));
}

/** Nodes with a moment at a hook or a routing decision. */
export function deepNodes(moments: readonly Moment[]): ReadonlySet<string> {
  return new Set(moments.filter(({ hook, kind }) => hook !== undefined || kind === 'routed').map(({ node }) => node));
}

/** Height the stage needs, px. */
export function neededHeight(cast: StoryCast, paper: Pick<Paper, 'tall' | 'deep' | keyof TallLayout>): number {
  // 356 as drawn; where the sentence takes two lines, what is between Pods and hooks gives way.
  const { tall, deep } = paper;
  if (!tall) return hasPill(cast) ? LOW_PAGE : LOW_PAGE - WIDE.pillHeight;
  const hosts = cast.hosts.slice(0, MOST_TALL);
  const stack =
    hosts.reduce((sum, host) => sum + tallHeight(host, deep.has(host.id), paper), 0) + (hosts.length - 1) * TALL.gap;
  const { top } = hasPill(cast) ? TALL : withoutPill(TALL);
  return top + outsideHeight(cast.outside, paper) + stack + BELOW_TALL;
}

/** By so much boxes of a small picture stand too close, px: a row over its hook, machines outside over each other. */
export function lackOfHeight({ paper, sizes, hosts, outside }: StoryLayout): number {
  const packet = sizes.packet * 2.05;
  const hook = ROW_GAP + sizes.gate[0] + packet / 2;
  const rows = hosts.flatMap(({ placed, lane }) => placed.map((box) => bottomOf(box) + hook - lane));
  const columns = outside.flatMap((box, at) => {
    const above = outside[at - 1];
    return above ? [bottomOf(above) + packet + 2 * aroundOutside(paper).packet - box.y] : [];
  });
  return Math.ceil(Math.max(0, ...rows, ...columns));
}

/** The box of an actor, and the node it stands on. */
export interface FoundActor {
  readonly box: Placed;
  readonly on?: HostBox;
}

export function findActor({ hosts, outside }: StoryLayout, id: string | undefined): FoundActor | undefined {
  for (const on of hosts) {
    const box = on.placed.find(({ actor }) => actor.id === id);
    if (box) return { box, on };
  }
  const box = outside.find(({ actor }) => actor.id === id);
  return box && { box };
}

/** Where it says how many more stand on a node: in its lower border, in a hand in the upper one: what is remembered stands below. */
export function moreSpot(host: HostBox, tall: boolean): { x: number; y: number; textAnchor: 'start' | 'end' } {
  if (tall) return { x: host.x + 18, y: host.y + 6, textAnchor: 'start' };
  return { x: host.x + host.w - 48, y: host.y + host.h + 6, textAnchor: 'end' };
}

/** The name of a Pod's own device, or of its other end, beside the line under its box; `dot`: on the line. */
export interface OwnDevice extends Area {
  readonly dot: StageSpot;
  readonly isLeft: boolean;
}

/** Letters of a device's name, px. */
const DEVICE_TYPE = 18;

export function ownDevice(layout: StoryLayout, { role, actor, device }: PassedDevice): OwnDevice | undefined {
  const found = role === 'own' || role === 'peer' ? findActor(layout, actor) : undefined;
  if (!found?.on || layout.paper.tall || layout.paper.small) return undefined;
  const dot = { x: centre(found.box), y: bottomOf(found.box) + (role === 'own' ? 14 : 36) };
  const w = layout.paper.measure(device, 'mono', DEVICE_TYPE);
  // By the right edge of its node its name stands on the other side of the line.
  const isLeft = dot.x + 14 + w >= rightOf(found.on) - 6;
  // As far from the dot as the next Pod's line leaves room for.
  const others = found.on.placed.map(centre).filter((x) => (isLeft ? x < dot.x : x > dot.x));
  const room = Math.min(...others.map((x) => Math.abs(x - dot.x))) - w - 3;
  const gap = Math.min(14, Math.max(8, room));
  return { x: isLeft ? dot.x - gap - w : dot.x + gap, y: dot.y - 9, w, h: DEVICE_TYPE, dot, isLeft };
}

/** Beside the machines outside: a line there goes by those it does not enter, px. */
const BESIDE_OUTSIDE = 8;

/** The line to the wire past the machine outside that stands at it: for a packet that was never there. */
export function wirePastMachine(layout: StoryLayout, { box }: FoundActor, last: Placed): readonly StageSpot[] {
  const y = box.y + box.h / 2;
  const x = Math.max(...layout.outside.map(rightOf)) + BESIDE_OUTSIDE;
  return [
    { x: rightOf(box), y },
    { x, y },
    { x, y: last.y + last.h / 2 },
  ];
}

/** A line at the left of boxes that stand over each other is so far from them, px. */
export const SIDE_LINE = 7;

/** From the box of an actor to the line it hangs on. */
export function collectStem(layout: StoryLayout, { box, on }: FoundActor): readonly StageSpot[] {
  if (on && box.side) {
    const y = box.y + box.h / 2;
    const x = box.x - SIDE_LINE;
    return [
      { x: box.x, y },
      { x, y },
      { x, y: on.lane },
    ];
  }
  if (on) {
    // Under a tall node's first box stands its hook: the line goes past it.
    const first = box === on.placed[0];
    const past = first && layout.paper.small ? 6 : first && layout.paper.tall && on.deep ? 16 : undefined;
    const below = on.lane > bottomOf(box);
    const x = past === undefined ? (below ? centre(box) : landing(box)) : box.x + past;
    return [
      { x, y: below ? bottomOf(box) : box.y },
      { x, y: on.lane },
    ];
  }
  const x = centre(box);
  const last = layout.outside.at(-1);
  const first = layout.hosts[0];
  if (layout.paper.tall) {
    // Between the machines outside and the first node it goes to where the nodes' own line goes down.
    const y = first ? first.y - 8 : bottomOf(box);
    return [
      { x, y: bottomOf(box) },
      { x, y },
      { x: layout.trunk, y },
    ];
  }
  if (!last || last.actor.id === box.actor.id) return [{ x: rightOf(box), y: box.y + box.h / 2 }];
  return [
    { x, y: bottomOf(box) },
    { x, y: last.y + last.h / 2 },
  ];
}

/** Along the line, from node to node. */
export function wireBetween(
  layout: StoryLayout,
  from: HostBox | undefined,
  to: HostBox | undefined,
): readonly StageSpot[] {
  if (!layout.paper.tall || from === to) return [];
  return [from, to].flatMap((host) => (host ? [{ x: layout.trunk, y: host.lane }] : []));
}
