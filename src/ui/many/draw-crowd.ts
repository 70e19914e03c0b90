import type { AddressKind } from '../common/address-kind.model';
import { readColours, type Colours } from '../packet/colours';
import { endpointOf } from '../packet/label.model';
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
  const text = `${back ? '←' : '→'} ${endpointOf(step.data.packet, side)}`;
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
  readonly step: Runner['steps'][number] | undefined;
  readonly left: number;
  readonly top: number;
}

/** Those whose labels would lie on each other stand under each other. */
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
  else if (moving.kind === 'runners') drawRunners(sheet, moving, at);
}
