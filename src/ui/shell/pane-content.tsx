import { lazy, type ReactNode } from 'react';
import { LowerPane } from '../many/LowerPane';
import { TopologyStage } from '../topology/TopologyStage';
import type { Pane } from './shell-context';

// Asked for at once and beside the first frame: the stage does not wait for its neighbours.
const datapath = import('../rules/Datapath');
const cluster = import('../editors/ClusterPanel');
const inspector = import('../inspector/Inspector');

const Datapath = lazy(async () => ({ default: (await datapath).Datapath }));
const ClusterPanel = lazy(async () => ({ default: (await cluster).ClusterPanel }));
const Inspector = lazy(async () => ({ default: (await inspector).Inspector }));

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
