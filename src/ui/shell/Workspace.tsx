import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { lazyPart } from '../common/late';
import { LowerPane } from '../stage/many/LowerPane';
import { FlowChips } from './FlowChips';
import { RowMenus } from './RowMenus';
import { type WorkspacePane, paneId } from './bench/use-shortcuts';
import { useTranslations } from 'use-intl';
import { useBench, useActions } from '../../store/hooks';
import { ErrorBoundary } from '../common/feedback';
import { RestOfWords, StageWords } from '../common/i18n/I18nProvider';
import styles from './workspace.module.css';
import { Group, Panel, Separator, usePanelRef, type Layout } from 'react-resizable-panels';

interface Props {
  readonly pane: WorkspacePane;
  /** In a tab: the tab already names it. */
  readonly tabbed?: boolean;
  readonly children: ReactNode;
}

/** One pane: a landmark that can be gone to, and that breaks alone if it breaks. */
export function PaneFrame({ pane, tabbed = false, children }: Props) {
  const t = useTranslations('shell');
  const shown = useBench(({ run }) => run.result ?? run.shownDocument);
  const frame = { id: paneId(pane), tabIndex: -1, className: styles.pane };
  const inside = (
    <>
      <h2 className="visually-hidden">{t(`pane.${pane}`)}</h2>
      <ErrorBoundary resetKey={shown}>
        <Suspense fallback={<p className={styles.loading}>{t('loading')}</p>}>
          {pane === 'stage' ? <StageWords>{children}</StageWords> : <RestOfWords>{children}</RestOfWords>}
        </Suspense>
      </ErrorBoundary>
    </>
  );
  if (tabbed) return <div {...frame}>{inside}</div>;
  const Landmark = pane === 'stage' ? 'main' : 'aside';
  return (
    <Landmark {...frame} aria-label={t(`pane.${pane}`)}>
      {inside}
    </Landmark>
  );
}

// Asked for at once and beside the first frame: the stage does not wait for its neighbours.
const Datapath = lazyPart(async () => (await import('../rules/Datapath')).Datapath, true);
const ClusterPanel = lazyPart(async () => (await import('../editors/ClusterPanel')).ClusterPanel, true);
const DumpPanel = lazyPart(async () => (await import('../paste/DumpPanel')).DumpPanel);
const Inspector = lazyPart(async () => (await import('../inspector/Inspector')).Inspector, true);

/** What stands in each pane. */
export const PANE_CONTENT: Readonly<Record<Exclude<WorkspacePane, 'stage'>, ReactNode>> = {
  datapath: (
    <LowerPane>
      <Datapath />
    </LowerPane>
  ),
  cluster: (
    <RowMenus>
      <ClusterPanel pasted={<DumpPanel />} />
    </RowMenus>
  ),
  inspector: <Inspector />,
};

/** What is told stands above the bench in the order of rooms: its stage is handed in. */
export interface StageProps {
  readonly stage: ReactNode;
}

/** The panes side by side; sizes and folded panes are remembered on this machine. */
export function Workspace({ stage }: StageProps) {
  return (
    <>
      <Suspense fallback={null}>
        <RestOfWords>
          <FlowChips />
        </RestOfWords>
      </Suspense>
      <WorkPanes stage={stage} />
    </>
  );
}

function WorkPanes({ stage }: StageProps) {
  return (
    <Panes id="columns" order={['cluster', 'centre', 'inspector']} orientation="horizontal">
      <FoldingPane pane="cluster" defaultSize={264} minSize={200} maxSize="40%" />
      <Handle beside="cluster" />
      <Panel id="centre" minSize="30%">
        <Panes id="centre" order={['stage', 'datapath']} orientation="vertical">
          <Panel id="stage" minSize="20%">
            <PaneFrame pane="stage">{stage}</PaneFrame>
          </Panel>
          <Handle beside="datapath" />
          <FoldingPane pane="datapath" defaultSize="37%" minSize={120} maxSize="80%" />
        </Panes>
      </Panel>
      <Handle beside="inspector" />
      <FoldingPane pane="inspector" defaultSize={344} minSize={240} maxSize="50%" />
    </Panes>
  );
}

interface PanesProps {
  readonly id: string;
  readonly order: readonly string[];
  readonly orientation: 'horizontal' | 'vertical';
  readonly children: ReactNode;
}

function Panes({ id, order, orientation, children }: PanesProps) {
  const { setPane } = useActions();
  const saved = useBench(({ view }) => view.panes[id]);
  const [layout] = useState(() => findLayout(order, saved));
  const remember = (sizes: Layout): void =>
    setPane(
      id,
      order.map((panel) => sizes[panel] ?? 0),
    );
  return (
    <Group id={id} orientation={orientation} defaultLayout={layout} onLayoutChanged={remember} className={styles.group}>
      {children}
    </Group>
  );
}

/** What was remembered, if it is of these panes. Percentages. */
function findLayout(order: readonly string[], saved: readonly number[] | undefined): Layout | undefined {
  if (saved?.length !== order.length) return undefined;
  return Object.fromEntries(order.map((panel, at) => [panel, saved[at] ?? 0]));
}

interface FoldingProps {
  readonly pane: Exclude<WorkspacePane, 'stage'>;
  readonly defaultSize: number | string;
  readonly minSize: number;
  readonly maxSize: string;
}

/** A pane that folds to nothing: dragged to its edge, or by its button in the top bar. */
function FoldingPane({ pane, ...sizes }: FoldingProps) {
  const panel = usePanelRef();
  const { setCollapsed } = useActions();
  const folded = useBench(({ view }) => view.collapsed[pane] === true);
  const wasOpen = useRef(!folded);
  useEffect(() => {
    const handle = panel.current;
    if (!handle || handle.isCollapsed() === folded) return;
    if (folded) handle.collapse();
    else if (wasOpen.current) handle.expand();
    else handle.resize(sizes.defaultSize);
    wasOpen.current ||= !folded;
  }, [panel, folded, sizes.defaultSize]);
  return (
    <Panel
      id={pane}
      panelRef={panel}
      collapsible
      collapsedSize={0}
      groupResizeBehavior="preserve-pixel-size"
      onResize={({ inPixels }, _id, before) => {
        if (before !== undefined && (inPixels === 0) !== folded) setCollapsed(pane, inPixels === 0);
      }}
      {...sizes}
    >
      {!folded && <PaneFrame pane={pane}>{PANE_CONTENT[pane]}</PaneFrame>}
    </Panel>
  );
}

function Handle({ beside }: { readonly beside: WorkspacePane }) {
  const t = useTranslations('shell.pane');
  return <Separator className={styles.handle} title={t('resize', { pane: t(beside) })} />;
}
