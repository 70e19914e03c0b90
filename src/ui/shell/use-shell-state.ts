import { useMemo, useState } from 'react';
import { useActions } from '../../store/hooks';
import { paneId, type Pane, type Shell, type ShellDialog } from './shell-context';

/** The state behind {@link ShellContext}; one per page. */
export function useShellState(): Shell {
  const [dialog, openDialog] = useState<ShellDialog>();
  const [pane, setPane] = useState<Pane>('stage');
  const [comparing, setComparing] = useState(false);
  const { setCollapsed } = useActions();
  return useMemo(
    () => ({
      dialog,
      openDialog,
      pane,
      setPane,
      comparing,
      setComparing,
      goTo: (to) => {
        setPane(to);
        setComparing(false);
        setCollapsed(to, false);
        // The pane may only be drawn in the next frame.
        requestAnimationFrame(() => document.getElementById(paneId(to))?.focus());
      },
    }),
    [dialog, pane, comparing, setCollapsed],
  );
}
