import { clamp } from '../topology/geometry.model';
import type { Colours } from './colours';

/** What a frame needs to know besides the scene. */
export interface Frame {
  readonly context: CanvasRenderingContext2D;
  readonly colours: Colours;
  /** Stage to pane: `[x, y, zoom]`, as xyflow keeps it. */
  readonly transform: readonly [number, number, number];
  /** CSS size of the canvas, and device pixels per CSS pixel. */
  readonly width: number;
  readonly height: number;
  readonly ratio: number;
  readonly playhead: number;
  readonly still: boolean;
  /** How the end of a leg is called in the language of the page. */
  readonly endWord: (leg: number) => string;
}

/** A size in stage units that is at least `least` CSS pixels on the screen and at most twice itself. */
export function sized(size: number, least: number, zoom: number): number {
  return clamp(least / zoom, size, size * 2);
}
