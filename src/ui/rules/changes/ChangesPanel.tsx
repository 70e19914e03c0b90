import { useTranslations } from 'use-intl';
import type { ChainIndex } from '../rules-view.model';
import styles from './changes.module.css';
import { ChangesList, Counts } from './ChangesList';
import { useChanges } from './use-changes';

/** Above a dump: what the last edit changed in it. Nothing where it changed nothing. */
export function ChangesPanel({ index }: { readonly index: ChainIndex }) {
  const t = useTranslations('changes');
  const changes = useChanges(index.view);
  if (!changes || changes.groups.length === 0) return null;
  return (
    <details className={styles.panel} open>
      <summary>
        {t('title')} <Counts of={changes} />
      </summary>
      <ChangesList changes={changes} index={index} />
    </details>
  );
}
