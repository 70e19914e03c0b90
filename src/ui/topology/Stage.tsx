import { Background, ConnectionMode, ReactFlow, type NodeTypes } from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { memo, useMemo, useState } from 'react';
import { PacketLayer } from '../packet/PacketLayer';
import { CardBox } from './CardBox';
import { CompactBox, LaneBox, MoreBox, OutsideBoxNode, RailsBox, ServiceBox } from './OtherBoxes';
import { Notebook } from './Notebook';
import { PodBoxNode } from './PodBoxNode';
import { LayoutContext, MomentContext, PodContext } from './stage-context';
import { StageButtons } from './StageButtons';
import { StageHands } from './StageHands';
import { StageSummary } from './StageSummary';
import styles from './stage.module.css';
import { useCamera } from './use-camera';
import { useMomentNow, useStagePicture, type Shown } from './use-stage';
import { useGestures } from './use-gestures';
import { useHands } from './use-hands';
import { useStageEdits } from './use-stage-edits';
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
export const Stage = memo(function Stage({ document, bench, result, rules }: Shown) {
  const [pane, setPane] = useState<HTMLDivElement | null>(null);
  const picture = useStagePicture({ document, bench, result, rules });
  const moment = useMomentNow(result);
  const [dropOn, setDropOn] = useState<string>();
  const [far, setFar] = useState(false);
  const surroundings = useMemo(() => ({ odds: picture.odds, dropOn }), [picture.odds, dropOn]);
  const edits = useStageEdits(picture);
  const hands = useHands(picture, edits);
  const { nodes, handlers } = useStageNodes(picture, { hands, setDropOn, move: edits.moveTo });
  const gestures = useGestures(pane, edits, hands);
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
            <StageHands {...{ picture, edits, hands, gestures }} fit={camera.fit} />
          </div>
        </PodContext>
      </MomentContext>
    </LayoutContext>
  );
});
