import { Check, TriangleAlert } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Rebuilt } from '../../core/analysis/reconstruct/rebuild';
import type { Difference } from '../../core/analysis/reconstruct/types';
import { VirtualList } from '../common/VirtualList';
import { usePhrase } from '../i18n/use-phrase';
import { differenceCounts } from './rebuild.model';
import styles from './rebuild.module.css';

/** More than these scroll in a box of their own. */
const FEW = 6;

/**
 * What recompiling the cluster gives: exactly the rules, or what of them it does not give back. What the release they are
 * of wrote otherwise than the one that was compiled is no difference of the cluster: it stands apart.
 */
export function Recompiled({ made }: { readonly made: Rebuilt }) {
  const t = useTranslations('rebuild');
  const { differences, compared, comparedWith, release } = made;
  if (comparedWith === undefined) return <p className={styles.problem}>{t('notCompared')}</p>;
  const own = differences.filter(({ ofRelease }) => ofRelease !== true);
  const ofRelease = differences.filter((difference) => difference.ofRelease === true);
  return (
    <section>
      {own.length === 0 ? (
        <p className={styles.same}>
          <Check size={16} aria-hidden />{' '}
          {ofRelease.length === 0 ? t('same') : t('sameButRelease', { release: release.release })}
        </p>
      ) : (
        <p className={styles.drift}>
          <TriangleAlert size={16} aria-hidden /> {t('differences', { count: own.length })}
        </p>
      )}
      {!compared && (
        <p className={styles.note}>{t('comparedWith', { release: release.release, compiled: comparedWith })}</p>
      )}
      {own.length > 0 && (
        <>
          <ul className={styles.list}>
            {differenceCounts(own).map(([kind, count]) => (
              <li key={kind}>{t(`kindCount.${kind}`, { count })}</li>
            ))}
          </ul>
          <DifferenceList differences={own} />
        </>
      )}
      {ofRelease.length > 0 && (
        <details className={styles.details}>
          <summary>
            {t('ofReleases', { count: ofRelease.length, release: release.release, compiled: comparedWith })}
          </summary>
          <DifferenceList differences={ofRelease} />
        </details>
      )}
    </section>
  );
}

function DifferenceList({ differences }: { readonly differences: readonly Difference[] }) {
  const t = useTranslations('rebuild');
  if (differences.length <= FEW) {
    return (
      <ul className={styles.list} aria-label={t('differenceList')}>
        {differences.map((difference) => (
          <li key={`${difference.table} ${difference.chain} ${difference.index ?? ''} ${difference.text}`}>
            <DifferenceRow difference={difference} />
          </li>
        ))}
      </ul>
    );
  }
  return (
    <div className={styles.scroll}>
      <VirtualList label={t('differenceList')} count={differences.length} rowHeight={72}>
        {(index) => {
          const difference = differences[index];
          return difference && <DifferenceRow difference={difference} />;
        }}
      </VirtualList>
    </div>
  );
}

function DifferenceRow({ difference }: { readonly difference: Difference }) {
  const t = useTranslations('rebuild');
  const say = usePhrase();
  const { kind, family, table, chain, index, text, why } = difference;
  return (
    <div className={styles.difference}>
      <span className={styles.badge} data-kind={kind}>
        {t(`kind.${kind}`)}
      </span>{' '}
      <code className={styles.place}>
        {family === 'ipv6' ? 'ip6 ' : ''}
        {table} {chain}
        {index === undefined ? '' : ` ${index + 1}`}
      </code>{' '}
      <span className={styles.note}>{say(why)}</span>
      {text !== chain && <code className={styles.quote}>{text}</code>}
    </div>
  );
}
