import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import type { Moment } from '../../core/story/moment';
import type { StoryQuestion } from '../../core/story/question';
import { useActions, useBench } from '../../store/hooks';
import { classes } from '../common/classes';
import { RulesSwitch } from './Lens';
import type { ToldStory, StoryTelling } from './use-story';
import { writtenBy } from './position.model';
import { LETTERS } from './quiz.model';
import type { Quiz } from './use-quiz';
import styles from './rail.module.css';

interface Props {
  readonly telling: StoryTelling;
  readonly story: ToldStory;
  readonly quiz: Quiz;
  readonly tall: boolean;
  /** Of the window, px of the drawing. */
  readonly width: number;
  /** For a room: without controls, with this at the end. */
  readonly title: string | undefined;
  /** What comes after the walk, at its end. */
  readonly children?: ReactNode;
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

/** Moments so far: what is past and what is now. What is to come is not told, not even how much. */
export function Rail({ telling, story: { moments }, quiz: { asked, given }, tall, width, title, children }: Props) {
  const t = useTranslations('story');
  const { index, goTo } = telling;
  const { pause } = useActions();
  const rules = useBench(({ view }) => view.realRules);
  const past = moments.slice(0, index + 1);
  const now = past.at(-1);
  const large = title !== undefined && !tall;
  const written = writtenBy(moments, index);
  const tight = children !== undefined || past.length > (width < NARROW_BELOW ? NAMED_NARROW : NAMED);
  const go = (to: number): void => {
    pause();
    goTo(to);
  };
  return (
    <footer className={classes(styles.rail, tall && styles.tall)} data-large={large || undefined}>
      {!large && (
        <Transport telling={telling} go={go} last={index + 1 === moments.length} asked={asked !== undefined} />
      )}
      <nav aria-label={t('rail')} className={styles.moments}>
        <ol className={classes(tight && styles.tight)}>
          {past.map((moment, at) => (
            <li
              key={moment.first}
              ref={at === index && tall && at >= IN_VIEW ? intoView : undefined}
              data-rail={moment.kind}
              className={classes(
                at === index && styles.now,
                at === written && styles.wrote,
                at === index && written !== undefined && at >= READ_BELOW && styles.reads,
              )}
            >
              <button
                type="button"
                aria-current={at === index ? 'step' : undefined}
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
          {asked && (
            <li className={styles.ask} data-ask="">
              <span className={styles.dot}>?</span>
            </li>
          )}
        </ol>
        {large && <strong className={styles.large}>{now && !asked && t(kindWord(now))}</strong>}
        {index + 1 < moments.length && !asked && <span className={styles.points} data-ahead="" aria-hidden="true" />}
      </nav>
      {children ?? (large && <span className={styles.large}>{title}</span>)}
      {(tall ? !asked : rules) && !large && <RulesSwitch tall={tall} />}
    </footer>
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

/** A word for a moment; a source that stays has its own. */
export function kindWord({ kind, variant }: Moment): `kinds.${Moment['kind'] | 'source-kept'}` {
  return kind === 'source-rewritten' && variant === 'kept' ? 'kinds.source-kept' : `kinds.${kind}`;
}

interface TransportProps {
  readonly telling: StoryTelling;
  readonly go: (to: number) => void;
  readonly last: boolean;
  /** What comes is shown without an answer. */
  readonly asked: boolean;
}

function Transport({ telling: { index, goTo }, go, last, asked }: TransportProps) {
  const { play, pause } = useActions();
  const playing = useBench(({ view }) => view.playing);
  const onPlay = (): void => {
    if (asked) goTo(index + 1);
    else if (playing) pause();
    else {
      if (last) goTo(0);
      play();
    }
  };
  return (
    <MomentButtons
      playing={playing}
      first={index === 0}
      last={last}
      onPlay={onPlay}
      onStep={(direction) => go(index + direction)}
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
