import type { CSSProperties } from 'react';
import type { StageLayout } from './layout.model';

/** CSS place of a box inside another; hidden when the layout does not know it. */
export function inside(layout: StageLayout | undefined, outer: string, inner: string): CSSProperties {
  const [frame, rect] = [layout?.rects.get(outer), layout?.rects.get(inner)];
  if (!frame || !rect) return { display: 'none' };
  return { left: rect.x - frame.x, top: rect.y - frame.y, width: rect.width, height: rect.height };
}
