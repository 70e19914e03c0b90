import {
  ReactFlowProvider,
  Background,
  ConnectionMode,
  ReactFlow,
  type NodeTypes,
  Panel,
  useReactFlow,
} from '@xyflow/react';
import { useDeferredValue, useMemo, memo, useState, Suspense, useEffect } from 'react';
import { lazyPart } from '../common/late';
import { useTranslations } from 'use-intl';
import { useBench } from '../../store/hooks';
import { EmptyState } from '../common/feedback';
import { noStepOf } from '../rules/no-step.model';
import styles from './topology/stage.module.css';
import '@xyflow/react/dist/base.css';
import { PacketLayer } from './PacketLayer';
import { CardBox } from './topology/CardBox';
import {
  CompactBox,
  LaneBox,
  MoreBox,
  OutsideBoxNode,
  RailsBox,
  ServiceBox,
  PodBoxNode,
  LayoutContext,
  MomentContext,
  PodContext,
  useLayout,
  useMoment,
} from './topology/boxes';
import { useMomentNow, useStagePicture, type ShownStage, type StagePicture, useStageNodes } from './topology/use-stage';
import { useGestures, type Gestures } from './topology/use-gestures';
import { useStageHistory, type StageHistory, useStageEdits, type StageEdits } from './topology/use-stage-edits';
import type { Hook } from '../../core/linux/hooks';
import type { StageMoment, Note } from './topology/moment.model';
import type { StageModel } from './topology/stage-types';
import { CirclePlus, Maximize, Minus, Plus } from 'lucide-react';
import { IconButton } from '../common/controls';
import { useReducedMotion } from '../common/theme/media';
import { cameraFor, type Pane, type Rect, placeAt, notesAt } from './topology/geometry.model';
import { classes } from '../common/classes';
import { VerdictBadge } from '../common/VerdictBadge';
import { usePhrase } from '../common/i18n/use-phrase';
import { shortName } from '../common/texts.model';
import notebookStyles from './topology/notebook.module.css';

/** What a rewrite made of the header stands on the packet's label, and its sign on the gate. */
/** Lines there is room for on a row of gates; the newest are shown. */
const LINES = 2;

/**
 * Answers of a node's tables to the packet, in a small box by the hook it stands at. The box
 * covers places the packet is not at.
 */
function Notebook() {
  const layout = useLayout();
  const { netns, notebook } = useMoment();
  const at = layout && netns !== undefined ? notesAt(layout, netns, notebook.hook) : undefined;
  const notes = newest(notebook.notes);
  if (notes.length === 0 || !at) return null;
  return (
    <div
      className={classes(notebookStyles.notes, at.up && notebookStyles.up)}
      style={{ left: at.x, width: at.width, top: at.y }}
    >
      {notes.map((note) => (
        <div
          key={JSON.stringify(note)}
          className={classes(notebookStyles.note, note.kind === 'reason' && notebookStyles.reason)}
        >
          <NoteLine note={note} />
        </div>
      ))}
    </div>
  );
}

/** A table's count stays in sight above its newest match. */
function newest(notes: readonly Note[]): readonly Note[] {
  // A sentence may take two lines.
  if (notes.at(-1)?.kind === 'reason') return notes.slice(1 - LINES);
  const shown = notes.slice(-LINES);
  const table = notes.findLast((note) => note.kind === 'table');
  if (!table || shown.includes(table) || shown.at(-1)?.kind !== 'match') return shown;
  return [table, ...shown.slice(1 - LINES)];
}

function NoteLine({ note }: { readonly note: Note }) {
  const t = useTranslations('topology');
  const say = usePhrase();
  switch (note.kind) {
    case 'table':
      return t('tested', { table: note.table, matched: note.matched, tested: note.tested });
    case 'match':
      return (
        <>
          <code>
            {note.rule === 0 ? t('policy', { chain: note.chain }) : `${shortName(note.chain, 15)} ${note.rule}`}
          </code>{' '}
          <VerdictBadge mark={note.mark} word={note.to === '' ? note.mark.word : ''}>
            {note.to === '' ? undefined : <code>{shortName(note.to, 15)}</code>}
          </VerdictBadge>
        </>
      );
    case 'route':
      return (
        <>
          {t('route')} <code>{note.text}</code>
        </>
      );
    case 'said':
      return (
        <>
          {note.by === undefined ? undefined : <code>{note.by} </code>}
          {say(note.says)}
        </>
      );
    case 'reason':
      return say(note.says);
  }
}

/** How long the view takes to follow the packet to another node. Milliseconds. */
const PAN = 350;
const UNKNOWN_SIZE: Pane = { width: 0, height: 0 };

interface CameraControl {
  /** The person moved the view: it is theirs until they ask for the whole stage again. */
  readonly taken: () => void;
  /** The whole stage, however small; asked once more, what can be read around the packet. */
  readonly fit: () => void;
}

type Mode = 'follow' | 'whole' | 'taken';

