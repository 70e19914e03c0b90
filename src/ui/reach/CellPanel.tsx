import { useCallback, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Caller } from '../../core/questions/reach/callers';
import type { Destination } from '../../core/questions/reach/destinations';
import { statementOfCell } from '../../core/questions/reach/statement-forms';
import { sayAsks, sayCaller, sayDestination } from '../../core/questions/reach/say';
import type { AskOptions } from '../../engine/client';
import { background } from '../../engine/page-engines';
import { useSendFlow } from '../shell/bench/use-send-flow';
import { AddressChip } from '../common/addresses';
import { Button } from '../common/controls';
import { WorkProgress } from '../common/Dialog';
import { useQuestion } from '../common/use-asked';
import { EndWords } from './EndWords';
import styles from './reach.module.css';
import { useAddStatement } from './use-add-statement';
import type { ReachSubject } from './WhoReaches';
import { useReachPhrase } from './use-reach-phrase';

/** A cell that is looked at: one who sends, one that is asked. */
export interface OpenCell {
  readonly caller: Caller;
  readonly destination: Destination;
}

interface Props extends ReachSubject {
  readonly cell: OpenCell;
  readonly onClose: () => void;
}

/** The table may be longer than the window, and the answer stands behind it. */
const showAnswer = (end: HTMLElement | null): void => end?.scrollIntoView({ block: 'nearest' });

/** One packet of a cell: how it ends, who gets it, what decides; and its walk. */
export function CellPanel({ document, family, cell: { caller, destination }, onClose, onWalk }: Props) {
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
      <dl className={styles.facts}>
        <dt>{t('from')}</dt>
        <dd>{say(sayCaller(caller))}</dd>
        <dt>{t('asks')}</dt>
        <dd>
          {say(sayDestination(destination))} <AddressChip address={destination.address} bare />{' '}
          {say(sayAsks(destination))}
        </dd>
        {answer && answer.fate.to.length > 0 && (
          <>
            <dt>{t('gets')}</dt>
            <dd>
              {answer.fate.to.map(({ place, odds = '?' }) => (
                <span key={place} className={styles.place}>
                  <AddressChip address={place} bare /> {odds !== '1' && odds}
                </span>
              ))}
            </dd>
            <dt>{t('sees')}</dt>
            <dd>
              {answer.fate.sources.map((source) => (
                <span key={source} className={styles.place}>
                  <AddressChip address={source} bare />
                </span>
              ))}
            </dd>
          </>
        )}
      </dl>
      {answer && (
        <>
          <p>
            <EndWords fate={answer.fate} by={caller.kind} self={answer.fate.self} />
          </p>
          {answer.causes.length > 0 && <h4>{t('decides')}</h4>}
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
