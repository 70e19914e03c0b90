import { cloneElement, type ReactElement } from 'react';

/** A button that opens something. */
export type Trigger = ReactElement<{ readonly onClick?: () => void }>;

interface Props {
  readonly trigger: Trigger;
  /** It was pressed: what it opens shall open when it is there. */
  readonly onPress: () => void;
}

/** The button of a menu or a window whose parts are still on their way: a press is kept, never lost. */
export function EarlyTrigger({ trigger, onPress }: Props) {
  return cloneElement(trigger, { onClick: onPress });
}
