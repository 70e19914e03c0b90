import { memo, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Document } from '../../core/document/document';
import { modesOf } from '../../core/document/node-program';
import { scriptOf } from '../../core/timeline/default-script';
import type { Timeline } from '../../core/timeline/timeline';
import { background } from '../../engine/page-engines';
import type { TimePlace } from '../../engine/protocol';
import type { TimelineAnswer } from '../../engine/questions/timeline';
import { useActions, useBench } from '../../store/hooks';
import { Button } from '../common/controls';
import { Dialog, type WindowProps } from '../common/Dialog';
import { useQuestion, type AskState } from '../common/use-asked';
import { usePhrase } from '../common/i18n/use-phrase';
import { ScriptForm } from './ScriptForm';
import { Delays } from './DelayFields';
import { EventList, RequestPicker } from './EventList';
import { Lanes } from './Lanes';
import { Deeds, Happening, PlayLanes } from './Playing';
import { behind, countFailed, varied, type Variant } from '../../core/timeline/question';
import { BesideChoice, ModeAndRelease } from './Beside';
import { withScript } from './script.model';
import { useLaneNaming } from './lane-names';
import { behindAt, isFlushedAt, tellingSpan, type Span } from './timeline.model';
import { formatTime } from '../common/texts.model';
import styles from './timeline.module.css';

/** Lives through a document in a worker, anew with each change of it; what was known stays until then. */
function useTimeline(document: Document | undefined, remedy = false): AskState<TimelineAnswer> {
  const asked = useQuestion(
    useMemo(
      () =>
        document &&
        (({ signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void }) =>
          background.ask('timeline', { document, remedy }, { signal, onProgress: ({ done }) => onProgress(done) })),
      [document, remedy],
    ),
  );
  // Until the engine says how far it is, too.
  return document && asked.status === 'idle' ? { ...asked, status: 'working' } : asked;
}

/** From an edit in the API to the last failed request: lanes, requests, and the same in words. */
export function TimelineDialog({ open, onOpenChange }: WindowProps) {
  const t = useTranslations('timeline');
  const present = useBench(({ document }) => document.present);
  const leave = useCallback(() => onOpenChange(false), [onOpenChange]);
  const isPasted = present.subject === 'pasted';
  const modes = modesOf(present);
  const unlived = modes.has('ebpf') ? 'cilium' : modes.has('kernelspace') ? 'windows' : undefined;
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('about')} size="full" reading>
      {isPasted || unlived ? (
        <p role="status">{t(isPasted ? 'pasted' : (unlived ?? 'pasted'))}</p>
      ) : (
        <Lived present={present} onLeave={leave} />
      )}
    </Dialog>
  );
}

function Lived({ present, onLeave }: { readonly present: Document; readonly onLeave: () => void }) {
  const t = useTranslations('timeline');
  const [variant, choose] = useState<Variant>();
  const document = useMemo(() => ({ ...present, script: scriptOf(present) }), [present]);
  const other = useMemo(() => variant && varied(document, variant), [document, variant]);
  const nameBoth = useLaneNaming();
  const names = useMemo(() => nameBoth([document, other], variant), [nameBoth, document, other, variant]);
  const asked = useTimeline(document);
  const compared = useTimeline(other);
  const timeline = asked.answer?.timeline;
  const time = useBench(({ view }) => view.time);
  const [moment, setMoment] = useState(time?.at ?? 0);
  const [client, setClient] = useState(time?.client);
  const { pause } = useActions();
  // What plays behind the lanes nobody sees.
  useEffect(() => pause(), [pause]);
  const duration = timeline?.duration ?? document.script.duration;
  const at = Math.min(moment, duration);
  const second = other && compared.answer?.timeline;
  const [span, setSpan] = useSpan([timeline, second], duration);
  const view = { span, setSpan, moment: at, setMoment, client, setClient };
  const show = useShow(onLeave);
  return (
    <>
      {timeline && <Deeds timeline={timeline} />}
      <Answer document={document} asked={asked} />
      {timeline && second && <Difference first={timeline} second={second} names={names} />}
      <div className={styles.choices}>
        <ModeAndRelease document={document} />
        <BesideChoice document={document} variant={variant} onChange={choose} />
      </div>
      {timeline && at > 0 && <Happening timeline={timeline} moment={at} />}
      {timeline && (
        <Lanes timeline={timeline} label={t('lanes')} {...view}>
          <PlayLanes timeline={timeline} view={view} />
        </Lanes>
      )}
      {second && <Lanes timeline={second} label={t('lanesOf', { name: names[1] })} {...view} />}
      {timeline && <Scrubber timeline={timeline} {...view} onShow={show} />}
      <div className={styles.columns}>
        {timeline && (
          <EventList document={document} timeline={timeline} moment={at} onMoment={setMoment} onRequest={show} />
        )}
        <div>
          <ScriptForm document={document} />
          <Delays document={document} />
        </div>
      </div>
    </>
  );
}

/** Puts a moment on the bench, or a request, which is walked where walks are told. */
function useShow(onLeave: () => void): (wanted: TimePlace) => void {
  const { showTime, setCompare, setDepth } = useActions();
  return useCallback(
    (wanted) => {
      showTime(wanted);
      if (wanted.client !== undefined) {
        setCompare({ open: false });
        setDepth('story');
      }
      onLeave();
    },
    [showTime, setCompare, setDepth, onLeave],
  );
}

