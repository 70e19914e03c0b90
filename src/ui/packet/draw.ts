import { drawLabel } from './draw-label';
import { drawEnds, drawPacket } from './draw-marks';
import type { Frame } from './frame';
import { legOf, spotAt, type PacketPath, type Spot } from './path.model';
import type { Scene } from './scene';

/** Paints one frame: the way of the leg faintly, what was travelled strongly, the packet and its label. */
export function drawFrame(frame: Frame, scene: Scene, spot: Spot): void {
  const { context, ratio, transform } = frame;
  const [x, y, zoom] = transform;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, frame.width * ratio, frame.height * ratio);
  if (scene.path.starts.length < 2) return;
  spotAt(scene.path, frame.playhead, spot, frame.still);
  context.setTransform(ratio * zoom, 0, 0, ratio * zoom, ratio * x, ratio * y);
  drawWay(frame, scene, spot);
  for (const rect of scene.covers) context.clearRect(rect.x - 1, rect.y - 1, rect.width + 2, rect.height + 2);
  drawEnds(frame, scene, spot);
  drawPacket(frame, scene, spot);
  drawLabel(frame, scene, spot);
}

function drawWay(frame: Frame, { path, lines }: Scene, spot: Spot): void {
  const { context, colours } = frame;
  const leg = legOf(path, spot.step);
  const [first, next] = [path.legs[leg] ?? 0, path.legs[leg + 1] ?? 0];
  context.lineJoin = 'round';
  context.lineCap = 'round';
  context.strokeStyle = colours.accent;
  context.lineWidth = 3;
  context.globalAlpha = 0.22;
  if (leg > 0) context.stroke(lineOf(lines, path, path.legs[leg - 1] ?? 0, first - 1));
  context.stroke(lineOf(lines, path, first, next - 1));
  context.globalAlpha = 1;
  context.lineWidth = 3.5;
  context.stroke(lineOf(lines, path, first, spot.step));
  strokePart(context, path, spot);
}

/** The line from the place of step `first` to that of step `last`; kept, for it is the same in most frames. */
function lineOf(lines: Map<string, Path2D>, { points, starts }: PacketPath, first: number, last: number): Path2D {
  const key = `${first} ${last}`;
  const known = lines.get(key);
  if (known) return known;
  const line = new Path2D();
  for (let way = first; way < last; way++) {
    for (let i = starts[way] ?? 0; i < (starts[way + 1] ?? 0); i++) {
      const [x = 0, y = 0] = [points[2 * i], points[2 * i + 1]];
      if (i === starts[first]) line.moveTo(x, y);
      else line.lineTo(x, y);
    }
  }
  lines.set(key, line);
  return line;
}

/** From the place of the present step to where the packet is now. */
function strokePart(context: CanvasRenderingContext2D, { points, along, starts }: PacketPath, spot: Spot): void {
  const [from, to] = [starts[spot.step] ?? 0, starts[spot.step + 1] ?? 0];
  if (to - from < 2 || spot.done === 0) return;
  const target = spot.done * (along[to - 1] ?? 0);
  context.beginPath();
  context.moveTo(points[2 * from] ?? 0, points[2 * from + 1] ?? 0);
  for (let i = from + 1; i < to && (along[i] ?? 0) < target; i++) {
    context.lineTo(points[2 * i] ?? 0, points[2 * i + 1] ?? 0);
  }
  context.lineTo(spot.x, spot.y);
  context.stroke();
}
