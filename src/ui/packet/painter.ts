import type { useStoreApi } from '@xyflow/react';
import type { BenchStore } from '../../store/store';
import { readColours, type Colours } from './colours';
import { drawFrame } from './draw';
import { newSpot } from './path.model';
import type { Scene } from './scene';
import { watchCanvas } from './watch-canvas';

/** The user timing entry that says when the first packet had moved; the bench reads it. */
const FIRST_PACKET = 'rulewalk:first-packet';

function markFirstPacket(): void {
  if (performance.getEntriesByName(FIRST_PACKET).length === 0) performance.mark(FIRST_PACKET);
}

export interface PainterSources {
  readonly bench: BenchStore;
  readonly flow: ReturnType<typeof useStoreApi>;
}

export interface PainterSurfaces {
  readonly canvas: HTMLCanvasElement;
  /** Elements over the canvas, in stage coordinates: moved with the view, never drawn again for it. */
  readonly over: HTMLElement;
}

export interface Look {
  readonly still: boolean;
  /** How each leg's end is called. */
  readonly words: readonly string[];
}

export interface Painter {
  /** Another trace, layout or language. */
  readonly show: (scene: Scene, look: Look) => void;
  readonly stop: () => void;
}

/**
 * Paints whenever something it shows has changed, at most once a frame, and not at all while
 * nothing changes. The page's clock moves the playhead; here it is only read.
 */
export function startPainting({ canvas, over }: PainterSurfaces, { bench, flow }: PainterSources): Painter {
  const context = canvas.getContext('2d');
  const spot = newSpot();
  let scene: Scene | undefined;
  let look: Look = { still: false, words: [] };
  let colours: Colours | undefined;
  let size = { width: 0, height: 0, ratio: 1 };
  let handle = 0;

  const paint = (): void => {
    if (!context || !scene || size.width === 0) return;
    colours ??= readColours(canvas.parentElement ?? canvas);
    const { playhead } = bench.getState().view;
    const { transform } = flow.getState();
    const endWord = (leg: number): string => look.words[leg] ?? '';
    drawFrame({ context, colours, transform, ...size, playhead, still: look.still, endWord }, scene, spot);
    if (playhead > 0) markFirstPacket();
  };
  const ask = (): void => {
    handle ||= requestAnimationFrame(() => {
      handle = 0;
      paint();
    });
  };
  const follow = (): void => {
    const [x, y, zoom] = flow.getState().transform;
    over.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
  };
  follow();
  const stopWatching = watchCanvas(canvas, {
    resized: (next) => {
      size = next;
      ask();
    },
    recoloured: () => {
      colours = undefined;
      ask();
    },
  });
  const unsubscribe = [
    bench.subscribe((state, old) => {
      if (state.view.playhead !== old.view.playhead) ask();
    }),
    flow.subscribe((state, old) => {
      if (state.transform === old.transform) return;
      follow();
      ask();
    }),
  ];
  return {
    show: (nextScene, nextLook) => {
      [scene, look] = [nextScene, nextLook];
      ask();
    },
    stop: () => {
      cancelAnimationFrame(handle);
      stopWatching();
      for (const end of unsubscribe) end();
    },
  };
}
