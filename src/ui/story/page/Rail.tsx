import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { useTranslations } from 'use-intl';
import type { Moment } from '../../../core/story/moment';
import type { StoryQuestion } from '../../../core/story/question';
import { useActions, useBench } from '../../../store/hooks';
import { classes } from '../../common/classes';
import { RulesSwitch } from './Lens';
import type { LoadedStory, StoryState } from './use-story';
import { entryMoment } from './position.model';
import { STAGE } from './folded';
import { LETTERS } from './quiz.model';
import type { Quiz } from './use-quiz';
import styles from './rail.module.css';

interface Props {
  readonly telling: StoryState;
  readonly story: LoadedStory;
  readonly quiz: Quiz;
  readonly tall: boolean;
  /** There is no room for both stage and lens. */
  readonly low: boolean;
  /** Of the window, px of the drawing. */
  readonly width: number;
}

/** Of a long row the end is seen. */
export function intoView(row: HTMLLIElement | null): void {
  row?.scrollIntoView({ inline: 'end', block: 'nearest' });
}

/** So many have room in any hand. */
const IN_VIEW = 3;

/** More than these are dots, and only the present is named: so many names have room beside each other. */
const NAMED = 12;
const NAMED_NARROW = 8;
const NARROW_BELOW = 1150;

/** From this place on the rail a moment is below the packet's panel. */
const READ_BELOW = 9;

/** The last moment that is shown: what was seen stays; what never was is not told in a scene, nor where what comes is hidden. */
function useShown({ index, seen }: StoryState, { moments }: LoadedStory, isAsked: boolean): number {
  const hides = useBench(({ view }) => view.hides);
  const isScene = useBench(({ view }) => view.scene !== undefined);
  if (hides || isAsked) return index;
  return isScene ? seen : moments.length - 1;
}

/** Moments: those past, the present, and outlined those to come that are no secret. */
export function Rail({ telling, story, quiz: { asked, given }, tall, low, width }: Props) {
  const t = useTranslations('story');
  const { moments } = story;
  const { index, goTo } = telling;
  const { pause } = useActions();
  const shown = useShown(telling, story, asked !== undefined);
  const past = moments.slice(0, index + 1);
  const ahead = moments.slice(index + 1, shown + 1);
  const written = entryMoment(moments, index);
  const tight = shown + (telling.over ? 2 : 1) > (width < NARROW_BELOW ? NAMED_NARROW : NAMED);
  const go = (to: number): void => {
    pause();
    goTo(to);
  };
  return (
    <footer className={classes(styles.rail, tall && styles.tall)} data-last={index + 1 === moments.length || undefined}>
      <Transport telling={telling} go={go} count={moments.length} asked={asked !== undefined} />
      <nav aria-label={t('rail')} className={styles.moments}>
        <ol className={classes(tight && styles.tight)}>
          {past.map((moment, at) => (
            <li
              key={moment.first}
              ref={at === index && tall && (at >= IN_VIEW || ahead.length > 0) ? intoView : undefined}
              data-rail={moment.kind}
              className={classes(
                at === index && !telling.over && styles.now,
                at === written && styles.wrote,
                at === index && written !== undefined && at >= READ_BELOW && styles.reads,
              )}
            >
              <button
                type="button"
                aria-current={at === index && !telling.over ? 'step' : undefined}
                aria-label={t('railItem', { moment: String(at + 1), kind: t(kindWord(moment)) })}
                title={t(kindWord(moment))}
                onClick={() => go(at)}
              >
                <span className={styles.dot}>
                  {at + 1}
                  <Mark given={given.get(at)} />
                </span>{' '}
                <span className={styles.name}>{t(kindWord(moment))}</span>
              </button>
            </li>
          ))}
          {ahead.map((moment, at) => (
            <MomentAhead key={moment.first} moment={moment} at={index + 1 + at} seen={telling.seen} go={go} />
          ))}
          {telling.over && <RailEnd tall={tall} />}
          {asked && (
            <li className={styles.ask} data-ask="">
              <span className={styles.dot}>?</span>
            </li>
          )}
        </ol>
        {shown + 1 < moments.length && !asked && <span className={styles.points} data-ahead="" aria-hidden="true" />}
      </nav>
      {tall && low && !telling.over && <StageSwitch />}
      {!asked && !telling.over && <RulesSwitch tall={tall} />}
    </footer>
  );
}

