import type { Caller } from '../../core/questions/reach/callers';
import type { FateEnd, FlowFate } from '../../core/questions/reach/fate';
import { sayDrawnItself, sayEnd } from '../../core/questions/reach/say';
import { VerdictBadge } from '../common/VerdictBadge';
import { END_MARKS } from './reach.model';
import styles from './reach.module.css';
import { useReachPhrase } from './use-reach-phrase';

interface Props {
  readonly fate: Pick<FlowFate, 'ends'>;
  /** Kind of the senders, where all of them are of one. */
  readonly by?: Caller['kind'] | undefined;
  /** How a packet ends that a Service leads back to its sender, where that is otherwise. */
  readonly self?: FateEnd | undefined;
  /** The signs alone. */
  readonly isSign?: boolean;
}

/** The ends of a fate, each with its sign and word, and with its odds where there are several. */
export function EndWords({ fate: { ends }, by, self, isSign = false }: Props) {
  const say = useReachPhrase();
  return (
    <>
      {ends.map(({ end, odds }) => (
        <VerdictBadge key={end} mark={{ ...END_MARKS[end], word: isSign ? '' : say(sayEnd(end, by)) }} wraps>
          {!isSign && ends.length > 1 && odds !== undefined && odds}
        </VerdictBadge>
      ))}
      {self !== undefined && !isSign && <span className={styles.asks}>{say(sayDrawnItself(self))}</span>}
    </>
  );
}
