import { cloneElement, useState, type ReactElement, type ReactNode } from 'react';

/** A button that opens something. */
export type Trigger = ReactElement<{ readonly onClick?: () => void }>;

interface Props<Parts> {
  readonly trigger: Trigger;
  /** What is opened, once its code is there. */
  readonly parts: Parts | undefined;
  readonly onOpenChange?: ((open: boolean) => void) | undefined;
  /** `pressed`: it was asked for before it was there. */
  readonly children: (parts: Parts, pressed: boolean) => ReactNode;
}

/** The button of a menu or a window, also while its parts are still on their way: a press is kept, never lost. */
export function EarlyTrigger<Parts>({ trigger, parts, onOpenChange, children }: Props<Parts>) {
  const [pressed, setPressed] = useState(false);
  if (parts) return children(parts, pressed);
  const onClick = (): void => {
    setPressed(true);
    onOpenChange?.(true);
  };
  return cloneElement(trigger, { onClick });
}
