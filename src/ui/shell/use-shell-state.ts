import { useMemo, useState } from 'react';
import { useActions, useBench } from '../../store/hooks';
import { paneId, type Pane, type Shell, type ShellDialog } from './shell-context';

/** The state behind {@link ShellContext}; one per page. */
export function useShellState(): Shell {
  const [dialog, openDialog] = useState<ShellDialog>();
  const [pane, setPane] = useState<Pane>('stage');
  const comparing = useBench(({ view }) => view.compare.open);
  const { setCollapsed, setCompare } = useActions();
  return useMemo(
    () => ({
      dialog,
      openDialog,
      pane,
      setPane,
      comparing,
      setComparing: (open) => setCompare({ open }),
      goTo: (to) => {
        setPane(to);
        setCompare({ open: false });
        setCollapsed(to, false);
        // The pane may only be drawn in the next frame.
        requestAnimationFrame(() => document.getElementById(paneId(to))?.focus());
      },
    }),
    [dialog, pane, comparing, setCollapsed, setCompare],
  );
}
