import { useReactFlow } from '@xyflow/react';
import { useEffect, useState } from 'react';
import { useReducedMotion } from '../theme/motion';
import { cameraFor, type Pane } from './camera.model';
import type { Rect } from './geometry.model';
import { place } from './places';
import type { StagePicture } from './use-stage';

/** How long the view takes to follow the packet to another node. Milliseconds. */
const PAN = 350;
const UNKNOWN_SIZE: Pane = { width: 0, height: 0 };

export interface CameraControl {
  /** The person moved the view: it is theirs until they ask for the whole stage again. */
  readonly taken: () => void;
  /** The whole stage, however small; asked once more, what can be read around the packet. */
  readonly fit: () => void;
}

type Mode = 'follow' | 'whole' | 'taken';

/** Keeps the whole stage in view, or, where it would be too small to read, the node the packet is on. */
export function useCamera(pane: HTMLElement | null, picture: StagePicture, netns: string | undefined): CameraControl {
  const { setViewport, getViewport } = useReactFlow();
  const still = useReducedMotion();
  const [mode, setMode] = useState<Mode>('follow');
  const size = useSize(pane);
  const { bounds } = picture.layout;
  const focus = focusRect(picture, netns);
  useEffect(() => {
    if (mode === 'taken' || size.width === 0 || size.height === 0) return;
    const camera = cameraFor(bounds, size, mode === 'whole' ? undefined : focus);
    // Following the packet is a glide; another size or another picture is not.
    const glides = !still && Math.abs(getViewport().zoom - camera.zoom) < 1e-6;
    void setViewport(camera, { duration: glides ? PAN : 0 });
  }, [mode, size, bounds, focus, still, setViewport, getViewport]);
  return { taken: () => setMode('taken'), fit: () => setMode((now) => (now === 'whole' ? 'follow' : 'whole')) };
}

function useSize(pane: HTMLElement | null): Pane {
  const [size, setSize] = useState(UNKNOWN_SIZE);
  useEffect(() => {
    if (!pane) return undefined;
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    sizes.observe(pane);
    return () => sizes.disconnect();
  }, [pane]);
  return size;
}

/** Where reading begins on a stage without nodes. */
const BEGINNING: Rect = { x: 0, y: 0, width: 340, height: 1 };

/** The card the packet is in (a Pod's is its node's), or the box outside; the first card when there is no packet. */
function focusRect({ layout: { rects }, stage: { nodes } }: StagePicture, netns: string | undefined): Rect | undefined {
  const host = nodes.find(({ id, pods }) => id === netns || pods.some((pod) => pod.id === netns));
  const outside = netns === undefined ? undefined : rects.get(place.outside(netns));
  return host ? rects.get(place.card(host.id)) : (outside ?? rects.get(place.card(nodes[0]?.id ?? '')) ?? BEGINNING);
}
