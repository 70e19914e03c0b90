import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { scriptOf } from '../../core/timeline/default-script';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { formatTime } from '../common/texts.model';
import { useDifference } from '../common/use-difference';
import styles from './moment-bar.module.css';

/** So long a hand has to rest before another moment is made. Milliseconds. */
const REST = 120;

/** Which moment of the script is on the bench, what differs then, and the way back to now. */
export function MomentBar({ openTimeline }: { readonly openTimeline: () => void }) {
  const t = useTranslations('timeline');
  const { showTime } = useActions();
  const time = useBench(({ view }) => view.time);
  const duration = useBench(({ document }) => scriptOf(document.present).duration);
  const at = Math.min(time?.at ?? 0, duration);
  const [dragged, setDragged] = useDragged(at);
  return (
    <section className={styles.bar} aria-label={t('momentBar')}>
      <strong>{t(time?.client === undefined ? 'momentOf' : 'requestOf', momentWords(dragged, time?.client))}</strong>
      <Differs />
      <input
        type="range"
        className={styles.range}
        min={0}
        max={duration}
        step={1}
        value={dragged}
        aria-label={t('momentOf', { time: formatTime(dragged) })}
        aria-valuetext={formatTime(dragged)}
        // The page's own keys go through the walk.
        onKeyDown={(event) => event.stopPropagation()}
        onChange={({ target }) => setDragged(target.valueAsNumber)}
      />
      <Button size="s" onClick={openTimeline}>
        {t('open')}
      </Button>
      <Button size="s" variant="primary" onClick={() => showTime(undefined)}>
        {t('now')}
      </Button>
    </section>
  );
}

const momentWords = (at: number, client = 0) => ({ time: formatTime(at), client: client + 1 });

/** Where the slider is: the moment is made once it rests. */
function useDragged(at: number): readonly [number, (at: number) => void] {
  const { showTime } = useActions();
  const [dragged, setDragged] = useState<number>();
  useEffect(() => {
    if (dragged === undefined) return undefined;
    const timer = setTimeout(() => {
      showTime({ at: dragged });
      setDragged(undefined);
    }, REST);
    return () => clearTimeout(timer);
  }, [dragged, showTime]);
  return [dragged ?? at, setDragged];
}

/** Nodes that do not have the newest rules, in words. */
function Differs() {
  const t = useTranslations('timeline');
  const moment = useBench(({ run }) => run.bench?.moment);
  const time = useBench(({ view }) => view.time);
  const isSentAgain = moment !== undefined && time?.client !== undefined && moment.at > time.at;
  const difference = useDifference();
  const said = (moment?.differs ?? []).map((each) => ({ node: each.node, words: difference(each) }));
  const alike = [...new Set(said.map(({ words }) => words))];
  const words = alike.map(
    (each) => `${said.flatMap(({ node, words }) => (words === each ? node : [])).join(', ')}: ${each}`,
  );
  return (
    <span role="status" className={styles.differs}>
      {isSentAgain && `${t('sentAgain', { time: formatTime(moment.at) })} `}
      {moment && (words.length > 0 ? words.join(' · ') : t('allNew'))}
      {moment && moment.connectionsFrom > 0 && ` ${t('connectionsFrom', { time: formatTime(moment.connectionsFrom) })}`}
    </span>
  );
}
