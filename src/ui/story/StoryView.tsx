import {
  lazy,
  Suspense,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type Ref,
} from 'react';
import { useTranslations } from 'use-intl';
import type { Moment } from '../../core/story/moment';
import { useActions, useBench } from '../../store/hooks';
import { NOTES, paneId, useShell } from '../bench/use-shortcuts';
import { takeOver } from '../common/late';
import { classes } from '../common/classes';
import { usePhrase } from '../i18n/use-phrase';
import type { LessonPlace } from '../lessons/lessons.model';
import { useLesson, useSceneMoves } from '../lessons/use-lessons';
import { useBenchTitle } from '../shell/use-bench-title';
import { onePodMore, scaleTo } from './one-pod-more';
import { castAt, toldPodNames } from './cast.model';
import { makeDrawing } from './drawing.model';
import type { MeasureText } from './frame.model';
import { deepNodes, makeGround, neededHeight } from './layout.model';
import { Headline } from './Headline';
import { LensRow } from './Lens';
import { LETTERS, lettersOnStage, wantedKinds } from './quiz.model';
import { Rail } from './Rail';
import { allPassed, sceneAt } from './scene.model';
import { leastSight, tallShape } from './sight.model';
import { Stage, useSight } from './Stage';
import { DEVICES, FirstSightContext, createMeasure, NamesContext, type MenuAsked, type Picture } from './story-parts';
import { DevicesSwitch, StoryBar } from './StoryBar';
import { useQuiz, type Quiz } from './use-quiz';
import { getPlaceHeight, getUnit, TALL_BELOW, useRem, useSize, type PageSize } from './use-page-unit';
import { useMomentClock, useStory, useToldScene, type ToldStory, type StoryTelling } from './use-story';
import styles from './story.module.css';

const Answers = lazy(async () => ({ default: (await import('./Answers')).Answers }));
const Presenter = lazy(async () => ({ default: (await import('./Presenter')).Presenter }));
const LessonStrip = lazy(async () => ({ default: (await import('../lessons/LessonStrip')).LessonStrip }));
const StoryMenu = lazy(async () => ({ default: (await import('./StoryMenu')).StoryMenu }));

/** Widths in the page's own typefaces; measured anew if a canvas was asked before these were there. */
function useMeasure(): MeasureText {
  const first = use(FirstSightContext)?.measure;
  const [page, setPage] = useState(createMeasure);
  useEffect(() => {
    let wanted = true;
    void document.fonts.ready.then(() => wanted && setPage((before) => (before.isEarly() ? createMeasure() : before)));
    return () => {
      wanted = false;
    };
  }, []);
  return first ?? page.measure;
}

/** The walk as it is told: a sentence, the stage, what decided, and the moments so far. */
export function StoryView() {
  const say = usePhrase();
  const { place, coming } = useLesson();
  const hides = useBench(({ view }) => view.hides);
  const kinds = coming ? undefined : wantedKinds({ hides, question: place?.scene.question });
  const [telling, quiz] = useQuiz(useStory(kinds));
  const { given } = quiz;
  const read = useCallback(
    ({ sentence }: Moment, at: number): string => {
      const { question, option } = given.get(at) ?? {};
      const why = option === undefined ? undefined : question?.options[option]?.why;
      return why ? `${say(sentence)} ${say(why)}` : say(sentence);
    },
    [say, given],
  );
  useMomentClock(telling, read);
  useMoves(telling, place);
  const swiped = useSwipes();
  const ended = useSceneEnd(telling);
  const [size, frame] = useSize(use(FirstSightContext)?.window);
  const tall = size.width < TALL_BELOW;
  const presenting = useBench(({ view }) => view.presenting);
  const title = useBenchTitle();
  const unit = getUnit(size, tall, presenting);
  useRem(size.width === 0 ? 1 : unit);
  const { story } = telling;
  const scene = useToldScene(story);
  const names = useMemo(
    () => ({
      service: story && castAt(story.cast, telling.index).pill?.name,
      pods: story ? toldPodNames(story.cast, story.moments) : new Set<string>(),
    }),
    [story, telling.index],
  );
  return (
    <NamesContext value={names}>
      <div
        ref={frame}
        className={classes(styles.story, tall && styles.tall, size.height < 520 && styles.short)}
        data-view="story"
        data-scene={scene}
        data-presenting={presenting || undefined}
      >
        {presenting ? (
          <Suspense fallback={null}>
            <Presenter telling={telling} place={place} />
          </Suspense>
        ) : (
          <StoryBar tall={tall} place={place} />
        )}
        <main id={paneId('stage')} tabIndex={-1} className={styles.main} ref={swiped}>
          {size.width > 0 && story && story.moments.length > 0 ? (
            <StoryTold story={story} telling={telling} quiz={quiz} tall={tall} unit={unit} window={size} />
          ) : (
            <Untold story={story} />
          )}
        </main>
        {place && <LessonNotes place={place} />}
        {story && story.moments.length > 0 && (
          <Rail
            telling={telling}
            story={story}
            quiz={quiz}
            tall={tall}
            width={size.width / unit}
            title={presenting ? (place?.scene.title ?? title) : undefined}
          >
            {place && ended ? <LessonPart place={place} what="next" /> : undefined}
          </Rail>
        )}
      </div>
    </NamesContext>
  );
}

