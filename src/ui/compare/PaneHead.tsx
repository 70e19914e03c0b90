import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { ModeOffer, PaneSpec } from '../../worker/protocol';
import { IconButton } from '../common/IconButton';
import { Select } from '../common/Select';
import { nearestRelease } from '../shell/mode.model';
import { isPasted, policyOf } from './pane.model';
import { PaneSettings } from './PaneSettings';
import type { Compared } from './use-comparison';
import styles from './heads.module.css';

interface Props {
  /** `1`: counted from the left. */
  readonly number: string;
  readonly spec: PaneSpec;
  readonly compared: Compared;
  readonly onChange: (spec: PaneSpec) => void;
  /** Undefined: there are as few panes as there can be. */
  readonly onRemove: (() => void) | undefined;
}

/** The head of a pane: its mode and release, both to be chosen, and what else is otherwise in it. */
export function PaneHead({ number, spec, compared, onChange, onRemove }: Props) {
  const t = useTranslations('compare.pane');
  const offer = compared.offers.find(({ id }) => id === spec.mode);
  return (
    <div role="columnheader" className={styles.head}>
      <div className={styles.line}>
        {isPasted(spec) ? (
          <b className={styles.fixed}>{t('pasted')}</b>
        ) : (
          <Proxy number={number} spec={spec} offers={compared.offers} onChange={onChange} />
        )}
        <span className={styles.ends}>
          <PaneSettings number={number} spec={spec} compared={compared} onChange={onChange} />
          {onRemove && (
            <IconButton
              label={t('remove', { mode: isPasted(spec) ? t('pasted') : (offer?.title ?? spec.mode) })}
              size="s"
              icon={<X aria-hidden />}
              onClick={onRemove}
            />
          )}
        </span>
      </div>
      <Otherwise spec={spec} documents={compared.documents} />
    </div>
  );
}

interface ProxyProps extends Pick<Props, 'number' | 'spec' | 'onChange'> {
  readonly offers: readonly ModeOffer[];
}

function Proxy({ number, spec, offers, onChange }: ProxyProps) {
  const t = useTranslations('compare.pane');
  const offer = offers.find(({ id }) => id === spec.mode);
  const releases = (offer?.releases ?? []).filter(({ problem }) => !problem).toReversed();
  const chooseMode = (mode: ProxyModeId): void => {
    const next = offers.find(({ id }) => id === mode);
    onChange({ ...spec, mode, release: next ? nearestRelease(next, spec.release) : spec.release });
  };
  return (
    <>
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
    </>
  );
}

/** What of a pane is not as on the bench. */
function Otherwise({ spec, documents }: Pick<Props, 'spec'> & Pick<Compared, 'documents'>) {
  const t = useTranslations('compare.pane');
  const document = spec.document === undefined ? undefined : documents[spec.document];
  const policy = policyOf(spec);
  const said = [
    document && (spec.document === 'before' ? t('before') : document.title),
    spec.node !== undefined && t('via', { node: spec.node }),
    policy && t(spec.policy?.external ? 'external' : 'internal', { name: spec.policy?.name ?? '', policy }),
  ].filter((each) => typeof each === 'string');
  return said.length === 0 ? null : <p className={styles.otherwise}>{said.join(' · ')}</p>;
}
