import { createContext, use } from 'react';
import { NO_MOMENT, type Moment } from '../packet/moment.model';
import type { Odds } from '../packet/odds.model';
import type { StageLayout } from './layout.model';

/** What boxes of the stage read besides their own data. Three contexts, so that a step redraws only what shows steps. */
export const LayoutContext = createContext<StageLayout | undefined>(undefined);
export const MomentContext = createContext<Moment>(NO_MOMENT);
export const PodContext = createContext<PodSurroundings>({ odds: new Map(), dropOn: undefined });

export interface PodSurroundings {
  readonly odds: Odds;
  /** The name of the node a dragged Pod would move to. */
  readonly dropOn: string | undefined;
}

export function useLayout(): StageLayout | undefined {
  return use(LayoutContext);
}

export function useMoment(): Moment {
  return use(MomentContext);
}

export function usePodSurroundings(): PodSurroundings {
  return use(PodContext);
}
