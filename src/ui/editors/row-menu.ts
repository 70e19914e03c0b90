import { createContext } from 'react';
import type { Selection } from '../../store/selection';

/** A menu that is asked for on a row of the list: of what, and where, px of the window. */
export interface RowMenuTarget {
  readonly selection: Selection;
  readonly x: number;
  readonly y: number;
}

/** Opens the menu of a row; undefined: there are none here. */
export const RowMenuContext = createContext<((asked: RowMenuTarget) => void) | undefined>(undefined);

/** What the page remembers of the hint at the menus: true, it was read. */
export const MENU_HINT = 'row-menu-hint';

const WITH_MENU: ReadonlySet<Selection['kind']> = new Set(['node', 'pod', 'service']);

/** Does what is picked by a row stand on the stage with a menu? */
export const hasMenu = ({ kind }: Selection): boolean => WITH_MENU.has(kind);
