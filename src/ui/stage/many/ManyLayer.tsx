import { useStoreApi } from '@xyflow/react';
import { useEffect, useMemo, useRef } from 'react';
import { useAddressKind } from '../../common/addresses';
import { RestOfWords } from '../../common/i18n/I18nProvider';
import { useReducedMotion } from '../../common/theme/media';
import type { StageLayout } from '../topology/layout.model';
import {
  makeCrowd,
  landedAt,
  lastLanded,
  type Crowd,
  lengthAt,
  drawnRoute,
  coatAt,
  placeOn,
  listRunners,
  playheadAt,
  type FlowRunner,
} from './crowd.model';
import { getSending, crowdDuration, useNow } from './use-crowd';
import styles from './many.module.css';
import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import type { BenchStore } from '../../../store/store';
import { classes } from '../../common/classes';
import { dispositionMark } from '../../common/theme/verdicts';
import { useLandingName } from './SendBar';
import { watchCanvas, readColours, type Colours } from '../packet/scene';
import type { AddressKind } from '../../common/address-kind.model';
import { getEndpoint } from '../topology/moment.model';
import { newSpot, spotAt } from '../packet/path.model';

/** A packet drawn once: requests are full, answers are rings, so that the way back is not told by colour alone. */
interface Sprites {
  readonly size: number;
  readonly of: (tone: AddressKind, back: boolean) => HTMLCanvasElement;
}

const RADIUS = 5;

function draw(colours: Colours, colour: string, back: boolean, ratio: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  const size = 2 * RADIUS + 4;
  canvas.width = Math.ceil(size * ratio);
  canvas.height = canvas.width;
  const context = canvas.getContext('2d');
  if (!context) return canvas;
  context.scale(ratio, ratio);
  context.beginPath();
  context.arc(size / 2, size / 2, back ? RADIUS - 1 : RADIUS, 0, 2 * Math.PI);
  context.fillStyle = back ? colours.panel : colour;
  context.fill();
  context.lineWidth = back ? 2.4 : 1.4;
  context.strokeStyle = back ? colour : colours.panel;
  context.stroke();
  return canvas;
}

/** Makes the pictures of a theme; drawing five hundred of them is five hundred copies. */
function makeSprites(colours: Colours, inks: Readonly<Record<AddressKind, string>>, ratio: number): Sprites {
  const made = new Map<string, HTMLCanvasElement>();
  return {
    size: 2 * RADIUS + 4,
    of: (tone, back) => {
      const key = `${tone} ${back}`;
      const known = made.get(key) ?? draw(colours, inks[tone], back, ratio);
      made.set(key, known);
      return known;
    },
  };
}

/** What moves: very many without words, or a few with their numbers. */
export type Moving =
  | { readonly kind: 'crowd'; readonly crowd: Crowd }
  | { readonly kind: 'runners'; readonly runners: readonly FlowRunner[]; readonly still: boolean }
  | { readonly kind: 'nothing' };

/** What a theme and a screen are painted with; made anew when one of them changes. */
export interface Paints {
  readonly colours: Colours;
  readonly inks: Readonly<Record<AddressKind, string>>;
  readonly sprites: Sprites;
}

interface Sheet extends Paints {
  readonly context: CanvasRenderingContext2D;
  /** Stage to pane: `[x, y, zoom]`, as xyflow keeps it. */
  readonly transform: readonly [number, number, number];
}

const place = { x: 0, y: 0 };
const spot = newSpot();

/** Every packet that is on its way, in the order they left. */
function drawCrowd({ context, sprites, transform: [x, y, zoom] }: Sheet, crowd: Crowd, at: number): void {
  const half = sprites.size / 2;
  for (let i = 0; i < crowd.way.length; i++) {
    const length = lengthAt(crowd, i, at);
    const route = length === undefined ? undefined : crowd.routes[crowd.way[i] ?? 0];
    if (length === undefined || !route || route.along.length === 0) continue;
    placeOn(route, length, place);
    const coat = coatAt(route, length);
    if (!coat) continue;
    const sprite = sprites.of(coat.tone, coat.back);
    context.drawImage(sprite, place.x * zoom + x - half, place.y * zoom + y - half, sprites.size, sprites.size);
  }
}

/** Room that a number and its label take, in CSS pixels. */
const ROOM = { width: 176, height: 22 } as const;

/** The first free place at or under a point. */
function freePlace(taken: readonly { left: number; top: number }[], left: number, wanted: number): number {
  const covers = (top: number): boolean =>
    taken.some((other) => Math.abs(other.left - left) < ROOM.width && Math.abs(other.top - top) < ROOM.height);
  let top = wanted;
  while (covers(top)) top += ROOM.height;
  return top;
}

