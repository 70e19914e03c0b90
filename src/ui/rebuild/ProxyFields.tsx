import { useTranslations } from 'use-intl';
import type { Rebuilding, Rebuilt } from '../../core/questions/reconstruct/rebuild';
import type { ReleaseClue } from '../../core/paste/proxy/types';
import { minorOf } from '../../core/kubernetes/release';
import { Select } from '../common/controls';
import { SectionHeading } from '../common/SectionHeading';
import { usePhrase } from '../i18n/use-phrase';
import { placeOf, releasesOf, type Draft } from './rebuild.model';
import styles from './rebuild.module.css';

interface Props {
  readonly result: Rebuilding;
  readonly made: Rebuilt;
  readonly draft: Draft;
  readonly onDraft: (draft: Draft) => void;
}

/** The mode and the release the rules were read as; both can be chosen otherwise. */
export function ProxyFields({ result, made, draft, onDraft }: Props) {
  const t = useTranslations('rebuild');
  const { release } = made.release;
  const known = releasesOf(result, made.mode);
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
  const isOutside = minorOf(release) < minorOf(from) || minorOf(release) > minorOf(to);
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
  const say = usePhrase();
  const [first] = evidence;
  const place = first && placeOf(first);
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
