import { use, useCallback, useEffect, useMemo } from 'react';
import { useTranslations } from 'use-intl';
import type { Moment } from '../../../core/story/moment';
import { useActions, useBench } from '../../../store/hooks';
import { paneId } from '../../shell/bench/use-shortcuts';
import { takeOver } from '../../common/late';
import { classes } from '../../common/classes';
import { usePhrase } from '../../common/i18n/use-phrase';
import { castAt, podNamesInSentences } from '../cast/cast.model';
import { isOfOpen } from './position.model';
import { explainAnswer, wantedKinds } from './quiz.model';
import { Rail } from './Rail';
import { FirstSightContext } from './first-sight';
import { NamesContext, type StoryNames } from './names';
import { STAGE } from './folded';
import { StoryBar } from './StoryBar';
import { StoryPage } from './StoryPage';
import { useMoves, useSceneEnd, useSwipes } from './use-moves';
import { useQuiz, type Quiz } from './use-quiz';
import { getUnit, LOW_BELOW, TALL_BELOW, useRem, useSize } from './use-page-unit';
import { useMomentClock, useStory, useLoadedScene, type LoadedStory, type StoryState } from './use-story';
import styles from './story.module.css';

/** The walk as it is told: a sentence, the stage, what decided, and the moments so far. */
export function StoryView() {
  const hides = useBench(({ view }) => view.hides);
  const [telling, quiz] = useQuiz(useStory(wantedKinds(hides)));
  useMomentClock(telling, useReading(quiz));
  useMoves(telling, quiz);
  const swiped = useSwipes(telling);
  useSceneEnd(telling);
  const [size, frame] = useSize(use(FirstSightContext)?.window);
  const tall = size.width < TALL_BELOW;
  const low = size.height < LOW_BELOW;
  const staged = useBench(({ view }) => view.collapsed[STAGE] === false);
  const unit = getUnit(size, tall);
  useRem(size.width === 0 ? 1 : unit);
  const { story } = telling;
  const scene = useLoadedScene(story);
  const names = useColoured(telling);
  return (
    <NamesContext value={names}>
      <div
        ref={frame}
        className={classes(
          styles.story,
          tall && styles.tall,
          low && styles.short,
          tall && low && (staged ? styles.staged : styles.unstaged),
        )}
        data-view="story"
        data-scene={scene}
      >
        <StoryBar tall={tall} />
        <main id={paneId('stage')} tabIndex={-1} className={styles.main} ref={swiped}>
          {size.width > 0 && story && story.moments.length > 0 ? (
            <StoryPage story={story} telling={telling} quiz={quiz} tall={tall} unit={unit} window={size} />
          ) : (
            <Untold story={story} />
          )}
        </main>
        {story && story.moments.length > 0 && (
          <Rail telling={telling} story={story} quiz={quiz} tall={tall} low={low} width={size.width / unit} />
        )}
      </div>
    </NamesContext>
  );
}

/** What there is to read at a moment: where it was asked for, with what the answer was. */
function useReading({ given }: Quiz): (moment: Moment, at: number) => string {
  const say = usePhrase();
  return useCallback(
    ({ sentence }, at) => {
      const { question, option } = given.get(at) ?? {};
      const why = question && option !== undefined ? explainAnswer(question, option) : [];
      return [sentence, ...why].map(say).join(' ');
    },
    [say, given],
  );
}

/** The names that have a colour now. */
function useColoured({ story, index }: StoryState): StoryNames {
  return useMemo(
    () => ({
      service: story && castAt(story.cast, index).pill?.name,
      pods: story ? podNamesInSentences(story.cast, story.moments) : new Set<string>(),
    }),
    [story, index],
  );
}

/** No walk, and why; the bench is where that is mended. */
function Untold({ story }: { readonly story: LoadedStory | undefined }) {
  const t = useTranslations('story');
  const say = usePhrase();
  const { setDepth, undo } = useActions();
  const canUndo = useBench((state) => state.canUndo);
  const status = useBench(({ run }) => run.status);
  const error = useBench(({ run }) => run.error);
  const problem = useBench(({ run }) => run.result?.problem);
  const flowId = useBench(({ run }) => run.flowId);
  // Of what was open before, neither the walk nor what was wrong with it says anything.
  const isOpening = useBench(
    ({ run, document: { opening, present } }) => !isOfOpen(run.shownSource, { opening, subject: present.subject }),
  );
  const coming =
    (isOpening && status === 'working') ||
    (!error && !problem && flowId !== undefined && (status === 'working' || (!story && status !== 'failed')));
  useEffect(() => {
    if (!coming) takeOver();
  }, [coming]);
  if (coming) {
    return (
      <p className={styles.working} role="status">
        {t('working')}
      </p>
    );
  }
  return (
    <section className={styles.untold}>
      <h2>{t('untold')}</h2>
      {error && <p>{t('failed', { reason: say(error) })}</p>}
      {problem && <p>{say(problem)}</p>}
      <p>{t('untoldNext')}</p>
      <button type="button" className={styles.button} onClick={() => setDepth('bench')}>
        {t('bench')} <kbd>b</kbd>
      </button>
      {canUndo && (
        <button type="button" className={styles.button} onClick={undo}>
          {t('untoldUndo')}
        </button>
      )}
    </section>
  );
}
