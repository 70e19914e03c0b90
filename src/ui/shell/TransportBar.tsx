import { ChevronLeft, ChevronRight, Pause, Play, Repeat, SkipBack, SkipForward } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import { IconButton } from '../common/IconButton';
import { Select } from '../common/Select';
import { Caption } from './Caption';
import { LegSwitch } from './LegSwitch';
import { Outcomes } from './Outcomes';
import { Scrubber } from './Scrubber';
import { StepCount } from './StepCount';
import styles from './transport.module.css';

/** The foot of the page: the caption, and everything that moves the playhead. */
export function TransportBar() {
  const t = useTranslations('shell.transport');
  return (
    <footer className={styles.foot} aria-label={t('bar')}>
      <Caption />
      <div className={styles.bar}>
        <PlayButtons />
        <LegSwitch />
        <Scrubber />
        <StepCount />
        <Speed />
        <Outcomes />
      </div>
    </footer>
  );
}

function PlayButtons() {
  const t = useTranslations('shell.transport');
  const { jump, step, togglePlaying } = useActions();
  const playing = useBench(({ view }) => view.playing);
  const disabled = useBench((state) => shownSteps(state).length === 0);
  return (
    <div className={styles.buttons}>
      <IconButton
        label={t('toStart')}
        shortcut="home"
        icon={<SkipBack aria-hidden />}
        disabled={disabled}
        className={styles.ends}
        onClick={() => jump('start')}
      />
      <IconButton
        label={t('previous')}
        shortcut="left"
        icon={<ChevronLeft aria-hidden />}
        disabled={disabled}
        onClick={() => step(-1)}
      />
      <IconButton
        label={playing ? t('pause') : t('play')}
        shortcut="space"
        variant="primary"
        icon={playing ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
        disabled={disabled}
        onClick={togglePlaying}
      />
      <IconButton
        label={t('next')}
        shortcut="right"
        icon={<ChevronRight aria-hidden />}
        disabled={disabled}
        onClick={() => step(1)}
      />
      <IconButton
        label={t('toEnd')}
        shortcut="end"
        icon={<SkipForward aria-hidden />}
        disabled={disabled}
        className={styles.ends}
        onClick={() => jump('end')}
      />
    </div>
  );
}

const SPEEDS = ['0.25', '0.5', '1', '2', '4', '8'] as const;

function Speed() {
  const t = useTranslations('shell.transport');
  const { setSpeed, setLoop } = useActions();
  const speed = useBench(({ view }) => view.speed);
  const loop = useBench(({ view }) => view.loop);
  const known: readonly string[] = SPEEDS;
  const value = String(speed);
  const all = known.includes(value) ? known : [value, ...known];
  return (
    <div className={styles.speed}>
      <Select
        aria-label={t('speed')}
        value={value}
        onChange={(next) => setSpeed(Number(next))}
        options={all.map((id) => ({ id, label: `${id}×` }))}
      />
      <IconButton label={t('loop')} icon={<Repeat aria-hidden />} aria-pressed={loop} onClick={() => setLoop(!loop)} />
    </div>
  );
}
