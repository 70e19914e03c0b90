import type { AddressKind } from '../../common/address-kind.model';
import { type Tone, dispositionMark, type VerdictMark } from '../../common/theme/verdicts';
import styles from './packet-layer.module.css';
import type { IpAddress } from '../../../core/net/ip';
import type { Leg } from '../../../core/sim/trace';
import type { FlatStep } from '../../../store/selectors';
import { bottom, right, type Point, type Rect, placeAt } from '../topology/geometry.model';
import type { StageLayout } from '../topology/layout.model';
import { collectLabel, type LabelPart } from '../topology/moment.model';
import { packetPath, type PacketPath } from './path.model';

/** Everything about one trace on one layout that does not depend on the playhead. */
export interface CanvasScene {
  readonly path: PacketPath;
  readonly labels: readonly (readonly LabelPart[])[];
  /** Where the label rests beside each step's place, and between which x it may lie. */
  readonly rests: readonly Rest[];
  /** By leg: how it ended. */
  readonly ends: readonly VerdictMark[];
  /** By leg: does a gate's own box say how it ended? */
  readonly gated: readonly boolean[];
  /** Left and right end of the stage. */
  readonly width: readonly [number, number];
  /** Boxes that hide lines under them. */
  readonly covers: readonly Rect[];
  /** By leg, by step: the line up to that step's place. Made when first asked for. */
  readonly lines: Map<string, Path2D>;
}

interface Rest {
  readonly y: number;
  readonly low: number;
  readonly high: number;
  /** How far from its place the packet stands, so that it hides no words. */
  readonly perch: Point;
}

/** Prepares a trace for painting. */
export function makeScene(
  layout: StageLayout,
  steps: readonly FlatStep[],
  legs: readonly Leg[],
  kindOf: (address: IpAddress) => AddressKind,
): CanvasScene {
  const path = packetPath(layout.graph, steps);
  return {
    path,
    labels: steps.map((step) => collectLabel(step, kindOf)),
    rests: path.anchors.map((anchor) => findRest(layout, anchor)),
    ends: legs.map(({ disposition }) => dispositionMark(disposition)),
    gated: legs.map((_, leg) => path.anchors[(path.legs[leg + 1] ?? 0) - 1]?.startsWith('gate:') ?? false),
    width: [layout.bounds.x, right(layout.bounds)],
    covers: listCovers(layout, path),
    lines: new Map(),
  };
}

const ON_WIRE: Point = { x: 0, y: 0 };

/** Distance from a place to the middle of the label beside it. */
const ASIDE = 17;

/** In the free lane nearest to a place, so that the label hides no words. */
function findRest(layout: StageLayout, anchor: string): Rest {
  const at: Point = layout.graph.vertices.get(anchor) ?? { x: 0, y: 0 };
  const card = cardAround(layout, at);
  const rect = layout.rects.get(anchor);
  const frame = card?.rect ?? layout.bounds;
  const rest = (y: number, perch = ON_WIRE): Rest => ({ y, perch, low: frame.x, high: right(frame) });
  const kind = anchor.slice(0, anchor.indexOf(':'));
  if (kind === 'outside') return rest((rect?.y ?? at.y) - 12, { x: 0, y: (rect?.height ?? 0) / 2 });
  const lanes = card && findLanes(layout, card.netns);
  if (!lanes) return rest(at.y + ASIDE);
  if (['gate', 'local', 'route', 'route-out'].includes(kind)) {
    if (!rect || kind === 'route') return rest(lanes.between);
    // Right of a gate's words, which begin at its left.
    const y = (Math.sign(lanes.between - at.y) * rect.height) / 2;
    return rest(lanes.between, { x: kind === 'gate' ? rect.width * 0.3 : 0, y });
  }
  if (kind === 'ipvs') return rest(lanes.between, { x: -(rect?.width ?? 0) / 2 - 5, y: 0 });
  // Right of the Pod's `eth0` and of its address. One far above the lane keeps its label near.
  const perch = kind === 'pod' && rect ? { x: rect.width * 0.28, y: 0 } : ON_WIRE;
  if (at.y < lanes.above) return rest(lanes.above - at.y > FAR ? at.y + ASIDE : lanes.above, perch);
  // A cable is plugged in at the lower edge; on others the packet stands at the upper one, off the name.
  const plugged = !rect || at.y >= bottom(rect);
  return rest(lanes.below, { x: 0, y: plugged ? 0 : -rect.height / 2 });
}

