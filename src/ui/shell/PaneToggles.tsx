import { PanelBottom, PanelLeft, PanelRight } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { IconButton } from '../common/IconButton';
import type { Pane } from './shell-context';
import styles from './top-bar.module.css';

const FOLDING = [
  ['cluster', PanelLeft],
  ['datapath', PanelBottom],
  ['inspector', PanelRight],
] as const satisfies readonly (readonly [Pane, unknown])[];

/** Folds the panes around the stage away, and back. */
export function PaneToggles() {
  const t = useTranslations('shell.pane');
  const collapsed = useBench(({ view }) => view.collapsed);
  const { setCollapsed } = useActions();
  return (
    <div className={styles.pair}>
      {FOLDING.map(([pane, Icon]) => {
        const folded = collapsed[pane] === true;
        return (
          <IconButton
            key={pane}
            label={t(folded ? 'show' : 'hide', { pane: t(pane) })}
            icon={<Icon aria-hidden />}
            className={folded ? styles.folded : undefined}
            aria-expanded={!folded}
            onClick={() => setCollapsed(pane, !folded)}
          />
        );
      })}
    </div>
  );
}
