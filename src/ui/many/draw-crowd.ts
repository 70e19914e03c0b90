import type { AddressKind } from '../common/address-kind.model';
import { readColours, type Colours } from '../packet/colours';
import { newSpot, spotAt } from '../packet/path.model';
import { lengthAt, type Crowd } from './crowd.model';
import { coatAt, placeOn } from './route.model';
import { playheadAt, type Runner } from './runner.model';
import { spritesOf, type Sprites } from './sprites';

/** What moves: very many without words, or a few with their numbers. */
export type Moving =
  | { readonly kind: 'crowd'; readonly crowd: Crowd }
  | { readonly kind: 'runners'; readonly runners: readonly Runner[]; readonly still: boolean }
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

const LABEL = 17;

/** Flows keep their number on them; those at the same place stand side by side. */
function drawRunners({ context, colours, inks, transform: [x, y, zoom] }: Sheet, moving: Moving, at: number): void {
  if (moving.kind !== 'runners') return;
  const taken = new Map<string, number>();
  context.font = `700 11px ${colours.mono}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  moving.runners.forEach(({ path, steps }, i) => {
    if (path.starts.length < 2) return;
    spotAt(path, playheadAt(at), spot, moving.still);
    const step = steps[spot.step];
    const [left, top] = [spot.x * zoom + x, spot.y * zoom + y];
    const key = `${Math.round(left / 8)} ${Math.round(top / 8)}`;
    const beside = taken.get(key) ?? 0;
    taken.set(key, beside + 1);
    const back = step !== undefined && step.role !== 'request';
    context.beginPath();
    context.arc(left + beside * LABEL, top, 9, 0, 2 * Math.PI);
    context.fillStyle = back ? colours.panel : colours.accent;
    context.fill();
    context.lineWidth = 2;
    context.strokeStyle = back ? colours.accent : colours.panel;
    context.stroke();
    context.fillStyle = back ? inks.physical : colours.onAccent;
    context.fillText(String(i + 1), left + beside * LABEL, top + 0.5);
  });
  context.textAlign = 'start';
}

function inksOf(host: HTMLElement): Record<AddressKind, string> {
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

export function paintsOf(host: HTMLElement, ratio: number): Paints {
  const [colours, inks] = [readColours(host), inksOf(host)];
  return { colours, inks, sprites: spritesOf(colours, inks, ratio) };
}

/** Paints what moves as it is at a time, in milliseconds. */
export function drawMoving(sheet: Sheet, moving: Moving, at: number): void {
  if (moving.kind === 'crowd') drawCrowd(sheet, moving.crowd, at);
  else drawRunners(sheet, moving, at);
}
