import { Dice5, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../common/Button';
import { IconButton } from '../common/IconButton';
import { Segmented } from '../common/Segmented';
import { COUNTS, setMany, useMany } from './many-store';
import styles from './many.module.css';
import { durationOf } from './use-crowd-clock';
import { useNow } from './use-now';

interface Props {
  readonly send: () => void;
  readonly counts?: readonly number[];
  readonly children?: ReactNode;
}

/** How many, and the seed with its dice; the change is sent at once. */
export function SendBar({ send, counts = COUNTS, children }: Props) {
  const t = useTranslations('many');
  const count = useMany((state) => Math.min(state.count, Math.max(...counts)));
  const seed = useMany((state) => state.seed);
  const working = useMany((state) => state.working);
  const change = (next: { readonly count?: number; readonly seed?: number }): void => {
    setMany(next);
    send();
  };
  return (
    <div className={styles.controls}>
      <Segmented
        label={t('count')}
        value={String(count)}
        onChange={(next) => change({ count: Number(next) })}
        items={counts.map((each) => ({ id: String(each), label: String(each) }))}
      />
      <Button variant="primary" onClick={send} aria-busy={working}>
        {t('send', { count })}
      </Button>
      <label className={styles.seed}>
        {t('seed')}
        <input
          type="number"
          min={0}
          max={0xffff_ffff}
          value={seed}
          onChange={({ target }) => change({ seed: Math.max(0, Math.floor(Number(target.value) || 0)) })}
        />
      </label>
      <IconButton
        label={t('dice')}
        icon={<Dice5 aria-hidden />}
        onClick={() => change({ seed: crypto.getRandomValues(new Uint16Array(1))[0] ?? 1 })}
      />
      {children}
    </div>
  );
}

/** Play, pause and the time of everything that moves. */
export function CrowdTransport() {
  const t = useTranslations('many');
  const playing = useMany((state) => state.playing);
  const duration = useMany(durationOf);
  const now = Math.min(useNow(), duration);
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
