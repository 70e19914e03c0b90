import { Cable } from 'lucide-react';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { lazyPart } from '../../common/late';
import { useTranslations } from 'use-intl';
import { useActions, useBench, useBenchStore } from '../../../store/hooks';
import { DEVICES_OF_BENCH } from '../../../store/preferences';
import { classes } from '../../common/classes';
import { Button } from '../../common/controls';
import { TopologyStage } from '../../stage/TopologyStage';
import { castAt, storyCast } from '../cast/cast.model';
import { onePodMore, scaleTo } from './one-pod-more';
import {
  isTallPane,
  panePicture,
  paneShape,
  reachedMoment,
  type PaneRoom,
  type StagePaneWords,
} from '../drawing/pane.model';
import { Stage } from '../drawing/Stage';
import { useSight } from './use-sight';
import { staysUntilLoaded } from './position.model';
import { useMeasure } from './use-measure';
import type { MenuTarget, Picture } from '../drawing/picture';
import { useSize } from './use-page-unit';
import type { LoadedStory } from './use-story';
import styles from './bench-stage.module.css';

const StoryMenu = lazyPart(async () => (await import('./StoryMenu')).StoryMenu);

/**
 * The stage of the bench: the story's, whatever step it stands at; with all devices, hooks and bridges by its switch, and where
 * there is no walk to tell or many packets move.
 */
export function BenchStage() {
  const devices = useBench(({ view }) => view.collapsed[DEVICES_OF_BENCH] === false);
  const many = useBench(({ many: { open } }) => open);
  const [story, isComing] = useToldWalk();
  const isTold = !devices && !many && story !== undefined && story.moments.length > 0;
  const [{ width }, place] = useSize();
  const isTall = isTallPane(width);
  if (!isTold && isComing && !devices && !many) return <div className={styles.stage} ref={place} />;
  return (
    <div className={styles.stage} data-stage={isTold ? 'told' : 'devices'} ref={place}>
      {isTold ? <ToldStage story={story} corner={isTall ? SIGN : WORDED} /> : <TopologyStage />}
      {!many && <Switch isDevices={!isTold} isSign={!isTold || isTall} />}
    </div>
  );
}

/** The walk that is shown, told; while an edit of it is on its way, as it was before. `true`: none is told, and one will be. */
function useToldWalk(): [LoadedStory | undefined, boolean] {
  const { tell } = useActions();
  const store = useBenchStore();
  const result = useBench(({ run }) => run.result);
  const isWorking = useBench(({ run }) => run.status === 'working' || run.status === 'idle');
  const [told, setTold] = useState<{ readonly of: typeof result; readonly story: LoadedStory | undefined }>();
  useEffect(() => {
    if (!result) return undefined;
    let wanted = true;
    void tell().then((moments) => {
      const { shownDocument: document, shownSource: source, bench, result: shown } = store.getState().run;
      if (!wanted || shown !== result || !document || !bench) return;
      if (!moments) return setTold({ of: result, story: undefined });
      const played = { document, bench, result, source, ...moments };
      const rest = { questions: [], kinds: undefined, scene: undefined };
      setTold({ of: result, story: { ...played, ...rest, cast: storyCast(played) } });
    });
    return () => {
      wanted = false;
    };
  }, [result, tell, store]);
  const isStanding = useBench(({ document: { opening, present } }) => {
    if (!result || !told) return false;
    const { source } = told.story ?? {};
    const before = { source, flowId: told.of?.flowId ?? '' };
    return told.of === result || staysUntilLoaded(before, { opening, subject: present.subject, flowId: result.flowId });
  });
  return [isStanding ? told?.story : undefined, result ? !isStanding : isWorking];
}

/** What the switch takes in the corner, px: with its word, and as a sign. */
const WORDED = 110;
const SIGN = 50;

function ToldStage({ story, corner }: { readonly story: LoadedStory; readonly corner: number }) {
  const [size, place] = useSize();
  const index = useBench(({ view }) => reachedMoment(story.moments, view.playhead));
  const [picture, scale] = usePanePicture(story, index, { ...size, corner });
  const moving = useForward(story, index);
  const sight = useSight(place, picture, { size, unit: scale, moving });
  const [menu, setMenu] = useState<MenuTarget>();
  const { edit } = useActions();
  const present = useBench(({ document }) => document.present);
  const editable = present.subject === 'cluster';
  const { pill } = castAt(story.cast, index);
  const more = pill && editable ? onePodMore(present, pill) : undefined;
  return (
    <>
      <div ref={sight} className={styles.place}>
        {picture && (
          <div className={styles.sheet} style={{ height: picture.layout.paper.height * scale }}>
            <Stage
              picture={picture}
              passed={picture.scene.passed}
              moving={moving}
              letters={NO_LETTERS}
              onMenu={editable ? setMenu : undefined}
              onMorePods={more ? () => void scaleTo(more, edit) : undefined}
            />
          </div>
        )}
      </div>
      {menu && (
        <Suspense fallback={null}>
          <StoryMenu asked={menu} onClose={() => setMenu(undefined)} />
        </Suspense>
      )}
    </>
  );
}

const NO_LETTERS: ReadonlyMap<string, string> = new Map();

function usePanePicture(
  story: LoadedStory,
  index: number,
  { width, height, corner }: PaneRoom,
): [Picture | undefined, number] {
  const t = useTranslations('story');
  const measure = useMeasure();
  const words = useMemo(
    (): StagePaneWords => ({
      measure,
      words: { to: t('to'), from: t('from'), remembered: t('remembered'), routing: t('routing') },
    }),
    [measure, t],
  );
  const room = useMemo(() => ({ width, height, corner }), [width, height, corner]);
  const shape = useMemo(() => paneShape(story, room, words), [story, room, words]);
  const picture = useMemo(
    () => (width === 0 ? undefined : panePicture(story, room, words, { index, shape })),
    [story, room, words, index, shape, width],
  );
  return [picture, shape.scale];
}

/** Did the last change of moment go to the next one of the same walk? */
function useForward(story: LoadedStory, index: number): boolean {
  const [state, setState] = useState({ story, index, forward: false });
  const isNew = state.story !== story || state.index !== index;
  const forward = state.story === story && index === state.index + 1;
  if (isNew) setState({ story, index, forward });
  return isNew ? forward : state.forward;
}

interface SwitchProps {
  readonly isDevices: boolean;
  /** There is no room for its word, which is read and not drawn. */
  readonly isSign: boolean;
}

/** Between the story's stage and all devices, in the corner of either. */
function Switch({ isDevices, isSign }: SwitchProps) {
  const t = useTranslations('topology');
  const { setCollapsed } = useActions();
  const walked = useBench(({ run }) => run.result !== undefined);
  const devices = useBench(({ view }) => view.collapsed[DEVICES_OF_BENCH] === false);
  if (isDevices && !devices && !walked) return null;
  return (
    <Button
      size="s"
      className={classes(styles.switch, isDevices && styles.beside, isSign && styles.sign)}
      icon={<Cable aria-hidden />}
      aria-pressed={devices}
      title={t(devices ? 'devicesOff' : 'devicesOn')}
      onClick={() => setCollapsed(DEVICES_OF_BENCH, devices)}
    >
      <span>{t('devices')}</span>
    </Button>
  );
}
