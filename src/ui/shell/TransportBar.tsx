import { Repeat } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../store/hooks';
import { shownSteps } from '../../store/selectors';
import { IconButton } from '../common/IconButton';
import { Select } from '../common/Select';
import { Caption } from './Caption';
import { JumpButtons } from './JumpButtons';
import { LegSwitch } from './LegSwitch';
import { ManyButton } from './ManyButton';
import { Outcomes } from './Outcomes';
import { Scrubber } from './Scrubber';
import { StepCount } from './StepCount';
import { TransportButtons } from './TransportButtons';
import { useCommands } from './use-shortcuts';
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
        <Many />
      </div>
    </footer>
  );
}

function PlayButtons() {
  const playing = useBench(({ view }) => view.playing);
  const disabled = useBench((state) => shownSteps(state).length === 0);
  const onCommand = useCommands();
  return (
    <>
      <TransportButtons playing={playing} disabled={disabled} onCommand={onCommand} />
      <JumpButtons disabled={disabled} onCommand={onCommand} />
    </>
  );
}

function Many() {
  const flow = useBench(({ run }) => run.flowId);
  return <ManyButton disabled={flow === undefined} />;
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
