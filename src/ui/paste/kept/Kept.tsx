import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { forgetEverything } from '../../../store/forget';
import { browserPlaces } from '../../../store/places';
import { KEPT_DAYS } from '../../../store/start';
import { useBenchStore } from '../../../store/hooks';
import { Button } from '../../common/controls';
import styles from './kept.module.css';

/** The documents this browser keeps, for how long, and the button that deletes them. `short`: in one sentence. */
export function Kept({ short = false }: { readonly short?: boolean }) {
  const t = useTranslations('kept');
  const store = useBenchStore();
  const [state, setState] = useState<'kept' | 'asked' | 'gone'>('kept');
  const forget = (): void => {
    void forgetEverything(store, browserPlaces()).then(() => setState('gone'));
  };
  return (
    <section aria-label={t('title')} className={styles.kept}>
      <p className={short ? styles.short : styles.about}>{t(short ? 'short' : 'about', { days: String(KEPT_DAYS) })}</p>
      {state === 'kept' && (
        <Button size={short ? 's' : 'm'} onClick={() => setState('asked')}>
          {t('forget')}
        </Button>
      )}
      {state === 'asked' && (
        <div role="alert" className={styles.sure}>
          <p>{t('sure')}</p>
          <Button variant="danger" onClick={forget}>
            {t('yes')}
          </Button>
          <Button onClick={() => setState('kept')}>{t('no')}</Button>
        </div>
      )}
      {state === 'gone' && <p role="status">{t('done')}</p>}
    </section>
  );
}
