import { useTranslations } from 'use-intl';
import type { FlowEnds } from '../../core/analysis/pasted-types';
import type { FlowDifference } from '../../core/analysis/ruleset-diff/diff-flows';
import type { FlowEnd, FlowEndings } from '../../core/analysis/ruleset-diff/flow-ends';
import { AddressChip } from '../common/AddressChip';
import { classes } from '../common/classes';
import { oddsText } from '../common/odds-text.model';
import { DispositionBadge } from '../common/VerdictBadge';
import { PlainLine } from '../parts/PlainLine';
import styles from './two-dumps.module.css';

interface Props {
  readonly flows: readonly FlowDifference[];
  /** Words for the two dumps. */
  readonly sides: readonly [string, string];
}

/** Every flow through both dumps, those that change first. */
export function FlowChanges({ flows, sides }: Props) {
  const t = useTranslations('twoDumps');
  if (flows.length === 0) return <p className={styles.note}>{t('noFlows')}</p>;
  const changed = flows.filter((flow) => flow.changed).length;
  return (
    <div className={styles.flows}>
      <p>
        <strong>{t('flowsChange', { changed, all: flows.length })}</strong>{' '}
        <span className={styles.note}>{t('flowsAbout')}</span>
      </p>
      <ul>
        {flows.map((difference) => (
          <li key={JSON.stringify(difference.flow)} className={styles.flow}>
            <FlowHead difference={difference} />
            <div className={styles.sides}>
              <Side title={sides[0]} flow={difference.flow} endings={difference.before} />
              <Side title={sides[1]} flow={difference.flowAfter} endings={difference.after} />
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}

function FlowHead({ difference: { flow, changed } }: { readonly difference: FlowDifference }) {
  const t = useTranslations('twoDumps');
  return (
    <h3 className={styles.flowHead}>
      <span className={classes(styles.mark, changed && styles.differs)}>
        <span aria-hidden>{changed ? '~ ' : '= '}</span>
        {t(changed ? 'change.yes' : 'change.no')}
      </span>
      <Sender flow={flow} />
      <span aria-hidden>→</span>
      <AddressChip address={flow.to.address ?? ''} port={flow.protocol === 'icmp' ? undefined : flow.port} />
      <span className={styles.note}>{flow.protocol}</span>
    </h3>
  );
}

function Sender({ flow: { from } }: { readonly flow: FlowEnds }) {
  const t = useTranslations('twoDumps');
  return (
    <>
      {from.address !== undefined && from.address !== '' && <AddressChip address={from.address} />}
      <span className={styles.note}>{from.device ?? t('thisNode')}</span>
    </>
  );
}

interface SideProps {
  readonly title: string;
  readonly flow: FlowEnds;
  readonly endings: FlowEndings;
}

/** A flow with many endpoints has many ends: so many are listed. */
const MOST = 8;

function Side({ title, flow, endings: { ends, truncated } }: SideProps) {
  const t = useTranslations('twoDumps');
  return (
    <div className={styles.side}>
      <h4 className={styles.sideHead}>
        {title} <Sender flow={flow} />
      </h4>
      <ul>
        {ends.slice(0, MOST).map((end) => (
          <li key={end.end} className={styles.end}>
            <End end={end} flow={flow} />
          </li>
        ))}
      </ul>
      {ends.length > MOST && <p className={styles.note}>{t('more', { count: ends.length - MOST })}</p>}
      {truncated && <p className={styles.note}>{t('truncated')}</p>}
    </div>
  );
}

function End({ end, flow }: { readonly end: FlowEnd; readonly flow: FlowEnds }) {
  const t = useTranslations('twoDumps');
  const { disposition, probability, backend, source, answered, deciding } = end;
  if (!disposition) return <span className={styles.note}>{t('noSender', { device: flow.from.device ?? '' })}</span>;
  return (
    <>
      <div className={styles.endLine}>
        {probability !== '1' && <span className={styles.odds}>{probability === '?' ? '?' : oddsText(end)?.short}</span>}
        <DispositionBadge disposition={disposition} />
        {backend !== undefined && <AddressChip address={backend} />}
        {source !== undefined && (
          <span className={styles.note}>
            {t('seen')} <AddressChip address={source} bare />
          </span>
        )}
        {disposition.kind === 'DELIVERED' && !answered && <span className={styles.note}>{t('silent')}</span>}
      </div>
      {deciding.map(({ what, text }) => (
        <p key={`${what} ${text}`} className={styles.deciding}>
          <span className={styles.note}>{t(`what.${what}`)}</span> <PlainLine text={text} />
        </p>
      ))}
      {deciding.length === 0 && <p className={styles.note}>{t('nothingDecided')}</p>}
    </>
  );
}
