import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Caller } from '../../core/questions/reach/callers';
import type { Destination } from '../../core/questions/reach/destinations';
import type { FlowFate } from '../../core/questions/reach/fate';
import { statementOfCell } from '../../core/questions/reach/statement-forms';
import { sayAsks, sayCaller, sayColumn, sayDestination } from '../../core/questions/reach/say';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useSendFlow } from '../shell/bench/use-send-flow';
import { AddressChip } from '../common/addresses';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { EndWords } from './EndWords';
import { columnKind, type OpenCell } from './reach.model';
import styles from './reach.module.css';
import { useAddStatement } from './use-add-statement';
import type { ReachSubject } from './use-walk-cell';
import { useReachPhrase } from './use-reach-phrase';

interface Props extends ReachSubject {
  readonly cell: OpenCell;
  readonly onClose: () => void;
}

/** The table may be longer than the window, and the answer stands behind it. */
const showAnswer = (end: HTMLElement | null): void => end?.scrollIntoView({ block: 'nearest' });

/** One packet of a cell: how it ends, who gets it, what decides; and its walk. */
export function CellPanel({ document, family, cell, onClose, onWalk }: Props) {
  const { caller, destination, otherWays, others } = cell;
  const t = useTranslations('reach');
  const say = useReachPhrase();
  const send = useSendFlow();
  const work = useQuestion(
    useCallback(
      (options: AskOptions) =>
        background.ask('reach-cell', { document, family, caller: caller.id, destination: destination.id }, options),
      [document, family, caller.id, destination.id],
    ),
  );
  const { answer } = work;
  const statement = answer && statementOfCell(caller, destination, answer.fate);
  return (
    <section className={styles.panel} aria-label={say(sayDestination(destination))}>
      <WorkProgress work={work} room="reach" />
      {answer && (
        <h3 className={styles.headline}>
          <EndWords fate={answer.fate} by={caller.kind} self={answer.fate.self} />
        </h3>
      )}
      <CellFacts cell={cell} fate={answer?.fate} />
      {answer && (
        <>
          <OtherWays ways={otherWays} />
          <Others others={others} />
          {answer.causes.length > 0 && <h4 className={styles.group}>{t('decides')}</h4>}
          {answer.causes.map((cause) => (
            <p key={`${cause.id} ${JSON.stringify(cause.values)}`}>{say(cause)}</p>
          ))}
        </>
      )}
      <p key={answer === undefined ? '' : `${caller.id} ${destination.id}`} ref={showAnswer} className={styles.buttons}>
        {answer && (
          <Button
            variant="primary"
            onClick={() => {
              send(answer.flow);
              onWalk();
            }}
          >
            {t('walk')}
          </Button>
        )}
        {statement !== undefined && <KeepStatement key={statement} statement={statement} />}
        <Button onClick={onClose}>{t('close')}</Button>
      </p>
    </section>
  );
}

interface FactsProps {
  readonly cell: OpenCell;
  readonly fate: FlowFate | undefined;
}

/** Sender, what is asked, receiver and the source that sees. */
function CellFacts({ cell: { caller, destination, senders, receivers }, fate }: FactsProps) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  return (
    <dl className={styles.facts}>
      <dt>{t('from')}</dt>
      <dd>
        <Sender caller={caller} count={senders} />
      </dd>
      <dt>{t('asks')}</dt>
      <dd>
        {say(sayDestination(destination))} <AddressChip address={destination.address} bare />{' '}
        {say(sayAsks(destination))} <OneOf count={receivers} />
      </dd>
      {fate && fate.to.length > 0 && (
        <>
          <dt>{t('gets')}</dt>
          <dd>
            {fate.to.map(({ place, odds = '?' }) => (
              <span key={place} className={styles.place}>
                <AddressChip address={place} bare /> {odds !== '1' && odds}
              </span>
            ))}
          </dd>
          <dt>{t('sees')}</dt>
          <dd>
            {fate.sources.map((source) => (
              <span key={source} className={styles.place}>
                <AddressChip address={source} bare />
              </span>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

/** So many other ways are named. */
const MOST_WAYS = 3;

/** Other addresses of the Service by which the same sender is answered. */
function OtherWays({ ways }: { readonly ways: readonly Destination[] }) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  if (ways.length === 0) return null;
  const named = ways.slice(0, MOST_WAYS).map((each) => `${say(sayDestination(each))} ${say(sayAsks(each))}`);
  const text = [...named, ...(ways.length > MOST_WAYS ? ['…'] : [])].join('; ');
  return (
    <p>
      <strong>{t('otherWays', { ways: text })}</strong>
    </p>
  );
}

/** All other senders to the same, each with how its packets end. */
function Others({ others }: Pick<OpenCell, 'others'>) {
  const t = useTranslations('reach');
  const say = useReachPhrase();
  if (others.length === 0) return null;
  return (
    <>
      <h4 className={styles.group}>{t('othersTo')}</h4>
      <ul>
        {others.map(({ column, fate }) => (
          <li key={column.callers[0].id}>
            {say(sayColumn(column, false))}: <EndWords fate={fate} by={columnKind(column)} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Sender({ caller, count }: { readonly caller: Caller; readonly count: number }) {
  const say = useReachPhrase();
  return (
    <>
      {say(sayCaller(caller, false))} {caller.address !== undefined && <AddressChip address={caller.address} bare />}{' '}
      <OneOf count={count} />
    </>
  );
}

/** A cell is of several, and its answer of one of them. */
function OneOf({ count }: { readonly count: number }) {
  const t = useTranslations('reach');
  return count > 1 ? <span className={styles.asks}>{t('oneOf', { count })}</span> : null;
}

/** Keeps a cell as a line of Always so. */
function KeepStatement({ statement }: { readonly statement: string }) {
  const t = useTranslations('reach');
  const add = useAddStatement();
  const [isKept, setKept] = useState(false);
  const keep = (): void => {
    add(statement);
    setKept(true);
  };
  return <Button onClick={keep}>{t(isKept ? 'kept' : 'keep')}</Button>;
}
