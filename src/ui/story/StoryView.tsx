import { lazy, Suspense, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { findDeployment, scaleDeployment } from '../../core/document/edits/pods';
import { getNamespace } from '../../core/kubernetes/types';
import type { Document } from '../../core/document/document';
import { useActions, useBench } from '../../store/hooks';
import { paneId, useShell } from '../bench/use-shortcuts';
import { classes } from '../common/classes';
import { usePhrase } from '../i18n/use-phrase';
import { serviceOfPill, type Pill } from './cast.model';
import { makeDrawing } from './drawing.model';
import { deepNodes, makeGround, neededHeight } from './layout.model';
import { LensRow } from './LensRow';
import { Named } from './Named';
import { Rail } from './Rail';
import { allPassed, sceneAt } from './scene.model';
import { Stage } from './Stage';
import { DEVICES, createMeasure, NamesContext, type MenuAsked, type Picture } from './story-parts';
import { StoryBar } from './StoryBar';
import { useMomentClock, useStory, type ToldStory, type StoryTelling } from './use-story';
import styles from './story.module.css';

const StoryMenu = lazy(async () => ({ default: (await import('./StoryMenu')).StoryMenu }));

/** The page as the mock has it is so large; on a larger one everything grows with it. */
const WIDE = { width: 1280, height: 720 };
const TALL = { width: 390, height: 844 };
/** Narrower than this the nodes stand under each other. */
const TALL_BELOW = 900;
const LARGEST = 2.5;

interface Size {
  readonly width: number;
  readonly height: number;
}

function useSize(): [Size, (element: HTMLElement | null) => void] {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!element) return undefined;
    const measure = (): void => setSize({ width: element.clientWidth, height: element.clientHeight });
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [element]);
  return [size, setElement];
}

/** How many px of the window are one of the drawing. */
function getUnit({ width, height }: Size, tall: boolean): number {
  const base = tall ? TALL : WIDE;
  return Math.min(LARGEST, Math.max(1, Math.min(width / base.width, height / base.height)));
}

/** Everything in rem grows with the drawing as long as the story is on screen, menus and windows with it. */
function useRem(unit: number): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.fontSize = unit === 1 ? '' : `${unit * 100}%`;
    return () => {
      style.fontSize = '';
    };
  }, [unit]);
}

/** Are the page's own typefaces there? Widths are measured with them. */
function useTypefaces(): number {
  const [ready, setReady] = useState(0);
  useEffect(() => {
    let wanted = true;
    void document.fonts.ready.then(() => wanted && setReady(1));
    return () => {
      wanted = false;
    };
  }, []);
  return ready;
}

/** The walk as it is told: a sentence, the stage, what decided, and the moments so far. */
export function StoryView() {
  const say = usePhrase();
  const telling = useStory();
  useMomentClock(telling, ({ sentence }) => say(sentence));
  useMoves(telling);
  const [size, frame] = useSize();
  const tall = size.width < TALL_BELOW;
  const unit = getUnit(size, tall);
  useRem(size.width === 0 ? 1 : unit);
  const { story } = telling;
  const names = useMemo(
    () => ({
      service: story?.cast.pill?.name,
      pods: new Set(story?.cast.hosts.flatMap(({ actors }) => actors.flatMap((a) => (a.kind === 'pod' ? a.name : [])))),
    }),
    [story],
  );
  return (
    <NamesContext value={names}>
      <div
        ref={frame}
        className={classes(styles.story, tall && styles.tall, size.height < 520 && styles.short)}
        data-view="story"
      >
        <StoryBar tall={tall} />
        <main id={paneId('stage')} tabIndex={-1} className={styles.main}>
          {size.width > 0 && story && story.moments.length > 0 ? (
            <StoryTold story={story} telling={telling} tall={tall} unit={unit} />
          ) : (
            <Untold story={story} />
          )}
        </main>
        {story && story.moments.length > 0 && <Rail telling={telling} story={story} tall={tall} />}
      </div>
    </NamesContext>
  );
}

/** Keys go by moments while the story is on screen. */
function useMoves({ story, index, goTo }: StoryTelling): void {
  const { setMoves } = useShell();
  const { pause } = useActions();
  const go = useEffectEvent((to: number): void => {
    pause();
    goTo(to);
  });
  const step = useEffectEvent((direction: 1 | -1): void => go(index + direction));
  const end = useEffectEvent((): void => go((story?.moments.length ?? 1) - 1));
  useEffect(() => {
    setMoves({ step: (direction) => step(direction), toStart: () => go(0), toEnd: () => end() });
    return () => setMoves(undefined);
  }, [setMoves]);
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
  readonly tall: boolean;
  readonly unit: number;
}

