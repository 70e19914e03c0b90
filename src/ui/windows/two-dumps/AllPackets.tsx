import { useMemo } from 'react';
import type { DumpPair } from '../../../core/questions/diff/compare-dumps';
import type { AskOptions } from '../../../engine/client';
import { background } from '../../../engine/page-engines';
import { WorkProgress } from '../../common/Dialog';
import { useQuestion } from '../../common/use-asked';
import { HostChangeList } from '../../reach/HostChangeList';
import { useHostPhrase } from '../../reach/use-host-phrase';
import hosts from '../../reach/hosts.module.css';
import styles from './two-dumps.module.css';

interface Props {
  readonly pair: DumpPair;
  /** Words for the two dumps. */
  readonly sides: readonly [string, string];
}

/** All that begins a connection through both hosts: proven alike, or every kind of packet that ends otherwise. */
export function AllPackets({ pair, sides }: Props) {
  const { before, after } = pair;
  const say = useHostPhrase();
  const asked = useQuestion(
    useMemo(() => (options: AskOptions) => background.ask('all-packets', { before, after }, options), [before, after]),
  );
  return (
    <div className={styles.flows}>
      <WorkProgress work={asked} room="twoDumps" />
      {asked.answer && !asked.answer.ok && <p className={hosts.note}>{say(asked.answer.error)}</p>}
      {asked.answer?.ok && <HostChangeList found={asked.answer.value} sides={sides} />}
    </div>
  );
}
