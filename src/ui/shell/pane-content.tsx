import type { ReactNode } from 'react';
import { lazyPart } from '../common/lazy-part';
import { LowerPane } from '../many/LowerPane';
import { TopologyStage } from '../topology/TopologyStage';
import type { Pane } from './shell-context';

// Asked for at once and beside the first frame: the stage does not wait for its neighbours.
const Datapath = lazyPart(async () => (await import('../rules/Datapath')).Datapath, true);
const ClusterPanel = lazyPart(async () => (await import('../editors/ClusterPanel')).ClusterPanel, true);
const Inspector = lazyPart(async () => (await import('../inspector/Inspector')).Inspector, true);

/** What stands in each pane. */
export const PANE_CONTENT: Readonly<Record<Pane, ReactNode>> = {
  stage: <TopologyStage />,
  datapath: (
    <LowerPane>
      <Datapath />
    </LowerPane>
  ),
  cluster: <ClusterPanel />,
  inspector: <Inspector />,
};