function StoryTold({ story, telling, tall, unit }: ToldProps) {
  const { index, moving } = telling;
  const [size, place] = useSize();
  const picture = usePicture(story, index, { tall, unit, size });
  const always = useBench(({ view }) => view.collapsed[DEVICES] === false);
  const [menu, setMenu] = useState<MenuAsked>();
  const { edit } = useActions();
  const present = useBench(({ document }) => document.present);
  const editable = present.subject === 'cluster';
  const { pill } = story.cast;
  const more = pill && editable ? onePodMore(present, pill) : undefined;
  return (
    <>
      <Headline telling={telling} story={story} />
      <div
        ref={place}
        className={styles.place}
        style={{ minHeight: neededHeight(story.cast, { tall, deep: deepNodes(story.moments) }) * unit }}
      >
        {picture && (
          <Stage
            picture={picture}
            passed={always ? allPassed(story) : picture.scene.passed}
            moving={moving}
            onMenu={editable ? setMenu : undefined}
            onMorePods={more ? () => edit(more) : undefined}
          />
        )}
      </div>
      <LensRow story={story} index={index} tall={tall} />
      {menu && (
        <Suspense fallback={null}>
          <StoryMenu asked={menu} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </>
  );
}

/** One replica more of what stands behind the Service; undefined: no Deployment does. */
function onePodMore(document: Document, pill: Pill): ((document: Document) => Document) | undefined {
  const selector = Object.entries(serviceOfPill(document, pill)?.spec.selector ?? {});
  if (selector.length === 0) return undefined;
  const pod = document.cluster.pods.find(
    (each) =>
      getNamespace(each) === pill.namespace && selector.every(([key, value]) => each.metadata.labels?.[key] === value),
  );
  const owner = pod && findDeployment(document, pod);
  if (!owner) return undefined;
  const which = { namespace: pill.namespace, name: owner.metadata.name };
  return (doc) => scaleDeployment(doc, which, (owner.spec.replicas ?? 1) + 1);
}

interface Shape {
  readonly tall: boolean;
  readonly unit: number;
  readonly size: Size;
}

function usePicture(story: ToldStory, index: number, { tall, unit, size }: Shape): Picture | undefined {
  const t = useTranslations('story');
  const typefaces = useTypefaces();
  // A canvas of the page's own typefaces: measured anew once they are there.
  const measure = useMemo(() => (typefaces < 0 ? undefined : createMeasure()), [typefaces]);
  return useMemo(() => {
    const scene = sceneAt(story, index);
    if (!scene || size.width === 0 || !measure) return undefined;
    const base = { tall, deep: deepNodes(story.moments) };
    const height = Math.max(neededHeight(story.cast, base), size.height / unit);
    const words = { to: t('to'), from: t('from'), remembered: t('remembered'), routing: t('routing') };
    const ground = makeGround(story.cast, scene, { ...base, width: size.width / unit, height, measure, words });
    return { cast: story.cast, scene, ground, drawing: makeDrawing(ground, scene) };
  }, [story, index, tall, unit, size, measure, t]);
}

/** What happens, and why. After an edit, first what that changed. */
function Headline({
  telling: { index, change },
  story,
}: {
  readonly telling: StoryTelling;
  readonly story: ToldStory;
}) {
  const t = useTranslations('story');
  const say = usePhrase();
  const moment = story.moments[index];
  const [said, setSaid] = useState<{ readonly change: StoryTelling['change']; readonly index: number }>();
  if (change !== said?.change) setSaid({ change, index });
  const region = useRef<HTMLDivElement>(null);
  if (!moment) return null;
  const sentence = say(moment.sentence);
  const news = change && said?.index === index ? getNews(change) : undefined;
  const cause = moment.cause ? say(moment.cause) : '';
  return (
    <div ref={region} className={styles.say} role="status" aria-live="polite" aria-atomic="true">
      <div key={`${index} ${sentence}`} className={styles.said}>
        <h2 data-sentence="">
          <Named>{sentence}</Named>
        </h2>
        <p data-cause="">
          {news === undefined ? (
            <Named>{cause}</Named>
          ) : (
            <span className={styles.news}>
              <Named>{news}</Named>
            </span>
          )}
        </p>
      </div>
    </div>
  );

  function getNews(is: NonNullable<StoryTelling['change']>): string {
    switch (is.kind) {
      case 'endpoints':
        return t('changed.endpoints', { service: is.service, before: is.before, after: is.after });
      case 'chosen':
        return t('changed.chosen', { before: is.before, after: is.after });
      case 'end':
        return t('changed.end', { before: t(`kinds.${is.before.kind}`), after: t(`kinds.${is.after.kind}`) });
      case 'same':
        return t('changed.same');
    }
  }
}