/** Keeps the whole stage in view, or, where it would be too small to read, the node the packet is on. */
function useCamera(pane: HTMLElement | null, picture: StagePicture, moment: StageMoment): CameraControl {
  const { setViewport, getViewport } = useReactFlow();
  const still = useReducedMotion();
  const [mode, setMode] = useState<Mode>('follow');
  const size = useSize(pane);
  const { bounds } = picture.layout;
  const { netns, notebook } = moment;
  const card = focusRect(picture, netns);
  const at = findPlace(picture, netns, notebook.hook);
  useEffect(() => {
    if (mode === 'taken' || size.width === 0 || size.height === 0) return;
    const camera = cameraFor(bounds, size, mode === 'whole' || !card ? undefined : { card, at });
    // Following the packet is a glide; another size or another picture is not.
    const glides = !still && Math.abs(getViewport().zoom - camera.zoom) < 1e-6;
    void setViewport(camera, { duration: glides ? PAN : 0 });
  }, [mode, size, bounds, card, at, still, setViewport, getViewport]);
  return { taken: () => setMode('taken'), fit: () => setMode((now) => (now === 'whole' ? 'follow' : 'whole')) };
}

function useSize(pane: HTMLElement | null): Pane {
  const [size, setSize] = useState(UNKNOWN_SIZE);
  useEffect(() => {
    if (!pane) return undefined;
    const sizes = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height });
    });
    sizes.observe(pane);
    return () => sizes.disconnect();
  }, [pane]);
  return size;
}

/** Where reading begins on a stage without nodes. */
const BEGINNING: Rect = { x: 0, y: 0, width: 340, height: 1 };

/** The card the packet is in (a Pod's is its node's), or the box outside; the first card when there is no packet. */
function focusRect({ layout: { rects }, stage: { nodes } }: StagePicture, netns: string | undefined): Rect | undefined {
  const host = nodes.find(({ id, pods }) => id === netns || pods.some((pod) => pod.id === netns));
  const outside = netns === undefined ? undefined : rects.get(placeAt.outside(netns));
  return host
    ? rects.get(placeAt.card(host.id))
    : (outside ?? rects.get(placeAt.card(nodes[0]?.id ?? '')) ?? BEGINNING);
}

/** The packet's place on its node: its Pod, or the gate it is at. */
function findPlace(
  { layout: { rects } }: StagePicture,
  netns: string | undefined,
  hook: Hook | undefined,
): Rect | undefined {
  if (netns === undefined) return undefined;
  return rects.get(placeAt.pod(netns)) ?? (hook && rects.get(placeAt.gate(netns, hook)));
}

interface StageButtonsProps {
  readonly fit: () => void;
  /** Opens the menu of things that can be added, at a place of the window. */
  readonly add: (at: { readonly x: number; readonly y: number }) => void;
}

/** Closer, further away, everything; and something new. */
function StageButtons({ fit, add }: StageButtonsProps) {
  const t = useTranslations('topology');
  const { zoomIn, zoomOut } = useReactFlow();
  return (
    <Panel position="bottom-left" className={styles.buttons}>
      <IconButton label={t('zoomIn')} icon={<Plus size={15} aria-hidden />} size="s" onClick={() => void zoomIn()} />
      <IconButton label={t('zoomOut')} icon={<Minus size={15} aria-hidden />} size="s" onClick={() => void zoomOut()} />
      <IconButton
        label={t('add')}
        icon={<CirclePlus size={15} aria-hidden />}
        size="s"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          add({ x: left, y: top });
        }}
      />
      <IconButton label={t('fit')} icon={<Maximize size={15} aria-hidden />} size="s" onClick={fit} />
    </Panel>
  );
}

const StageMenu = lazyPart(async () => (await import('./topology/StageMenu')).StageMenu);
const HandsBar = lazyPart(async () => (await import('./topology/HandsBar')).EditBar);
const ValueEdit = lazyPart(async () => (await import('./topology/ValueEdit')).ValueEdit);

interface StageEditBarProps {
  readonly picture: StagePicture;
  readonly edits: StageEdits;
  readonly hands: StageHistory;
  readonly gestures: Gestures;
  readonly fit: () => void;
}

/** The bar over the stage while it is edited by hand: loaded then, not with the first picture. */
function StageEditBar({ picture, edits, hands, gestures, fit }: StageEditBarProps) {
  const { clipboard, menu, value, openMenu, closeMenu, closeValue } = gestures;
  const busy = hands.aiming !== undefined || hands.picked.size > 0 || clipboard.news !== undefined;
  return (
    <Suspense fallback={null}>
      {menu && <StageMenu {...{ picture, edits, hands, clipboard, fit }} at={menu} onClose={closeMenu} />}
      {busy && <HandsBar hands={hands} news={clipboard.news} openMenu={(at) => openMenu({ ...at, many: true })} />}
      {value && <ValueEdit at={value} value={value.value} onClose={closeValue} />}
    </Suspense>
  );
}

interface Props {
  readonly stage: StageModel;
  readonly moment: StageMoment;
}

