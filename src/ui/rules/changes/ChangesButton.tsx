import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../common/controls';
import { Popover } from '../../common/Popover';
import type { ChainIndex } from '../../rule/rules-view.model';
import styles from './changes.module.css';
import { ChangesList, Counts } from './ChangesPanel';
import { useChanges } from './use-changes';

/** Tells how many lines of the node the last edit changed, and lists them when asked. Nothing where it changed none. */
export function ChangesButton({ index }: { readonly index: ChainIndex | undefined }) {
  const t = useTranslations('changes');
  const changes = useChanges(index?.view);
  const [open, setOpen] = useState(false);
  if (!index || !changes || changes.groups.length === 0) return null;
  return (
    <>
      <span role="status" className="visually-hidden">
        {t('told', { added: changes.added, removed: changes.removed, moved: changes.moved })}
      </span>
      <Popover
        label={t('title')}
        align="end"
        side="top"
        open={open}
        onOpenChange={setOpen}
        trigger={
          <Button size="s" title={t('title')} className={changes.fresh ? (styles.fresh ?? '') : ''}>
            {t('short')} <Counts of={changes} />
          </Button>
        }
      >
        <div className={styles.popover}>
          <h3 className={styles.title}>{t('title')}</h3>
          <ChangesList changes={changes} index={index} onGo={() => setOpen(false)} />
        </div>
      </Popover>
    </>
  );
}
