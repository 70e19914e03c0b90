import { Pause, Play } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Timeline } from '../../core/timeline/timeline';
import { Button } from '../common/controls';
import { plainName } from '../../core/story/service-at';
import { formatTime } from '../common/texts.model';
import { usePhrase } from '../common/i18n/use-phrase';
import { useReducedMotion } from '../common/theme/media';
import { useLaneName } from './EventList';
import { around, happenedBy, listDeeds, nextHappening, SLOWDOWN } from './timeline.model';
import type { LanesView } from './TimelineDialog';
import styles from './timeline.module.css';

/** So many deeds are said one by one. */
const MOST_SAID = 3;

/** First of all: what is done, and when. */
export function Deeds({ timeline }: { readonly timeline: Timeline }) {
  const t = useTranslations('timeline');
  const deeds = listDeeds(timeline);
  const said = deeds
    .slice(0, MOST_SAID)
    .map(({ at, verb, name, how }) =>
      t(`deeds.${verb}`, { time: formatTime(at), name: plainName(name), how: plainName(how) }),
    );
  const more = deeds.length - said.length;
  return (
    <p className={styles.deeds}>
      {deeds.length === 0 ? t('noDeeds') : [...said, ...(more > 0 ? [t('moreDeeds', { count: more })] : [])].join(' ')}
    </p>
  );
}

/** The state of all lanes at the moment: the newest event, its cause, and the requests that failed so far. */
export function Happening({ timeline, moment }: { readonly timeline: Timeline; readonly moment: number }) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const laneName = useLaneName();
  const { event, failed } = happenedBy(timeline, moment);
  const cause = event?.cause === undefined ? undefined : timeline.events[event.cause];
  const told = event && { time: formatTime(event.at), where: laneName(event.lane), what: say(event.says) };
  return (
    <p className={styles.happening} data-happening="">
      {!told
        ? t('nothingYet')
        : cause
          ? t('explainedAfter', { ...told, delay: formatTime(event.at - cause.at), cause: say(cause.says) })
          : t('explained', told)}{' '}
      <strong>{t('failedBy', { count: failed })}</strong>
    </p>
  );
}

/** Milliseconds from one picture to the next, and from one event to the next where there is to be less motion. */
const FRAME = 50;
const READING = 1600;

/** Plays the lanes slower than they are; for who wants less motion from event to event. */
export function PlayLanes({ timeline, view }: { readonly timeline: Timeline; readonly view: LanesView }) {
  const t = useTranslations('timeline');
  const reduced = useReducedMotion();
  const [playing, setPlaying] = useState(false);
  const { moment, setMoment, span, setSpan } = view;
  const show = (at: number): void => {
    setMoment(at);
    if (at < span.from || at > span.until) setSpan(around(at, span, timeline.duration));
  };
  const advance = useEffectEvent((elapsed: number): void => {
    const next = reduced ? nextHappening(timeline, moment) : moment + elapsed / SLOWDOWN;
    if (next === undefined || next >= timeline.duration) setPlaying(false);
    show(Math.min(timeline.duration, Math.round(next ?? moment)));
  });
  useEffect(() => {
    if (!playing) return undefined;
    let before = performance.now();
    const timer = setInterval(
      () => {
        const now = performance.now();
        advance(now - before);
        before = now;
      },
      reduced ? READING : FRAME,
    );
    return () => clearInterval(timer);
  }, [playing, reduced]);
  const toggle = (): void => {
    const isDone = moment >= timeline.duration || nextHappening(timeline, moment) === undefined;
    if (!playing && (isDone || moment < span.from)) show(span.from);
    setPlaying(!playing);
  };
  return (
    <Button size="s" icon={playing ? <Pause aria-hidden /> : <Play aria-hidden />} onClick={toggle}>
      {t(playing ? 'pausePlaying' : 'playSlowly')}
    </Button>
  );
}