/** What comes after the walk has a place of its own. */
function RailEnd({ tall }: { readonly tall: boolean }) {
  const t = useTranslations('story');
  return (
    <li ref={tall ? intoView : undefined} className={styles.now} data-rail-end="" aria-current="step">
      <span className={styles.end}>
        <span className={styles.dot} aria-hidden="true">
          ⋯
        </span>
        <span className={styles.name}>{t('railEnd')}</span>
      </span>
    </li>
  );
}

interface AheadProps {
  readonly moment: Moment;
  /** Index of the moment. */
  readonly at: number;
  /** The last that was seen. */
  readonly seen: number;
  readonly go: (to: number) => void;
}

/** A moment to come that is no secret, outlined. */
function MomentAhead({ moment, at, seen, go }: AheadProps) {
  const t = useTranslations('story');
  const kind = t(kindWord(moment));
  return (
    <li data-rail-ahead={moment.kind} className={classes(styles.ahead, at > seen && styles.unseen)}>
      <button
        type="button"
        aria-label={t('railItem', { moment: String(at + 1), kind })}
        title={kind}
        onClick={() => go(at)}
      >
        <span className={styles.dot}>{at + 1}</span> <span className={styles.name}>{kind}</span>
      </button>
    </li>
  );
}

/** Where a page is too low for both: the stage in the place of the lens. */
function StageSwitch() {
  const t = useTranslations('story');
  const staged = useBench(({ view }) => view.collapsed[STAGE] === false);
  const { setCollapsed } = useActions();
  return (
    <button type="button" className={styles.stage} aria-pressed={staged} onClick={() => setCollapsed(STAGE, staged)}>
      {t('stage')}
    </button>
  );
}

/** The letter that was given, with a sign whether it was right. */
function Mark({
  given,
}: {
  readonly given: { readonly question: StoryQuestion; readonly option: number | undefined } | undefined;
}) {
  if (given?.option === undefined) return null;
  const right = given.option === given.question.key;
  return (
    <small className={classes(styles.mark, right && styles.right)}>
      {LETTERS[given.option]}
      {right ? '✓' : '✗'}
    </small>
  );
}

type KindWord = Moment['kind'] | 'source-kept' | 'destination-back' | 'travels';

/** A word for a moment; a source that stays has its own, and so has the second of two ends that are translated back. */
export function kindWord({ kind, variant, parts = 1 }: Moment): `kinds.${KindWord}` {
  if (parts > 1) return 'kinds.travels';
  if (kind === 'translated-back' && variant === 'destination') return 'kinds.destination-back';
  return kind === 'source-rewritten' && variant === 'kept' ? 'kinds.source-kept' : `kinds.${kind}`;
}

interface TransportProps {
  readonly telling: StoryState;
  readonly go: (to: number) => void;
  readonly count: number;
  /** What comes is shown without an answer. */
  readonly asked: boolean;
}

function Transport({ telling: { index, over, goTo }, go, count, asked }: TransportProps) {
  const { play, pause } = useActions();
  const playing = useBench(({ view }) => view.playing);
  const at = over ? count : index;
  const onPlay = (): void => {
    if (asked) goTo(index + 1);
    else if (playing) pause();
    else {
      if (index + 1 === count) goTo(0);
      play();
    }
  };
  return (
    <MomentButtons
      playing={playing}
      first={index === 0}
      last={over}
      onPlay={onPlay}
      onStep={(direction) => go(at + direction)}
    />
  );
}

interface ButtonsProps {
  readonly playing: boolean;
  readonly first: boolean;
  readonly last: boolean;
  readonly onPlay: () => void;
  readonly onStep: (direction: 1 | -1) => void;
}

/** Back, play, on: by moments. */
export function MomentButtons({ playing, first, last, onPlay, onStep }: ButtonsProps) {
  const t = useTranslations('story');
  return (
    <div className={styles.transport}>
      <button type="button" aria-label={t('previous')} aria-disabled={first} onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className={styles.play} aria-label={t(playing ? 'pause' : 'play')} onClick={onPlay}>
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
      <button type="button" aria-label={t('next')} aria-disabled={last} onClick={() => onStep(1)}>
        <ChevronRight aria-hidden />
      </button>
    </div>
  );
}
