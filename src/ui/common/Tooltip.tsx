import type { ReactElement, ReactNode } from 'react';
import { lateParts } from './late';

// Asked for beside the first frame; until it is there an element simply has no tooltip yet.
const useParts = lateParts(() => import('./TooltipParts'));

export interface TooltipProps {
  readonly text: ReactNode;
  /** `mod+z`. */
  readonly shortcut?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can be focused. */
  readonly children: ReactElement;
}

/** Explains an element on hover and on focus. */
export function Tooltip(props: TooltipProps) {
  const parts = useParts();
  return parts ? <parts.TooltipParts {...props} /> : props.children;
}
