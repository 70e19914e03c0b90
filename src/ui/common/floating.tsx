import { type ReactNode, cloneElement, useState, type ReactElement } from 'react';
import { useKeptFocus } from './kept-focus';
import { lateParts } from './late';

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

// Asked for beside the first frame: nobody opens anything before it is drawn.
const useParts = lateParts(() => import('./floating-parts'));

export type MenuItem =
  | {
      readonly id: string;
      readonly label: ReactNode;
      /** A second, quiet line. */
      readonly hint?: ReactNode;
      readonly shortcut?: string;
      /** Present: one choice of several, with a tick at the present one. */
      readonly checked?: boolean;
      readonly disabled?: boolean;
      readonly onSelect: () => void;
    }
  | { readonly heading: string };

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: Trigger;
  readonly items: readonly MenuItem[];
  readonly label?: string;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  /** At least this wide, in px. */
  readonly width?: number;
  readonly onOpenChange?: (open: boolean) => void;
  /** True where the menu was asked for before it was there. */
  readonly defaultOpen?: boolean;
}

/** A menu of actions or choices under a button. */
export function Menu(props: MenuProps) {
  const parts = useParts();
  const trigger = useKeptFocus(props.trigger);
  return (
    <EarlyTrigger parts={parts} trigger={trigger} onOpenChange={props.onOpenChange}>
      {(loaded, pressed) => <loaded.MenuParts defaultOpen={pressed} {...props} trigger={trigger} />}
    </EarlyTrigger>
  );
}

export interface PointMenuProps {
  /** Where it opens, in px of the window; undefined: closed. */
  readonly at: { readonly x: number; readonly y: number } | undefined;
  readonly onClose: () => void;
  readonly items: readonly MenuItem[];
  readonly label?: string;
}

/** A menu at a place: for right clicks, long presses and the menu key. */
export function PointMenu(props: PointMenuProps) {
  const parts = useParts();
  return parts && <parts.PointMenuParts {...props} />;
}

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
  const trigger = useKeptFocus(props.trigger);
  return (
    <EarlyTrigger parts={parts} trigger={trigger} onOpenChange={props.onOpenChange}>
      {(loaded, pressed) => <loaded.PopoverParts {...props} trigger={trigger} defaultOpen={pressed} />}
    </EarlyTrigger>
  );
}

export interface TooltipProps {
  readonly text: ReactNode;
  /** `mod+z`. */
  readonly shortcut?: string | undefined;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  /** One element that can be focused. */
  readonly children: ReactElement;
}

/** Explains an element on hover and on focus; one has none yet while its parts are on their way. */
export function Tooltip(props: TooltipProps) {
  const parts = useParts();
  const child = useKeptFocus(props.children);
  return parts ? <parts.TooltipParts {...props}>{child}</parts.TooltipParts> : child;
}