/** Of the time what is looked at: first what happens, all of it where that is asked for. */
function useSpan(
  [one, other]: readonly [Timeline | undefined, Timeline | undefined],
  duration: number,
): readonly [Span, (span: Span | undefined) => void] {
  const [looked, setLooked] = useState<{ readonly span: Span | undefined }>();
  const setSpan = useCallback((span: Span | undefined) => setLooked({ span }), []);
  const shown = useMemo(() => {
    const lived = [one, other].filter((each) => each !== undefined);
    if (!looked && lived.length > 0) return tellingSpan(lived, duration);
    return looked?.span ?? { from: 0, until: duration };
  }, [one, other, duration, looked]);
  return [shown, setSpan];
}

interface AnswerProps {
  readonly document: Document;
  readonly asked: AskState<TimelineAnswer>;
}

/** The part of the answer that stays as it is while a moment is looked for, as the forms do: drawing them anew with each would take longer than a frame. */
const Answer = memo(function Answer({ document, asked }: AnswerProps) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const { status, progress, answer, message, stop, again } = asked;
  const timeline = answer?.timeline;
  const isFailing = status === 'done' && timeline !== undefined && timeline.counts.served < timeline.requests.length;
  return (
    <div className={styles.answer}>
      <div role="status" aria-live="polite">
        {timeline?.answer.map((each) => (
          <p key={each.id + JSON.stringify(each.values)}>{say(each)}</p>
        ))}
        {timeline?.problems.map(({ client, says }) => (
          <p key={client}>{t('cannot', { client: client + 1, why: say(says) })}</p>
        ))}
        {status === 'failed' && <p>{t('failed', { message })}</p>}
      </div>
      {isFailing && <Remedied document={document} />}
      {status === 'working' && (
        <p className={styles.working}>
          {t('working')} <progress value={progress > 0 ? progress : undefined} max={1} aria-label={t('working')} />
          <Button size="s" onClick={stop}>
            {t('stop')}
          </Button>
        </p>
      )}
      {(status === 'stopped' || status === 'failed') && (
        <Button size="s" onClick={again}>
          {t('again')}
        </Button>
      )}
    </div>
  );
});

/** The edit that would have saved most of the failed requests, and a button that does it. */
function Remedied({ document }: { readonly document: Document }) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const { edit } = useActions();
  const { status, answer } = useTimeline(document, true);
  const remedy = answer?.remedy;
  if (status !== 'done') return <p className={styles.quiet}>{t('trying')}</p>;
  if (!remedy) return <p className={styles.quiet}>{t('noRemedy')}</p>;
  const apply = (): void =>
    edit((before) => withScript(before, (script) => ({ ...script, delays: { ...script.delays, ...remedy.delays } })));
  return (
    <p>
      {say(remedy.says)}{' '}
      <Button size="s" onClick={apply}>
        {t('apply')}
      </Button>
    </p>
  );
}

/** How two timelines differ, in words. */
function Difference({
  first,
  second,
  names: [name, other],
}: {
  readonly first: Timeline;
  readonly second: Timeline;
  readonly names: readonly [string, string];
}) {
  const t = useTranslations('timeline');
  const say = usePhrase();
  const of = (timeline: Timeline) => ({
    failed: countFailed(timeline),
    behind: formatTime(behind(timeline)),
    syncs: timeline.events.filter(({ lane, until }) => lane.startsWith('kube-proxy') && until !== undefined).length,
  });
  const reasons = second.answer.slice(1);
  return (
    <div role="status" className={styles.difference}>
      <p>
        {t('differenceOf', { name, ...of(first) })} {t('differenceOf', { name: other, ...of(second) })}
      </p>
      {reasons.map((each) => (
        <p key={JSON.stringify(each)}>
          {other}: {say(each)}
        </p>
      ))}
    </div>
  );
}

export interface LanesView {
  readonly span: Span;
  readonly setSpan: (span: Span | undefined) => void;
  readonly moment: number;
  readonly setMoment: (moment: number) => void;
  /** Index among the script's clients of the one whose request is looked at. */
  readonly client: number | undefined;
  readonly setClient: (client: number) => void;
}

/** The moment that is looked at, and what every node has then. */
function Scrubber({
  timeline,
  onShow,
  ...view
}: LanesView & { readonly timeline: Timeline; readonly onShow: (time: TimePlace) => void }) {
  const { moment, setMoment } = view;
  const t = useTranslations('timeline');
  const onChange = useCallback((text: string) => setMoment(Number(text)), [setMoment]);
  const behind = timeline.nodes.flatMap(({ node }) => {
    if (isFlushedAt(timeline, node, moment)) return [t('flushedNow', { node })];
    const late = behindAt(timeline, node, moment);
    return late === undefined ? [] : [t('behindNow', { node, time: formatTime(late) })];
  });
  return (
    <div>
      <label className={styles.field}>
        {t('moment', { time: formatTime(moment) })}
        <input
          type="range"
          min={0}
          max={timeline.duration}
          step={1}
          value={moment}
          aria-valuetext={formatTime(moment)}
          onChange={(event) => onChange(event.target.value)}
        />
      </label>
      <p className={styles.bar}>
        <span className={styles.quiet}>{behind.length > 0 ? behind.join(' · ') : t('allNew')}</span>
        <Button size="s" onClick={() => onShow({ at: moment })}>
          {t('show')}
        </Button>
      </p>
      <RequestPicker timeline={timeline} onShow={onShow} {...view} />
    </div>
  );
}
