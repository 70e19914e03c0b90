import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import type { ManyView } from '../../engine/protocol';
import { Button } from '../common/Button';
import { isSentOf, sendingOf } from './many-store';
import styles from './many.module.css';
import { useLandingName } from './use-landing-name';

/** Any one of them, by its place in the row: where it went, and its walk on the bench. */
export function PickOne({ result }: { readonly result: ManyView }) {
  const t = useTranslations('many');
  const nameOf = useLandingName();
  const { showSent } = useActions();
  const shown = useBench(({ run }) => run.sent);
  const [wanted, setWanted] = useState(1);
  const count = result.sent.length;
  const nth = Math.min(Math.max(1, wanted), count);
  const packet = result.sent[nth - 1];
  const place = result.landings[packet?.landing ?? -1]?.landing;
  const isShown = isSentOf(result, shown) && shown?.nth === nth - 1;
  return (
    <div className={styles.pick}>
      <label>
        {t('connection')}{' '}
        <input
          type="number"
          min={1}
          max={count}
          value={wanted}
          onChange={({ target }) => setWanted(Math.floor(Number(target.value) || 1))}
        />
      </label>
      {packet && place && (
        <span className={styles.where}>{t('went', { port: String(packet.sport), place: nameOf(place) })}</span>
      )}
      <Button size="s" disabled={isShown} onClick={() => showSent({ ...sendingOf(result), nth: nth - 1 })}>
        {t(isShown ? 'walking' : 'walk')}
      </Button>
      {shown && (
        <Button size="s" variant="quiet" onClick={() => showSent(undefined)}>
          {t('seedAgain')}
        </Button>
      )}
    </div>
  );
}
