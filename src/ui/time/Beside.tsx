import { memo } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import type { Variant } from '../../core/timeline/question';
import { changeProxy, inMode } from '../../core/document/edits/proxy';
import type { ModeOffer } from '../../engine/protocol';
import { useActions, useBench } from '../../store/hooks';
import { Select } from '../common/controls';
import { BESIDES, PRESETS, presetOf, type Preset } from './script.model';
import styles from './timeline.module.css';

const NO_MODES: readonly ModeOffer[] = [];

/** The mode and the release of this timeline: those of the document. */
export const ModeAndRelease = memo(function ModeAndRelease({
  document: { mode, release },
}: {
  readonly document: Document;
}) {
  const t = useTranslations('timeline');
  const { edit } = useActions();
  return (
    <ProxySelects
      label={t('thisOne')}
      mode={mode}
      release={release}
      onMode={(id) => edit((before) => inMode(before, id))}
      onRelease={(id) => edit((before) => changeProxy(before, { release: id }))}
    />
  );
});

interface BesideProps {
  readonly document: Document;
  readonly variant: Variant | undefined;
  readonly onChange: (variant: Variant | undefined) => void;
}

/** The choice of the second timeline: a preset, or another mode and release. */
export const BesideChoice = memo(function BesideChoice({ document, variant, onChange }: BesideProps) {
  const t = useTranslations('timeline');
  const preset = presetOf(variant);
  return (
    <>
      <label className={styles.field}>
        {t('beside')}
        <Select
          value={preset}
          onChange={(id: Preset) => onChange(PRESETS[id])}
          options={BESIDES.filter((id) => id !== 'own' || preset === 'own').map((id) => ({
            id,
            label: t(`besides.${id}`),
          }))}
        />
      </label>
      {variant && (
        <ProxySelects
          label={t('thatOne')}
          mode={variant.mode ?? document.mode}
          release={variant.release ?? document.release}
          onMode={(mode) => onChange({ ...variant, mode })}
          onRelease={(release) => onChange({ ...variant, release })}
        />
      )}
    </>
  );
});

interface ProxyProps {
  readonly label: string;
  readonly mode: Document['mode'];
  readonly release: string;
  readonly onMode: (mode: Document['mode']) => void;
  readonly onRelease: (release: string) => void;
}

function ProxySelects({ label, mode, release, onMode, onRelease }: ProxyProps) {
  const t = useTranslations('timeline');
  const modes = useBench(({ run }) => run.bench?.modes ?? NO_MODES);
  const offered = modes.find(({ id }) => id === mode)?.releases.filter(({ problem }) => !problem) ?? [];
  const releases = offered.map((each) => each.release).toReversed();
  return (
    <span className={styles.row2} role="group" aria-label={label}>
      {label}
      <Select
        aria-label={`${label}: ${t('mode')}`}
        value={mode}
        onChange={onMode}
        options={modes.map(({ id, title }) => ({ id, label: title }))}
      />
      <Select
        aria-label={`${label}: ${t('release')}`}
        value={release}
        onChange={onRelease}
        options={[...new Set([release, ...releases])].map((id) => ({ id, label: id }))}
      />
    </span>
  );
}
