import { useId } from 'react';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { AsSheet } from '../common/AsSheet';
import { Button } from '../common/controls';
import styles from './import.module.css';
import { getFlow } from './node-flow.model';
import { whyNotOpen } from './open-node.model';
import { PASTE_DRAFT } from './paste-draft';
import type { Staging } from './use-staging';

interface Props {
  readonly staging: Staging;
  readonly onCancel: () => void;
  /** Another way out of the window is the one to take. */
  readonly isSecond: boolean;
}

/** The ways out of the window; where no node can be opened yet, why. */
export function PasteFooter({ staging, onCancel, isSecond }: Props) {
  const t = useTranslations('import');
  const typed = useBench(({ view }) => (view.drafts[PASTE_DRAFT] ?? '').trim() !== '');
  const why = whyNotOpen(staging, typed);
  const id = useId();
  return (
    <>
      {why && (
        <p id={id} role="status" className={styles.whyNot}>
          {t(`cannotOpen.${why}`, { add: t('add') })}
        </p>
      )}
      {staging.canOpen && <AsSheet name="this-machine" onOpen={staging.open} />}
      <Button onClick={onCancel}>{t('cancelAll')}</Button>
      <Button
        variant={isSecond ? 'plain' : 'primary'}
        disabled={!staging.canOpen}
        aria-describedby={why ? id : undefined}
        onClick={staging.open}
      >
        {getFlow(staging.draft).ok ? t('openAndSend') : t('openNode')}
      </Button>
    </>
  );
}
