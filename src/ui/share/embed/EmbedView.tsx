import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { Suspense, useEffect, useMemo, useRef, useState, useCallback, useLayoutEffect, type RefObject } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import { useActions, useBench } from '../../../store/hooks';
import { formatSceneHash } from '../../../store/scenes';
import { classes } from '../../common/classes';
import type { Moment } from '../../../core/story/moment';
import { usePhrase } from '../../common/i18n/use-phrase';
import { createRuler, SheetView } from '../../story/paper/SheetView';
import { stagePicture } from '../../story/paper/pictures.model';
import { makePalette, type PaperSheet } from '../../story/paper/sheet.model';
import { stageShapes } from '../../story/drawing/stage-shapes.model';
import { castAt, podNamesInSentences } from '../../story/cast/cast.model';
import { Named } from '../../story/page/Headline';
import { kindWord } from '../../story/page/Rail';
import { wantedKinds } from '../../story/page/quiz.model';
import { NamesContext } from '../../story/page/names';
import type { Picture } from '../../story/drawing/picture';
import { useGlide } from '../../story/drawing/use-glide';
import { useQuiz } from '../../story/page/use-quiz';
import {
  useMomentClock,
  useStory,
  useLoadedScene,
  type StoryState,
  type LoadedStory,
} from '../../story/page/use-story';
import { lackOfHeight } from '../../story/layout/layout.model';
import tokens from '../../common/theme/tokens.css?raw';
import styles from './embed.module.css';
import { useMessages } from './use-messages';
import { ownAddress } from '../../../store/embedded';
import { tellMore } from '../../common/more.model';
import { write, writeSmaller, type Type, type FittedWords } from '../../story/page/use-fitting';

const Answers = lazyPart(async () => (await import('../../story/page/Answers')).Answers);

/**
 * One walk in the frame of another page: sentence, stage and moments, and nothing else. A scene's own question is not
 * asked there; where the link hides what comes, each choice, verdict and source is.
 */
export function EmbedView() {
  const say = usePhrase();
  const hides = useBench(({ view }) => view.hides);
  const [telling, { asked, answer }] = useQuiz(useStory(wantedKinds(hides)));
  const read = useCallback(({ sentence }: Moment): string => say(sentence), [say]);
  useMomentClock(telling, read);
  const { story, index } = telling;
  useMessages(telling);
  const names = useMemo(
    () => ({
      service: story && castAt(story.cast, index).pill?.name,
      pods: story ? podNamesInSentences(story.cast, story.moments) : new Set<string>(),
    }),
    [story, index],
  );
  const moment = story?.moments[index];
  const scene = useLoadedScene(story);
  const told = moment ? say(moment.sentence) : '';
  const sentence = asked ? say(asked.asks) : told;
  const cause = asked ? told : moment?.cause ? say(moment.cause) : '';
  const words = useFrameFitting(sentence, cause);
  return (
    <NamesContext value={names}>
      <div className={styles.embed} data-view="embed" data-scene={scene}>
        <div ref={words} className={styles.say} role="status" aria-live="polite">
          <h1 data-sentence="">
            <Named>{sentence}</Named>
          </h1>
          <p data-cause="">{asked ? cause : <Named>{cause}</Named>}</p>
        </div>
        {story && asked ? (
          <main className={classes(styles.stage, styles.asked)} data-ask="">
            <Suspense fallback={null}>
              <Answers question={asked} story={story} answer={answer} />
            </Suspense>
          </main>
        ) : story && moment ? (
          <SmallStage story={story} index={index} moving={telling.moving} />
        ) : (
          <div className={styles.stage} />
        )}
        {story && moment && <SmallRail telling={telling} story={story} />}
      </div>
    </NamesContext>
  );
}

interface StageProps {
  readonly story: LoadedStory;
  readonly index: number;
  /** True where the walk has just come to this moment from the one before. */
  readonly moving: boolean;
}

function SmallStage({ story, index, moving }: StageProps) {
  const t = useTranslations('story');
  const say = usePhrase();
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [lettered, setLettered] = useState(false);
  useEffect(() => {
    if (!element) return undefined;
    const sizes = new ResizeObserver(() => setSize({ width: element.clientWidth, height: element.clientHeight }));
    sizes.observe(element);
    void document.fonts.ready.then(() => setLettered(true));
    return () => sizes.disconnect();
  }, [element]);
  const ruler = useMemo(() => (lettered ? createRuler(makePalette(tokens, 'light')) : undefined), [lettered]);
  const drawn = useMemo(() => {
    const moment = story.moments[index];
    if (!size || size.width === 0 || !ruler || !moment) return undefined;
    // As wide as it is drawn best, and larger in a larger frame; never so low that boxes meet.
    const unit = Math.max(1, Math.min(size.width / 480, size.height / 232));
    const drawAt = (more: number): Drawn => {
      const small = { width: size.width / unit, height: size.height / unit + more };
      const picture = stagePicture(story, index, { t, ruler, small });
      return { picture, sheet: { ...small, title: say(moment.sentence), shapes: stageShapes(picture, t) } };
    };
    const whole = drawAt(0);
    const lack = lackOfHeight(whole.picture.layout);
    return lack > 0 ? drawAt(lack) : whole;
  }, [story, index, size, ruler, t, say]);
  return (
    <main ref={setElement} className={styles.stage} data-moment={story.moments[index]?.kind}>
      {drawn && <MovingSheet {...drawn} moving={moving} />}
    </main>
  );
}