/** Where a finger that goes sideways steps; loaded where there are fingers. */
function useSwipes(): Ref<HTMLElement> {
  const { moves } = useShell();
  const place = useRef<HTMLElement>(null);
  const step = useEffectEvent((direction: 1 | -1): void => moves()?.step(direction));
  useEffect(() => {
    const leaving = new AbortController();
    const follow = ({ followSwipes }: typeof import('./swipe')): void => {
      if (place.current) followSwipes(place.current, (direction) => step(direction), leaving.signal);
    };
    if (navigator.maxTouchPoints > 0) void import('./swipe').then(follow);
    return () => leaving.abort();
  }, []);
  return place;
}

/** Keys go by moments while the story is on screen. */
function useMoves({ story, index, goTo }: StoryTelling, place: LessonPlace | undefined): void {
  const { setMoves } = useShell();
  const { pause } = useActions();
  const go = useEffectEvent((to: number): void => {
    pause();
    goTo(to);
  });
  const toScene = useSceneMoves(place);
  const scene = useEffectEvent((direction: 1 | -1): void => toScene(direction));
  // A clicker has one way on: past the end of a scene comes the next.
  const step = useEffectEvent((direction: 1 | -1): void => {
    if (direction === 1 && story && index + 1 >= story.moments.length) scene(1);
    else go(index + direction);
  });
  const end = useEffectEvent((): void => go((story?.moments.length ?? 1) - 1));
  useEffect(() => {
    setMoves({
      step: (direction) => step(direction),
      toStart: () => go(0),
      toEnd: () => end(),
      scene: (direction) => scene(direction),
    });
    return () => setMoves(undefined);
  }, [setMoves]);
}

/** Is the scene over? Who has seen its end has seen it. */
function useSceneEnd({ story, index }: StoryTelling): boolean {
  const { markSeen } = useActions();
  const id = useBench(({ view }) => view.scene?.id);
  const document = useBench(({ document: { present } }) => present);
  const ended = story !== undefined && story.document === document && index + 1 === story.moments.length;
  useEffect(() => {
    if (ended && id !== undefined) markSeen(id);
  }, [ended, id, markSeen]);
  return ended;
}

/** What is to be said of the scene: in a room it is in the speaker's own window. */
function LessonNotes({ place }: { readonly place: LessonPlace }) {
  const notes = useBench(({ view }) => view.collapsed[NOTES] === false && !view.presenting);
  return notes && <LessonPart place={place} what="notes" />;
}

/** Loaded when there is something of it. */
function LessonPart(props: ComponentProps<typeof LessonStrip>) {
  return (
    <Suspense fallback={null}>
      <LessonStrip {...props} />
    </Suspense>
  );
}

/** No walk, and why; the bench is where that is mended. */
function Untold({ story }: { readonly story: ToldStory | undefined }) {
  const t = useTranslations('story');
  const say = usePhrase();
  const { setDepth } = useActions();
  const status = useBench(({ run }) => run.status);
  const error = useBench(({ run }) => run.error);
  const problem = useBench(({ run }) => run.result?.problem);
  const flowId = useBench(({ run }) => run.flowId);
  const coming =
    !error && !problem && flowId !== undefined && (status === 'working' || (!story && status !== 'failed'));
  useEffect(() => {
    if (!coming) takeOver();
  }, [coming]);
  if (coming) return <p className={styles.working}>{t('working')}</p>;
  return (
    <section className={styles.untold}>
      <h2>{t('untold')}</h2>
      {error && <p>{t('failed', { reason: say(error) })}</p>}
      {problem && <p>{say(problem)}</p>}
      <p>{t('untoldNext')}</p>
      <button type="button" className={styles.button} onClick={() => setDepth('bench')}>
        {t('bench')} <kbd>b</kbd>
      </button>
    </section>
  );
}

interface ToldProps {
  readonly story: ToldStory;
  readonly telling: StoryTelling;
  readonly quiz: Quiz;
  readonly tall: boolean;
  readonly unit: number;
  readonly window: PageSize;
}

