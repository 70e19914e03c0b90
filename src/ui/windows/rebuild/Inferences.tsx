import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { QuotedInference, Rebuilt, Rebuilding } from '../../../core/questions/reconstruct/rebuild';
import type { Certainty, ReleaseClue } from '../../../core/paste/proxy/types';
import { Select } from '../../common/controls';
import { VirtualList } from '../../common/virtual-list';
import { FilterInput } from '../../common/inputs';
import { SectionHeading } from '../../common/labels';
import { useRebuildPhrase } from './use-rebuild-phrase';
import { CERTAINTIES, witnessPlace, listRebuiltRows, type Draft, type RebuildRow, listReleases } from './rebuild.model';
import styles from './rebuild.module.css';
import { getMinor } from '../../../core/kubernetes/release';
import { ServiceName } from './ServiceName';

interface ProxyFieldsProps {
  readonly result: Rebuilding;
  readonly made: Rebuilt;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** The mode and the release the rules were read as; both can be chosen otherwise. */
export function ProxyFields({ result, made, draft, onDraft }: ProxyFieldsProps) {
  const t = useTranslations('rebuild');
  const { release } = made.release;
  const known = listReleases(result, made.mode);
  const releases = known.includes(release) ? known : [...known, release];
  return (
    <section>
      <SectionHeading>{t('proxy')}</SectionHeading>
      <div className={styles.fields}>
        <label className={styles.field}>
          <span>{t('mode')}</span>
          <Select
            value={made.mode}
            options={result.modes.map(({ id, title }) => ({ id, label: title }))}
            onChange={(mode) => onDraft(withMode(draft, mode))}
          />
        </label>
        <label className={styles.field}>
          <span>{t('release')}</span>
          <Select
            value={release}
            options={releases.map((id) => ({ id, label: id }))}
            onChange={(next) => onDraft({ ...draft, release: next })}
          />
        </label>
      </div>
      <Fitting made={made} />
      <Clues made={made} />
    </section>
  );
}

/** Another mode has another era. */
function withMode({ release: _release, ...draft }: Draft, mode: Rebuilt['mode']): Draft {
  return { ...draft, mode };
}

function Fitting({ made }: { readonly made: Rebuilt }) {
  const t = useTranslations('rebuild');
  const { release, from, to } = made.release;
  const isOutside = getMinor(release) < getMinor(from) || getMinor(release) > getMinor(to);
  const text = isOutside
    ? t('releaseOutside', { from, to, release })
    : from === to
      ? t('releaseOne', { from })
      : t('releases', { from, to });
  return <p className={isOutside ? styles.problem : styles.note}>{text}</p>;
}

function Clues({ made: { release } }: { readonly made: Rebuilt }) {
  const t = useTranslations('rebuild');
  const clues = [...release.clues, ...release.against];
  if (clues.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>{t('clues', { count: clues.length })}</summary>
      <ul className={styles.list}>
        {clues.map((clue, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- clues have no name, and their order does not change
          <Clue key={index} clue={clue} against={index >= release.clues.length} />
        ))}
      </ul>
    </details>
  );
}

function Clue({
  clue: { from, to, why, evidence },
  against,
}: {
  readonly clue: ReleaseClue;
  readonly against: boolean;
}) {
  const t = useTranslations('rebuild');
  const say = useRebuildPhrase();
  const [first] = evidence;
  const place = first && witnessPlace(first);
  const range =
    from === undefined
      ? t('until', { to: `1.${to ?? 0}` })
      : to === undefined
        ? t('since', { from: `1.${from}` })
        : t('between', { from: `1.${from}`, to: `1.${to}` });
  return (
    <li className={styles.clue}>
      <strong>{range}</strong> {say(why)} {place !== undefined && <code className={styles.place}>{place}</code>}
      {against && <em> {t('against')}</em>}
    </li>
  );
}

interface Props {
  readonly made: Rebuilt;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** Every field with its value, how sure it is, and where it is told. */
export function Inferences({ made, draft, onDraft }: Props) {
  const t = useTranslations('rebuild');
  const [words, setWords] = useState('');
  const [certainty, setCertainty] = useState<Certainty | 'all'>('all');
  const rows = useMemo(() => listRebuiltRows(made, words, certainty), [made, words, certainty]);
  const all = { id: 'all' as const, label: t('certainty.all') };
  return (
    <section className={styles.inferences} aria-labelledby="rebuild-inferred">
      <SectionHeading id="rebuild-inferred" count={made.inferences.length}>
        {t('inferred')}
      </SectionHeading>
      <p className={styles.note}>{t('inferredAbout')}</p>
      <div className={styles.fields}>
        <FilterInput className={styles.input} label={t('filter')} value={words} onValue={setWords} />
        <Select
          aria-label={t('certainty.label')}
          value={certainty}
          options={[all, ...CERTAINTIES.map((id) => ({ id, label: t(`certainty.${id}`) }))]}
          onChange={setCertainty}
        />
      </div>
      {rows.length === 0 ? (
        <p className={styles.note}>{t('noneInferred')}</p>
      ) : (
        <div className={styles.rows}>
          <VirtualList label={t('inferred')} count={rows.length} rowHeight={44}>
            {(index) => {
              const row = rows[index];
              return row && <RowView row={row} draft={draft} onDraft={onDraft} />;
            }}
          </VirtualList>
        </div>
      )}
    </section>
  );
}

function RowView({ row, draft, onDraft }: { readonly row: RebuildRow } & Omit<Props, 'made'>) {
  if (row.kind === 'field') return <FieldRow inference={row.inference} />;
  return (
    <div className={styles.object}>
      <strong>{row.about}</strong>
      {row.madeUp !== undefined && <ServiceName made={row.madeUp} draft={draft} onDraft={onDraft} />}
    </div>
  );
}

function FieldRow({ inference }: { readonly inference: QuotedInference }) {
  const t = useTranslations('rebuild');
  const say = useRebuildPhrase();
  const { field, value, certainty, evidence, why, quote } = inference;
  return (
    <div className={styles.inference}>
      <code className={styles.path}>{field}</code> <code className={styles.value}>{value}</code>{' '}
      <span className={styles.badge} data-certainty={certainty} title={t(`certaintyAbout.${certainty}`)}>
        {t(`certainty.${certainty}`)}
      </span>{' '}
      <Places evidence={evidence} />
      {why && <p className={styles.note}>{say(why)}</p>}
      {quote !== undefined && <code className={styles.quote}>{quote}</code>}
    </div>
  );
}

function Places({ evidence }: Pick<QuotedInference, 'evidence'>) {
  const t = useTranslations('rebuild');
  const [first, ...more] = evidence;
  if (!first) return null;
  const text = (witness: typeof first): string => {
    if (witness.kind === 'node' && witness.name !== undefined) return t('evidence.nodeNamed', { name: witness.name });
    if (witness.kind === 'node' || witness.kind === 'person') return t(`evidence.${witness.kind}`);
    return witnessPlace(witness) ?? '';
  };
  return (
    <span className={styles.place} title={more.map(text).join('\n')}>
      {text(first)}
      {more.length > 0 && ` + ${t('evidence.more', { count: more.length })}`}
    </span>
  );
}
