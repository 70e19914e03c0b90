import { useTranslations } from 'use-intl';
import { Tabs } from '../common/Tabs';
import { PANE_CONTENT, PaneFrame, type StageProps } from './Workspace';
import { PANES, useWorkspace } from './bench/use-shortcuts';
import styles from './workspace.module.css';

/** The panes as tabs, one in front. */
export function NarrowWorkspace({ stage }: StageProps) {
  const t = useTranslations('shell.pane');
  const { pane, setPane } = useWorkspace();
  return (
    <main className={styles.narrow}>
      <Tabs
        label={t('list')}
        value={pane}
        onChange={setPane}
        items={PANES.map((id) => ({
          id,
          label: t(id),
          content: (
            <PaneFrame pane={id} tabbed>
              {id === 'stage' ? stage : PANE_CONTENT[id]}
            </PaneFrame>
          ),
        }))}
      />
    </main>
  );
}
