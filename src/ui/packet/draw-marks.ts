import { sized, type Frame } from './frame';
import { legOf, type Spot } from './path.model';
import type { Scene } from './scene';

/** The packet: a disc on the wire, with a head where it is going. */
export function drawPacket({ context, colours, transform }: Frame, scene: Scene, spot: Spot): void {
  const radius = sized(7, 6, transform[2]);
  context.beginPath();
  context.arc(spot.x + perchAt(scene, spot, 'x'), spot.y + perchAt(scene, spot, 'y'), radius, 0, 2 * Math.PI);
  context.fillStyle = colours.accent;
  context.fill();
  context.lineWidth = radius / 3.5;
  context.strokeStyle = colours.panel;
  context.stroke();
  if (spot.done > LEAVING && spot.done < 1 - LEAVING) drawHead(context, spot, radius, colours.onAccent);
}

/** Share of a way within which the packet comes down from its perch to the wire, and up to the next. */
const LEAVING = 0.12;

function perchAt({ rests }: Scene, { step, done, moves }: Spot, axis: 'x' | 'y'): number {
  const here = rests[step]?.perch[axis] ?? 0;
  if (!moves) return here;
  const next = rests[step + 1]?.perch[axis] ?? 0;
  return here * Math.max(0, 1 - done / LEAVING) + next * Math.max(0, 1 - (1 - done) / LEAVING);
}

function drawHead(context: CanvasRenderingContext2D, { x, y, dx, dy }: Spot, radius: number, colour: string): void {
  const size = radius * 0.5;
  context.beginPath();
  context.moveTo(x + dx * size, y + dy * size);
  context.lineTo(x - dx * size * 0.6 - dy * size, y - dy * size * 0.6 + dx * size);
  context.lineTo(x - dx * size * 0.6 + dy * size, y - dy * size * 0.6 - dx * size);
  context.closePath();
  context.fillStyle = colour;
  context.fill();
}

/** How earlier legs ended, where no gate's box says so: a sign and its word. */
export function drawEnds(frame: Frame, scene: Scene, spot: Spot): void {
  const { path, ends, gated } = scene;
  const present = legOf(path, spot.step);
  for (let leg = 0; leg < present; leg++) {
    const end = ends[leg];
    if (!end || end.tone === 'ok' || gated[leg]) continue;
    const at = path.starts[(path.legs[leg + 1] ?? 1) - 1] ?? 0;
    drawEnd(frame, [path.points[2 * at] ?? 0, path.points[2 * at + 1] ?? 0], {
      text: `${end.sign} ${frame.endWord(leg)}`,
      colour: frame.colours.tone[end.tone],
    });
  }
}

interface EndWords {
  readonly text: string;
  readonly colour: string;
}

/** A tag above the place, so that the packet's label below stays free. */
function drawEnd({ context, colours, transform }: Frame, [x, y]: readonly [number, number], end: EndWords): void {
  const size = sized(11.5, 11, transform[2]);
  context.font = `600 ${size}px ${colours.mono}`;
  const width = context.measureText(end.text).width + size * 1.2;
  const height = size * 1.8;
  const top = y - sized(7, 6, transform[2]) - height - 5;
  context.beginPath();
  context.roundRect(x - width / 2, top, width, height, height / 2);
  context.fillStyle = colours.panel;
  context.fill();
  context.lineWidth = 1.5;
  context.strokeStyle = end.colour;
  context.stroke();
  context.fillStyle = end.colour;
  context.textBaseline = 'middle';
  context.fillText(end.text, x - width / 2 + size * 0.6, top + height / 2 + 0.5);
}