/** A flow's packet: its number, and beside it whom it is for, or on the way back whom it is from. */
function drawRunner({ context, colours, inks }: Sheet, { number, step, left, top }: RunnerPlace): void {
  const back = step !== undefined && step.role !== 'request';
  context.beginPath();
  context.arc(left, top, 9, 0, 2 * Math.PI);
  context.fillStyle = back ? colours.panel : colours.accent;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = back ? colours.accent : colours.panel;
  context.stroke();
  context.fillStyle = back ? inks.physical : colours.onAccent;
  context.textAlign = 'center';
  context.fillText(String(number), left, top + 0.5);
  context.textAlign = 'start';
  if (!step) return;
  const side = back ? 'src' : 'dst';
  const text = `${back ? '←' : '→'} ${getEndpoint(step.data.packet, side)}`;
  const width = context.measureText(text).width + 14;
  context.beginPath();
  context.roundRect(left + 12, top - 9, width, 18, 9);
  context.fillStyle = colours.label;
  context.fill();
  context.fillStyle = colours.address[step.tone];
  context.fillText(text, left + 19, top + 0.5);
}

interface RunnerPlace {
  readonly number: number;
  readonly step: FlowRunner['steps'][number] | undefined;
  readonly left: number;
  readonly top: number;
}

/** Draws packets that run; labels that would lie on each other stand under each other. */
function drawRunners(sheet: Sheet, moving: Extract<Moving, { kind: 'runners' }>, at: number): void {
  const [x, y, zoom] = sheet.transform;
  const taken: { left: number; top: number }[] = [];
  sheet.context.font = `700 11px ${sheet.colours.mono}`;
  sheet.context.textBaseline = 'middle';
  moving.runners.forEach(({ path, steps }, i) => {
    if (path.starts.length < 2) return;
    spotAt(path, playheadAt(at), spot, moving.still);
    const left = spot.x * zoom + x;
    const top = freePlace(taken, left, spot.y * zoom + y);
    taken.push({ left, top });
    drawRunner(sheet, { number: i + 1, step: steps[spot.step], left, top });
  });
}

