import type { ReactNode } from 'react';
import { EarlyTrigger, type Trigger } from './Menu';
import { lateParts } from './late';

// Asked for beside the first frame: nobody opens a window before it is drawn.
const useParts = lateParts(() => import('./PopoverParts'));

export interface PopoverProps {
  /** The button that opens it. */
  readonly trigger: Trigger;
  readonly label: string;
  readonly children: ReactNode;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A small window at its button, for things that are not a plain menu. */
export function Popover(props: PopoverProps) {
  const parts = useParts();
  return (
    <EarlyTrigger parts={parts} trigger={props.trigger} onOpenChange={props.onOpenChange}>
      {(loaded, pressed) => <loaded.PopoverParts {...props} defaultOpen={pressed} />}
    </EarlyTrigger>
  );
}
