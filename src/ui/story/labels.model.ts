import type { StageDrawing } from './drawing.model';
import { findActor, type StageGround, type HostBox } from './layout.model';
import { bottomOf, centre, rightOf, type StageSpot } from './lines.model';
import type { Passed, StoryScene } from './scene.model';

/** The name of a device, and its dot on the line. */
export interface DeviceLabel extends StageSpot {
  readonly id: string;
  readonly text: string;
  readonly anchor: 'start' | 'end' | 'middle';
  readonly dot?: StageSpot;
}

/** Where the names of devices stand: by the line they are part of; on a tall stage on the upper border of their node. */
export function listLabels(
  ground: StageGround,
  passed: readonly Passed[],
  drawing: StageDrawing,
): readonly DeviceLabel[] {
  if (ground.paper.small) return [];
  if (ground.paper.tall) return ground.hosts.flatMap((host) => collectLegend(host, ground, passed));
  return passed.flatMap((each) => {
    const label = findLabel(ground, each, passed);
    return label && !isHidden(label, drawing) ? [label] : [];
  });
}

/** A hook's box is drawn over it. */
function isHidden({ dot }: DeviceLabel, { gate, packet }: StageDrawing): boolean {
  return [gate, packet].some(
    (box) =>
      box && dot && dot.x > box.x - 4 && dot.x < rightOf(box) + 4 && dot.y > box.y - 4 && dot.y < bottomOf(box) + 4,
  );
}

function findLabel(
  ground: StageGround,
  { netns, device, role, actor }: Passed,
  all: readonly Passed[],
): DeviceLabel | undefined {
  const base = { id: `${netns} ${device}`, text: device };
  if (role === 'own' || role === 'peer') {
    const found = findActor(ground, actor);
    if (!found?.on) return undefined;
    const x = centre(found.box);
    const y = bottomOf(found.box) + (role === 'own' ? 14 : 36);
    // By the right edge of the page its name stands on the other side of the line.
    const fits = x + 14 + ground.paper.measure(device, 'mono', ground.sizes.type) < ground.paper.width - 4;
    return { ...base, x: fits ? x + 14 : x - 14, y: y + 6, anchor: fits ? 'start' : 'end', dot: { x, y } };
  }
  const host = ground.hosts.find(({ host: { id } }) => id === netns);
  if (!host) return undefined;
  if (role === 'bridge') return bridgeLabel(host, base);
  const ups = all.filter((each) => each.netns === netns && (each.role === 'uplink' || each.role === 'tunnel'));
  const place = ups.filter((each) => each.role !== role).length > 0 && role === 'tunnel' ? 78 : 0;
  return edgeLabel(ground, host, { ...base, place });
}

function bridgeLabel(host: HostBox, base: { readonly id: string; readonly text: string }): DeviceLabel {
  const [first] = host.placed;
  const x = first ? centre(first) : host.x + 40;
  return { ...base, x: x - 12, y: host.lane + 6, anchor: 'end', dot: { x, y: host.lane } };
}

interface AtEdge {
  readonly id: string;
  readonly text: string;
  readonly place: number;
}

/** Where the line leaves the node: to the next one, or to the machines at the left. */
function edgeLabel({ hosts, outside }: StageGround, host: HostBox, { place, ...base }: AtEdge): DeviceLabel {
  const leftmost = hosts[0] === host;
  const leaves = leftmost && hosts.length > 1 && outside.length === 0;
  const x = leaves ? rightOf(host) - place : host.x + place;
  const y = host.lane + 25;
  return { ...base, x: leaves ? x - 10 : x + 10, y, anchor: leaves ? 'end' : 'start', dot: { x, y: host.lane } };
}

/** `12 more`, and the gap to it. */
const MORE = 92;

/** `eth0 · veth12 · cni0` on a node's upper border. */
function collectLegend(
  host: HostBox,
  { sizes, paper }: StageGround,
  passed: readonly Passed[],
): readonly DeviceLabel[] {
  const own = new Set([host.host.id, ...host.placed.map(({ actor }) => actor.id)]);
  const names = passed.filter(({ netns }) => own.has(netns)).map(({ device }) => device);
  if (names.length === 0) return [];
  // What has no room there is in the lens, which lists all of them; how many more there are stands on the same border.
  const room = host.w - 2 * sizes.inset - (host.more > 0 ? MORE : 0);
  const texts = [4, 3, 2, 1].map((most) => [...new Set(names)].slice(0, most).join(' · '));
  const text = texts.find((each) => paper.measure(each, 'mono', 16) <= room) ?? '';
  if (text === '') return [];
  return [{ id: host.host.id, text, x: rightOf(host) - sizes.inset, y: host.y + 5, anchor: 'end' }];
}

interface Wired {
  readonly ground: StageGround;
  readonly scene: StoryScene;
  readonly drawing: StageDrawing;
}

/** Where the line between two machines says what it is: beside the first one that is led on. */
export function wireSpots({ ground: { hosts, outside, paper, trunk }, scene, drawing }: Wired): readonly StageSpot[] {
  if (paper.small) return [];
  const wired = new Set(drawing.wires.map(({ id }) => id));
  const spots: StageSpot[] = [];
  for (const [index, host] of hosts.entries()) {
    const next = hosts[index + 1];
    const told = scene.remembered.some((entry) => entry.host === host.host.id);
    const led = hosts.slice(index + 1).some(({ placed }) => placed.some(({ actor }) => wired.has(actor.id)));
    if (!next || !led || (paper.tall && told)) continue;
    if (paper.tall) spots.push({ x: trunk - 8, y: (host.y + host.h + next.y) / 2 + 6 });
    else spots.push({ x: (host.x + host.w + next.x) / 2, y: host.lane - 14 });
  }
  const [first] = hosts;
  const last = outside.at(-1);
  if (!paper.tall && first && last) spots.push({ x: (last.x + last.w + first.x) / 2, y: first.lane - 14 });
  return spots;
}
