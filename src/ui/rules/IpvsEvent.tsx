import { useTranslations } from 'use-intl';
import { tell, type Narration } from '../../core/sim/narrate';
import type { IpvsCandidate, IpvsStep } from '../../core/sim/trace';
import { VerdictBadge } from '../common/VerdictBadge';
import { classes } from '../common/classes';
import { usePhrase } from '../i18n/use-phrase';
import { PlainLine } from '../parts/PlainLine';
import { ipvsMark } from '../theme/verdicts';
import styles from './ipvs-event.module.css';
import { Changes } from './NatEvent';

/** The most servers listed; of more, the chosen one and the first. */
const MOST = 8;

/** The director: the key it looked up, what the scheduler saw of each server, whom it chose and why. */
export function IpvsEvent({ step, narration }: { readonly step: IpvsStep; readonly narration: Narration }) {
  const t = useTranslations('rules.event.ipvs');
  const say = usePhrase();
  const { at, service, scheduler, chosen, before, packet, reason, odds = 'none', from } = step;
  const asked = at === 'in' && from === 'scheduler';
  return (
    <>
      <span className={styles.title}>
        <VerdictBadge mark={ipvsMark(step)} /> {say(tell(narration, 'card'))}
      </span>
      <span className={styles.line}>
        {t('lookup')} <PlainLine text={service} />
      </span>
      {asked && (
        <span className={styles.line}>{t('scheduler', { scheduler, odds: chosen === undefined ? 'none' : odds })}</span>
      )}
      {asked && <Candidates step={step} />}
      <span className={styles.line}>{say(reason)}</span>
      {before && <Changes before={before} packet={packet} />}
    </>
  );
}

function Candidates({ step: { candidates, chosen } }: { readonly step: IpvsStep }) {
  const t = useTranslations('rules.event.ipvs');
  const shown = shownCandidates(candidates, chosen);
  if (shown.length === 0) return null;
  return (
    <span className={styles.table} role="table" aria-label={t('servers')}>
      <span className={styles.row} role="row">
        {(['server', 'weight', 'active', 'inactive'] as const).map((head) => (
          <span key={head} role="columnheader" className={styles.head}>
            {t(head)}
          </span>
        ))}
      </span>
      {shown.map(({ server, weight, activeConnections, inactiveConnections }) => (
        <span key={server} className={classes(styles.row, server === chosen && styles.chosen)} role="row">
          <span role="cell">
            {server === chosen && <span aria-hidden>→ </span>}
            <PlainLine text={server} />
            {server === chosen && <span className="visually-hidden"> {t('chosen')}</span>}
          </span>
          <span role="cell">{weight}</span>
          <span role="cell">{activeConnections}</span>
          <span role="cell">{inactiveConnections}</span>
        </span>
      ))}
      {shown.length < candidates.length && (
        <span className={styles.line}>{t('more', { count: candidates.length - shown.length })}</span>
      )}
    </span>
  );
}

function shownCandidates(candidates: readonly IpvsCandidate[], chosen: string | undefined): readonly IpvsCandidate[] {
  const first = candidates.slice(0, MOST);
  const picked = candidates.find(({ server }) => server === chosen);
  return picked && !first.includes(picked) ? [picked, ...first.slice(0, MOST - 1)] : first;
}
