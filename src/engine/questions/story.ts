import { moments } from '../../core/story/moments';
import type { Moment } from '../../core/story/moment';
import type { Engine } from '../engine';

/** The moments of the walk last shown for a flow; none where no walk was shown, or it could not be sent. */
export function story({ session }: Engine, { flowId }: { readonly flowId: string }): readonly Moment[] {
  const { document, derived, shown } = session;
  const run = shown.get(flowId);
  return run ? moments({ document, derived, trace: run.trace }) : [];
}
