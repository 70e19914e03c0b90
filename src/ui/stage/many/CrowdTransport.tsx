import { Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../common/controls';
import { crowdDuration, useNow } from './use-crowd';
import styles from './many.module.css';
import { useActions, useBench } from '../../../store/hooks';

/** Play, pause and the time of everything that moves. */
export function CrowdTransport() {
  const t = useTranslations('many');
  const playing = useBench(({ many }) => many.playing);
  const duration = useBench(crowdDuration);
  const now = Math.min(useNow(), duration);
  const { setMany } = useActions();
  const toggle = (): void => setMany(playing ? { playing: false } : { playing: true, at: now >= duration ? 0 : now });
  return (
    <>
      <IconButton
        label={t(playing ? 'pause' : 'play')}
        icon={playing ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
        disabled={duration === 0}
        onClick={toggle}
      />
      <input
        type="range"
        className={styles.time}
        aria-label={t('time')}
        aria-valuetext={t('seconds', { now: now / 1000, all: duration / 1000 })}
        min={0}
        max={Math.max(1, Math.round(duration))}
        step={50}
        value={now}
        disabled={duration === 0}
        onChange={({ target }) => setMany({ at: Number(target.value), playing: false })}
      />
    </>
  );
}
