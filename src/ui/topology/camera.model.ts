import { centre, clamp, type Rect } from './geometry.model';

/** A place of the stage in its pane: screen = stage * zoom + (x, y). As xyflow's viewport. */
export interface Camera {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Pane {
  readonly width: number;
  readonly height: number;
}

/** Below this the smallest words (12.5 of the stage's units) are under 11 px: no longer read from a seat. */
const LEGIBLE = 0.87;
const CLOSEST = 1.6;
const MARGIN = 6;

/**
 * The whole stage if it can be read so; else as much as can, around `focus` (the node the packet is
 * on), never showing more emptiness than needed.
 */
export function cameraFor(bounds: Rect, pane: Pane, focus?: Rect): Camera {
  const whole = zoomFor(bounds, pane);
  if (whole >= LEGIBLE || !focus) return centred(bounds, pane, whole);
  const zoom = clamp(zoomFor({ ...focus, height: bounds.height }, pane), LEGIBLE, 1);
  const middle = centre(focus);
  return {
    zoom,
    x: along(pane.width, bounds.x, bounds.width, middle.x, zoom),
    y: along(pane.height, bounds.y, bounds.height, middle.y, zoom),
  };
}

function zoomFor(bounds: Rect, pane: Pane): number {
  const fit = (room: number, length: number): number => (length > 0 ? (room - 2 * MARGIN) / length : CLOSEST);
  return clamp(Math.min(fit(pane.width, bounds.width), fit(pane.height, bounds.height)), 0.05, CLOSEST);
}

function centred(bounds: Rect, pane: Pane, zoom: number): Camera {
  const middle = centre(bounds);
  return { zoom, x: pane.width / 2 - middle.x * zoom, y: pane.height / 2 - middle.y * zoom };
}

/** Offset on one axis: centred on `middle`, but not past the ends of what there is. */
function along(room: number, start: number, length: number, middle: number, zoom: number): number {
  if (length * zoom + 2 * MARGIN <= room) return room / 2 - (start + length / 2) * zoom;
  const most = MARGIN - start * zoom;
  const least = room - MARGIN - (start + length) * zoom;
  return clamp(room / 2 - middle * zoom, least, most);
}
