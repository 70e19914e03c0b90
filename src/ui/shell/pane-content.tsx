import { lazy, type ReactNode } from 'react';
import { ClusterPanel } from '../editors/ClusterPanel';
import { Datapath } from '../rules/Datapath';
import { TopologyStage } from '../topology/TopologyStage';
import type { Pane } from './shell-context';

const Inspector = lazy(() => import('../inspector/Inspector').then((module) => ({ default: module.Inspector })));

/** What stands in each pane. */
export const PANE_CONTENT: Readonly<Record<Pane, ReactNode>> = {
  stage: <TopologyStage />,
  datapath: <Datapath />,
  cluster: <ClusterPanel />,
  inspector: <Inspector />,
};
