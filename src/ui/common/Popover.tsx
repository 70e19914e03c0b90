import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';

const parts = import('./PopoverParts');
const PopoverParts = lazy(async () => ({ default: (await parts).PopoverParts }));

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: ReactElement;
  readonly label: string;
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A small window at its button, for things that are not a plain menu. */
export function Popover(props: PopoverProps) {
  return (
    <Suspense fallback={props.trigger}>
      <PopoverParts {...props} />
    </Suspense>
  );
}
