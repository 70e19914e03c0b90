import { useTranslations } from 'use-intl';
import { AddressChip } from '../common/AddressChip';
import styles from './chain-card.module.css';
import { useScope } from './datapath-context';
import { rungSum, shareOf, type Rung } from './ladder.model';
import { bareAddress, tokensOf } from './rule-text.model';

/** The odds of one rung: to whom, the sum that gives them, and a bar as long as its share. */
export function Odds({ rung }: { readonly rung: Rung }) {
  const t = useTranslations('rules');
  const { names } = useScope();
  const address = tokensOf(rung.comment ?? '').findLast((token) => token.kind === 'address')?.text;
  const name = address === undefined ? undefined : names.get(bareAddress(address));
  return (
    <span className={styles.odds}>
      <span className={styles.bar} aria-hidden>
        <span className={styles.share} style={{ width: `${shareOf(rung.resulting) * 100}%` }} />
      </span>
      {name !== undefined && <span className={styles.who}>{name}</span>}
      {name === undefined && address !== undefined && <AddressChip address={address} bare />}
      <span className={styles.sum}>
        {rung.conditional === '1' && <span className={styles.rest}>{t('theRest')} </span>}
        {rungSum(rung)}
      </span>
    </span>
  );
}
