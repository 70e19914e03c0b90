import type { useStoreApi } from '@xyflow/react';
import { watchCanvas } from '../packet/watch-canvas';
import { drawMoving, paintsOf, type Moving, type Paints } from './draw-crowd';
import { useMany } from './many-store';

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
export function startCrowd({ canvas, over }: Surfaces, flow: Flow): CrowdPainter {
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
    paints ??= paintsOf(canvas.parentElement ?? canvas, size.ratio);
    drawMoving({ ...paints, context, transform: flow.getState().transform }, moving, useMany.getState().at);
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
  return {
    show: (next) => {
      moving = next;
      ask();
    },
    stop: () => {
      cancelAnimationFrame(handle);
      stopWatching();
      stopFollowing();
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
  const ends = [
    useMany.subscribe((state, before) => {
      if (state.at !== before.at) moved();
    }),
    flow.subscribe((state, before) => {
      if (state.transform === before.transform) return;
      place();
      moved();
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}
