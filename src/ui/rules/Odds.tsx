import { useTranslations } from 'use-intl';
import { shareText } from '../../core/lib/fraction';
import { AddressText } from './AddressText';
import styles from './chain-card.module.css';
import { useScope } from './datapath-context';
import { rungSum, shareOf, type Rung } from './ladder.model';
import { bareAddress, tokensOf } from './rule-text.model';

/** The odds of one rung: to whom, the sum that gives them, and a line as long as its share; below, what is written. */
export function Odds({ rung }: { readonly rung: Rung }) {
  const t = useTranslations('rules');
  const { names } = useScope();
  const address = tokensOf(rung.comment ?? '').findLast((token) => token.kind === 'address')?.text;
  const name = address === undefined ? undefined : names.get(bareAddress(address));
  return (
    <>
      <span className={styles.odds} title={t('ladder')}>
        {name !== undefined && <span className={styles.who}>{name}</span>}
        {name === undefined && address !== undefined && <AddressText text={address} />}
        <span className={styles.sum}>
          {rung.conditional === '1' && <span className={styles.rest}>{t('theRest')} </span>}
          {rungSum(rung)}
        </span>
        <span className={styles.share} aria-hidden style={{ width: `${shareOf(rung.resulting) * 100}%` }} />
      </span>
      <Written rung={rung} />
    </>
  );
}

/** What the kernel's draws give, where that is not what is meant. */
function Written({ rung: { kernelConditional, kernelResulting } }: { readonly rung: Rung }) {
  const t = useTranslations('rules');
  if (kernelResulting === undefined) return null;
  return (
    <span className={styles.written}>
      {kernelConditional === undefined
        ? t('asLeft', { kernel: kernelResulting })
        : t('asWritten', { kernel: shareText(kernelConditional) })}
    </span>
  );
}