/** The stage in words, for those who do not see it. The trace list is the walk in words. */
function StageSummary({ stage, moment }: Props) {
  const t = useTranslations('topology');
  const hook = moment.notebook.hook;
  const where = [moment.netns, hook].filter(Boolean).join(' ');
  return (
    <p className="visually-hidden">
      {t('summary', {
        nodes: stage.nodes.length + stage.compact.length + stage.hiddenNodes,
        pods: stage.counts.total,
        ready: stage.counts.ready,
        services: stage.services.length + stage.hiddenServices,
      })}{' '}
      {where === '' ? t('summaryIdle') : t('summaryPacket', { place: where })}
    </p>
  );
}

const NODE_TYPES: NodeTypes = {
  lane: LaneBox,
  service: ServiceBox,
  card: CardBox,
  pod: PodBoxNode,
  compact: CompactBox,
  more: MoreBox,
  outside: OutsideBoxNode,
  rails: RailsBox,
};

const NO_EDGES: [] = [];

/** How the library behaves here; the same object always. */
const FLOW_OPTIONS = {
  connectionMode: ConnectionMode.Strict,
  connectionRadius: 40,
  minZoom: 0.05,
  maxZoom: 3,
  // Boxes stand near the edges of the pane: the stage must not run away under a flow that is drawn.
  autoPanOnConnect: false,
  autoPanOnSelection: false,
  nodeDragThreshold: 4,
  // Space plays: the library would take it for panning whenever its listener came first.
  panActivationKeyCode: null,
  deleteKeyCode: null,
  selectionKeyCode: 'Shift',
  multiSelectionKeyCode: null,
  disableKeyboardA11y: true,
  elevateNodesOnSelect: false,
  zoomOnDoubleClick: false,
  proOptions: { hideAttribution: true },
} as const;

/** Below this zoom small words are left out and names grow. */
const FAR = 0.45;

/** The drawing itself, once there is something to draw. */
const Stage = memo(function Stage({ document, bench, result, rules }: ShownStage) {
  const [pane, setPane] = useState<HTMLDivElement | null>(null);
  const picture = useStagePicture({ document, bench, result, rules });
  const moment = useMomentNow(result);
  const [dropOn, setDropOn] = useState<string>();
  const [far, setFar] = useState(false);
  const surroundings = useMemo(() => ({ odds: picture.odds, dropOn }), [picture.odds, dropOn]);
  const edits = useStageEdits(picture);
  const hands = useStageHistory(picture, edits);
  const { nodes, handlers } = useStageNodes(picture, { hands, setDropOn, move: edits.moveTo });
  const gestures = useGestures(pane, edits, hands);
  const camera = useCamera(pane, picture, moment);
  return (
    <LayoutContext value={picture.layout}>
      <MomentContext value={moment}>
        <PodContext value={surroundings}>
          <div
            ref={setPane}
            role="presentation"
            className={styles.pane}
            data-far={far || undefined}
            data-aiming={hands.aiming !== undefined || undefined}
            {...gestures.handlers}
          >
            <StageSummary stage={picture.stage} moment={moment} />
            <ReactFlow
              nodes={nodes}
              edges={NO_EDGES}
              nodeTypes={NODE_TYPES}
              {...FLOW_OPTIONS}
              {...handlers}
              onConnect={edits.onConnect}
              isValidConnection={edits.isValidConnection}
              onMoveStart={(event) => event && camera.taken()}
              onMove={(_, { zoom }) => setFar(zoom < FAR)}
            >
              <Background gap={16} size={1} color="var(--line)" />
              <PacketLayer layout={picture.layout}>
                <Notebook />
              </PacketLayer>
              <StageButtons fit={camera.fit} add={gestures.openMenu} />
            </ReactFlow>
            <StageEditBar {...{ picture, edits, hands, gestures }} fit={camera.fit} />
          </div>
        </PodContext>
      </MomentContext>
    </LayoutContext>
  );
});

/**
 * The stage: every node, Pod, Service and device of the shown bench, and the packet on its way.
 * Needs the page's providers (words, tooltips, address book) around it.
 */
export function TopologyStage() {
  const t = useTranslations('topology');
  const { bench, shown, result, rules } = useShown();
  const present = useBench(({ document }) => document.present);
  const isEmpty = useBench((state) => noStepOf(state) === 'noNodes');
  if (!bench || bench.netns.length === 0) {
    return (
      <section className={styles.stage} aria-label={t('stage')}>
        {isEmpty && <EmptyState title={t('empty')}>{t('emptyNext')}</EmptyState>}
      </section>
    );
  }
  return (
    <section className={styles.stage} aria-label={t('stage')}>
      <ReactFlowProvider>
        <Stage document={shown ?? present} bench={bench} result={result} rules={rules} />
      </ReactFlowProvider>
    </section>
  );
}

/** Bench, document, result and rules that are drawn. After an edit that moves nothing the rules come first, and the stage a frame later. */
function useShown() {
  const bench = useBench(({ run }) => run.bench);
  const shown = useBench(({ run }) => run.shownDocument);
  const result = useBench(({ run }) => run.result);
  const rules = useBench(({ run }) => run.rules);
  const now = useMemo(() => ({ bench, shown, result, rules }), [bench, shown, result, rules]);
  const late = useDeferredValue(now);
  return late.bench && late.bench.netns === now.bench?.netns ? late : now;
}
