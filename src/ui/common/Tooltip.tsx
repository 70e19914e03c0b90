import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';

// Asked for beside the first frame; until it is there an element simply has no tooltip yet.
const parts = import('./TooltipParts');
const TooltipParts = lazy(async () => ({ default: (await parts).TooltipParts }));

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
  return (
    <Suspense fallback={props.children}>
      <TooltipParts {...props} />
    </Suspense>
  );
}
