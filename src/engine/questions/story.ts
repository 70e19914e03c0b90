import { tellWalk, type Story } from '../../core/story/tell-walk';
import type { Engine } from '../engine';

export type { Story } from '../../core/story/tell-walk';

interface StoryRequest {
  readonly flowId: string;
  /** Every moment of its way is told by itself. */
  readonly apart?: boolean;
}

/** The story of the walk last shown for a flow; empty where no walk was shown, or it could not be sent. */
export function story({ session }: Engine, { flowId, apart }: StoryRequest): Story {
  const { document, derived, shown } = session;
  const run = shown.get(flowId);
  if (!run) return { moments: [], lenses: [] };
  return tellWalk({ document, derived, trace: run.trace }, apart);
}
