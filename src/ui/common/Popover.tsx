import { useState, type ReactNode } from 'react';
import { EarlyTrigger, type Trigger } from './EarlyTrigger';
import { lateParts } from './late-parts';

// Asked for beside the first frame: nobody opens a window before it is drawn.
const useParts = lateParts(import('./PopoverParts'));

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
  const [pressed, setPressed] = useState(false);
  if (parts) return <parts.PopoverParts {...props} defaultOpen={pressed} />;
  const press = (): void => {
    setPressed(true);
    props.onOpenChange?.(true);
  };
  return <EarlyTrigger trigger={props.trigger} onPress={press} />;
}