interface Drawn {
  readonly sheet: PaperSheet;
  readonly picture: Picture;
}

/** Where the walk goes on, the packet glides in a picture that stands; from elsewhere one picture gives way to the next. */
function MovingSheet({ sheet, picture, moving }: Drawn & { readonly moving: boolean }) {
  const frame = useRef<SVGSVGElement>(null);
  useGlide(frame, picture, moving);
  const { index } = picture.scene;
  return (
    <SheetView
      key={moving ? 'moving' : index}
      ref={frame}
      sheet={sheet}
      className={moving ? undefined : styles.appears}
    />
  );
}

const MOST_DOTS = 5;

/** Past and present only, the last of them. */
function SmallRail({ telling: { index, goTo }, story: { moments } }: { telling: StoryState; story: LoadedStory }) {
  const t = useTranslations('story');
  const { play, pause } = useActions();
  const playing = useBench(({ view }) => view.playing);
  const last = index + 1 === moments.length;
  const moment = moments[index];
  const go = (to: number): void => {
    pause();
    goTo(to);
  };
  const onPlay = (): void => {
    if (playing) return pause();
    if (last) goTo(0);
    play();
  };
  const past = moments
    .slice(0, index + 1)
    .map((each, at) => ({ each, at }))
    .slice(-MOST_DOTS);
  return (
    <footer className={styles.rail}>
      <button type="button" aria-label={t('previous')} aria-disabled={index === 0} onClick={() => go(index - 1)}>
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className={styles.play} aria-label={t(playing ? 'pause' : 'play')} onClick={onPlay}>
        {playing ? <Pause aria-hidden /> : <Play aria-hidden />}
      </button>
      <button type="button" aria-label={t('next')} aria-disabled={last} onClick={() => go(index + 1)}>
        <ChevronRight aria-hidden />
      </button>
      <nav aria-label={t('rail')}>
        <ol>
          {past.map(({ each, at }) => (
            <li key={each.first} data-rail={each.kind}>
              <button
                type="button"
                className={classes(styles.dot, at === index && styles.now)}
                aria-current={at === index ? 'step' : undefined}
                aria-label={t('railItem', { moment: String(at + 1), kind: t(kindWord(each)) })}
                onClick={() => go(at)}
              >
                {at + 1}
              </button>
            </li>
          ))}
        </ol>
      </nav>
      <strong className={styles.kind}>{moment && t(kindWord(moment))}</strong>
      <WholePage />
    </footer>
  );
}

/** The same scene, or the Sheet a figure is of, on a page of its own. */
function WholePage() {
  const scene = useBench(({ view }) => view.scene);
  const sheet = location.hash.startsWith('#sheet=') ? location.hash : '';
  const href = `${ownAddress()}${scene ? formatSceneHash(scene) : sheet}`;
  return (
    <a className={styles.whole} href={href} target="_blank" rel="noreferrer">
      Rulewalk
    </a>
  );
}

/** How small words may be in a frame, px. */
const SENTENCE: Type = { rem: 1.5, leading: 1.22, least: 16 };
const CAUSE: Type = { rem: 1, leading: 1.28, least: 13 };

/** In the frame of another page a long sentence, then its cause, are written smaller: stage and bar keep their room. */
function useFrameFitting(sentence: string, cause: string): RefObject<HTMLDivElement | null> {
  const words = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const said = words.current;
    const [headline, why] = [said?.querySelector('h1'), said?.querySelector('p')];
    if (!said || !headline || !why) return undefined;
    const all: readonly FittedWords[] = [
      { element: headline, type: SENTENCE },
      { element: why, type: CAUSE },
    ];
    const over = (): number => said.scrollHeight - said.clientHeight;
    const tell = (): void => tellMore(said);
    const fit = (): void => {
      for (const each of all) write(each);
      for (const each of all) writeSmaller(each, Number.parseFloat(getComputedStyle(each.element).fontSize), over);
      tell();
    };
    said.addEventListener('scroll', tell, { passive: true });
    const sizes = new ResizeObserver(fit);
    if (said.parentElement) sizes.observe(said.parentElement);
    return () => {
      sizes.disconnect();
      said.removeEventListener('scroll', tell);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- other words have another size
  }, [sentence, cause]);
  return words;
}
