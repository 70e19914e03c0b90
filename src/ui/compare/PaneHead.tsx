import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { ModeOffer, PaneSpec } from '../../worker/protocol';
import { IconButton } from '../common/IconButton';
import { Select } from '../common/Select';
import { nearestRelease } from '../shell/mode.model';
import styles from './compare.module.css';

interface Props {
  /** `1`: counted from the left. */
  readonly number: string;
  readonly spec: PaneSpec;
  readonly offers: readonly ModeOffer[];
  readonly onChange: (spec: PaneSpec) => void;
  /** Undefined: there are as few panes as there can be. */
  readonly onRemove: (() => void) | undefined;
}

/** The head of a pane: its mode and release, both to be chosen. */
export function PaneHead({ number, spec, offers, onChange, onRemove }: Props) {
  const t = useTranslations('compare.pane');
  const offer = offers.find(({ id }) => id === spec.mode);
  const releases = (offer?.releases ?? []).filter(({ problem }) => !problem).toReversed();
  const chooseMode = (mode: ProxyModeId): void => {
    const next = offers.find(({ id }) => id === mode);
    onChange({ mode, release: next ? nearestRelease(next, spec.release) : spec.release });
  };
  return (
    <div role="columnheader" className={styles.head}>
      <Select
        aria-label={t('mode', { number })}
        value={spec.mode}
        onChange={chooseMode}
        options={offers.map(({ id, title }) => ({ id, label: title }))}
        className={styles.mode}
      />
      <Select
        aria-label={t('release', { number })}
        value={spec.release}
        onChange={(release) => onChange({ ...spec, release })}
        options={releases.map(({ release }) => ({ id: release, label: release }))}
      />
      {onRemove && (
        <IconButton
          label={t('remove', { mode: offer?.title ?? spec.mode })}
          size="s"
          icon={<X aria-hidden />}
          className={styles.remove}
          onClick={onRemove}
        />
      )}
    </div>
  );
}
