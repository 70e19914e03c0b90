import { useTranslations } from 'use-intl';
import { classes } from '../common/classes';
import { shareText } from '../../core/lib/fraction';
import { AddressText } from './AddressText';
import { useScope } from './datapath-context';
import { shareOf } from './ladder.model';
import { bareAddress } from './rule-text.model';
import type { Share } from './shares.model';
import styles from './shares.module.css';

/** More elements than this are counted. */
const MOST = 24;

/** The elements of a drawn verdict map, each with its share; the one that was drawn is marked. */
export function Shares({ shares, drawn }: { readonly shares: readonly Share[]; readonly drawn: string | undefined }) {
  const t = useTranslations('rules');
  return (
    <span className={styles.shares} role="group" aria-label={t('shares')}>
      {shares.slice(0, MOST).map((share) => (
        <Row key={share.key} share={share} drawn={share.key === drawn} />
      ))}
      {shares.length > MOST && <span className={styles.more}>{t('sharesMore', { count: shares.length - MOST })}</span>}
    </span>
  );
}

function Row({ share, drawn }: { readonly share: Share; readonly drawn: boolean }) {
  const t = useTranslations('rules');
  const { names } = useScope();
  const { key, endpoint, verdict, odds, kernelOdds } = share;
  const drawnOdds = kernelOdds === undefined ? undefined : t('shareDrawn', { odds, kernel: shareText(kernelOdds) });
  const name = endpoint === undefined ? undefined : names.get(bareAddress(endpoint));
  return (
    <span className={classes(styles.share, drawn && styles.drawn)}>
      <span className={styles.key}>{key}</span>
      <span className={styles.who}>{name ?? (endpoint === undefined ? verdict : <AddressText text={endpoint} />)}</span>
      {drawn && <span className={styles.word}>→ {t('drawn')}</span>}
      <span className={styles.odds} title={drawnOdds}>
        {odds}
      </span>
      <span className={styles.bar} aria-hidden style={{ width: `${shareOf(odds) * 100}%` }} />
    </span>
  );
}
