import type { Host, StoryCast } from '../cast/cast.model';
import { boxWidth, drawnName, LEAST, linesBelow, LOW, SMALL, type MeasureText, type Sizes } from './frame.model';
import type { StoryScene } from '../cast/scene.model';

/*
 * A small frame, of another page or on paper: the node the packet is in is always seen, and the one that is chosen from it.
 * Who else has no room is not drawn.
 */

/** Lower than this pill, Pods and hook stand closer. */
const LOW_BELOW = 230;

/** Between a row of Pods and a hook, px. */
export const ROW_GAP = 5;

/** Sizes of a small frame: height that Pods and hook leave over goes above the nodes, where lines fall. */
export function smallSizes({ hosts, outside }: StoryCast, height: number): Sizes {
  if (height >= LOW_BELOW) return SMALL;
  const actors = [...hosts.flatMap((host) => host.actors), ...outside];
  const more = Math.max(1, ...actors.map((actor) => linesBelow(actor).length)) - 1;
  const topOf = ({ lane, packet, gate, actorTop, actorHeight, type }: Sizes): number =>
    height - (lane + (packet * 2.05) / 2 + gate[0]) - (actorTop + actorHeight + more * (type + 4) + ROW_GAP);
  const sizes = topOf(LOW) >= LOW.top ? LOW : LEAST;
  return { ...sizes, top: Math.min(SMALL.top, Math.max(sizes.top, topOf(sizes))) };
}

/** A column of machines outside, and beside it one node. */
const WITH_OUTSIDE = 440;
/** A node is at least so wide: a packet has room at its hook. */
const LEAST_HOST = 200;

/** Nodes with a part in what is told now: where the packet is, and, once a Pod is chosen, where it goes to or came in. */
function findPair(
  { hosts }: StoryCast,
  { place, chosen }: StoryScene,
): { readonly here?: Host; readonly other?: Host } {
  const find = (id: string | undefined): Host | undefined =>
    hosts.find((host) => host.id === id || host.actors.some((actor) => actor.id === id));
  const [entry] = hosts;
  const here = find('host' in place ? place.host : place.actor) ?? entry;
  const far = find(chosen);
  const other = far === here ? entry : far;
  return { ...(here ? { here } : {}), ...(far && other && other !== here ? { other } : {}) };
}

/** A machine outside takes the room of the nodes: it is there while it has the packet, or where they have enough. */
export function hasRoomOutside(cast: StoryCast, scene: StoryScene, width: number): boolean {
  const { place } = scene;
  if (cast.hosts.length === 0 || ('actor' in place && cast.outside.some(({ id }) => id === place.actor))) return true;
  return width >= WITH_OUTSIDE + (findPair(cast, scene).other ? LEAST_HOST + SMALL.gap : 0);
}

/** A node with its width; `only`: of those on it who have to be there. */
export interface ShownHost {
  readonly host: Host;
  readonly w: number;
  readonly only?: ReadonlySet<string>;
}

/** So many nodes of a width stand beside each other. */
export function mostBeside(width: number, least: number, gap: number): number {
  return Math.max(1, Math.min(3, Math.floor((width + gap) / (least + gap))));
}

/** All of them as wide as the others. */
export function evenly(hosts: readonly Host[], width: number, gap: number): readonly ShownHost[] {
  const w = (width - gap * Math.max(0, hosts.length - 1)) / Math.max(1, hosts.length);
  return hosts.map((host) => ({ host, w }));
}

interface SmallRoom {
  readonly sizes: Sizes;
  readonly width: number;
  readonly measure: MeasureText;
  /** Actors that must be there. */
  readonly must: ReadonlySet<string>;
  /** Only names have room. */
  readonly bare?: boolean;
}

/** All nodes, if they have room; else those of what is told now, the one without the packet as narrow as who is wanted there. */
export function smallHosts(cast: StoryCast, scene: StoryScene, room: SmallRoom): readonly ShownHost[] {
  const { sizes, width } = room;
  const { hosts } = cast;
  const { here, other } = findPair(cast, scene);
  const most = mostBeside(width, LEAST_HOST, sizes.gap);
  if (here && other && most === 1) {
    const widthBeside = (narrow: ShownHost): number => width - sizes.gap - narrow.w;
    const named = narrowHost(other, scene, room);
    // Without its address, where that leaves no room.
    const narrow = widthBeside(named) < LEAST_HOST ? narrowHost(other, scene, { ...room, bare: true }) : named;
    const w = widthBeside(narrow);
    const both = hosts.flatMap((host) => (host === other ? [narrow] : host === here ? [{ host, w }] : []));
    return w < LEAST_HOST ? [{ host: here, w: width }] : both;
  }
  const wanted = [here, other, ...hosts].filter((host) => host !== undefined);
  const kept = new Set([...new Set(wanted)].slice(0, most));
  return evenly(
    hosts.filter((host) => kept.has(host)),
    width,
    sizes.gap,
  );
}

/** Of a node's border, beside its name. */
const PLATE = 18;

/** As wide as its name, and as who is wanted there: who is chosen, or who must be there; names are cut where they are long. */
function narrowHost(host: Host, { chosen }: StoryScene, of: SmallRoom): ShownHost {
  const { sizes, width, measure, must, bare } = of;
  const isChosen = host.actors.some(({ id }) => id === chosen);
  const wanted = host.actors.filter(({ id }) => (isChosen ? id === chosen : must.has(id))).slice(0, 1);
  const room = width - sizes.gap - LEAST_HOST - 2 * sizes.inset;
  const seen = wanted.map((actor) => (bare ? { ...actor, address: actor.name } : actor));
  const boxes = seen.map((actor) => boxWidth(actor, { sizes, measure }, room) + 2 * sizes.inset);
  const plate = measure(drawnName(host.name), 'ui', sizes.type) * 1.04 + 2 * PLATE;
  return { host, w: Math.max(plate, ...boxes), only: new Set(wanted.map(({ id }) => id)) };
}