function makeInks(host: HTMLElement): Record<AddressKind, string> {
  const style = (token: string): string => {
    const probe = document.createElement('span');
    probe.style.color = `var(--${token})`;
    host.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return { physical: style('phys'), pod: style('pod'), service: style('svc') };
}

export function makePaints(host: HTMLElement, ratio: number): Paints {
  const [colours, inks] = [readColours(host), makeInks(host)];
  return { colours, inks, sprites: makeSprites(colours, inks, ratio) };
}

/** Paints what moves as it is at a time, in milliseconds. */
export function drawMoving(sheet: Sheet, moving: Moving, at: number): void {
  if (moving.kind === 'crowd') drawCrowd(sheet, moving.crowd, at);
  else if (moving.kind === 'runners') drawRunners(sheet, moving, at);
}

export interface CrowdPainter {
  readonly show: (moving: Moving) => void;
  readonly stop: () => void;
}

type Flow = ReturnType<typeof useStoreApi>;

interface Surfaces {
  readonly canvas: HTMLCanvasElement;
  /** Moved with the view, never drawn again for it. */
  readonly over: HTMLElement;
}

/** Paints when the time of the crowd, the view, the theme or the size changes; at most once a frame. */
export function startCrowd({ canvas, over }: Surfaces, flow: Flow, bench: BenchStore): CrowdPainter {
  const context = canvas.getContext('2d');
  let moving: Moving = { kind: 'nothing' };
  let size = { width: 0, height: 0, ratio: 1 };
  let paints: Paints | undefined;
  let [handle, blank] = [0, true];
  const paint = (): void => {
    handle = 0;
    if (!context || size.width === 0) return;
    context.setTransform(size.ratio, 0, 0, size.ratio, 0, 0);
    if (!blank) context.clearRect(0, 0, size.width, size.height);
    blank = moving.kind === 'nothing';
    if (blank) return;
    paints ??= makePaints(canvas.parentElement ?? canvas, size.ratio);
    drawMoving({ ...paints, context, transform: flow.getState().transform }, moving, bench.getState().many.at);
  };
  const ask = (): void => {
    handle ||= requestAnimationFrame(paint);
  };
  const stopWatching = watchCanvas(canvas, {
    resized: (next) => {
      [size, paints, blank] = [next, undefined, true];
      ask();
    },
    recoloured: () => {
      paints = undefined;
      ask();
    },
  });
  const stopFollowing = follow(over, flow, ask);
  const stopClock = bench.subscribe(({ many }, before) => {
    if (many.at !== before.many.at) ask();
  });
  return {
    show: (next) => {
      moving = next;
      ask();
    },
    stop: () => {
      cancelAnimationFrame(handle);
      stopWatching();
      stopFollowing();
      stopClock();
    },
  };
}

/** Keeps elements over the stage where the view has them. */
function follow(over: HTMLElement, flow: Flow, moved: () => void): () => void {
  const place = (): void => {
    const [x, y, zoom] = flow.getState().transform;
    over.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
  };
  place();
  return flow.subscribe((state, before) => {
    if (state.transform === before.transform) return;
    place();
    moved();
  });
}

interface Pile {
  readonly landing: number;
  readonly x: number;
  readonly y: number;
}

const STOREY = 26;

/** Where each landing's packets end; several at one place stand under each other. */
function listPiles({ routes, way, landing }: Crowd): readonly Pile[] {
  const piles = new Map<number, Pile>();
  const storeys = new Map<string, number>();
  way.forEach((route, i) => {
    const [at, on] = [landing[i] ?? 0, routes[route]?.landsOn];
    if (piles.has(at) || !on) return;
    const key = `${Math.round(on.x)} ${Math.round(on.y)}`;
    const storey = storeys.get(key) ?? 0;
    storeys.set(key, storey + 1);
    piles.set(at, { landing: at, x: on.x, y: on.y + storey * STOREY });
  });
  return [...piles.values()];
}

/** How many landed where until now, at the place itself; pressed, it shows the walk of the one that came last. */
export function Piles({ crowd }: { readonly crowd: Crowd }) {
  const t = useTranslations('many');
  const { showSent } = useActions();
  const nameOf = useLandingName();
  const bench = useBenchStore();
  const result = useBench(({ many }) => many.result);
  const now = useNow();
  const piles = useMemo(() => listPiles(crowd), [crowd]);
  const counts = landedAt(crowd, now);
  const show = (landing: number): void => {
    const nth = lastLanded(crowd, landing, bench.getState().many.at);
    if (result && nth !== undefined) showSent({ ...getSending(result), nth });
  };
  return piles.map(({ landing, x, y }) => {
    const landed = result?.landings[landing]?.landing;
    const count = counts[landing] ?? 0;
    if (!landed || count === 0) return null;
    const mark = dispositionMark(landed.disposition);
    const name = nameOf(landed);
    return (
      <button
        key={landing}
        type="button"
        data-pile={landing}
        className={classes(styles.pile, 'nopan nodrag', mark.tone !== 'ok' && styles.lost)}
        style={{ left: x, top: y }}
        aria-label={t('pile', { count, place: name })}
        title={t('pile', { count, place: name })}
        onClick={() => show(landing)}
      >
        {mark.tone === 'ok' ? '' : `${mark.sign} `}
        {count}
      </button>
    );
  });
}

/** Many packets over the stage: those on their way on a canvas, those that landed as a count at the place. */
export function ManyLayer({ layout }: { readonly layout: StageLayout }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const over = useRef<HTMLDivElement>(null);
  const painter = useRef<CrowdPainter>(undefined);
  const flow = useStoreApi();
  const bench = useBenchStore();
  const moving = useMoving(layout);
  useEffect(() => {
    if (!canvas.current || !over.current) return undefined;
    painter.current = startCrowd({ canvas: canvas.current, over: over.current }, flow, bench);
    return painter.current.stop;
  }, [flow, bench]);
  useEffect(() => painter.current?.show(moving), [moving]);
  const crowded = useBench(
    (state) => moving.kind !== 'nothing' && state.many.at > 0 && state.many.at < crowdDuration(state),
  );
  const { setMany } = useActions();
  useEffect(() => {
    setMany({ moving: crowded });
    return () => setMany({ moving: false });
  }, [crowded, setMany]);
  return (
    <>
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <div ref={over} className={styles.over}>
        {moving.kind === 'crowd' && (
          <RestOfWords>
            <Piles crowd={moving.crowd} />
          </RestOfWords>
        )}
      </div>
    </>
  );
}

/** The dots that move on this layout; the panel learns of the crowd through the store. */
function useMoving(layout: StageLayout): Moving {
  const { setMany } = useActions();
  const tab = useBench(({ many }) => many.tab);
  const result = useBench(({ many }) => many.result);
  const walks = useBench(({ many }) => many.walks);
  const still = useReducedMotion();
  const kindOf = useAddressKind();
  const crowd = useMemo(() => {
    if (!result || result.sent.length === 0) return undefined;
    const routes = result.ways.map(({ legs }) => drawnRoute(layout.graph, legs, kindOf));
    return makeCrowd(routes, result.sent, result.landings.length);
  }, [layout, result, kindOf]);
  useEffect(() => {
    setMany({ crowd });
    return () => setMany({ crowd: undefined });
  }, [crowd, setMany]);
  const runners = useMemo(() => listRunners(layout.graph, walks, kindOf), [layout, walks, kindOf]);
  return useMemo((): Moving => {
    if (tab === 'new' && crowd) return { kind: 'crowd', crowd };
    return tab === 'flows' && runners.length > 0 ? { kind: 'runners', runners, still } : { kind: 'nothing' };
  }, [tab, crowd, runners, still]);
}
