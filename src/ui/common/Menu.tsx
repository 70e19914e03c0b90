import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';

// Asked for beside the first frame: nobody opens a menu before it is drawn.
const parts = import('./MenuParts');
const MenuParts = lazy(async () => ({ default: (await parts).MenuParts }));
const PointMenuParts = lazy(async () => ({ default: (await parts).PointMenuParts }));

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
  readonly trigger: ReactElement;
  readonly items: readonly MenuItem[];
  readonly label?: string;
  readonly align?: 'start' | 'end';
  readonly side?: 'top' | 'bottom';
  /** At least this wide, in px. */
  readonly width?: number;
  readonly onOpenChange?: (open: boolean) => void;
}

/** A menu of actions or choices under a button. */
export function Menu(props: MenuProps) {
  return (
    <Suspense fallback={props.trigger}>
      <MenuParts {...props} />
    </Suspense>
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
  return (
    <Suspense fallback={null}>
      <PointMenuParts {...props} />
    </Suspense>
  );
}
