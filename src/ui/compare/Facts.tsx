import { useTranslations } from 'use-intl';
import { isInTurn } from '../common/turns.model';
import type { ComparedPane } from '../../core/questions/compare/compare';
import { formatIp } from '../../core/net/ip';
import type { Outcome } from '../../core/sim/trace';
import { AddressChip } from '../common/addresses';
import { classes } from '../common/classes';
import { certainOf } from '../../core/sim/odds';
import { flattenedSteps } from '../../store/selectors';
import { oddsText, ownStatus } from '../common/texts.model';
import { MisdeliveredBadge, DispositionBadge } from '../common/VerdictBadge';
import { RequestEnd } from '../rules/parts/CertainNote';
import { usePhrase } from '../common/i18n/use-phrase';
import { packetLine } from '../common/packet.model';
import styles from './facts.module.css';
import type { ReactNode } from 'react';
import factRowStyles from './compare.module.css';

interface FactRowProps {
  readonly fact: 'verdict' | 'source' | 'rules' | 'lookups' | 'rewrites' | 'crossings' | 'outcomes';
  /** What each pane has to say. */
  readonly cells: readonly ReactNode[];
}

/** One thing that can be told of every pane. */
function FactRow({ fact, cells }: FactRowProps) {
  const t = useTranslations('compare');
  return (
    <div role="row" className={classes(factRowStyles.row, styles.row)} data-fact={fact}>
      <div role="rowheader" className={classes(factRowStyles.label, styles.label)}>
        {t(`fact.${fact}`)}
        {fact === 'lookups' && <span className={styles.hint}>{t('lookupsOf')}</span>}
      </div>
      {cells.map((cell, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a pane is its place
        <div key={index} role="cell" className={styles.cell}>
          {cell}
        </div>
      ))}
    </div>
  );
}

/* oxlint-disable react/no-array-index-key -- a pane is its place */

interface Props {
  readonly panes: readonly ComparedPane[];
  readonly onOutcome: (index: number) => void;
}

const COUNTS = ['rules', 'lookups', 'rewrites', 'crossings'] as const;

/** The outcome of the flow in each pane: its end, its cost, and the other outcomes. */
export function Facts({ panes, onOutcome }: Props) {
  const [first] = panes;
  return (
    <div role="rowgroup">
      <FactRow
        fact="verdict"
        cells={panes.map((pane, at) => (
          <Verdict key={at} pane={pane} first={first} />
        ))}
      />
      <FactRow
        fact="source"
        cells={panes.map(({ counters }, at) => (
          <Source key={at} seen={counters.sourceSeen} />
        ))}
      />
      {COUNTS.map((count) => {
        const values = panes.map(({ counters }) => counters[count]);
        const most = Math.max(...values);
        return (
          <FactRow
            key={count}
            fact={count}
            cells={values.map((value, at) => (
              <Count key={at} value={value} most={most} />
            ))}
          />
        );
      })}
      <FactRow
        fact="outcomes"
        cells={panes.map((pane, at) => (
          <Outcomes key={at} pane={pane} choose={at === 0 ? onOutcome : undefined} />
        ))}
      />
    </div>
  );
}

const placeOf = (outcome: Outcome | undefined): string | undefined => outcome?.arrived && formatIp(outcome.arrived.dst);

function Verdict({ pane, first }: { readonly pane: ComparedPane; readonly first: ComparedPane | undefined }) {
  const t = useTranslations('compare');
  const say = usePhrase();
  const outcome = pane.outcomes[pane.shown];
  if (pane.problem) return <span>{say(pane.problem)}</span>;
  if (!outcome) return null;
  const lead = placeOf(first?.outcomes[first.shown]);
  const here = placeOf(outcome);
  const certain = certainOf(pane.outcomes, pane.truncated);
  const status = ownStatus(outcome.http);
  const elsewhere = lead !== undefined && here !== undefined && lead !== here;
  return (
    <>
      <RequestEnd ways={pane} shown={pane.shown} disposition={outcome.disposition} pill />
      {outcome.disposition.kind === 'DELIVERED' && (!certain || certain.answered !== undefined) && (
        <span className={outcome.answered ? styles.answered : styles.silent}>
          {t(outcome.answered ? 'answered' : 'silent')}
          {status !== undefined && ` · HTTP ${status}`}
        </span>
      )}
      {elsewhere && <span className={styles.note}>{t('elsewhere')}</span>}
    </>
  );
}

function Source({ seen }: { readonly seen: string | undefined }) {
  const t = useTranslations('compare');
  return seen === undefined ? <span className={styles.note}>{t('nobody')}</span> : <AddressChip address={seen} />;
}

/** The number, and beside it a bar as long as its share of the most any pane has. */
function Count({ value, most }: { readonly value: number; readonly most: number }) {
  const share = most > 0 ? value / most : 0;
  return (
    <span className={styles.count}>
      <span className={styles.number}>{value}</span>
      <span aria-hidden className={styles.bar} style={{ '--share': share } as React.CSSProperties} />
    </span>
  );
}

/** So many outcomes are listed; more are counted. */
const MOST_OUTCOMES = 4;

function Outcomes({
  pane,
  choose,
}: {
  readonly pane: ComparedPane;
  readonly choose: ((index: number) => void) | undefined;
}) {
  const t = useTranslations('compare');
  const { outcomes, shown, astray } = pane;
  const turns = isInTurn(flattenedSteps(pane));
  const listed = [...outcomes.entries()].filter(([index]) => index < MOST_OUTCOMES || index === shown);
  return (
    <ul className={styles.outcomes}>
      {listed.map(([index, outcome]) => (
        <li key={index} className={styles.outcome}>
          {choose && index !== shown ? (
            <button type="button" className={styles.choose} title={t('showOutcome')} onClick={() => choose(index)}>
              <OutcomeWords outcome={outcome} turns={turns} astray={astray?.includes(index) ?? false} />
            </button>
          ) : (
            <OutcomeWords outcome={outcome} turns={turns} astray={astray?.includes(index) ?? false} />
          )}
          {index === shown && outcomes.length > 1 && <span className={styles.note}>{t('shown')}</span>}
        </li>
      ))}
      {outcomes.length > listed.length && (
        <li className={styles.note}>{t('more', { count: outcomes.length - listed.length })}</li>
      )}
    </ul>
  );
}

interface OutcomeProps {
  readonly outcome: Outcome;
  /** True where the odds are a share by turns. */
  readonly turns: boolean;
  readonly astray: boolean;
}

function OutcomeWords({ outcome, turns, astray }: OutcomeProps) {
  const t = useTranslations('compare');
  const { arrived, disposition } = outcome;
  const odds = oddsText(outcome)?.short;
  const status = ownStatus(outcome.http);
  const dst = arrived && packetLine(arrived).dst;
  return (
    <span className={styles.words}>
      <b>{odds === undefined ? t('unknownOdds') : turns && odds !== '1' ? t('turns', { odds }) : odds}</b>
      {dst?.address === undefined ? (
        <DispositionBadge disposition={disposition} />
      ) : (
        <AddressChip address={dst.address} port={dst.port} />
      )}
      {astray && <MisdeliveredBadge />}
      {status !== undefined && <span className={styles.note}>HTTP {status}</span>}
    </span>
  );
}
