import { useTranslations } from 'use-intl';
import type { EndsPart, FlowEnds } from '../../core/document/compare-ends';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import { aboutOdds } from '../../core/lib/fraction';
import { VerdictBadge } from '../common/VerdictBadge';
import { usePhrase } from '../i18n/use-phrase';
import { dispositionMark } from '../theme/verdicts';
import cellStyles from './cell.module.css';
import styles from './probes.module.css';

interface Props {
  readonly end: FlowEnds;
  readonly differ: readonly EndsPart[];
}

/** So many backends are listed; more are counted. */
const MOST = 4;

/** What becomes of a flow in one pane: how it ends, who gets it with which odds, whom they see. */
export function ProbeCell({ end, differ }: Props) {
  const t = useTranslations('compare');
  const say = usePhrase();
  const part = (id: EndsPart): string => classes(styles.part, differ.includes(id) && styles.marked);
  const { verdicts, backends, sources, problem } = end;
  return (
    <div role="cell" className={classes(cellStyles.cell, styles.cell)}>
      {problem && <p className={part('verdicts')}>{say(problem)}</p>}
      <Verdicts verdicts={verdicts} className={part('verdicts')} />
      {backends.length > 0 && (
        <ul className={part('backends')}>
          {backends.slice(0, MOST).map(({ to, odds, kernelOdds }) => (
            <li key={to} className={styles.backend}>
              <span className={styles.odds}>
                {odds === undefined ? t('unknownOdds') : aboutOdds(odds, kernelOdds !== undefined)}
              </span>{' '}
              <AddressChip address={to} bare />
            </li>
          ))}
          {backends.length > MOST && <li className={styles.quiet}>{t('more', { count: backends.length - MOST })}</li>}
        </ul>
      )}
      {sources.length > 0 && (
        <p className={part('sources')}>
          <span className={styles.quiet}>{t('probes.sees')}</span>{' '}
          {sources.map((source) => (
            <AddressChip key={source} address={source} bare />
          ))}
        </p>
      )}
    </div>
  );
}

function Verdicts({ verdicts, className }: { readonly verdicts: FlowEnds['verdicts']; readonly className: string }) {
  const t = useTranslations('compare');
  const verdict = useTranslations('common.verdict');
  return verdicts.map(({ kind, answered, odds, kernelOdds }) => (
    <p key={`${kind} ${answered}`} className={className}>
      <VerdictBadge mark={dispositionMark({ kind } as never)} word={verdict(kind)} />
      {kind === 'DELIVERED' && !answered && <b>· {t('silent')}</b>}
      {verdicts.length > 1 && (
        <span className={styles.quiet}>
          {' '}
          {odds === undefined ? t('unknownOdds') : aboutOdds(odds, kernelOdds !== undefined)}
        </span>
      )}
    </p>
  ));
}
