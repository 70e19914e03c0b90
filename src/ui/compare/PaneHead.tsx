import { X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Document, Flow } from '../../core/document/document';
import type { ProxyModeId } from '../../core/kubernetes/types';
import type { ModeOffer, PaneSpec } from '../../engine/protocol';
import { IconButton } from '../common/IconButton';
import { Select } from '../common/Select';
import { nearestRelease } from '../shell/mode.model';
import { BEFORE_KEY, CLUSTER_KEY, isPasted, PASTED_KEY, policyOf } from './pane.model';
import { PaneSettings } from './PaneSettings';
import type { Compared } from './use-comparison';
import { useFlowTitle } from './use-flow-title';
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
        {isPasted(spec, compared.documents) ? (
          <b className={styles.fixed}>{t('pasted')}</b>
        ) : (
          <Proxy number={number} spec={spec} offers={compared.offers} onChange={onChange} />
        )}
        <span className={styles.ends}>
          <PaneSettings number={number} spec={spec} compared={compared} onChange={onChange} />
          {onRemove && (
            <IconButton
              label={t('remove', {
                mode: isPasted(spec, compared.documents) ? t('pasted') : (offer?.title ?? spec.mode),
              })}
              size="s"
              icon={<X aria-hidden />}
              onClick={onRemove}
            />
          )}
        </span>
      </div>
      <Otherwise spec={spec} documents={compared.documents} flow={sentIn(compared, Number(number) - 1)} />
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

/** Documents that are called by what they are to the bench. */
const KEPT: ReadonlySet<string> = new Set([BEFORE_KEY, CLUSTER_KEY, PASTED_KEY]);

function pastedTitle({ subject, title, pasted }: Document): string {
  return subject === 'pasted' ? (pasted.texts[0]?.title ?? title) : title;
}

/** The flow a pane of another document sends, which may be no more than like the bench's. */
function sentIn({ comparison }: Compared, at: number): Flow | undefined {
  const pane = comparison?.panes[at];
  return pane?.spec.document === undefined ? undefined : pane.flow;
}

/** What of a pane is not as on the bench. */
interface OtherwiseProps extends Pick<Props, 'spec'>, Pick<Compared, 'documents'> {
  readonly flow: Flow | undefined;
}

function Otherwise({ spec, documents, flow }: OtherwiseProps) {
  const t = useTranslations('compare.pane');
  const titleOf = useFlowTitle();
  const document = spec.document === undefined ? undefined : documents[spec.document];
  const policy = policyOf(spec);
  const said = [
    document && (KEPT.has(spec.document ?? '') ? t(spec.document as 'before') : pastedTitle(document)),
    flow && t('sends', { flow: titleOf(flow) }),
    spec.node !== undefined && t('via', { node: spec.node }),
    policy && t(spec.policy?.external ? 'external' : 'internal', { name: spec.policy?.name ?? '', policy }),
  ].filter((each) => typeof each === 'string');
  return said.length === 0 ? null : <p className={styles.otherwise}>{said.join(' · ')}</p>;
}