/** From the lowest Pods to the lane under the bridge it is less. */
const FAR = 70;

interface Lanes {
  /** Between the bridge and the gates. */
  readonly above: number;
  /** Between the two rows of gates. */
  readonly between: number;
  /** Between the gates and the devices under them. */
  readonly below: number;
}

/** The lanes of a card that hold lines and no words. */
function findLanes({ rects }: StageLayout, netns: string): Lanes | undefined {
  const upper = rects.get(placeAt.gate(netns, 'FORWARD')) ?? rects.get(placeAt.vswitch(netns));
  const lower = rects.get(placeAt.gate(netns, 'INPUT')) ?? rects.get(placeAt.local(netns));
  if (!upper || !lower) return undefined;
  const between = (bottom(upper) + lower.y) / 2;
  const lane = (lower.y - bottom(upper)) / 2;
  return { above: upper.y - lane, between, below: bottom(lower) + lane };
}

function cardAround({ rects }: StageLayout, at: Point): { readonly netns: string; readonly rect: Rect } | undefined {
  const prefix = placeAt.card('');
  for (const [id, rect] of rects) {
    const inside = at.x >= rect.x && at.x <= right(rect) && at.y >= rect.y && at.y <= bottom(rect);
    if (inside && id.startsWith(prefix)) return { netns: id.slice(prefix.length), rect };
  }
  return undefined;
}

function listCovers({ rects, opaque }: StageLayout, { anchors }: PacketPath): Rect[] {
  const covering = new Set([...opaque, ...anchors.filter((anchor) => anchor.startsWith(placeAt.pod('')))]);
  return [...covering].flatMap((id) => rects.get(id) ?? []);
}

interface Watchers {
  readonly resized: (size: { readonly width: number; readonly height: number; readonly ratio: number }) => void;
  readonly recoloured: () => void;
}

/** Size and theme are read when they change, never in a frame. */
export function watchCanvas(canvas: HTMLCanvasElement, { resized, recoloured }: Watchers): () => void {
  const sizes = new ResizeObserver(([entry]) => {
    if (!entry) return;
    const { width, height } = entry.contentRect;
    const ratio = window.devicePixelRatio;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    resized({ width, height, ratio });
  });
  sizes.observe(canvas);
  const themes = new MutationObserver(recoloured);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme', 'class'] });
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', recoloured);
  return () => {
    sizes.disconnect();
    themes.disconnect();
    dark.removeEventListener('change', recoloured);
  };
}

/** Colours and fonts a canvas needs, resolved for the theme that is shown. */
export interface Colours {
  readonly accent: string;
  readonly onAccent: string;
  readonly mute: string;
  readonly panel: string;
  /** The label is a strip of the other theme: dark on light, light on dark. */
  readonly label: string;
  readonly labelInk: string;
  readonly labelMute: string;
  readonly address: Readonly<Record<AddressKind, string>>;
  /** Text on a filled address. */
  readonly onAddress: string;
  readonly tone: Readonly<Record<Tone, string>>;
  /** The same on the label's strip. */
  readonly endTone: Readonly<Record<Tone, string>>;
  readonly mono: string;
}

/** Reads the theme's tokens where `host` stands. Costs a style calculation: once a theme, never a frame. */
export function readColours(host: HTMLElement): Colours {
  const probe = document.createElement('span');
  probe.className = styles.inks ?? '';
  probe.hidden = true;
  host.append(probe);
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colours: Colours = {
    accent: read('accent'),
    onAccent: read('on-accent'),
    mute: read('mute'),
    panel: read('panel'),
    label: read('label'),
    labelInk: read('label-ink'),
    labelMute: read('label-mute'),
    address: { physical: read('label-physical'), pod: read('label-pod'), service: read('label-service') },
    onAddress: read('label-on-address'),
    tone: {
      ok: read('ok'),
      drop: read('drop'),
      rej: read('rej'),
      nat: read('nat'),
      unknown: read('unknown'),
      quiet: read('mute'),
    },
    endTone: {
      ok: read('label-ok'),
      drop: read('label-drop'),
      rej: read('label-rej'),
      nat: read('label-ink'),
      unknown: read('label-unknown'),
      quiet: read('label-mute'),
    },
    mono: getComputedStyle(host).getPropertyValue('--font-mono').trim() || 'monospace',
  };
  probe.remove();
  return colours;
}
