import { Suspense, use, useMemo, useState } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../../store/hooks';
import { castAt } from '../cast/cast.model';
import { makeDrawing } from '../drawing/drawing.model';
import { deepNodes, makeLayout, neededHeight } from '../layout/layout.model';
import { Headline } from './Headline';
import { LensRow } from './Lens';
import { onePodMore, scaleTo } from './one-pod-more';
import { DevicesSwitch } from './StoryBar';
import { LETTERS, lettersOnStage } from './quiz.model';
import { allPassedDevices, sceneAt } from '../cast/scene.model';
import { leastSight, tallShape } from '../drawing/sight.model';
import { Stage } from '../drawing/Stage';
import { useSight } from './use-sight';
import { DEVICES } from './folded';
import { FirstSightContext } from './first-sight';
import type { MenuTarget, Picture } from '../drawing/picture';
import type { Quiz } from './use-quiz';
import { getPlaceHeight, useSize, type PageSize } from './use-page-unit';
import type { LoadedStory, StoryState } from './use-story';
import { useMeasure } from './use-measure';
import styles from './story.module.css';

const Answers = lazyPart(async () => (await import('./Answers')).Answers);
const StoryEnding = lazyPart(async () => (await import('./Ending')).StoryEnding);
const StoryMenu = lazyPart(async () => (await import('./StoryMenu')).StoryMenu);

interface ToldProps {
  readonly story: LoadedStory;
  readonly telling: StoryState;
  readonly quiz: Quiz;
  readonly tall: boolean;
  readonly unit: number;
  readonly window: PageSize;
}

/** Sentence, stage and lens of a moment; when the last is over, what to try next. */
export function StoryPage(told: ToldProps) {
  const { story, telling, tall } = told;
  if (!telling.over) return <MomentTold {...told} />;
  return (
    <Suspense fallback={null}>
      <StoryEnding story={story} tall={tall} />
    </Suspense>
  );
}

/** Where sentence and lens leave a wide stage less than it needs, it is drawn so much smaller at most rather than cut. */
const LEAST_FIT = 0.85;

function MomentTold({ story, telling, quiz, tall, unit: page, window }: ToldProps) {
  const { index, moving } = telling;
  const [size, place] = useSize(use(FirstSightContext)?.place);
  const always = useBench(({ view }) => view.collapsed[DEVICES] === false);
  const { needed, scale, ...layout } = useShape(story, { tall, window, page });
  const fit = tall || size.height === 0 ? 1 : Math.min(1, Math.max(LEAST_FIT, size.height / (needed * page)));
  const unit = page * scale * fit;
  const letters = shownLetters(story, index, quiz);
  const lettered = [...letters.keys()].join('\n');
  const picture = usePicture(story, index, { ...layout, tall, unit, size, always, lettered });
  const sight = useSight(place, picture, { size, unit, moving });
  const [menu, setMenu] = useState<MenuTarget>();
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
        style={{
          minHeight: tall && picture ? unit * Math.min(needed, leastSight(picture)) : page * needed * LEAST_FIT,
        }}
      >
        {picture && (
          <Stage
            picture={picture}
            passed={always ? allPassedDevices(story) : picture.scene.passed}
            moving={moving}
            letters={letters}
            onMenu={editable ? setMenu : undefined}
            onMorePods={more ? () => void scaleTo(more, edit) : undefined}
          />
        )}
        {picture && !tall && <DevicesSwitch />}
      </div>
      <LensRow story={story} index={index} tall={tall} moving={moving}>
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
function shownLetters(story: LoadedStory, index: number, { asked, given }: Quiz): ReadonlyMap<string, string> {
  // Where only some of the answers stand there, a letter on these reads as a hint.
  if (asked) {
    const all = lettersOnStage(asked, story.cast);
    return all.size === asked.options.length ? all : NO_LETTERS;
  }
  const last = [...given.values()].findLast(({ question }) => question.before <= index);
  if (last?.option === undefined) return NO_LETTERS;
  const letter = LETTERS[last.option];
  return new Map([...lettersOnStage(last.question, story.cast)].filter(([, each]) => each === letter));
}

const NO_LETTERS: ReadonlyMap<string, string> = new Map();

/** How the stage is laid out, the same at every moment. */
function useShape(story: LoadedStory, { tall, window, page }: Pick<ToldProps, 'tall' | 'window'> & { page: number }) {
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
  story: LoadedStory,
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
    const layout = makeLayout(cast, scene, { ...base, spare, width: size.width / unit, height, measure, words });
    return { cast, scene, layout, drawing: makeDrawing(layout, scene, always ? allPassedDevices(story) : undefined) };
  }, [story, index, tall, beside, folded, most, unit, size, always, lettered, measure, t]);
}