function StoryTold({ story, telling, quiz, tall, unit: page, window }: ToldProps) {
  const { index, moving } = telling;
  const [size, place] = useSize(use(FirstSightContext)?.place);
  const always = useBench(({ view }) => view.collapsed[DEVICES] === false);
  const { needed, scale, ...layout } = useShape(story, { tall, window, page });
  const unit = page * scale;
  const letters = shownLetters(story, index, quiz);
  const lettered = [...letters.keys()].join('\n');
  const picture = usePicture(story, index, { ...layout, tall, unit, size, always, lettered });
  const sight = useSight(place, picture, { size, unit, moving });
  const [menu, setMenu] = useState<MenuAsked>();
  const { edit } = useActions();
  const present = useBench(({ document }) => document.present);
  const editable = present.subject === 'cluster';
  const { pill } = castAt(story.cast, index);
  const more = pill && editable ? onePodMore(present, pill) : undefined;
  return (
    <>
      <Headline telling={telling} story={story} quiz={quiz} tall={tall} />
      <div
        ref={sight}
        className={styles.place}
        data-place={Math.floor(needed * unit)}
        style={{ minHeight: unit * (tall && picture ? Math.min(needed, leastSight(picture)) : needed) }}
      >
        {picture && (
          <Stage
            picture={picture}
            passed={always ? allPassed(story) : picture.scene.passed}
            moving={moving}
            letters={letters}
            onMenu={editable ? setMenu : undefined}
            onMorePods={more ? () => void scaleTo(more, edit) : undefined}
          />
        )}
        {picture && !tall && <DevicesSwitch />}
      </div>
      <LensRow story={story} index={index} tall={tall}>
        {quiz.asked && (
          <Suspense fallback={null}>
            <Answers question={quiz.asked} story={story} answer={quiz.answer} />
          </Suspense>
        )}
      </LensRow>
      {menu && (
        <Suspense fallback={null}>
          <StoryMenu asked={menu} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** The letters of what is asked; afterwards the one that was given, beside what really came. */
function shownLetters(story: ToldStory, index: number, { asked, given }: Quiz): ReadonlyMap<string, string> {
  if (asked) return lettersOnStage(asked, story.cast);
  const last = [...given.values()].findLast(({ question }) => question.before <= index);
  if (last?.option === undefined) return NO_LETTERS;
  const letter = LETTERS[last.option];
  return new Map([...lettersOnStage(last.question, story.cast)].filter(([, each]) => each === letter));
}

const NO_LETTERS: ReadonlyMap<string, string> = new Map();

/** How the stage is laid out, the same at every moment. */
function useShape(story: ToldStory, { tall, window, page }: Pick<ToldProps, 'tall' | 'window'> & { page: number }) {
  const [width, height] = [window.width / page, getPlaceHeight(window) / page];
  return useMemo(() => {
    if (tall) return tallShape(story, { width, height });
    return {
      needed: neededHeight(story.cast, { tall, deep: deepNodes(story.moments) }),
      scale: 1,
      beside: false,
      folded: false,
      spare: 0,
    };
  }, [story, tall, width, height]);
}

interface Shape {
  readonly tall: boolean;
  readonly beside: boolean;
  readonly folded: boolean;
  readonly spare: number;
  readonly unit: number;
  readonly size: PageSize;
  /** Devices are named at every moment. */
  readonly always: boolean;
  /** Actors with a letter, one a line. */
  readonly lettered: string;
}

function usePicture(
  story: ToldStory,
  index: number,
  { tall, beside, folded, spare: most, unit, size, always, lettered }: Shape,
): Picture | undefined {
  const t = useTranslations('story');
  const measure = useMeasure();
  return useMemo(() => {
    const scene = sceneAt(story, index);
    if (!scene || size.width === 0) return undefined;
    const base = { tall, beside, folded, deep: deepNodes(story.moments), lettered: new Set(lettered.split('\n')) };
    const needed = neededHeight(story.cast, base);
    const height = Math.max(needed, size.height / unit);
    // A lens that is higher at this moment takes it.
    const spare = Math.min(most, height - needed);
    const words = { to: t('to'), from: t('from'), remembered: t('remembered'), routing: t('routing') };
    const cast = castAt(story.cast, index);
    const ground = makeGround(cast, scene, { ...base, spare, width: size.width / unit, height, measure, words });
    return { cast, scene, ground, drawing: makeDrawing(ground, scene, always ? allPassed(story) : undefined) };
  }, [story, index, tall, beside, folded, most, unit, size, always, lettered, measure, t]);
}
