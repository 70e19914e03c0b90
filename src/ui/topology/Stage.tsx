import { Background, ConnectionMode, ReactFlow, type NodeTypes } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { useMemo, useState } from 'react';
import type { Document } from '../../core/document/document';
import type { Bench } from '../../worker/protocol';
import { PacketLayer } from '../packet/PacketLayer';
import { CardBox } from './CardBox';
import { CompactBox, LaneBox, MoreBox, OutsideBoxNode, RailsBox, ServiceBox } from './OtherBoxes';
import { Notebook } from './Notebook';
import { PodBoxNode } from './PodBoxNode';
import { LayoutContext, MomentContext, PodContext } from './stage-context';
import { StageButtons } from './StageButtons';
import { StageMenu, type MenuPlace } from './StageMenu';
import { StageSummary } from './StageSummary';
import styles from './stage.module.css';
import { useCamera } from './use-camera';
import { useMomentNow, useStagePicture } from './use-stage';
import { nodeIdOf, useStageEdits } from './use-stage-edits';
import { useStageNodes } from './use-stage-nodes';

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

/** Below this zoom small words are left out and names grow. */
const FAR = 0.45;

/** The drawing itself, once there is something to draw. */
export function Stage({ document, bench }: { readonly document: Document; readonly bench: Bench }) {
  const [pane, setPane] = useState<HTMLDivElement | null>(null);
  const picture = useStagePicture(document, bench);
  const moment = useMomentNow();
  const [dropOn, setDropOn] = useState<string>();
  const [far, setFar] = useState(false);
  const surroundings = useMemo(() => ({ odds: picture.odds, dropOn }), [picture.odds, dropOn]);
  const edits = useStageEdits(picture);
  const { nodes, handlers } = useStageNodes(picture, { setDropOn, move: edits.movePodTo });
  const [menu, setMenu] = useState<MenuPlace>();
  const openMenu = (event: React.MouseEvent): void => {
    const node = edits.find(nodeIdOf(event.target));
    event.preventDefault();
    edits.pick(node);
    setMenu({ x: event.clientX, y: event.clientY, node });
  };
  const camera = useCamera(pane, picture, moment.netns);
  return (
    <LayoutContext value={picture.layout}>
      <MomentContext value={moment}>
        <PodContext value={surroundings}>
          <div
            ref={setPane}
            role="presentation"
            className={styles.pane}
            data-far={far || undefined}
            onKeyDown={edits.onKeyDown}
            onContextMenu={openMenu}
          >
            <StageSummary stage={picture.stage} moment={moment} />
            <ReactFlow
              nodes={nodes}
              edges={NO_EDGES}
              nodeTypes={NODE_TYPES}
              {...handlers}
              onConnect={edits.onConnect}
              isValidConnection={edits.isValidConnection}
              onMoveStart={(event) => event && camera.taken()}
              onMove={(_, { zoom }) => setFar(zoom < FAR)}
              connectionMode={ConnectionMode.Strict}
              connectionRadius={40}
              minZoom={0.05}
              maxZoom={3}
              nodeDragThreshold={4}
              // Space plays: the library would take it for panning whenever its listener came first.
              panActivationKeyCode={null}
              deleteKeyCode={null}
              selectionKeyCode={null}
              multiSelectionKeyCode={null}
              disableKeyboardA11y
              elevateNodesOnSelect={false}
              zoomOnDoubleClick={false}
              proOptions={{ hideAttribution: true }}
            >
              <Background gap={16} size={1} color="var(--line)" />
              <PacketLayer layout={picture.layout}>
                <Notebook />
              </PacketLayer>
              <StageButtons fit={camera.fit} />
            </ReactFlow>
          </div>
          <StageMenu picture={picture} edits={edits} at={menu} onClose={() => setMenu(undefined)} fit={camera.fit} />
        </PodContext>
      </MomentContext>
    </LayoutContext>
  );
}
