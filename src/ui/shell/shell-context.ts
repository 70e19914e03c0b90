import { createContext, use } from 'react';

export const PANES = ['stage', 'datapath', 'cluster', 'inspector'] as const;
export type Pane = (typeof PANES)[number];
export type ShellDialog = 'share' | 'help' | 'palette' | 'paste' | 'cost';

/** What the frame itself remembers: the window that is open, and on a narrow screen the pane in front. */
export interface Shell {
  readonly dialog: ShellDialog | undefined;
  readonly openDialog: (dialog: ShellDialog | undefined) => void;
  readonly pane: Pane;
  /** Brings a pane to the front, unfolds it and moves the focus into it. */
  readonly goTo: (pane: Pane) => void;
  readonly setPane: (pane: Pane) => void;
  /** Several modes beside each other instead of the panes. */
  readonly comparing: boolean;
  readonly setComparing: (comparing: boolean) => void;
}

const nothing = (): void => undefined;

export const ShellContext = createContext<Shell>({
  dialog: undefined,
  openDialog: nothing,
  pane: 'stage',
  goTo: nothing,
  setPane: nothing,
  comparing: false,
  setComparing: nothing,
});

export function useShell(): Shell {
  return use(ShellContext);
}

/** The DOM id of a pane, for the skip link and for moving the focus. */
export function paneId(pane: Pane): string {
  return `pane-${pane}`;
}
