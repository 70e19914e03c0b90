import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { useActions } from '../../store/hooks';
import type { Selection } from '../../store/selection';
import { lazyPart } from '../common/late';
import { MENU_HINT, RowMenuContext, type RowMenuTarget } from '../editors/row-menu';

const RowMenu = lazyPart(async () => (await import('./RowMenu')).RowMenu);

/** Around the list on the left: a row has the menu that its box has on the stage. */
export function RowMenus({ children }: { readonly children: ReactNode }) {
  const [asked, ask] = useState<RowMenuTarget>();
  const { setCollapsed } = useActions();
  const open = useCallback(
    (wanted: RowMenuTarget) => {
      setCollapsed(MENU_HINT, true);
      ask(wanted);
    },
    [setCollapsed],
  );
  return (
    <RowMenuContext value={open}>
      {children}
      {asked && (
        <Suspense fallback={null}>
          <RowMenu
            asked={asked}
            onClose={() => {
              ask(undefined);
              focusRow(asked.selection);
            }}
          />
        </Suspense>
      )}
    </RowMenuContext>
  );
}

/** The focus goes back to the row, unless what was chosen took it elsewhere. */
function focusRow(selection: Selection): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
    if (isLost) rows.find((row) => row.dataset['row'] === rowName(selection))?.focus();
  });
}

/** As a row is told from others. */
const rowName = (selection: Selection): string => JSON.stringify(selection);
