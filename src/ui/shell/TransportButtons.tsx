import { useTranslations } from 'use-intl';
import styles from './transport.module.css';
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { IconButton } from '../common/controls';
import type { Command } from './bench/shortcuts.model';

interface Props {
  /** Nothing plays while there is nothing to play. */
  readonly playing: boolean;
  readonly disabled: boolean;
  readonly onCommand: (command: Command) => void;
}

/** To the start, back, play, forward, to the end: the same buttons and keys wherever something plays. */
export function TransportButtons({ playing: wanted, disabled, onCommand }: Props) {
  const t = useTranslations('shell.transport');
  const playing = wanted && !disabled;
  return (
    <div className={styles.buttons}>
      <IconButton
        label={t('toStart')}
        shortcut="home"
        icon={<SkipBack aria-hidden />}
        disabled={disabled}
        className={styles.ends}
        onClick={() => onCommand('to-start')}
      />
      <IconButton
        label={t('previous')}
        shortcut="left"
        icon={<ChevronLeft aria-hidden />}
        disabled={disabled}
        onClick={() => onCommand('step-back')}
      />
      <IconButton
        label={playing ? t('pause') : t('play')}
        shortcut="space"
        variant="primary"
        icon={playing ? <Pause aria-hidden fill="currentColor" /> : <Play aria-hidden fill="currentColor" />}
        disabled={disabled}
        onClick={() => onCommand('toggle-playing')}
      />
      <IconButton
        label={t('next')}
        shortcut="right"
        icon={<ChevronRight aria-hidden />}
        disabled={disabled}
        onClick={() => onCommand('step-forward')}
      />
      <IconButton
        label={t('toEnd')}
        shortcut="end"
        icon={<SkipForward aria-hidden />}
        disabled={disabled}
        className={styles.ends}
        onClick={() => onCommand('to-end')}
      />
    </div>
  );
}
